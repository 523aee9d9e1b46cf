//! Bit matrix with rows of one length.

use alloc::vec;
use alloc::vec::Vec;

/// Bit matrix, row by row in one array. Bits past the last one of a row are 0.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// One row after the other, each of `stride` words. Bit b of a row is bit b % 64 of its word b
    /// / 64.
    words: Vec<u64>,
    /// The number of words of a row.
    pub(super) stride: usize,
    /// The number of rows.
    pub(super) rows: usize,
}

impl Bits {
    /// Creates a matrix with rows of `bits` bits. Shorter rows are filled with zeros.
    pub(super) fn new(rows: &[&[u64]], bits: usize) -> Self {
        let stride = bits.div_ceil(64);
        let mut words = vec![0; rows.len() * stride];
        for (to, row) in words.chunks_exact_mut(stride.max(1)).zip(rows) {
            to[..row.len()].copy_from_slice(row);
        }
        Self { words, stride, rows: rows.len() }
    }

    /// Returns the words of a row.
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// Returns the matrix of the rows that `order` lists, in this order.
    pub(super) fn in_order(&self, order: &[usize]) -> Self {
        let mut words = Vec::with_capacity(order.len() * self.stride);
        for &row in order {
            words.extend_from_slice(self.row(row));
        }
        Self { words, stride: self.stride, rows: order.len() }
    }

    /// Returns the transposed matrix: a row for each bit, with a bit for each row. It has rows for
    /// the unused bits of the last word, too.
    pub(super) fn transposed(&self) -> Self {
        let (stride, rows) = (self.rows.div_ceil(64), self.stride * 64);
        let mut words = vec![0; rows * stride];
        // Square by square of 64 rows and 64 bits. Moving one bit at a time would take 64 times as
        // many steps.
        for (word, row) in (0..self.stride).flat_map(|word| (0..stride).map(move |row| (word, row)))
        {
            // Rows past the last one stay zeros: the zip ends early.
            let mut square = [0; 64];
            for (line, number) in square.iter_mut().zip(row * 64..self.rows) {
                *line = self.words[number * self.stride + word];
            }
            transpose(&mut square);
            for (number, line) in (word * 64..).zip(square) {
                words[number * stride + row] = line;
            }
        }
        Self { words, stride, rows }
    }
}

/// Transposes a square of 64 lines of 64 bits in place, in 6 rounds of 32 swaps.
///
/// Source: Warren, "Hacker's Delight" (2002), section 7-3.
fn transpose(square: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, u64::from(u32::MAX));
    while half > 0 {
        // Each square of 2 * half lines and bits swaps its two quarters beside the diagonal. `mask`
        // has the lower half of the bits of each such square.
        for line in (0..64).filter(|line| line & half == 0) {
            let swapped = (square[line] >> half ^ square[line + half]) & mask;
            square[line] ^= swapped << half;
            square[line + half] ^= swapped;
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// Returns the numbers of the bits that are set, ascending.
pub(super) fn ones(row: &[u64]) -> impl Iterator<Item = usize> {
    // The current word, and those of its bits that are left.
    let (mut at, mut bits) = (0, row.first().copied().unwrap_or(0));
    core::iter::from_fn(move || {
        while bits == 0 {
            bits = *row.get(at + 1)?;
            at += 1;
        }
        let bit = bits.trailing_zeros() as usize;
        bits &= bits - 1; // clears the lowest bit that is set
        Some(at * 64 + bit)
    })
}

/// Returns the number of bits that are set.
pub(super) fn count(row: &[u64]) -> u32 {
    row.iter().map(|word| word.count_ones()).sum()
}
