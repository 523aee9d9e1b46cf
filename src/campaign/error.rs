//! Errors of a campaign.

use crate::execution::Misuse;
use crate::fitness::flag::FlagError;
use crate::flow::{FlowError, GraphMismatch, HistoryError};
use crate::objective::{Goal, NotRecorded, ObserveError, ProgramError};
use crate::report::ReportError;
use alloc::boxed::Box;

/// Error of a campaign: wrong settings, or an execution that does not fit the program.
///
/// After an error only [`Campaign::refused`](crate::Campaign::refused) has changed, and the
/// campaign can go on.
///
/// ```
/// use sbst::Campaign;
/// use sbst::campaign::CampaignError;
/// use sbst::distance::gt;
/// use sbst::execution::Trace;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::Function;
/// use sbst::objective::Criterion;
///
/// let mut body = FlowBuilder::new().function_name("price");
/// let [check, high, low] = body.named_blocks(["check", "high", "low"]);
/// let mut campaign = Campaign::builder()
///     .function(&body.branch(check, high, low).exit(high).exit(low))?
///     .criteria([Criterion::Branch])
///     .recorder(Trace::with_path_check)
///     .build()?;
/// let error = campaign.run(&150, |caller, amount| {
///     let f = caller.enter(Function::new(0));
///     f.decide(check, gt(*amount, 100));
///     f.returns(low, 1) // it should be `high`
/// });
/// let text = error.map(|_| ()).expect_err("a mistake").to_string();
/// assert!(text.starts_with("a hook names price: low, but the execution is in high"));
/// # Ok::<(), CampaignError>(())
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// The body of a function is not a legal control-flow graph.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// Methods, lines or mutants do not fit the graph.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// Flags do not fit the graph, or the execution.
    #[error(transparent)]
    Flags(#[from] FlagError),
    /// An execution, a report or goals were made for another graph.
    #[error(transparent)]
    OtherGraph(#[from] GraphMismatch),
    /// An execution does not know what the goals read.
    #[error(transparent)]
    NotRecorded(#[from] NotRecorded),
    /// A hook of the recorder does not fit the graph, so no distance of this execution could be
    /// trusted.
    #[error("{text}")]
    Misuse {
        /// Mistake that the recorder found.
        misuse: Misuse,
        /// Mistake in words, with the names from the graph.
        text: Box<str>,
    },
    /// A finder of goals cannot be made: its own words. See [`finder`](Self::finder).
    #[error("{0}")]
    Finder(Box<str>),
    /// A function that the campaign is for, given by its path, has no attribute
    /// `#[sbst::instrument]`.
    #[cfg(feature = "instrument")]
    #[error(
        "the function {0} is not instrumented: add `#[sbst::instrument]` to it, or to its `impl` block"
    )]
    NotInstrumented(&'static str),
    /// The frame of an instrumented function is still open after the test, so the execution has not
    /// ended.
    #[cfg(feature = "instrument")]
    #[error("an instrumented function has not ended: the test keeps its frame")]
    FrameKept,
    /// Neither criteria nor goals were given to the builder. It is no error if the given criteria
    /// find nothing to cover.
    #[error("the campaign has no goals: call `criteria` or `goals` before `build`")]
    NoGoals,
    /// The parts of a report contradict each other, or it has too many runs to count.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// A report names a goal that the campaign does not have.
    #[error(
        "the report has the goal {goal}, and this campaign does not: build both with the same \
         functions and criteria"
    )]
    UnknownGoal {
        /// Goal of the report.
        goal: Goal,
    },
}

impl CampaignError {
    /// Creates the error of a [finder of goals](crate::objective::Discovery) that cannot be made.
    /// A crate with finders implements `From` by it for its own error, so that users write `?`.
    ///
    /// ```
    /// use sbst::campaign::CampaignError;
    ///
    /// let error = CampaignError::finder("the program has no decisions");
    /// assert_eq!(error.to_string(), "the program has no decisions");
    /// ```
    #[must_use]
    pub fn finder(error: impl core::fmt::Display) -> Self {
        Self::Finder(alloc::format!("{error}").into())
    }
}

/// A history cannot be made for a finder of goals.
impl From<HistoryError> for CampaignError {
    fn from(error: HistoryError) -> Self {
        Self::finder(error)
    }
}

impl From<ObserveError> for CampaignError {
    fn from(error: ObserveError) -> Self {
        match error {
            ObserveError::OtherGraph(mismatch) => mismatch.into(),
            ObserveError::NotRecorded(missing) => missing.into(),
        }
    }
}
