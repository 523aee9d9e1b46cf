//! Non-dominated sorting: the front of a row is one more than the greatest front of the rows that
//! dominate it, or 0.
//!
//! - Rows are brought into lexicographic order by a multikey quicksort, which reads each column of
//!   equal rows once. In this order only earlier rows can dominate a row, and equal rows are
//!   neighbours: only the first one of equal rows is compared.
//! - A row is compared with the rows before it, the nearest first, until no row further away is in
//!   a front that could still raise the front of the row.
//! - Before two rows are compared, their *signs* are. A sign has one bit for each of at most 32
//!   thresholds, set if the row is worse than the threshold. If a row is no worse in all columns,
//!   it has no bit that the other row lacks. Most pairs end here.
//!
//! Expected O(n (log n + m)) for n rows that form a chain and m columns; O(n^2 (1 + p m)) at most,
//! with p the part of the pairs whose signs do not decide.
//!
//! Source of the order: Bentley, Sedgewick, "Fast Algorithms for Sorting and Searching Strings"
//! (1997).

use super::rows::{ObjectiveValue, Rows, is_better};
use super::view::View;
use alloc::vec::Vec;
use core::iter::FusedIterator;

/// Workspace of a sort, kept between sorts.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorter {
    /// The rows to be sorted; after sorting, in lexicographic order.
    pub(super) candidates: Vec<usize>,
    /// By position in this order: `true` if the row equals the row before it.
    same: Vec<bool>,
    /// Segments (start, end, column) to be sorted: their rows are equal in all columns before
    /// `column`.
    segments: Vec<(usize, usize, usize)>,
    /// The first one of each group of equal rows, in lexicographic order. The next three are by
    /// position in this list.
    distinct: Vec<usize>,
    /// By distinct row: its sign.
    signs: Vec<u32>,
    /// By distinct row: its front.
    fronts: Vec<u32>,
    /// By distinct row: the highest front of this row and of all before it.
    highest: Vec<u32>,
    /// By row: its front.
    by_row: Vec<u32>,
    /// By front: the number of its rows, later the position of the next row.
    sizes: Vec<usize>,
}

/// Length up to which segments are sorted by insertion.
const SHORT: usize = 8;

/// Number of signs that are compared at once.
const BLOCK: usize = 16;

impl Sorter {
    /// Appends the fronts of the candidates to `order`, each ascending, and the end of each front
    /// to `ends`.
    pub(super) fn sort<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
        order: &mut Vec<usize>,
        ends: &mut Vec<usize>,
    ) {
        self.by_row.clear();
        self.by_row.resize(view.count, u32::MAX);
        self.sort_lexicographically(view);
        self.distinct.clear();
        let firsts = self.candidates.iter().zip(&self.same).filter(|&(_, same)| !same);
        self.distinct.extend(firsts.map(|(&row, _)| row));
        self.sign(view);
        self.find_fronts(view);
        self.list(order, ends);
    }

    /// Sorts all rows, and returns an iterator over them in lexicographic order, each with `true`
    /// if it equals the row before it.
    pub(super) fn sorted<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
    ) -> impl Iterator<Item = (usize, bool)> {
        self.candidates.clear();
        self.candidates.extend(0..view.count);
        self.sort_lexicographically(view);
        self.candidates.iter().copied().zip(self.same.iter().copied())
    }

    /// Sorts the candidates lexicographically, and marks those that equal their predecessor.
    fn sort_lexicographically<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
    ) {
        let rows = &mut self.candidates[..];
        self.same.clear();
        self.same.resize(rows.len(), false);
        // A sort in which a comparison of values panicked has left segments here.
        self.segments.clear();
        self.segments.push((0, rows.len(), 0));
        while let Some((start, end, column)) = self.segments.pop() {
            if column == view.columns() {
                // All columns were read, and were equal.
                self.same[(start + 1).min(end)..end].fill(true);
                continue;
            }
            if end - start <= SHORT {
                for at in start..end {
                    let mut place = at;
                    while place > start
                        && view.compare_from(column, rows[place], rows[place - 1]).is_lt()
                    {
                        rows.swap(place, place - 1);
                        place -= 1;
                    }
                }
                for at in start + 1..end {
                    self.same[at] = view.compare_from(column, rows[at - 1], rows[at]).is_eq();
                }
                continue;
            }
            // Three-way partition by one column (Bentley, Sedgewick). The pivot is put into the
            // middle part without being compared with itself: so both other parts are shorter than
            // the segment even if the values break their contract, and the loop ends.
            rows.swap(
                start,
                median(view, rows, column, [start, start + (end - start) / 2, end - 1]),
            );
            let pivot = view.at(rows[start], column);
            // Invariant: start..equal is better than the pivot, equal..next as good, next..worse
            // not seen yet, worse..end is worse.
            let (mut equal, mut next, mut worse) = (start, start + 1, end);
            while next < worse {
                let value = view.at(rows[next], column);
                if is_better(value, pivot) {
                    rows.swap(equal, next);
                    equal += 1;
                    next += 1;
                } else if is_better(pivot, value) {
                    worse -= 1;
                    rows.swap(next, worse);
                } else {
                    next += 1;
                }
            }
            // Only the middle part goes on to the next column: so each column of equal rows is read
            // once. A sort with whole-row comparisons reads the equal beginning of two rows each
            // time it compares them.
            self.segments.extend(
                [(start, equal, column), (worse, end, column), (equal, worse, column + 1)]
                    .into_iter()
                    .filter(|s| s.0 < s.1),
            );
        }
    }

    /// Computes the sign of each distinct row.
    fn sign<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>) {
        let (rows, columns) = (&self.distinct[..], view.columns());
        self.signs.clear();
        // The first column never decides: rows are sorted by it, so earlier rows are no worse
        // there.
        let telling = columns.saturating_sub(1);
        // At most two thresholds for a column, and at most one for four rows: with few rows, making
        // signs costs more than it saves.
        let bits = 32.min(2 * telling).min(rows.len() / 4);
        let mut thresholds = [(0, None); 32];
        for (bit, threshold) in thresholds[..bits].iter_mut().enumerate() {
            // Thresholds come from rows spread over the whole order: neighbours would give nearly
            // equal bits.
            let column = if telling < bits { bit % telling } else { bit * telling / bits };
            let row = rows[(2 * bit + 1) * rows.len() / (2 * bits)];
            *threshold = (1 + column, view.at(row, 1 + column));
        }
        self.signs.extend(rows.iter().map(|&row| {
            let worse = |&(column, threshold): &(usize, Option<V>)| {
                u32::from(is_better(threshold, view.at(row, column)))
            };
            thresholds[..bits].iter().fold(0, |sign, threshold| sign << 1 | worse(threshold))
        }));
    }

    /// Finds the front of each distinct row.
    fn find_fronts<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>) {
        self.fronts.clear();
        self.highest.clear();
        for (at, &row) in self.distinct.iter().enumerate() {
            // `sign & lacks == 0` means that the other row is worse at no threshold where this row
            // is not: a necessary condition for dominance, checked for 16 rows without a branch.
            let lacks = !self.signs[at];
            let mut front = 0;
            let mut end = at;
            // Rows before `end` are in fronts up to `highest[end - 1]`. If that is below `front`,
            // none of them can raise the front any more. Dominance is transitive, so a row of front
            // k is dominated by rows of all fronts below k: the greatest front of a dominating row
            // decides, and it does not matter in which order they are met.
            while end > 0 && self.highest[end - 1] >= front {
                let start = end.saturating_sub(BLOCK);
                let may_dominate = |sign: u32| sign & lacks == 0;
                if self.signs[start..end].iter().fold(false, |any, &sign| any | may_dominate(sign))
                {
                    for before in (start..end).rev() {
                        let higher =
                            self.fronts[before] >= front && may_dominate(self.signs[before]);
                        // No worse means dominates here: the other row is distinct and comes before
                        // in lexicographic order, so it is better in the first column in which they
                        // differ.
                        if higher && view.is_no_worse(self.distinct[before], row) {
                            front = self.fronts[before] + 1;
                        }
                    }
                }
                end = start;
            }
            self.fronts.push(front);
            self.highest.push(self.highest.last().map_or(front, |&highest| highest.max(front)));
        }
    }

    /// Collects the rows of each front in ascending order: a counting sort by front.
    fn list(&mut self, order: &mut Vec<usize>, ends: &mut Vec<usize>) {
        let Some(&highest) = self.highest.last() else { return };
        self.sizes.clear();
        self.sizes.resize(highest as usize + 1, 0);
        let mut distinct = 0;
        for (at, &row) in self.candidates.iter().enumerate() {
            distinct += usize::from(at > 0 && !self.same[at]);
            self.by_row[row] = self.fronts[distinct];
            self.sizes[self.fronts[distinct] as usize] += 1;
        }
        let mut end = order.len();
        for size in &mut self.sizes {
            // `size` becomes the position of the next row of this front.
            end += core::mem::replace(size, end);
            ends.push(end);
        }
        order.resize(end, 0);
        for (row, &front) in self.by_row.iter().enumerate().filter(|&(_, &front)| front != u32::MAX)
        {
            let place = &mut self.sizes[front as usize];
            order[*place] = row;
            *place += 1;
        }
    }
}

/// Returns the position, of three, whose value is the middle one.
fn median<V: ObjectiveValue, R: Rows<V> + ?Sized>(
    view: &View<'_, V, R>,
    rows: &[usize],
    column: usize,
    of: [usize; 3],
) -> usize {
    let better = |a: usize, b: usize| is_better(view.at(rows[a], column), view.at(rows[b], column));
    let [a, b, c] = of;
    let (low, high) = if better(b, a) { (b, a) } else { (a, b) };
    if better(c, low) {
        low
    } else if better(high, c) {
        high
    } else {
        c
    }
}

// The result of a ranking, and a function that applies it to the tests.

/// Iterator over the fronts of a ranking, the best front first; the rows of each front are
/// ascending. A copy begins at the front where the original stands.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::selection::{Fronts, Ranker};
///
/// fn first(mut fronts: Fronts<'_>) -> &[usize] {
///     fronts.next().unwrap_or_default()
/// }
///
/// let row = |a: u32, b: u32| [a, b].map(|distance| Fitness::new(0, distance.into()));
/// let population = [row(1, 5), row(5, 1), row(6, 6)];
/// let mut ranker = Ranker::new();
/// let fronts = ranker.non_dominated_sort(&population, &[0, 1].map(GoalId::new));
/// assert_eq!((first(fronts), fronts.len()), (&[0, 1][..], 2));
/// // the last one is farther from both goals
/// assert_eq!(fronts.collect::<Vec<_>>(), [&[0, 1][..], &[2]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Fronts<'r> {
    /// The rows of all fronts.
    order: &'r [usize],
    /// Start of the first front in `order`.
    start: usize,
    /// End of each front in `order`.
    ends: &'r [usize],
}

impl<'r> Fronts<'r> {
    /// Creates the iterator from the rows of all fronts, and the end of each front.
    pub(super) const fn new(order: &'r [usize], ends: &'r [usize]) -> Self {
        Self { order, start: 0, ends }
    }
}

impl<'r> Iterator for Fronts<'r> {
    type Item = &'r [usize];

    fn next(&mut self) -> Option<&'r [usize]> {
        let (&end, others) = self.ends.split_first()?;
        let front = &self.order[self.start..end];
        (self.start, self.ends) = (end, others);
        Some(front)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.ends.len(), Some(self.ends.len()))
    }
}

impl DoubleEndedIterator for Fronts<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (&end, others) = self.ends.split_last()?;
        self.ends = others;
        Some(&self.order[others.last().copied().unwrap_or(self.start)..end])
    }
}

impl ExactSizeIterator for Fronts<'_> {}
impl FusedIterator for Fronts<'_> {}

/// Keeps the chosen tests, in the given order, and drops the others.
///
/// It applies a [selection](super::Ranker::select) to the tests. Numbers without a test, and
/// numbers that were already used, are skipped. Linear in both lists; it allocates.
///
/// ```
/// let mut population = vec!["a", "b", "c"];
/// sbst::selection::keep(&mut population, &[2, 0]);
/// assert_eq!(population, ["c", "a"]);
/// ```
pub fn keep<T>(tests: &mut Vec<T>, chosen: &[usize]) {
    let mut all: Vec<_> = tests.drain(..).map(Some).collect();
    tests.extend(chosen.iter().filter_map(|&test| all.get_mut(test)?.take()));
}
