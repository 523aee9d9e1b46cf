//! Frontiers made of the caller's own lists of parents, which may be anything.

use super::{assert_same, config, cover_both, goals, picked};
use crate::oracle::frontier::SlowFrontier;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::execution::{Facts, Trace};
use sbst::id::GoalId;
use sbst::objective::{GoalGraph, Roots};
use sbst::selection::Frontier;

#[derive(Clone, Debug)]
enum Step {
    Cover(Vec<u16>),
    Add(Vec<u16>),
}

/// Few parents each, so that cycles are frequent that no root leads to.
fn lists() -> impl Strategy<Value = Vec<Vec<u16>>> {
    vec(vec(any::<u16>(), 0..4), 0..16)
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let cover = vec(any::<u16>(), 0..4).prop_map(Step::Cover);
    let add = vec(any::<u16>(), 0..4).prop_map(Step::Add);
    vec(prop_oneof![2 => cover, 1 => add], 0..24)
}

proptest! {
    #![proptest_config(config(2048))]

    #[test]
    fn any_lists_of_parents_are_followed(lists in lists(), steps in steps()) {
        // Two numbers more than there are goals.
        let lists: Vec<Vec<GoalId>> =
            lists.iter().map(|picks| picked(picks, lists.len() + 2)).collect();
        let mut frontier = Frontier::new(lists.clone());
        let mut slow = SlowFrontier::new(lists);
        assert_same(&frontier, &slow);
        for step in steps {
            let count = frontier.len() + 2;
            match step {
                Step::Cover(picks) => cover_both(&mut frontier, &mut slow, &picked(&picks, count)),
                Step::Add(picks) => {
                    // Its own number and the next ones are no goals yet.
                    let parents = picked(&picks, count);
                    prop_assert_eq!(frontier.add(parents.iter().copied()), slow.add(&parents));
                    assert_same(&frontier, &slow);
                }
            }
        }
    }

    /// Where all parents are older, adding goals one by one is the same as giving all lists at
    /// once.
    #[test]
    fn goals_added_one_by_one_are_as_those_given_at_once(
        lists in lists(),
        covered in vec(any::<u16>(), 0..12),
    ) {
        let lists: Vec<Vec<GoalId>> =
            lists.iter().enumerate().map(|(own, picks)| picked(picks, own + 1)).collect();
        let mut at_once = Frontier::new(lists.clone());
        let mut grown = Frontier::default();
        for parents in &lists {
            grown.add(parents.iter().copied());
        }
        prop_assert_eq!(grown.active(), at_once.active());
        for goal in picked(&covered, lists.len() + 1) {
            prop_assert_eq!(grown.cover([goal]), at_once.cover([goal]));
            prop_assert_eq!(grown.active(), at_once.active());
        }
    }
}

#[test]
fn a_cycle_that_no_root_leads_to_waits_for_chance() {
    let mut frontier = Frontier::new([goals(&[1]), goals(&[2]), goals(&[0])]);
    assert!(frontier.active().is_empty());
    assert_eq!(frontier.waiting().collect::<Vec<_>>(), goals(&[0, 1, 2]));
    assert_eq!(frontier.cover(goals(&[2])), goals(&[1]));
    assert_eq!(frontier.cover(goals(&[1])), goals(&[0]));
    assert_eq!(frontier.cover(goals(&[0])), []);
    assert_eq!((frontier.active().len(), frontier.covered_count()), (0, 3));
}

#[test]
fn a_goal_whose_parents_are_no_goals_is_a_root() {
    let frontier = Frontier::new([goals(&[0, 7]), goals(&[0, 1, 7]), goals(&[3, 4])]);
    assert_eq!(frontier.active(), goals(&[0, 2]));
    assert_eq!(frontier.waiting().collect::<Vec<_>>(), goals(&[1]));
}

#[test]
fn a_goal_added_behind_a_covered_one_is_active_at_once() {
    let mut frontier = Frontier::default();
    assert!(frontier.is_empty());
    let [first, second] = [frontier.add([]), frontier.add([])];
    frontier.cover([first]);
    let late = frontier.add([second, first]);
    let other = frontier.add([second]);
    let early = frontier.add([GoalId::new(9)]);
    assert_eq!(frontier.active(), [second, late, early]);
    assert_eq!(frontier.cover([second]), [other], "what was active is not told again");
}

#[test]
fn what_opens_and_is_covered_in_one_call_was_never_active() {
    let mut frontier = Frontier::new([goals(&[]), goals(&[0]), goals(&[1]), goals(&[2])]);
    assert_eq!(frontier.cover(goals(&[0, 2, 1, 0])), goals(&[3]));
    assert_eq!(frontier.active(), goals(&[3]));
    assert_eq!(frontier.covered_count(), 3);
}

#[test]
fn what_a_search_keeps_can_be_shared() {
    fn shared<T: Send + Sync + Clone + std::fmt::Debug>() {}
    shared::<(Frontier, Roots, GoalGraph<'_, Trace>, GoalGraph<'_, dyn Facts>)>();
}
