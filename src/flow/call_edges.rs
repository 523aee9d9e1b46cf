//! Call edges: which block calls which functions, at which site.

use super::calls::Call;
use super::graph::FlowGraph;
use crate::id::{Block, CallSite, Function};

/// A call that a block makes: at which statement and site, and which functions it may call.
///
/// Made by [`FlowGraph::calls_of`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallEdge<'a> {
    /// The block that calls.
    pub block: Block,
    /// The statement of the block that calls, counted from 0.
    pub statement: u32,
    /// The site, which tells the calls of one function apart.
    pub site: CallSite,
    /// The functions that may be called, ascending. None: they are not known.
    pub callees: &'a [Function],
}

/// A call edge was added to a block that the graph does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the graph has no block {block}: a call at {site} cannot be there")]
pub struct UnknownBlock {
    /// The block.
    pub block: Block,
    /// The site.
    pub site: CallSite,
}

/// Calls.
impl FlowGraph {
    /// Adds a call: the statement of a block (counted from 0) that calls one of these functions at this site.
    ///
    /// For calls that become known after the function was added; [`FlowBuilder::call`](super::FlowBuilder::call) describes them with
    /// it. Callees may be functions that are added later; those that never come count for nothing. Without callees, the call is known,
    /// and who is called is not. Callees of a known call (of the same statement and site) join
    /// those that are there.
    ///
    /// # Errors
    ///
    /// [`UnknownBlock`] if the graph has no such block.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// let (main, log, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// graph.add_call(graph.entry(main), 0, site, [log])?;
    /// assert!(graph.callees(main, site).eq([log]));
    /// assert!(graph.callers(log).eq([(graph.entry(main), site)]));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn add_call(
        &mut self,
        block: Block,
        statement: u32,
        site: CallSite,
        callees: impl IntoIterator<Item = Function>,
    ) -> Result<(), UnknownBlock> {
        let function = self.get_function_of(block).ok_or(UnknownBlock { block, site })?;
        self.calls.add(function, block, statement, site, callees);
        Ok(())
    }

    /// Returns the calls that a block makes, by statement and site, ascending. Logarithmic in the calls of its function.
    pub fn calls_of(&self, block: Block) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + ExactSizeIterator + Clone {
        let calls = self.get_function_of(block).map_or(&[][..], |function| self.calls.of(function));
        let from = calls.partition_point(|call| call.block < block);
        let to = calls.partition_point(|call| call.block <= block);
        calls[from..to].iter().map(Call::edge)
    }

    /// Returns the calls that a function makes, by block, statement and site, ascending.
    pub fn calls_in(&self, function: Function) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + ExactSizeIterator + Clone {
        self.calls.of(function).iter().map(Call::edge)
    }

    /// Returns the functions that the calls of a function at a site may call, block by block, ascending in each. Functions that
    /// the graph does not have are left out. Linear in the calls of the function.
    pub fn callees(&self, function: Function, site: CallSite) -> impl Iterator<Item = Function> + Clone {
        let calls = self.calls.of(function).iter().filter(move |call| call.site == site);
        calls.flat_map(|call| call.callees.iter().copied()).filter(|callee| callee.index() < self.function_count())
    }

    /// Returns the calls of a function, by block and site, ascending.
    pub fn callers(&self, function: Function) -> impl DoubleEndedIterator<Item = (Block, CallSite)> + ExactSizeIterator + Clone {
        self.calls.callers(function).iter().copied()
    }
}

impl Call {
    fn edge(&self) -> CallEdge<'_> {
        let Self { block, statement, site, ref callees } = *self;
        CallEdge { block, statement, site, callees }
    }
}
