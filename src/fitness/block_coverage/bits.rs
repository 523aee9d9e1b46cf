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
    (0..).step_by(64).zip(words).flat_map(|(first, mut word)| {
        core::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            (word != 0).then(|| {
                word &= word - 1;
                first + bit
            })
        })
    })
}
