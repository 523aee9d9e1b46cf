//! An execution and the stack traces that were observed beside it.

use crate::execution::{StackTrace, StackTraces, Trace};
use alloc::vec::Vec;

/// An execution, and the stack traces of the exceptions that it threw: for executors that have those from elsewhere, such as a
/// [`Trace`] beside what the harness caught.
///
/// It has whatever capabilities the execution has, but for stack traces: only those listed here count. To be registered as the executions
/// of [`Goals`](crate::objective::Goals), it owns its data: `Goals<WithStackTraces<Trace, Symbol>>`.
///
/// ```
/// use sbst::execution::{Execution, StackFrame, StackTrace, StackTraces, Trace, WithStackTraces};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let mut run = WithStackTraces::new(Trace::new(&graph));
/// run.execution.root().enter(sbst::id::Function::new(0));
/// run.stack_traces.push(StackTrace::new("Overflow", [StackFrame::new("Stack", "push")]));
/// assert_eq!(run.progress(graph.all_blocks().next().expect("a block")), Some(0));
/// run.each_stack_trace(&mut |trace| assert_eq!(trace.exception, "Overflow"));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WithStackTraces<X: ?Sized, E, C = E, M = C> {
    /// The exceptions that it threw.
    pub stack_traces: Vec<StackTrace<E, C, M>>,
    /// The execution.
    pub execution: X,
}

impl<X, E, C, M> WithStackTraces<X, E, C, M> {
    /// An execution that threw no exception so far.
    #[must_use]
    pub const fn new(execution: X) -> Self {
        Self { stack_traces: Vec::new(), execution }
    }
}

impl<E, C, M> WithStackTraces<Trace, E, C, M> {
    /// Forgets the recorded executions, as [`Trace::reset`] does, and their exceptions.
    pub fn reset(&mut self) {
        self.execution.reset();
        self.stack_traces.clear();
    }
}

impl<X: ?Sized, E, C, M> StackTraces<E, C, M> for WithStackTraces<X, E, C, M> {
    fn each_stack_trace(&self, visit: &mut dyn FnMut(&StackTrace<E, C, M>)) {
        self.stack_traces.iter().for_each(visit);
    }
}
