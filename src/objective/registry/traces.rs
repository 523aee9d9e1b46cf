//! Recorders with room for the records that the goals of a registry read.

use crate::execution::{CallTreeLimits, Fact, Plane, Trace};
use crate::flow::{FlowGraph, GraphMismatch};
use crate::objective::Goals;

impl<X: ?Sized> Goals<X> {
    /// Creates a recorder for `graph` that records what these goals read: direct calls separately
    /// if some goal reads them, calls one by one if some goal reads them, and room for all mutants.
    ///
    /// For goals that are added later, see [`fit`](Self::fit). Flags are no goals: to refine them,
    /// add [`with_call_tree`](Trace::with_call_tree).
    #[must_use]
    pub fn trace(&self, graph: &FlowGraph) -> Trace {
        let mut trace = Trace::new(graph);
        self.make_room(&mut trace);
        trace
    }

    /// Adapts a recorder to these goals after the goals, the graph, or both have grown. Call it
    /// between executions: what an execution recorded before stays, but direct calls, calls one by
    /// one and copies that it did not record are unknown, and the goals are not measured on it.
    ///
    /// Mutants are numbered from 0, and take 12 bytes each up to the greatest number. Mutants whose
    /// number is at least 2^22 and at least 64 times the number of goals are not recorded;
    /// [`Trace::check`] reports it when they are requested.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the trace was made for another graph. Nothing is changed then.
    pub fn fit(&self, trace: &mut Trace, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        trace.fit(graph)?;
        self.make_room(trace);
        Ok(())
    }

    /// Makes room in a recorder for what these goals read.
    fn make_room(&self, trace: &mut Trace) {
        // A single wrong number must not take all memory.
        let room = self.len().saturating_mul(64).max(1 << 22);
        let calls = if self.reads(Fact::Calls) { Some(CallTreeLimits::NONE) } else { None };
        if self.reads(Fact::Operands) {
            trace.record_operands();
        }
        // They are recorded even if no goal reads them yet: MC/DC makes its goals from them.
        for history in self.histories.given() {
            // A trace of another graph records no copies. Measuring its executions fails later.
            let _ = trace.follow_history(history);
        }
        trace.make_room(
            self.mutants.min(u32::try_from(room).unwrap_or(u32::MAX)),
            self.reads(Fact::On(Plane::Direct)),
            calls,
        );
    }
}
