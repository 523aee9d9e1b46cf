//! The calls that the test made itself.

use super::execution::knows;
use crate::distance::Distance;
use crate::execution::{Evaluations, Execution};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function};

/// Capability: what happened in those calls that the test made itself. For direct-branch goals.
///
/// The answers are those of [`Execution`], restricted to activations that the test opened; activations that these open in turn do
/// not count. [`Direct`] makes an execution of it, to be swept.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{DirectCalls, Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let caller = graph.add(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// let outer = trace.root().enter(caller);
/// // by the caller, not by the test
/// outer.caller().enter(Function::new(0)).decide(0, lt(3, 10));
/// drop(outer);
/// let less = graph.edge(Branch::new(0));
/// assert_eq!(trace.branch_distance(less).map(|d| d.get()), Some(0.0));
/// assert_eq!(trace.direct_branch_distance(less), None);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait DirectCalls {
    /// Returns the least distance to taking `branch` over the evaluations in direct calls; `None` if there were none.
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance>;

    /// Returns the most progress in `block` over its visits in direct calls; `None` if there were none.
    fn direct_progress(&self, block: Block) -> Option<u32>;
}

/// Capability: how often predicates were evaluated in those calls that the test made itself. For direct-branch goals
/// [as printed](crate::objective::Published).
///
/// [`Direct`] makes [`Evaluations`] of it.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{DirectEvaluations, Evaluations, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let caller = graph.add(&FlowBuilder::new().exit(0))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// let outer = trace.root().enter(caller);
/// // by the caller, not by the test
/// outer.caller().enter(Function::new(0)).decide(0, lt(3, 10));
/// drop(outer);
/// trace.root().enter(Function::new(0)).decide(0, lt(4, 10));
/// let less = graph.edge(Branch::new(0));
/// assert_eq!((trace.evaluations(less), trace.direct_evaluations(less)), (2, 1));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait DirectEvaluations {
    /// Returns how often the predicate that decides `branch` was evaluated in direct calls, whatever came out; saturates. 0 for implicit
    /// branches.
    fn direct_evaluations(&self, branch: Edge) -> u32;
}

/// The view of an execution that is restricted to calls that the test made itself, as an execution: sweep it for direct-branch
/// goals. An execution that does not record them apart knows nothing: a trace [tells](crate::execution::Trace::check) that it was asked, a record
/// [knows](crate::execution::Record::has_direct_calls).
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Direct, Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?; // the caller
/// let callee = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_direct_calls();
/// let caller = trace.root().enter(Function::new(0));
/// caller.caller().enter(callee).decide(0, lt(3, 5));
/// drop(caller);
/// trace.root().enter(callee).decide(0, lt(7, 5)); // this one by the test
///
/// let less = graph.edge(Branch::new(0));
/// assert_eq!(trace.branch_distance(less).map(|d| d.get()), Some(0.0));
/// assert_eq!(Direct(&trace).branch_distance(less).map(|d| d.get()), Some(3.0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct Direct<'a, X: ?Sized>(pub &'a X);

impl<X: Execution + DirectCalls + ?Sized> Execution for Direct<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.direct_branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.direct_progress(block)
    }
    /// Visits the functions that were entered, and of which anything is known from a direct call.
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.0.entered(graph, &mut |function| {
            if self.knows(graph, function) {
                visit(function);
            }
        });
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.0.fits(graph)
    }
}

impl<X: DirectEvaluations + ?Sized> Evaluations for Direct<'_, X> {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.0.direct_evaluations(branch)
    }
}

impl<X: Execution + DirectCalls + ?Sized> Direct<'_, X> {
    /// Returns `true` if anything is known of a function from a direct call.
    pub(crate) fn knows(&self, graph: &FlowGraph, function: Function) -> bool {
        knows(self, graph, function)
    }
}

// Derived, these would demand that X is Copy.
impl<X: ?Sized> Clone for Direct<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Direct<'_, X> {}
