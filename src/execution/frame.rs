//! One activation.

use super::{Misuse, Trace};
use crate::distance::{Decision, Rules};
use crate::flow::Outcome;
use crate::id::{Block, Function};
use core::ops::Range;

/// One activation of a function, opened by [`Trace::call`]; its hooks take block numbers local to the function.
///
/// It ends when it is dropped, however the function ends. The hooks are those of [`Trace`] with the same names; like them they never
/// panic.
///
/// ```
/// use sbst::distance::{eq, lt};
/// use sbst::execution::{Execution, Trace};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// const DIGITS: Function = Function::new(0);
///
/// /// 0: if n < 10 { 1: return 1 }  2: return 1 + digits(n / 10)
/// fn digits(t: &Trace, n: u64) -> u32 {
///     let f = t.call(DIGITS);
///     if f.decide(0, lt(n, 10)) { 1 } else { 1 + digits(t, n / 10) }
/// }
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// assert_eq!(digits(&trace, 1972), 4);
/// assert_eq!((trace.evaluated(), trace.depth()), (4, 0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use = "dropping the frame ends the activation: bind it to a name"]
#[derive(Debug)]
pub struct Frame<'t> {
    trace: &'t Trace,
    function: Function,
    first: u32,
    count: u32,
}

impl<'t> Frame<'t> {
    pub(super) fn new(trace: &'t Trace, function: Function, blocks: Range<u32>) -> Self {
        Self { trace, function, first: blocks.start, count: blocks.end - blocks.start }
    }

    /// The trace, to be passed on to functions that are called.
    #[must_use]
    pub const fn trace(&self) -> &'t Trace {
        self.trace
    }

    /// See [`Trace::rules`].
    #[must_use]
    pub const fn rules(&self) -> &'t Rules {
        self.trace.rules()
    }

    /// See [`Trace::decide`].
    #[inline]
    pub fn decide(&self, block: u32, decision: Decision) -> bool {
        match self.block(block) {
            Some(block) => self.trace.decide(block, decision),
            None => decision.holds(),
        }
    }

    /// See [`Trace::switch`].
    pub fn switch(&self, block: u32, value: i64) -> i64 {
        match self.block(block) {
            Some(block) => self.trace.switch(block, value),
            None => value,
        }
    }

    /// See [`Trace::choose`].
    pub fn choose(&self, block: u32, outcome: Outcome) {
        self.block(block).into_iter().for_each(|block| self.trace.choose(block, outcome));
    }

    /// See [`Trace::done`].
    pub fn done(&self, block: u32, statements: u32) {
        self.block(block).into_iter().for_each(|block| self.trace.done(block, statements));
    }

    /// See [`Trace::end`].
    pub fn end(&self, block: u32) {
        self.block(block).into_iter().for_each(|block| self.trace.end(block));
    }

    /// See [`Trace::exception`].
    pub fn exception(&self, block: u32, number: u32) {
        self.block(block).into_iter().for_each(|block| self.trace.exception(block, number));
    }

    /// See [`Trace::tried`].
    ///
    /// # Errors
    ///
    /// The error that was given.
    pub fn tried<T, E>(&self, block: u32, result: Result<T, E>) -> Result<T, E> {
        match self.block(block) {
            Some(block) => self.trace.tried(block, result),
            None => result,
        }
    }

    #[inline]
    fn block(&self, local: u32) -> Option<Block> {
        if local < self.count {
            Some(Block::new(self.first + local))
        } else {
            self.trace.note(Misuse::NoSuchLocalBlock { function: self.function, block: local });
            None
        }
    }
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        self.trace.depth.set(self.trace.depth.get().saturating_sub(1));
    }
}
