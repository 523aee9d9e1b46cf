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
pub(super) fn each(words: impl Iterator<Item = u64> + Clone) -> impl Iterator<Item = u32> + Clone {
    words.enumerate().flat_map(|(number, mut word)| {
        core::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            word &= word.checked_sub(1)?; // none is left
            Some(64 * number as u32 + bit)
        })
    })
}

/// Splits words into rows of equal width.
pub(super) fn rows<const N: usize>(words: &[u64]) -> [&[u64]; N] {
    let width = words.len() / N;
    core::array::from_fn(|row| &words[row * width..][..width])
}

/// Splits words into rows of equal width, to write them.
pub(super) fn rows_mut<const N: usize>(words: &mut [u64]) -> [&mut [u64]; N] {
    let (width, mut rest) = (words.len() / N, words);
    core::array::from_fn(|_| {
        let (row, others) = core::mem::take(&mut rest).split_at_mut(width);
        rest = others;
        row
    })
}
