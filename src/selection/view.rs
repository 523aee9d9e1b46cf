//! Rows, restricted to the columns of the active goals.

use super::rows::{ObjectiveValue, Rows, compare, is_better, value_at};
use crate::id::GoalId;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops::Range;

/// The columns of the active goals, of all rows.
#[derive(Debug)]
pub(super) struct View<'a, V, R: ?Sized> {
    rows: &'a R,
    /// Number of rows, read once: a second call could return more rows than buffers have room for.
    pub(super) count: usize,
    /// The goals, by column.
    pub(super) goals: &'a [GoalId],
    /// Range of the columns, if they are consecutive and every row has all of them.
    side_by_side: Option<Range<usize>>,
    values: PhantomData<fn() -> V>,
}

/// Number of values that are compared without a branch in between, so that vector instructions can
/// compare them.
const BLOCK: usize = 16;

impl<'a, V: ObjectiveValue, R: Rows<V> + ?Sized> View<'a, V, R> {
    /// Creates the view. Linear in rows and goals.
    pub(super) fn new(rows: &'a R, goals: &'a [GoalId]) -> Self {
        let count = rows.count();
        // The fast way of `is_no_worse` needs consecutive columns in rows without gaps. It is
        // decided once here, not for each of the quadratically many comparisons.
        let start = goals.first().map_or(0, |goal| goal.index());
        let columns = start.checked_add(goals.len()).map(|end| start..end);
        let side_by_side = columns.filter(|columns| {
            let follow = columns.clone().zip(goals).all(|(column, goal)| column == goal.index());
            follow && (0..count).all(|row| rows.row(row).len() >= columns.end)
        });
        Self { rows, count, goals, side_by_side, values: PhantomData }
    }

    /// Returns the number of columns.
    pub(super) fn columns(&self) -> usize {
        self.goals.len()
    }

    /// Returns a row, empty if the number is too large.
    pub(super) fn row(&self, row: usize) -> &'a [V] {
        if row < self.count { self.rows.row(row) } else { &[] }
    }

    /// Returns a value, `None` if the row number is too large or the value was not measured.
    pub(super) fn get(&self, row: usize, column: usize) -> Option<V> {
        value_at(self.row(row), self.goals[column].index())
    }

    /// Returns a value of a row that exists, `None` if the value was not measured.
    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> Option<V> {
        value_at(self.rows.row(row), self.goals[column].index())
    }

    /// Compares two rows lexicographically from a column on.
    #[inline]
    pub(super) fn compare_from(&self, column: usize, a: usize, b: usize) -> Ordering {
        let (a, b) = (self.rows.row(a), self.rows.row(b));
        // Columns before `column` are known to be equal in a segment of the sort, and are not read
        // again.
        let mut orders = self.goals[column..]
            .iter()
            .map(|goal| compare(value_at(a, goal.index()), value_at(b, goal.index())));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Returns `true` if row `a` is worse than row `b` in no column.
    #[inline]
    pub(super) fn is_no_worse(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.rows.row(a), self.rows.row(b));
        let all = self
            .side_by_side
            .as_ref()
            .and_then(|columns| a.get(columns.clone()).zip(b.get(columns.clone())));
        match all {
            Some((a, b)) => {
                // Within a chunk, `&` instead of `&&` avoids a branch for each value; between
                // chunks, a comparison that is decided ends. Comparing value by value cannot be
                // vectorised, comparing whole rows reads too much.
                let (mut a, mut b) = (a.chunks_exact(BLOCK), b.chunks_exact(BLOCK));
                let no_worse = |(&a, &b): (&V, &V)| !b.is_better(a);
                (&mut a)
                    .zip(&mut b)
                    .all(|(a, b)| a.iter().zip(b).fold(true, |all, pair| all & no_worse(pair)))
                    && a.remainder().iter().zip(b.remainder()).all(no_worse)
            }
            None => self
                .goals
                .iter()
                .all(|goal| !is_better(value_at(b, goal.index()), value_at(a, goal.index()))),
        }
    }
}

/// Some rows of a view. A row may be named twice, or not exist.
#[derive(Debug)]
pub(super) struct Members<'a, V, R: ?Sized> {
    /// The view.
    pub(super) view: &'a View<'a, V, R>,
    /// By number here: the row of the view.
    pub(super) rows: &'a [usize],
}

impl<V: ObjectiveValue, R: Rows<V> + ?Sized> Rows<V> for Members<'_, V, R> {
    fn count(&self) -> usize {
        self.rows.len()
    }
    #[inline]
    fn row(&self, number: usize) -> &[V] {
        self.view.row(self.rows[number])
    }
}
