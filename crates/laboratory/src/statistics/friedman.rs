//! The test of Friedman, of several techniques over subjects.

use super::distribution::f_above;
use super::ranks::Ranks;
use super::{Rounded, places};
use std::collections::BTreeMap;

/// Greatest number of steps in which the distribution is counted out, each of which looks up the
/// rank sums of all techniques. They take less than a second.
const STEPS: f64 = 1e6;

/// The test of Friedman: whether several techniques differ over subjects, by their ranks on each
/// subject.
///
/// ```
/// use sbst_laboratory::statistics::Friedman;
///
/// // Costs of three techniques on four subjects.
/// let costs = [[1.0, 2.0, 3.0], [2.0, 5.0, 9.0], [1.0, 1.0, 4.0], [3.0, 6.0, 5.0]];
/// let test = Friedman::of(&costs);
/// assert_eq!(test.mean_ranks, [1.125, 2.125, 2.75]);
/// assert!(test.p < 0.10); // counted out
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Friedman {
    /// Number of subjects.
    pub subjects: usize,
    /// Mean rank of each technique over the subjects, from 1, which is the best. It is empty if
    /// there are no subjects.
    pub mean_ranks: Vec<f64>,
    /// Friedman's statistic, corrected for ties, at least 0.
    pub chi_square: f64,
    /// The statistic of Iman and Davenport, at least 0: infinite if the techniques have the same
    /// order on all subjects.
    pub f: f64,
    /// Probability of so great a [`chi_square`](Self::chi_square), or a greater one, if the
    /// techniques do not differ.
    pub p: f64,
}

impl Friedman {
    /// Tests costs: a row for each subject, with the cost of each technique. The least cost has
    /// rank 1; equal ones share their ranks. Negate values of which more is better.
    ///
    /// The p value is exact if that takes at most 10⁶ steps, less than a second: all permutations
    /// of the ranks of each subject are counted, also of ranks that are shared. A step is one of
    /// the at most k! permutations for a subject, for one of the different rank sums of the
    /// subjects before it. It is exact up to 1000 subjects of 2 techniques, 99 of 3, 22 of 4, 8 of
    /// 5 and 3 of 6, and for somewhat fewer with ties.
    /// Otherwise [`f`](Self::f) is compared with the F distribution, which is less conservative
    /// than chi-square; it is 0 if `f` is infinite.
    ///
    /// Without subjects, for fewer than two techniques, or if all costs of each subject are equal,
    /// the statistics are 0 and the probability is 1. Costs that are equal but for rounding, as in
    /// [`SignedRank::of`](super::SignedRank::of), share their ranks; NaN is the greatest cost.
    /// Sources: Friedman (1937); Iman, Davenport (1980); Demšar (2006), section 3.2.2. Ranking
    /// takes O(n k log k) for n subjects and k techniques.
    ///
    /// # Panics
    ///
    /// Panics if the rows differ in length.
    #[must_use]
    pub fn of<R: AsRef<[f64]>>(costs: &[R]) -> Self {
        let techniques = costs.first().map_or(0, |row| row.as_ref().len());
        let (n, k) = (costs.len() as f64, techniques as f64);
        let (mut sums, mut ties, mut rows) = (vec![0.0; techniques], 0.0, Vec::new());
        for row in costs {
            let costs: Vec<Rounded> = row.as_ref().iter().copied().map(Rounded::of).collect();
            assert_eq!(costs.len(), techniques, "each subject has a cost for each technique");
            let own = Ranks::of(&places(&costs));
            for (sum, rank) in sums.iter_mut().zip(&own.ranks) {
                *sum += rank;
            }
            ties += own.ties();
            rows.push(own);
        }
        let mean_ranks = sums.iter().map(|sum| if n > 0.0 { sum / n } else { 0.0 }).collect();
        // Sum of the squared deviations of the rank sums from their mean. Twice the sums are
        // integers, so it has no rounding unless it is far above all sizes that occur.
        let deviations: f64 = sums.iter().map(|sum| (sum - n * (k + 1.0) / 2.0).powi(2)).sum();
        // It is 0 if all costs of each subject are equal.
        let spread = n * k * (k + 1.0) - ties / (k - 1.0);
        let free = [k - 1.0, (k - 1.0) * (n - 1.0)];
        let subjects = costs.len();
        if techniques < 2 || spread <= 0.0 {
            return Self { subjects, mean_ranks, chi_square: 0.0, f: 0.0, p: 1.0 };
        }
        let chi_square = 12.0 * deviations / spread;
        // How much chi-square could be greater. It is 0 if the order is the same on all subjects;
        // rounding leaves a little.
        let room = n * free[0] - chi_square;
        let f = if room > 1e-9 * n * k { (n - 1.0) * chi_square / room } else { f64::INFINITY };
        // A single subject has no order to disagree with.
        let f = if subjects < 2 { 0.0 } else { f };
        let p = exact(&rows, &sums).unwrap_or_else(|| f_above(f, free));
        Self { subjects, mean_ranks, chi_square, f, p }
    }
}

/// Returns the exact p value of rank sums. Returns `None` if that takes too many steps.
///
/// Ranks and sums are doubled, so that they are integers. The variance is the same for all
/// permutations, so a statistic is as great if the sum of the squares of the rank sums is.
fn exact(rows: &[Ranks], sums: &[f64]) -> Option<f64> {
    let doubled = |ranks: &[f64]| -> Vec<u64> {
        let mut doubled: Vec<u64> = ranks.iter().map(|rank| (2.0 * rank) as u64).collect();
        doubled.sort_unstable();
        doubled
    };
    let square = |sums: &[u64]| sums.iter().map(|&sum| u128::from(sum).pow(2)).sum::<u128>();
    // Probability of the rank sums of the rows so far. As all permutations are equally probable,
    // sums that differ in their order only need not be told apart.
    let mut states = BTreeMap::from([(vec![0; sums.len()], 1.0)]);
    let mut left = STEPS;
    for row in rows {
        let mut ranks = doubled(&row.ranks);
        let permutations = row.permutations();
        left -= states.len() as f64 * permutations;
        // Numbers of permutations that are too great are NaN.
        if left.is_nan() || left < 0.0 {
            return None;
        }
        let mut next = BTreeMap::new();
        loop {
            for (before, probability) in &states {
                let mut sums: Vec<u64> = before.iter().zip(&ranks).map(|(a, b)| a + b).collect();
                sums.sort_unstable();
                *next.entry(sums).or_insert(0.0) += probability / permutations;
            }
            if !permute(&mut ranks) {
                break;
            }
        }
        states = next;
    }
    let own = square(&doubled(sums));
    let extreme = states.iter().filter(|(sums, _)| square(sums) >= own);
    Some(extreme.map(|(_, probability)| probability).sum::<f64>().min(1.0))
}

/// Makes the next permutation in ascending order, without exchanging equal values. Returns `false`
/// after the last one.
fn permute(values: &mut [u64]) -> bool {
    let Some(end) = (1..values.len()).rev().find(|&at| values[at - 1] < values[at]) else {
        return false;
    };
    let least = (end..values.len()).rev().find(|&at| values[at] > values[end - 1]);
    values.swap(end - 1, least.unwrap_or(end));
    values[end..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_demsar() {
        // Table 6: four variants of C4.5 on 14 data sets; AUC, of which more is better.
        let auc = [
            [0.763, 0.768, 0.771, 0.798],
            [0.599, 0.591, 0.590, 0.569],
            [0.954, 0.971, 0.968, 0.967],
            [0.628, 0.661, 0.654, 0.657],
            [0.882, 0.888, 0.886, 0.898],
            [0.936, 0.931, 0.916, 0.931],
            [0.661, 0.668, 0.609, 0.685],
            [0.583, 0.583, 0.563, 0.625],
            [0.775, 0.838, 0.866, 0.875],
            [1.000, 1.000, 1.000, 1.000],
            [0.940, 0.962, 0.965, 0.962],
            [0.619, 0.666, 0.614, 0.669],
            [0.972, 0.981, 0.9751, 0.975],
            [0.957, 0.978, 0.946, 0.970],
        ];
        let test = Friedman::of(&auc.map(|row| row.map(|auc| -auc)));
        // It prints 3.143, 2.000, 2.893, 1.964.
        let rounded: Vec<f64> =
            test.mean_ranks.iter().map(|rank| (rank * 1e3).round() / 1e3).collect();
        assert_eq!(rounded, [3.143, 2.0, 2.893, 1.964]);
        // It prints 9.28 and 3.69 without the correction for ties, from rounded ranks;
        // friedmanchisquare has the correction.
        // All permutations were counted with fractions.
        let computed = [test.chi_square, test.f, f_above(test.f, [3.0, 39.0]), test.p];
        let expected =
            [10.228_346_456_693, 4.185_130_111_524, 0.011_620_659_515, 0.013_592_869_545];
        for (computed, expected) in computed.into_iter().zip(expected) {
            assert!((computed - expected).abs() < 1e-9, "{computed} {expected}");
        }
    }

    #[test]
    fn agreement_and_none() {
        let test = Friedman::of(&[[1.0, 2.0, 3.0]; 5]);
        // Of 6⁵ permutations, 6 agree.
        assert_eq!((test.chi_square, test.f), (10.0, f64::INFINITY));
        assert!((test.p - 1.0 / 1_296.0).abs() < 1e-15, "{}", test.p);
        let same = Friedman::of(&[[4.0; 3]; 5]);
        assert_eq!(
            (same.mean_ranks, same.chi_square, same.f, same.p),
            (vec![2.0; 3], 0.0, 0.0, 1.0)
        );
        let opposed = Friedman::of(&[[1.0, 2.0], [2.0, 1.0]]);
        assert_eq!((opposed.chi_square, opposed.p), (0.0, 1.0));
    }

    #[test]
    fn too_little() {
        let none = Friedman::of::<[f64; 3]>(&[]);
        assert_eq!((none.subjects, none.p), (0, 1.0));
        assert_eq!(Friedman::of(&[[1.0], [2.0]]).p, 1.0);
        assert_eq!(Friedman::of(&[[1.0, 2.0]]).p, 1.0);
    }

    #[test]
    fn many_techniques_are_approximated() {
        let costs: Vec<Vec<f64>> = (0..5)
            .map(|row| (0..200).map(|at| f64::from(at * (row + 3) % 199)).collect())
            .collect();
        let test = Friedman::of(&costs);
        assert_eq!(test.p, f_above(test.f, [199.0, 4.0 * 199.0]));
    }

    #[test]
    fn costs_that_are_equal_but_for_rounding_share_their_ranks() {
        let ranks = |costs: [f64; 3]| Friedman::of(&[costs]).mean_ranks;
        assert_eq!(ranks([0.1 + 0.2, 0.3, 0.1]), [2.5, 2.5, 1.0]);
        assert_eq!(ranks([f64::NAN, f64::INFINITY, f64::NAN]), [2.5, 1.0, 2.5]);
    }

    #[test]
    #[should_panic(expected = "each subject has a cost for each technique")]
    fn ragged_rows() {
        let _ = Friedman::of(&[vec![1.0], vec![1.0, 2.0]]);
    }
}
