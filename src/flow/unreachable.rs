//! The choice of what to do with blocks that cannot be reached.

#[cfg(doc)]
use super::FlowErrorKind;

/// A choice for blocks that cannot be reached from the entry:
/// [`FlowGraph::add_with`](super::FlowGraph::add_with) refuses their function, or keeps them.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Unreachable};
///
/// // 0: return   1: dead code
/// let body = FlowBuilder::new().exit(0).exit(1);
/// let mut graph = FlowGraph::new();
/// let error = graph.add_with(&body, Unreachable::Reject).expect_err("1 is dead");
/// assert_eq!(error.to_string(), "block 1 cannot be reached from the entry");
/// let function = graph.add_with(&body, Unreachable::Keep)?;
/// assert!(!graph.is_reachable(graph.block(function, 1)));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Unreachable {
    /// The function is refused with [`FlowErrorKind::Unreachable`].
    #[default]
    Reject,
    /// The blocks are kept with their ids. They have no goals, and no block depends on their
    /// branches.
    Keep,
}
