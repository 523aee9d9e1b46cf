//! Minimal suites: greedy, irredundant, and not much larger than the smallest.

use super::{config, goals};
use crate::oracle::ranking::{Covering, fewest, greedy, union};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use sbst::id::GoalId;
use sbst::selection::minimise;

fn suite<C: Clone>(tests: &[Covering<C>]) -> Vec<(C, Vec<GoalId>)> {
    // Twice and backwards: what a test covers is a set.
    tests
        .iter()
        .map(|(cost, goals)| (cost.clone(), goals.iter().rev().chain(goals).copied().collect()))
        .collect()
}

fn tests(goals: u32, each: usize, tests: usize) -> impl Strategy<Value = Vec<Covering<u8>>> {
    vec((0..3_u8, btree_set((0..goals).prop_map(GoalId::new), 0..=each)), 0..=tests)
}

/// H(g) = 1 + 1/2 + .. + 1/g.
fn harmonic(g: usize) -> f64 {
    (1..=g).map(|n| 1.0 / n as f64).sum()
}

fn assert_minimal<C: Ord + Clone>(tests: &[Covering<C>]) -> Vec<usize> {
    let suite = suite(tests);
    let chosen = minimise(&suite);
    assert!(chosen.is_sorted_by(|a, b| a < b), "{chosen:?}");
    assert_eq!(union(chosen.iter().map(|&test| &tests[test])), union(tests));
    for test in &chosen {
        let others = chosen.iter().filter(|&other| other != test);
        assert_ne!(
            union(others.map(|&other| &tests[other])),
            union(tests),
            "{test} of {chosen:?} is covered by the others"
        );
    }
    chosen
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn minimal_suites_are_greedy_and_irredundant(
        tests in prop_oneof![tests(8, 5, 12), tests(40, 6, 25), tests(5, 5, 25)],
    ) {
        prop_assert_eq!(assert_minimal(&tests), greedy(&tests));
    }

    #[test]
    fn minimal_suites_are_nearly_the_smallest(tests in tests(9, 6, 9)) {
        let largest = tests.iter().map(|(_, goals)| goals.len()).max().unwrap_or(0);
        let (count, fewest) = (assert_minimal(&tests).len() as f64, f64::from(fewest(&tests)));
        prop_assert!(count <= harmonic(largest) * fewest + 1e-9, "{} against {}", count, fewest);
    }

    /// Whatever the order of the tests, if no two share a cost.
    #[test]
    fn the_order_of_the_tests_does_not_matter_if_costs_differ(
        tests in tests(12, 5, 15),
        seed in any::<u64>(),
    ) {
        let mut tests: Vec<Covering<usize>> =
            tests.into_iter().enumerate().map(|(cost, (_, goals))| (cost, goals)).collect();
        let costs = |tests: &[Covering<usize>]| {
            let mut costs: Vec<usize> =
                assert_minimal(tests).into_iter().map(|test| tests[test].0).collect();
            costs.sort_unstable();
            costs
        };
        let before = costs(&tests);
        super::grids::Dice(seed).shuffle(&mut tests);
        prop_assert_eq!(costs(&tests), before);
    }
}

fn minimal(tests: &[(u32, &[u32])]) -> Vec<usize> {
    assert_minimal(
        &tests
            .iter()
            .map(|&(cost, numbers)| (cost, goals(numbers.iter().copied()).into_iter().collect()))
            .collect::<Vec<_>>(),
    )
}

#[test]
fn ties_go_to_the_cheapest_then_to_the_first() {
    assert_eq!(minimal(&[(7, &[1, 2]), (3, &[1, 2]), (5, &[1, 2])]), [1]);
    assert_eq!(minimal(&[(7, &[1, 2]), (3, &[2, 1]), (3, &[1, 2])]), [1]);
    assert_eq!(minimal(&[(4, &[1, 2]), (4, &[2, 3]), (4, &[3, 1])]), [0, 1]);
    // Cost does not outweigh a goal more.
    assert_eq!(minimal(&[(1, &[1]), (1, &[2]), (99, &[1, 2])]), [2]);
}

/// The largest test is chosen first and then superfluous: its six goals are in the two others, of
/// which each has one more.
#[test]
fn what_later_tests_make_superfluous_goes() {
    assert_eq!(
        minimal(&[(9, &[1, 2, 3, 4, 5, 6]), (1, &[1, 2, 3, 7]), (1, &[4, 5, 6, 8])]),
        [1, 2]
    );
    // Either of the first two could go, as the others cover all but goal 0, which both have: the
    // more expensive goes, at the same cost the later one.
    let either = |first, second| {
        minimal(&[
            (first, &[0, 1, 2, 3, 4]),
            (second, &[0, 5, 6, 7, 8]),
            (9, &[1, 2, 5, 6, 10]),
            (9, &[3, 4, 7, 8, 11]),
        ])
    };
    assert_eq!(either(5, 6), [0, 2, 3]);
    assert_eq!(either(6, 5), [1, 2, 3]);
    assert_eq!(either(5, 5), [0, 2, 3]);
}

/// The example of Chvátal's bound, where greedy is far from the best: the bound is not met for
/// nothing.
#[test]
fn greedy_is_not_always_the_smallest() {
    let tests: [(u32, &[u32]); 5] = [
        (0, &[0, 1, 2, 3, 4, 5, 6]),
        (0, &[7, 8, 9, 10, 11, 12, 13]),
        (0, &[0, 1, 2, 3, 7, 8, 9, 10]),
        (0, &[4, 5, 11, 12]),
        (0, &[6, 13]),
    ];
    assert_eq!(minimal(&tests), [2, 3, 4]);
    let tests =
        tests.map(|(cost, numbers)| (cost, goals(numbers.iter().copied()).into_iter().collect()));
    assert_eq!(fewest(&tests), 2);
}

#[test]
fn suites_without_goals_need_no_test() {
    assert_eq!(minimise::<u8>(&[]), Vec::<usize>::new());
    assert_eq!(minimal(&[(1, &[]), (2, &[])]), Vec::<usize>::new());
    assert_eq!(minimal(&[(1, &[]), (2, &[u32::MAX, 0]), (0, &[])]), [1]);
}
