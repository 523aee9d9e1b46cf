//! Whether a report is consistent. Reading and merging check the same.

use super::data::{GoalReport, Report, Standing};
use crate::fitness::Fitness;
use crate::objective::Goal;
use alloc::collections::BTreeSet;

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
