//! Tests of pairs, such as two techniques on many subjects.

use super::Number;
use super::distribution::{fair_at_most, normal_two_sided};
use super::ranks::{Ranks, STEPS};
use super::rounding::{Rounded, places};

/// The sign test: in how many pairs each of two values is greater.
///
/// ```
/// use sbst_laboratory::statistics::SignTest;
///
/// let test = SignTest::of(&[(3.0, 1.0), (5.0, 2.0), (4.0, 4.0), (9.0, 1.0), (2.0, 1.0)]);
/// assert_eq!((test.first, test.second), (4, 0));
/// assert!((test.p - 0.125).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignTest {
    /// Number of pairs whose first value is greater.
    pub first: u64,
    /// Number of pairs whose second value is greater.
    pub second: u64,
    /// Probability of so unequal a count, or a more unequal one, if both are equally probable: 1 if
    /// no values differ.
    pub p: f64,
}

impl SignTest {
    /// Tests pairs. Pairs of values that are equal, or equal but for rounding as in
    /// [`SignedRank::of`], do not count. Values are compared as [`Number`]s.
    #[must_use]
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let [mut first, mut second] = [0; 2];
        for &(one, other) in pairs {
            if !Rounded::difference(one, other).is_zero() {
                first += u64::from(Number(one) > Number(other));
                second += u64::from(Number(one) < Number(other));
            }
        }
        Self::of_counts(first, second)
    }

    /// Tests whether as many values are above `centre` as below it. Values that are equal to it,
    /// but for rounding, do not count.
    #[must_use]
    pub fn about(values: &[f64], centre: f64) -> Self {
        Self::of(&beside(values, centre))
    }

    /// Tests counts of pairs in which one or the other value is greater, such as the wins and
    /// losses of a technique.
    #[must_use]
    pub fn of_counts(first: u64, second: u64) -> Self {
        let trials = first.saturating_add(second);
        let p = (2.0 * fair_at_most(first.min(second), trials)).min(1.0);
        Self { first, second, p }
    }
}

/// The signed-rank test of Wilcoxon: whether the differences of pairs are symmetric around 0.
///
/// ```
/// use sbst_laboratory::statistics::SignedRank;
///
/// let test = SignedRank::of(&[(3.0, 1.0), (5.0, 2.0), (4.0, 4.0), (9.0, 1.0), (2.0, 1.0)]);
/// assert_eq!((test.first, test.second, test.p), (10.0, 0.0, 0.125));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedRank {
    /// Sum of the ranks of the differences in which the first value is greater.
    pub first: f64,
    /// Sum of the ranks of the differences in which the second value is greater.
    pub second: f64,
    /// Two-sided probability of so unequal sums, or more unequal ones, if the differences are
    /// symmetric: 1 if no values differ.
    pub p: f64,
}

impl SignedRank {
    /// Tests pairs (Wilcoxon, "Individual Comparisons by Ranking Methods", 1945).
    ///
    /// Equal differences share their ranks, also if they are equal but for rounding: 0.3 - 0.2,
    /// 0.2 - 0.1 and 1.1 - 1.0. Each value may be off by four units in its last place, so a
    /// difference is known to within 4 ε (|first| + |second|) with ε = 2⁻⁵². Differences share
    /// their ranks if one size is within the errors of all of them; the smallest sizes are grouped
    /// first. Differences of integers up to 2⁴⁷ are told apart.
    ///
    /// Pairs whose difference is 0 within its error do not count, as 0.1 + 0.2 and 0.3, nor do
    /// pairs whose difference is NaN.
    ///
    /// The result is exact if that takes at most 10⁸ steps, less than a second: all choices
    /// of signs are counted, also with equal differences. For n pairs that differ it takes at most
    /// 2 n (w + 1) steps, where w is the smaller sum: it is always exact up to 580 pairs, and
    /// beyond that for clear differences. Otherwise it is the normal approximation with the
    /// variance corrected for ties, and with correction for continuity. Sorting takes O(n log n).
    #[must_use]
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let differences: Vec<Rounded> = pairs
            .iter()
            .map(|&(first, second)| Rounded::difference(first, second))
            .filter(|difference| !difference.value.is_nan() && !difference.is_zero())
            .collect();
        let sizes: Vec<Rounded> = differences.iter().map(|difference| difference.size()).collect();
        let ranks = Ranks::of(&places(&sizes));
        let [mut first, mut second] = [0.0; 2];
        for (difference, rank) in differences.iter().zip(&ranks.ranks) {
            if difference.value > 0.0 {
                first += rank;
            } else {
                second += rank;
            }
        }
        let p = exact(first.min(second), &ranks.ranks).unwrap_or_else(|| {
            let n = differences.len() as f64;
            let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ranks.ties() / 48.0;
            // The variance is positive: even if all differences tie, it is n (n + 1)² / 16.
            normal_two_sided(((first - second).abs() / 2.0 - 0.5).max(0.0) / variance.sqrt())
        });
        Self { first, second, p }
    }

    /// Tests whether values, such as effects, are symmetric about `centre`: [`first`](Self::first)
    /// is of the values above it. It is the test of pairs of each value and the centre.
    ///
    /// ```
    /// use sbst_laboratory::statistics::SignedRank;
    ///
    /// // 0.7 and 0.3 are equally far from 0.5, although 0.7 - 0.5 and 0.5 - 0.3 are
    /// // different floating-point numbers.
    /// let test = SignedRank::about(&[0.7, 0.3, 0.5, 0.9], 0.5);
    /// assert_eq!((test.first, test.second), (1.5 + 3.0, 1.5));
    /// ```
    #[must_use]
    pub fn about(values: &[f64], centre: f64) -> Self {
        Self::of(&beside(values, centre))
    }
}

/// Returns pairs of each value and the centre.
fn beside(values: &[f64], centre: f64) -> Vec<(f64, f64)> {
    values.iter().map(|&value| (value, centre)).collect()
}

/// Returns twice the probability that the ranks with one sign sum to at most `sum`, if each sign is
/// equally probable, and at most 1. Returns `None` if that takes too many steps.
fn exact(sum: f64, ranks: &[f64]) -> Option<f64> {
    if ranks.len() as f64 * (2.0 * sum + 1.0) > STEPS {
        return None;
    }
    // Mean ranks of ties are halves, so twice a rank is an integer.
    let doubled = |rank: f64| (2.0 * rank) as usize;
    // Probability of each sum of the ranks so far, by twice the sum, up to the greatest one so far.
    // Halves are exact, down to the smallest numbers of `f64`.
    let (mut sums, mut greatest) = (vec![0.0; doubled(sum) + 1], 0);
    sums[0] = 1.0;
    for rank in ranks.iter().map(|&rank| doubled(rank)) {
        greatest = (greatest + rank).min(doubled(sum));
        for at in (0..=greatest).rev() {
            let with = if at < rank { 0.0 } else { sums[at - rank] };
            sums[at] = (sums[at] + with) / 2.0;
        }
    }
    Some((2.0 * sums.iter().sum::<f64>()).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_ranks_of_scipy() {
        // wilcoxon(a, b, zero_method="wilcox", method="exact"); with ties,
        // method=PermutationMethod(n_resamples=math.inf)
        let test = SignedRank::of(&[
            (125.0, 110.0),
            (115.0, 122.0),
            (130.0, 126.0),
            (140.0, 120.0),
            (141.0, 140.0),
            (115.0, 124.0),
            (140.0, 123.0),
            (125.0, 137.0),
            (143.0, 135.0),
            (135.0, 145.0),
        ]);
        assert_eq!((test.first, test.second), (34.0, 21.0));
        assert!((test.p - 0.556_640_625_000).abs() < 1e-9, "{test:?}");
        let test = SignedRank::of(&[
            (5.0, 4.0),
            (7.0, 5.0),
            (3.0, 6.0),
            (9.0, 2.0),
            (11.0, 11.0),
            (4.0, 5.0),
        ]);
        assert_eq!((test.first, test.second), (9.5, 5.5));
        assert!((test.p - 0.687_500_000_000).abs() < 1e-9, "{test:?}");
    }

    #[test]
    fn very_many_pairs_are_approximated() {
        // wilcoxon(a, b, zero_method="wilcox", correction=True, method="asymptotic")
        let pairs = |count| -> Vec<(f64, f64)> {
            (0..count).map(|at| (f64::from(at * 37 % 101), f64::from(at * 53 % 89 + 9))).collect()
        };
        let test = SignedRank::of(&pairs(1_000));
        assert!((test.p - 0.018_646_847_183_607).abs() < 1e-9, "{test:?}");
    }

    #[test]
    fn equal_differences_are_counted_out() {
        // Of 32 choices of signs, 2 are as uneven, whatever the size of the differences.
        let test = SignedRank::of(&[(1.0, 0.0); 5]);
        assert_eq!((test.first, test.second, test.p), (15.0, 0.0, 2.0 / 32.0));
    }

    #[test]
    fn nothing_differs() {
        let none = SignedRank { first: 0.0, second: 0.0, p: 1.0 };
        assert_eq!(
            [SignedRank::of(&[]), SignedRank::of(&[(2.0, 2.0), (f64::NAN, 1.0)])],
            [none; 2]
        );
        assert_eq!(SignTest::of(&[(0.0, -0.0)]), SignTest { first: 0, second: 0, p: 1.0 });
    }

    #[test]
    fn signs_of_scipy() {
        // binomtest(3, 14).pvalue, binomtest(7, 14).pvalue
        assert!((SignTest::of_counts(11, 3).p - 0.057_373_046_875).abs() < 1e-12);
        assert_eq!(SignTest::of_counts(7, 7).p, 1.0);
    }

    #[test]
    fn equal_distances_from_a_centre_tie() {
        // Two of the four choices of signs are as even; without rounding, the distances would not
        // tie.
        let test = SignedRank::about(&[0.7, 0.3], 0.5);
        assert_eq!((test.first, test.second, test.p), (1.5, 1.5, 1.0));
        assert_eq!(
            SignTest::about(&[0.7, 0.1 + 0.2, 0.3, 0.2], 0.3),
            SignTest { first: 1, second: 1, p: 1.0 }
        );
    }

    #[test]
    fn infinite_differences_rank_highest() {
        let test = SignedRank::of(&[(f64::INFINITY, 1.0), (1.0, 3.0)]);
        assert_eq!((test.first, test.second), (2.0, 1.0));
    }
}
