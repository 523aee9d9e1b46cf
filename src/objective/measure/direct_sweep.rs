//! The sweep of the table of direct calls: a goal that reads it hands one out, so that a registry sweeps that table if, and only if, some
//! goal needs it, and only where executions can tell.

use super::source::Source;
use crate::distance::Distance;
use crate::execution::{Direct, DirectCalls, Execution};
use crate::fitness::FitnessTable;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Function};

pub(in crate::objective) struct DirectSweep<X: ?Sized>(fn(Source<'_, X>, &FlowGraph, &FitnessTable, &mut FitnessTable));

impl<X: Execution + DirectCalls + ?Sized> DirectSweep<X> {
    pub(in crate::objective) fn new() -> Self {
        Self(|source, graph, all, direct| match source {
            Source::Observed(run) => direct.sweep(graph, &Swept { direct: Direct(run), all }),
            Source::Refined(run) => direct.sweep(graph, &Swept { direct: Direct(run), all }),
        })
    }
}

impl<X: ?Sized> DirectSweep<X> {
    /// `all` was swept for the same execution.
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

/// Direct calls of an execution of which it is known already which functions it entered, each once: a suite names them once for each
/// test.
struct Swept<'a, X: ?Sized> {
    direct: Direct<'a, X>,
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
        self.all.entered().filter(|&function| self.direct.knows(graph, function)).for_each(visit);
    }
}

// Derived, these would demand the same of X.
impl<X: ?Sized> Clone for DirectSweep<X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for DirectSweep<X> {}
