//! Call edges: which statement calls which functions, asked from both ends.

use super::calls::Place;
use super::graph::FlowGraph;
use super::names::FunctionNames;
use super::{FlowError, FlowErrorKind};
use crate::id::{Block, CallSite, Function, Statement};
use alloc::collections::BTreeSet;

/// A call: a statement of a block, and the functions that it may call.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{CallSite, Function};
///
/// // f0: 0: if a { 1: one statement, then f1() } 2: return     f1: return
/// let caller = FlowBuilder::new().branch(0, 1, 2).statements(1, 2).jump(1, 2).exit(2);
/// let mut graph = FlowGraph::of(&caller.call(1, 1, CallSite::new(7), [Function::new(1)]))?;
/// let f1 = graph.add(&FlowBuilder::new().exit(0))?;
///
/// let block = graph.block(Function::new(0), 1);
/// let calls: Vec<_> = graph.calls_of(block).collect();
/// assert_eq!((calls[0].statement(), calls[0].site, calls[0].callees), (block.statement(1), CallSite::new(7), &[f1][..]));
/// assert!(graph.callers(f1).eq(calls));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub struct CallEdge<'a> {
    /// The block that calls.
    pub block: Block,
    /// The number of the statement that calls, within its block. The number of statements of the block stands for its condition.
    pub statement: u32,
    /// The site, as the caller numbers them.
    pub site: CallSite,
    /// What may be called, ascending, each function once; functions that the graph does not have count for nothing. Empty if nobody
    /// knows.
    pub callees: &'a [Function],
}

impl CallEdge<'_> {
    /// Returns the statement that calls.
    #[must_use]
    pub const fn statement(&self) -> Statement {
        self.block.statement(self.statement)
    }
}

impl FlowGraph {
    /// Adds a call that becomes known later, or further callees of a known one; duplicates are dropped.
    ///
    /// Callees may be functions that are added later; those that never come count for nothing. Without callees, the call is known and what it
    /// calls is not: it counts for no function until somebody names some. O(log n + m log m) for n calls in the graph and m callees
    /// of this one.
    ///
    /// Calls are like names: neither [`GraphIdentity`](super::GraphIdentity) nor `==` asks for them, and nothing becomes invalid
    /// when they are added.
    ///
    /// # Errors
    ///
    /// [`FlowErrorKind::NoBlock`] for a block of another graph, [`FlowErrorKind::CallBeyond`] if `statement` is greater than the number of
    /// statements of the block (that number itself stands for the block's condition). Nothing is changed then.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// let body = FlowBuilder::new().function_name("draw").block_name(0, "all").exit(0);
    /// let (site, mut graph) = (CallSite::new(3), FlowGraph::of(&body.call(0, 0, CallSite::new(3), []))?);
    /// let circle = graph.add(&FlowBuilder::new().exit(0))?;
    /// let draw = graph.entry(Function::new(0));
    /// assert_eq!(graph.callers(circle).count(), 0); // nobody knows what it calls
    ///
    /// graph.add_call(draw, 0, site, [circle])?;
    /// assert_eq!(graph.callers(circle).next().map(|call| call.block), Some(draw));
    ///
    /// let error = graph.add_call(draw, 5, site, [circle]).expect_err("there is no such statement");
    /// assert_eq!(error.to_string(), "draw: the call at site s3 is in statement 5 of all, which has 0 statements");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn add_call(
        &mut self,
        block: Block,
        statement: u32,
        site: CallSite,
        callees: impl IntoIterator<Item = Function>,
    ) -> Result<(), FlowError> {
        let (Some(function), Some(count)) = (self.get_function_of(block), self.get_statements(block)) else {
            return Err(FlowErrorKind::NoBlock { block, site }.into());
        };
        if statement > count {
            let local = block.number() - self.block_range(function).start;
            let mut names = FunctionNames { function: self.function_name(function).map(Into::into), ..FunctionNames::default() };
            if let Some(name) = self.block_name(block) {
                names.name_block(local, name);
            }
            return Err(FlowError::new(FlowErrorKind::CallBeyond { block: local, site, statement, count }, names));
        }
        self.calls.add((block, statement, site), callees.into_iter());
        Ok(())
    }

    /// Returns the calls in a block, by statement, then by site; none for a block of another graph. O(log n) for n calls in the graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, CallSite, Function};
    ///
    /// let body = FlowBuilder::new().statements(0, 2).exit(0);
    /// let body = body.call(0, 1, CallSite::new(4), [Function::new(0)]).call(0, 0, CallSite::new(5), []);
    /// let graph = FlowGraph::of(&body)?;
    /// let sites: Vec<_> = graph.calls_of(Block::new(0)).map(|call| (call.statement, call.site.number())).collect();
    /// assert_eq!(sites, [(0, 5), (1, 4)]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn calls_of(&self, block: Block) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + Clone {
        self.calls_between(block, block)
    }

    /// Returns the functions that a site of a function may call, ascending, each once: those of all its blocks and statements that name this
    /// site. None for a function of another graph. O(log n + m log m) for n calls in the graph and m callees in the function.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// let [a, b] = [1, 2].map(Function::new);
    /// let (one, two) = (CallSite::new(1), CallSite::new(2));
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let graph = FlowGraph::of(&body.call(1, 0, one, [b, a]).call(2, 0, one, [b]).call(2, 0, two, [a]))?;
    /// assert!(graph.callees(Function::new(0), one).eq([a, b]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn callees(&self, function: Function, site: CallSite) -> impl DoubleEndedIterator<Item = Function> + use<> {
        let blocks = self.block_range(function);
        let calls = (!blocks.is_empty()).then(|| self.calls_between(Block::new(blocks.start), Block::new(blocks.end - 1)));
        let at_site = calls.into_iter().flatten().filter(|call| call.site == site);
        at_site.flat_map(|call| call.callees.iter().copied()).collect::<BTreeSet<_>>().into_iter()
    }

    /// Returns the calls that may call a function, by block, statement and site; none if nobody is known to. O(log n) for n calls
    /// in the graph, and again for each that is returned.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    ///
    /// let f = Function::new(0);
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2).call(1, 0, CallSite::new(0), [f]))?;
    /// assert_eq!(graph.callers(f).map(|call| call.block).collect::<Vec<_>>(), [graph.block(f, 1)]); // it calls itself
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn callers(&self, function: Function) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + Clone {
        let least: Place = (Block::new(0), 0, CallSite::new(0));
        let greatest: Place = (Block::new(u32::MAX), u32::MAX, CallSite::new(u32::MAX));
        let rows = self.calls.by_callee.range((function, least)..=(function, greatest));
        rows.filter_map(|(_, place)| Some(edge(place, self.calls.by_place.get(place)?)))
    }

    /// The calls of a function, with the local numbers of their blocks.
    #[cfg(feature = "serde")]
    pub(super) fn calls_in(&self, function: Function) -> impl Iterator<Item = (u32, CallEdge<'_>)> {
        let blocks = self.block_range(function);
        let calls = (!blocks.is_empty()).then(|| self.calls_between(Block::new(blocks.start), Block::new(blocks.end - 1)));
        calls.into_iter().flatten().map(move |call| (call.block.number() - blocks.start, call))
    }

    /// Whether somebody named a call.
    #[allow(dead_code)]
    #[inline]
    pub(crate) fn has_calls(&self) -> bool {
        !self.calls.by_place.is_empty()
    }

    /// The calls in a row of blocks, the last included.
    pub(super) fn calls_between(&self, first: Block, last: Block) -> impl DoubleEndedIterator<Item = CallEdge<'_>> + Clone {
        let rows = self.calls.by_place.range((first, 0, CallSite::new(0))..=(last, u32::MAX, CallSite::new(u32::MAX)));
        rows.map(|(place, callees)| edge(place, callees))
    }
}

fn edge<'a>(&(block, statement, site): &Place, callees: &'a [Function]) -> CallEdge<'a> {
    CallEdge { block, statement, site, callees }
}
