//! One activation.

use super::calls::{Handle, Seen};
use super::recorder::Recorder;
use super::{Kind, Misuse, Thrown, Trace, Value};
use crate::distance::{Decision, Distance, Rules};
use crate::flow::Outcome;
use crate::id::{Block, Function, Mutant, Symbol};
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
    /// Where else its hooks are recorded: if the test opened it, and direct calls are recorded.
    direct: Option<&'t Recorder>,
    is_direct: bool,
    /// Where else, if calls are recorded one by one.
    call: Handle,
    function: Function,
    first: u32,
    count: u32,
}

impl<'t> Frame<'t> {
    pub(super) fn new(
        trace: &'t Trace,
        direct: Option<&'t Recorder>,
        is_direct: bool,
        call: Handle,
        function: Function,
        blocks: Range<u32>,
    ) -> Self {
        Self { trace, direct, is_direct, call, function, first: blocks.start, count: blocks.end - blocks.start }
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
        if let Some(block) = self.block(block) {
            if self.is_recorded_once() {
                self.trace.all.decide(block, decision, &Seen::NOBODY);
            } else {
                self.decide_twice(block, decision);
            }
        }
        decision.holds()
    }

    /// Apart, so that whoever records in one place only does not pay for it.
    #[inline(never)]
    fn decide_twice(&self, block: Block, decision: Decision) {
        self.direct.into_iter().for_each(|direct| direct.decide(block, decision, &Seen::NOBODY));
        self.trace.all.decide(block, decision, &self.seen());
    }

    /// See [`Trace::switch`].
    pub fn switch(&self, block: u32, value: i64) -> i64 {
        self.each(block, |recorder, block, seen| recorder.switch(block, value, seen));
        value
    }

    /// See [`Trace::choose`].
    pub fn choose(&self, block: u32, outcome: Outcome) {
        self.each(block, |recorder, block, seen| recorder.choose(block, outcome, seen));
    }

    /// See [`Trace::done`].
    pub fn done(&self, block: u32, statements: u32) {
        self.each(block, |recorder, block, seen| recorder.done(block, statements, seen));
    }

    /// See [`Trace::end`].
    pub fn end(&self, block: u32) {
        self.each(block, |recorder, block, seen| recorder.end(block, seen));
    }

    /// See [`Trace::exception`].
    pub fn exception(&self, block: u32, number: u32) {
        self.each(block, |recorder, block, seen| recorder.exception(block, number, seen));
    }

    /// See [`Trace::tried`].
    ///
    /// # Errors
    ///
    /// The error that was given.
    pub fn tried<T, E>(&self, block: u32, result: Result<T, E>) -> Result<T, E> {
        self.each(block, |recorder, block, seen| recorder.tried(block, result.is_ok(), seen));
        result
    }

    /// This activation returned normally, with this value (`()` if it has none). See [`Trace::returned`].
    ///
    /// ```
    /// use sbst::execution::{MethodCalls, Outputs, Partition, Trace};
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// const HALF: Function = Function::new(0);
    ///
    /// fn half(t: &Trace, n: i32) -> Option<i32> {
    ///     let f = t.call(HALF);
    ///     let half = (n % 2 == 0).then_some(n / 2);
    ///     f.returned(half);
    ///     half
    /// }
    ///
    /// let trace = Trace::new(&FlowGraph::of(&Body::new().exit(0))?);
    /// half(&trace, 8);
    /// assert!(trace.called_by_test(HALF) && trace.returned_to_test(HALF));
    /// let distance = |partition| trace.output_distance(HALF, partition).map(|d| d.get());
    /// assert_eq!((distance(Partition::Positive), distance(Partition::Negative)), (Some(0.0), Some(5.0)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn returned(&self, value: impl Into<Value>) {
        self.trace.note_returned(self.function, self.is_direct, value.into());
    }

    /// This activation was given this value as one of its arguments, counted from 0. See [`Trace::argument`].
    pub fn argument(&self, argument: u32, value: impl Into<Value>) {
        self.trace.argument(self.function, argument, value);
    }

    /// An exception leaves this activation. See [`Trace::threw`].
    pub fn threw(&self, exception: Symbol, kind: Kind) {
        self.trace.threw(Thrown::new(self.function, exception, kind));
    }

    /// See [`Trace::infected`].
    #[inline]
    pub fn infected(&self, mutant: Mutant, distance: Distance) {
        self.trace.infected(mutant, distance);
    }

    #[inline]
    fn each(&self, block: u32, hook: impl Fn(&Recorder, Block, &Seen<'_>)) {
        if let Some(block) = self.block(block) {
            if self.is_recorded_once() {
                hook(&self.trace.all, block, &Seen::NOBODY);
            } else {
                self.each_twice(block, hook);
            }
        }
    }

    #[inline(never)]
    fn each_twice(&self, block: Block, hook: impl Fn(&Recorder, Block, &Seen<'_>)) {
        self.direct.into_iter().for_each(|direct| hook(direct, block, &Seen::NOBODY));
        hook(&self.trace.all, block, &self.seen());
    }

    #[inline]
    fn is_recorded_once(&self) -> bool {
        self.direct.is_none() && !self.call.is_some()
    }

    /// The activation, if calls are recorded one by one.
    #[inline]
    fn seen(&self) -> Seen<'t> {
        self.trace.calls.as_deref().map_or(Seen::NOBODY, |calls| calls.within(self.call))
    }

    #[inline(never)]
    fn close_call(&self) {
        self.trace.calls.iter().for_each(|calls| calls.close(self.call));
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
    #[inline]
    fn drop(&mut self) {
        self.trace.depth.set(self.trace.depth.get().saturating_sub(1));
        if self.is_direct {
            self.trace.outermost.set(None);
        }
        if self.call.is_some() {
            self.close_call();
        }
    }
}
