//! Traces with room for what the goals of a registry read.

use crate::execution::{CallTreeLimits, Trace};
use crate::flow::{FlowGraph, GraphMismatch};
use crate::objective::Goals;

impl<X: ?Sized> Goals<X> {
    /// Returns a recorder for `graph` that records what these goals need: direct calls apart if a goal reads them, calls one by one if a
    /// goal asks for them, and as many mutants as there are. For goals that are added later see [`fit`](Self::fit). Flags are no goals: to
    /// refine them, add [`with_call_tree`](Trace::with_call_tree).
    #[must_use]
    pub fn trace(&self, graph: &FlowGraph) -> Trace {
        let mut trace = Trace::new(graph);
        self.make_room(&mut trace);
        trace
    }

    /// Makes a recorder record what these goals need, after the goals, the graph, or both have grown. To be called between executions:
    /// what was recorded stays, but direct calls and calls one by one that were not recorded then are not known.
    ///
    /// Mutants are numbered from 0, and take 12 bytes each up to the greatest number: those beyond 2^22, and beyond 64 times the number of
    /// goals, are not recorded, which [`Trace::check`] tells when they are asked for.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the trace was made for another graph. Nothing is changed then.
    pub fn fit(&self, trace: &mut Trace, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        trace.fit(graph)?;
        self.make_room(trace);
        Ok(())
    }

    fn make_room(&self, trace: &mut Trace) {
        // A number by mistake must not take all memory.
        let room = self.len().saturating_mul(64).max(1 << 22);
        let calls = (self.call_readers > 0).then_some(CallTreeLimits::NONE);
        trace.make_room(self.mutants.min(u32::try_from(room).unwrap_or(u32::MAX)), self.direct().is_some(), calls);
    }
}
