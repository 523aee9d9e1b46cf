//! Definitions and uses of variables: which values that are set at one place may be read at
//! another.
//!
//! - Describe where each variable is set and where it is read with [`Definitions`].
//! - List each definition with each use that it reaches with [`Definitions::pairs`]: the criterion
//!   *all-uses*.
//! - Tell uses in computations (c-uses, [`UsePlace::Statement`]) from uses in predicates (p-uses,
//!   [`UsePlace::Branch`]) by their place.
//!
//! ```
//! use sbst_histories::definitions::Definitions;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::{Block, Function, Variable};
//!
//! // fn f(x) { try { 0: check(x) } catch { 2: return } 1: return x }
//! let body = FlowBuilder::new().jump(0, 1).exception(0, 2).exit(2);
//! let graph = FlowGraph::of(&body.statements(1, 1).exit(1))?;
//! let x = Variable::new(0);
//! let mut known = Definitions::new()
//!     .parameter(x, Function::new(0))
//!     .use_at(x, Block::new(1).statement(0));
//! // Whether `check` throws depends on x: both ways out of the block use it.
//! for way in graph.branches_of(Block::new(0)) {
//!     known = known.use_on(x, way);
//! }
//! assert_eq!(known.pairs(&graph)?.len(), 3);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Definitions
//!
//! A definition is anything that may give the variable another value. The caller decides what does:
//! an assignment; a call that may change the variable; a write through another name that may stand
//! for it. A definition *reaches* a use if some walk leads from the definition to the use without
//! another definition of the variable in between. Each definition ends the reach of the definitions
//! before it, so no pair relies on a value that may be gone.
//!
//! A parameter is defined at the entry of its function. Pairs are within one activation: the
//! definition and the use belong to the same call of the function.
//!
//! A statement uses its variables before it defines them. For `x = x + 1`, add a definition of `x`
//! and a use of `x` at one statement.
//!
//! # Exceptions
//!
//! If a block is left by an exception edge, it is unknown how many of its statements ran. So no
//! definition of a variable that the block defines reaches the handler: neither the definitions in
//! the block nor those before it. Definitions of other variables do. If your front end knows more,
//! it can end the block after the definition.
//!
//! # Sources
//!
//! - Rapps, Weyuker, "Selecting Software Test Data Using Data Flow Information", IEEE TSE 11(4),
//!   1985: all-definitions, all-uses, c-uses and p-uses.
//! - Frankl, Weyuker, "An Applicable Family of Data Flow Testing Criteria", IEEE TSE 14(10), 1988:
//!   infeasible pairs need not be covered.
//! - Harrold, Soffa, "Interprocedural Data Flow Testing", TAV 1989.
//! - Vivanti, Mis, Gorla, Fraser, "Search-based Data-flow Test Generation", ISSRE 2013: pairs as
//!   goals of a search.

mod data_flow;
mod known;
mod pair;

pub use known::Definitions;
pub use pair::{DefinitionError, DefinitionPlace, DefinitionUse, UsePlace};
