//! Frames: the hooks of one activation.

use super::activations::{Call, CallId, Seen, Serials};
use crate::distance::{Decision, Distance, Rules, flag};
use crate::execution::recorder::hooks::Onward;
use crate::execution::recorder::path::Then;
use crate::execution::recorder::view::Recorder;
use crate::execution::{Caller, Misuse, Trace, Value};
use crate::flow::Outcome;
use crate::id::{Block, CallSite, Function, Mutant};
use core::cell::Cell;
use core::ops::Range;

/// An activation of a function, opened by [`Caller::enter`]. Its hooks take the numbers of blocks within the function.
///
/// | in the program | hook |
/// |---|---|
/// | `if a < b`, `while`, one condition of `&&` or `\|\|` | [`decide`](Self::decide)`(block, lt(a, b))` |
/// | `if let Some(x)`, `while let`, `let else` | [`some`](Self::some) |
/// | `match number`, `match variant` | [`switch`](Self::switch), [`choose`](Self::choose) |
/// | the end of a block that only jumps | [`end`](Self::end) |
/// | statements of a block, if a statement may fail | [`done`](Self::done), [`attempt`](Self::attempt) |
/// | `?` at the end of a block | [`tried`](Self::tried) |
/// | `return value`, the end of the function | [`returns`](Self::returns), [`returns_as`](Self::returns_as), [`returns_if`](Self::returns_if) |
/// | an exception that leaves the function | [`threw`](Self::threw) |
/// | a call of an instrumented function | [`caller`](Self::caller), [`at`](Self::at) |
///
/// Most hooks do what the hooks of [`Trace`] with the same names do. No hook panics.
///
/// # The end of an activation
///
/// Each way out of the function needs a hook. These hooks mark the activation as ended:
///
/// - `returns`, `returns_as` and `returns_if`: the block completes, and leaves the function with a value.
/// - `tried` and `attempt` with an error, if the block has no edge for exception 0.
/// - `threw`: an exception leaves the function.
/// - `end`, `switch`, `choose` and `tried`, if the block may leave the function and has no edge with the name that they report. `returns`
///   of the same block, or `threw`, may follow, to report the value or the exception.
///
/// After the mark, any hook of the frame that names a block is a [`Misuse`]. Dropping the frame closes the activation. If a frame is dropped
/// without a mark, either a panic ended the function, which the code that catches it reports by [`unwound`](Self::unwound) or
/// [`Trace::unwound`]; or a hook is missing, which a trace that [checks paths](Trace::with_path_check) notes.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Caller, Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// const DIGITS: Function = Function::new(0);
///
/// /// 0: if n < 10 { 1: return 1 }  2: return 1 + digits(n / 10)
/// fn digits(c: Caller<'_>, n: u64) -> u32 {
///     let f = c.enter(DIGITS);
///     if f.decide(0, lt(n, 10)) {
///         return f.returns(1, 1);
///     }
///     f.returns(2, 1 + digits(f.caller(), n / 10))
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph).with_path_check();
/// assert_eq!(digits(trace.root(), 1972), 4);
/// assert_eq!((trace.evaluated(), trace.depth(), trace.check()), (4, 0, Ok(())));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use = "dropping the frame ends the activation: bind it to a name"]
#[derive(Debug)]
pub struct Frame<'t> {
    /// Trace that records the activation.
    pub(in crate::execution) trace: &'t Trace,
    /// Data for the call tree, the copies and the path check, if the trace has one of these.
    call: Option<Call<'t>>,
    /// Function that was called.
    pub(in crate::execution) function: Function,
    /// First block of the function. Once the activation is marked as ended: [`THROWN`], [`ENDED`], or the number of the block that left the
    /// function.
    first: Cell<u32>,
    /// Number of blocks of the function. Once the activation is marked as ended: 0, so that later hooks fail the test of the fast path.
    count: Cell<u32>,
    /// `true` if the test made the call.
    pub(in crate::execution) is_direct: bool,
    /// `true` if hooks are recorded in the tables of all calls only.
    once: bool,
    /// Number of open activations when this one was opened, including this one.
    depth: u32,
    /// Number of unwinds when this activation was opened.
    unwinds: u32,
}

/// Mark of an activation that an error left. `threw` may still report the exception.
const THROWN: u32 = u32::MAX;
/// Mark of an activation about which nothing more may be reported.
pub(in crate::execution) const ENDED: u32 = THROWN - 1;

impl<'t> Frame<'t> {
    /// Creates the frame of an activation that was just opened.
    #[inline]
    pub(in crate::execution) fn new(
        trace: &'t Trace,
        is_direct: bool,
        call: Option<Call<'t>>,
        function: Function,
        blocks: Range<u32>,
    ) -> Self {
        // Decided once, so that each hook needs one test to take the fast path.
        let once = call.is_none() && !(is_direct && trace.direct.is_some());
        let (first, count) = (Cell::new(blocks.start), Cell::new(blocks.end - blocks.start));
        let (depth, unwinds) = (trace.depth.get(), trace.unwinds.count());
        Self { trace, call, function, first, count, is_direct, once, depth, unwinds }
    }

    /// Returns the trace that records the activation.
    #[must_use]
    pub const fn trace(&self) -> &'t Trace {
        self.trace
    }

    /// Returns this activation as the caller of a function that it calls, at a call site.
    ///
    /// Call sites distinguish calls whose results decide branches: see [`fitness::flag`](crate::fitness::flag). A trace that does not record
    /// the [call tree](Trace::with_call_tree) ignores them. Calls among the arguments have callers of their own. The caller of a callback is
    /// [`Trace::innermost`]: see [`Caller`].
    ///
    /// After the mark, this is [`Misuse::AfterEnd`] if the trace [checks paths](Trace::with_path_check). A destructor that makes calls should
    /// store a `Caller` from before the mark instead of a reference to the frame.
    ///
    /// ```
    /// use sbst::distance::{flag, gt};
    /// use sbst::execution::{CallTree, CallTreeLimits, Caller, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, CallSite, Function};
    ///
    /// const ALARM: Function = Function::new(0);
    /// const IS_HIGH: Function = Function::new(1);
    /// const LEVEL: Function = Function::new(2);
    /// const ASK: CallSite = CallSite::new(0);
    /// const READ: CallSite = CallSite::new(1);
    ///
    /// fn alarm(c: Caller<'_>, sensor: i32) -> bool {
    ///     let f = c.enter(ALARM);
    ///     let high = is_high(f.at(ASK), level(f.at(READ), sensor));
    ///     if f.decide(0, flag(high)) { f.returns(1, true) } else { f.returns(2, false) }
    /// }
    /// fn is_high(c: Caller<'_>, level: i32) -> bool {
    ///     let f = c.enter(IS_HIGH);
    ///     if f.decide(0, gt(level, 90)) {
    ///         f.returns(1, true)
    ///     } else {
    ///         f.returns(2, false)
    ///     }
    /// }
    /// fn level(c: Caller<'_>, sensor: i32) -> i32 {
    ///     let f = c.enter(LEVEL);
    ///     f.returns(0, sensor - 7)
    /// }
    ///
    /// let either = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let mut graph = FlowGraph::of(&either)?;
    /// graph.add(&either)?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::default());
    /// alarm(trace.root(), 60);
    /// // the argument came first
    /// let callers = [1, 2].map(|call| trace.caller(Activation::new(call)));
    /// assert_eq!(callers, [READ, ASK].map(|site| Some((Activation::new(0), Some(site)))));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[inline]
    #[must_use = "pass it on to the function that is called"]
    pub fn at(&self, site: CallSite) -> Caller<'t> {
        self.caller_at(Some(site))
    }

    /// Returns this activation as the caller of a function that it calls, without a call site: see [`at`](Self::at).
    #[inline]
    #[must_use = "pass it on to the function that is called"]
    pub fn caller(&self) -> Caller<'t> {
        self.caller_at(None)
    }

    /// Returns this activation as a caller.
    #[inline]
    fn caller_at(&self, site: Option<CallSite>) -> Caller<'t> {
        if !self.once {
            self.check_call();
        }
        Caller::activation(self.trace, site, self.call_id(), self.serials())
    }

    /// Notes a call that is made after the mark, because the mark came too early. Callers that were made before may still be used by
    /// destructors.
    #[inline(never)]
    fn check_call(&self) {
        if self.count.get() == 0 && self.trace.path.is_some() {
            self.trace.note(Misuse::AfterEnd { function: self.function, block: None });
        }
    }

    /// Returns the activation in the call tree.
    #[inline]
    pub(super) fn call_id(&self) -> CallId {
        self.call.as_ref().map_or(CallId::TEST, Call::id)
    }

    /// Returns the serial numbers of the activation in the path check and in the copies.
    #[inline]
    pub(in crate::execution) fn serials(&self) -> Serials {
        self.call.as_ref().map_or(Serials::NONE, |call| call.serials)
    }

    /// Returns the rules by which operands should be compared: see [`Trace::rules`].
    #[must_use]
    pub const fn rules(&self) -> &'t Rules {
        self.trace.rules()
    }

    /// Records that a block evaluated its two-way predicate, and returns the outcome: see [`Trace::decide`].
    ///
    /// Comparators have the names of the operations, such as [`lt`](crate::distance::lt) and [`eq`](crate::distance::eq). For a `bool`, use
    /// [`flag`]. Each condition of `&&` and `||` is a block of its own.
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

    /// Records a decision by whether there is a value, and returns the value: for `if let`, `while let` and `let else`.
    ///
    /// ```
    /// use sbst::execution::{Caller, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// fn sum(c: Caller<'_>, numbers: &[i32]) -> i32 {
    ///     let f = c.enter(Function::new(0));
    ///     let (mut sum, mut numbers) = (0, numbers.iter());
    ///     while let Some(number) = f.some(0, numbers.next()) {
    ///         sum += number;
    ///         f.end(1);
    ///     }
    ///     f.returns(2, sum)
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let trace = Trace::new(&graph).with_path_check();
    /// assert_eq!(sum(trace.root(), &[3, 4]), 7);
    /// trace.check()?;
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub fn some<T>(&self, block: u32, value: Option<T>) -> Option<T> {
        self.decide(block, flag(value.is_some()));
        value
    }

    /// Records a decision wherever the trace records besides. Not inlined, so that a plain trace pays nothing.
    #[inline(never)]
    fn decide_twice(&self, block: Block, decision: Decision) {
        if let Some(direct) = self.direct() {
            direct.decide_heard(block, decision, &Seen::NOBODY);
        }
        self.trace.follow(Some(self.serials()), block, Then::Leaves, self.seen(), |all, block, seen| {
            all.decide_heard(block, decision, seen);
            Onward::Within
        });
    }

    /// Records that a block selected an arm by a value, and returns the value: see [`Trace::switch`].
    ///
    /// ```
    /// use sbst::execution::{Caller, Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// fn name(c: Caller<'_>, key: i64) -> &'static str {
    ///     let f = c.enter(Function::new(0));
    ///     match f.switch(0, key) {
    ///         // hands the value back, to be matched on
    ///         1 => f.returns(1, "one"),
    ///         7 => f.returns(2, "seven"),
    ///         _ => f.returns(3, "many"),
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new()
    ///         .case(0, 1, 1)
    ///         .case(0, 7, 2)
    ///         .default(0, 3)
    ///         .exit(1)
    ///         .exit(2)
    ///         .exit(3),
    /// )?;
    /// let trace = Trace::new(&graph);
    /// assert_eq!(name(trace.root(), 5), "many");
    /// let distance = |branch| {
    ///     trace.branch_distance(graph.edge(Branch::new(branch))).map(|d| d.get())
    /// };
    /// // gaps 4 and 2, and K
    /// assert_eq!([0, 1, 2].map(distance), [Some(5.0), Some(3.0), Some(0.0)]);
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn switch<V: Into<i64> + Copy>(&self, block: u32, value: V) -> V {
        let number = value.into();
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.switch(block, number, seen));
        value
    }

    /// Records that a block took the edge with this name, without comparing numbers: see [`Trace::choose`].
    ///
    /// ```
    /// use sbst::execution::{Caller, Trace};
    /// use sbst::fitness::fitness_of_block;
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// /// 0: a match on a variant, which has no number to compare.
    /// fn kind(c: Caller<'_>, value: Result<u8, char>) -> &'static str {
    ///     let f = c.enter(Function::new(0));
    ///     match value {
    ///         Ok(_) => {
    ///             f.choose(0, Outcome::Case(0));
    ///             f.returns(1, "number")
    ///         }
    ///         Err(_) => {
    ///             f.choose(0, Outcome::Case(1));
    ///             f.returns(2, "letter")
    ///         }
    ///     }
    /// }
    ///
    /// let graph =
    ///     FlowGraph::of(&FlowBuilder::new().case(0, 0, 1).case(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph);
    /// kind(trace.root(), Err('x'));
    /// let distance = |local| {
    ///     fitness_of_block(&graph, &trace, graph.block(Function::new(0), local))
    ///         .distance
    ///         .get()
    /// };
    /// assert_eq!((distance(1), distance(2)), (1.0, 0.0)); // K away, and taken
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn choose(&self, block: u32, outcome: Outcome) {
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.choose(block, outcome, seen));
    }

    /// Records that the first `statements` statements of a block completed: see [`Trace::done`].
    pub fn done(&self, block: u32, statements: u32) {
        self.each(block, Then::Stays, |recorder, block, seen| {
            recorder.done(block, statements, seen);
            Onward::Within
        });
    }

    /// Records that a block completed, and took its edge named [`Next`](Outcome::Next) or left the function: see [`Trace::end`].
    ///
    /// If the block has no such edge, this marks the activation as ended. It does not count as a normal return; for that, use
    /// [`returns`](Self::returns).
    pub fn end(&self, block: u32) {
        self.each(block, Then::Leaves, |recorder, block, seen| recorder.end(block, seen));
    }

    /// Marks the activation as ended.
    #[cold]
    pub(in crate::execution) fn mark(&self, left_by: u32) {
        self.count.set(0);
        self.first.set(left_by);
    }

    /// Returns the mark of the activation; `None` if it is not marked as ended.
    pub(in crate::execution) fn left_by(&self) -> Option<u32> {
        (self.count.get() == 0).then(|| self.first.get())
    }

    /// Records the value of one argument of this activation, counted from 0: see [`Trace::argument`].
    pub fn argument(&self, argument: u32, value: impl Into<Value>) {
        self.trace.argument(self.function, argument, value);
    }

    /// Records that a mutant was evaluated with this infection distance: see [`Trace::infected`].
    #[inline]
    pub fn infected(&self, mutant: Mutant, distance: Distance) {
        self.trace.infected(mutant, distance);
    }

    /// Runs a hook of a block wherever the trace records, and marks the activation if the hook left the function.
    #[inline]
    pub(in crate::execution) fn each(&self, local: u32, then: Then, hook: impl Fn(&Recorder, Block, &Seen<'_>) -> Onward) {
        if let Some(block) = self.block(local) {
            // The mark comes after the hook, so that the hook itself is recorded as one of an open activation.
            let onward = if self.once { hook(&self.trace.all, block, &Seen::NOBODY) } else { self.each_twice(block, then, hook) };
            if onward != Onward::Within {
                self.mark(if onward == Onward::Left { local } else { THROWN });
            }
        }
    }

    /// Runs a hook wherever the trace records besides. Not inlined, so that a plain trace pays nothing.
    #[inline(never)]
    fn each_twice(&self, block: Block, then: Then, hook: impl Fn(&Recorder, Block, &Seen<'_>) -> Onward) -> Onward {
        if let Some(direct) = self.direct() {
            hook(direct, block, &Seen::NOBODY);
        }
        self.trace.follow(Some(self.serials()), block, then, self.seen(), hook)
    }

    /// Returns the tables of direct calls, if this is a direct call.
    #[inline]
    fn direct(&self) -> Option<&'t Recorder> {
        self.trace.direct.as_deref().filter(|_| self.is_direct)
    }

    /// Returns the listener that records this activation; nobody if the call tree is not recorded.
    #[inline]
    fn seen(&self) -> &Seen<'t> {
        let (Some(calls), Some(call)) = (&self.trace.calls, &self.call) else { return &Seen::NOBODY };
        calls.within(call)
    }

    /// Closes the activation wherever the trace records besides.
    #[inline(never)]
    fn close_beside(&self) {
        // A frame without a mark may be a suspect for the path check.
        if let Some(path) = &self.trace.path {
            self.trace.note_if(path.close(self.serials().path, self.count.get() == 0, &self.trace.all));
        }
        if let Some(walks) = &self.trace.walks {
            walks.close(self.serials().walk);
        }
        if let (Some(calls), Some(call)) = (&self.trace.calls, &self.call) {
            calls.close(call);
        }
    }

    /// Returns a block by its number within the function, if the function has it.
    #[inline]
    pub(in crate::execution) fn get_block(&self, local: u32) -> Option<Block> {
        if local < self.count.get() { Some(Block::new(self.first.get() + local)) } else { self.get_block_after(local) }
    }

    /// Returns the block of a hook. After the mark, or for a block that the function does not have, misuse is noted.
    #[inline]
    fn block(&self, local: u32) -> Option<Block> {
        if local < self.count.get() { Some(Block::new(self.first.get() + local)) } else { self.misused_block(local) }
    }

    /// Returns a block of an activation that may have ended.
    #[cold]
    fn get_block_after(&self, local: u32) -> Option<Block> {
        // The mark has replaced the block numbers, so they are looked up again.
        let blocks = self.trace.all.first_block.get(self.function.index()..)?.get(..2)?;
        (local < blocks[1] - blocks[0]).then(|| Block::new(blocks[0] + local))
    }

    /// Notes misuse: a hook after the end of the activation, or of a block that does not exist. Returns the block if it exists, because a hook
    /// after the end is still recorded.
    #[cold]
    fn misused_block(&self, local: u32) -> Option<Block> {
        let (function, block) = (self.function, self.get_block_after(local));
        self.trace.note(match block {
            Some(_) => Misuse::AfterEnd { function, block: Some(local) },
            None => Misuse::NoSuchLocalBlock { function, block: local },
        });
        block
    }
}

// Like the trace, a frame stays usable after a panic.
impl core::panic::UnwindSafe for Frame<'_> {}
impl core::panic::RefUnwindSafe for Frame<'_> {}

impl Drop for Frame<'_> {
    #[inline]
    fn drop(&mut self) {
        let trace = self.trace;
        // If an unwind closed it before, the activations that are open now are other ones, and their number must not change.
        if self.unwinds == trace.unwinds.count() || !trace.unwinds.has_closed(self.unwinds, self.depth) {
            trace.depth.set(trace.depth.get().saturating_sub(1));
            if self.depth == 1 {
                trace.outermost.set(None); // activations that it called may still be open, but the test did not call them
            }
        }
        if !self.once {
            self.close_beside();
        }
    }
}
