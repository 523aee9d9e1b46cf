//! Graphs that a caller describes block by block.

use super::BlockSketch;
#[cfg(doc)]
use super::FlowGraph;

/// The control flow of one function; block 0 is its entry.
///
/// Implement it for a graph of your own and hand it to [`FlowGraph::add`]. It is read once, block by block, into dense arrays.
///
/// ```
/// use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
///
/// /// Every block may go back to the start; the last one may leave.
/// struct Ladder(usize);
///
/// impl ControlFlow for Ladder {
///     fn block_count(&self) -> usize {
///         self.0
///     }
///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
///         if block as usize + 1 < self.0 { out.statements(3).branch(block + 1, 0) } else { out.exit() };
///     }
/// }
///
/// let graph = FlowGraph::of(&Ladder(5))?;
/// assert_eq!(graph.all_branches().count(), 8);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait ControlFlow {
    /// How many blocks there are; they are numbered from 0. Room is made for so many at once.
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

    /// Describes one block: its statements, its edges, and that it leaves the function if it does. [`FlowGraph::add`] asks once for each
    /// block, in order; the answer should not depend on that. An empty description is a mistake: a block without edges says
    /// [`exit`](BlockSketch::exit).
    ///
    /// ```
    /// use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// /// For each block the number of its statements and where it jumps.
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
