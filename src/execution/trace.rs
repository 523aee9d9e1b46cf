//! The recorder that subjects report to.

use super::calls::{Calls, Seen};
use super::notes::{Notes, Place};
use super::recorder::Recorder;
#[cfg(doc)]
use super::{CallTree, DirectCalls, Execution, MethodCalls, Outputs};
use super::{CallTreeLimits, Frame, Misuse, Thrown, Value};
use crate::distance::{Decision, Distance, Rules};
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, CallSite, Function, Mutant};
use alloc::boxed::Box;
use core::cell::Cell;
use core::ops::Range;

/// Records executions: the subject calls its hooks, the search asks it as an [`Execution`].
///
/// [`call`](Self::call) opens an activation of a function and returns a [`Frame`](super::Frame), whose hooks take block numbers
/// local to that function. Interpreters that work with program-wide blocks use the hooks of the trace itself.
///
/// - `decide`, `switch` and `choose` evaluate the predicate of a block: they complete it and enter the block they lead to. A block
///   that jumps is completed by `end`, or by `done(block, k)` as far as k statements. Entering any block enters its function. So a
///   subject whose blocks all decide needs no other hook.
/// - `returned`, `argument`, `threw` and `infected` record what output, input, exception and mutation goals need. Which functions the
///   test called itself is known from the frames: those that were opened while none was open. An interpreter keeps its frames in a
///   list of its own; what blocks do while no frame is open belongs to no call.
/// - Hooks take `&self`, so that calls nest in conditions and closures. They never panic: inside a subject a panic would look like
///   a crash *of the subject*. A hook that does not fit the graph is noted; ask [`check`](Self::check).
/// - [`reset`](Self::reset) makes it ready for the next execution. Without it, executions add up, and the trace answers for all
///   of them.
///
/// Recording, resetting and answering cost what the run touched, whatever the size of the program, and allocate nothing in the steady
/// state; `record` allocates the record, and [`with_call_tree`](Self::with_call_tree) has a cost of its own. One `decide` takes a few
/// nanoseconds. A trace is `Send`, not `Sync`: one for each thread.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{Execution, Trace};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// const PARSE: Function = Function::new(0);
///
/// /// Block 0 decides; block 1 has two statements, the second may fail, which ends the function.
/// fn parse(t: &Trace, text: &str) -> Result<i32, std::num::ParseIntError> {
///     let f = t.call(PARSE);
///     if f.decide(0, flag(text.is_empty())) {
///         return Ok(0);
///     }
///     let digits = text.trim();
///     f.done(1, 1);
///     f.tried(1, digits.parse())
/// }
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 2, 1).statements(1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// assert!(parse(&trace, " x ").is_err());
/// assert_eq!(trace.progress(graph.block(PARSE, 1)), Some(1));
/// trace.reset();
/// assert!(parse(&trace, " 7 ").is_ok());
/// assert_eq!(trace.progress(graph.block(PARSE, 1)), Some(2));
/// assert_eq!(trace.check(), Ok(()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct Trace {
    pub(super) all: Recorder,
    /// Direct calls once more, if they are wanted.
    pub(super) direct: Option<Box<Recorder>>,
    /// Calls one by one, if they are wanted.
    pub(super) calls: Option<Box<Calls>>,
    pub(super) notes: Notes,
    pub(super) depth: Cell<u32>,
    /// The function of the frame that the test itself opened, while it is open.
    pub(super) outermost: Cell<Option<Function>>,
}

// A hook leaves no cell half written, and a panic of the subject is something to record, not something that spoils the record.
impl core::panic::RefUnwindSafe for Trace {}
impl core::panic::RefUnwindSafe for Recorder {}
impl core::panic::RefUnwindSafe for Calls {}

impl Trace {
    /// A trace for all functions of `graph`, nothing recorded. Linear in the size of the graph.
    ///
    /// [`Goals::trace`](crate::objective::Goals::trace) makes one that records what the goals of a search need.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let (all, notes) = (Recorder::new(Rules::DEFAULT), Notes::default());
        let mut trace = Self { all, direct: None, calls: None, notes, depth: Cell::new(0), outermost: Cell::new(None) };
        trace.fit(graph);
        trace
    }

    /// The same with other [`Rules`]: they measure multi-way decisions, and a subject that asks [`rules`](Self::rules) for its
    /// comparisons is written once for all of them. To be set before the first hook: what was measured stays as it was measured.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.all.set_rules(rules);
        self.direct.iter_mut().for_each(|direct| direct.set_rules(rules));
        self
    }

    /// The same, and it records the calls that the test makes itself apart, for [`DirectCalls`]: twice the memory, and twice the
    /// time in those calls. To be set before the first hook.
    #[must_use]
    pub fn with_direct_calls(mut self) -> Self {
        self.make_room(0, true, None);
        self
    }

    /// The same, and it records each call by itself, for [`CallTree`]: all of them ([`CallTreeLimits::NONE`]), or so that there is an end
    /// to it. To be set before the first hook.
    ///
    /// A hook of a frame counts for its activation; a hook of the trace for the innermost frame that is open, if that is one of the
    /// block's function. Of frames that are open while the trace is reset, nothing more is recorded here, and what they call counts as
    /// called by the test. Where a call was made, for flags, is known from [`Frame::site`] or [`call_at`](Self::call_at). A call of a
    /// function that the graph does not have is not recorded, nor what it calls.
    ///
    /// Each activation takes 80 to 170 bytes, up to 230 under limits, 8 more for every block and branch of its function, and the time to
    /// clear them; `decide` takes up to twice as long, and a [`switch`](Self::switch) time linear in its arms. A record does not keep the
    /// calls.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{CallTree, CallTreeLimits, Trace};
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::{Activation, Function};
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
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// digits(&trace, 1972);
    /// let less = graph.edge(graph.branches_of(graph.entry(DIGITS)).next().expect("decides"));
    /// let distance = |call| trace.branch_distance_in(Activation::new(call), less).map(|d| d.get());
    /// assert_eq!([0, 1, 2, 3].map(distance), [Some(1963.0), Some(188.0), Some(10.0), Some(0.0)]);
    /// assert_eq!(trace.caller(Activation::new(3)), Some((Activation::new(2), None)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_call_tree(mut self, limits: CallTreeLimits) -> Self {
        self.calls.get_or_insert_with(|| Box::new(Calls::new(limits))).limits = limits;
        self
    }

    /// The same, and it records the infection distances of mutants numbered below `count`.
    #[must_use]
    pub fn with_mutants(mut self, count: u32) -> Self {
        self.make_room(count, false, None);
        self
    }

    /// Whoever records calls already keeps its limits.
    pub(crate) fn make_room(&mut self, mutants: u32, direct_calls: bool, calls: Option<CallTreeLimits>) {
        self.notes.mutants.grow(mutants as usize);
        if direct_calls && self.direct.is_none() {
            self.direct = Some(Box::new(self.all.empty()));
        }
        if let Some(limits) = calls.filter(|_| self.calls.is_none()) {
            self.calls = Some(Box::new(Calls::new(limits)));
        }
    }

    /// The rules to compare operands with: `f.decide(3, t.rules().lt(a, b))`.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.all.rules
    }

    /// Makes room for functions that were added to the graph since. What was recorded stays. Another graph, whose functions so far
    /// have other numbers of blocks or branches, adds nothing. Linear in what is new.
    pub fn fit(&mut self, graph: &FlowGraph) {
        self.all.fit(graph);
        self.direct.iter_mut().for_each(|direct| direct.fit(graph));
        self.notes.fit(self.all.functions.len());
    }

    /// Forgets the recorded executions; what [`check`](Self::check) tells stays. To be called between executions: of frames that are
    /// open, only what follows is recorded. Linear in what was recorded.
    pub fn reset(&self) {
        self.all.reset();
        self.direct.iter().for_each(|direct| direct.reset());
        self.calls.iter().for_each(|calls| calls.reset());
        self.notes.reset();
    }

    /// Whether every hook fitted the graph so far, resets included, and nothing was asked that is not recorded.
    ///
    /// It cannot tell that a hook is missing, or that a hook names another block of the same kind.
    ///
    /// # Errors
    ///
    /// The first [`Misuse`] since the trace was made.
    pub fn check(&self) -> Result<(), Misuse> {
        self.all.misuse.get().map_or(Ok(()), Err)
    }

    /// How many predicates were evaluated by hooks since the last reset (merged records do not count): a fuel gauge for subjects that
    /// may not end.
    #[must_use]
    pub fn evaluated(&self) -> u64 {
        self.all.evaluated.get()
    }

    /// How many frames are open, resets or not: a gauge for subjects that may recurse without end, and 0 between executions (unless a
    /// frame was leaked; then no later call counts as the test's own).
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.get()
    }

    pub(super) fn note(&self, misuse: Misuse) {
        self.all.note(misuse);
    }

    /// The recorder of direct calls, for a hook on `block` that does not know its frame: if the one frame that is open is of the
    /// block's function.
    #[inline]
    fn direct_at(&self, block: Block) -> Option<&Recorder> {
        let direct = self.direct.as_deref()?;
        let function = self.outermost.get().filter(|_| self.depth.get() == 1)?;
        (direct.function.get(block.index()) == Some(&function.number())).then_some(direct)
    }

    /// The innermost activation, for a hook that does not know its frame.
    #[inline]
    fn seen_at(&self) -> Seen<'_> {
        self.calls.as_deref().map_or(Seen::NOBODY, Calls::current)
    }

    /// The calls one by one, if somebody may ask for them; else that is noted.
    pub(super) fn asked_calls(&self) -> Option<&Calls> {
        if self.calls.is_none() {
            self.note(Misuse::CallTreeNotRecorded);
        }
        self.calls.as_deref()
    }

    /// The recorder of direct calls, if somebody may ask it; else that is noted.
    pub(super) fn asked_direct(&self) -> Option<&Recorder> {
        if self.direct.is_none() {
            self.note(Misuse::DirectCallsNotRecorded);
        }
        self.direct.as_deref()
    }
}

/// Hooks, by program-wide block. Those of [`Frame`] are the same by local number; they never panic.
impl Trace {
    /// Opens an activation of `function`, whose entry block is entered. Dropping the frame ends it: on return, `?` and panic alike.
    /// If no frame is open, it is a call that the test makes itself.
    #[inline]
    pub fn call(&self, function: Function) -> Frame<'_> {
        self.open(function, None)
    }

    /// The same, at this site of the innermost activation that is open: for interpreters. Subjects use [`Frame::site`].
    ///
    /// The site tells calls apart for [`CallTree`]; a trace that does not record it takes no notice. If no activation is open, the test is
    /// the caller, and has no sites.
    pub fn call_at(&self, site: CallSite, function: Function) -> Frame<'_> {
        self.open(function, Some(site))
    }

    fn open(&self, function: Function, site: Option<CallSite>) -> Frame<'_> {
        let blocks = self.all.blocks_of(function);
        let is_direct = self.depth.get() == 0 && !blocks.is_empty();
        let direct = self.direct.as_deref().filter(|_| is_direct);
        if is_direct {
            self.outermost.set(Some(function));
            self.notes.called.add(function.number());
        }
        if !blocks.is_empty() {
            self.all.enter(blocks.start);
            direct.into_iter().for_each(|direct| direct.enter(blocks.start));
        }
        self.depth.set(self.depth.get().saturating_add(1));
        match &self.calls {
            None => Frame::new(self, is_direct, None, function, blocks),
            Some(calls) => self.open_call(calls, site, is_direct, function, blocks),
        }
    }

    /// Apart, so that whoever does not record calls one by one does not pay for it.
    #[inline(never)]
    fn open_call<'t>(
        &'t self,
        calls: &'t Calls,
        site: Option<CallSite>,
        is_direct: bool,
        function: Function,
        blocks: Range<u32>,
    ) -> Frame<'t> {
        let [first, end] = [blocks.start, blocks.end].map(|block| self.all.branches(block).start as u32);
        let call = calls.open(function, site, blocks.clone(), first..end);
        calls.within(&call).ran(blocks.start, 0);
        Frame::new(self, is_direct, Some(call), function, blocks)
    }

    /// A block evaluated its two-way predicate: it is complete, and the block on the side taken is entered. The outcome is
    /// returned.
    #[inline]
    pub fn decide(&self, block: Block, decision: Decision) -> bool {
        if let Some(direct) = self.direct_at(block) {
            direct.decide(block, decision, &Seen::NOBODY);
        }
        self.all.decide(block, decision, &self.seen_at());
        decision.holds()
    }

    /// A block selected by `value`: it is complete, and the block of the arm is entered. The value is returned, to be matched on.
    ///
    /// A value that no arm lists selects the default; without one it leaves the function, if the block may. O(log arms).
    pub fn switch(&self, block: Block, value: i64) -> i64 {
        self.each_at(block, |recorder, seen| recorder.switch(block, value, seen));
        value
    }

    /// A block took an edge without comparing a number, as a match on the kind of a value does: it is complete, and the other arms,
    /// or the other side, are K away.
    ///
    /// For [`Outcome::Next`] it is the same as [`end`](Self::end), for an exception as [`exception`](Self::exception).
    pub fn choose(&self, block: Block, outcome: Outcome) {
        self.each_at(block, |recorder, seen| recorder.choose(block, outcome, seen));
    }

    /// The first `statements` statements of a block ran to their end. The number is absolute, hence right under recursion.
    pub fn done(&self, block: Block, statements: u32) {
        self.each_at(block, |recorder, seen| recorder.done(block, statements, seen));
    }

    /// A block ran to its end: its ordinary way on is taken, or it leaves the function. Without this call the goal of a branch named
    /// [`Outcome::Next`] is never covered.
    pub fn end(&self, block: Block) {
        self.each_at(block, |recorder, seen| recorder.end(block, seen));
    }

    /// An exception of a block was caught by its handler with this number. The block is not complete.
    pub fn exception(&self, block: Block, number: u32) {
        self.each_at(block, |recorder, seen| recorder.exception(block, number, seen));
    }

    /// What a fallible block came to: `Ok` ends it, `Err` is its exception 0 if it has one, and else leaves the function.
    ///
    /// # Errors
    ///
    /// The error that was given.
    pub fn tried<T, E>(&self, block: Block, result: Result<T, E>) -> Result<T, E> {
        self.each_at(block, |recorder, seen| recorder.tried(block, result.is_ok(), seen));
        result
    }

    /// A call of `function` returned normally, with this value (`()` if it has none; of a text or a collection give a reference). If no
    /// other function is active, it was a call that the test made itself: then [`MethodCalls::returned_to_test`] holds from now on. The
    /// values of all calls count for [`Outputs`]. It completes no block: see [`end`](Self::end).
    pub fn returned(&self, function: Function, value: impl Into<Value>) {
        let is_direct = match self.depth.get() {
            0 => true,
            1 => self.outermost.get() == Some(function),
            _ => false,
        };
        self.note_returned(function, is_direct, value.into());
    }

    pub(super) fn note_returned(&self, function: Function, is_direct: bool, value: Value) {
        if is_direct {
            self.notes.called.add(function.number());
            self.notes.returned.add(function.number());
        }
        self.note_value(function, Place::Returned, value);
    }

    /// A function was given this value as one of its arguments, counted from 0. Linear in the arguments of that function.
    pub fn argument(&self, function: Function, argument: u32, value: impl Into<Value>) {
        self.note_value(function, Place::Argument(argument), value.into());
    }

    fn note_value(&self, function: Function, place: Place, value: Value) {
        self.notes.values.see(function, place, value).unwrap_or_else(|misuse| self.note(misuse));
    }

    /// An exception left a method. Whether that is every method that it passes, or the one that the test called, is for the caller to
    /// decide; published tools count the latter. Linear in the different exceptions recorded.
    pub fn threw(&self, thrown: Thrown) {
        if thrown.function.index() < self.all.functions.len() {
            self.notes.throw(thrown);
        } else {
            self.note(Misuse::NoSuchFunction { function: thrown.function });
        }
    }

    /// A mutant was evaluated, with this [infection distance](crate::distance::infection).
    ///
    /// Nothing is recorded of a mutant for which the trace was not made (see [`with_mutants`](Self::with_mutants)), since a subject has
    /// hooks whether or not its mutants are goals; [`check`](Self::check) tells if somebody asks for it.
    #[inline]
    pub fn infected(&self, mutant: Mutant, distance: Distance) {
        self.notes.mutants.see(mutant, distance);
    }

    #[inline]
    fn each_at(&self, block: Block, hook: impl Fn(&Recorder, &Seen<'_>)) {
        self.direct_at(block).into_iter().for_each(|direct| hook(direct, &Seen::NOBODY));
        hook(&self.all, &self.seen_at());
    }
}

/// The clone has what was recorded; the frames that are open are open on the original only.
impl Clone for Trace {
    fn clone(&self) -> Self {
        let (all, direct, notes) = (self.all.clone(), self.direct.clone(), self.notes.clone());
        let calls = self.calls.as_ref().map(|calls| Box::new(calls.closed()));
        Self { all, direct, calls, notes, depth: Cell::new(0), outermost: Cell::new(None) }
    }
}
