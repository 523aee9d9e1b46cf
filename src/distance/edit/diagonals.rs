//! Sequences that are nearly equal: how far each number of edits leads along each diagonal of the matrix.
//!
//! On diagonal j - i, matches are free. With e edits one arrives from e - 1 edits on the same diagonal (substitution) or on a
//! neighbour (insertion, deletion) and then slides along the matches; only the furthest row on each diagonal counts. The least e
//! that reaches the last cell is the distance (Ukkonen, "Algorithms for Approximate String Matching", 1985).
//!
//! - Time O(n + d²) expected, O(n · d) at worst; memory O(d). No element is compared for anything but equality.
//! - The work is limited to about what bit vectors would cost at that distance: [`distance`] gives up when that is used up, or when
//!   the progress so far shows that it will be.

use alloc::vec;

/// What one step on a diagonal costs, in matching elements.
const STEP: usize = 8;
/// Edits before the progress is judged.
const FIRST_EDITS: usize = 4;

/// Returns the distance, or `None` if it is greater than `most` or takes too long to find; `run` counts how many of the first elements
/// agree.
pub(super) fn distance<T: Eq>(rows: &[T], columns: &[T], most: usize, run: impl Fn(&[T], &[T]) -> usize) -> Option<usize> {
    // After e edits (e + 1)² diagonals were visited.
    let budget = (STEP * most).saturating_mul(most).saturating_add(4 * rows.len());
    // By diagonal, `-most - 1 ..= most + 1`: the number of rows passed, plus 1; 0 if no cell was reached.
    let centre = most + 1;
    let mut reached = vec![0_usize; 2 * centre + 1];
    let mut spent = 0;
    for edits in 0..=most {
        let below = edits.min(rows.len());
        let above = edits.min(columns.len());
        let mut furthest = 0;
        // The values that this round overwrites are still needed for the next diagonal.
        let mut left = reached[centre - below - 1];
        let mut here = reached[centre - below];
        for diagonal in centre - below..=centre + above {
            let right = reached[diagonal + 1];
            // Rows passed, plus 1. From where nothing was reached this gives row 0, which as many insertions as edits do reach.
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

/// Returns the greatest distance that is found faster here than in bands of bit vectors: about √n + n / 400, as measured.
pub(super) fn most_edits(rows: usize) -> usize {
    rows.isqrt() + rows / 400
}

/// Returns `true` if the rows passed are so few that half as many edits again as allowed would not suffice at this rate.
fn hopeless(edits: usize, passed: usize, rows: usize, most: usize) -> bool {
    edits.saturating_mul(rows) > (most + most / 2).saturating_mul(passed)
}
