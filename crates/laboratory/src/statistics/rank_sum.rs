//! The rank-sum test of Wilcoxon, Mann and Whitney.

use super::a12::wins;
use super::distribution::normal_two_sided;
use super::ranks::Ranks;

/// Greatest size of samples whose distribution is counted out. Beyond that the normal approximation
/// differs by little.
const EXACT: usize = 10;

/// Returns the p value of the two-sided rank-sum test (Wilcoxon 1945; Mann, Whitney 1947): the
/// probability of so great a difference, or a greater one, if both samples come from one
/// distribution.
///
/// - With at most 10 values in each sample, it is exact: all arrangements of the values are
///   counted, those with ties as well. It is twice the probability of the rarer side, at most 1.
/// - Otherwise it is the normal approximation with the variance corrected for ties, and with
///   correction for continuity.
///
/// It is 1 if a sample is empty or if all values are equal. It does not change if the samples are
/// exchanged. Time O(n log n).
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
    of_ranks(&ranks, [first.len(), second.len()])
}

/// Returns the p value of two samples that are ranked together, the first one first.
pub(super) fn of_ranks(ranks: &Ranks, sizes: [usize; 2]) -> f64 {
    if sizes.iter().all(|size| (1..=EXACT).contains(size)) {
        return exact(&ranks.ranks, sizes[0]);
    }
    let [n, m] = sizes.map(|size| size as f64);
    let wins = wins(sizes[0], ranks);
    approximate((wins - n * m / 2.0).abs(), [n, m], ranks.ties)
}

/// Returns the p value of samples of which one beats the other completely, without ties.
pub(super) fn of_separated(sizes: [usize; 2]) -> f64 {
    let all: Vec<usize> = (0..sizes[0] + sizes[1]).collect();
    rank_sum(&all[..sizes[0]], &all[sizes[0]..])
}

/// Returns the normal approximation, given the distance of U from its mean.
fn approximate(deviation: f64, [n, m]: [f64; 2], ties: f64) -> f64 {
    let total = n + m;
    let variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    // Also false for NaN, which a total of 0 or 1 gives.
    if variance > 0.0 {
        normal_two_sided((deviation - 0.5).max(0.0) / variance.sqrt())
    } else {
        1.0
    }
}

/// Returns twice the probability that `size` of the ranks have a sum that is as small as the first
/// ones, or as great, if all choices are equally probable.
fn exact(ranks: &[f64], size: usize) -> f64 {
    // Mean ranks of ties are halves, so twice a rank is an integer.
    let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * rank) as usize).collect();
    let sums = doubled.iter().sum::<usize>() + 1;
    // Number of ways to choose so many ranks with this sum. There are at most 20 over 10 ways, so
    // the counts are exact.
    let mut ways = vec![vec![0.0; sums]; size + 1];
    ways[0][0] = 1.0;
    for rank in doubled.iter().copied() {
        for chosen in (0..size).rev() {
            let (fewer, more) = ways.split_at_mut(chosen + 1);
            for sum in rank..sums {
                more[0][sum] += fewer[chosen][sum - rank];
            }
        }
    }
    let own: usize = doubled[..size].iter().sum();
    let all: f64 = ways[size].iter().sum();
    let (low, high): (f64, f64) = (ways[size][..=own].iter().sum(), ways[size][own..].iter().sum());
    (2.0 * low.min(high) / all).min(1.0)
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
        assert_close(
            rank_sum(&[12, 4, 8, 20, 31, 7, 2], &[1, 3, 5, 6, 9, 10, 11, 13, 14, 15]),
            0.812_525_709_585,
        );
        assert_close(rank_sum(&[1, 2, 3], &[4, 5, 6]), 0.100_000_000_000);
    }

    #[test]
    fn exact_values_of_scipy_with_ties() {
        // mannwhitneyu(a, b, method=PermutationMethod(n_resamples=math.inf)).pvalue
        assert_close(rank_sum(&[1, 2, 3, 4], &[3, 4, 5, 6]), 0.142_857_142_857);
        assert_close(rank_sum(&[6, 5, 4, 3, 3, 3], &[4, 3, 2, 1, 1, 1, 9]), 0.149_184_149_184);
        assert_close(rank_sum(&[1, 1, 1], &[0, 0, 0]), 0.100_000_000_000);
        assert_close(rank_sum(&[1, 1, 0, 1, 1, 1], &[0, 0, 1, 0]), 0.238_095_238_095);
    }

    #[test]
    fn a_fair_choice_is_seldom_significant() {
        // Of all ways to choose 4 of 9 values with ties, at most 5 % are significant at this level.
        let values = [1, 1, 2, 3, 3, 3, 7, 8, 8];
        let (mut all, mut significant) = (0, 0);
        for choice in (0..1_u32 << values.len()).filter(|choice| choice.count_ones() == 4) {
            let side = |wanted: u32| {
                let own =
                    (0..values.len()).filter(|at| choice >> at & 1 == wanted).map(|at| values[at]);
                own.collect::<Vec<_>>()
            };
            all += 1;
            significant += u32::from(rank_sum(&side(1), &side(0)) <= 0.05);
        }
        assert!(
            all == 126 && significant > 0 && f64::from(significant) <= 0.05 * f64::from(all),
            "{significant}"
        );
    }

    #[test]
    fn approximate_values_of_scipy() {
        // mannwhitneyu(a, b, method="asymptotic", use_continuity=True).pvalue
        let first: Vec<u32> = (0..20).map(|at| at * 37 % 101).collect();
        let second: Vec<u32> = (0..30).map(|at| at * 53 % 89 + 9).collect();
        assert_close(rank_sum(&first, &second), 0.565_727_916_293);
        let tied = |values: &[u32]| values.repeat(3);
        assert_close(rank_sum(&tied(&[6, 5, 4, 3]), &tied(&[4, 3, 2, 1])), 0.001_642_550_133);
    }

    #[test]
    fn equal_and_empty_samples() {
        assert_eq!(
            [
                rank_sum(&[7; 30], &[7; 20]),
                rank_sum(&[], &[1, 2]),
                rank_sum::<u8>(&[], &[]),
                rank_sum(&[1], &[1])
            ],
            [1.0; 4]
        );
        assert_eq!(rank_sum(&[1], &[2]), 1.0);
    }
}
