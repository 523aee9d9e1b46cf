//! The least cost of an alignment that keeps the order.

use super::frame::{LEFT_OUT, apart};
use crate::execution::StackFrame;
use crate::sort::sort_by;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::{max, min};
use core::mem::swap;

/// The least cost of aligning the wanted frames with the thrown ones: [`Similarity::Ordered`](super::Similarity::Ordered).
///
/// Dynamic programming over D(i, j), the least cost for the first i wanted and the first j thrown frames; thrown frames after those do
/// not count, so the answer is the least D(n, j). Whatever costs at most w leaves out at most w frames on either side, so it lies within
/// w of the diagonal: wider and wider bands are tried, until the cost is no more than the band is wide.
pub(super) fn align<C: Ord, M: Ord>(wanted: &[StackFrame<C, M>], thrown: &[StackFrame<C, M>]) -> f64 {
    let n = wanted.len();
    if thrown.is_empty() {
        return LEFT_OUT * n as f64;
    }
    let near = within_narrow(wanted, thrown);
    if near <= NARROW as f64 || n <= NARROW {
        return near; // to leave out all wanted frames costs n
    }
    // From here on pairs are many: names are compared by number.
    let [wanted, thrown] = numbered(wanted, &thrown[..min(thrown.len(), 2 * n)]);
    let mut width = NARROW;
    loop {
        // The last band but one costs little beside the whole table.
        width = if width < n / 16 { 8 * width } else { n };
        let cost = within(width, &wanted, &thrown);
        if cost <= width as f64 || width == n {
            return cost;
        }
    }
}

/// How far from the diagonal is near: the frames of nearly all stack traces.
const NARROW: usize = 8;

/// The least cost over alignments that lie within [`NARROW`] of the diagonal; infinite if there is none. Row by row, in place, however
/// long they are: D(i, j) stands at j - i, so the one of the row before is the one to its right.
fn within_narrow<C: PartialEq, M: PartialEq>(wanted: &[StackFrame<C, M>], thrown: &[StackFrame<C, M>]) -> f64 {
    let (n, m) = (wanted.len(), thrown.len());
    let at = |i: usize, j: usize| 1 + NARROW + j - i;
    let mut row = [f64::INFINITY; 2 * NARROW + 3]; // on either side one that stays
    for j in 0..=min(m, NARROW) {
        row[at(0, j)] = LEFT_OUT * j as f64;
    }
    for (i, wanted) in (1..).zip(wanted) {
        if i <= NARROW {
            row[at(i, 0)] = LEFT_OUT * i as f64;
        }
        let (first, last) = (max(i.saturating_sub(NARROW), 1), min(m, i + NARROW));
        if first <= last {
            let cell = at(i, first);
            for (cell, thrown) in (cell..).zip(&thrown[first - 1..last]) {
                row[cell] = less(row[cell] + apart(wanted, thrown), less(row[cell + 1], row[cell - 1]) + LEFT_OUT);
            }
        }
    }
    (n.saturating_sub(NARROW)..=min(m, n + NARROW)).fold(f64::INFINITY, |least, j| less(row[at(n, j)], least))
}

/// The same frames with numbers for names: equal in a wanted and a thrown frame iff the names are.
fn numbered<C: Ord, M: Ord>(wanted: &[StackFrame<C, M>], thrown: &[StackFrame<C, M>]) -> [Vec<StackFrame<u32>>; 2] {
    let classes = sorted(wanted.iter().map(|frame| &frame.class));
    let methods = sorted(wanted.iter().map(|frame| &frame.method));
    [wanted, thrown].map(|frames| {
        let numbers = |frame: &StackFrame<C, M>| StackFrame {
            class: number(&classes, &frame.class),
            method: number(&methods, &frame.method),
            line: frame.line,
        };
        frames.iter().map(numbers).collect()
    })
}

fn sorted<'a, T: Ord>(names: impl Iterator<Item = &'a T>) -> Vec<&'a T> {
    let mut names: Vec<_> = names.collect();
    sort_by(&mut names, Ord::cmp);
    names.dedup();
    names
}

/// Its place, or, if it is not there, a number that is nobody's place.
fn number<T: Ord>(names: &[&T], name: &T) -> u32 {
    names.binary_search(&name).map_or(u32::MAX, |place| place as u32)
}

/// The least cost over alignments that lie within `width` of the diagonal; infinite if there is none.
///
/// Goes by i + j: cells with the same sum do not depend on each other, so the processor computes several at a time, whereas along a
/// row each waits for the one before.
fn within<C: PartialEq, M: PartialEq>(width: usize, wanted: &[StackFrame<C, M>], thrown: &[StackFrame<C, M>]) -> f64 {
    let n = wanted.len();
    let m = min(thrown.len(), n + width);
    if n - min(m, n) > width {
        return f64::INFINITY; // so many wanted frames are left out
    }
    // D by i + 1, for the sums s - 2, s - 1 and s. Beside the cells of a sum stands what lies outside the band.
    let row = || vec![f64::INFINITY; n + 3];
    let (mut last_but_one, mut last, mut now) = (row(), row(), row());
    last[1] = 0.0; // D(0, 0)
    let mut least = if n == 0 { 0.0 } else { f64::INFINITY };
    for sum in 1..=n + m {
        // i - j is at most the width, and so is j - i.
        let low = max(sum.saturating_sub(m), (sum.saturating_sub(width)).div_ceil(2));
        let high = min(min(sum, n), (sum + width) / 2);
        // Cells with frames on both sides; beside them, those with none on one side.
        let (first, end) = (max(low, 1), min(high, sum - 1) + 1);
        now[low] = f64::INFINITY;
        now[high + 2] = f64::INFINITY;
        if low == 0 {
            now[1] = LEFT_OUT * sum as f64;
        }
        if high == sum {
            now[sum + 1] = LEFT_OUT * sum as f64;
        }
        if first < end {
            let pairs = wanted[first - 1..end - 1].iter().zip(thrown[sum - end..sum - first].iter().rev());
            let before = last_but_one[first..end].iter().zip(last[first..end].iter().zip(&last[first + 1..end + 1]));
            for ((cell, (&paired, (&up, &left))), (wanted, thrown)) in now[first + 1..end + 1].iter_mut().zip(before).zip(pairs) {
                *cell = less(paired + apart(wanted, thrown), less(up, left) + LEFT_OUT);
            }
        }
        if high == n {
            least = less(least, now[n + 1]);
        }
        swap(&mut last_but_one, &mut last);
        swap(&mut last, &mut now);
    }
    least
}

/// The less of two numbers that are not NaN: one instruction, where `f64::min` asks for NaN.
#[inline]
pub(super) fn less(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
