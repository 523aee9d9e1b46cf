//! Call edges: which block calls which functions, at which site.

use super::graph::FlowGraph;
use crate::id::{Block, CallSite, Function};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

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

/// The call edges of a program. They are no part of the identity of its graph: executions are the same with and without.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls {
    rows: BTreeMap<(Block, CallSite), Row>,
    /// By function that calls.
    sites: BTreeSet<(Function, CallSite, Block)>,
    /// By function that is called.
    callers: BTreeSet<(Function, Block, CallSite)>,
}

#[derive(Clone, Debug, Default)]
struct Row {
    statement: u32,
    /// Ascending.
    callees: Vec<Function>,
}

/// A call of a function that is being described: block, statement, site, callees. Blocks by their number within the function.
pub(super) type Call = (u32, u32, CallSite, Vec<Function>);

impl Calls {
    pub(super) fn add(
        &mut self,
        function: Function,
        block: Block,
        statement: u32,
        site: CallSite,
        callees: impl IntoIterator<Item = Function>,
    ) {
        let row = self.rows.entry((block, site)).or_insert_with(|| Row { statement, callees: Vec::new() });
        self.sites.insert((function, site, block));
        for callee in callees {
            if let Err(place) = row.callees.binary_search(&callee) {
                row.callees.insert(place, callee);
                self.callers.insert((callee, block, site));
            }
        }
    }
}

/// Calls.
impl FlowGraph {
    /// Adds a call: the statement of a block (counted from 0) that calls one of these functions at this site.
    ///
    /// For calls that become known after the function was added; [`FlowBuilder::call`](super::FlowBuilder::call) describes them with
    /// it. Callees may be functions that are added later; those that never come count for nothing. Without callees, the call is known,
    /// and who is called is not. Callees that are added for a known call at the site join those that are there.
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

    /// Returns the calls that a block makes, by site, ascending.
    pub fn calls_of(&self, block: Block) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + Clone {
        let rows = self.calls.rows.range((block, CallSite::new(0))..=(block, CallSite::new(u32::MAX)));
        rows.map(|(&(block, site), row)| CallEdge { block, statement: row.statement, site, callees: &row.callees })
    }

    /// Returns the functions that the calls of a function at a site may call, block by block, ascending in each. Functions that
    /// the graph does not have are left out.
    pub fn callees(&self, function: Function, site: CallSite) -> impl Iterator<Item = Function> + Clone {
        let all = (function, site, Block::new(0))..=(function, site, Block::new(u32::MAX));
        let rows = self.calls.sites.range(all).filter_map(|&(_, site, block)| self.calls.rows.get(&(block, site)));
        rows.flat_map(|row| row.callees.iter().copied()).filter(|callee| callee.index() < self.function_count())
    }

    /// The blocks of a function that make calls, ascending.
    pub(crate) fn calling_blocks(&self, function: Function) -> impl Iterator<Item = Block> + '_ {
        let blocks = self.block_range(function);
        let from = (Block::new(blocks.start), CallSite::new(0));
        let to = (Block::new(blocks.end), CallSite::new(0));
        let mut last = None;
        let rows = self.calls.rows.range(from..to).map(|(&(block, _), _)| block);
        rows.filter(move |&block| last.replace(block) != Some(block))
    }

    /// Returns the calls of a function, by block and site, ascending.
    pub fn callers(&self, function: Function) -> impl DoubleEndedIterator<Item = (Block, CallSite)> + Clone {
        let all = (function, Block::new(0), CallSite::new(0))..=(function, Block::new(u32::MAX), CallSite::new(u32::MAX));
        self.calls.callers.range(all).map(|&(_, block, site)| (block, site))
    }
}
