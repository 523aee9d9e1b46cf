//! The errors of unrolling a graph.

use crate::flow::FlowError;
use crate::flow::definitions::DefinitionError;
use crate::flow::paths::PathError;
use crate::id::{Block, Function};

/// The reason why a graph cannot be unrolled.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnrolledError {
    /// The graph has no such function to copy.
    #[error("{function} has no blocks to copy: the graph does not have it")]
    NoSuchFunction {
        /// The function.
        function: Function,
    },
    /// There would be too many copies of blocks.
    #[error(
        "the functions up to {function} need more than {most} copies of blocks: tell fewer \
         histories apart, or allow more copies"
    )]
    TooManyCopies {
        /// The function with which the bound was exceeded.
        function: Function,
        /// The maximum number of copies.
        most: usize,
    },
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
    /// A criterion needs an unrolled graph, and none was given.
    #[error(
        "the criterion {criterion} needs copies of blocks: build them with \
         `UnrolledGraph::builder`, and pass them to the campaign"
    )]
    NotGiven {
        /// The name of the criterion.
        criterion: &'static str,
    },
    /// A criterion needs the vectors of decisions, and the given unrolled graph has none.
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
    OtherGraph {
        /// The first condition of the decision.
        block: Block,
    },
    /// A path does not belong to the graph.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A definition or a use is at a place that the graph does not have.
    #[error(transparent)]
    Definition(#[from] DefinitionError),
    /// The graph of the copies cannot take a function, because ids run out.
    #[error(transparent)]
    Flow(#[from] FlowError),
}
