//! Functions that decide by the result of other functions.

use super::Subject;
use sbst::fitness::flag::{FlagError, Flags};
use sbst::flow::FlowGraph;

/// A subject with flags, and what is known of them.
pub(crate) struct Flagged {
    pub(crate) subject: Subject,
    /// Says of its graph which branches are flags, and what its functions return.
    declare: fn(&FlowGraph, &mut Flags) -> Result<(), FlagError>,
}

impl Flagged {
    pub(super) const fn new(subject: Subject, declare: fn(&FlowGraph, &mut Flags) -> Result<(), FlagError>) -> Self {
        Self { subject, declare }
    }

    pub(crate) fn flags(&self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        let mut flags = Flags::new();
        (self.declare)(graph, &mut flags)?;
        Ok(flags)
    }
}
