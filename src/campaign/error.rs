//! What can be wrong with a campaign.

use crate::execution::Misuse;
use crate::fitness::flag::FlagError;
use crate::flow::{FlowError, FlowGraph, GraphMismatch};
use crate::objective::{Goal, ProgramError};
use crate::report::Report;
use alloc::boxed::Box;
use alloc::string::ToString;

/// What is wrong with a campaign, or with an execution that was given to it.
///
/// After an error nothing of the execution is kept, and the campaign can go on.
///
/// ```
/// use sbst::Campaign;
/// use sbst::campaign::CampaignError;
/// use sbst::distance::gt;
/// use sbst::execution::Caller;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::Function;
/// use sbst::objective::Criterion;
///
/// let body = FlowBuilder::new().function_name("price").branch(0, 1, 2).exit(1).exit(2);
/// let mut campaign = Campaign::builder().function(&body)?.criteria([Criterion::Branch]).build()?;
/// let twice = |c: Caller<'_>, amount: &i32| {
///     let f = c.enter(Function::new(0));
///     f.decide(0, gt(*amount, 100)) && f.decide(0, gt(*amount, 200)) // should be block 1, which the graph lacks
/// };
/// let error = campaign.run(&150, twice).map(|_| ()).expect_err("block 0 decides once");
/// assert!(matches!(error, CampaignError::Misuse { .. }));
/// assert_eq!(error.to_string(), "price: block 1 comes next, and a hook names block 0");
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
    /// A report has the form of another version of this crate.
    #[error("a report of version {version}, and not of version {}", Report::<()>::VERSION)]
    OtherVersion {
        /// The version of its form.
        version: u32,
    },
    /// A hook of the recorder is not where the graph says: no value of this execution could be trusted.
    #[error("{text}")]
    Misuse {
        /// What is wrong.
        misuse: Misuse,
        /// The same in words, with the names that the graph has.
        text: Box<str>,
    },
    /// There is neither a goal, nor may exceptions become goals.
    #[error("a campaign without goals")]
    NoGoals,
    /// A report names a goal that the campaign does not have.
    #[error("the campaign has no goal {goal}")]
    UnknownGoal {
        /// The goal.
        goal: Goal,
    },
}

impl CampaignError {
    pub(super) fn misuse(misuse: Misuse, graph: &FlowGraph) -> Self {
        Self::Misuse { misuse, text: misuse.in_graph(graph).to_string().into() }
    }
}
