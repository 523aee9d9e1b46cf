//! The test of Friedman, of several techniques over subjects.

use super::Number;
use super::distribution::{chi_square_above, f_above};
use super::ranks::Ranks;

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
/// assert!(test.p < 0.10);
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
    /// Probability of so great a [`chi_square`](Self::chi_square) if the techniques do not differ,
    /// by the chi-square distribution.
    pub p: f64,
    /// The statistic of Iman and Davenport, at least 0: infinite if the techniques have the same
    /// order on all subjects.
    pub f: f64,
    /// Probability of so great an [`f`](Self::f) if the techniques do not differ, by the F
    /// distribution: 0 if it is infinite. It is less conservative than [`p`](Self::p).
    pub f_p: f64,
}

impl Friedman {
    /// Tests costs: a row for each subject, with the cost of each technique. The least cost has
    /// rank 1; equal ones share their ranks. Negate values of which more is better.
    ///
    /// Without subjects, for fewer than two techniques, or if all costs of each subject are equal,
    /// the statistics are 0 and the probabilities 1. Costs are compared as [`Number`]s. Sources:
    /// Friedman (1937); Iman, Davenport (1980); Demšar (2006), section 3.2.2. Time O(n k log k) for
    /// n subjects and k techniques.
    ///
    /// # Panics
    ///
    /// Panics if the rows differ in length.
    #[must_use]
    pub fn of<R: AsRef<[f64]>>(costs: &[R]) -> Self {
        let techniques = costs.first().map_or(0, |row| row.as_ref().len());
        let (n, k) = (costs.len() as f64, techniques as f64);
        let (mut sums, mut ties) = (vec![0.0; techniques], 0.0);
        for row in costs {
            let numbers: Vec<Number> = row.as_ref().iter().copied().map(Number).collect();
            assert_eq!(numbers.len(), techniques, "each subject has a cost for each technique");
            let own = Ranks::of(&numbers);
            for (sum, rank) in sums.iter_mut().zip(own.ranks) {
                *sum += rank;
            }
            ties += own.ties;
        }
        let mean_ranks = sums.iter().map(|sum| if n > 0.0 { sum / n } else { 0.0 }).collect();
        // Sum of the squared deviations of the rank sums from their mean. Twice the sums are
        // integers, so it has no rounding unless it is far above all sizes that occur.
        let deviations: f64 = sums.iter().map(|sum| (sum - n * (k + 1.0) / 2.0).powi(2)).sum();
        // It is 0 if all costs of each subject are equal.
        let spread = n * k * (k + 1.0) - ties / (k - 1.0);
        let free = [k - 1.0, (k - 1.0) * (n - 1.0)];
        if techniques < 2 || spread <= 0.0 {
            return Self {
                subjects: costs.len(),
                mean_ranks,
                chi_square: 0.0,
                p: 1.0,
                f: 0.0,
                f_p: 1.0,
            };
        }
        let chi_square = 12.0 * deviations / spread;
        // How much chi-square could be greater. It is 0 if the order is the same on all subjects;
        // rounding leaves a little.
        let room = n * free[0] - chi_square;
        let f = if room > 1e-9 * n * k { (n - 1.0) * chi_square / room } else { f64::INFINITY };
        // A single subject has no order to disagree with.
        let (f, f_p) = if costs.len() < 2 { (0.0, 1.0) } else { (f, f_above(f, free)) };
        Self {
            subjects: costs.len(),
            mean_ranks,
            chi_square,
            p: chi_square_above(chi_square, free[0]),
            f,
            f_p,
        }
    }
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
        let expected =
            [10.228_346_456_693, 0.016_721_580_328, 4.185_130_111_524, 0.011_620_659_515];
        for (computed, expected) in
            [test.chi_square, test.p, test.f, test.f_p].into_iter().zip(expected)
        {
            assert!((computed - expected).abs() < 1e-9, "{computed} {expected}");
        }
    }

    #[test]
    fn agreement_and_none() {
        let test = Friedman::of(&[[1.0, 2.0, 3.0]; 5]);
        assert_eq!((test.chi_square, test.f, test.f_p), (10.0, f64::INFINITY, 0.0));
        let same = Friedman::of(&[[4.0; 3]; 5]);
        assert_eq!(
            (same.mean_ranks, same.chi_square, same.p, same.f, same.f_p),
            (vec![2.0; 3], 0.0, 1.0, 0.0, 1.0)
        );
        let opposed = Friedman::of(&[[1.0, 2.0], [2.0, 1.0]]);
        assert_eq!((opposed.chi_square, opposed.p, opposed.f_p), (0.0, 1.0, 1.0));
    }

    #[test]
    fn too_little() {
        let none = Friedman::of::<[f64; 3]>(&[]);
        assert_eq!((none.subjects, none.p, none.f_p), (0, 1.0, 1.0));
        assert_eq!(Friedman::of(&[[1.0], [2.0]]).p, 1.0);
        assert_eq!(Friedman::of(&[[1.0, 2.0]]).f_p, 1.0);
    }

    #[test]
    #[should_panic(expected = "each subject has a cost for each technique")]
    fn ragged_rows() {
        let _ = Friedman::of(&[vec![1.0], vec![1.0, 2.0]]);
    }
}
