//! Dominance is a strict partial order, and the one of the definition.

use super::config;
use super::grids::{CHOICES, Dice, Grid, Kind, Letters};
use crate::oracle::ranking::Ranked;
use proptest::prelude::*;
use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::selection::dominates;

/// How often one row dominates another.
fn assert_strict_partial_order<V: Letters>(grid: &Grid) -> usize {
    let (rows, goals) = (grid.rows::<V>(), &grid.goals);
    let (defined, count) = (Ranked { rows: &rows, goals }, rows.len());
    let is: Vec<Vec<bool>> = rows
        .iter()
        .map(|a| rows.iter().map(|b| dominates(a, b, goals.iter().copied())).collect())
        .collect();
    for a in 0..count {
        assert!(!is[a][a], "{:?} dominates itself", rows[a]);
        for b in 0..count {
            assert_eq!(
                is[a][b],
                defined.dominates(a, b),
                "{:?} and {:?} for {goals:?}",
                rows[a],
                rows[b]
            );
            assert!(!(is[a][b] && is[b][a]), "{:?} and {:?} dominate each other", rows[a], rows[b]);
            for c in 0..count {
                assert!(
                    !(is[a][b] && is[b][c]) || is[a][c],
                    "{:?}, {:?}, {:?} for {goals:?}",
                    rows[a],
                    rows[b],
                    rows[c]
                );
            }
        }
    }
    is.iter().flatten().filter(|&&is| is).count()
}

proptest! {
    #![proptest_config(config(200))]

    #[test]
    fn dominance_is_a_strict_partial_order(
        kind in proptest::sample::select(vec![Kind::Random(14), Kind::Random(3), Kind::Chain, Kind::Constant]),
        choice in proptest::sample::select(CHOICES.to_vec()),
        (rows, columns, seed) in (0..10_usize, 0..6_usize, any::<u64>()),
    ) {
        let grid = Grid::new(rows, columns, kind, choice, seed % 2 == 0, &mut Dice(seed));
        assert_strict_partial_order::<f64>(&grid);
        assert_strict_partial_order::<Fitness>(&grid);
        assert_strict_partial_order::<Distance>(&grid);
        assert_strict_partial_order::<u8>(&grid);
    }
}

/// The generated rows have something to say.
#[test]
fn rows_of_a_chain_dominate_one_another() {
    let grid = Grid::new(10, 5, Kind::Chain, CHOICES[0], false, &mut Dice(3));
    assert!(assert_strict_partial_order::<u8>(&grid) >= 20);
}

#[test]
fn what_is_no_number_is_worst_but_for_what_is_missing() {
    let goals = super::goals([0, 1]);
    let is = |a: &[f64], b: &[f64]| dominates(a, b, goals.iter().copied());
    assert!(
        is(&[1.0, f64::INFINITY], &[1.0, f64::NAN]) && !is(&[1.0, f64::NAN], &[1.0, f64::INFINITY])
    );
    assert!(!is(&[1.0, f64::NAN], &[1.0, -f64::NAN]) && !is(&[1.0, -f64::NAN], &[1.0, f64::NAN]));
    assert!(is(&[1.0, f64::NAN], &[1.0]) && !is(&[1.0], &[1.0, f64::NAN]) && !is(&[1.0], &[1.0]));
    assert!(!is(&[-0.0, 1.0], &[0.0, 1.0]) && !is(&[0.0, 1.0], &[-0.0, 1.0]));
    assert!(is(&[0.0, 1.0], &[]) && !is(&[], &[0.0, 1.0]) && !is(&[], &[]));
    assert!(!dominates(&[0], &[1], []));
}
