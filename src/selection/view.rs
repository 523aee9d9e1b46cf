//! Rows seen through the goals that count.

use super::rows::{ObjectiveValue, Rows, compare, is_better, value_at};
use crate::id::GoalId;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops::Range;

/// Some columns of rows: those of the active goals.
#[derive(Debug)]
pub(super) struct View<'a, V, R: ?Sized> {
    rows: &'a R,
    /// Asked once: rows that answer otherwise later must not lead beyond what was made room for.
    count: usize,
    goals: &'a [GoalId],
    /// The columns, if they stand side by side and every row has them all.
    side_by_side: Option<Range<usize>>,
    values: PhantomData<fn() -> V>,
}

/// As many values are compared without asking in between whether it is decided: vector instructions need some.
const BLOCK: usize = 16;

impl<'a, V: ObjectiveValue, R: Rows<V> + ?Sized> View<'a, V, R> {
    pub(super) fn new(rows: &'a R, goals: &'a [GoalId]) -> Self {
        let count = rows.count();
        let start = goals.first().map_or(0, |goal| goal.index());
        let columns = start.checked_add(goals.len()).map(|end| start..end);
        let side_by_side = columns.filter(|columns| {
            let follow = columns.clone().zip(goals).all(|(column, goal)| column == goal.index());
            follow && (0..count).all(|row| rows.row(row).len() >= columns.end)
        });
        Self { rows, count, goals, side_by_side, values: PhantomData }
    }

    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn columns(&self) -> usize {
        self.goals.len()
    }

    pub(super) fn goal(&self, column: usize) -> GoalId {
        self.goals[column]
    }

    pub(super) fn goals(&self) -> &'a [GoalId] {
        self.goals
    }

    /// A row; one that there is not has no value.
    pub(super) fn row(&self, row: usize) -> &'a [V] {
        if row < self.count { self.rows.row(row) } else { &[] }
    }

    /// The value of a row that may not be there.
    pub(super) fn get(&self, row: usize, column: usize) -> Option<V> {
        value_at(self.row(row), self.goals[column].index())
    }

    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> Option<V> {
        value_at(self.rows.row(row), self.goals[column].index())
    }

    /// Lexicographic order from a column on.
    #[inline]
    pub(super) fn compare_from(&self, column: usize, a: usize, b: usize) -> Ordering {
        let (a, b) = (self.rows.row(a), self.rows.row(b));
        let mut orders = self.goals[column..].iter().map(|goal| compare(value_at(a, goal.index()), value_at(b, goal.index())));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Whether row `a` is worse than row `b` in no column.
    #[inline]
    pub(super) fn is_no_worse(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.rows.row(a), self.rows.row(b));
        let all = self.side_by_side.as_ref().and_then(|columns| a.get(columns.clone()).zip(b.get(columns.clone())));
        match all {
            Some((a, b)) => {
                let (mut a, mut b) = (a.chunks_exact(BLOCK), b.chunks_exact(BLOCK));
                let no_worse = |(&a, &b): (&V, &V)| !b.is_better(a);
                (&mut a).zip(&mut b).all(|(a, b)| a.iter().zip(b).fold(true, |all, pair| all & no_worse(pair)))
                    && a.remainder().iter().zip(b.remainder()).all(no_worse)
            }
            None => self.goals.iter().all(|goal| !is_better(value_at(b, goal.index()), value_at(a, goal.index()))),
        }
    }
}

/// Some of the rows, which may be named twice or not be there.
#[derive(Debug)]
pub(super) struct Members<'a, V, R: ?Sized> {
    pub(super) view: &'a View<'a, V, R>,
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
