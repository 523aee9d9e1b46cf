//! What can be wrong with a campaign.

use crate::execution::Misuse;
use crate::fitness::flag::FlagError;
use crate::flow::{FlowError, GraphMismatch, UnrolledError};
use crate::objective::{Goal, ProgramError};
use alloc::boxed::Box;

/// The error of a campaign: wrong settings, or an execution that does not fit.
///
/// After an error nothing of the execution is kept, and the campaign can go on.
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
    /// A function is described wrongly.
    #[error(transparent)]
    Flow(#[from] FlowError),
    /// Methods, lines or mutants do not fit the graph.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// Flags do not fit the graph, or the execution.
    #[error(transparent)]
    Flags(#[from] FlagError),
    /// Something was made for another graph.
    #[error(transparent)]
    OtherGraph(#[from] GraphMismatch),
    /// A hook of the recorder is not where the graph says: no value of this execution could be trusted.
    #[error("{text}")]
    Misuse {
        /// What is wrong.
        misuse: Misuse,
        /// The same in words, with the names that the graph has.
        text: Box<str>,
    },
    /// The graph cannot be unrolled for the criteria.
    #[error(transparent)]
    Unrolled(#[from] UnrolledError),
    /// Neither criteria nor goals were given to the builder. A program in which they find nothing to cover is no error.
    #[error("a campaign without goals")]
    NoGoals,
    /// A report names a goal that the campaign does not have.
    #[error("the campaign has no goal {goal}")]
    UnknownGoal {
        /// The goal.
        goal: Goal,
    },
}
