//! A case and the random choices that made it.

use std::rc::Rc;

/// A case of a property: the words that the strategy drew for it. A copy shares them.
///
/// Generators give words of 32 bits, and a number of 64 bits is two of them. So a word is the least
/// choice that has a meaning.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) words: Rc<[u32]>,
    /// Number of cases before this one.
    pub(crate) number: u64,
}

impl Case {
    /// Creates a case from the bytes that were drawn. A last word that is not complete is filled
    /// with zeros.
    pub(crate) fn new(number: u64, bytes: &[u8]) -> Self {
        let word = |bytes: &[u8]| {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(word)
        };
        Self { words: bytes.chunks(4).map(word).collect(), number }
    }
}

/// Returns the bytes of words.
pub(crate) fn bytes_of(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}
