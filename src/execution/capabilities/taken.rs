//! Which branches a run took.

use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::FlowGraph;
use crate::id::{Branch, Function};
use crate::sort::sort;
use alloc::vec::Vec;

/// Returns the branches that a run took, in ascending order: what reports and archives of tests list.
///
/// Decided branches, and implicit ones as far as the run observed them. Linear in the functions that it entered. A registry of goals
/// tells the same of any goals: see [`covered`](crate::objective::covered).
///
/// # Panics
///
/// If the run is one of another graph; [`Execution::fits`] tells.
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
    let mut functions: Vec<Function> = Vec::new();
    run.entered(graph, &mut |function| functions.push(function));
    sort(&mut functions);
    functions.dedup();
    let blocks = functions.into_iter().flat_map(|function| graph.blocks_of(function));
    let branches = blocks.flat_map(|block| graph.branches_of(block));
    let is_taken = |&branch: &Branch| {
        let distance = graph.get_edge(branch).and_then(|edge| run.branch_distance(edge));
        distance == Some(Distance::ZERO)
    };
    branches.filter(is_taken).collect()
}
