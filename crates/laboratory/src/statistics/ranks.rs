//! Average ranks, which all tests by ranks are made of.

/// The ranks of a sample, counted from 1. Equal values share the mean of their ranks.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// Rank of each value, in the order given.
    pub(super) ranks: Vec<f64>,
    /// Number of equal values for each different value, in ascending order.
    pub(super) groups: Vec<usize>,
}

/// Greatest number of steps in which a distribution is counted out. They take less than a
/// second.
pub(super) const STEPS: f64 = 1e8;

impl Ranks {
    /// Ranks values in ascending order, in O(n log n).
    pub(super) fn of<K: Ord>(values: &[K]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].cmp(&values[b]));
        let (mut ranks, mut groups, mut before) = (vec![0.0; values.len()], Vec::new(), 0);
        for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
            let count = tied.len() as f64;
            // Ranks before + 1 ..= before + count have this mean.
            let mean = before as f64 + (count + 1.0) / 2.0;
            for &at in tied {
                ranks[at] = mean;
            }
            groups.push(tied.len());
            before += tied.len();
        }
        Self { ranks, groups }
    }

    /// Ranks two samples together; the ranks of `first` come first.
    pub(super) fn of_both<K: Ord>(first: &[K], second: &[K]) -> Self {
        let all: Vec<&K> = first.iter().chain(second).collect();
        Self::of(&all)
    }

    /// Returns the number of different orders of the ranks, which may be infinite.
    pub(super) fn permutations(&self) -> f64 {
        let factorial = |count: usize| (1..=count).map(|factor| factor as f64).product::<f64>();
        let shared: f64 = self.groups.iter().map(|&count| factorial(count)).product();
        factorial(self.ranks.len()) / shared
    }

    /// Returns the sum of `t³ - t` over all groups of `t` equal values: 0 if all values differ.
    pub(super) fn ties(&self) -> f64 {
        self.groups.iter().map(|&count| (count as f64).powi(3) - count as f64).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_ranks() {
        let ranks = Ranks::of(&[20, 10, 20, 30, 20]);
        assert_eq!((ranks.ties(), &ranks.groups[..]), (24.0, &[1, 3, 1][..]));
        assert_eq!(ranks.ranks, [3.0, 1.0, 3.0, 5.0, 3.0]);
        assert!(Ranks::of::<u8>(&[]).ranks.is_empty());
        assert_eq!(Ranks::of_both(&[2], &[1, 3]).ranks, [2.0, 1.0, 3.0]);
    }
}
