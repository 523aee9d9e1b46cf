//! The tests by their definitions: all arrangements are enumerated, without any shortcut.

use proptest::prelude::*;
use sbst_laboratory::statistics::{Friedman, SignedRank, rank_sum};

/// Returns twice the mean rank of a value among others, itself included: once for each value below
/// or equal, and once for each value below, and once more.
fn doubled_rank(value: i32, all: &[i32]) -> i64 {
    let below = all.iter().filter(|&&other| other < value).count();
    let equal = all.iter().filter(|&&other| other == value).count();
    (2 * below + equal + 1) as i64
}

/// Returns twice the share of the rarer side, at most 1: of the statistics that are at most as
/// great as the own one, or at least as great.
fn two_sided(own: i64, all: &[i64]) -> f64 {
    let low = all.iter().filter(|&&other| other <= own).count();
    let high = all.iter().filter(|&&other| other >= own).count();
    (2.0 * low.min(high) as f64 / all.len() as f64).min(1.0)
}

/// Returns the p value of the rank sum, over all choices of as many values as `first` has.
fn of_ranks(first: &[i32], second: &[i32]) -> f64 {
    let all = [first, second].concat();
    let ranks: Vec<i64> = all.iter().map(|&value| doubled_rank(value, &all)).collect();
    let sums: Vec<i64> = (0..1_u32 << all.len())
        .filter(|choice| choice.count_ones() as usize == first.len())
        .map(|choice| (0..all.len()).filter(|at| choice >> at & 1 == 1).map(|at| ranks[at]).sum())
        .collect();
    two_sided(ranks[..first.len()].iter().sum(), &sums)
}

/// Returns the p value of the signed ranks, over all choices of signs.
fn of_signs(differences: &[i32]) -> f64 {
    let differences: Vec<i32> = differences.iter().copied().filter(|&size| size != 0).collect();
    let sizes: Vec<i32> = differences.iter().map(|difference| difference.abs()).collect();
    let sum = |is_positive: &dyn Fn(usize) -> bool| {
        (0..sizes.len())
            .filter(|&at| is_positive(at))
            .map(|at| doubled_rank(sizes[at], &sizes))
            .sum::<i64>()
    };
    let sums: Vec<i64> =
        (0..1_u32 << sizes.len()).map(|signs| sum(&|at| signs >> at & 1 == 1)).collect();
    two_sided(sum(&|at| differences[at] > 0), &sums)
}

/// Returns all orders of values, equal values told apart.
fn orders(values: &[i64]) -> Vec<Vec<i64>> {
    let mut orders = vec![Vec::new()];
    for &value in values {
        let insert = |order: &Vec<i64>| {
            (0..=order.len())
                .map(|at| [&order[..at], &[value], &order[at..]].concat())
                .collect::<Vec<_>>()
        };
        orders = orders.iter().flat_map(insert).collect();
    }
    orders
}

/// Returns the p value of the squares of the rank sums, over all orders of the ranks of each row.
fn of_rows(rows: &[[i32; 3]]) -> f64 {
    let square = |sums: &[i64]| sums.iter().map(|sum| sum * sum).sum::<i64>();
    let add = |sums: &[i64], ranks: &[i64]| -> Vec<i64> {
        sums.iter().zip(ranks).map(|(sum, rank)| sum + rank).collect()
    };
    let (mut own, mut all) = (vec![0; 3], vec![vec![0; 3]]);
    for row in rows {
        let ranks: Vec<i64> = row.iter().map(|&value| doubled_rank(value, row)).collect();
        own = add(&own, &ranks);
        let orders = orders(&ranks);
        all = all
            .iter()
            .flat_map(|sums| orders.iter().map(|ranks| add(sums, ranks)).collect::<Vec<_>>())
            .collect();
    }
    let extreme = all.iter().filter(|sums| square(sums) >= square(&own)).count();
    extreme as f64 / all.len() as f64
}

/// Samples of few different values, so that there are ties.
fn sample(most: usize) -> impl Strategy<Value = Vec<i32>> {
    (1..12).prop_flat_map(move |greatest| prop::collection::vec(0..=greatest, 0..=most))
}

proptest! {
    #[test]
    fn od56_rank_sums_are_those_of_all_arrangements(first in sample(6), second in sample(6)) {
        let p = rank_sum(&first, &second);
        prop_assert!((p - of_ranks(&first, &second)).abs() < 1e-14, "{}", p);
        prop_assert_eq!(p, rank_sum(&second, &first));
        let negated = |sample: &[i32]| sample.iter().map(|value| -value).collect::<Vec<_>>();
        prop_assert_eq!(p, rank_sum(&negated(&first), &negated(&second)));
    }

    #[test]
    fn od56_few_values_against_many(first in sample(2), second in sample(13)) {
        let p = rank_sum(&first, &second);
        prop_assert!((p - of_ranks(&first, &second)).abs() < 1e-14, "{}", p);
    }

    /// Differences of tenths, which are rounded, against those of integers, which are not.
    #[test]
    fn od55_signed_ranks_are_those_of_all_signs(
        pairs in prop::collection::vec((0..20_i32, 0..20_i32), 0..=10),
        unit in prop::sample::select(&[1.0, 10.0, 1e5, 3.0, 1e-7][..]),
        swap in any::<bool>(),
    ) {
        let values: Vec<(f64, f64)> =
            pairs.iter().map(|&(a, b)| (f64::from(a) / unit, f64::from(b) / unit)).collect();
        let differences: Vec<i32> = pairs.iter().map(|(a, b)| a - b).collect();
        let test = SignedRank::of(&values);
        prop_assert!((test.p - of_signs(&differences)).abs() < 1e-14, "{:?}", test);
        let sizes: Vec<i32> =
            differences.iter().map(|size| size.abs()).filter(|&size| size > 0).collect();
        let first: i64 = differences
            .iter()
            .filter(|&&difference| difference > 0)
            .map(|&difference| doubled_rank(difference, &sizes))
            .sum();
        prop_assert_eq!(2.0 * test.first, first as f64);
        let mut other = values;
        if swap {
            other.reverse();
        }
        let exchanged: Vec<(f64, f64)> = other.iter().map(|&(a, b)| (b, a)).collect();
        let exchanged = SignedRank::of(&exchanged);
        prop_assert_eq!((exchanged.second, exchanged.p), (test.first, test.p));
    }

    #[test]
    fn od56_friedman_is_that_of_all_orders(
        rows in prop::collection::vec([0..4_i32, 0..4, 0..4], 1..=4),
    ) {
        let tenths = |row: &[i32; 3]| row.map(|cost| f64::from(cost) / 10.0);
        let costs: Vec<[f64; 3]> = rows.iter().map(tenths).collect();
        let p = Friedman::of(&costs).p;
        prop_assert!((p - of_rows(&rows)).abs() < 1e-14, "{} {}", p, of_rows(&rows));
    }
}
