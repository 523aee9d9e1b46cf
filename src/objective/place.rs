//! Where a goal lies.

use super::Goal;
use crate::id::{Block, Branch, Function, Statement};

/// Where a goal lies in the control flow: what must be reached before it can be covered.
///
/// ```
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goal, Place};
///
/// assert_eq!(Goal::DirectBranch(Branch::new(3)).place(), Some(Place::Branch(Branch::new(3))));
/// assert_eq!(Goal::Entry(Function::new(1)).place(), Some(Place::Function(Function::new(1))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Place {
    /// In a function as a whole: as its entry.
    Function(Function),
    /// In a block.
    Block(Block),
    /// On a branch: its source must be reached first.
    Branch(Branch),
}

impl From<Function> for Place {
    fn from(function: Function) -> Self {
        Self::Function(function)
    }
}

impl From<Block> for Place {
    fn from(block: Block) -> Self {
        Self::Block(block)
    }
}

impl From<Branch> for Place {
    fn from(branch: Branch) -> Self {
        Self::Branch(branch)
    }
}

impl Goal {
    /// Where the identity says that the goal lies; `None` where it does not say it: of lines, of mutants, of crashes, and of
    /// goals of the caller. The objective knows: [`Objective::needs`](super::Objective::needs).
    ///
    /// ```
    /// use sbst::id::{Block, Function, Mutant};
    /// use sbst::objective::{Goal, Place};
    ///
    /// assert_eq!(Goal::Statement(Block::new(3).statement(1)).place(), Some(Place::Block(Block::new(3))));
    /// assert_eq!(Goal::Method(Function::new(0)).place(), Some(Place::Function(Function::new(0))));
    /// assert_eq!(Goal::Mutant(Mutant::new(0)).place(), None);
    /// ```
    #[must_use]
    pub const fn place(&self) -> Option<Place> {
        Some(match *self {
            Self::Branch(branch) | Self::DirectBranch(branch) => Place::Branch(branch),
            Self::Block(block) | Self::Statement(Statement { block, .. }) => Place::Block(block),
            Self::Entry(function)
            | Self::DirectEntry(function)
            | Self::Method(function)
            | Self::MethodNoException(function)
            | Self::MethodEntry(function)
            | Self::Output(function, _)
            | Self::Input(function, ..) => Place::Function(function),
            Self::Exception(thrown) => Place::Function(thrown.function),
            Self::Line(_) | Self::Mutant(_) | Self::Crash(..) | Self::Custom(_) => return None,
        })
    }
}
