//! Rows of bits, all of one length.

use alloc::vec;
use alloc::vec::Vec;

#[derive(Clone, Debug)]
pub(super) struct Bits {
    /// One row after the other, each of `stride` words; bit b of a row is bit b % 64 of its word b / 64.
    words: Vec<u64>,
    stride: usize,
    rows: usize,
}

impl Bits {
    /// From rows that may be shorter than they will be.
    pub(super) fn new(rows: &[&[u64]], bits: usize) -> Self {
        let stride = bits.div_ceil(64);
        let mut words = vec![0; rows.len() * stride];
        for (to, row) in words.chunks_exact_mut(stride.max(1)).zip(rows) {
            to[..row.len()].copy_from_slice(row);
        }
        Self { words, stride, rows: rows.len() }
    }

    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the number of words of a row.
    pub(super) const fn stride(&self) -> usize {
        self.stride
    }

    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }

    /// Returns the rows in another order, or some of them.
    pub(super) fn in_order(&self, order: &[usize]) -> Self {
        Self { words: order.iter().flat_map(|&row| self.row(row)).copied().collect(), stride: self.stride, rows: order.len() }
    }

    /// Creates a row for each bit, with a bit for each row: by squares of 64 rows and 64 bits.
    pub(super) fn transposed(&self) -> Self {
        let (stride, rows) = (self.rows.div_ceil(64), self.stride * 64);
        let mut words = vec![0; rows * stride];
        for (word, row) in (0..self.stride).flat_map(|word| (0..stride).map(move |row| (word, row))) {
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

/// Swaps the halves beside the diagonal, then those of each quarter, and so on. Warren, "Hacker's Delight" (2002), section 7-3.
fn transpose(square: &mut [u64; 64]) {
    let (mut half, mut mask) = (32, u64::from(u32::MAX));
    while half > 0 {
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
    let nonzero = |bits: u64| Some(bits).filter(|&bits| bits != 0);
    let in_word = move |word: u64| core::iter::successors(nonzero(word), move |&bits| nonzero(bits & (bits - 1)));
    row.iter().enumerate().flat_map(move |(at, &word)| in_word(word).map(move |bits| at * 64 + bits.trailing_zeros() as usize))
}

pub(super) fn count(row: &[u64]) -> u32 {
    row.iter().map(|word| word.count_ones()).sum()
}
