//! Control flow: blocks, branches, dominance and control dependence of any number of functions in one id space.
//!
//! - Describe a function: with the builder [`FlowBuilder`], by implementing [`ControlFlow`] for a graph of your own, or from a petgraph
//!   graph ([`from_petgraph`]).
//! - [`FlowGraph::add`] validates it and appends it. Ids issued before stay valid; nothing is ever renumbered.
//! - Ask the graph: [`FlowGraph::controls`] (which branches decide whether a block runs), [`FlowGraph::dependents`] (the reverse),
//!   dominators and post-dominators, edges in both directions, exits.
//! - Functions and blocks may have names, which errors, drawings and explanations show.
//! - [`GraphIdentity`] tells graphs apart: everything that is made for a graph carries it.
//! - [`Lines`] maps source lines to statements; [`Dot`] draws.
//!
//! # Blocks, branches, exits
//!
//! A function has one entry, its block 0. A block ends by a two-way predicate, a multi-way selection, a jump, or by leaving the
//! function; any block may have exception edges besides. Blocks are numbered from 0 within their function when they are described,
//! and get a program-wide [`Block`](crate::id::Block) from the graph.
//!
//! - A condition inside an expression (`a && b`) is a block of its own with 0 statements.
//! - A branch inside a loop is covered by the first round that takes it. Where every position matters (all characters of a key), give
//!   each its own block.
//! - A *branch* is an edge out of a block with at least two ways on; marking the block as an exit counts as one. A branch is
//!   *decided* (its predicate reports distances) or *implicit* (a way on beside an exit or an exception); see [`Outcome`].
//! - A block leaves the function if it is marked as an exit: it returns, throws to the caller, or yields. A block without an edge must
//!   be marked; a function with a block that has neither is refused, and the error lists all such blocks. Where no exit can be reached, each terminal strongly connected component gets a virtual exit edge, from its block with the least
//!   (breadth-first distance from the entry, number).
//! - An exception that leaves the function is no branch. To make it a goal, give it a block: `.exception(b, l).exit(l)`.
//! - Marking many blocks as exits makes implicit branches and raises approach levels. That is the caller's choice.
//!
//! Irreducible graphs, parallel edges, self loops and endless loops are all legal.
//!
//! # A graph written by hand
//!
//! ```
//! use sbst::flow::{Dot, FlowBuilder, FlowGraph, Outcome};
//!
//! // while i < n { if a[i] == x { return true } }  return false
//! let mut b = FlowBuilder::new().function_name("find");
//! let [head, body, found, after] = b.named_blocks(["head", "body", "found", "after"]);
//! let b = b.branch(head, body, after).branch(body, found, head).exit(found);
//!
//! // A block that nobody described is a mistake, and the error lists all of them.
//! let mut graph = FlowGraph::new();
//! let error = graph.add(&b).expect_err("the exit after the loop was forgotten");
//! assert_eq!(
//!     error.to_string(),
//!     "find: neither an edge nor an exit was given for after (head leads to it)"
//! );
//! let find = graph.add(&b.exit(after))?;
//!
//! // Handles are numbers within the function; the graph makes ids of them.
//! let found = graph.block(find, found);
//! let controls: Vec<_> = graph.controls(found).map(|e| graph.edge(e)).collect();
//! assert_eq!((controls[0].source, controls[0].outcome), (graph.block(find, body), Outcome::True));
//!
//! // Texts and drawings show the names.
//! assert_eq!(graph.show_block(found).to_string(), "find: found");
//! assert!(Dot::new(&graph, find).to_string().contains(r#"b2 [label="found", peripheries=2]"#));
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

mod arms;
mod build;
mod builder;
mod call_edges;
mod calls;
mod chains;
mod control_flow;
mod dependence;
mod dependence_index;
#[cfg(feature = "seeding")]
pub mod dependences;
#[cfg(feature = "conformance")]
mod described;
mod dominators;
mod dot;
#[cfg(feature = "seeding")]
mod edge_lists;
mod edges;
mod error;
mod graph;
mod graph_hash;
mod identity;
mod identity_chain;
mod jumps;
mod lines;
mod lists;
mod mismatch;
mod names;
mod petgraph;
mod places;
#[cfg(feature = "serde")]
mod plain;
mod read;
mod rows;
mod semidominators;
mod shown;
mod sketch;
mod skips;
mod unreachable;
mod ways;
mod workspace;

pub use builder::FlowBuilder;
pub use call_edges::{CallEdge, UnknownBlock};
pub(crate) use chains::{Chains, ControlsOnce};
pub use control_flow::ControlFlow;
pub(crate) use dependence_index::DependenceIndex;
#[cfg(feature = "conformance")]
pub(crate) use described::{Described, MOST_BLOCKS, MOST_EDGES};
pub use dominators::Dominators;
pub use dot::Dot;
#[cfg(any(feature = "seeding", feature = "subsumption"))]
pub(crate) use dot::Escaped;
pub use edges::{Edge, Outcome};
pub use error::{FlowError, FlowErrorKind, UndescribedBlock};
pub use graph::FlowGraph;
pub use identity::GraphIdentity;
pub(crate) use identity_chain::IdentityChain;
#[cfg(feature = "subsumption")]
pub(crate) use jumps::Jumps;
pub use lines::Lines;
pub(crate) use lists::Lists;
pub use mismatch::GraphMismatch;
pub use petgraph::from_petgraph;
pub(crate) use rows::{BACKWARD, FunctionRows};
pub use sketch::BlockSketch;
pub(crate) use skips::Skips;
pub use unreachable::Unreachable;
