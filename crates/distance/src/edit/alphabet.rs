//! Elements as dense numbers, so that masks of matching positions stand in a table.
//!
//! Elements of the shorter sequence, the text, have classes from 1 on in the order in which they
//! first occur. Elements of the pattern that do not occur in the text match nothing and have
//! class 0.
//!
//! Linear in time and memory for bytes and characters; any other elements take one comparison for
//! each distinct element of the text.

use super::characters::Slots;
use alloc::vec::Vec;

/// Two sequences in terms of their common elements.
pub(super) struct Classes {
    /// By row; 0 for what never matches.
    pub(super) pattern: Vec<usize>,
    /// By column; never 0.
    pub(super) text: Vec<usize>,
    /// Of classes, 0 included.
    pub(super) count: usize,
}

impl Classes {
    pub(super) fn of_bytes(pattern: &[u8], text: &[u8]) -> Self {
        let mut known = [0; 256];
        let mut count = 1;
        let text = text
            .iter()
            .map(|&byte| {
                let class = &mut known[usize::from(byte)];
                if *class == 0 {
                    *class = count;
                    count += 1;
                }
                *class
            })
            .collect();
        Self {
            pattern: pattern.iter().map(|&byte| known[usize::from(byte)]).collect(),
            text,
            count,
        }
    }

    pub(super) fn of_characters(pattern: &[char], text: &[char]) -> Self {
        let mut known = Slots::new(text);
        let text = text.iter().map(|&character| known.insert(character)).collect();
        Self {
            pattern: pattern.iter().map(|&character| known.get(character)).collect(),
            text,
            count: known.count() + 1,
        }
    }

    pub(super) fn of_elements<T: Eq>(pattern: &[T], text: &[T]) -> Self {
        let mut known = Vec::new();
        let find = |known: &[&T], element: &T| known.iter().position(|&other| other == element);
        let text = text
            .iter()
            .map(|element| {
                find(&known, element).unwrap_or_else(|| {
                    known.push(element);
                    known.len() - 1
                }) + 1
            })
            .collect();
        let pattern = pattern
            .iter()
            .map(|element| find(&known, element).map_or(0, |class| class + 1))
            .collect();
        Self { pattern, text, count: known.len() + 1 }
    }
}
