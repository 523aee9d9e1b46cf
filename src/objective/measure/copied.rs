//! Copies of an unrolled graph, with the values of an execution there.

use crate::fitness::{AcrossCalls, FitnessTable};
use crate::flow::UnrolledGraph;

/// The copies, with the table of an execution that was swept for them.
#[derive(Clone, Copy, Debug)]
pub(in crate::objective) struct Copied<'a> {
    /// The copies.
    pub unrolled: &'a UnrolledGraph,
    /// The table that was swept for them.
    pub table: &'a FitnessTable,
    /// Their values across calls, if these were chosen.
    pub across: Option<&'a AcrossCalls<'a>>,
}
