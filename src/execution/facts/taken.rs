//! The branches that an execution took, and lists of what stores visit.

use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::FlowGraph;
use crate::id::{Branch, Function};
use crate::sort::sort;
use alloc::vec::Vec;

/// Returns the branches that an execution took, ascending and each once.
///
/// An implicit branch is included if the execution observed that it was taken. Linear in the size
/// of the entered functions. To get the covered goals of any kind, see
/// [`covered`](crate::objective::covered).
///
/// # Panics
///
/// If the execution belongs to another graph. To check before, call [`Execution::fits`].
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Trace, taken};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 10));
/// let outcomes: Vec<_> = taken(&graph, &trace)
///     .into_iter()
///     .map(|branch| graph.edge(branch).outcome.to_string())
///     .collect();
/// assert_eq!(outcomes, ["true"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
#[track_caller]
pub fn taken(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Vec<Branch> {
    run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
    let functions: Vec<Function> = sorted(|visit| run.entered(graph, visit));
    let blocks = functions.into_iter().flat_map(|function| graph.blocks_of(function));
    let branches = blocks.flat_map(|block| graph.branches_of(block));
    // Blocks and branches are numbered in the order of functions, so the result ascends without
    // being sorted.
    let is_taken = |&branch: &Branch| {
        let distance = graph.get_edge(branch).and_then(|edge| run.branch_distance(edge));
        distance == Some(Distance::ZERO)
    };
    branches.filter(is_taken).collect()
}

/// Returns what a store visits, in any order and possibly more than once, ascending and each once.
pub(in crate::execution) fn sorted<T: Ord + Copy>(each: impl FnOnce(&mut dyn FnMut(T))) -> Vec<T> {
    let mut all = Vec::new();
    each(&mut |item| all.push(item));
    sort(&mut all);
    all.dedup();
    all
}
