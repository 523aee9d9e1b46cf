//! Average ranks, which all tests by ranks are made of.

/// The ranks of a sample, counted from 1. Equal values share the mean of their ranks.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    /// Rank of each value, in the order given.
    pub(super) ranks: Vec<f64>,
    /// Sum of `t³ - t` over all groups of `t` equal values: 0 if all values differ.
    pub(super) ties: f64,
}

impl Ranks {
    /// Ranks values in ascending order, in O(n log n).
    pub(super) fn of<K: Ord>(values: &[K]) -> Self {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|&a, &b| values[a].cmp(&values[b]));
        let (mut ranks, mut ties, mut before) = (vec![0.0; values.len()], 0.0, 0);
        for tied in order.chunk_by(|&a, &b| values[a] == values[b]) {
            let count = tied.len() as f64;
            // Ranks before + 1 ..= before + count have this mean.
            let mean = before as f64 + (count + 1.0) / 2.0;
            for &at in tied {
                ranks[at] = mean;
            }
            ties += count * count * count - count;
            before += tied.len();
        }
        Self { ranks, ties }
    }

    /// Ranks two samples together; the ranks of `first` come first.
    pub(super) fn of_both<K: Ord>(first: &[K], second: &[K]) -> Self {
        let all: Vec<&K> = first.iter().chain(second).collect();
        Self::of(&all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_their_ranks() {
        let ranks = Ranks::of(&[20, 10, 20, 30, 20]);
        assert_eq!((ranks.ranks, ranks.ties), (vec![3.0, 1.0, 3.0, 5.0, 3.0], 24.0));
        assert!(Ranks::of::<u8>(&[]).ranks.is_empty());
        assert_eq!(Ranks::of_both(&[2], &[1, 3]).ranks, [2.0, 1.0, 3.0]);
    }
}
