//! The trait of graphs that are described block by block.

use super::BlockSketch;
#[cfg(doc)]
use super::{FlowErrorKind, FlowGraph};

/// The control flow of one function, described block by block. Block 0 is the entry.
///
/// Implement this trait for a graph of your own, and pass the graph to [`FlowGraph::add`], which
/// reads it once, block by block, into dense arrays.
///
/// ```
/// use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
///
/// /// Every block may go back to the start; the last block may leave.
/// struct Ladder(usize);
///
/// impl ControlFlow for Ladder {
///     fn block_count(&self) -> usize {
///         self.0
///     }
///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
///         if block as usize + 1 < self.0 {
///             out.statements(3).branch(block + 1, 0)
///         } else {
///             out.exit()
///         };
///     }
/// }
///
/// let graph = FlowGraph::of(&Ladder(5))?;
/// assert_eq!(graph.all_branches().count(), 8);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait ControlFlow {
    /// Returns the number of blocks, which are numbered from 0. Memory for all of them is allocated
    /// at once.
    ///
    /// ```
    /// use sbst::flow::{BlockSketch, ControlFlow, FlowErrorKind, FlowGraph};
    ///
    /// struct Nothing;
    ///
    /// impl ControlFlow for Nothing {
    ///     fn block_count(&self) -> usize {
    ///         0 // a function has an entry
    ///     }
    ///     fn describe(&self, _: u32, _: &mut BlockSketch<'_>) {}
    /// }
    ///
    /// let error = FlowGraph::of(&Nothing).expect_err("nothing to enter");
    /// assert_eq!(error.kind, FlowErrorKind::Empty);
    /// ```
    fn block_count(&self) -> usize;

    /// Describes one block: its statements, its edges, and whether it may leave the function.
    ///
    /// [`FlowGraph::add`] calls this method once for each block, in ascending order. The
    /// description should not depend on that order. An empty description is a mistake: a block
    /// without edges must call [`exit`](BlockSketch::exit).
    ///
    /// ```
    /// use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// /// For each block, the number of its statements and the block that it jumps to.
    /// struct Chain(Vec<(u32, Option<u32>)>);
    ///
    /// impl ControlFlow for Chain {
    ///     fn block_count(&self) -> usize {
    ///         self.0.len()
    ///     }
    ///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
    ///         let (statements, next) = self.0[block as usize];
    ///         match next {
    ///             Some(next) => out.statements(statements).jump(next),
    ///             None => out.statements(statements).exit(),
    ///         };
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(&Chain(vec![(2, Some(1)), (5, None)]))?;
    /// assert_eq!(graph.statements(graph.block(Function::new(0), 1)), 5);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>);
}

impl<C: ControlFlow + ?Sized> ControlFlow for &C {
    fn block_count(&self) -> usize {
        (**self).block_count()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        (**self).describe(block, out);
    }
}

impl<C: ControlFlow + ?Sized> ControlFlow for alloc::boxed::Box<C> {
    fn block_count(&self) -> usize {
        (**self).block_count()
    }
    fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
        (**self).describe(block, out);
    }
}

// The choice of what to do with blocks that cannot be reached.

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
