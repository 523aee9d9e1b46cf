//! Sources of flags.

use super::error::FlagError;
use super::flags::Flags;
use crate::flow::FlowGraph;
use crate::flow::dependences::DependenceGraph;

/// A source of the flags of a program, once its graph is known.
///
/// [`Flags`] are their own source. A [`DependenceGraph`] [derives](Flags::derived) flags. A closure
/// declares them.
///
/// ```
/// use sbst::fitness::flag::{FlagError, FlagSource, Flags};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// let declare = |graph: &FlowGraph| {
///     let mut flags = Flags::new();
///     flags.function(graph, Function::new(0)).decides(0, CallSite::new(0))?;
///     Ok(flags)
/// };
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// assert_eq!(declare.flags(&graph)?.branches().len(), 2);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait FlagSource {
    /// Returns the flags for this graph.
    ///
    /// # Errors
    ///
    /// [`FlagError`] if a declaration does not fit the graph.
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError>;
}

impl FlagSource for Flags {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        graph.check(self.made_for()).map_err(FlagError::OtherGraph)?;
        Ok(self)
    }
}

impl FlagSource for DependenceGraph {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        Flags::derived(graph, &self)
    }
}

impl FlagSource for &DependenceGraph {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        Flags::derived(graph, self)
    }
}

impl<F: FnOnce(&FlowGraph) -> Result<Flags, FlagError>> FlagSource for F {
    fn flags(self, graph: &FlowGraph) -> Result<Flags, FlagError> {
        self(graph)
    }
}
