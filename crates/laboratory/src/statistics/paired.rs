//! Tests of pairs, such as two techniques on many subjects.

use super::Number;
use super::distribution::{fair_at_most, normal_two_sided};
use super::ranks::Ranks;

/// Greatest number of pairs whose distribution is counted out: the counts, up to 2^50, are exact as
/// floating-point numbers.
const EXACT: usize = 50;

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
    /// Tests pairs. Pairs of equal values do not count. Values are compared as [`Number`]s.
    #[must_use]
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let count = |greater: fn(&(Number, Number)) -> bool| {
            pairs
                .iter()
                .map(|&(first, second)| (Number(first), Number(second)))
                .filter(greater)
                .count() as u64
        };
        Self::of_counts(
            count(|(first, second)| first > second),
            count(|(first, second)| second > first),
        )
    }

    /// Tests whether as many values are above `centre` as below it. Values that are equal to it to
    /// nine decimal places do not count.
    #[must_use]
    pub fn about(values: &[f64], centre: f64) -> Self {
        Self::of(&distances(values, centre))
    }

    /// Tests counts of pairs in which one or the other value is greater, such as the wins and
    /// losses of a technique.
    #[must_use]
    pub fn of_counts(first: u64, second: u64) -> Self {
        let p = (2.0 * fair_at_most(first.min(second), first + second)).min(1.0);
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
    /// Pairs without difference do not count, nor do pairs whose difference is NaN. Equal
    /// differences share their ranks. With at most 50 pairs that differ, the result is exact, also
    /// with equal differences: all choices of signs are counted. Otherwise it is the normal
    /// approximation with the variance corrected for ties, and with correction for continuity. Time
    /// O(n log n) for n pairs.
    #[must_use]
    pub fn of(pairs: &[(f64, f64)]) -> Self {
        let differences: Vec<f64> = pairs
            .iter()
            .map(|(first, second)| first - second)
            .filter(|difference| difference.abs() > 0.0)
            .collect();
        let sizes: Vec<Number> =
            differences.iter().map(|difference| Number(difference.abs())).collect();
        let Ranks { ranks, ties } = Ranks::of(&sizes);
        let [mut first, mut second] = [0.0; 2];
        for (difference, rank) in differences.iter().zip(&ranks) {
            if *difference > 0.0 {
                first += rank;
            } else {
                second += rank;
            }
        }
        let n = differences.len() as f64;
        let p = if differences.len() <= EXACT {
            exact(first.min(second), &ranks)
        } else {
            let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ties / 48.0;
            // The variance is positive: even if all differences tie, it is n (n + 1)² / 16.
            normal_two_sided(((first - second).abs() / 2.0 - 0.5).max(0.0) / variance.sqrt())
        };
        Self { first, second, p }
    }

    /// Tests whether values, such as effects, are symmetric about `centre`: [`first`](Self::first)
    /// is of the values above it.
    ///
    /// Distances from the centre are rounded to nine decimal places. Values that are equal to the
    /// centre do not count.
    ///
    /// ```
    /// use sbst_laboratory::statistics::SignedRank;
    ///
    /// // 0.7 and 0.3 are equally far from 0.5, although 0.7 - 0.5 and 0.5 - 0.3 are different floating-point numbers.
    /// let test = SignedRank::about(&[0.7, 0.3, 0.5, 0.9], 0.5);
    /// assert_eq!((test.first, test.second), (1.5 + 3.0, 1.5));
    /// ```
    #[must_use]
    pub fn about(values: &[f64], centre: f64) -> Self {
        Self::of(&distances(values, centre))
    }
}

/// Returns the distance of each value from the centre in billionths, paired with 0. Without
/// rounding, equal distances would not tie.
fn distances(values: &[f64], centre: f64) -> Vec<(f64, f64)> {
    values.iter().map(|value| (((value - centre) * 1e9).round(), 0.0)).collect()
}

/// Returns twice the probability that the ranks with one sign sum to at most `sum`, if each sign is
/// equally probable.
fn exact(sum: f64, ranks: &[f64]) -> f64 {
    // Mean ranks of ties are halves, so twice a rank is an integer.
    let doubled = |rank: f64| (2.0 * rank) as usize;
    // Number of sets of the ranks so far, by twice their sum.
    let mut sets = vec![0.0; ranks.len() * (ranks.len() + 1) + 1];
    sets[0] = 1.0;
    for &rank in ranks {
        for at in (doubled(rank)..sets.len()).rev() {
            sets[at] += sets[at - doubled(rank)];
        }
    }
    let extreme: f64 = sets[..=doubled(sum)].iter().sum();
    (2.0 * extreme / 2_f64.powi(ranks.len() as i32)).min(1.0)
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
    fn many_pairs_are_approximated() {
        // wilcoxon(a, b, zero_method="wilcox", correction=True, method="asymptotic")
        let pairs: Vec<(f64, f64)> =
            (0..60).map(|at| (f64::from(at * 37 % 101), f64::from(at * 53 % 89 + 9))).collect();
        let test = SignedRank::of(&pairs);
        assert!((test.p - 0.513_793_817_564).abs() < 1e-9, "{test:?}");
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
