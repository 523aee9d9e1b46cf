//! The sweep of the table of copies. A goal that reads this table provides the sweep: so a registry
//! sweeps the table only if some goal needs it, and only executions with the capability are
//! required to have it.

use crate::execution::{Copies, InCopies};
use crate::fitness::FitnessTable;
use crate::flow::{FlowGraph, GraphMismatch};

/// Function that sweeps the table of copies for an execution of type `X`.
pub(in crate::objective) struct CopySweep<X: ?Sized>(
    fn(&X, &FlowGraph, &mut FitnessTable) -> Result<(), GraphMismatch>,
);

impl<X: Copies + ?Sized> CopySweep<X> {
    /// Creates the sweep for a type of executions that has copies.
    pub(in crate::objective) fn new() -> Self {
        Self(|run, copies, table| table.try_sweep(copies, &InCopies(run)))
    }
}

impl<X: ?Sized> CopySweep<X> {
    /// Sweeps the table. `copies` is the graph of the copies.
    pub(in crate::objective) fn sweep(
        self,
        run: &X,
        copies: &FlowGraph,
        table: &mut FitnessTable,
    ) -> Result<(), GraphMismatch> {
        (self.0)(run, copies, table)
    }
}

// A derive would require X: Clone and X: Copy.
impl<X: ?Sized> Clone for CopySweep<X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for CopySweep<X> {}
