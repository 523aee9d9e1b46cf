//! Ranking of the tests of a population.

use super::density::{self, Density, Measures};
use super::rows::{ObjectiveValue, Rows, is_better};
use super::sort::Fronts;
use super::view::View;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Ranker of the tests of a population over the active goals: which tests to keep, and which of two
/// tests is better.
///
/// A test is a row of values, by goal. A ranker answers with row numbers, and moves no test. It
/// reuses its memory: in the steady state it allocates nothing.
///
/// - [`select`](Self::select) returns the best tests, the best first. This is the selection of a
///   generation.
/// - [`select_non_dominated`](Self::select_non_dominated) does so without the preference front, as
///   NSGA-II does.
/// - [`preference_sort`](Self::preference_sort) returns the fronts of MOSA: first the best row for
///   each goal, then the [`non_dominated_sort`](Self::non_dominated_sort) of the other rows.
/// - [`sub_vector_dominances`](Self::sub_vector_dominances) and
///   [`crowding_distances`](Self::crowding_distances) compare the rows of one front.
///
/// If a row number is the tie-breaker, the lower number goes first.
///
/// Source: Panichella, Kifetew, Tonella, "Reformulating Branch Coverage as a Many-Objective
/// Optimization Problem" (ICST 2015).
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Ranker;
///
/// let goals = [0, 1].map(GoalId::new);
/// let rows = [[0.9, 0.9], [0.5, 0.5], [0.1, 0.8], [0.4, 0.6]];
/// let lengths = [3, 5, 8, 9];
/// let mut ranker = Ranker::new();
/// let fronts = ranker
///     .preference_sort(&rows, &goals, |_goal, a, b| lengths[a].cmp(&lengths[b]));
/// assert_eq!(fronts.collect::<Vec<_>>(), [&[1, 2][..], &[3], &[0]]);
/// assert_eq!(
///     ranker.select(&rows, &goals, 3, |_goal, a, b| lengths[a].cmp(&lengths[b])),
///     [1, 2, 3]
/// );
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ranker {
    /// The measure that orders the rows of a front.
    density: Density,
    /// Measures of the rows of one front, and the workspace of the non-dominated sorting.
    measures: Measures,
    /// The active goals, ascending: the order in memory, and independent of the order in which the
    /// caller names them.
    columns: Vec<GoalId>,
    /// By active goal: the preferred row.
    preferred: Vec<usize>,
    /// By row: `true` if the row is preferred for some goal.
    is_preferred: Vec<bool>,
    /// The ranked rows, front by front.
    order: Vec<usize>,
    /// End of each front in `order`.
    ends: Vec<usize>,
}

impl Ranker {
    /// Creates a ranker that orders the rows of a front by sub-vector dominance.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a ranker that orders the rows of a front by `density`.
    #[must_use]
    pub fn by(density: Density) -> Self {
        Self { density, ..Self::default() }
    }

    /// Returns, for each goal, the row with the least value. Among equal values it is the row that
    /// `prefer` puts first, then the row with the least number. Empty if there is no row.
    ///
    /// `prefer` compares two rows of equal value for the given goal: by the length of their tests,
    /// by [block coverage](crate::fitness::block_coverage), or by several measures with
    /// [`Ordering::then_with`]; see [ties](super#ties). It need not be transitive: rows are
    /// compared in turn, the challenger first, and a challenger replaces the best row so far only
    /// if `prefer` returns `Less`. O(rows × goals).
    #[doc(alias = "preference criterion")]
    #[doc(alias = "secondary objective")]
    pub fn preferred<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) -> &[usize] {
        self.prefer(&View::new(rows, goals), prefer);
        &self.preferred
    }

    /// Returns the preference front, then the non-dominated fronts of the other rows.
    ///
    /// The preference front comes first, even if it is empty because there is no goal. See
    /// [`preferred`](Self::preferred) for `prefer`.
    pub fn preference_sort<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) -> Fronts<'_> {
        self.over(goals, |ranker, goals| {
            ranker.sort_by_preference(&View::new(rows, goals), prefer);
        });
        Fronts::new(&self.order, &self.ends)
    }

    /// Returns the non-dominated fronts: the first front holds the rows that no row dominates, the
    /// second front those that only rows of the first front dominate, and so on. Without goals all
    /// rows are in one front.
    ///
    /// O(rows² × goals) at most. Expected O(rows × (log rows + goals)) if the rows form a chain,
    /// and about O(rows²) comparisons of single words if most rows are incomparable.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Ranker;
    ///
    /// let goals = [0, 1].map(GoalId::new);
    /// let rows = [[0.2, 0.9], [0.2, 0.5], [0.5, 0.1]];
    /// let mut ranker = Ranker::new();
    /// let fronts = ranker.non_dominated_sort(&rows, &goals);
    /// assert_eq!(fronts.collect::<Vec<_>>(), [&[1, 2][..], &[0]]);
    /// ```
    #[doc(alias = "fast_non_dominated_sort")]
    pub fn non_dominated_sort<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
    ) -> Fronts<'_> {
        self.over(goals, |ranker, goals| ranker.sort_all(&View::new(rows, goals)));
        Fronts::new(&self.order, &self.ends)
    }

    /// Returns the best `size` rows, or all if there are fewer, the best first: front by front of
    /// [`preference_sort`](Self::preference_sort), and within a front by [`Density`]. Of two
    /// returned rows, the earlier is the better one, as tournament selection needs it.
    ///
    /// If the preference front is larger than `size`, it is cut, too;
    /// [`select_all_preferred`](Self::select_all_preferred) keeps it whole.
    ///
    /// In addition to sorting it takes O(f² × goals) for a front of f rows by sub-vector dominance,
    /// or O(f log f × goals) by crowding distance. Fronts that are not needed cost nothing.
    pub fn select<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        size: usize,
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) -> &[usize] {
        self.best(rows, goals, |_| size, prefer).0
    }

    /// Does the same as [`select`](Self::select), but keeps the whole preference front, even if it
    /// is larger than `size`: so the best test of every goal survives. Returns the rows, and how
    /// many of them are the preference front: the first ones.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Ranker;
    ///
    /// let goals = [0, 1].map(GoalId::new);
    /// let rows = [[0.2, 0.9], [0.2, 0.5], [0.5, 0.1]];
    /// let mut ranker = Ranker::new();
    /// let (best, preferred) = ranker.select_all_preferred(&rows, &goals, 1, |_, a, b| a.cmp(&b));
    /// assert_eq!((best, preferred), (&[0, 2][..], 2));
    /// ```
    pub fn select_all_preferred<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        size: usize,
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) -> (&[usize], usize) {
        self.best(rows, goals, |preferred| size.max(preferred), prefer)
    }

    /// Returns the best `size` rows, or all if there are fewer, the best first: front by front of
    /// [`non_dominated_sort`](Self::non_dominated_sort), and within a front by [`Density`].
    ///
    /// With [`Density::Crowding`] it is the selection of NSGA-II. It takes as long as
    /// [`select`](Self::select).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::{Density, Matrix, Ranker};
    ///
    /// let goals = [0, 1].map(GoalId::new);
    /// // (0, 4), (1, 1.5) ..
    /// let values = [0.0, 4.0, 1.0, 1.5, 1.5, 1.0, 4.0, 0.0, 9.0, 9.0];
    /// let mut ranker = Ranker::by(Density::Crowding);
    /// assert_eq!(
    ///     ranker.select_non_dominated(&Matrix::new(&values, 2), &goals, 3),
    ///     [0, 3, 1]
    /// );
    /// ```
    pub fn select_non_dominated<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        size: usize,
    ) -> &[usize] {
        self.over(goals, |ranker, goals| {
            let view = View::new(rows, goals);
            ranker.sort_all(&view);
            ranker.order_best(&view, size);
        });
        &self.order[..size.min(self.order.len())]
    }

    /// Computes the sub-vector dominance of each row of a front: the largest number of goals for
    /// which one other row of the front is better. Smaller is better; 0 only if no row is better
    /// for any goal. O(front² × goals).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Ranker;
    ///
    /// let goals = [0, 1, 2].map(GoalId::new);
    /// let rows = [[0, 0, 9], [1, 1, 0], [2, 2, 1]];
    /// assert_eq!(
    ///     Ranker::new().sub_vector_dominances(&rows, &goals, &[0, 1, 2]),
    ///     [1, 2, 3]
    /// );
    /// ```
    pub fn sub_vector_dominances<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        front: &[usize],
    ) -> &[u32] {
        self.over(goals, |ranker, goals| {
            density::sub_vector(&View::new(rows, goals), front, &mut ranker.measures);
        });
        &self.measures.wins
    }

    /// Computes the crowding distance of each row of a front: the sum, over the goals, of the
    /// distance between its two neighbours in the order of the [scalars](ObjectiveValue::scalar),
    /// divided by the range of the goal. Larger is better.
    ///
    /// The first and the last row of each goal have an infinite distance (of equal rows, the first
    /// and the last in the order of the front). A goal for which all rows have the same scalar adds
    /// nothing; a goal that is named twice counts twice. A value that is infinite, NaN or not
    /// measured counts as lying beyond the finite values by their range. Missing rows count as not
    /// measured.
    ///
    /// Never NaN. O(front × log front × goals).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Ranker;
    ///
    /// let goals = [0, 1].map(GoalId::new);
    /// let rows = [[0.0, 7.0], [1.0, 7.0], [4.0, 7.0]];
    /// let distances = [f64::INFINITY, 1.0, f64::INFINITY];
    /// assert_eq!(Ranker::new().crowding_distances(&rows, &goals, &[0, 1, 2]), distances);
    /// ```
    pub fn crowding_distances<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        front: &[usize],
    ) -> &[f64] {
        self.over(goals, |ranker, goals| {
            density::crowding(&View::new(rows, goals), front, &mut ranker.measures);
        });
        &self.measures.distances
    }

    /// Returns the best rows, and the size of the preference front, of which `size` makes the
    /// number of rows.
    fn best<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        size: impl FnOnce(usize) -> usize,
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) -> (&[usize], usize) {
        let (mut count, mut preferred) = (0, 0);
        self.over(goals, |ranker, goals| {
            let view = View::new(rows, goals);
            ranker.sort_by_preference(&view, prefer);
            preferred = ranker.ends.first().copied().unwrap_or(0);
            count = size(preferred).min(ranker.order.len());
            ranker.order_best(&view, count);
        });
        (&self.order[..count], preferred)
    }

    /// Calls `work` with the goals in ascending order: the result must not depend on the order in
    /// which the caller names them, and rows are read from left to right.
    fn over(&mut self, goals: &[GoalId], work: impl FnOnce(&mut Self, &[GoalId])) {
        let mut columns = core::mem::take(&mut self.columns);
        columns.clear();
        columns.extend_from_slice(goals);
        columns.sort_unstable();
        work(self, &columns);
        self.columns = columns;
    }

    /// Orders the rows of each front by density, for the fronts that reach into the best `size`
    /// rows.
    fn order_best<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
        size: usize,
    ) {
        let mut start = 0;
        for &end in &self.ends {
            // Fronts beyond the best `size` rows are not returned: ordering them would be quadratic
            // for nothing.
            if start >= size {
                break;
            }
            density::order(self.density, view, &mut self.order[start..end], &mut self.measures);
            start = end;
        }
    }

    /// Sorts all rows into non-dominated fronts.
    fn sort_all<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>) {
        self.clear_fronts();
        // NSGA-II without a preference front: all rows are candidates.
        self.measures.sorter.candidates.extend(0..view.count);
        self.measures.sorter.sort(view, &mut self.order, &mut self.ends);
    }

    /// Forgets the previous ranking.
    fn clear_fronts(&mut self) {
        self.order.clear();
        self.ends.clear();
        self.measures.sorter.candidates.clear();
    }

    /// Finds the preferred row of each goal.
    fn prefer<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
        mut prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) {
        self.preferred.clear();
        if view.count == 0 {
            return;
        }
        self.preferred.resize(view.columns(), 0);
        // Pass 1 finds the first row of the least value, row by row, as rows lie in memory.
        // `prefer` may be expensive (block coverage compares two executions), so it is not called
        // for values that lose anyway.
        for row in 1..view.count {
            for (column, best) in self.preferred.iter_mut().enumerate() {
                if is_better(view.at(row, column), view.at(*best, column)) {
                    *best = row;
                }
            }
        }
        // Pass 2 compares the later rows of equal value in turn. Rows before `best` are worse, or
        // lost to it already. `!is_better(best, row)` means equal, since no value is better than
        // the least one.
        for row in 1..view.count {
            for (column, best) in self.preferred.iter_mut().enumerate() {
                let ties = row > *best && !is_better(view.at(*best, column), view.at(row, column));
                if ties && prefer(view.goals[column], row, *best).is_lt() {
                    *best = row;
                }
            }
        }
    }

    /// Sorts into the preference front and the non-dominated fronts of the other rows.
    fn sort_by_preference<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) {
        self.clear_fronts();
        self.prefer(view, prefer);
        self.is_preferred.clear();
        self.is_preferred.resize(view.count, false);
        for &row in &self.preferred {
            self.is_preferred[row] = true;
        }
        // Preferred rows form front 0 of MOSA, each once although it can be preferred for several
        // goals. Only the other rows are sorted: their fronts are those that they have among
        // themselves, not those that they have among all rows.
        for (row, &preferred) in self.is_preferred.iter().enumerate() {
            if preferred { &mut self.order } else { &mut self.measures.sorter.candidates }
                .push(row);
        }
        self.ends.push(self.order.len());
        self.measures.sorter.sort(view, &mut self.order, &mut self.ends);
    }
}
