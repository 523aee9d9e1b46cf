//! Results of searches, as plain data.

use crate::fitness::Fitness;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch};
use crate::id::Line;
use crate::objective::{Explanation, Goal, Goals};
use alloc::string::String;
use alloc::vec::Vec;

/// The result of a search as plain data: every goal with the test that covers it, or with the reason why none does.
///
/// A [`Campaign`](crate::Campaign::report) makes it at any time; [`Report::of`] makes it from the parts. Print it, write it with
/// `serde` (feature `serde`), render it in a form of your own, or take it in where the search goes on:
/// [`Campaign::merge`](crate::Campaign::merge).
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
    /// The version of this form: [`VERSION`](Self::VERSION) in those that this crate makes; no other is read.
    pub version: u32,
    /// The graph that the goals are of.
    pub graph: GraphIdentity,
    /// The copies of blocks in which goals of histories lie, if there are any: their numbers of paths and contexts mean something there only.
    #[cfg_attr(feature = "serde", serde(default))]
    pub copies: Option<GraphIdentity>,
    /// How many executions there were.
    pub runs: u64,
    /// The tests that are worth keeping.
    pub tests: Vec<KeptTest<T>>,
    /// All goals, in the order in which they came.
    pub goals: Vec<GoalReport>,
}

/// A test that covers a goal at the least cost, or is nearest to one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct KeptTest<T> {
    /// The test.
    pub test: T,
    /// The number of the execution, from 1.
    pub run: u64,
    /// All goals that it covers, by their place in the report, if it was kept for one of these; else empty.
    pub covers: Vec<usize>,
}

/// Row of a report for one goal.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct GoalReport {
    /// Its identity.
    pub goal: Goal,
    /// Its place in words, with the names that the graph has; `None` if it lies nowhere.
    pub place: Option<String>,
    /// Its line in the source, if lines were given.
    pub line: Option<Line>,
    /// Whether it is covered, and if not, why.
    pub standing: Standing,
}

impl GoalReport {
    /// Returns `true` if the goal is covered.
    #[must_use]
    pub const fn is_covered(&self) -> bool {
        matches!(self.standing, Standing::Covered { .. })
    }
}

/// Standing of a goal. A test is identified by its place in the report.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Standing {
    /// It is covered, by this test at the least cost.
    Covered {
        /// The test.
        test: usize,
    },
    /// It is within reach, and this test came nearest.
    Near {
        /// The test.
        test: usize,
        /// How near it came.
        fitness: Fitness,
        /// What is missing; `None` if more than 64 decisions must still go right.
        why: Option<Explanation>,
        /// The same in words, with the names that the graph has.
        words: String,
    },
    /// It is within reach, and no test came nearer to it than no test at all: nothing entered its function, or it has no distance.
    Far,
    /// It is out of reach until one of its parents in the goal graph is covered.
    Waiting {
        /// The parents, by their place in the report.
        behind: Vec<usize>,
    },
    /// It was left out, and is not covered by chance.
    LeftOut,
    /// It is not covered, and no other goal needs it now: a vector of a decision that would complete no independence pair.
    NotNeeded,
}

impl<T> Report<T> {
    /// The version of the form of reports that this version of the crate makes and reads.
    pub const VERSION: u32 = 1;

    /// Checks that the report belongs to a program, and to the copies of blocks in which the goals of a registry lie.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if it does not.
    pub fn check<X: ?Sized>(&self, graph: &FlowGraph, goals: &Goals<X>) -> Result<(), GraphMismatch> {
        graph.check(self.graph)?;
        match (self.copies, goals.copies_identity()) {
            (Some(made_for), Some(used_with)) if made_for != used_with => Err(GraphMismatch { made_for, used_with }),
            _ => Ok(()),
        }
    }

    /// Returns the goals that are covered, each with its test.
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
