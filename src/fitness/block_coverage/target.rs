//! What two executions are compared for.

use crate::id::{Block, Branch};

/// What two executions are compared for: which of them is nearer to it.
///
/// The target of a goal is [`Goal::target`](crate::objective::Goal::target).
///
/// ```
/// use sbst::fitness::block_coverage::Target;
/// use sbst::flow::Lines;
/// use sbst::id::{Branch, Line};
/// use sbst::objective::Goal;
///
/// let lines = Lines::default();
/// assert_eq!(Goal::Branch(Branch::new(3)).target(&lines), Some(Target::Branch(Branch::new(3))));
/// assert_eq!(Goal::Line(Line::new(12)).target(&lines), Some(Target::Line(&[]))); // no statement is known there
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target<'a> {
    /// To enter a block: statement 0.
    Block(Block),
    /// To reach a statement of a block, counted from 0. A number beyond the last statement is reached once so many statements ran.
    Statement(Block, u32),
    /// To take a branch: the end of its source block. For one that is taken by an exception, neither execution is nearer.
    Branch(Branch),
    /// To reach a line: the last of its statements in each block, so that the progress on the line counts. They are listed in the order of
    /// [`Lines::statements_on`](crate::flow::Lines::statements_on).
    ///
    /// With several blocks, the answer with the largest number, if no two of them contradict each other, else neither. A line is covered
    /// as soon as its first statement in any block is reached; if both executions cover it, neither is nearer.
    Line(&'a [(Block, u32)]),
}
