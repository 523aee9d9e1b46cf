//! The frontier of a program is what its definition says after every step, whatever is covered and
//! in whatever order.

use super::registry::{Plan, Registry, crowded_subject, plan};
use super::{assert_same, config, cover_both, picked, sorted};
use crate::oracle::frontier::SlowFrontier;
use crate::oracle::subject::{World, subject};
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::id::GoalId;
use sbst::selection::Frontier;

/// Sets of goals, in the order in which executions cover them.
fn steps() -> impl Strategy<Value = Vec<Vec<u16>>> {
    vec(vec(any::<u16>(), 0..5), 0..14)
}

/// Compares after each step: numbers at random, unknown and repeated ones among them, and then,
/// while some goal is active, one of them.
fn assert_follows(world: &World, plan: &Plan, steps: &[Vec<u16>]) {
    let registry = Registry::new(world, plan);
    let parents = registry.parents(world);
    let mut slow = SlowFrontier { parents: parents.clone(), ..SlowFrontier::default() };
    let mut frontier = Frontier::of(&registry.goal_graph(&world.graph));
    assert_same(&frontier, &slow);
    assert_eq!(frontier.active(), slow.active(), "ascending at the start");

    // Lists know of no dropped goals: there they are roots that lead nowhere.
    let dropped: Vec<GoalId> =
        registry.dropped.iter().copied().filter(|goal| goal.index() < parents.len()).collect();
    let mut listed = Frontier::new(parents.into_iter().map(Option::unwrap_or_default));
    listed.cover(dropped.iter().copied());

    let mut step = |covered: &[GoalId]| {
        cover_both(&mut frontier, &mut slow, covered);
        let opened = sorted(frontier.active());
        listed.cover(covered.iter().copied());
        assert_eq!(sorted(listed.active()), opened, "by lists of parents");
        assert_eq!(listed.covered_count(), frontier.covered_count() + dropped.len());
        frontier.active().to_vec()
    };
    let count = registry.goals.len() + 3;
    let mut active = step(&[]);
    for covered in steps {
        active = step(&picked(covered, count));
    }
    let mut picks = steps.iter().flatten().chain([&0]).cycle();
    for _ in 0..25 {
        let at = usize::from(*picks.next().expect("endless"));
        let Some(&goal) = active.get(at % active.len().max(1)) else { break };
        active = step(&[goal]);
    }
}

proptest! {
    #![proptest_config(config(768))]

    #[test]
    fn active_goals_follow_what_is_covered(
        subject in subject(3, 8),
        plan in plan(),
        steps in steps(),
    ) {
        assert_follows(&World::new(subject), &plan, &steps);
    }
}

proptest! {
    #![proptest_config(config(32))]

    #[test]
    fn active_goals_follow_what_is_covered_where_dependences_are_quadratically_many(
        subject in crowded_subject(), plan in plan(), steps in steps(),
    ) {
        assert_follows(&World::new(subject), &plan, &steps);
    }
}

proptest! {
    #![proptest_config(config(384))]

    /// Covered at once or one after the other, in whatever order: the same goals are active in the
    /// end.
    #[test]
    fn the_order_of_coverage_does_not_matter_in_the_end(
        subject in subject(3, 8),
        plan in plan(),
        (covered, shuffled) in vec(any::<u16>(), 0..20).prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
    ) {
        let world = World::new(subject);
        let registry = Registry::new(&world, &plan);
        let start = Frontier::of(&registry.goal_graph(&world.graph));
        let [covered, shuffled] =
            [covered, shuffled].map(|picks| picked(&picks, registry.goals.len() + 2));
        let (mut at_once, mut in_turn) = (start.clone(), start.clone());
        let mut opened = Vec::new();
        at_once.cover(covered);
        for goal in shuffled {
            opened.extend(in_turn.cover([goal]));
        }
        prop_assert_eq!(sorted(at_once.active()), sorted(in_turn.active()));
        prop_assert_eq!(at_once.covered_count(), in_turn.covered_count());
        // Told once each, however long they stay active.
        let new = in_turn.active().iter().filter(|&&goal| !start.is_active(goal));
        prop_assert!(new.clone().all(|goal| opened.contains(goal)));
        let told = opened.len();
        opened.sort_unstable();
        opened.dedup();
        prop_assert_eq!(opened.len(), told);
    }
}
