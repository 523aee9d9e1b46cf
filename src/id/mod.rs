//! Dense identifiers: a `u32` each, numbered from 0, ordered by number.
//!
//! Every identifier is program-wide: one [`FlowGraph`](crate::flow::FlowGraph) numbers the blocks and branches of all its
//! functions in one row, so that tables are plain arrays. The graph issues functions, blocks and branches; a
//! [`Goals`](crate::objective::Goals) registry issues goals; an execution numbers its activations; call sites, lines, mutants,
//! symbols and instructions are numbers of the caller; a construction graph issues variables.
//!
//! ```
//! use sbst::id::Block;
//!
//! const LOOP: Block = Block::new(12);
//! assert_eq!(LOOP.index(), 12);
//! assert_eq!(LOOP.to_string(), "b12");
//! ```

mod dense;
mod statement;

pub use dense::{Activation, Block, Branch, CallSite, Function, GoalId, Instruction, Line, Mutant, Symbol, Variable};
pub use statement::Statement;
