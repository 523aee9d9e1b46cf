//! Strips: the edit distance of long sequences by bit vectors of several words, within a band
//! around the diagonal.
//!
//! - A *strip* is up to four words of the pattern: its column is one number of up to 256 bits, so
//!   that the words of a column share one chain of additions with carry, and the processor works on
//!   them at the same time. All columns pass, then the next strip begins with the horizontal
//!   differences that the last row of this one left, one byte for each column. The table of masks
//!   holds one strip and is cleared by the elements of that strip only, so that memory and upkeep
//!   are linear.
//! - A *band* leaves out cells that no cheap path visits. With `slack` = s, the paths that go at
//!   most s columns ahead of the main diagonal, and as far behind it as they must then, are in the
//!   band. Differences beyond its edge count as +1, which is the cost of a way there that leaves
//!   the band never; so what comes out is the cost of some path, hence an upper bound, and it is
//!   the distance if no path outside of the band can be cheaper (Ukkonen, "Algorithms for
//!   Approximate String Matching", 1985).
//! - The bands widen by a factor of four as long as they are narrow; then the bound that the last
//!   one gave says how wide is enough.
//!
//! O(n · d / 64) for distance d, at most O(m · n / 64). Memory O(m + n).

use super::alphabet::Classes;
use super::word::WORD;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Words in a strip; more of them do not fit the registers.
const WIDEST: usize = 4;
/// Words in a strip of a narrow band, where the corners of a wider one would outweigh its speed.
const NARROW: usize = 2;
/// Slack of the first band.
const FIRST_SLACK: usize = 32;
/// The inverse of the part of all columns that a band may have before it is judged by the bound
/// instead.
const PART: usize = 4;

/// A horizontal difference of +1 in the byte between two strips; it may be 0, too.
const RIGHT: u8 = 1;

/// Returns the distance of pattern and text; the pattern is at least as long.
pub(super) fn distance(classes: &Classes) -> usize {
    let (rows, columns) = (classes.pattern.len(), classes.text.len());
    let surplus = rows - columns;
    let mut sweep = Sweep { classes, masks: vec![[0; WIDEST]; classes.count], between: Vec::new() };
    let mut bound = rows;
    let mut slack = FIRST_SLACK;
    loop {
        let enough = (bound - surplus) / 2;
        let narrow = (2 * slack + surplus + NARROW * WORD).saturating_mul(PART) <= columns;
        let tried = if narrow { slack.min(enough) } else { enough };
        // A path outside of the band has more than `tried` insertions, and `surplus` deletions more
        // than that.
        let limit = surplus + 2 * tried + 1;
        match sweep.within(tried, limit) {
            Some(found) if found <= limit => return found,
            Some(found) => bound = bound.min(found),
            None if tried == enough => return bound,
            None => {}
        }
        slack = slack.saturating_mul(4);
    }
}

/// Memory of a computation.
struct Sweep<'a> {
    /// The sequences.
    classes: &'a Classes,
    /// By class: the rows of the current strip that match. All zero between strips.
    masks: Vec<[u64; WIDEST]>,
    /// By column: the horizontal difference in the last row of the strip before, +1 in bit 0, -1 in
    /// bit 1.
    between: Vec<u8>,
}

impl Sweep<'_> {
    /// Returns the least cost of the paths that stay in the band; `None` as soon as it is clear
    /// that they all cost more than `limit`.
    fn within(&mut self, slack: usize, limit: usize) -> Option<usize> {
        let (rows, columns) = (self.classes.pattern.len(), self.classes.text.len());
        let behind = rows - columns + slack;
        let width = |words| columns.min(words * WORD + behind + slack);
        // Two words at once take 5/8 of the time of four.
        let widest = if 5 * width(NARROW) < 4 * width(WIDEST) { NARROW } else { WIDEST };
        self.between.clear();
        self.between.resize(columns, RIGHT);
        // D(0, n), to which the vertical differences at the right edge of each strip are added.
        // From one strip to the next that edge moves to the right, by steps of +1, which are in
        // this sum already.
        let mut cost = columns;
        let mut first = 0;
        while first < rows {
            let words = (rows - first).div_ceil(WORD);
            let words = words.div_ceil(words.div_ceil(widest)); // strips of about the same number of words
            let strip = first..rows.min(first + words * WORD);
            let (from, to) = (first.saturating_sub(behind), columns.min(strip.end + slack));
            let (up, down) = match words {
                1 => self.strip::<1>(strip.clone(), from..to),
                2 => self.strip::<2>(strip.clone(), from..to),
                3 => self.strip::<3>(strip.clone(), from..to),
                _ => self.strip::<4>(strip.clone(), from..to),
            };
            cost = cost + up - down;
            first = strip.end;
            // Along a row costs change by at most 1 for each column, and what lies ahead costs at
            // least 1 for each diagonal between here and the last one: no path through this row is
            // cheaper than D(first, to) + first - to - surplus.
            if cost + first > columns + limit + (rows - columns) {
                return None;
            }
        }
        Some(cost)
    }

    /// Returns the number of vertical differences that are +1, and of those that are -1, in the
    /// last of these columns.
    fn strip<const WORDS: usize>(
        &mut self,
        rows: Range<usize>,
        columns: Range<usize>,
    ) -> (usize, usize) {
        let pattern = &self.classes.pattern[rows];
        for (row, &class) in pattern.iter().enumerate().filter(|(_, class)| **class != 0) {
            self.masks[class][row / WORD] |= 1 << (row % WORD);
        }
        let (plus, minus) = sweep::<WORDS>(
            &self.masks,
            &self.classes.text[columns.clone()],
            &mut self.between[columns],
        );
        for &class in pattern {
            self.masks[class] = [0; WIDEST];
        }
        let rows = pattern.len();
        let count = |words: [u64; WORDS]| {
            let used = |word: usize| u64::MAX >> (WORD - (rows - word * WORD).min(WORD));
            words
                .iter()
                .enumerate()
                .map(|(word, bits)| (bits & used(word)).count_ones() as usize)
                .sum()
        };
        (count(plus), count(minus))
    }
}

/// Returns the vertical differences after the last column. `between` has the horizontal ones above,
/// and then those in the last row.
fn sweep<const WORDS: usize>(
    masks: &[[u64; WIDEST]],
    text: &[usize],
    between: &mut [u8],
) -> ([u64; WORDS], [u64; WORDS]) {
    let (mut plus, mut minus) = ([u64::MAX; WORDS], [0; WORDS]);
    for (&class, horizontal) in text.iter().zip(between) {
        let row = &masks[class];
        let (mut right, mut left) = (u64::from(*horizontal & RIGHT), u64::from(*horizontal >> 1));
        let falls = left;
        let mut carry = false;
        for word in 0..WORDS {
            let (up, down, mask) = (plus[word], minus[word], row[word]);
            let change = mask | down;
            let mask = if word == 0 { mask | falls } else { mask };
            let (sum, first) = (mask & up).overflowing_add(up);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            carry = first | second;
            let rises = down | !(sum | up | mask);
            let sinks = ((sum ^ up) | mask) & up;
            let (shifted_right, shifted_left) = (rises << 1 | right, sinks << 1 | left);
            (right, left) = (rises >> (WORD - 1), sinks >> (WORD - 1));
            plus[word] = shifted_left | !(change | shifted_right);
            minus[word] = shifted_right & change;
        }
        *horizontal = (right | left << 1) as u8;
    }
    (plus, minus)
}
