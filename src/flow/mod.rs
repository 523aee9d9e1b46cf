//! Control-flow graphs: blocks, branches, dominance, control dependence, lines, calls, and
//! histories.
//!
//! | task | item |
//! |---|---|
//! | describe a function by hand | [`FlowBuilder`] |
//! | describe a function from blocks that your front end keeps | [`ControlFlow`], with [`BlockSketch`] |
//! | read a function from a petgraph graph | [`from_petgraph`] |
//! | validate a function and add it to the graph | [`FlowGraph::add`], [`FlowGraph::of`] |
//! | find the branches that decide whether a block runs | [`FlowGraph::controls`] |
//! | find the blocks that depend on a branch | [`FlowGraph::dependents`] |
//! | ask for dominators and post-dominators | [`FlowGraph::dominators`], [`FlowGraph::post_dominators`] |
//! | follow edges | [`FlowGraph::successors`], [`FlowGraph::predecessors`], [`FlowGraph::branches_of`] |
//! | describe which block calls which functions | [`FlowBuilder::call`], [`FlowGraph::add_call`] |
//! | map source lines to statements | [`Lines`] |
//! | draw a function | [`Dot`] |
//! | recognise the graph that an object was made for | [`GraphIdentity`], [`FlowGraph::check`] |
//! | find the conditions of decisions, for MC/DC | [`decisions`] |
//! | describe data and control dependences of instructions | [`dependences`] |
//! | tell histories of a block apart | [`History`] |
//! | list prime paths, definitions with their uses, calling contexts | the crate [sbst-histories](https://docs.rs/sbst-histories) |
//!
//! One [`FlowGraph`] holds any number of functions, in one row of ids. Ids stay valid when
//! functions are added: nothing is ever renumbered. Functions and blocks may have names, which
//! errors, drawings and explanations show.
//!
//! ```
//! use sbst::flow::{FlowBuilder, FlowGraph};
//!
//! // 0: while i < n { 1 }  2: return
//! let body = FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2);
//! let graph = FlowGraph::of(&body)?;
//! assert_eq!((graph.all_blocks().len(), graph.all_branches().len()), (3, 2));
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # Blocks, branches, exits
//!
//! A function has one entry: its block 0. A block ends with a two-way predicate, a multi-way
//! selection, or a jump, or it leaves the function. Any block may also have exception edges. In a
//! description, blocks are numbered from 0 within their function. The graph gives each of them a
//! program-wide [`Block`](crate::id::Block).
//!
//! - A condition inside an expression (`a && b`) is a block of its own. It has 0 statements, unless
//!   it has a line of its own.
//! - A branch inside a loop is covered as soon as one iteration takes it. If each of a few
//!   iterations matters (all characters of a key, for example), describe each iteration by blocks
//!   of its own.
//! - A *branch* is an edge out of a block that can be left in at least one other way, by another
//!   edge or by an exit. A branch is *decided* if the predicate of its block reports distances for
//!   it. A branch is *implicit* if it is the ordinary way out beside an exit or an exception, or an
//!   exception edge; see [`Outcome`].
//! - A block that is marked as an exit may leave the function: it returns, throws to the caller, or
//!   yields. A block without an edge must be marked. A function with a block that has neither an
//!   edge nor a mark is refused, and the error lists all such blocks.
//! - A loop from which no exit can be reached is endless (a terminal strongly connected component
//!   without an exit). It gets one virtual edge to the exit, from its block nearest to the entry by
//!   the number of edges, the lowest number in a tie.
//! - An exception that leaves the function is not a branch. To make it a goal, give it a block:
//!   `.exception(b, l).exit(l)`.
//! - Mark a block with a `return`, a `?` or a yield as an exit. For a block that only might throw,
//!   the mark is your choice: it turns a plain jump out of the block into an implicit branch, which
//!   adds a level to all goals behind it.
//!
//! Irreducible graphs, parallel edges, self loops and endless loops are all legal.
//!
//! # A graph with names
//!
//! ```
//! use sbst::flow::{Dot, FlowBuilder, FlowGraph, Outcome};
//!
//! // while i < n { if a[i] == x { return true } }  return false
//! let mut b = FlowBuilder::new().function_name("find");
//! let [head, body, found, after] = b.named_blocks(["head", "body", "found", "after"]);
//! let b = b.branch(head, body, after).branch(body, found, head).exit(found);
//!
//! // A block that was not described is a mistake; the error lists all of them.
//! let mut graph = FlowGraph::new();
//! let error = graph.add(&b).expect_err("the exit after the loop was forgotten");
//! assert_eq!(
//!     error.to_string(),
//!     "find: neither an edge nor an exit was given for after (head leads to it)"
//! );
//! let find = graph.add(&b.exit(after))?;
//!
//! // Blocks are numbered within the function; the graph maps these numbers to ids.
//! let found = graph.block(find, found);
//! let controls: Vec<_> = graph.controls(found).map(|e| graph.edge(e)).collect();
//! assert_eq!(
//!     (controls[0].source, controls[0].outcome),
//!     (graph.block(find, body), Outcome::True)
//! );
//!
//! // Texts and drawings show the names.
//! assert_eq!(graph.show_block(found).to_string(), "find: found");
//! assert!(
//!     Dot::new(&graph, find)
//!         .to_string()
//!         .contains(r#"b2 [label="found", peripheries=2]"#)
//! );
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # Sources
//!
//! - Post-dominance and control dependence: Ferrante, Ottenstein, Warren, "The Program Dependence
//!   Graph and Its Use in Optimization" (TOPLAS 1987).
//! - Dominator trees: Lengauer, Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph"
//!   (TOPLAS 1979), in the SNCA variant of Georgiadis, "Linear-Time Algorithms for Dominators and
//!   Related Problems" (2005).

mod arms;
mod build;
mod builder;
mod call_edges;
mod calls;
mod chains;
mod control_flow;
mod copied;
pub mod decisions;
mod dependence;
mod dependence_index;
pub mod dependences;
mod described;
mod dominators;
mod dot;
mod draft;
mod edges;
mod error;
mod graph;
mod graph_hash;
mod history;
mod history_builder;
mod identity;
mod lines;
mod lists;
mod names;
mod petgraph;
mod places;
#[cfg(feature = "serde")]
mod plain;
mod read;
mod rows;
mod said;
mod semidominators;
mod shown;
mod sketch;
mod steps;
mod ways;

pub use builder::FlowBuilder;
pub use call_edges::{CallEdge, UnknownBlock};
pub(crate) use chains::{Chains, ControlsOnce};
pub use control_flow::{ControlFlow, Unreachable};
pub(crate) use dependence_index::DependenceIndex;
pub use described::DescribedBlock;
pub use dominators::Dominators;
pub use dot::Dot;
pub use edges::{Edge, Outcome};
pub use error::{FlowError, FlowErrorKind, UndescribedBlock};
pub use graph::FlowGraph;
pub(crate) use history::Starts;
pub use history::{Automaton, History};
pub use history_builder::{CopiedFunction, HistoryBuilder, HistoryError};
pub(crate) use identity::IdentityChain;
pub use identity::{GraphIdentity, GraphMismatch};
pub use lines::Lines;
pub(crate) use lists::Lists;
pub use petgraph::from_petgraph;
pub(crate) use places::{Spot, Spots};
pub(crate) use rows::{BACKWARD, FunctionRows};
use said::{decision_of, said_decisions};
#[cfg(feature = "subsumption")]
pub(crate) use semidominators::Jumps;
pub(crate) use semidominators::Skips;
pub(crate) use shown::on_one_line;
pub use sketch::BlockSketch;
use steps::Steps;
