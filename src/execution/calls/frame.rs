//! Frames: activations with the hooks that their functions call.

use super::activations::{Call, CallId, Seen, Serials};
use crate::distance::{Decision, Distance, Rules, SwitchKey, flag};
use crate::execution::recorder::hooks::{Hook, Onward};
use crate::execution::recorder::view::Recorder;
use crate::execution::{Caller, Misuse, Trace, Value};
use crate::flow::Outcome;
use crate::id::{Block, CallSite, Function, Mutant};
use core::cell::Cell;
use core::ops::Range;

/// An open activation of a function, with hooks that take the numbers of blocks within this
/// function. [`Caller::enter`] opens it.
///
/// | in the program | hook |
/// |---|---|
/// | `if a < b`, `while`, one condition of `&&` or `\|\|` | [`decide`](Self::decide)`(block, lt(a, b))` |
/// | `if let Some(x)`, `while let`, `let else` | [`some`](Self::some) |
/// | `match number`, `match variant` | [`switch`](Self::switch), [`choose`](Self::choose) |
/// | the end of a block that only jumps | [`end`](Self::end) |
/// | statements of a block, if a statement may fail | [`done`](Self::done), [`attempt`](Self::attempt) |
/// | `?` at the end of a block | [`tried`](Self::tried) |
/// | `return value`, the end of the function | [`returns`](Self::returns), [`returns_as`](Self::returns_as) |
/// | `return a < b` | [`returns_if`](Self::returns_if) |
/// | an exception that leaves the function | [`threw`](Self::threw) |
/// | a call of a function with hooks | [`caller`](Self::caller), [`at`](Self::at) |
///
/// Most hooks do what the hooks of [`Trace`] with the same names do, for the activation of this
/// frame; [`unwound`](Self::unwound) does not. No hook panics.
///
/// # The end of an activation
///
/// Each way out of the function, except a decision that leaves it, needs a hook that *marks* the
/// activation as ended. These hooks do:
///
/// - `returns`, `returns_as` and `returns_if`. The block completes, and leaves the function with a
///   value.
/// - `tried` and `attempt` with an error, if the block has no edge for exception 0. The error
///   leaves the function.
/// - `threw`. An exception leaves the function.
/// - `end`, `switch`, `choose` and `tried`, if the block is an exit and has no edge with the name
///   that the hook reports. Afterwards, `returns` of the same block may report the value, or
///   `threw` the exception.
///
/// After the mark, any other hook of the frame that names a block is [`Misuse`].
///
/// Dropping the frame closes the activation. If a frame without a mark is dropped, there are three
/// possible reasons. A decision left the function, because its block is an exit and has no edge for
/// the outcome: this is no mistake. A panic ended the function: the code that catches the panic
/// reports it by [`unwound`](Self::unwound) or [`Trace::unwound`]. Or a hook is missing: a trace
/// that [checks paths](Trace::with_path_check) notes this.
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
    pub(super) trace: &'t Trace,
    /// Data for the call tree, the copies and the path check; `None` if the trace has none of
    /// these.
    call: Option<Call<'t>>,
    /// Function that was called.
    pub(super) function: Function,
    /// First block of the function. Once the activation is marked as ended: [`THROWN`], [`ENDED`],
    /// or the number of the block that left the function.
    first: Cell<u32>,
    /// Number of blocks of the function. Once the activation is marked as ended: 0, so that later
    /// hooks fail the test of the fast path.
    count: Cell<u32>,
    /// `true` if the test made the call.
    pub(super) is_direct: bool,
    /// `true` if hooks are recorded in the tables of all calls, and nowhere else.
    once: bool,
    /// Number of open activations right after this one was opened.
    depth: u32,
    /// Number of unwinds that were recorded before this activation was opened.
    unwinds: u32,
}

/// Mark of an activation that ended by an error. `threw` may still report the exception.
const THROWN: u32 = u32::MAX;
/// Mark of an activation after whose end nothing more may be reported.
pub(in crate::execution) const ENDED: u32 = THROWN - 1;

impl<'t> Frame<'t> {
    /// Creates the frame of an activation that was just opened.
    #[inline]
    pub(super) fn new(
        trace: &'t Trace,
        is_direct: bool,
        call: Option<Call<'t>>,
        function: Function,
        blocks: Range<u32>,
    ) -> Self {
        // This is decided once for the activation, so that each hook needs one test to take the
        // fast path.
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

    /// Returns this activation as the caller of a function, with the call site of the call.
    ///
    /// Call sites tell apart the calls whose results decide branches: see
    /// [`fitness::flag`](crate::fitness::flag). They are recorded in the [call
    /// tree](Trace::with_call_tree), and by traces that record [copies](Trace::with_history) for
    /// calling contexts. Any other trace ignores them. If an argument of a call is itself a call,
    /// give each of the two a call site of its own. The caller of a callback is
    /// [`Trace::innermost`]: see [`Caller`].
    ///
    /// If the activation is marked as ended and the trace [checks paths](Trace::with_path_check),
    /// asking for a caller is [`Misuse::AfterEnd`]. A destructor that makes calls should therefore
    /// keep a `Caller` that was made before the mark, instead of a reference to the frame.
    ///
    /// ```
    /// use sbst::distance::{flag, gt};
    /// use sbst::execution::{CallTreeLimits, Caller, Facts, Trace};
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

    /// Returns this activation as the caller of a function, without a call site: see
    /// [`at`](Self::at).
    #[inline]
    #[must_use = "pass it on to the function that is called"]
    pub fn caller(&self) -> Caller<'t> {
        self.caller_at(None)
    }

    /// Returns this activation as a caller. If the trace checks paths, notes misuse if the
    /// activation is marked as ended.
    #[inline]
    fn caller_at(&self, site: Option<CallSite>) -> Caller<'t> {
        if !self.once {
            self.check_call();
        }
        Caller::activation(self.trace, site, self.call_id(), self.serials())
    }

    /// Notes misuse if the activation is marked as ended: the hook that marked it came before a
    /// call that it should follow. Callers that were made before the mark are not checked here,
    /// because destructors may still use them.
    #[inline(never)]
    fn check_call(&self) {
        if self.count.get() == 0 && self.trace.path.is_some() {
            self.trace.note(Misuse::AfterEnd { function: self.function, block: None });
        }
    }

    /// Returns the activation in the call tree; the test if no call is recorded.
    #[inline]
    pub(super) fn call_id(&self) -> CallId {
        self.call.as_ref().map_or(CallId::TEST, |call| call.id)
    }

    /// Returns the serial numbers of the activation in the path check and in the copies.
    #[inline]
    pub(super) fn serials(&self) -> Serials {
        self.call.as_ref().map_or(Serials::NONE, |call| call.serials)
    }

    /// Returns the rules by which operands should be compared: see [`Trace::rules`].
    #[must_use]
    pub const fn rules(&self) -> &'t Rules {
        self.trace.rules()
    }

    /// Records that a block evaluated its two-way predicate, and returns the outcome. See
    /// [`Trace::decide`].
    ///
    /// Write the predicate with a comparator such as [`lt`](crate::distance::lt) or
    /// [`eq`](crate::distance::eq): the comparators have the names of the operations. For a `bool`,
    /// use [`flag`]. Each condition of `&&` and `||` is a block of its own.
    #[inline]
    pub fn decide(&self, block: u32, decision: Decision) -> bool {
        if let Some(block) = self.block(block) {
            // The fast path of the hook that programs call most: one table, and nobody listens.
            if self.once {
                self.trace.all.decide(block, decision, &Seen::NOBODY);
            } else {
                self.record_beside(block, Hook::Decide(decision));
            }
        }
        decision.holds()
    }

    /// Records that a block decided by an `Option`, and returns the option. Use it for `if let`,
    /// `while let` and `let else`.
    ///
    /// The predicate holds for `Some`. It is measured as a [`flag`]: the side that was not taken is
    /// K away.
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

    /// Records that a block selected an arm by a value, and returns the value. The value may be an
    /// integer of any type, a `char` or a `bool`. See [`Trace::switch`].
    ///
    /// ```
    /// use sbst::execution::{Caller, Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// fn name(c: Caller<'_>, key: u64) -> &'static str {
    ///     let f = c.enter(Function::new(0));
    ///     // `switch` returns the key, to match on
    ///     match f.switch(0, key) {
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
    /// // the keys 1 and 7 are 4 and 2 away from 5; K = 1 is added
    /// assert_eq!([0, 1, 2].map(distance), [Some(5.0), Some(3.0), Some(0.0)]);
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn switch<K: SwitchKey>(&self, block: u32, value: K) -> K {
        self.record(block, Hook::Switch(value.key()));
        value
    }

    /// Records that a block took the edge with this name, without numbers to compare. See
    /// [`Trace::choose`].
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
        self.record(block, Hook::Choose(outcome));
    }

    /// Records how far a block was from throwing the exception with this number, which the block
    /// catches: how far a divisor is from 0, or an index from the end. The activation stays in the
    /// block.
    ///
    /// The least distance of all visits is kept. It never covers the branch, since only an exception
    /// that is thrown does: a distance of 0 counts as [`Distance::SMALLEST`].
    ///
    /// A block without such an exception edge is [`Misuse::NoSuchOutcome`].
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::distance::eq;
    /// use sbst::execution::Caller;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::{Function, GoalId};
    /// use sbst::objective::Criterion;
    ///
    /// const SHARE: Function = Function::new(0);
    ///
    /// // 0: 100 / (x - 42)    1: return the quotient    2: handler of the division by zero
    /// let body = FlowBuilder::new().jump(0, 1).exception(0, 2).exit(1).exit(2);
    /// let share = |c: Caller<'_>, x: &i32| {
    ///     let f = c.enter(SHARE);
    ///     f.near_exception(0, 0, eq(x - 42, 0).to_true());
    ///     let quotient = f.tried(0, 100_i32.checked_div(x - 42));
    ///     f.returns(if quotient.is_some() { 1 } else { 2 }, quotient)
    /// };
    /// let mut campaign =
    ///     Campaign::builder().function(&body)?.criteria([Criterion::Block]).build()?;
    /// for x in [0, 50, 45] {
    ///     campaign.run(&x, share)?;
    /// }
    /// let handler = GoalId::new(2);
    /// assert_eq!(campaign.nearest(handler), Some(&45));
    /// assert_eq!(campaign.tests().fitness(handler).to_string(), "(0, 4)"); // 3 away, plus K
    /// assert!(campaign.run(&42, share)?.covered.contains(&handler));
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn near_exception(&self, block: u32, number: u32, distance: Distance) {
        self.record(block, Hook::Near(number, distance));
    }

    /// Records that the first `statements` statements of a block completed. See [`Trace::done`].
    pub fn done(&self, block: u32, statements: u32) {
        self.record(block, Hook::Done(statements));
    }

    /// Records that a block completed, and took its edge named [`Next`](Outcome::Next) or left the
    /// function. See [`Trace::end`].
    ///
    /// If the block has no such edge and is an exit, this marks the activation as ended. The end
    /// does not count as a normal return: use [`returns`](Self::returns) for a normal return.
    pub fn end(&self, block: u32) {
        self.record(block, Hook::End);
    }

    /// Marks the activation as ended: by an error ([`THROWN`]), for good ([`ENDED`]), or by a
    /// block.
    #[cold]
    pub(super) fn mark(&self, left_by: u32) {
        // With a count of 0, every number of a block fails the test of the fast path. So hooks need
        // no test of the mark.
        self.count.set(0);
        self.first.set(left_by);
    }

    /// Returns the mark of the activation: [`THROWN`], [`ENDED`], or the number of the block that
    /// left the function. Returns `None` if it is not marked as ended.
    pub(super) fn left_by(&self) -> Option<u32> {
        (self.count.get() == 0).then(|| self.first.get())
    }

    /// Records the value of one argument of this activation. Arguments are counted from 0. See
    /// [`Trace::argument`].
    pub fn argument(&self, argument: u32, value: impl Into<Value>) {
        self.trace.argument(self.function, argument, value);
    }

    /// Records that a mutant was evaluated with this infection distance. See [`Trace::infected`].
    #[inline]
    pub fn infected(&self, mutant: Mutant, distance: Distance) {
        self.trace.infected(mutant, distance);
    }

    /// Records a hook of a block in each part of the trace that records this activation, and marks
    /// the activation if the hook left the function.
    #[inline(always)]
    pub(super) fn record(&self, local: u32, hook: Hook) {
        let Some(block) = self.block(local) else { return };
        let onward = if self.once {
            self.trace.all.record(block, hook, &Seen::NOBODY)
        } else {
            self.record_beside(block, hook)
        };
        // The mark comes after the hook, so that the hook itself is recorded as one of an open
        // activation.
        match onward {
            Onward::Within => {}
            Onward::Left => self.mark(local),
            Onward::Thrown => self.mark(THROWN),
        }
    }

    /// Records a hook in each part of the trace that records this activation. The method is not
    /// inlined, so that a trace without such parts pays nothing.
    #[inline(never)]
    fn record_beside(&self, block: Block, hook: Hook) -> Onward {
        self.trace.record_all(Some(self.serials()), self.direct(), block, hook, self.seen())
    }

    /// Returns the tables of direct calls; `None` if they are not recorded, or if the test did not
    /// make this call.
    #[inline]
    fn direct(&self) -> Option<&'t Recorder> {
        if self.is_direct { self.trace.direct.as_deref() } else { None }
    }

    /// Returns the listener that records this activation; nobody if the call tree is not recorded.
    #[inline]
    fn seen(&self) -> &Seen<'t> {
        let (Some(calls), Some(call)) = (&self.trace.calls, &self.call) else {
            return &Seen::NOBODY;
        };
        calls.within(call)
    }

    /// Closes the activation in the path check, the copies and the call tree. It is not inlined, so
    /// that a trace without these pays nothing.
    #[inline(never)]
    fn close_beside(&self) {
        // If the frame has no mark, the path check decides whether a hook is missing or a panic
        // ended the function.
        if let Some(path) = &self.trace.path {
            self.trace.note_if(path.borrow_mut().close(
                self.serials().path,
                self.count.get() == 0,
                &self.trace.all,
            ));
        }
        if let Some(walks) = &self.trace.walks {
            walks.close(self.serials().walk);
        }
        if let (Some(calls), Some(call)) = (&self.trace.calls, &self.call) {
            calls.close(call);
        }
    }

    /// Returns a block by its number within the function; `None` if the function has no such block.
    /// It works after the mark, too.
    #[inline]
    pub(in crate::execution) fn get_block(&self, local: u32) -> Option<Block> {
        if local < self.count.get() {
            Some(Block::new(self.first.get() + local))
        } else {
            self.get_block_after(local)
        }
    }

    /// Returns the block that a hook names, and notes misuse after the mark, and for a block that
    /// the function does not have.
    #[inline]
    fn block(&self, local: u32) -> Option<Block> {
        if local < self.count.get() {
            Some(Block::new(self.first.get() + local))
        } else {
            self.misused_block(local)
        }
    }

    /// Returns a block of an activation that may be marked as ended.
    #[cold]
    fn get_block_after(&self, local: u32) -> Option<Block> {
        // The mark has overwritten the range of blocks in the frame, so the range is looked up in
        // the tables.
        let blocks = self.trace.all.first_block.get(self.function.index()..)?.get(..2)?;
        (local < blocks[1] - blocks[0]).then(|| Block::new(blocks[0] + local))
    }

    /// Notes misuse: a hook after the end of the activation, or a block that does not exist.
    /// Returns the block if it exists, because a hook after the end is still recorded.
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

// No hook leaves a cell half written when the function panics, so a frame stays usable after a
// panic.
impl core::panic::UnwindSafe for Frame<'_> {}
impl core::panic::RefUnwindSafe for Frame<'_> {}

/// Closes the activation.
impl Drop for Frame<'_> {
    #[inline]
    fn drop(&mut self) {
        let trace = self.trace;
        // If an unwind has closed this activation, the activations that are open now are other
        // ones: their number must not change. The first comparison answers for almost all frames;
        // only after an unwind is a search needed.
        if self.unwinds == trace.unwinds.count()
            || !trace.unwinds.has_closed(self.unwinds, self.depth)
        {
            trace.depth.set(trace.depth.get().saturating_sub(1));
            // Frames may be dropped in any order: activations that this one called may still be
            // open. The test did not call them, so their hooks must not count as direct.
            if self.depth == 1 {
                trace.outermost.set(None);
            }
        }
        if !self.once {
            self.close_beside();
        }
    }
}
