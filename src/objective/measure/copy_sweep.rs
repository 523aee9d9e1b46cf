//! The sweep of the table of copies. A goal that reads this table provides the sweep: so a registry
//! sweeps the table only if some goal needs it, and only executions with the capability are
//! required to have it.

use crate::execution::{Copies, InCopies};
use crate::fitness::FitnessTable;
use crate::flow::{FlowGraph, GraphMismatch};

/// Functions that check the copies of an execution of type `X`, and sweep their table.
pub(in crate::objective) struct CopySweep<X: ?Sized> {
    fits: fn(&X, &FlowGraph) -> Result<(), GraphMismatch>,
    sweep: fn(&X, &FlowGraph, &mut FitnessTable) -> Result<(), GraphMismatch>,
}

impl<X: Copies + ?Sized> CopySweep<X> {
    /// Creates the sweep for a type of executions that has copies.
    pub(in crate::objective) fn new() -> Self {
        Self {
            fits: |run, copies| run.fits_copies(copies),
            sweep: |run, copies, table| table.try_sweep(copies, &InCopies(run)),
        }
    }
}

impl<X: ?Sized> CopySweep<X> {
    /// Checks that the answers are about these copies.
    pub(in crate::objective) fn fits(
        self,
        run: &X,
        copies: &FlowGraph,
    ) -> Result<(), GraphMismatch> {
        (self.fits)(run, copies)
    }

    /// Sweeps the table. `copies` is the graph of the copies.
    pub(in crate::objective) fn sweep(
        self,
        run: &X,
        copies: &FlowGraph,
        table: &mut FitnessTable,
    ) -> Result<(), GraphMismatch> {
        (self.sweep)(run, copies, table)
    }
}

// A derive would require X: Clone and X: Copy.
impl<X: ?Sized> Clone for CopySweep<X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for CopySweep<X> {}
