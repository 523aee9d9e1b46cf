//! What two executions are compared for.

use crate::id::{Block, Branch};

/// What two executions are compared for: which of them is nearer to it.
///
/// The target of a goal is [`Goal::target`](crate::objective::Goal::target).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target<'a> {
    /// To enter a block: statement 0.
    Block(Block),
    /// To reach a statement of a block, counted from 0. One that the block does not have is reached by as much progress all the same.
    Statement(Block, u32),
    /// To take a branch: the end of its source block.
    Branch(Branch),
    /// To reach a line: the last of its statements in each block. They are listed in the order of
    /// [`Lines::statements_on`](crate::flow::Lines::statements_on).
    ///
    /// With several blocks, the largest answer of all, if no two of them contradict each other. An execution reaches the line if it
    /// reaches its first statement in any block; if both do, neither is nearer.
    Line(&'a [(Block, u32)]),
}
