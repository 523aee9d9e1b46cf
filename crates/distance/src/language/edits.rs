//! The least number of edits between a text and a language: dynamic programming over state and
//! position.
//!
//! D(j, q) is the least number of edits after which the first j symbols lead from the start to
//! state q. A column holds D(j, ·) for one j; the next one follows from it by
//!
//! - D(j + 1, q) ≤ D(j, p), along an edge from p to q that reads symbol j;
//! - D(j + 1, q) ≤ D(j, p) + 1, along an edge that reads another (substitution);
//! - D(j + 1, q) ≤ D(j, q) + 1 (deletion);
//! - D(j, q) ≤ D(j, p) + 1, along any edge that reads a symbol (insertion), and D(j, q) ≤ D(j, p)
//!   along a free edge.
//!
//! The last line relates a column to itself, possibly along cycles. [`Sweeps`] solve it.
//!
//! O(length · (states + edges)) time, and a sort of the states where many cycles cross each other
//! and costs are far apart; O(states + edges) space.

use super::sweeps::{Cost, Sweeps};
use super::tables::{FAR, Tables};
use alloc::vec::Vec;

/// Number of sweeps of a column after which its states are settled in the order of their costs.
const MOST: u32 = 5;

/// Returns the least number of edits that turn `text`, of at most `length` symbols, into a text of
/// the language; `None` if the language is empty.
pub(super) fn edits(
    tables: &Tables,
    text: impl Iterator<Item = u32>,
    length: usize,
) -> Option<usize> {
    // No cost is greater than one edit for each symbol and one for each state.
    if length.saturating_add(tables.states()) < FAR as usize {
        edits_within::<i32>(tables, text, MOST)
    } else {
        edits_within::<i64>(tables, text, MOST)
    }
}

/// Returns the least number of edits, with at most `most` sweeps of each column.
fn edits_within<C: Cost>(
    tables: &Tables,
    text: impl Iterator<Item = u32>,
    most: u32,
) -> Option<usize> {
    if tables.states() == 0 {
        return None;
    }
    let mut scratch = Vec::new();
    let mut sweeps = Sweeps::<C>::begin(tables, most);
    for symbol in text {
        if sweeps.absorbed() {
            break;
        }
        sweeps.read(tables.membership.row(symbol, &mut scratch));
    }
    sweeps.least_accepting()
}

#[cfg(test)]
mod tests {
    use super::super::draft::Draft;
    use super::*;
    use proptest::prelude::*;

    /// From, set (of the letter with this number) or nothing, to.
    type Edge = (u32, Option<u32>, u32);

    fn tables(count: u32, accepting: &[bool], edges: &[Edge]) -> Tables {
        let mut draft =
            Draft { accepting: accepting[..count as usize].to_vec(), ..Draft::default() };
        for &(from, letter, to) in edges {
            match letter {
                Some(letter) => {
                    let set = draft.sets.intern::<u8>(alloc::vec![(letter, letter + 1)]);
                    draft.edge(from % count, set, to % count);
                }
                None => draft.free(from % count, to % count),
            }
        }
        Tables::new::<u8>(draft)
    }

    proptest! {
        #[test]
        fn sweeps_agree_with_costs_in_order_and_in_64_bits(
            count in 1..20_u32,
            accepting in prop::collection::vec(prop::bool::weighted(0.2), 20),
            edges in prop::collection::vec((0..20_u32, prop::option::weighted(0.7, 0..4_u32), 0..20_u32), 0..60),
            text in prop::collection::vec(0..6_u32, 0..20),
        ) {
            let tables = tables(count, &accepting, &edges);
            let expected = edits_within::<i32>(&tables, text.iter().copied(), u32::MAX);
            for most in [0, 1, 2, 100] {
                prop_assert_eq!(edits_within::<i32>(&tables, text.iter().copied(), most), expected);
                prop_assert_eq!(edits_within::<i64>(&tables, text.iter().copied(), most), expected);
            }
        }
    }

    #[test]
    fn costs_that_no_state_has_take_no_time() {
        // Any number of the one letter, or of the other: after many of the one, the other is far
        // behind.
        let tables = tables(
            3,
            &[false, true, true],
            &[(0, None, 1), (0, None, 2), (1, Some(1), 1), (2, Some(3), 2)],
        );
        // One by one, the costs between them would take hours.
        const EACH: usize = 200_000;
        let text = core::iter::repeat_n(1, EACH).chain(core::iter::repeat_n(3, EACH + 1));
        assert_eq!(edits_within::<i32>(&tables, text, 0), Some(EACH));
    }

    #[test]
    fn costs_that_may_not_fit_into_32_bits_take_64() {
        let tables = tables(1, &[true], &[(0, Some(1), 0)]);
        let text = || [1, 5, 2].into_iter();
        assert_eq!(edits(&tables, text(), 3), Some(1));
        assert_eq!(edits(&tables, text(), usize::MAX), Some(1));
    }
}
