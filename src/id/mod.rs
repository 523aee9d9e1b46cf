//! Identifiers of functions, blocks, branches, goals and more: numbers from 0, with one type for
//! each kind.
//!
//! Identifiers are dense, so that tables are plain arrays, indexed by methods such as
//! [`Block::index`]. They are ordered by number. Blocks and branches are numbered throughout the
//! program, not within each function.
//!
//! | identifier | who numbers it |
//! |---|---|
//! | [`Function`], [`Block`], [`Branch`] | a [`FlowGraph`](crate::flow::FlowGraph), as you add functions |
//! | [`GoalId`] | a registry of goals, [`Goals`](crate::objective::Goals) |
//! | [`Activation`] | an execution, in the order of calls |
//! | [`Instruction`] | a [`DependenceGraph`](crate::flow::dependences::DependenceGraph), as you add instructions |
//! | [`Variable`] | you, for the definitions of [`sbst-histories`](https://docs.rs/sbst-histories); a construction graph of [`sbst-seeding`](https://docs.rs/sbst-seeding) |
//! | [`CallSite`], [`Line`], [`Mutant`], [`Symbol`] | you |
//! | [`Statement`] | nobody: it is a block and a number within the block |
//!
//! ```
//! use sbst::id::Block;
//!
//! const LOOP: Block = Block::new(12);
//! assert_eq!(LOOP.index(), 12);
//! assert_eq!(LOOP.to_string(), "b12");
//! ```

use core::fmt;

mod dense;
pub(crate) mod map;
#[cfg(feature = "serde")]
mod plain;

pub use dense::{
    Activation, Block, Branch, CallSite, Function, GoalId, Instruction, Line, Mutant, Symbol,
    Variable,
};
pub(crate) use map::{IdMap, IdSet};

// Statements of blocks.

/// A statement of a block, counted from 0 within the block.
///
/// Statements are ordered by block, then by number. A statement is *reached* when all statements
/// before it in the block have been executed to their end. Statement 0 is reached when the block is
/// entered, even if the block has no statements. As plain data (feature `serde`), a statement is
/// the pair of its block and its number.
///
/// ```
/// use sbst::id::{Block, Statement};
///
/// const THIRD: Statement = Block::new(7).statement(2);
/// assert_eq!(THIRD, Statement { block: Block::new(7), index: 2 });
/// assert_eq!(THIRD.to_string(), "statement 2 of b7");
/// assert!(THIRD < Block::new(8).statement(0));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Statement {
    /// The block that contains the statement.
    pub block: Block,
    /// The number of the statement within the block, from 0.
    pub index: u32,
}

impl Block {
    /// Returns a statement of the block, counted from 0.
    ///
    /// The number is not checked: [`FlowGraph::statements`](crate::flow::FlowGraph::statements)
    /// returns how many statements a block has.
    ///
    /// ```
    /// use sbst::id::Block;
    ///
    /// let first = Block::new(7).statement(0);
    /// assert_eq!((first.block, first.index), (Block::new(7), 0));
    /// ```
    #[must_use]
    pub const fn statement(self, index: u32) -> Statement {
        Statement { block: self, index }
    }
}

/// Writes the statement as `statement 2 of b7`.
impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&alloc::format!("statement {} of {}", self.index, self.block))
    }
}
