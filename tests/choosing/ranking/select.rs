//! The best rows: front by front, each in the order of its density.

use super::config;
use super::goals;
use super::grids::{Grid, Letters, grids, whim};
use crate::oracle::ranking::Ranked;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::{Density, Ranker, keep};
use std::cmp::Ordering;

const DENSITIES: [Density; 2] = [Density::SubVector, Density::Crowding];

fn assert_as_defined<V: Letters>(rankers: &mut [Ranker; 2], grid: &Grid, size: usize, seed: u64) {
    let (rows, goals, whim) = (grid.rows::<V>(), &grid.goals, whim(seed));
    for (ranker, density) in rankers.iter_mut().zip(DENSITIES) {
        let ranked = Ranked { rows: &rows, goals };
        let fronts = ranked.preference_fronts(&whim);
        let first = fronts.first().map_or(0, Vec::len);
        let preferred = ranked.order_of(fronts, density);
        let plain = ranked.order_of(ranked.all_fronts(), density);
        for size in [0, 1, size, rows.len(), rows.len() + 5, usize::MAX] {
            let count = size.min(rows.len());
            let case = format!("{size} by {density:?} of {rows:?} for {goals:?}");
            assert_eq!(ranker.select::<V>(&rows, goals, size, whim), &preferred[..count], "{case}");
            let all = (&preferred[..count.max(first)], first);
            assert_eq!(ranker.select_all_preferred::<V>(&rows, goals, size, whim), all, "{case}");
            assert_eq!(
                ranker.select_non_dominated::<V>(&rows, goals, size),
                &plain[..count],
                "{case}"
            );
        }
    }
}

proptest! {
    #![proptest_config(config(60))]

    /// Every size is a prefix of the same order.
    #[test]
    fn the_best_rows_are_those_defined(
        grids in [grids(40, 40), grids(40, 40)],
        size in 0..40_usize,
        seed in any::<u64>(),
    ) {
        let mut rankers = DENSITIES.map(Ranker::by);
        for grid in &grids {
            assert_as_defined::<f64>(&mut rankers, grid, size, seed);
            assert_as_defined::<Fitness>(&mut rankers, grid, size, seed);
            assert_as_defined::<Distance>(&mut rankers, grid, size, seed);
            assert_as_defined::<u8>(&mut rankers, grid, size, seed);
        }
    }
}

fn neutral(_: GoalId, _: usize, _: usize) -> Ordering {
    Ordering::Equal
}

/// Rows 0 and 4 are preferred; the others are one front.
const FRONT: [[f64; 3]; 5] =
    [[0.0, 0.0, 9.0], [7.0, 1.0, 8.0], [6.0, 4.0, 4.0], [5.0, 5.0, 3.0], [9.0, 9.0, 0.0]];

#[test]
fn sub_vector_dominance_orders_a_front_the_least_first() {
    let (all, mut ranker) = (goals(0..3), Ranker::new());
    assert_eq!(ranker.sub_vector_dominances(&FRONT, &all, &[0, 4]), [1, 2]);
    assert_eq!(ranker.sub_vector_dominances(&FRONT, &all, &[1, 2, 3]), [2, 2, 1]);
    assert_eq!(ranker.select(&FRONT, &all, 9, neutral), [0, 4, 3, 1, 2]);
    assert_eq!(ranker.select(&FRONT, &all, 3, neutral), [0, 4, 3]);
    assert_eq!(ranker.select(&FRONT, &all, 1, neutral), [0]);
    assert!(ranker.select(&FRONT, &all, 0, neutral).is_empty());
}

#[test]
fn crowding_distance_orders_a_front_the_greatest_first() {
    let (all, mut ranker) = (goals(0..2), Ranker::by(Density::Crowding));
    // Rows 0 and 5 are preferred. Of the rest 1 and 4 are ends, and 3 has more room than 2.
    let rows = [[0.0, 99.0], [1.0, 9.0], [2.0, 8.0], [6.0, 4.0], [9.0, 1.0], [99.0, 0.0]];
    let distances = [f64::INFINITY, 5.0 / 8.0 + 5.0 / 8.0, 7.0 / 8.0 + 7.0 / 8.0, f64::INFINITY];
    assert_eq!(ranker.crowding_distances(&rows, &all, &[1, 2, 3, 4]), distances);
    assert_eq!(ranker.select(&rows, &all, 6, neutral), [0, 5, 1, 4, 3, 2]);
    assert_eq!(ranker.select(&rows, &all, 5, neutral), [0, 5, 1, 4, 3]);
}

#[test]
fn rows_without_goals_are_selected_in_their_order() {
    for density in DENSITIES {
        assert_eq!(Ranker::by(density).select(&[[3], [1], [2]], &[], 2, neutral), [0, 1]);
    }
}

#[test]
fn a_ranker_orders_by_sub_vector_dominance_by_default() {
    assert_eq!(Density::default(), Density::SubVector);
    let (all, [mut new, mut default, mut by]) =
        (goals(0..3), [Ranker::new(), Ranker::default(), Ranker::by(Density::SubVector)]);
    let first = new.select(&FRONT, &all, 5, neutral).to_vec();
    assert_eq!(default.select(&FRONT, &all, 5, neutral), first);
    assert_eq!(by.select(&FRONT, &all, 5, neutral), first);
    assert_eq!(Ranker::by(Density::Crowding).select(&FRONT, &all, 5, neutral), [0, 4, 1, 3, 2]);
    assert_ne!(first, [0, 4, 1, 3, 2]);
}

#[test]
fn without_preference_the_nearest_row_of_a_goal_has_no_advantage() {
    let all = goals(0..2);
    // Row 2 is the nearest for goal 0 and stands alone; row 0 is the nearest for goal 1; row 1 lies
    // between them.
    let rows = [[8.0, 0.0], [5.0, 5.0], [0.0, 8.0]];
    assert_eq!(Ranker::new().select(&rows, &all, 3, neutral), [0, 2, 1]);
    assert_eq!(Ranker::new().select_non_dominated(&rows, &all, 3), [0, 1, 2]);
    assert_eq!(Ranker::by(Density::Crowding).select_non_dominated(&rows, &all, 3), [0, 2, 1]);
}

#[test]
fn kept_tests_are_moved_in_the_order_of_the_selection() {
    let mut tests = vec![String::from("a"), String::from("b"), String::from("c")];
    keep(&mut tests, &[2, 7, 2, 0]);
    assert_eq!(tests, ["c", "a"]);
    keep(&mut tests, &[]);
    assert!(tests.is_empty());
}
