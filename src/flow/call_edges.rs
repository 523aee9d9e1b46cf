//! Call edges: which block calls which functions, and at which site.

use super::calls::Call;
use super::graph::FlowGraph;
use crate::id::{Block, CallSite, Function};

/// A call that a block makes: its statement, its call site, and the functions that it may call.
///
/// [`FlowGraph::calls_in`] returns call edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallEdge<'a> {
    /// The block that makes the call.
    pub block: Block,
    /// The statement of the block that makes the call, counted from 0.
    pub statement: u32,
    /// The call site, which tells the calls of one function apart.
    pub site: CallSite,
    /// The functions that may be called, ascending. Empty if they are unknown.
    pub callees: &'a [Function],
}

/// The error of a call edge in a block that the graph does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the call at {site} is in block {block}, which the graph does not have")]
pub struct UnknownBlock {
    /// The block.
    pub block: Block,
    /// The call site.
    pub site: CallSite,
}

/// Call edges.
impl FlowGraph {
    /// Adds a call that a statement of a block (counted from 0) makes, at this call site, of one of
    /// these functions.
    ///
    /// Use this method for calls that become known after the function was added;
    /// [`FlowBuilder::call`](super::FlowBuilder::call) describes calls with the function. Callees
    /// may be added to the graph later. Callees that are never added are ignored. If there are no
    /// callees, the called function is unknown. If the call (same block, statement and site) is
    /// known already, the new callees are added to its callees.
    ///
    /// # Errors
    ///
    /// [`UnknownBlock`] if the graph has no such block.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, UnknownBlock};
    /// use sbst::id::{Block, CallSite, Function};
    ///
    /// let (main, log, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// graph.add_call(graph.entry(main), 0, site, [log])?;
    /// assert!(graph.callees(main, site).eq([log]));
    /// assert!(graph.callers(log).eq([(graph.entry(main), site)]));
    ///
    /// let beyond = Block::new(7);
    /// let error = graph.add_call(beyond, 0, site, [log]);
    /// assert_eq!(error, Err(UnknownBlock { block: beyond, site }));
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
        let callees = callees.into_iter().collect();
        self.calls.add(function, Call { block, statement, site, callees });
        Ok(())
    }

    /// Returns a number that changes with each call that is added: it tells whether call edges are
    /// those that were read before.
    pub(crate) const fn call_mark(&self) -> u64 {
        self.calls.mark
    }

    /// Returns an iterator over the blocks that may call a function, ascending, with the functions
    /// that they belong to. A block with several such calls is there several times.
    pub(crate) fn calling_blocks(
        &self,
        function: Function,
    ) -> impl Iterator<Item = (Block, Function)> + '_ {
        self.calls.callers(function).iter().map(|&(block, _, caller)| (block, caller))
    }

    /// Returns an iterator over the calls that a block of a function makes, ascending by statement
    /// and site; empty for a block of another function. O(log n) for n calls of the function.
    pub(crate) fn calls_of(
        &self,
        function: Function,
        block: Block,
    ) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + ExactSizeIterator + Clone {
        let calls = self.calls.of(function);
        let from = calls.partition_point(|call| call.block < block);
        let to = calls.partition_point(|call| call.block <= block);
        calls[from..to].iter().map(Call::edge)
    }

    /// Returns an iterator over the calls that a function makes, ascending by block, statement and
    /// site; empty for a function of another graph.
    ///
    /// ```
    /// use sbst::flow::{CallEdge, FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// /// Returns `true` if it is known which functions are called.
    /// fn is_known(call: &CallEdge<'_>) -> bool {
    ///     !call.callees.is_empty()
    /// }
    ///
    /// let (main, [direct, indirect]) = (Function::new(0), [0, 1].map(CallSite::new));
    /// let body = FlowBuilder::new().exit(0).call(0, 0, direct, [main]);
    /// let graph = FlowGraph::of(&body.call(0, 1, indirect, []))?;
    /// let unknown = graph.calls_in(main).filter(|call| !is_known(call));
    /// assert!(unknown.map(|call| call.site).eq([indirect]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn calls_in(
        &self,
        function: Function,
    ) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + ExactSizeIterator + Clone {
        self.calls.of(function).iter().map(Call::edge)
    }

    /// Returns an iterator over the functions that `function` may call at a site: call by call in
    /// the order of the blocks, ascending in each call. Functions that the graph does not have are
    /// left out. Linear in the calls of `function`.
    pub fn callees(
        &self,
        function: Function,
        site: CallSite,
    ) -> impl Iterator<Item = Function> + Clone {
        let calls = self.calls.of(function).iter().filter(move |call| call.site == site);
        calls
            .flat_map(|call| call.callees.iter().copied())
            .filter(|callee| callee.index() < self.function_count())
    }

    /// Returns an iterator over the calls of a function: the block and the site of each, ascending.
    pub fn callers(
        &self,
        function: Function,
    ) -> impl DoubleEndedIterator<Item = (Block, CallSite)> + ExactSizeIterator + Clone {
        self.calls.callers(function).iter().map(|&(block, site, _)| (block, site))
    }
}

impl Call {
    /// Returns the call in its public form.
    fn edge(&self) -> CallEdge<'_> {
        let Self { block, statement, site, ref callees } = *self;
        CallEdge { block, statement, site, callees }
    }
}
