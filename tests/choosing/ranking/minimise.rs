//! The fewest archived tests that keep all goals.

use super::config;
use crate::oracle::ranking::{Covering, fewest, greedy};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use sbst::id::GoalId;
use sbst::selection::Archive;
use std::collections::BTreeSet;

/// A test is its number and what it covers.
type Test = (usize, BTreeSet<GoalId>);

fn tests() -> impl Strategy<Value = Vec<BTreeSet<GoalId>>> {
    vec(btree_set((0..12_u32).prop_map(|goal| GoalId::new(60 + goal)), 0..6), 0..10)
}

fn archived<C: Ord>(tests: &[BTreeSet<GoalId>], cost: impl Fn(usize) -> C) -> Archive<Test, C> {
    let mut archive = Archive::new();
    for (number, goals) in tests.iter().enumerate() {
        for &goal in goals {
            archive.offer(goal, cost(number), || (number, goals.clone()));
        }
    }
    archive
}

fn numbers(chosen: &[&Test]) -> Vec<usize> {
    chosen.iter().map(|test| test.0).collect()
}

/// Asserts that all goals are kept, none of the tests in vain and none twice, and returns their
/// numbers.
fn assert_minimal<C: Ord>(archive: &Archive<Test, C>) -> Vec<usize> {
    let chosen = archive.minimise(|test| test.1.iter().copied());
    let without = |number| -> BTreeSet<GoalId> {
        chosen
            .iter()
            .filter(|test| test.0 != number)
            .flat_map(|test| test.1.iter().copied())
            .collect()
    };
    let all: BTreeSet<GoalId> = archive.goals().collect();
    assert_eq!(without(usize::MAX), all);
    for test in &chosen {
        assert_ne!(
            without(test.0),
            all,
            "{} of {:?} is covered by the others",
            test.0,
            numbers(&chosen)
        );
    }
    let once: BTreeSet<usize> = chosen.iter().map(|test| test.0).collect();
    assert_eq!(once.len(), chosen.len(), "{:?}", numbers(&chosen));
    assert_eq!(numbers(&archive.minimise(|test| test.1.iter().copied())), numbers(&chosen));
    numbers(&chosen)
}

proptest! {
    #![proptest_config(config(200))]

    /// Costs are shared by many tests, by few, by none; or there is only one.
    #[test]
    fn all_goals_are_kept_by_tests_of_any_cost(tests in tests()) {
        assert_minimal(&archived(&tests, |_| 0));
        assert_minimal(&archived(&tests, |number| number % 2));
        assert_minimal(&archived(&tests, |number| tests[number].len()));
        assert_minimal(&archived(&tests, |number| (tests[number].len(), number)));
    }

    /// As many as the greedy choice from the archived tests has, in the order of their costs.
    #[test]
    fn the_choice_is_that_of_a_suite(tests in tests()) {
        let archive = archived(&tests, |number| (number % 3, number));
        let kept: BTreeSet<(usize, usize)> = archive.iter().map(|(_, &cost, _)| cost).collect();
        let tests: Vec<Covering<(usize, usize)>> =
            kept.into_iter().map(|cost| (cost, tests[cost.1].clone())).collect();
        let expected: Vec<usize> =
            greedy(&tests).into_iter().map(|place| tests[place].0.1).collect();
        prop_assert_eq!(assert_minimal(&archive), expected);
        prop_assert!(archive.is_empty() || fewest(&tests) >= 1);
    }
}

#[test]
fn one_test_of_the_archive_is_not_chosen_twice() {
    // Of one cost, and in turns: 0 and 2 are archived for goals on both sides of those of 1.
    let tests = [vec![0, 2, 4], vec![1, 3], vec![5]]
        .map(|goals| goals.into_iter().map(GoalId::new).collect::<BTreeSet<_>>());
    assert_eq!(assert_minimal(&archived(&tests, |_| 7)), [0, 1, 2]);
}

#[test]
fn the_goal_that_a_test_is_archived_for_is_known() {
    let goals = super::goals([0, 1, 2]);
    let mut archive = Archive::new();
    for (number, &goal) in goals.iter().enumerate() {
        archive.offer(goal, number, || number);
    }
    assert_eq!(archive.minimise(|_| None::<GoalId>), [&0, &1, &2]);
    assert_eq!(archive.minimise(|&test| (test == 2).then_some(GoalId::new(0))), [&1, &2]);
    // Goals that the archive does not cover are nobody's concern: test 0 covers one more of them,
    // and is not needed.
    let covers = |&test: &usize| super::goals([0, if test == 0 { 77 } else { 0 }]);
    assert_eq!(archive.minimise(covers), [&1, &2]);
    assert_eq!(Archive::<u8, u8>::new().minimise(|_| None::<GoalId>), Vec::<&u8>::new());
}
