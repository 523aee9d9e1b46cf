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
//! | [`Variable`] | you, for [`Definitions`](crate::flow::definitions::Definitions); a construction graph of [`sbst-seeding`](https://docs.rs/sbst-seeding) |
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

mod dense;
pub(crate) mod map;
#[cfg(feature = "serde")]
mod plain;
mod statement;

pub use dense::{
    Activation, Block, Branch, CallSite, Function, GoalId, Instruction, Line, Mutant, Symbol,
    Variable,
};
pub(crate) use map::{IdMap, IdSet};
pub use statement::Statement;
