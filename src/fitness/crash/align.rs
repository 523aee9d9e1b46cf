//! The least cost of an alignment that keeps the order.

use super::similarity::LEFT_OUT;
use smallvec::{SmallVec, smallvec};

/// The least cost of aligning n wanted frames with m thrown ones, `apart` telling what a pair costs: [`Similarity::Ordered`].
///
/// Dynamic programming over D(i, j), the least cost for the first i wanted and the first j thrown frames; thrown frames behind those do
/// not count, so the answer is the least D(n, j). Whatever costs at most w leaves out at most w frames on either side, so it lies within
/// w of the diagonal: bands are tried that are wider and wider, until the cost is no more than the band is wide.
///
/// [`Similarity::Ordered`]: super::Similarity::Ordered
pub(super) fn align(n: usize, m: usize, apart: impl Fn(usize, usize) -> f64) -> f64 {
    let mut width = 8;
    loop {
        let cost = within(width, n, m, &apart);
        if cost <= width as f64 || width >= n {
            return cost; // to leave out all wanted frames costs n
        }
        width = (8 * width).min(n);
    }
}

/// The least cost over alignments that lie within `width` of the diagonal; infinite if there is none.
fn within(width: usize, n: usize, m: usize, apart: impl Fn(usize, usize) -> f64) -> f64 {
    let m = m.min(n + width);
    if n - m.min(n) > width {
        return f64::INFINITY; // so many wanted frames are left out
    }
    // D(i - 1, ..) up to j, D(i, ..) before it. What lies outside the band stays infinite.
    let mut row: SmallVec<[f64; 128]> = smallvec![f64::INFINITY; m + 1];
    for (j, cost) in row.iter_mut().enumerate().take(width + 1) {
        *cost = LEFT_OUT * j as f64;
    }
    for i in 1..=n {
        let first = i.saturating_sub(width).max(1);
        let last = m.min(i + width);
        let mut diagonal = row[first - 1];
        // The cell before the first one: a border of the table, or outside the band.
        row[first - 1] = if i <= width { LEFT_OUT * i as f64 } else { f64::INFINITY };
        let mut left = row[first - 1];
        for (j, cell) in (first..).zip(&mut row[first..=last]) {
            let up = *cell;
            left = (diagonal + apart(i - 1, j - 1)).min(up.min(left) + LEFT_OUT);
            diagonal = up;
            *cell = left;
        }
    }
    let first = n.saturating_sub(width);
    row[first.min(m)..].iter().fold(f64::INFINITY, |least, &cost| least.min(cost))
}
