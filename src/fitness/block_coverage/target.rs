//! Targets of comparisons.

use crate::id::{Block, Branch, Statement};

/// The point in a function that a comparison is made for.
///
/// [`Goal::target`](crate::objective::Goal::target) returns the target of a goal.
///
/// ```
/// use sbst::fitness::block_coverage::Target;
/// use sbst::flow::Lines;
/// use sbst::id::{Branch, Line};
/// use sbst::objective::Goal;
///
/// let lines = Lines::default();
/// assert_eq!(
///     Goal::Branch(Branch::new(3)).target(&lines),
///     Some(Target::Branch(Branch::new(3)))
/// );
/// // no statement on this line
/// assert_eq!(Goal::Line(Line::new(12)).target(&lines), Some(Target::Line(&[])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target<'a> {
    /// The target is to enter a block: its statement 0.
    Block(Block),
    /// The target is to reach a statement. A number beyond the last statement is reached once that
    /// number of statements ran.
    Statement(Statement),
    /// The target is to take a branch: the end of its source block, which is reached when the block
    /// is fully covered in the [form](super::Form) of the comparison. For a branch that an
    /// exception takes, neither execution is nearer.
    Branch(Branch),
    /// The target is to reach a line, given by its statements in the order of
    /// [`Lines::statements_on`](crate::flow::Lines::statements_on). In each block, the exact form
    /// compares for the last statement on the line, so that the progress on the line counts. The
    /// other forms compare for the first statement on the line, which covers it.
    ///
    /// If the line lies in several blocks, the answer is the one with the largest number, unless
    /// two answers contradict each other; then neither execution is nearer. A line is covered as
    /// soon as its first statement in any block is reached. If both executions cover it, neither is
    /// nearer.
    Line(&'a [Statement]),
}
