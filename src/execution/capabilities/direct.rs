//! Direct calls, the calls that the test itself made: two capabilities, and the execution
//! restricted to direct calls.

use super::execution::knows;
use crate::distance::Distance;
use crate::execution::{Capability, Evaluations, Execution};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function};

/// Capability: branches and blocks in direct calls, the calls that the test itself made. Goals of
/// direct branches need it.
///
/// The questions are those of [`Execution`]. Only activations that the test called count.
/// Activations that these called do not count. [`Direct`] turns the answers into an execution that
/// can be swept.
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
    /// Returns the least distance to taking `branch`, over all evaluations in direct calls. Returns
    /// `None` if no direct call evaluated its predicate.
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance>;

    /// Returns the greatest number of statements of `block` that completed, over all visits in
    /// direct calls. Returns `None` if no direct call entered it.
    fn direct_progress(&self, block: Block) -> Option<u32>;
}

/// Capability: the number of evaluations of each predicate in direct calls. Goals of direct
/// branches in the [published form](crate::objective::Published) need it.
///
/// An execution with this capability makes [`Direct`] an execution with the capability
/// [`Evaluations`].
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
    /// Returns the number of evaluations in direct calls, with any outcome, of the predicate that
    /// decides `branch`. Returns 0 for an implicit branch. The number saturates at `u32::MAX`.
    fn direct_evaluations(&self, branch: Edge) -> u32;
}

/// The direct calls of an execution, as an execution of their own. Sweep it to get the fitness of
/// direct branches.
///
/// If the execution does not record direct calls separately, this is an empty execution. A trace
/// then notes each question as misuse, which [`Trace::check`](crate::execution::Trace::check)
/// returns afterwards. For a record, ask
/// [`Record::has_direct_calls`](crate::execution::Record::has_direct_calls).
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
    /// Visits the entered functions about which a direct call has an answer. Linear in the size of
    /// the entered functions.
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        // A function may have been entered in calls by other functions only. Then it was not
        // entered here.
        self.0.entered(graph, &mut |function| {
            if self.knows(graph, function) {
                visit(function);
            }
        });
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.0.fits(graph)
    }
    fn knows(&self, capability: Capability) -> bool {
        self.0.knows(capability)
    }
}

impl<X: DirectEvaluations + ?Sized> Evaluations for Direct<'_, X> {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.0.direct_evaluations(branch)
    }
}

impl<X: Execution + DirectCalls + ?Sized> Direct<'_, X> {
    /// Returns `true` if a direct call has an answer about a block or a branch of a function.
    pub(crate) fn knows(&self, graph: &FlowGraph, function: Function) -> bool {
        knows(self, graph, function)
    }
}

// Derived implementations would demand that `X` is `Copy`, which a reference does not need.
impl<X: ?Sized> Clone for Direct<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for Direct<'_, X> {}
