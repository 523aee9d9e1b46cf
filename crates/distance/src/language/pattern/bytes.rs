//! Literals and classes of patterns over bytes.

use super::PatternError;
use super::fragments::{Ends, Fragments, Unit};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use regex_syntax::hir::{Class, ClassUnicode};
use regex_syntax::utf8::{Utf8Range, Utf8Sequences};

impl Unit for u8 {
    const UNICODE: bool = false;

    fn literal(bytes: &[u8]) -> Result<Vec<Self>, PatternError> {
        Ok(bytes.to_vec())
    }

    fn class(
        fragments: &mut Fragments<'_, Self>,
        class: &Class,
        ends: Ends,
    ) -> Result<(), PatternError> {
        match class {
            Class::Bytes(bytes) => fragments.class_edge(
                class,
                bytes.iter().map(|range| (range.start(), range.end())),
                ends,
            ),
            Class::Unicode(chars) => encodings(fragments, chars, ends),
        }
    }
}

/// Returns the encodings of the chars of a class in UTF-8, from their last byte backwards:
/// sequences that end alike share their states, and those that differ in the first byte only share
/// an edge.
fn encodings(
    fragments: &mut Fragments<'_, u8>,
    chars: &ClassUnicode,
    (from, to): Ends,
) -> Result<(), PatternError> {
    let mut tails: BTreeMap<(u32, Utf8Range), u32> = BTreeMap::new();
    let mut heads: BTreeMap<u32, Vec<(u8, u8)>> = BTreeMap::new();
    for sequence in chars.iter().flat_map(|range| Utf8Sequences::new(range.start(), range.end())) {
        let Some((head, tail)) = sequence.as_slice().split_first() else { continue };
        let mut at = to;
        for &range in tail.iter().rev() {
            at = match tails.get(&(at, range)) {
                Some(&state) => state,
                None => {
                    let state = fragments.state()?;
                    fragments.edge([(range.start, range.end)], (state, at))?;
                    tails.insert((at, range), state);
                    state
                }
            };
        }
        heads.entry(at).or_default().push((head.start, head.end));
    }
    if heads.is_empty() {
        return fragments.edge([], (from, to)); // counted, so that repeating it comes to an end
    }
    for (at, ranges) in heads {
        fragments.edge(ranges, (from, at))?;
    }
    Ok(())
}
