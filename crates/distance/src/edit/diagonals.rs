//! Diagonals: the edit distance of sequences that are nearly equal.
//!
//! On diagonal j - i of the matrix, matches are free. A cell with e edits is reached from one with
//! e - 1 edits: on the same diagonal by a substitution, on a neighbour by an insertion or deletion.
//! From there it slides along the matches. Only the farthest row on each diagonal counts. The least
//! e that reaches the last cell is the distance (Ukkonen, "Algorithms for Approximate String
//! Matching", 1985).
//!
//! - Time O(n + d²) expected, O(n · d) at worst; memory O(d). Elements are compared for equality
//!   only.
//! - The work is limited to about the cost of bit vectors at that distance. [`distance`] gives up
//!   when this budget is spent, or when the progress shows that it will be.

use alloc::vec;

/// Cost of one step on a diagonal, in comparisons of matching elements.
const STEP: usize = 8;
/// Number of edits before the progress is judged.
const FIRST_EDITS: usize = 4;

/// Returns the distance, or `None` if it is greater than `most` or takes too long to find; `run`
/// counts how many of the first elements agree.
pub(super) fn distance<T: Eq>(
    rows: &[T],
    columns: &[T],
    most: usize,
    run: impl Fn(&[T], &[T]) -> usize,
) -> Option<usize> {
    // After e edits, (e + 1)² diagonals have been visited.
    let budget = (STEP * most).saturating_mul(most).saturating_add(4 * rows.len());
    // By diagonal, `-most - 1 ..= most + 1`: the number of rows passed, plus 1; 0 if no cell was
    // reached.
    let centre = most + 1;
    let mut reached = vec![0_usize; 2 * centre + 1];
    let mut spent = 0;
    for edits in 0..=most {
        let below = edits.min(rows.len());
        let above = edits.min(columns.len());
        let mut furthest = 0;
        // This round overwrites the array in place, and the next diagonal still needs the old
        // values of this one: two variables keep them.
        let mut left = reached[centre - below - 1];
        let mut here = reached[centre - below];
        for diagonal in centre - below..=centre + above {
            let right = reached[diagonal + 1];
            // The rows passed, plus 1: by an insertion, a substitution or a deletion. If no
            // neighbour was reached, this gives row 0, which is right: as many insertions as edits
            // lead there.
            let arrived = left.max(here + 1).max(right + 1);
            (left, here) = (here, right);
            let row = (arrived - 1).min(rows.len()).min(columns.len() + centre - diagonal);
            let column = row + diagonal - centre;
            let matches = run(&rows[row..], &columns[column..]);
            let row = row + matches;
            if row == rows.len() && column + matches == columns.len() {
                return Some(edits);
            }
            reached[diagonal] = row + 1;
            furthest = furthest.max(row);
            spent += STEP + matches;
            if spent > budget {
                return None;
            }
        }
        if edits >= FIRST_EDITS && hopeless(edits, furthest, rows.len(), most) {
            return None;
        }
    }
    None
}

/// Returns the greatest distance that is found faster here than in bands of bit vectors: about √n +
/// n / 400, as measured.
pub(super) fn most_edits(rows: usize) -> usize {
    rows.isqrt() + rows / 400
}

/// Returns `true` if the rows passed are so few that half as many edits again as allowed would not
/// suffice at this rate.
fn hopeless(edits: usize, passed: usize, rows: usize, most: usize) -> bool {
    edits.saturating_mul(rows) > (most + most / 2).saturating_mul(passed)
}

// What two sequences have in common at their ends: it does not count towards the distance and is
// cut off.
//
// An optimal alignment may always match equal first elements with each other, and equal last ones.
// Linear time, no memory.

/// Returns the number of first elements that agree.
#[inline]
pub(super) fn common<T: Eq>(a: impl Iterator<Item = T>, b: impl Iterator<Item = T>) -> usize {
    a.zip(b).take_while(|(a, b)| a == b).count()
}

/// Returns the number of first bytes that agree: eight at a time, since nearly equal strings spend
/// most of their time here.
#[inline]
pub(super) fn of_bytes(a: &[u8], b: &[u8]) -> usize {
    let (wide_a, wide_b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    for (index, (a, b)) in wide_a.iter().zip(wide_b).enumerate() {
        let differing = u64::from_le_bytes(*a) ^ u64::from_le_bytes(*b);
        if differing != 0 {
            return 8 * index + differing.trailing_zeros() as usize / 8;
        }
    }
    let done = 8 * wide_a.len().min(wide_b.len());
    done + common(a[done..].iter(), b[done..].iter())
}

/// Both without their common prefix and suffix; `run` counts how many of the first elements agree.
#[inline]
pub(super) fn trimmed<'a, T: Eq>(
    a: &'a [T],
    b: &'a [T],
    run: impl Fn(&[T], &[T]) -> usize,
) -> (&'a [T], &'a [T]) {
    let prefix = run(a, b);
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let suffix = common(a.iter().rev(), b.iter().rev());
    (&a[..a.len() - suffix], &b[..b.len() - suffix])
}

/// Both without the `char`s that they have in common at their ends.
#[inline]
pub(super) fn trimmed_str<'a>(a: &'a str, b: &'a str) -> (&'a str, &'a str) {
    // Bytes are faster to compare. UTF-8 synchronises itself: where one string is amid a character
    // after equal bytes, so is the other.
    let mut prefix = of_bytes(a.as_bytes(), b.as_bytes());
    while !a.is_char_boundary(prefix) {
        prefix -= 1;
    }
    let (a, b) = (&a[prefix..], &b[prefix..]);
    let mut suffix = common(a.bytes().rev(), b.bytes().rev());
    while !a.is_char_boundary(a.len() - suffix) {
        suffix -= 1;
    }
    (&a[..a.len() - suffix], &b[..b.len() - suffix])
}
