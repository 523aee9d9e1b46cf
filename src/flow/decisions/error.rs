//! The errors of decisions: blocks that are not a decision, and too many vectors.

use crate::flow::joined::Joined;
use crate::id::Block;
use alloc::vec::Vec;

/// The reason why some blocks are not the conditions of one decision.
///
/// ```
/// use sbst::flow::decisions::{CompoundDecision, DecisionError};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Block;
///
/// // if a { 1 } else if b { 3 } else { 4 }
/// let chain = FlowBuilder::new().branch(0, 1, 2).branch(2, 3, 4);
/// let graph = FlowGraph::of(&chain.exit(1).exit(3).exit(4))?;
/// let given = [0, 2].map(Block::new);
/// let error = CompoundDecision::of(&graph, given).expect_err("three ends");
/// assert_eq!(error, DecisionError::Ends { blocks: [1, 3, 4].map(Block::new).into() });
/// let text =
///     "a decision leads to two blocks, but these conditions lead to 3: b1, b3, b4";
/// assert_eq!(error.to_string(), text);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecisionError {
    /// No condition was given.
    #[error("a decision has at least one condition")]
    Empty,
    /// More than 64 conditions were given.
    #[error("a decision has at most 64 conditions, not {count}")]
    TooMany {
        /// The number of conditions that were given.
        count: usize,
    },
    /// A condition was given twice.
    #[error("{block} is given twice")]
    Duplicate {
        /// The condition.
        block: Block,
    },
    /// Some blocks do not have exactly two edges, one for `true` and one for `false`, or have an
    /// exit besides, or do not exist.
    #[error("not the blocks of two-way predicates: {}", Joined(.blocks, ", "))]
    NotTwoWay {
        /// All such blocks, in the order in which they were given.
        blocks: Vec<Block>,
    },
    /// Two conditions belong to different functions.
    #[error("{first} and {other} belong to different functions")]
    TwoFunctions {
        /// The condition that was given first.
        first: Block,
        /// The first condition of another function.
        other: Block,
    },
    /// Both outcomes of a condition lead to the same block, and it is not the only condition.
    #[error("both outcomes of {block} lead to the same block")]
    SameTarget {
        /// The condition.
        block: Block,
    },
    /// Several conditions are entered from outside the decision, or none is.
    #[error("a decision is entered at one condition, but these conditions are entered at {}: {}", .blocks.len(), Joined(.blocks, ", "))]
    Entries {
        /// All conditions to which other blocks lead, to which no condition leads, or which are the
        /// entry of the function; ascending.
        blocks: Vec<Block>,
    },
    /// Conditions form a cycle that does not pass the first condition.
    #[error("these conditions form a cycle, or come after one: {}", Joined(.blocks, ", "))]
    Cycle {
        /// The conditions on cycles and after them, ascending.
        blocks: Vec<Block>,
    },
    /// The conditions lead to only one block, or to more than two.
    #[error("a decision leads to two blocks, but these conditions lead to {}: {}", .blocks.len(), Joined(.blocks, ", "))]
    Ends {
        /// All blocks outside the decision to which the conditions lead, ascending.
        blocks: Vec<Block>,
    },
}

impl DecisionError {
    /// Returns the blocks that a graph was told wrongly, and what they are.
    pub(crate) fn said(&self) -> (&[Block], &'static str) {
        match self {
            Self::Duplicate { block } => (core::slice::from_ref(block), "named twice"),
            Self::Entries { blocks } => {
                (blocks, "entered from elsewhere, or not in the order of evaluation")
            }
            Self::Cycle { blocks } => (blocks, "not in the order of evaluation"),
            Self::Ends { blocks } => (blocks, "more than two ends"),
            Self::NotTwoWay { blocks } => (blocks, "which have neither one nor two ways on"),
            _ => (&[], "no conditions"),
        }
    }
}

/// The error of a decision with more possible vectors than the caller allowed.
///
/// ```
/// use sbst::flow::decisions::{CompoundDecision, TooManyVectors};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let and = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
/// let graph = FlowGraph::of(&and)?;
/// for decision in CompoundDecision::all(&graph) {
///     assert_eq!(decision.vectors(2), Err(TooManyVectors { count: 3, most: 2 }));
/// }
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the decision has {count} possible vectors, at most {most} were allowed")]
pub struct TooManyVectors {
    /// The number of possible vectors; `u64::MAX` stands for this number and all greater ones.
    pub count: u64,
    /// The maximum number that the caller gave.
    pub most: usize,
}
