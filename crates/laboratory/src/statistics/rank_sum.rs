//! The rank-sum test of Wilcoxon, Mann and Whitney.

use super::a12::wins;
use super::distribution::normal_two_sided;
use super::ranks::Ranks;

/// Greatest size of samples whose distribution is counted out. Beyond that the normal approximation differs by little.
const EXACT: usize = 10;

/// Returns the p value of the two-sided rank-sum test (Wilcoxon 1945; Mann, Whitney 1947): the probability of so great a difference, or
/// a greater one, if both samples come from one distribution.
///
/// - Without ties and with at most 10 values in each sample, it is exact: all arrangements are counted.
/// - Otherwise it is the normal approximation with the variance corrected for ties, and with correction for continuity.
///
/// It is 1 if a sample is empty or if all values are equal. It does not change if the samples are exchanged. Time O(n log n).
///
/// ```
/// use sbst_laboratory::statistics::rank_sum;
///
/// // Of the 252 ways to arrange 5 and 5 values, 2 are as extreme.
/// let p = rank_sum(&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10]);
/// assert!((p - 2.0 / 252.0).abs() < 1e-12);
/// ```
#[must_use]
pub fn rank_sum<K: Ord>(first: &[K], second: &[K]) -> f64 {
    let ranks = Ranks::of_both(first, second);
    of_wins(wins(first, &ranks), [first.len(), second.len()], ranks.ties)
}

/// Returns the p value of U, which is the number of wins of the first sample.
pub(super) fn of_wins(wins: f64, sizes: [usize; 2], ties: f64) -> f64 {
    let [n, m] = sizes.map(|size| size as f64);
    let deviation = (wins - n * m / 2.0).abs();
    if ties == 0.0 && sizes.iter().all(|size| (1..=EXACT).contains(size)) {
        return exact(n * m / 2.0 - deviation, sizes);
    }
    let total = n + m;
    let variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    // Also false for NaN, which a total of 0 or 1 gives.
    if variance > 0.0 { normal_two_sided((deviation - 0.5).max(0.0) / variance.sqrt()) } else { 1.0 }
}

/// Returns twice the probability of at most `wins`, if all arrangements of the values are equally probable.
fn exact(wins: f64, sizes: [usize; 2]) -> f64 {
    let pairs = sizes[0] * sizes[1];
    // Number of ways to get each U: that of partitions of U into at most n parts of at most m. They are the coefficients of the
    // Gaussian binomial, the product of (1 - x^(m + i)) / (1 - x^i) for i in 1..=n. All intermediate coefficients are integers far
    // below 2^53, so the sums are exact.
    let mut ways = vec![0.0; pairs + 1];
    ways[0] = 1.0;
    for i in 1..=sizes[0] {
        for at in (sizes[1] + i..=pairs).rev() {
            ways[at] -= ways[at - sizes[1] - i];
        }
        for at in i..=pairs {
            ways[at] += ways[at - i];
        }
    }
    let all: f64 = ways.iter().sum();
    let extreme: f64 = ways[..=wins as usize].iter().sum();
    (2.0 * extreme / all).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(p: f64, expected: f64) {
        assert!((p - expected).abs() < 1e-9, "{p} {expected}");
    }

    #[test]
    fn exact_values_of_scipy() {
        // mannwhitneyu(a, b, method="exact").pvalue
        assert_close(rank_sum(&[3, 1, 4, 15], &[9, 2, 6, 5, 35]), 0.412_698_412_698);
        assert_close(rank_sum(&[12, 4, 8, 20, 31, 7, 2], &[1, 3, 5, 6, 9, 10, 11, 13, 14, 15]), 0.812_525_709_585);
        assert_close(rank_sum(&[1, 2, 3], &[4, 5, 6]), 0.100_000_000_000);
    }

    #[test]
    fn approximate_values_of_scipy() {
        // mannwhitneyu(a, b, method="asymptotic", use_continuity=True).pvalue
        assert_close(rank_sum(&[1, 2, 3, 4], &[3, 4, 5, 6]), 0.108_063_372_938);
        assert_close(rank_sum(&[6, 5, 4, 3, 3, 3], &[4, 3, 2, 1, 1, 1, 9]), 0.165_746_598_138);
        let first: Vec<u32> = (0..20).map(|at| at * 37 % 101).collect();
        let second: Vec<u32> = (0..30).map(|at| at * 53 % 89 + 9).collect();
        assert_close(rank_sum(&first, &second), 0.565_727_916_293);
    }

    #[test]
    fn equal_and_empty_samples() {
        assert_eq!(
            [rank_sum(&[7; 30], &[7; 20]), rank_sum(&[], &[1, 2]), rank_sum::<u8>(&[], &[]), rank_sum(&[1], &[1])],
            [1.0; 4]
        );
        assert_eq!(rank_sum(&[1], &[2]), 1.0);
    }
}
