//! Non-dominated sorting: the front of a row is one more than the greatest front of those that dominate it.
//!
//! - Rows are brought into lexicographic order by a multikey quicksort (Bentley, Sedgewick, "Fast Algorithms for Sorting and Searching
//!   Strings", 1997), which reads each column of equal rows once. Then a row is dominated only by rows before it, and equal rows
//!   stand side by side: one of them is enough.
//! - A row is compared with those before it, the nearest first, until none further away is in a front that could still raise its own.
//! - Before two rows are compared, their *signs* are: a bit for each of some thresholds, set where the row is worse. A row that
//!   is no worse in all columns has no bit that the other one lacks. Most pairs end here.
//!
//! Expected O(n (log n + m)) for n rows that form a chain and m columns; O(n^2 (1 + p m)) at most, with p the part of the pairs whose
//! signs do not tell.

use super::rows::{ObjectiveValue, Rows, is_better};
use super::view::View;
use alloc::vec::Vec;

/// The workspace.
#[derive(Clone, Debug, Default)]
pub(super) struct Sorter {
    /// What is to be sorted; then in lexicographic order.
    pub(super) candidates: Vec<usize>,
    /// By place in this order: whether it is the same row as the one before.
    same: Vec<bool>,
    /// Segments to be sorted, and the column from which their rows differ.
    segments: Vec<(usize, usize, usize)>,
    /// Different rows, in lexicographic order. By place there:
    distinct: Vec<usize>,
    signs: Vec<u32>,
    fronts: Vec<u32>,
    /// The highest front up to there.
    highest: Vec<u32>,
    /// By row: its front.
    by_row: Vec<u32>,
    /// By front: where its rows end.
    sizes: Vec<usize>,
}

/// Segments up to this length are sorted by insertion.
const SHORT: usize = 8;

/// Signs compared at once.
const BLOCK: usize = 16;

impl Sorter {
    /// Appends the fronts of the candidates to `order`, each ascending, and where each ends in it to `ends`.
    pub(super) fn sort<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
        order: &mut Vec<usize>,
        ends: &mut Vec<usize>,
    ) {
        self.by_row.clear();
        self.by_row.resize(view.count(), u32::MAX);
        self.sort_lexicographically(view);
        self.distinct.clear();
        let firsts = self.candidates.iter().zip(&self.same).filter(|&(_, same)| !same);
        self.distinct.extend(firsts.map(|(&row, _)| row));
        self.sign(view);
        self.find_fronts(view);
        self.list(order, ends);
    }

    /// All rows in lexicographic order, and whether each is the same as the one before.
    pub(super) fn sorted<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
    ) -> impl Iterator<Item = (usize, bool)> {
        self.candidates.clear();
        self.candidates.extend(0..view.count());
        self.sort_lexicographically(view);
        self.candidates.iter().copied().zip(self.same.iter().copied())
    }

    fn sort_lexicographically<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>) {
        let rows = &mut self.candidates[..];
        self.same.clear();
        self.same.resize(rows.len(), false);
        // A sort that a panic of the values left behind did not empty them.
        self.segments.clear();
        self.segments.push((0, rows.len(), 0));
        while let Some((start, end, column)) = self.segments.pop() {
            if column == view.columns() {
                self.same[(start + 1).min(end)..end].fill(true);
                continue;
            }
            if end - start <= SHORT {
                for at in start + 1..end {
                    let mut place = at;
                    while place > start && view.compare_from(column, rows[place], rows[place - 1]).is_lt() {
                        rows.swap(place, place - 1);
                        place -= 1;
                    }
                }
                for at in start + 1..end {
                    self.same[at] = view.compare_from(column, rows[at - 1], rows[at]).is_eq();
                }
                continue;
            }
            // The pivot is as good as itself without being asked: so each segment is shorter than this one, whatever its values answer.
            rows.swap(start, median(view, rows, column, [start, start + (end - start) / 2, end - 1]));
            let pivot = view.at(rows[start], column);
            // Better than the pivot, as good, not seen yet, worse.
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
            self.segments.extend(
                [(start, equal, column), (worse, end, column), (equal, worse, column + 1)].into_iter().filter(|s| s.0 < s.1),
            );
        }
    }

    /// Gives each distinct row its sign.
    fn sign<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>) {
        let (rows, columns) = (&self.distinct[..], view.columns());
        self.signs.clear();
        // The first column never tells: rows are sorted by it.
        let telling = columns.saturating_sub(1);
        let bits = 32.min(2 * telling).min(rows.len() / 4);
        let mut thresholds = [(0, None); 32];
        for (bit, threshold) in thresholds[..bits].iter_mut().enumerate() {
            // From everywhere: neighbours tell the same.
            let column = if telling < bits { bit % telling } else { bit * telling / bits };
            let row = rows[(2 * bit + 1) * rows.len() / (2 * bits)];
            *threshold = (1 + column, view.at(row, 1 + column));
        }
        self.signs.extend(rows.iter().map(|&row| {
            let worse = |&(column, threshold): &(usize, Option<V>)| u32::from(is_better(threshold, view.at(row, column)));
            thresholds[..bits].iter().fold(0, |sign, threshold| sign << 1 | worse(threshold))
        }));
    }

    fn find_fronts<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>) {
        self.fronts.clear();
        self.highest.clear();
        for (at, &row) in self.distinct.iter().enumerate() {
            let lacks = !self.signs[at];
            let mut front = 0;
            let mut end = at;
            while end > 0 && self.highest[end - 1] >= front {
                let start = end.saturating_sub(BLOCK);
                let may_dominate = |sign: u32| sign & lacks == 0;
                if self.signs[start..end].iter().fold(false, |any, &sign| any | may_dominate(sign)) {
                    for before in (start..end).rev() {
                        let higher = self.fronts[before] >= front && may_dominate(self.signs[before]);
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

    /// Collects the rows of each front.
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
            // From now on: the place of the next row.
            end += core::mem::replace(size, end);
            ends.push(end);
        }
        order.resize(end, 0);
        for (row, &front) in self.by_row.iter().enumerate().filter(|&(_, &front)| front != u32::MAX) {
            let place = &mut self.sizes[front as usize];
            order[*place] = row;
            *place += 1;
        }
    }
}

/// The place whose value is in the middle.
fn median<V: ObjectiveValue, R: Rows<V> + ?Sized>(view: &View<'_, V, R>, rows: &[usize], column: usize, of: [usize; 3]) -> usize {
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
