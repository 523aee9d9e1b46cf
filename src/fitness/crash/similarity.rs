//! Cost of a thrown stack trace compared with the wanted one.

use crate::distance::Distance;
use crate::execution::StackFrame;
use crate::formula::computed;
use crate::sort::sort_by;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::{max, min};
use core::mem::swap;

/// The comparison of a thrown stack trace with the wanted one: a cost from 0 to the number of
/// wanted frames.
///
/// [`norm`](Distance::norm) of the cost is the d_tr of [`WeightedSum`](super::WeightedSum), in the
/// default form and in the published one. The publications of the sum and its block coverage print
/// no formula for d_tr. SEED (Derakhshanfar et al. 2020, 2.1) says only that the thrown trace must
/// include all frames up to the selected one. BBC (Derakhshanfar, Devroey, Zaidman 2022, 2.3) says
/// that d_tr compares the frames up to the target frame and lies in \[0, 1]. So neither variant is
/// printed there. Definition 1 of BBC is cited from EvoCrash, whose similarity is
/// [`Free`](Similarity::Free).
///
/// In the default form, the frames are aligned, from the innermost one on:
///
/// <svg viewBox="0 0 440 190" width="440" style="max-width: 100%; height: auto" role="img" font-family="sans-serif" font-size="13">
/// <title>Alignment of three wanted frames with five thrown frames: reserve is left out between aligned frames and costs 1, main lies farther out and costs nothing</title>
/// <g fill="none" stroke="currentColor"><rect x="10" y="34" width="90" height="24" rx="5"/><rect x="10" y="66" width="90" height="24" rx="5"/><rect x="10" y="98" width="90" height="24" rx="5"/><rect x="190" y="34" width="90" height="24" rx="5"/><rect x="190" y="66" width="90" height="24" rx="5" stroke-dasharray="4 3"/><rect x="190" y="98" width="90" height="24" rx="5"/><rect x="190" y="130" width="90" height="24" rx="5"/><rect x="190" y="162" width="90" height="24" rx="5" stroke-dasharray="4 3"/></g>
/// <g fill="none" stroke="#d9730d" stroke-width="2"><path d="M100 46 L190 46"/><path d="M100 78 L190 110"/><path d="M100 110 L190 142"/></g>
/// <g fill="currentColor" text-anchor="middle"><text x="55" y="18" font-weight="bold">wanted</text><text x="235" y="18" font-weight="bold">thrown</text><text x="55" y="51">grow</text><text x="55" y="83">push</text><text x="55" y="115">fill</text><text x="235" y="51">grow</text><text x="235" y="83">reserve</text><text x="235" y="115">push</text><text x="235" y="147">fill</text><text x="235" y="179">main</text></g>
/// <g fill="currentColor"><text x="290" y="51">0: innermost, the same</text><text x="290" y="83">1: left out in between</text><text x="290" y="115">0</text><text x="290" y="147">0</text><text x="290" y="179">0: farther out</text></g>
/// </svg>
///
/// ```
/// use sbst::execution::StackFrame;
/// use sbst::fitness::crash::Similarity;
///
/// let trace = |methods: &[&'static str]| -> Vec<_> {
///     methods.iter().map(|&method| StackFrame::new("Stack", method)).collect()
/// };
/// let wanted = trace(&["grow", "push", "fill"]);
/// let thrown = trace(&["grow", "reserve", "push", "fill", "main"]);
/// assert_eq!(Similarity::Ordered.cost(&wanted, &thrown).get(), 1.0);
/// ```
///
/// The two forms differ in calls that are repeated, missing, or in another order:
///
/// ```
/// use sbst::execution::StackFrame;
/// use sbst::fitness::crash::Similarity;
///
/// let [f, g, h] = ["f", "g", "h"].map(|method| StackFrame::new("Tree", method));
/// let cost = |wanted: &[_], thrown: &[_]| {
///     [Similarity::Ordered, Similarity::Free]
///         .map(|similarity| similarity.cost(wanted, thrown).get())
/// };
/// assert_eq!(cost(&[f, g], &[f, g, h]), [0.0, 0.0]); // calls farther out do not count
/// // two calls are wanted, and there was one
/// assert_eq!(cost(&[f, f], &[f]), [1.0, 0.0]);
/// assert_eq!(cost(&[f], &[g, f]), [2.0 / 3.0, 0.0]); // not thrown in f
/// assert_eq!(cost(&[f, g], &[]), [2.0, 2.0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Similarity {
    /// Compares by the least cost of an alignment that keeps the order, from the innermost frames
    /// on. An aligned pair costs its [`frame_distance`]. A wanted frame that
    /// is left out costs 1. A thrown frame that is left out costs 1 if an aligned thrown frame lies
    /// farther out, and otherwise nothing.
    ///
    /// The cost is 0 iff the innermost thrown frames match the wanted ones, each at distance 0.
    /// Time O(n) for n wanted frames if the cost is at most 8, and then nothing is allocated.
    /// Otherwise time is O(n c) for a cost of c, and the names are sorted once.
    #[default]
    Ordered,
    /// Compares by the sum, over the wanted frames, of the least distance to any thrown frame, or 1
    /// each if there is none. Neither the order of the calls nor their number counts. O(n m).
    ///
    /// With `Free`, a cost of 0 also comes from stack traces that hold the wanted frames in another
    /// order or among others; check [`Ordered`](Self::Ordered) before you report a crash as
    /// reproduced.
    ///
    /// Source: the comparison of EvoCrash, Soltani, Panichella, van Deursen, "Search-Based Crash
    /// Reproduction and Its Impact on Debugging" (2020).
    Free,
}

impl Similarity {
    /// Returns the cost of the thrown frames compared with the wanted ones, both the innermost
    /// first.
    #[must_use]
    pub fn cost<C: Ord, M: Ord>(
        self,
        wanted: &[StackFrame<C, M>],
        thrown: &[StackFrame<C, M>],
    ) -> Distance {
        let cost = match self {
            Self::Ordered => {
                // Frames that match from the innermost one on are aligned in some best alignment,
                // so they need no table.
                let pairs = wanted.iter().zip(thrown);
                let same =
                    pairs.take_while(|(wanted, thrown)| apart(wanted, thrown) == 0.0).count();
                align(&wanted[same..], &thrown[same..])
            }
            Self::Free => {
                let nearest = |wanted| {
                    thrown.iter().fold(LEFT_OUT, |least, thrown| less(least, apart(wanted, thrown)))
                };
                wanted.iter().map(nearest).sum()
            }
        };
        computed(cost)
    }
}

// The distance of two frames, and the least cost of an alignment of two stack traces that keeps the
// order.

/// Cost of a frame that is left out.
pub(super) const LEFT_OUT: f64 = 1.0;

/// Returns the distance between a thrown frame and the wanted frame, in \[0, 3/4]: 3/4 if the class
/// differs, else 2/3 if the method differs, else x / (1 + 2x), less than 1/2, for lines that are x
/// apart.
///
/// If class and method agree, it is 0 if the line of the wanted frame is unknown, and 1/2 if only
/// the line of the thrown frame is unknown.
///
/// Source: the values 3, 2 and x / (1 + x) of Soltani, Panichella, van Deursen, "Search-Based Crash
/// Reproduction and Its Impact on Debugging" (2020), each normalised again by x / (1 + x), as the
/// tool Botsing does.
///
/// ```
/// use sbst::execution::StackFrame;
/// use sbst::fitness::crash::frame_distance;
///
/// let wanted = StackFrame::new("Tree", "insert").at(40);
/// let distance = |thrown| frame_distance(&wanted, &thrown).get();
/// assert_eq!(distance(StackFrame::new("List", "insert").at(40)), 0.75);
/// assert_eq!(distance(StackFrame::new("Tree", "remove").at(40)), 2.0 / 3.0);
/// assert_eq!(distance(StackFrame::new("Tree", "insert")), 0.5);
/// assert_eq!(distance(StackFrame::new("Tree", "insert").at(41)), 1.0 / 3.0);
/// assert_eq!(distance(wanted), 0.0);
/// ```
#[must_use]
pub fn frame_distance<C: PartialEq, M: PartialEq>(
    wanted: &StackFrame<C, M>,
    thrown: &StackFrame<C, M>,
) -> Distance {
    computed(apart(wanted, thrown))
}

/// Returns the distance as a number.
#[inline]
pub(super) fn apart<C: PartialEq, M: PartialEq>(
    wanted: &StackFrame<C, M>,
    thrown: &StackFrame<C, M>,
) -> f64 {
    if wanted.class != thrown.class {
        return 0.75;
    }
    if wanted.method != thrown.method {
        return 2.0 / 3.0;
    }
    match (wanted.line, thrown.line) {
        (None, _) => 0.0,
        (Some(_), None) => 0.5,
        (Some(wanted), Some(thrown)) => {
            let lines = f64::from(wanted.abs_diff(thrown));
            lines / (1.0 + 2.0 * lines)
        }
    }
}

/// Returns the least cost of aligning the wanted frames with the thrown frames, as
/// [`Similarity::Ordered`] defines it.
///
/// Dynamic programming over D(i, j), the least cost for the first i wanted and the first j thrown
/// frames. Thrown frames farther out do not count, so the answer is the least D(n, j) over j. An
/// alignment of cost w leaves out at most w frames on either side, so it lies within w of the
/// diagonal (Ukkonen's band). Wider and wider bands are tried, until the cost is no more than the
/// width of the band.
pub(super) fn align<C: Ord, M: Ord>(
    wanted: &[StackFrame<C, M>],
    thrown: &[StackFrame<C, M>],
) -> f64 {
    let n = wanted.len();
    if thrown.is_empty() {
        return LEFT_OUT * n as f64;
    }
    // Any alignment outside of a band of width w costs more than w, so a cost of at most w is the
    // least of all. Leaving out all wanted frames costs n, so a band of width n needs no such
    // check.
    let near = within_narrow(wanted, thrown);
    if near <= NARROW as f64 || n <= NARROW {
        return near;
    }
    // From here on there are many pairs to compare, so names are compared by number. Thrown frames
    // from 2 n on lie outside of every band.
    let [wanted, thrown] = numbered(wanted, &thrown[..min(thrown.len(), 2 * n)]);
    let mut width = NARROW;
    loop {
        // Grow by a factor of 8, so that all narrower bands together cost little beside the last
        // one; the whole table, once the band would be a considerable part of it.
        width = if width < n / 16 { 8 * width } else { n };
        let cost = within(width, &wanted, &thrown);
        if cost <= width as f64 || width == n {
            return cost;
        }
    }
}

/// Width of the first band. Nearly all stack traces stay within it.
const NARROW: usize = 8;

/// Returns the least cost over alignments within [`NARROW`] of the diagonal, or infinity if there
/// is none. The rows are computed in place, in constant space: D(i, j) is stored at index j - i, so
/// the value of the row before is at the next index.
fn within_narrow<C: PartialEq, M: PartialEq>(
    wanted: &[StackFrame<C, M>],
    thrown: &[StackFrame<C, M>],
) -> f64 {
    let (n, m) = (wanted.len(), thrown.len());
    let at = |i: usize, j: usize| 1 + NARROW + j - i;
    // The cells on either end are never written, and stay infinite: they stand for everything
    // outside of the band.
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
                // Before the assignment `row[cell]` is D(i - 1, j - 1), `row[cell + 1]` is D(i - 1,
                // j), and `row[cell - 1]`, already of this row, is D(i, j - 1).
                row[cell] = less(
                    row[cell] + apart(wanted, thrown),
                    less(row[cell + 1], row[cell - 1]) + LEFT_OUT,
                );
            }
        }
    }
    (n.saturating_sub(NARROW)..=min(m, n + NARROW))
        .fold(f64::INFINITY, |least, j| less(row[at(n, j)], least))
}

/// Returns the frames with numbers in place of names. Two numbers of a wanted and a thrown frame
/// are equal iff the names are.
fn numbered<C: Ord, M: Ord>(
    wanted: &[StackFrame<C, M>],
    thrown: &[StackFrame<C, M>],
) -> [Vec<StackFrame<u32>>; 2] {
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

/// Returns the distinct names, ascending.
fn sorted<'a, T: Ord>(names: impl Iterator<Item = &'a T>) -> Vec<&'a T> {
    let mut names: Vec<_> = names.collect();
    sort_by(&mut names, Ord::cmp);
    names.dedup();
    names
}

/// Returns the index of a name, or a number that is the index of no name.
fn number<T: Ord>(names: &[&T], name: &T) -> u32 {
    names.binary_search(&name).map_or(u32::MAX, |place| place as u32)
}

/// Returns the least cost over alignments within `width` of the diagonal, or infinity if there is
/// none.
///
/// The table is computed by anti-diagonals, i + j. Cells with the same sum do not depend on each
/// other, so the processor computes several at a time. Along a row, each cell would wait for the
/// one before.
fn within<C: PartialEq, M: PartialEq>(
    width: usize,
    wanted: &[StackFrame<C, M>],
    thrown: &[StackFrame<C, M>],
) -> f64 {
    let n = wanted.len();
    let m = min(thrown.len(), n + width);
    if n - min(m, n) > width {
        return f64::INFINITY; // more wanted frames are left out than the width allows
    }
    // Values of D at index i + 1, for the sums s - 2, s - 1 and s. The cells next to those of a sum
    // are infinite, and stand for everything outside of the band.
    let row = || vec![f64::INFINITY; n + 3];
    let (mut last_but_one, mut last, mut now) = (row(), row(), row());
    last[1] = 0.0; // D(0, 0)
    let mut least = if n == 0 { 0.0 } else { f64::INFINITY };
    for sum in 1..=n + m {
        // The band: i - j and j - i are at most the width. The table: i <= n and j <= m.
        let low = max(sum.saturating_sub(m), (sum.saturating_sub(width)).div_ceil(2));
        let high = min(min(sum, n), (sum + width) / 2);
        // The cells of this sum with frames on both sides, i from `first` on and before `end`.
        // Cells at the rim of the table, with no frame on one side, leave out all frames of the
        // other side.
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
            let pairs =
                wanted[first - 1..end - 1].iter().zip(thrown[sum - end..sum - first].iter().rev());
            // D(i - 1, j - 1) has sum s - 2 and index i; D(i - 1, j) has sum s - 1 and index i;
            // D(i, j - 1) has sum s - 1 and index i + 1.
            let before = last_but_one[first..end]
                .iter()
                .zip(last[first..end].iter().zip(&last[first + 1..end + 1]));
            for ((cell, (&paired, (&up, &left))), (wanted, thrown)) in
                now[first + 1..end + 1].iter_mut().zip(before).zip(pairs)
            {
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

/// Returns the lesser of two numbers that are not NaN, in one instruction; `f64::min` also handles
/// NaN.
#[inline]
pub(super) fn less(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
