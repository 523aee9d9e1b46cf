//! Rows of bits, one for each block of a function.

/// Returns `true` if the bit is set.
pub(super) fn has(row: &[u64], local: u32) -> bool {
    row[local as usize / 64] >> (local % 64) & 1 == 1
}

/// Sets a bit.
pub(super) fn set(row: &mut [u64], local: u32) {
    row[local as usize / 64] |= 1 << (local % 64);
}

/// Returns an iterator over the numbers of the set bits, ascending.
pub(super) fn each<W: Iterator<Item = u64>>(words: W) -> Each<W> {
    Each { words, word: 0, first: 0, next: 0 }
}

/// An iterator over the bits that are set.
#[derive(Clone, Debug)]
pub(super) struct Each<W> {
    words: W,
    /// The bits of the current word that are left.
    word: u64,
    /// The number of the first bit of the current word.
    first: u32,
    /// The number of the first bit of the next word.
    next: u32,
}

impl<W: Iterator<Item = u64>> Iterator for Each<W> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while self.word == 0 {
            self.word = self.words.next()?;
            self.first = self.next;
            self.next = self.next.wrapping_add(64);
        }
        let bit = self.word.trailing_zeros();
        self.word &= self.word - 1;
        Some(self.first + bit)
    }
}
