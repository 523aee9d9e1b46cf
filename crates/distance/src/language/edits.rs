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
//! The last line relates a column to itself, possibly along cycles. There are two ways to solve it.
//! [`Sweeps`] go through the states in their order, and repeat: they are several times faster, and
//! nearly always one or two repetitions suffice. [`Levels`] go through the states in the order of
//! their costs: they are linear for every automaton. They take over for the rest of a text at the
//! first column that needs too many sweeps.
//!
//! O(length · (states + edges)) time, plus one sort of the states; O(states + edges) space.

use super::levels::Levels;
use super::sweeps::Sweeps;
use super::tables::{FAR, Tables};
use alloc::vec::Vec;

/// Number of repeated sweeps of a column after which [`Levels`] take over.
const AGAIN: u32 = 4;

/// Returns the least number of edits that turn `text`, of at most `length` symbols, into a text of
/// the language; `None` if the language is empty.
pub(super) fn edits(
    tables: &Tables,
    text: impl Iterator<Item = u32>,
    length: usize,
) -> Option<usize> {
    // No cost is greater than one edit for each symbol and one for each state.
    let costs_fit = length.saturating_add(tables.states()) < FAR as usize;
    edits_within(tables, text, costs_fit.then_some(AGAIN))
}

/// Returns the least number of edits, with at most `again` repeated sweeps for each column. `None`
/// uses levels only.
fn edits_within(
    tables: &Tables,
    mut text: impl Iterator<Item = u32>,
    again: Option<u32>,
) -> Option<usize> {
    if tables.states() == 0 {
        return None;
    }
    let mut scratch = Vec::new();
    let Some(mut sweeps) = again.and_then(|again| Sweeps::begin(tables, again)) else {
        return by_levels(tables, Levels::begin(tables), text, scratch);
    };
    while !sweeps.absorbed() {
        let Some(symbol) = text.next() else { break };
        let holds = tables.membership.row(symbol, &mut scratch);
        // The unsettled column is thrown away: levels compute it anew from the settled column
        // before it.
        if !sweeps.read(holds) {
            let mut levels = Levels::new(tables, sweeps.before());
            levels.read(holds);
            return by_levels(tables, levels, text, scratch);
        }
    }
    sweeps.least_accepting()
}

/// Reads the rest of a text by levels, and returns the least number of edits.
fn by_levels(
    tables: &Tables,
    mut levels: Levels<'_>,
    text: impl Iterator<Item = u32>,
    mut scratch: Vec<bool>,
) -> Option<usize> {
    for symbol in text {
        if levels.absorbed() {
            break;
        }
        levels.read(tables.membership.row(symbol, &mut scratch));
    }
    levels.least_accepting()
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
        fn sweeps_and_levels_agree_wherever_one_hands_over_to_the_other(
            count in 1..20_u32,
            accepting in prop::collection::vec(prop::bool::weighted(0.2), 20),
            edges in prop::collection::vec((0..20_u32, prop::option::weighted(0.7, 0..4_u32), 0..20_u32), 0..60),
            text in prop::collection::vec(0..6_u32, 0..20),
        ) {
            let tables = tables(count, &accepting, &edges);
            let levels = edits_within(&tables, text.iter().copied(), None);
            for again in [0, 1, 2, 100] {
                prop_assert_eq!(edits_within(&tables, text.iter().copied(), Some(again)), levels);
            }
        }
    }

    #[test]
    fn levels_skip_costs_that_no_state_has() {
        // Any number of the one letter, or of the other: after many of the one, the other is far
        // behind.
        let tables = tables(
            3,
            &[false, true, true],
            &[(0, None, 1), (0, None, 2), (1, Some(1), 1), (2, Some(3), 2)],
        );
        // One by one, the levels between them would take hours.
        const EACH: usize = 200_000;
        let text = core::iter::repeat_n(1, EACH).chain(core::iter::repeat_n(3, EACH + 1));
        assert_eq!(edits_within(&tables, text, None), Some(EACH));
    }

    #[test]
    fn costs_that_do_not_fit_into_32_bits_are_left_to_levels() {
        let tables = tables(1, &[true], &[(0, Some(1), 0)]);
        let text = || [1, 5, 2].into_iter();
        assert_eq!(edits(&tables, text(), 3), Some(1));
        assert_eq!(edits(&tables, text(), usize::MAX), Some(1));
    }
}
