//! One activation.

use super::calls::{Call, Seen};
use super::path::Then;
use super::recorder::Recorder;
use super::{ExceptionKind, Misuse, Thrown, Trace, Value};
use crate::distance::{Decision, Distance, Rules};
use crate::flow::Outcome;
use crate::id::{Block, CallSite, Function, Mutant, Symbol};
use core::ops::Range;

/// One activation of a function, opened by [`Trace::call`]; its hooks take block numbers local to the function.
///
/// It ends when it is dropped, however the function ends. The hooks are those of [`Trace`] with the same names; like them they never
/// panic.
///
/// ```
/// use sbst::distance::{eq, lt};
/// use sbst::execution::{Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
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
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// assert_eq!(digits(&trace, 1972), 4);
/// assert_eq!((trace.evaluated(), trace.depth()), (4, 0));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use = "dropping the frame ends the activation: bind it to a name"]
#[derive(Debug)]
pub struct Frame<'t> {
    trace: &'t Trace,
    /// Where else its hooks are recorded, if calls are recorded one by one.
    call: Option<Call<'t>>,
    function: Function,
    first: u32,
    count: u32,
    is_direct: bool,
    /// Whether its hooks are recorded in one place only.
    once: bool,
}

impl<'t> Frame<'t> {
    #[inline]
    pub(super) fn new(trace: &'t Trace, is_direct: bool, call: Option<Call<'t>>, function: Function, blocks: Range<u32>) -> Self {
        let once = call.is_none() && trace.path.is_none() && !(is_direct && trace.direct.is_some());
        Self { trace, call, function, first: blocks.start, count: blocks.end - blocks.start, is_direct, once }
    }

    /// The trace, to be passed on to functions that are called.
    #[must_use]
    pub const fn trace(&self) -> &'t Trace {
        self.trace
    }

    /// The trace, to be passed on to the function that is called at this site: the next call counts as made there, by this activation. For
    /// the results of calls that decide branches ([`fitness::flag`](crate::fitness::flag)).
    ///
    /// The next call takes the mark, whatever it calls. Arguments are evaluated after the mark: if they make calls, mark these, too, or
    /// make them before; else they take the mark, and the call itself has none. So do not keep what this returns for a second call. A
    /// mark whose call never comes, because `?` came before it, say, is for the next call that has none of its own, as long as the
    /// innermost frame that was open at the mark is open; after a thousand such marks they are forgotten. A trace that does not record
    /// calls one by one takes no notice.
    ///
    /// ```
    /// use sbst::distance::{flag, gt};
    /// use sbst::execution::{CallTree, CallTreeLimits, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, CallSite, Function};
    ///
    /// const BETWEEN: Function = Function::new(0);
    /// const ABOVE: Function = Function::new(1);
    /// const LOWER: CallSite = CallSite::new(0);
    /// const UPPER: CallSite = CallSite::new(1);
    ///
    /// fn between(t: &Trace, x: i32, a: i32, b: i32) -> bool {
    ///     let f = t.call(BETWEEN);
    ///     f.decide(0, flag(above(f.site(LOWER), x, a))) && f.decide(1, flag(!above(f.site(UPPER), x, b)))
    /// }
    /// fn above(t: &Trace, x: i32, a: i32) -> bool {
    ///     let f = t.call(ABOVE);
    ///     f.decide(0, gt(x, a))
    /// }
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3))?;
    /// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
    /// between(&trace, 5, 3, 8);
    /// let callers = [1, 2].map(|call| trace.caller(Activation::new(call)));
    /// assert_eq!(callers, [LOWER, UPPER].map(|site| Some((Activation::new(0), Some(site)))));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use = "pass it on to the function that is called"]
    pub fn site(&self, site: CallSite) -> &'t Trace {
        if let (Some(calls), Some(call)) = (&self.trace.calls, &self.call) {
            calls.mark(call, site);
        }
        self.trace
    }

    /// See [`Trace::rules`].
    #[must_use]
    pub const fn rules(&self) -> &'t Rules {
        self.trace.rules()
    }

    /// See [`Trace::decide`]. Conditions on numbers, texts and collections have comparators of the same name as the operation
    /// ([`lt`](crate::distance::lt), [`text::eq`](crate::distance::text::eq())), a `bool` has [`flag`](crate::distance::flag); an `&&` of the
    /// program is two blocks.
    #[inline]
    pub fn decide(&self, block: u32, decision: Decision) -> bool {
        if let Some(block) = self.block(block) {
            if self.once {
                self.trace.all.decide(block, decision, &Seen::NOBODY);
            } else {
                self.decide_twice(block, decision);
            }
        }
        decision.holds()
    }

    /// EqualityDistance, so that whoever records in one place only does not pay for it.
    #[inline(never)]
    fn decide_twice(&self, block: Block, decision: Decision) {
        self.direct().into_iter().for_each(|direct| direct.decide_heard(block, decision, &Seen::NOBODY));
        self.trace.follow(block, Then::Leaves, self.seen(), |all, seen| all.decide_heard(block, decision, seen));
    }

    /// See [`Trace::switch`].
    ///
    /// ```
    /// use sbst::execution::{Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// fn name(t: &Trace, key: i64) -> &'static str {
    ///     let f = t.call(Function::new(0));
    ///     match f.switch(0, key) { // hands the value back, to be matched on
    ///         1 => "one",
    ///         7 => "seven",
    ///         _ => "many",
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().case(0, 1, 1).case(0, 7, 2).default(0, 3).exit(1).exit(2).exit(3))?;
    /// let trace = Trace::new(&graph);
    /// assert_eq!(name(&trace, 5), "many");
    /// let distance = |branch| trace.branch_distance(graph.edge(Branch::new(branch))).map(|d| d.get());
    /// assert_eq!([0, 1, 2].map(distance), [Some(5.0), Some(3.0), Some(0.0)]); // gaps 4 and 2, and K
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn switch(&self, block: u32, value: i64) -> i64 {
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.switch(block, value, seen));
        value
    }

    /// See [`Trace::choose`].
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::fitness_of_block;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// /// 0: a match on a variant, which has no number to compare.
    /// fn kind(t: &Trace, value: Result<u8, char>) -> &'static str {
    ///     let f = t.call(Function::new(0));
    ///     match value {
    ///         Ok(_) => { f.choose(0, Outcome::Case(0)); "number" }
    ///         Err(_) => { f.choose(0, Outcome::Case(1)); "letter" }
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().case(0, 0, 1).case(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph);
    /// kind(&trace, Err('x'));
    /// let distance = |local| fitness_of_block(&graph, &trace, graph.block(Function::new(0), local)).distance.get();
    /// assert_eq!((distance(1), distance(2)), (1.0, 0.0)); // K away, and taken
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn choose(&self, block: u32, outcome: Outcome) {
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.choose(block, outcome, seen));
    }

    /// See [`Trace::done`].
    pub fn done(&self, block: u32, statements: u32) {
        self.each(block, Then::Stays, |recorder, block, seen| recorder.done(block, statements, seen));
    }

    /// See [`Trace::end`].
    pub fn end(&self, block: u32) {
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.end(block, seen));
    }

    /// See [`Trace::exception`].
    pub fn exception(&self, block: u32, number: u32) {
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.exception(block, number, seen));
    }

    /// See [`Trace::tried`].
    ///
    /// # Errors
    ///
    /// The error that was given.
    pub fn tried<T, E>(&self, block: u32, result: Result<T, E>) -> Result<T, E> {
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.tried(block, result.is_ok(), seen));
        result
    }

    /// This activation returned normally, with this value (`()` if it has none). See [`Trace::returned`].
    ///
    /// ```
    /// use sbst::execution::{MethodCalls, Outputs, Partition, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
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
    /// let trace = Trace::new(&FlowGraph::of(&FlowBuilder::new().exit(0))?);
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
    pub fn threw(&self, exception: Symbol, kind: ExceptionKind) {
        self.trace.note_threw(Thrown::new(self.function, exception, kind), self.is_direct);
    }

    /// See [`Trace::infected`].
    #[inline]
    pub fn infected(&self, mutant: Mutant, distance: Distance) {
        self.trace.infected(mutant, distance);
    }

    #[inline]
    fn each(&self, block: u32, then: Then, hook: impl Fn(&Recorder, Block, &Seen<'_>)) {
        if let Some(block) = self.block(block) {
            if self.once {
                hook(&self.trace.all, block, &Seen::NOBODY);
            } else {
                self.each_twice(block, then, hook);
            }
        }
    }

    #[inline(never)]
    fn each_twice(&self, block: Block, then: Then, hook: impl Fn(&Recorder, Block, &Seen<'_>)) {
        self.direct().into_iter().for_each(|direct| hook(direct, block, &Seen::NOBODY));
        self.trace.follow(block, then, self.seen(), |all, seen| hook(all, block, seen));
    }

    /// The recorder of direct calls, if this is one.
    #[inline]
    fn direct(&self) -> Option<&'t Recorder> {
        self.trace.direct.as_deref().filter(|_| self.is_direct)
    }

    /// The activation, if calls are recorded one by one.
    #[inline]
    fn seen(&self) -> &Seen<'t> {
        let (Some(calls), Some(call)) = (&self.trace.calls, &self.call) else { return &Seen::NOBODY };
        calls.within(call)
    }

    #[inline(never)]
    fn close_beside(&self) {
        if let Some(path) = &self.trace.path {
            path.close();
        }
        if let (Some(calls), Some(call)) = (&self.trace.calls, &self.call) {
            calls.close(call);
        }
    }

    /// A block by its local number, if the function has it.
    #[inline]
    pub(super) fn get_block(&self, local: u32) -> Option<Block> {
        (local < self.count).then(|| Block::new(self.first + local))
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

// As of the trace.
impl core::panic::UnwindSafe for Frame<'_> {}
impl core::panic::RefUnwindSafe for Frame<'_> {}

impl Drop for Frame<'_> {
    #[inline]
    fn drop(&mut self) {
        self.trace.depth.set(self.trace.depth.get().saturating_sub(1));
        if self.is_direct {
            self.trace.outermost.set(None);
        }
        if !self.once {
            self.close_beside();
        }
    }
}
