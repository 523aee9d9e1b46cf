//! The errors of unrolling a graph.

use crate::definitions::DefinitionError;
use crate::paths::PathError;
use sbst::campaign::CampaignError;
use sbst::flow::{GraphMismatch, HistoryError};
use sbst::id::Block;

/// The reason why a graph cannot be unrolled, or why there are no goals in its copies.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnrolledError {
    /// There would be too many copies of blocks, or ids run out.
    #[error(transparent)]
    Copies(#[from] HistoryError),
    /// There are too many calling contexts, counted together with their call sites and the calls
    /// between them.
    #[error(
        "the calling contexts, their call sites and the calls between them are more than {most}: \
         choose a smaller depth, or allow more copies"
    )]
    TooManyContexts {
        /// The maximum number of contexts, call sites and calls together.
        most: usize,
    },
    /// Goals of vectors were asked for, and the copies tell no vectors apart.
    #[error(
        "the copies have no decisions, but the graph has some: call \
         `.decisions(CompoundDecision::all(&graph))` on their builder"
    )]
    NoDecisions,
    /// Two decisions share a condition.
    #[error("{block} is a condition of two decisions")]
    SharedCondition {
        /// The shared condition.
        block: Block,
    },
    /// A decision does not belong to the graph.
    #[error("the decision whose first condition is {block} does not belong to this graph")]
    OtherDecision {
        /// The first condition of the decision.
        block: Block,
    },
    /// The copies were made from another graph.
    #[error(transparent)]
    OtherGraph(#[from] GraphMismatch),
    /// A path does not belong to the graph.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A definition or a use is at a place that the graph does not have.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
}

/// So that a closure of [`CampaignBuilder::discover`](sbst::campaign::CampaignBuilder::discover) can
/// use `?`.
impl From<UnrolledError> for CampaignError {
    fn from(error: UnrolledError) -> Self {
        Self::finder(error)
    }
}
