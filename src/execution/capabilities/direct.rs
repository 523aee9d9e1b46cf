//! Direct calls: the calls that the test itself made.

use super::execution::knows;
use crate::distance::Distance;
use crate::execution::{Evaluations, Execution};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function};

/// Capability: the execution restricted to direct calls, the calls that the test itself made. Goals of direct branches need it.
///
/// The questions are those of [`Execution`]. Only activations that the test opened count, and not the activations that these opened in
/// turn. [`Direct`] turns the answers into an execution that can be swept.
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
    /// Returns the least distance of `branch` over the evaluations in direct calls; `None` if there were none.
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance>;

    /// Returns the greatest progress in `block` in direct calls; `None` if no direct call entered it.
    fn direct_progress(&self, block: Block) -> Option<u32>;
}

/// Capability: numbers of evaluations of predicates in direct calls. Goals of direct branches [as printed](crate::objective::Published)
/// need it.
///
/// [`Direct`] turns it into [`Evaluations`].
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
    /// Returns the number of evaluations, in direct calls, of the predicate that decides `branch`, with any outcome; 0 for an implicit
    /// branch. Saturates at `u32::MAX`.
    fn direct_evaluations(&self, branch: Edge) -> u32;
}

/// The direct calls of an execution, as an execution. Sweep it to get the fitness of direct branches.
///
/// If the execution does not record direct calls separately, this is an execution of nothing. A trace then notes
/// [misuse](crate::execution::Trace::check); for a record, ask [`has_direct_calls`](crate::execution::Record::has_direct_calls).
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
    /// Visits the entered functions with an answer from a direct call.
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
    /// Returns `true` if a block or branch of a function has an answer from a direct call.
    pub(crate) fn knows(&self, graph: &FlowGraph, function: Function) -> bool {
        knows(self, graph, function)
    }
}

// Derived implementations would demand that X is Copy.
impl<X: ?Sized> Clone for Direct<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Direct<'_, X> {}
