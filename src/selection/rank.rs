//! Ranking the tests of a population.

use super::density::{self, Density};
use super::fronts::Fronts;
use super::rows::{ObjectiveValue, Rows, is_better};
use super::sort::Sorter;
use super::view::View;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// Ranks rows of values, one for each test, over the goals that are active: which tests to keep, and which of two is better.
///
/// It moves no test; it answers with numbers of rows. It keeps its memory: in the steady state it allocates nothing.
///
/// - [`select`](Self::select) is what a generation asks: the best tests, the best first.
/// - [`select_non_dominated`](Self::select_non_dominated) is the same without preference, as NSGA-II has it.
/// - [`preference_sort`](Self::preference_sort) gives the fronts of MOSA: first the best row for each goal, then
///   [`non_dominated_sort`](Self::non_dominated_sort) of the rest.
/// - [`sub_vector_dominances`](Self::sub_vector_dominances) and [`crowding_distances`](Self::crowding_distances) compare rows of one front.
///
/// Where a row number is a tie-breaker, the lower one goes first.
///
/// Source: Panichella, Kifetew, Tonella, "Reformulating Branch Coverage as a Many-Objective Optimization Problem" (ICST 2015).
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Ranker;
///
/// let goals = [0, 1].map(GoalId::new);
/// let rows = [[0.9, 0.9], [0.5, 0.5], [0.1, 0.8], [0.4, 0.6]];
/// let lengths = [3, 5, 8, 9];
/// let mut ranker = Ranker::new();
/// let fronts = ranker.preference_sort(&rows, &goals, |_goal, a, b| lengths[a].cmp(&lengths[b]));
/// assert_eq!(fronts.collect::<Vec<_>>(), [&[1, 2][..], &[3], &[0]]);
/// assert_eq!(ranker.select(&rows, &goals, 3, |_goal, a, b| lengths[a].cmp(&lengths[b])), [1, 2, 3]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ranker {
    density: Density,
    sorter: Sorter,
    /// The active goals, ascending: as they lie in memory, and so that their order does not matter.
    columns: Vec<GoalId>,
    /// By active goal: the preferred row.
    preferred: Vec<usize>,
    is_preferred: Vec<bool>,
    order: Vec<usize>,
    ends: Vec<usize>,
    /// Of the rows of a front: the ranks of their values by column.
    ranks: Vec<u32>,
    wins: Vec<u32>,
    distances: Vec<f64>,
    /// Rows with what orders them.
    keys: Vec<(f64, usize)>,
}

impl Ranker {
    /// One that orders the rows of a front by sub-vector dominance.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One that orders the rows of a front by this.
    #[must_use]
    pub fn by(density: Density) -> Self {
        Self { density, ..Self::default() }
    }

    /// For each of the goals, the row with the least value; among equal values the one that `prefer` finds less, then the first. Empty
    /// if there is no row.
    ///
    /// `prefer` compares two rows of equal value for this goal: by the length of their tests, by
    /// [block coverage](crate::fitness::block_coverage), or by several with [`Ordering::then_with`]; see [ties](super#ties). It need not be
    /// transitive: rows are asked in turn, the challenger first, and replace the best so far only if they are less. O(rows × goals).
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

    /// The preference front, then the non-dominated fronts of the other rows. The first one is there even if it is empty: where there is
    /// no goal. See [`preferred`](Self::preferred) for `prefer`.
    pub fn preference_sort<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) -> Fronts<'_> {
        self.over(goals, |ranker, goals| ranker.sort_by_preference(&View::new(rows, goals), prefer));
        Fronts::new(&self.order, &self.ends)
    }

    /// The non-dominated fronts: the first holds the rows that no row dominates, the next those that only rows of the first dominate,
    /// and so on. Without goals all rows are in one front.
    ///
    /// O(rows² × goals) at most; expected O(rows × (log rows + goals)) where the rows form a chain, and about O(rows²) comparisons of
    /// single words where most rows have nothing to do with one another.
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
    pub fn non_dominated_sort<V: ObjectiveValue>(&mut self, rows: &(impl Rows<V> + ?Sized), goals: &[GoalId]) -> Fronts<'_> {
        self.over(goals, |ranker, goals| ranker.sort_all(&View::new(rows, goals)));
        Fronts::new(&self.order, &self.ends)
    }

    /// The best `size` rows (all, if there are fewer), the best first: front by front of
    /// [`preference_sort`](Self::preference_sort), those of one front by their [`Density`]. Of two rows the one that comes earlier is the
    /// better one, as tournaments ask.
    ///
    /// Where the preference front is larger than `size`, it is cut, too. Who must not lose the nearest test of any goal asks for
    /// `size.max(goals.len())`.
    ///
    /// Beyond sorting, O(f² × goals) for a front of f rows by sub-vector dominance, O(f log f × goals) by crowding distance; fronts that
    /// are not needed cost nothing.
    pub fn select<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        size: usize,
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) -> &[usize] {
        self.over(goals, |ranker, goals| {
            let view = View::new(rows, goals);
            ranker.sort_by_preference(&view, prefer);
            ranker.order_best(&view, size);
        });
        &self.order[..size.min(self.order.len())]
    }

    /// The best `size` rows (all, if there are fewer), the best first: front by front of
    /// [`non_dominated_sort`](Self::non_dominated_sort), those of one front by their [`Density`]. With [`Density::Crowding`] it is the
    /// selection of NSGA-II. Costs as [`select`](Self::select).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::{Density, Matrix, Ranker};
    ///
    /// let goals = [0, 1].map(GoalId::new);
    /// let values = [0.0, 4.0, 1.0, 1.5, 1.5, 1.0, 4.0, 0.0, 9.0, 9.0]; // (0, 4), (1, 1.5) ..
    /// let mut ranker = Ranker::by(Density::Crowding);
    /// assert_eq!(ranker.select_non_dominated(&Matrix::new(&values, 2), &goals, 3), [0, 3, 1]);
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

    /// For each row of a front: the largest number of goals for which one other row of the front is better. Smaller is better; 0
    /// only if no row is better anywhere. O(front² × goals).
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Ranker;
    ///
    /// let goals = [0, 1, 2].map(GoalId::new);
    /// let rows = [[0, 0, 9], [1, 1, 0], [2, 2, 1]];
    /// assert_eq!(Ranker::new().sub_vector_dominances(&rows, &goals, &[0, 1, 2]), [1, 2, 3]);
    /// ```
    pub fn sub_vector_dominances<V: ObjectiveValue>(
        &mut self,
        rows: &(impl Rows<V> + ?Sized),
        goals: &[GoalId],
        front: &[usize],
    ) -> &[u32] {
        self.over(goals, |ranker, goals| {
            density::sub_vector(&View::new(rows, goals), front, &mut ranker.sorter, &mut ranker.ranks, &mut ranker.wins);
        });
        &self.wins
    }

    /// For each row of a front its crowding distance: the sum, over the goals, of the distance between its two neighbours in the order of
    /// the [scalars](ObjectiveValue::scalar), as a part of the whole range. Larger is better. Infinite for the first and the last row of
    /// each goal (of equal rows, in the order of the front); goals for which all have the same scalar count nothing, goals named twice
    /// twice. What is infinite, NaN or was not measured counts as being as far beyond the finite values as these are apart. Rows that there
    /// are not count as not measured.
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
            density::crowding(&View::new(rows, goals), front, &mut ranker.keys, &mut ranker.distances);
        });
        &self.distances
    }

    /// Works on the goals in ascending order.
    fn over(&mut self, goals: &[GoalId], work: impl FnOnce(&mut Self, &[GoalId])) {
        let mut columns = core::mem::take(&mut self.columns);
        columns.clear();
        columns.extend_from_slice(goals);
        columns.sort_unstable();
        work(self, &columns);
        self.columns = columns;
    }

    /// Orders the rows of each front by their density, as far as they are needed.
    fn order_best<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>, size: usize) {
        let mut start = 0;
        for &end in &self.ends {
            if start >= size {
                break;
            }
            let front = &mut self.order[start..end];
            match self.density {
                Density::SubVector => {
                    density::sub_vector(view, front, &mut self.sorter, &mut self.ranks, &mut self.wins);
                    self.keys.clear();
                    self.keys.extend(self.wins.iter().map(|&wins| f64::from(wins)).zip(front.iter().copied()));
                }
                Density::Crowding => {
                    density::crowding(view, front, &mut self.keys, &mut self.distances);
                    self.keys.clear();
                    self.keys.extend(self.distances.iter().map(|distance| -distance).zip(front.iter().copied()));
                }
            }
            self.keys.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            front.iter_mut().zip(&self.keys).for_each(|(row, key)| *row = key.1);
            start = end;
        }
    }

    fn sort_all<V: ObjectiveValue, R: Rows<V> + ?Sized>(&mut self, view: &View<'_, V, R>) {
        self.clear_fronts();
        self.sorter.candidates.extend(0..view.count());
        self.sorter.sort(view, &mut self.order, &mut self.ends);
    }

    fn clear_fronts(&mut self) {
        self.order.clear();
        self.ends.clear();
        self.sorter.candidates.clear();
    }

    fn prefer<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
        mut prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) {
        self.preferred.clear();
        if view.count() == 0 {
            return;
        }
        self.preferred.resize(view.columns(), 0);
        // Row by row, as they lie in memory. First the least values, so that `prefer` is asked of these only.
        for row in 1..view.count() {
            for (column, best) in self.preferred.iter_mut().enumerate() {
                if is_better(view.at(row, column), view.at(*best, column)) {
                    *best = row;
                }
            }
        }
        for row in 1..view.count() {
            for (column, best) in self.preferred.iter_mut().enumerate() {
                let ties = row > *best && !is_better(view.at(*best, column), view.at(row, column));
                if ties && prefer(view.goal(column), row, *best).is_lt() {
                    *best = row;
                }
            }
        }
    }

    fn sort_by_preference<V: ObjectiveValue, R: Rows<V> + ?Sized>(
        &mut self,
        view: &View<'_, V, R>,
        prefer: impl FnMut(GoalId, usize, usize) -> Ordering,
    ) {
        self.clear_fronts();
        self.prefer(view, prefer);
        self.is_preferred.clear();
        self.is_preferred.resize(view.count(), false);
        self.preferred.iter().for_each(|&row| self.is_preferred[row] = true);
        for (row, &preferred) in self.is_preferred.iter().enumerate() {
            if preferred { &mut self.order } else { &mut self.sorter.candidates }.push(row);
        }
        self.ends.push(self.order.len());
        self.sorter.sort(view, &mut self.order, &mut self.ends);
    }
}
