//! Wrong answers of existing tools about ranking and archives.

use super::{goals, listed};
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::{Archive, Density, Populations, Ranker, minimise};
use std::cmp::Ordering;
use std::collections::HashSet;

fn neutral(_: GoalId, _: usize, _: usize) -> Ordering {
    Ordering::Equal
}

#[test]
fn s1_better_in_one_objective_and_equal_in_the_other_dominates() {
    let rows = [[0.2, 0.9], [0.2, 0.5]];
    assert_eq!(listed(Ranker::new().non_dominated_sort(&rows, &goals(0..2))), [[1], [0]]);
    // The preference front needs goals of its own to leave the two among themselves.
    let rows = [[0.2, 0.9, 1.0], [0.2, 0.5, 1.0], [0.1, 0.1, 0.1]];
    assert_eq!(
        listed(Ranker::new().preference_sort(&rows, &goals(0..3), neutral)),
        [[2], [1], [0]]
    );
}

#[test]
fn s2_the_given_objectives_count_not_the_first_ones() {
    // By the first two goals row 0 dominates row 1, and by all of them neither.
    let rows = [[0, 0, 9, 5], [1, 1, 1, 5]];
    let mut ranker = Ranker::new();
    assert_eq!(listed(ranker.non_dominated_sort(&rows, &goals([2, 3]))), [[1], [0]]);
    assert_eq!(listed(ranker.non_dominated_sort(&rows, &goals([3, 1]))), [[0], [1]]);
    assert_eq!(listed(ranker.non_dominated_sort(&rows, &goals([0, 1]))), [[0], [1]]);
    assert_eq!(listed(ranker.non_dominated_sort(&rows, &goals([3]))), [[0, 1]]);
    assert_eq!(ranker.preferred(&rows, &goals([2, 0]), neutral), [1, 0]);
    assert_eq!(ranker.sub_vector_dominances(&rows, &goals([3, 2]), &[0, 1]), [1, 0]);
    let rows = [[0, 7, 0], [5, 7, 1], [9, 7, 4]];
    assert_eq!(ranker.crowding_distances(&rows, &goals([1]), &[0, 1, 2]), [0.0; 3]);
    assert_eq!(ranker.crowding_distances(&rows, &goals([2]), &[2, 1, 0])[1], 1.0);
}

#[test]
fn s3_objectives_without_a_range_do_not_crowd() {
    let mut ranker = Ranker::by(Density::Crowding);
    let all_rows = [0, 1, 2];
    let distances = |ranker: &mut Ranker, rows: &[[f64; 2]; 3]| {
        ranker.crowding_distances(rows, &goals(0..2), &all_rows).to_vec()
    };
    for constant in [0.0, 7.0, -0.0, f64::MAX, f64::MIN, f64::INFINITY, f64::NEG_INFINITY, f64::NAN]
    {
        let rows = [0.0, 3.0, 4.0].map(|number| [constant, number]);
        assert_eq!(
            distances(&mut ranker, &rows),
            [f64::INFINITY, 1.0, f64::INFINITY],
            "{constant}"
        );
        assert_eq!(distances(&mut ranker, &[[constant; 2]; 3]), [0.0; 3], "{constant}");
        // The order of selection is that of the other objective, and of the rows.
        let rows = [[0.0, 0.0], [0.0, 9.0], [9.0, 0.0], [constant, 5.0], [constant, 5.0]]
            .map(|[a, b]| [b, b, a]);
        assert_eq!(ranker.select(&rows, &goals([1]), 5, neutral), [0, 2, 3, 4, 1], "{constant}");
    }
    let never = [[Fitness::NEVER]; 3];
    assert_eq!(ranker.crowding_distances(&never, &goals([0]), &all_rows), [0.0; 3]);
}

#[test]
fn s4_no_preference_is_no_vote() {
    let goal = GoalId::new(0);
    // The tool compares first by coverage of blocks; that has no preference here, and the shorter
    // test must win.
    let lengths = [9_u64, 4, 7];
    let mut archive = Archive::new();
    let kept: Vec<bool> =
        (0..3).map(|test| archive.offer(goal, (0, lengths[test]), || test)).collect();
    assert_eq!((kept, archive.get(goal)), (vec![true, true, false], Some((&(0, 4), &1))));

    let by_length =
        |_: GoalId, a: usize, b: usize| Ordering::Equal.then_with(|| lengths[a].cmp(&lengths[b]));
    let mut ranker = Ranker::new();
    assert_eq!(ranker.preferred(&[[1], [1], [1]], &[goal], by_length), [1]);
    // No preference at all: neither for the challenger nor against it.
    assert_eq!(ranker.preferred(&[[1], [1], [1]], &[goal], neutral), [0]);
    assert!(!archive.offer(goal, (0, 4), || unreachable!("a tie")));
}

#[test]
fn s5_the_order_of_costs_is_the_callers() {
    let goal = GoalId::new(0);
    // Whether it throws counts first, then the length.
    let (clean, throwing) = ((false, 30), (true, 2));
    let mut archive = Archive::new();
    assert!(
        archive.offer(goal, clean, || "clean") && !archive.offer(goal, throwing, || "throwing")
    );
    assert_eq!(archive.get(goal), Some((&clean, &"clean")));
    let mut archive = Archive::new();
    assert!(archive.offer(goal, throwing, || "throwing") && archive.offer(goal, clean, || "clean"));
    assert_eq!(archive.get(goal), Some((&clean, &"clean")));
    // A caller who wants it otherwise says so.
    let mut archive = Archive::new();
    assert!(
        archive.offer(goal, (30, false), || "clean")
            && archive.offer(goal, (2, true), || "throwing")
    );
    assert_eq!(archive.get(goal), Some((&(2, true), &"throwing")));

    let mut kept = Populations::new(1);
    assert!(
        kept.offer(goal, Fitness::COVERED, clean, || "clean")
            && !kept.offer(goal, Fitness::COVERED, throwing, || "throwing")
    );
    assert_eq!(minimise(&[(throwing, vec![goal]), (clean, vec![goal])]), [1]);
}

/// Everything that one generation computes.
#[derive(Debug, PartialEq)]
struct Generation {
    fronts: Vec<Vec<usize>>,
    selected: Vec<usize>,
    archive: Archive<u32, (u32, u32)>,
    minimal_suite: Vec<usize>,
    minimal_archive: Vec<u32>,
}

/// Offers and sets come in the order of hash sets, which differs from set to set.
fn generation(ranker: &mut Ranker) -> Generation {
    let rows: Vec<Vec<u32>> =
        (0..40).map(|row| (0..20).map(|goal| row * goal % 7 + row % 3).collect()).collect();
    let all = goals(0..20);
    let covered = |test: u32| {
        all.iter()
            .copied()
            .filter(move |goal| test * goal.number() % 7 == 3)
            .collect::<HashSet<_>>()
    };
    let by_length = |_: GoalId, a: usize, b: usize| (a % 5).cmp(&(b % 5));

    let mut archive = Archive::new();
    for test in (0..40).collect::<HashSet<u32>>() {
        for goal in covered(test) {
            archive.offer(goal, (test % 5, test), || test);
        }
    }
    let suite: Vec<(u32, Vec<GoalId>)> =
        (0..40).map(|test| (test % 5, covered(test).into_iter().collect())).collect();
    Generation {
        fronts: listed(ranker.preference_sort(&rows, &all, by_length)),
        selected: ranker.select(&rows, &all, 25, by_length).to_vec(),
        minimal_suite: minimise(&suite),
        minimal_archive: archive.minimise(|&test| covered(test)).into_iter().copied().collect(),
        archive,
    }
}

#[test]
fn s6_the_same_input_gives_the_same_result() {
    for density in [Density::SubVector, Density::Crowding] {
        let (first, mut used) = (generation(&mut Ranker::by(density)), Ranker::by(density));
        let sizes = [
            first.fronts.len(),
            first.selected.len(),
            first.archive.len(),
            first.minimal_suite.len(),
            first.minimal_archive.len(),
        ];
        assert!(sizes.iter().all(|&size| size > 1), "{first:?}");
        for _ in 0..5 {
            assert_eq!(generation(&mut used), first);
        }
    }
}
