//! The point that two executions are compared for.

use crate::id::{Block, Branch, Statement};

/// The point in a function that two executions are compared for: the nearer one wins.
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
    /// Entering a block: its statement 0.
    Block(Block),
    /// Reaching a statement. A number beyond the last statement is reached once that number of statements ran.
    Statement(Statement),
    /// Taking a branch: the end of its source block, which is reached when the block is fully covered in the [form](super::Form) of the
    /// comparison. For a branch that an exception takes, neither execution is nearer.
    Branch(Branch),
    /// Reaching a line, given by its statements in the order of [`Lines::statements_on`](crate::flow::Lines::statements_on). In each block,
    /// the exact form compares for the last statement on the line, so that the progress on the line counts; the other forms for the first
    /// one, with which the line is covered.
    ///
    /// With several blocks, the answer is the one with the largest number if no two answers contradict each other, else neither. A line is
    /// covered as soon as its first statement in any block is reached; if both executions cover it, neither is nearer.
    Line(&'a [Statement]),
}
