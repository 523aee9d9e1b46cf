//! Reports as plain data: the goals, where each one stands, and the tests that are worth keeping.

use crate::fitness::Fitness;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch};
use crate::id::Line;
use crate::objective::{Explanation, Goal, Goals};
use alloc::string::String;
use alloc::vec::Vec;

/// The result of a search as plain data: every goal with the test that covers it, or with the
/// reason why none does.
///
/// [`Campaign::report`](crate::Campaign::report) makes a report at any time; it calls
/// [`Report::of`], which makes one from the parts of your own loop. You can print a report, write
/// and read it with `serde` (feature `serde`), render it in a form of your own, or continue another
/// search with it ([`Campaign::merge`](crate::Campaign::merge)).
///
/// ```
/// use sbst::Campaign;
/// use sbst::distance::gt;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::Function;
/// use sbst::objective::Criterion;
/// use sbst::report::Standing;
///
/// let mut body = FlowBuilder::new().function_name("order");
/// let [check, accept, reject] = body.named_blocks(["check", "accept", "reject"]);
/// let mut campaign = Campaign::builder()
///     .function(&body.branch(check, accept, reject).exit(accept).exit(reject))?
///     .criteria([Criterion::Branch])
///     .build()?;
/// campaign.run(&7, |c, x| c.enter(Function::new(0)).decide(check, gt(*x, 9)))?;
///
/// let report = campaign.report();
/// assert!(matches!(report.goals[0].standing, Standing::Near { .. }));
/// assert_eq!(
///     report.to_string(),
///     "1 of 2 goals covered in 1 run
/// 7 of run 1 covers
///   branch e1 (order: check -> reject on false)
/// not covered
///   branch e0 (order: check -> accept on true), nearest 7 of run 1
///     missed by 3"
/// );
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Report<T> {
    /// Version of the format: [`VERSION`](Self::VERSION) in every report that this crate makes.
    /// Reports of other versions are refused when they are read.
    pub version: u32,
    /// Identity of the control-flow graph of the program.
    pub graph: GraphIdentity,
    /// Identities of the graphs of the [histories](Goals::follow) that goals read. Numbers of goals
    /// of histories, such as paths, are those of these graphs.
    #[cfg_attr(feature = "serde", serde(default))]
    pub histories: Vec<GraphIdentity>,
    /// Number of executions.
    pub runs: u64,
    /// The tests that are worth keeping.
    pub tests: Vec<KeptTest<T>>,
    /// All goals, in the order of their ids.
    pub goals: Vec<GoalReport>,
    /// What has [no goals](Goals::leave_out), so that coverage is not complete, whatever the goals
    /// say.
    #[cfg_attr(feature = "serde", serde(default))]
    pub left_out: Vec<LeftOut>,
}

/// Something that a report does not measure.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LeftOut {
    /// Its place in words, with the names from the graph.
    pub place: String,
    /// What it is: "decision of 65 conditions".
    pub what: String,
}

/// A test that covers a goal at the least cost, or is nearest to one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct KeptTest<T> {
    /// The test.
    pub test: T,
    /// Number of the execution, counted from 1.
    pub run: u64,
    /// All goals that the test covers, as indices of [`Report::goals`], ascending. Empty if the
    /// test is kept only because it is the nearest one of a goal.
    pub covers: Vec<usize>,
}

/// Row of a report for one goal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct GoalReport {
    /// Identity of the goal.
    pub goal: Goal,
    /// Place of the goal in words, with the names from the graph; `None` if the goal has no place
    /// in the graph.
    pub place: Option<String>,
    /// Line of the goal in the source code, if lines were given.
    pub line: Option<Line>,
    /// File of this line, and the number of the line in that file, if the [lines have
    /// files](crate::flow::Lines::with_files).
    pub source: Option<(String, u32)>,
    /// Result for the goal: covered, or the reason why it is not.
    pub standing: Standing,
    /// The nearest test of a goal that is out of reach or set aside now, from a time when it was
    /// within reach: its index in [`Report::tests`], its distance, and the decisions that it would
    /// have to decide differently. Another search may pursue the goal after merging.
    #[cfg_attr(feature = "serde", serde(default))]
    pub kept: Option<(usize, Fitness, Option<Explanation>)>,
}

impl GoalReport {
    /// Returns `true` if the goal is covered.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        matches!(self.standing, Standing::Covered { .. })
    }
}

/// Result for a goal: covered, or the reason why it is not. Tests are named by their index in
/// [`Report::tests`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[allow(clippy::large_enum_variant, reason = "nearly all goals that are open are near")]
pub enum Standing {
    /// The goal is covered.
    Covered {
        /// Index of the test of least cost that covers the goal.
        test: usize,
    },
    /// The goal is within reach, and a test came near it.
    Near {
        /// Index of the test that came nearest.
        test: usize,
        /// Distance of this test from the goal.
        fitness: Fitness,
        /// Decisions that this test would have to decide differently; `None` if there are more
        /// than 64.
        why: Option<Explanation>,
        /// What is missing, line by line, with the names from the graph; empty if `why` is `None`.
        missing: Vec<String>,
    },
    /// The goal is within reach, and no test came nearer to it than an empty execution: no test
    /// entered its function, or the goal has no distance.
    Far,
    /// The goal is out of reach until one of its parents in the goal graph is covered.
    Waiting {
        /// Indices of the parents in [`Report::goals`].
        behind: Vec<usize>,
    },
    /// The goal was left out of the search, and no test covered it by chance.
    LeftOut,
    /// The goal is not covered, and nothing needs it now: a
    /// [finder](crate::objective::Discovery::take_pursuit) set it aside.
    NotNeeded,
}

impl<T> Report<T> {
    /// Version of the format of reports that this version of the crate writes and reads.
    pub const VERSION: u32 = 2;

    /// Checks that the report was made for this program, and for the histories of the goals: one of
    /// the two may have more histories, but not each some that the other lacks.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if it was made for another program or other histories.
    pub fn check<X: ?Sized>(
        &self,
        graph: &FlowGraph,
        goals: &Goals<X>,
    ) -> Result<(), GraphMismatch> {
        graph.check(self.graph)?;
        // Goals of histories have numbers: of two histories of one kind, the numbers differ.
        let (here, there): (Vec<_>, _) = (goals.followed().collect(), &self.histories);
        let lacks = |of: &[_], other: &[GraphIdentity]| {
            of.iter().find(|&history| !other.contains(history)).copied()
        };
        match (lacks(there, &here), lacks(&here, there)) {
            (Some(made_for), Some(used_with)) => Err(GraphMismatch { made_for, used_with }),
            _ => Ok(()),
        }
    }

    /// Returns the covered goals, each with the test of least cost that covers it.
    pub fn covered(&self) -> impl Iterator<Item = (&GoalReport, &KeptTest<T>)> {
        self.goals.iter().filter_map(|row| match row.standing {
            Standing::Covered { test } => Some((row, self.tests.get(test)?)),
            _ => None,
        })
    }

    /// Returns the goals that are not covered.
    pub fn open(&self) -> impl Iterator<Item = &GoalReport> {
        self.goals.iter().filter(|row| !matches!(row.standing, Standing::Covered { .. }))
    }
}
