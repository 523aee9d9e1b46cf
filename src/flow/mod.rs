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
//! and get a program-wide [`Block`] from the graph.
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
//! let mut b = FlowBuilder::named("find");
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
mod chains;
mod dependence;
mod dependence_index;
#[cfg(feature = "conformance")]
mod described;
mod dominators;
mod dot;
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
#[cfg(feature = "serde")]
mod plain;
mod predecessors;
mod read;
mod rows;
mod semidominators;
mod shown;
mod sketch;
mod skips;
mod workspace;

pub use builder::FlowBuilder;
pub(crate) use chains::{Chains, ControlsOnce};
pub use dependence::{Controls, Dependents};
pub(crate) use dependence_index::DependenceIndex;
#[cfg(feature = "conformance")]
pub(crate) use described::{Described, MOST_BLOCKS, MOST_EDGES};
pub use dominators::Dominators;
pub use dot::Dot;
pub(crate) use dot::Escaped;
pub use edges::{Edge, Outcome};
pub use error::{FlowError, FlowErrorKind, UndescribedBlock};
pub use graph::FlowGraph;
pub use identity::GraphIdentity;
pub(crate) use identity_chain::IdentityChain;
pub(crate) use jumps::Jumps;
pub use lines::Lines;
pub(crate) use lists::Lists;
pub use mismatch::GraphMismatch;
pub use petgraph::{Imported, from_petgraph};
pub use predecessors::Predecessors;
pub(crate) use rows::{BACKWARD, FunctionRows};
pub use shown::{ShownBlock, ShownFunction};
pub use sketch::BlockSketch;
pub(crate) use skips::Skips;

#[cfg(doc)]
use crate::id::Block;

/// The control flow of one function; block 0 is its entry.
///
/// Implement it for a graph of your own and hand it to [`FlowGraph::add`]. It is read once, block by block, into dense arrays.
///
/// ```
/// use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
///
/// /// Every block may go back to the start; the last one may leave.
/// struct Ladder(usize);
///
/// impl ControlFlow for Ladder {
///     fn block_count(&self) -> usize {
///         self.0
///     }
///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
///         if block as usize + 1 < self.0 { out.statements(3).branch(block + 1, 0) } else { out.exit() };
///     }
/// }
///
/// let graph = FlowGraph::of(&Ladder(5))?;
/// assert_eq!(graph.all_branches().count(), 8);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait ControlFlow {
    /// How many blocks there are; they are numbered from 0. Room is made for so many at once.
    ///
    /// ```
    /// use sbst::flow::{BlockSketch, ControlFlow, FlowErrorKind, FlowGraph};
    ///
    /// struct Nothing;
    ///
    /// impl ControlFlow for Nothing {
    ///     fn block_count(&self) -> usize {
    ///         0 // a function has an entry
    ///     }
    ///     fn describe(&self, _: u32, _: &mut BlockSketch<'_>) {}
    /// }
    ///
    /// let error = FlowGraph::of(&Nothing).expect_err("nothing to enter");
    /// assert_eq!(error.kind, FlowErrorKind::Empty);
    /// ```
    fn block_count(&self) -> usize;

    /// Describes one block: its statements, its edges, and that it leaves the function if it does. [`FlowGraph::add`] asks once for each
    /// block, in order; the answer should not depend on that. An empty description is a mistake: a block without edges says
    /// [`exit`](BlockSketch::exit).
    ///
    /// ```
    /// use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// /// For each block the number of its statements and where it jumps.
    /// struct Chain(Vec<(u32, Option<u32>)>);
    ///
    /// impl ControlFlow for Chain {
    ///     fn block_count(&self) -> usize {
    ///         self.0.len()
    ///     }
    ///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
    ///         let (statements, next) = self.0[block as usize];
    ///         match next {
    ///             Some(next) => out.statements(statements).jump(next),
    ///             None => out.statements(statements).exit(),
    ///         };
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(&Chain(vec![(2, Some(1)), (5, None)]))?;
    /// assert_eq!(graph.statements(graph.block(Function::new(0), 1)), 5);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>);
}

impl<C: ControlFlow + ?Sized> ControlFlow for &C {
    fn block_count(&self) -> usize {
        (**self).block_count()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        (**self).describe(block, out);
    }
}

impl<C: ControlFlow + ?Sized> ControlFlow for alloc::boxed::Box<C> {
    fn block_count(&self) -> usize {
        (**self).block_count()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        (**self).describe(block, out);
    }
}

/// What to do with blocks that cannot be reached from the entry.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Unreachable};
///
/// // 0: return   1: dead code
/// let body = FlowBuilder::new().exit(0).exit(1);
/// let mut graph = FlowGraph::new();
/// let error = graph.add_with(&body, Unreachable::Reject).expect_err("1 is dead");
/// assert_eq!(error.to_string(), "block 1 cannot be reached from the entry");
/// let function = graph.add_with(&body, Unreachable::Keep)?;
/// assert!(!graph.is_reachable(graph.block(function, 1)));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Unreachable {
    /// Refuse the function: [`FlowErrorKind::Unreachable`].
    #[default]
    Reject,
    /// Keep them with their ids; they have no goals, and nothing depends on their branches.
    Keep,
}
