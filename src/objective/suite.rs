//! What a suite of tests is worth, criterion by criterion: sums of the least values, and coverage.
//!
//! [`SuiteRow`] keeps for each goal the least value over the tests that were added; it answers for any criterion. Goals have one
//! identity each, so that what is covered is never more than there is.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024), Eq. 8, 9.
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::Trace;
//! use sbst::flow::{Body, FlowGraph};
//! use sbst::id::Function;
//! use sbst::objective::suite::SuiteRow;
//! use sbst::objective::{Criterion, Forms, Goals, Program, Tables};
//!
//! let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let mut goals = Goals::<Trace>::new();
//! goals.add(Criterion::Branch, &Program::new(&graph).in_forms(Forms::PUBLISHED));
//!
//! let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
//! let (mut suite, mut row) = (SuiteRow::new(), Vec::new());
//! for x in [14, 12] {
//!     trace.reset();
//!     trace.call(Function::new(0)).decide(0, lt(x, 10));
//!     goals.measure(&graph, &trace, &mut tables, &mut row);
//!     suite.add(&row);
//! }
//! assert_eq!(suite.sum(&goals, Criterion::Branch), 0.75); // 12 is 3 away from < 10
//! assert_eq!(suite.coverage(&goals, Criterion::Branch).to_string(), "1 of 2");
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

use super::least::Least;
use super::{Criterion, Goals};
use crate::fitness::Fitness;
use crate::id::GoalId;
use core::fmt;

/// The least value of each goal over the tests of a suite, by goal.
///
/// Rows may differ in length: a goal that is found later was not measured on the tests before. A goal that was measured on none has the
/// worst value, [`Fitness::NEVER`]. In a sum that counts 1 where no value has a level: published branches, mutants and line definitions,
/// entries, methods, exceptions, partitions; 2 for augmented lines, just below 2 for flat lines and statements; and 2^32 with levels.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::objective::suite::SuiteRow;
///
/// let mut suite = SuiteRow::new();
/// suite.add(&[Fitness::new(0, 3.into()), Fitness::NEVER]); // by goal
/// suite.add(&[Fitness::new(1, 2.into()), Fitness::COVERED]);
/// let [first, second] = [0, 1].map(|goal| suite.fitness(GoalId::new(goal)));
/// assert_eq!((first, second), (Fitness::new(0, 3.into()), Fitness::COVERED));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SuiteRow {
    least: Least,
}

impl SuiteRow {
    /// Of an empty suite.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// assert_eq!(SuiteRow::new().fitness(GoalId::new(0)), Fitness::NEVER); // no test, nothing known
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { least: Least::new() }
    }

    /// Takes in the row of one test, as [`Goals::measure`] writes it: by goal. Commutative. Linear in the goals.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::new(2, 1.into())]);
    /// suite.add(&[Fitness::new(0, 7.into()), Fitness::COVERED]); // a goal was found since
    /// assert_eq!(suite.fitness(GoalId::new(0)), Fitness::new(0, 7.into()));
    /// assert!(suite.fitness(GoalId::new(1)).is_covered());
    /// ```
    pub fn add(&mut self, row: &[Fitness]) {
        self.least.add(row);
    }

    /// Takes in the value of one goal on one test, for searches that measure only the goals that are still open. Memory follows the number
    /// of goals that were seen, whatever their ids. Amortised constant time for goals in about the order of their ids, logarithmic for
    /// others.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// let (open, mut suite) = (GoalId::new(5), SuiteRow::new());
    /// for distance in [9, 4, 6] {
    ///     suite.see(open, Fitness::new(0, distance.into()));
    /// }
    /// assert_eq!(suite.fitness(open), Fitness::new(0, 4.into()));
    /// ```
    pub fn see(&mut self, goal: GoalId, value: Fitness) {
        self.least.see(goal, value);
    }

    /// Takes in another suite, measured by the same registry: elsewhere goals may have other numbers. Commutative, associative and
    /// idempotent.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// // Two machines, one registry.
    /// let [mut here, mut there] = [SuiteRow::new(), SuiteRow::new()];
    /// here.add(&[Fitness::COVERED, Fitness::NEVER]);
    /// there.add(&[Fitness::NEVER, Fitness::COVERED]);
    /// here.merge(&there);
    /// there.merge(&here);
    /// assert_eq!(here, there);
    /// ```
    pub fn merge(&mut self, other: &Self) {
        self.least.merge(&other.least);
    }

    /// The least value of a goal; [`Fitness::NEVER`] if no test was measured on it.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::new(0, 3.into())]);
    /// assert_eq!([0, 1].map(|goal| suite.fitness(GoalId::new(goal))), [Fitness::new(0, 3.into()), Fitness::NEVER]);
    /// ```
    #[must_use]
    pub fn fitness(&self, goal: GoalId) -> Fitness {
        self.least.get(goal)
    }

    /// The sum of the least values over all goals of a criterion, each as its [scalar](super::Objective::scalar): 0 iff all are covered. In
    /// the published forms at most their number, for augmented lines twice that. Linear in the goals.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{BranchGoal, Criterion, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend([0, 1, 2].map(|branch| BranchGoal::new(Branch::new(branch))));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED, Fitness::new(0, 3.into()), Fitness::new(1, 1.into())]);
    /// assert_eq!(suite.sum(&goals, Criterion::Branch), 0.75 + 1.5);
    /// ```
    #[must_use]
    pub fn sum<X: ?Sized>(&self, goals: &Goals<X>, criterion: Criterion) -> f64 {
        goals.of(criterion).map(|id| goals.scalar(id, self.fitness(id))).fold(0.0, |sum, scalar| sum + scalar)
    }

    /// How many goals of a criterion are covered. Linear in the goals.
    ///
    /// For [`Criterion::Exception`] the total is unknown: nobody knows how many there are.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{BranchGoal, Criterion, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend([0, 1, 2].map(|branch| BranchGoal::new(Branch::new(branch))));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED, Fitness::NEVER, Fitness::COVERED]);
    /// assert_eq!(suite.coverage(&goals, Criterion::Branch).to_string(), "2 of 3");
    /// ```
    #[must_use]
    pub fn coverage<X: ?Sized>(&self, goals: &Goals<X>, criterion: Criterion) -> Coverage {
        let covered = goals.of(criterion).filter(|&id| self.fitness(id).is_covered()).count();
        let total = (criterion != Criterion::Exception).then(|| goals.of(criterion).count());
        Coverage { covered, total }
    }
}

/// How many goals are covered, and of how many.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::id::Branch;
/// use sbst::objective::suite::{Coverage, SuiteRow};
/// use sbst::objective::{BranchGoal, Criterion, Goals};
///
/// let mut goals = Goals::<Trace>::new();
/// goals.extend([0, 1].map(|branch| BranchGoal::new(Branch::new(branch))));
/// let mut suite = SuiteRow::new();
/// suite.add(&[Fitness::COVERED]);
/// let coverage: Coverage = suite.coverage(&goals, Criterion::Branch);
/// assert_eq!((coverage.covered(), coverage.total(), coverage.ratio()), (1, Some(2), Some(0.5)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coverage {
    pub(super) covered: usize,
    pub(super) total: Option<usize>,
}

impl Coverage {
    /// How many goals are covered.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Criterion, Goals};
    ///
    /// let nothing = SuiteRow::new().coverage(&Goals::<Trace>::new(), Criterion::Branch);
    /// assert_eq!((nothing.covered(), nothing.ratio()), (0, None)); // no goals: no ratio
    /// ```
    #[must_use]
    pub const fn covered(self) -> usize {
        self.covered
    }

    /// How many goals there are; `None` for an open set.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Criterion, Goals};
    ///
    /// let of = |criterion| SuiteRow::new().coverage(&Goals::<Trace>::new(), criterion).total();
    /// assert_eq!(of(Criterion::Line), Some(0));
    /// assert_eq!(of(Criterion::Exception), None); // nobody knows how many there are
    /// ```
    #[must_use]
    pub const fn total(self) -> Option<usize> {
        self.total
    }

    /// The same of an open set against a total that the caller knows, at least as many as are covered.
    ///
    /// ```
    /// use sbst::execution::{Kind, Thrown, Trace};
    /// use sbst::fitness::Fitness;
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{Criterion, ExceptionGoal, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.push(ExceptionGoal(Thrown::new(Function::new(0), Symbol::new(0), Kind::Declared)));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED]);
    /// let found = suite.coverage(&goals, Criterion::Exception);
    /// assert_eq!((found.to_string().as_str(), found.ratio()), ("1", None));
    /// assert_eq!(found.of(4).ratio(), Some(0.25));
    /// ```
    #[must_use]
    pub const fn of(self, total: usize) -> Self {
        Self { total: Some(if total < self.covered { self.covered } else { total }), ..self }
    }

    /// covered / total, in [0, 1]; `None` for an open set, and if there are no goals.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::suite::SuiteRow;
    /// use sbst::objective::{BranchGoal, Criterion, Goals};
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend((0..4).map(|branch| BranchGoal::new(Branch::new(branch))));
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::COVERED; 3]);
    /// assert_eq!(suite.coverage(&goals, Criterion::Branch).ratio(), Some(0.75));
    /// ```
    #[must_use]
    pub fn ratio(self) -> Option<f64> {
        self.total.filter(|&total| total > 0).map(|total| self.covered as f64 / total as f64)
    }
}

/// `3 of 4`; for an open set `3`.
impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.total {
            Some(total) => f.pad(&alloc::format!("{} of {total}", self.covered)),
            None => f.pad(&alloc::format!("{}", self.covered)),
        }
    }
}
