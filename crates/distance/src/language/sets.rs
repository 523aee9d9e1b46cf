//! Sets of symbols that edges read. Each set is kept once, and a table says which sets contain a
//! symbol.

use super::Letter;
use super::tables::Rows;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

/// Number of a set.
pub(super) type Set = u32;

/// Ascending ranges of symbols that neither overlap nor touch.
type Ranges = Vec<(u32, u32)>;

/// Table that gives equal sets the same number.
#[derive(Debug, Default)]
pub(super) struct Sets {
    /// Number of each set.
    numbers: BTreeMap<Ranges, Set>,
}

impl Sets {
    /// Returns the number of the union of `ranges`; `None` for the empty set. Sorts and joins the
    /// ranges.
    pub(super) fn intern<S: Letter>(&mut self, mut ranges: Ranges) -> Option<Set> {
        ranges.sort_unstable();
        ranges.dedup_by(|next, last| {
            let joined = next.0 <= S::after(last.1);
            if joined {
                last.1 = last.1.max(next.1);
            }
            joined
        });
        if ranges.is_empty() {
            return None;
        }
        // There are no more sets than edges, whose number is limited, so the number fits.
        let next = self.numbers.len() as Set;
        Some(*self.numbers.entry(ranges).or_insert(next))
    }

    /// Returns the number of the set of all symbols.
    pub(super) fn all<S: Letter>(&mut self) -> Option<Set> {
        self.intern::<S>(vec![(0, S::GREATEST)])
    }

    /// Returns the number of sets.
    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns the table of the sets that get a new number. The others are dropped.
    pub(super) fn renumber(self, new: &[Option<Set>], count: usize) -> Membership {
        let kept = self.numbers.iter().filter_map(|(set, &old)| Some((new[old as usize]?, set)));
        let ranges = kept.flat_map(|(new, set)| set.iter().map(move |&range| (new, range)));
        Membership::new(Rows::new(count, ranges))
    }
}

/// Table that says which sets contain a symbol: a row of flags, by the number of the set.
///
/// The bounds of all ranges cut the alphabet into stretches. All symbols of a stretch are in the
/// same sets. If there are few stretches and sets, the rows of all stretches are computed in
/// advance. Otherwise a row is computed for each symbol, by a binary search in each set.
#[derive(Clone, Debug)]
pub(super) struct Membership {
    /// Ranges of each set, ascending.
    pub(super) ranges: Rows<(u32, u32)>,
    /// First symbol of each stretch; empty if there is no table.
    stretches: Vec<u32>,
    /// Stretch of each symbol below 256, since most texts have no others.
    low: Vec<u32>,
    /// Rows of all stretches.
    rows: Vec<bool>,
}

/// Greatest number of flags in the table.
const CELLS: usize = 1 << 18;

impl Membership {
    /// Creates the table of these sets.
    fn new(ranges: Rows<(u32, u32)>) -> Self {
        // A stretch begins at the start of a range, after its end, and at 0.
        let mut stretches = vec![0];
        for &(low, high) in ranges.items() {
            stretches.extend_from_slice(&[low, high + 1]);
        }
        let mut membership =
            Self { ranges, stretches: Vec::new(), low: Vec::new(), rows: Vec::new() };
        stretches.sort_unstable();
        stretches.dedup();
        // With large alphabets the table could be quadratic in the pattern, so its size is limited.
        if stretches.len().saturating_mul(membership.ranges.len()) <= CELLS {
            let mut row = Vec::new();
            for &start in &stretches {
                membership.search(start, &mut row);
                membership.rows.extend_from_slice(&row);
            }
            membership.low = (0..256).map(|symbol| stretch(&stretches, symbol) as u32).collect();
            membership.stretches = stretches;
        }
        membership
    }

    /// Returns the flags of all sets for a symbol. Without a table they are computed in `scratch`.
    #[inline]
    pub(super) fn row<'a>(&'a self, symbol: u32, scratch: &'a mut Vec<bool>) -> &'a [bool] {
        if self.stretches.is_empty() {
            self.search(symbol, scratch);
            return scratch;
        }
        let stretch = match self.low.get(symbol as usize) {
            Some(&stretch) => stretch as usize,
            None => stretch(&self.stretches, symbol),
        };
        &self.rows[stretch * self.ranges.len()..][..self.ranges.len()]
    }

    /// Computes the flags of all sets for a symbol, by binary searches.
    fn search(&self, symbol: u32, row: &mut Vec<bool>) {
        row.clear();
        row.extend((0..self.ranges.len() as Set).map(|set| {
            let ranges = self.ranges.of(set);
            let at = ranges.partition_point(|range| range.1 < symbol);
            ranges.get(at).is_some_and(|range| range.0 <= symbol)
        }));
    }
}

/// Returns the stretch of a symbol. The first stretch begins at 0.
fn stretch(stretches: &[u32], symbol: u32) -> usize {
    stretches.partition_point(|&start| start <= symbol).saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn membership(sets: &[Ranges]) -> Membership {
        let mut interned = Sets::default();
        let numbers: Vec<_> = sets.iter().map(|set| interned.intern::<char>(set.clone())).collect();
        interned.renumber(&numbers, sets.len())
    }

    #[test]
    fn ranges_that_touch_are_one_even_around_the_surrogates() {
        let mut sets = Sets::default();
        let one =
            sets.intern::<char>(vec![(0xE000, 0x10_FFFF), (5, 9), (0, 4), (10, 0xD7FF), (3, 3)]);
        assert_eq!(one, sets.all::<char>());
        assert_ne!(one, sets.intern::<char>(vec![(0, 4), (6, 0x10_FFFF)]));
        assert_eq!(sets.intern::<char>(vec![]), None);
        assert_eq!(sets.len(), 2);
    }

    #[test]
    fn table_and_search_agree() {
        let few = vec![
            vec![(97, 122)],
            vec![(0, 96), (300, 0xD7FF)],
            vec![(122, 122), (0x10_FFFF, 0x10_FFFF)],
        ];
        // So many sets that there is no table.
        let mut many = few.clone();
        many.extend((0..600).map(|i| vec![(1_000 + 2 * i, 1_000 + 2 * i)]));
        let (few, many) = (membership(&few), membership(&many));
        assert!(!few.stretches.is_empty() && many.stretches.is_empty());
        let (mut one, mut other) = (Vec::new(), Vec::new());
        for symbol in
            [0, 96, 97, 121, 122, 123, 255, 256, 299, 300, 0xD7FF, 0xE000, 0x10_FFFE, 0x10_FFFF]
        {
            assert_eq!(few.row(symbol, &mut one), &many.row(symbol, &mut other)[..3], "{symbol}");
        }
    }
}
