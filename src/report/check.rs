//! Whether a report is consistent. Reading and merging check the same.

use super::data::{GoalReport, Report, Standing};
use super::kept_tests::{Kept, KeptTests, Nearest, Row, Shared};
use crate::fitness::Fitness;
use crate::id::GoalId;
use crate::objective::{Goal, Goals};
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Error of a report whose parts contradict each other: one that was written by hand, changed, or
/// made by another version of this crate.
///
/// ```
/// use sbst::Campaign;
/// use sbst::campaign::CampaignError;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::Function;
/// use sbst::objective::Criterion;
/// use sbst::report::ReportError;
///
/// let mut campaign = Campaign::builder()
///     .function(&FlowBuilder::new().exit(0))?
///     .criteria([Criterion::Branch])
///     .build()?;
/// campaign.run(&7, |c, _| drop(c.enter(Function::new(0))))?;
/// let mut report = campaign.report();
/// report.runs = 0;
/// let error = campaign.merge(report).expect_err("there was a run");
/// let why = ReportError::Run { test: 0, run: 1, runs: 0 };
/// assert_eq!(error, CampaignError::Report(why));
/// assert_eq!(
///     error.to_string(),
///     "the runs of the tests of a report must ascend from 1 to 0, but test 0 is of run 1"
/// );
/// # Ok::<(), CampaignError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The report has the format of another version.
    #[error("this report has version {version}, and only version {own} can be read", own = Report::<()>::VERSION)]
    Version {
        /// Version of the report.
        version: u32,
    },
    /// The executions of all merged reports are more than half of what a `u64` holds.
    #[error("the merged reports have more than {MOST_RUNS} runs together")]
    TooManyRuns,
    /// The runs of the tests do not ascend, or are not among the runs of the report.
    #[error(
        "the runs of the tests of a report must ascend from 1 to {runs}, but test {test} is of run \
         {run}"
    )]
    Run {
        /// Index of the test.
        test: usize,
        /// Number of its run.
        run: u64,
        /// Number of runs of the report.
        runs: u64,
    },
    /// The goals that a test covers do not ascend, or are not in the report.
    #[error(
        "the goals that test {test} covers must ascend, and be among the {goals} goals of the \
         report"
    )]
    Covers {
        /// Index of the test.
        test: usize,
        /// Number of goals of the report.
        goals: usize,
    },
    /// A goal comes twice, or its standing contradicts the tests.
    #[error(
        "goal {place} ({goal}) comes twice, or its standing contradicts the tests of the report"
    )]
    Goal {
        /// Index of the goal.
        place: usize,
        /// Identity of the goal.
        goal: Goal,
    },
}

/// Greatest number of executions that merging adds up to, so that a search can count its executions
/// after merging.
pub(super) const MOST_RUNS: u64 = u64::MAX / 2;

impl<T> Report<T> {
    /// Checks that the report is consistent, as every report is that this crate makes: reading
    /// checks this, and merging too. O(n log n) for n goals and tests.
    pub(super) fn check_parts(&self) -> Result<(), ReportError> {
        check_version(self.version)?;
        let (runs, goals) = (self.runs, self.goals.len());
        let mut before = 0;
        for (test, kept) in self.tests.iter().enumerate() {
            if kept.run <= before || kept.run > runs {
                return Err(ReportError::Run { test, run: kept.run, runs });
            }
            before = kept.run;
            if !kept.covers.is_sorted_by(|one, other| one < other)
                || kept.covers.last().is_some_and(|&goal| goal >= goals)
                || !kept.covers.iter().all(|&goal| self.goals[goal].is_covered())
            {
                return Err(ReportError::Covers { test, goals });
            }
        }
        let mut known: BTreeSet<Goal> = BTreeSet::new();
        for (place, row) in self.goals.iter().enumerate() {
            if !known.insert(row.goal) || !self.is_legal(place, row) {
                return Err(ReportError::Goal { place, goal: row.goal });
            }
        }
        Ok(())
    }

    /// Returns `true` if a goal and its test name each other, since readers go both ways, and all
    /// other indices are in range.
    fn is_legal(&self, place: usize, row: &GoalReport) -> bool {
        let is_near = |test, fitness: Fitness| test < self.tests.len() && !fitness.is_covered();
        if row.kept.as_ref().is_some_and(|&(test, fitness, _)| !is_near(test, fitness)) {
            return false;
        }
        match &row.standing {
            Standing::Covered { test } => {
                self.tests.get(*test).is_some_and(|kept| kept.covers.binary_search(&place).is_ok())
            }
            Standing::Near { test, fitness, .. } => is_near(*test, *fitness),
            Standing::Waiting { behind } => behind.iter().all(|&parent| parent < self.goals.len()),
            Standing::Far | Standing::LeftOut | Standing::NotNeeded => true,
        }
    }
}

/// Checks the version of a report.
pub(super) const fn check_version(version: u32) -> Result<(), ReportError> {
    if version == Report::<()>::VERSION { Ok(()) } else { Err(ReportError::Version { version }) }
}

// Merging a report into the tests that a search keeps.

impl<T: Clone, C: Ord + Clone> KeptTests<T, C> {
    /// Merges the tests of a report from another collection, as if they were executed after the
    /// tests in this collection.
    ///
    /// The runs of the report are numbered from [`runs`](Self::runs) + 1. The covered goals of the
    /// report are taken in first; then, for each goal that is not covered, the nearer test stays.
    /// This includes goals that are not within reach here, since they were where the report was
    /// made: so the order of merging does not matter. Goals are found by their identity. Goals that
    /// `goals` does not contain are skipped. Costs are computed again. Afterwards
    /// [`newly_covered`](Self::newly_covered), [`opened`](Self::opened) and
    /// [`nearer`](Self::nearer) return the changes that the report made. O(n log n) for n goals and
    /// tests.
    ///
    /// # Errors
    ///
    /// [`ReportError`] if the parts of the report contradict each other, as they do in no report
    /// that this crate makes, or if there are too many runs to count. Nothing is changed then.
    ///
    /// Goals that the other search discovered become goals here only if
    /// [`Discoveries::adopt`](crate::objective::Discoveries::adopt) adds them before:
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::execution::{ExceptionKind, Trace};
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Criterion, Discoveries, GoalGraph, Goals};
    /// use sbst::report::KeptTests;
    /// use sbst::selection::Frontier;
    ///
    /// // A worker finds an exception.
    /// let mut worker = Campaign::builder()
    ///     .function(&FlowBuilder::new().exit(0))?
    ///     .criteria([Criterion::Exception])
    ///     .build()?;
    /// worker.run(&7, |caller, _| {
    ///     let f = caller.enter(Function::new(0));
    ///     f.threw(Symbol::new(3), ExceptionKind::Explicit);
    /// })?;
    ///
    /// let (graph, report) = (worker.graph(), worker.report());
    /// let mut goals = Goals::<Trace>::for_graph(graph);
    /// let mut discovery = Discoveries::none();
    /// discovery.exceptions();
    /// let found = report.goals.iter().map(|row| (row.goal, row.is_covered()));
    /// discovery.adopt(&mut goals, found).expect("exceptions only");
    /// let mut tests = KeptTests::new(Frontier::of(&GoalGraph::new(&goals, graph)));
    /// tests.merge(report, &goals)?;
    /// assert_eq!(tests.suite(), [&7]);
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn merge<X: ?Sized>(
        &mut self,
        report: Report<T>,
        goals: &Goals<X>,
    ) -> Result<(), ReportError> {
        self.check(&report)?;
        self.forget();
        // The other registry may number goals in another order, so indices of the report become ids
        // by way of identities.
        let ids: Vec<Option<GoalId>> =
            report.goals.iter().map(|row| goals.find(row.goal)).collect();
        let kept = report.tests.into_iter().map(|it| {
            let covers: BTreeSet<GoalId> =
                it.covers.iter().filter_map(|&place| *ids.get(place)?).collect();
            let (cost, run) = ((self.cost)(&it.test), it.run + self.runs);
            Shared::new(Kept { test: it.test, cost, run, covers: covers.into_iter().collect() })
        });
        let kept: Vec<_> = kept.collect();
        self.rows.resize_with(self.rows.len().max(goals.len()), Row::default);
        // First what is covered, since that opens goals.
        for (row, id) in report.goals.iter().zip(&ids) {
            if let (Some(id), Standing::Covered { test }) = (*id, &row.standing)
                && let Some(kept) = kept.get(*test)
                && self.rows[id.index()].is_beaten_by(Fitness::COVERED, &kept.cost)
            {
                self.cover(id, Shared::clone(kept));
            }
        }
        self.covered.sort_unstable();
        let covered: Vec<_> = self.covered().collect();
        self.opened.extend_from_slice(self.frontier.cover(covered));
        for (row, id) in report.goals.iter().zip(&ids) {
            let Some(id) = id.filter(|&id| !self.is_covered(id)) else { continue };
            let (test, fitness, why) = match (&row.standing, &row.kept) {
                (Standing::Near { test, fitness, why, .. }, _) => (test, fitness, why),
                (_, Some((test, fitness, why))) => (test, fitness, why),
                _ => continue,
            };
            let best = &mut self.rows[id.index()];
            if let Some(kept) = kept.get(*test).filter(|it| best.is_beaten_by(*fitness, &it.cost)) {
                let (kept, why) = (Shared::clone(kept), why.clone().map(Box::new));
                if best.keep(*fitness, Nearest { kept, why }) && self.frontier.is_active(id) {
                    self.nearer.push(id);
                }
            }
        }
        self.frontier.improve(self.nearer.iter().copied());
        // Last, because the runs of the report are numbered from the old value.
        self.runs += report.runs;
        Ok(())
    }

    /// Checks that a report can be merged: that its parts are consistent, and that its runs can be
    /// counted.
    pub(crate) fn check(&self, report: &Report<T>) -> Result<(), ReportError> {
        report.check_parts()?;
        match self.runs.checked_add(report.runs) {
            Some(runs) if runs <= MOST_RUNS => Ok(()),
            _ => Err(ReportError::TooManyRuns),
        }
    }
}
