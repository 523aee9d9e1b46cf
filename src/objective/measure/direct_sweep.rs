//! The sweep of the table of direct calls. A goal that reads this table provides the sweep: so a
//! registry sweeps the table iff some goal needs it, and only executions with the capability are
//! required to have it.

use super::source::Source;
use crate::distance::Distance;
use crate::execution::{Direct, DirectCalls, Execution};
use crate::fitness::FitnessTable;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Function};

/// Function that sweeps the table of direct calls for an execution of type `X`.
pub(in crate::objective) struct DirectSweep<X: ?Sized>(
    fn(Source<'_, X>, &FlowGraph, &FitnessTable, &mut FitnessTable),
);

impl<X: Execution + DirectCalls + ?Sized> DirectSweep<X> {
    /// Creates the sweep for a type of executions that knows direct calls.
    pub(in crate::objective) fn new() -> Self {
        Self(|source, graph, all, direct| match source {
            Source::Observed(run) => direct.sweep(graph, &Swept { direct: Direct(run), all }),
            Source::Refined(run) => direct.sweep(graph, &Swept { direct: Direct(run), all }),
        })
    }
}

impl<X: ?Sized> DirectSweep<X> {
    /// Sweeps `direct`. `all` must have been swept for the same execution.
    pub(in crate::objective) fn sweep(
        self,
        source: Source<'_, X>,
        graph: &FlowGraph,
        all: &FitnessTable,
        direct: &mut FitnessTable,
    ) {
        (self.0)(source, graph, all, direct);
    }
}

/// The direct calls of an execution whose entered functions are known from the sweep of all calls.
/// A suite would name these functions once for each test; here each comes once.
struct Swept<'a, X: ?Sized> {
    direct: Direct<'a, X>,
    /// The table of all calls, which has the functions that were entered.
    all: &'a FitnessTable,
}

impl<X: Execution + DirectCalls + ?Sized> Execution for Swept<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.direct.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.direct.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for function in self.all.entered().filter(|&function| self.direct.knows(graph, function)) {
            visit(function);
        }
    }
}

// A derive would require X: Clone and X: Copy.
impl<X: ?Sized> Clone for DirectSweep<X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for DirectSweep<X> {}
