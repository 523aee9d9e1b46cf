//! Which rows of a front stand alone: sub-vector dominance and crowding distance.

use super::grids::{Dice, Grid, Letters, grids};
use super::{config, goals};
use crate::oracle::ranking::{Ranked, Value};
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::selection::{ObjectiveValue, Ranker};

const INFINITE: f64 = f64::INFINITY;

/// Of any rows, in any order, also such as do not exist.
fn assert_as_defined<V: Letters>(ranker: &mut Ranker, grid: &Grid, front: &[usize]) {
    let (rows, goals) = (grid.rows::<V>(), &grid.goals);
    let ranked = Ranked { rows: &rows, goals };
    let expected = ranked.sub_vector_dominances(front);
    assert_eq!(
        ranker.sub_vector_dominances::<V>(&rows, goals, front),
        expected,
        "{front:?} of {rows:?} for {goals:?}"
    );

    let (expected, distances) =
        (ranked.crowding_distances(front), ranker.crowding_distances::<V>(&rows, goals, front));
    assert_eq!(distances.len(), front.len());
    for (distance, expected) in distances.iter().zip(&expected) {
        // Not a word about the last bit, and NaN is near to nothing.
        let near = distance == expected || (distance - expected).abs() <= 1e-12 * expected;
        assert!(near, "{distances:?} is not {expected:?}: {front:?} of {rows:?} for {goals:?}");
    }
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn densities_are_those_of_the_definition(
        grids in [grids(40, 40), grids(40, 40)],
        seed in any::<u64>(),
    ) {
        let (mut ranker, mut dice) = (Ranker::new(), Dice(seed));
        for grid in &grids {
            let mut front: Vec<usize> =
                (0..grid.cells.len()).filter(|_| dice.roll(3) > 0).collect();
            if dice.roll(3) == 0 {
                front.extend([grid.cells.len(), usize::MAX, 0]);
            }
            dice.shuffle(&mut front);
            assert_as_defined::<f64>(&mut ranker, grid, &front);
            assert_as_defined::<Fitness>(&mut ranker, grid, &front);
            assert_as_defined::<Distance>(&mut ranker, grid, &front);
            assert_as_defined::<u8>(&mut ranker, grid, &front);
        }
    }
}

fn crowding<V: ObjectiveValue, const N: usize>(rows: &[[V; N]]) -> Vec<f64> {
    let front: Vec<usize> = (0..rows.len()).collect();
    Ranker::new().crowding_distances(rows, &goals(0..N as u32), &front).to_vec()
}

#[test]
fn crowding_adds_the_parts_of_all_goals() {
    // In goal 0 the neighbours of the rows between are 6 of 10 and 7 of 10 apart, in goal 1 it is 3
    // of 4 and 2 of 4.
    let rows = [[0.0, 4.0], [3.0, 2.0], [6.0, 1.0], [10.0, 0.0]];
    assert_eq!(
        crowding(&rows),
        [INFINITE, 6.0 / 10.0 + 3.0 / 4.0, 7.0 / 10.0 + 2.0 / 4.0, INFINITE]
    );
}

/// The ends of each goal are ends, not only those of the first.
#[test]
fn crowding_is_infinite_at_the_ends_of_every_goal() {
    let rows = [[0.0, 5.0], [1.0, 9.0], [2.0, 0.0], [3.0, 5.0], [1.5, 5.0]];
    assert_eq!(crowding(&rows), [INFINITE, INFINITE, INFINITE, INFINITE, 1.0 / 3.0 + 4.0 / 9.0]);
}

#[test]
fn of_equal_rows_the_first_and_the_last_are_ends() {
    assert_eq!(crowding(&[[1], [0], [0], [1], [0], [1]]), [1.0, INFINITE, 0.0, 0.0, 1.0, INFINITE]);
    assert_eq!(crowding(&[[7], [7], [7]]), [0.0; 3]);
    // In the order of the front, not of the rows.
    let rows = [[0], [0], [1], [0], [1]];
    assert_eq!(
        Ranker::new().crowding_distances(&rows, &goals([0]), &[3, 4, 1, 2, 0]),
        [INFINITE, 1.0, 0.0, INFINITE, 1.0]
    );
}

#[test]
fn zeros_of_both_signs_are_equal_rows() {
    assert_eq!(crowding(&[[0.0], [-0.0], [4.0]]), crowding(&[[0.0], [0.0], [4.0]]));
    assert_eq!(crowding(&[[-4.0], [0.0], [-0.0]]), [INFINITE, 1.0, INFINITE]);
}

/// F13 counts an infinite distance as one level more.
#[test]
fn crowding_takes_the_scalars_of_pairs() {
    let fitness = |level, distance| [Fitness::new(level, distance)];
    let one = Distance::from(1);
    let rows = [
        fitness(0, Distance::ZERO),
        fitness(0, one),
        fitness(1, Distance::INFINITE),
        fitness(3, one),
    ];
    assert_eq!(crowding(&rows), [INFINITE, 2.0 / 3.5, 3.0 / 3.5, INFINITE]);
    // (0, INFINITE) and (1, 0) are the same number, though not the same pair.
    assert_eq!(crowding(&[fitness(0, Distance::INFINITE), fitness(1, Distance::ZERO)]), [0.0, 0.0]);
}

/// The least distance there is: of goals whose dependences hold, though they are not reached.
#[test]
fn the_smallest_distance_is_not_zero() {
    let (zero, smallest) = (Distance::ZERO, Distance::SMALLEST);
    assert_eq!(crowding(&[[zero], [smallest]]), [INFINITE; 2]);
    assert_eq!(crowding(&[[Fitness::COVERED], [Fitness::new(0, smallest)]]), [INFINITE; 2]);
    // A third of the way, and two thirds.
    let rows = [0.0, 1.0, 2.0, 3.0].map(|times| [times * f64::from_bits(1)]);
    assert_eq!(crowding(&rows), [INFINITE, 2.0 / 3.0, 2.0 / 3.0, INFINITE]);
}

fn assert_in_order<V: Letters>() {
    let numbers = V::letters().map(ObjectiveValue::scalar);
    assert_eq!(numbers, V::letters().map(Value::number));
    for (a, number) in V::letters().into_iter().zip(numbers) {
        assert!(!number.is_nan(), "{a:?}");
        for (b, other) in V::letters().into_iter().zip(numbers) {
            assert!(!a.is_better(b) || number <= other, "{a:?} is {number}, {b:?} is {other}");
            assert!(number >= other || a.is_better(b), "{a:?} is {number}, {b:?} is {other}");
        }
    }
}

#[test]
fn scalars_are_numbers_in_the_order_of_the_values() {
    assert_in_order::<f64>();
    assert_in_order::<Distance>();
    assert_in_order::<Fitness>();
    assert_in_order::<u8>();
    assert_eq!(
        [f32::INFINITY, f32::NAN, -f32::INFINITY, 0.5].map(ObjectiveValue::scalar),
        [INFINITE, INFINITE, -INFINITE, 0.5]
    );
}

#[test]
fn crowding_has_room_for_all_numbers() {
    assert_eq!(crowding(&[[f64::MIN], [0.0], [f64::MAX]]), [INFINITE, 1.0, INFINITE]);
    assert_eq!(crowding(&[[f64::MIN], [0.0], [0.0], [f64::MAX]]), [INFINITE, 0.5, 0.5, INFINITE]);
    // Infinities, and what is no number, are as far beyond the others as these are apart.
    assert_eq!(
        crowding(&[[-INFINITE], [0.0], [f64::NAN], [INFINITE]]),
        [INFINITE, 1.0, 0.5, INFINITE]
    );
    assert_eq!(
        crowding(&[[0.0], [1.0], [9.0], [10.0], [INFINITE]]),
        [INFINITE, 9.0 / 20.0, 9.0 / 20.0, 11.0 / 20.0, INFINITE]
    );
    let level = |level| Fitness::new(level, Distance::ZERO);
    let rows = [level(0), level(1), level(2), Fitness::NEVER].map(|fitness| [fitness]);
    assert_eq!(crowding(&rows), [INFINITE, 2.0 / 4.0, 3.0 / 4.0, INFINITE]);
    assert_eq!(crowding(&[[INFINITE], [-INFINITE]]), [INFINITE, INFINITE]);
    assert_eq!(crowding(&[[f32::MIN], [0.0], [f32::MAX]]), [INFINITE, 1.0, INFINITE]);
    assert_eq!(crowding(&[[f64::NAN], [INFINITE], [f64::MAX]]), [0.0; 3]);
    assert_eq!(crowding(&[[f64::NAN], [INFINITE]]), [0.0; 2]);
    assert_eq!(
        crowding(&[[Distance::ZERO], [Distance::GREATEST], [Distance::INFINITE]]),
        [INFINITE, 1.0, INFINITE]
    );
    assert_eq!(crowding(&[[u64::MAX], [0], [1]]), [INFINITE, INFINITE, 1.0]);
}

/// A test made before the goal was found says nothing about it, and hides nothing of what the
/// others say.
#[test]
fn a_row_that_was_not_measured_leaves_the_others_apart() {
    let rows = [vec![0.0], vec![1.0], vec![9.0], vec![10.0], vec![]];
    assert_eq!(
        Ranker::new().crowding_distances(&rows, &goals([0]), &[0, 1, 2, 3, 4])[..4],
        [INFINITE, 9.0 / 20.0, 9.0 / 20.0, 11.0 / 20.0]
    );
}

#[test]
fn the_order_of_the_goals_does_not_matter() {
    let rows = [[0.0, 0.3, 5.0], [0.1, 0.2, 4.0], [0.7, 0.15, 1.5], [0.9, 0.1, 0.3]];
    let mut ranker = Ranker::new();
    let distances = ranker.crowding_distances(&rows, &goals([0, 1, 2]), &[0, 1, 2, 3]).to_vec();
    for order in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        assert_eq!(ranker.crowding_distances(&rows, &goals(order), &[0, 1, 2, 3]), distances);
    }
}

/// A type of the caller, whose number may be anything.
#[derive(Clone, Copy)]
struct Own(f64);

impl ObjectiveValue for Own {
    fn is_better(self, than: Self) -> bool {
        self.0.is_better(than.0)
    }
    fn scalar(self) -> f64 {
        self.0
    }
}

#[test]
fn crowding_is_never_nan_whatever_the_caller_calls_a_number() {
    let numbers = [0.0, 1.0, 3.0, INFINITE, -INFINITE, f64::NAN, -f64::NAN];
    for a in numbers {
        for b in numbers {
            for c in numbers {
                let rows = [a, b, c, 2.0].map(|number| [Own(number)]);
                let distances = crowding(&rows);
                assert!(
                    distances.iter().all(|distance| !distance.is_nan()),
                    "{distances:?} for {a}, {b}, {c}, 2"
                );
            }
        }
    }
}

#[test]
fn rows_that_do_not_exist_are_worst() {
    let (rows, all, mut ranker) = ([[1, 2], [2, 1]], goals(0..2), Ranker::new());
    assert_eq!(ranker.sub_vector_dominances(&rows, &all, &[0, 9, 1, usize::MAX]), [1, 2, 1, 2]);
    assert_eq!(ranker.crowding_distances(&rows, &all, &[0, 9, 1]), [INFINITE; 3]);
    assert!(
        ranker.sub_vector_dominances(&rows, &all, &[]).is_empty()
            && ranker.crowding_distances(&rows, &all, &[]).is_empty()
    );
    assert_eq!(
        (
            ranker.sub_vector_dominances(&rows, &all, &[7]),
            Ranker::new().crowding_distances(&rows, &all, &[7])
        ),
        (&[0][..], &[0.0][..])
    );
    // Without goals there is nothing to be better or farther in.
    assert_eq!(ranker.sub_vector_dominances(&rows, &[], &[0, 1]), [0, 0]);
    assert_eq!(ranker.crowding_distances(&rows, &[], &[0, 1]), [0.0, 0.0]);
}

/// A row is as good as its copies, and the one row that wins everywhere has 0.
#[test]
fn sub_vector_dominance_counts_strictly_better_goals_of_one_other_row() {
    let (rows, all) = ([[0, 0, 0], [0, 0, 0], [1, 0, 0], [2, 2, 2]], goals(0..3));
    assert_eq!(Ranker::new().sub_vector_dominances(&rows, &all, &[0, 1, 2, 3]), [0, 0, 1, 3]);
    // Two rows are better than row 0 in one goal each: not two.
    let rows = [[1, 1], [0, 2], [2, 0]];
    assert_eq!(Ranker::new().sub_vector_dominances(&rows, &all[..2], &[0, 1, 2]), [1, 1, 1]);
}
