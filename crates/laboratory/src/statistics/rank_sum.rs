//! The rank-sum test of Wilcoxon, Mann and Whitney.

use super::a12::wins;
use super::distribution::normal_two_sided;
use super::ranks::{Ranks, STEPS};

/// Returns the p value of the two-sided rank-sum test (Wilcoxon 1945; Mann, Whitney 1947): the
/// probability of so great a difference, or a greater one, if both samples come from one
/// distribution.
///
/// It is twice the probability of the rarer side, at most 1: of a rank sum that is at most as great
/// as that of `first`, or at least as great, if all arrangements of the values are equally
/// probable. With ties, the two sides can differ.
///
/// - All arrangements are counted, those with ties as well, if that takes at most 10⁸ steps, less
///   than a second. For n and m values it takes at most n m (w + 1) steps, where w / 2 is the
///   number of pairs that the losing sample wins. Up to 100 values in each sample, or 3 and 4000,
///   the result is always exact, and beyond that for clear differences, which need few steps.
/// - Otherwise, and if the number of arrangements is no finite `f64`, it is the normal
///   approximation with the variance corrected for ties, and with correction for continuity. It is
///   good for unclear differences of large samples. For clear differences of samples of unequal
///   sizes it is wrong by orders of magnitude: 0.005 for 3 and 30 separated values, in place of
///   0.0004.
///
/// It is 1 if a sample is empty or if all values are equal. It does not change if the samples are
/// exchanged. Sorting takes O(n log n).
///
/// ```
/// use sbst_laboratory::statistics::rank_sum;
///
/// // Of the 252 ways to arrange 5 and 5 values, 2 are as extreme.
/// let p = rank_sum(&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10]);
/// assert_eq!(p, 2.0 / 252.0);
/// ```
#[must_use]
pub fn rank_sum<K: Ord>(first: &[K], second: &[K]) -> f64 {
    let ranks = Ranks::of_both(first, second);
    of_ranks(&ranks, [first.len(), second.len()])
}

/// Returns the p value of two samples that are ranked together, the first one first.
pub(super) fn of_ranks(ranks: &Ranks, sizes: [usize; 2]) -> f64 {
    let wins = wins(sizes[0], ranks);
    exact(&ranks.groups, sizes, wins).unwrap_or_else(|| approximate(ranks, sizes, wins))
}

/// Returns the p value of samples of which one beats the other completely, without ties.
pub(super) fn of_separated(sizes: [usize; 2]) -> f64 {
    let all: Vec<usize> = (0..sizes[0] + sizes[1]).collect();
    rank_sum(&all[..sizes[0]], &all[sizes[0]..])
}

/// Returns the normal approximation.
fn approximate(ranks: &Ranks, sizes: [usize; 2], wins: f64) -> f64 {
    let [n, m] = sizes.map(|size| size as f64);
    let deviation = (wins - n * m / 2.0).abs();
    let total = n + m;
    let variance = n * m / 12.0 * (total + 1.0 - ranks.ties() / (total * (total - 1.0)));
    // Also false for NaN, which a total of 0 or 1 gives.
    if variance > 0.0 {
        normal_two_sided((deviation - 0.5).max(0.0) / variance.sqrt())
    } else {
        1.0
    }
}

/// Returns the exact p value, given the number of equal values for each different value in
/// ascending order, and the pairs that the first sample wins. Returns `None` if that takes too many
/// steps, or if counts are too great.
fn exact(groups: &[usize], sizes: [usize; 2], wins: f64) -> Option<f64> {
    let [n, m] = sizes.map(|size| size as f64);
    let losing = wins.min(n * m - wins);
    let (few, many) = (n.min(m), n.max(m));
    // A row for fewer values of the smaller sample than it has is at most this long.
    let row = (2.0 * losing).min((few - 1.0).max(0.0) * many) + 1.0;
    let all = choose(n + m, few);
    if n * m * row > STEPS || !all.is_finite() {
        return None;
    }
    // The smaller sample needs fewer rows. If it wins, the order is reversed, so that it loses.
    let is_first_few = n <= m;
    let is_reversed = (wins == losing) != is_first_few;
    let most = (2.0 * losing) as usize;
    let sizes = if is_first_few { sizes } else { [sizes[1], sizes[0]] };
    let ways = if is_reversed {
        ways(groups.iter().rev(), sizes, most)
    } else {
        ways(groups.iter(), sizes, most)
    };
    let low: f64 = ways.iter().sum();
    let high = all - low + ways.get(most).unwrap_or(&0.0);
    Some((2.0 * low.min(high) / all).min(1.0))
}

/// Returns the number of ways to divide values among two samples of these sizes, by twice the pairs
/// that the first sample wins, up to `most`. Equal values are next to each other in `groups`.
///
/// This is the recurrence of Mann and Whitney (1947) with ties: `ways[k]` counts the divisions of
/// the values so far of which `k` are in the first sample. If `more` of the `tied` values of the
/// next group are, each of them beats the values so far in the second sample, and ties with those
/// of its group.
fn ways<'g>(groups: impl Iterator<Item = &'g usize>, [n, m]: [usize; 2], most: usize) -> Vec<f64> {
    let mut ways = vec![Vec::new(); n + 1];
    ways[0].push(1.0);
    let mut before = 0;
    for &tied in groups {
        // From many to few, so that each row reads those that are not changed yet.
        for chosen in (0..=n.min(before + tied)).rev() {
            let (fewer, own) = ways.split_at_mut(chosen);
            let own = &mut own[0];
            if before + tied - chosen > m {
                own.clear();
                continue;
            }
            let mut choices = 1.0;
            for more in 1..=tied.min(chosen) {
                choices = choices * (tied + 1 - more) as f64 / more as f64;
                let from = &fewer[chosen - more];
                if from.is_empty() {
                    continue;
                }
                let won = more * (2 * (before + more - chosen) + tied - more);
                if won > most {
                    continue;
                }
                let end = (won + from.len()).min(most + 1);
                if own.len() < end {
                    own.resize(end, 0.0);
                }
                for (to, count) in own.iter_mut().skip(won).zip(from) {
                    *to += choices * count;
                }
            }
        }
        before += tied;
    }
    ways.swap_remove(n)
}

/// Returns the number of ways to choose `few` of `all` values: infinite if it is too great. It is
/// exact as long as all integers up to it are numbers of `f64`.
fn choose(all: f64, few: f64) -> f64 {
    let (mut ways, mut chosen) = (1.0, 0.0);
    while chosen < few && ways < f64::INFINITY {
        ways = ways * (all - chosen) / (chosen + 1.0);
        chosen += 1.0;
    }
    ways
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
        let approximate = |first: &[u32], second: &[u32]| {
            let ranks = Ranks::of_both(first, second);
            approximate(&ranks, [first.len(), second.len()], wins(first.len(), &ranks))
        };
        assert_close(approximate(&first, &second), 0.565_727_916_293);
        let tied = |values: &[u32]| values.repeat(3);
        assert_close(approximate(&tied(&[6, 5, 4, 3]), &tied(&[4, 3, 2, 1])), 0.001_642_550_133);
        // Too many steps to count, and too many ways.
        let (first, second): (Vec<_>, Vec<_>) = (0..1_000).partition(|value| value % 3 == 0);
        assert_eq!(rank_sum(&first, &second), approximate(&first, &second));
        let (first, second): (Vec<_>, Vec<_>) = (0..3_000).partition(|&value| value < 1_500);
        assert_eq!(rank_sum(&first, &second), approximate(&first, &second));
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
