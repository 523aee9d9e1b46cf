//! The recorder that subjects report to.

use super::hooks::Onward;
use super::observations::Observations;
use super::path::{Path, Then};
use super::remembered::Remembered;
use super::unwinds::Unwinds;
use super::view::Recorder;
use crate::distance::Rules;
use crate::execution::calls::activations::{Calls, Seen};
#[cfg(doc)]
use crate::execution::{CallTree, Caller, DirectCalls, Execution, Frame};
use crate::execution::{CallTreeLimits, Misuse};
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, IdentityChain};
use crate::id::{Block, Function};
use alloc::boxed::Box;
use core::cell::Cell;

/// Records executions: the subject calls its hooks, the search asks it as an [`Execution`].
///
/// The test gives [`root`](Self::root) to the functions that it calls. Each of them [enters](crate::execution::Caller::enter) itself and gets a
/// [`Frame`](crate::execution::Frame), whose hooks take block numbers local to that function. Interpreters that work with program-wide blocks use the
/// hooks of the trace itself.
///
/// - `decide`, `switch` and `choose` evaluate the predicate of a block: they complete it and enter the block they lead to. A block
///   that jumps is completed by `end`, or by `done(block, k)` as far as k statements. Entering any block enters its function. So a
///   subject whose blocks all decide needs no other hook.
/// - `returns`, `argument`, `threw` and `infected` record what output, input, exception and mutation goals need. Which functions the
///   test called itself is known from the [callers](crate::execution::Caller): those that were entered from the root. An interpreter
///   [enters](Self::enter) and [leaves](Self::leave) instead; what blocks do while nothing is open belongs to no call.
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
/// use sbst::execution::{Caller, Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// const PARSE: Function = Function::new(0);
///
/// /// Block 0 decides; block 1 has two statements, the second may fail, which ends the function.
/// fn parse(c: Caller<'_>, text: &str) -> Result<i32, std::num::ParseIntError> {
///     let f = c.enter(PARSE);
///     if f.decide(0, flag(text.is_empty())) {
///         return f.returns(2, Ok(0));
///     }
///     let digits = text.trim();
///     f.done(1, 1);
///     let number = f.tried(1, digits.parse())?;
///     f.returns(1, Ok(number))
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 2, 1).statements(1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// assert!(parse(trace.root(), " x ").is_err());
/// assert_eq!(trace.progress(graph.block(PARSE, 1)), Some(1));
/// trace.reset();
/// assert!(parse(trace.root(), " 7 ").is_ok());
/// assert_eq!(trace.progress(graph.block(PARSE, 1)), Some(2));
/// assert_eq!(trace.check(), Ok(()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct Trace {
    /// The identities of the graph that it was made for or fitted to.
    pub(in crate::execution) chain: IdentityChain,
    pub(in crate::execution) all: Recorder,
    /// Direct calls once more, if they are wanted.
    pub(in crate::execution) direct: Option<Box<Recorder>>,
    /// Calls one by one, if they are wanted.
    pub(in crate::execution) calls: Option<Box<Calls>>,
    /// Where each activation is, if that is checked.
    pub(in crate::execution) path: Option<Box<Path>>,
    pub(in crate::execution) observations: Observations,
    /// What predicates compared, if that is wanted.
    pub(in crate::execution) operands: Option<Box<Remembered>>,
    pub(in crate::execution) depth: Cell<u32>,
    /// While one activation is open: its function, if the test itself called it.
    pub(in crate::execution) outermost: Cell<Option<Function>>,
    pub(in crate::execution) unwinds: Unwinds,
    /// The capabilities of which a merged record knew nothing, by their bits.
    pub(in crate::execution) unknown: Cell<u8>,
}

// A hook leaves no cell half written, and a panic of the subject is something to record, not something that spoils the record.
impl core::panic::RefUnwindSafe for Trace {}
impl core::panic::RefUnwindSafe for Recorder {}
impl core::panic::RefUnwindSafe for Calls {}
impl core::panic::RefUnwindSafe for Remembered {}

impl Trace {
    /// A trace for all functions of `graph`, nothing recorded. Linear in the size of the graph.
    ///
    /// [`Goals::trace`](crate::objective::Goals::trace) makes one that records what the goals of a search need.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let (all, observations) = (Recorder::new(Rules::DEFAULT), Observations::default());
        let (depth, outermost, unwinds, unknown) = (Cell::new(0), Cell::new(None), Unwinds::default(), Cell::new(0));
        let (chain, direct, calls, path, operands) = (graph.chain().clone(), None, None, None, None);
        let mut trace = Self { chain, all, direct, calls, path, observations, operands, depth, outermost, unwinds, unknown };
        trace.grow(graph);
        trace
    }

    /// Returns the identity of the graph that the trace was made for, or [fitted](Self::fit) to since.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.chain.last()
    }

    /// The same with other [`Rules`]: they measure multi-way decisions, and a subject that asks [`rules`](Self::rules) for its
    /// comparisons is written once for all of them. To be set before the first hook: what was measured stays as it was measured.
    ///
    /// ```
    /// use sbst::distance::Rules;
    /// use sbst::execution::{Caller, Trace};
    /// use sbst::fitness::fitness_of_block;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// fn subject(c: Caller<'_>, x: i32) -> bool {
    ///     let f = c.enter(Function::new(0));
    ///     f.decide(0, f.rules().eq(x, 7))
    /// }
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let then = graph.block(Function::new(0), 1);
    /// let distance = |rules| {
    ///     let trace = Trace::new(&graph).with_rules(rules);
    ///     subject(trace.root(), 3);
    ///     fitness_of_block(&graph, &trace, then).distance.get()
    /// };
    /// assert_eq!((distance(Rules::TRACEY), distance(Rules::KOREL)), (5.0, 4.0)); // with and without K
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
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
    /// called by the test. Where a call was made, for flags, is known from [`Frame::at`] or [`enter_at`](Self::enter_at). A call of a
    /// function that the graph does not have is not recorded, nor what it calls.
    ///
    /// Each activation takes 80 to 170 bytes, up to 230 under limits, 8 more for every block and branch of its function, and the time to
    /// clear them; `decide` takes up to twice as long, and a [`switch`](Self::switch) time linear in its arms. A record does not keep the
    /// calls.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{CallTree, CallTreeLimits, Caller, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Activation, Function};
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
    /// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
    /// digits(trace.root(), 1972);
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

    /// The same, and [`check`](Self::check) also tells if a hook is not where the execution must be: if one was forgotten, or names the
    /// wrong block. For the tests of an instrumentation. To be set before the first hook.
    ///
    /// Each activation starts in the entry of its function and follows the edges that the hooks name, so all of them are needed,
    /// also [`end`](Self::end) of blocks that only jump. An activation ends by a hook that says so: [`Frame`] lists them. A frame that is
    /// dropped before is a [`Misuse::Unmarked`], unless a panic ended it, which is told by [`unwound`](Self::unwound) to the trace, or to
    /// the frame of the activation that caught it. It is noted when an activation around it has its next hook, when a call that the same
    /// caller makes later ends without a mark as well, or when the trace is asked by [`check`](Self::check) or [`reset`](Self::reset).
    ///
    /// Only the innermost activation may have hooks and make calls (no caller may go on while a generator that it made is open, say), so
    /// that a function that passes on its own caller is found. Calls in a callback, which the function runs that it was given to, have
    /// [`innermost(None)`](Self::innermost) as their caller. A block by which an error leaves must be an exit of the graph, unless it
    /// decides. Hooks while no activation is open are not checked.
    ///
    /// It cannot find a wrong operand, call site, argument or value, a [`done`](Self::done) that is missing or counts too many, a frame of
    /// another function whose graph is the same, nor a mistake right before a panic, after which no hook shows it.
    ///
    /// `decide` takes 2.5 times as long.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Misuse, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 0).exit(3))?;
    /// let trace = Trace::new(&graph).with_path_check();
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, lt(1, 2));
    /// f.decide(2, lt(1, 2)); // block 1 should have ended before
    /// assert_eq!(trace.check(), Err(Misuse::OffPath { function: Function::new(0), block: 2, expected: 1 }));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_path_check(mut self) -> Self {
        self.path = Some(Box::default());
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
        self.observations.mutants.grow(mutants as usize);
        if direct_calls && self.direct.is_none() {
            self.direct = Some(Box::new(self.all.empty()));
        }
        if let Some(limits) = calls.filter(|_| self.calls.is_none()) {
            self.calls = Some(Box::new(Calls::new(limits)));
        }
    }

    /// The rules to compare operands with: `f.decide(3, c.rules().lt(a, b))`.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.all.rules
    }

    /// Makes room for functions that were added to the graph since. What was recorded stays. An earlier state of the graph adds
    /// nothing. Linear in what is new.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the graph is another one. Nothing is changed then.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let mut trace = Trace::new(&graph);
    /// let late = graph.add(&FlowBuilder::new().exit(0))?; // found while searching
    /// trace.fit(&graph)?;
    /// trace.root().enter(late).end(0);
    /// assert_eq!(trace.check(), Ok(()));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn fit(&mut self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.chain.grow(graph.chain())?;
        self.grow(graph);
        Ok(())
    }

    fn grow(&mut self, graph: &FlowGraph) {
        self.all.fit(graph);
        self.direct.iter_mut().for_each(|direct| direct.fit(graph));
        self.observations.fit(self.all.functions.len());
    }

    /// Forgets the recorded executions; what [`check`](Self::check) tells stays. To be called between executions: of frames that are
    /// open, only what follows is recorded. Linear in what was recorded.
    ///
    /// Where paths are [checked](Self::with_path_check), [`unwound`](Self::unwound) comes before it: afterwards no panic excuses a frame
    /// that was dropped without a mark.
    pub fn reset(&self) {
        self.finish_path();
        self.all.reset();
        self.direct.iter().for_each(|direct| direct.reset());
        self.calls.iter().for_each(|calls| calls.reset());
        self.observations.reset();
        self.unknown.set(0);
        self.operands.iter().for_each(|operands| operands.reset());
    }

    /// Whether every hook fitted the graph so far, resets included, and nothing was asked that is not recorded.
    ///
    /// It cannot tell that a hook is missing, or that a hook names another block of the same kind, unless paths are
    /// [checked](Self::with_path_check). Then it comes after [`unwound`](Self::unwound): it notes frames that were dropped without a mark,
    /// and a panic that is told later does not excuse them any more.
    ///
    /// # Errors
    ///
    /// The first [`Misuse`] since the trace was made.
    pub fn check(&self) -> Result<(), Misuse> {
        self.finish_path();
        self.all.misuse.get().map_or(Ok(()), Err)
    }

    /// How many predicates were evaluated by hooks since the last reset (merged records do not count): a fuel gauge for subjects that
    /// may not end.
    #[must_use]
    pub fn evaluated(&self) -> u64 {
        self.all.evaluated.get()
    }

    /// How many activations are open, resets or not: a gauge for subjects that may recurse without end, and 0 between executions, unless
    /// one was never closed; [`unwound`](Self::unwound) closes it.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.get()
    }

    pub(in crate::execution) fn note(&self, misuse: Misuse) {
        self.all.note(misuse);
    }

    /// The recorder of direct calls, for a hook on `block` that does not know its frame: if the one frame that is open is of the
    /// block's function.
    #[inline]
    pub(in crate::execution) fn direct_at(&self, block: Block) -> Option<&Recorder> {
        let direct = self.direct.as_deref()?;
        let function = self.outermost.get().filter(|_| self.depth.get() == 1)?;
        (direct.function.get(block.index()) == Some(&function.number())).then_some(direct)
    }

    /// Runs a hook in the common tables; on a path, if paths are checked: that of an activation, or of the innermost one.
    #[inline]
    pub(in crate::execution) fn follow(
        &self,
        serial: Option<u32>,
        block: Block,
        then: Then,
        seen: &Seen<'_>,
        hook: impl Fn(&Recorder, &Seen<'_>) -> Onward,
    ) -> Onward {
        match &self.path {
            None => hook(&self.all, seen),
            Some(path) => self.follow_path(path, serial, block, then, seen, &hook),
        }
    }

    /// Apart, so that a trace that does not check paths does not pay for it.
    #[cold]
    fn follow_path(
        &self,
        path: &Path,
        serial: Option<u32>,
        block: Block,
        then: Then,
        seen: &Seen<'_>,
        hook: &dyn Fn(&Recorder, &Seen<'_>) -> Onward,
    ) -> Onward {
        let mut onward = Onward::Within;
        self.note_if(path.follow(serial, &self.all, block, then, || onward = hook(&self.all, seen)));
        onward
    }

    pub(in crate::execution) fn note_if(&self, result: Result<(), Misuse>) {
        if let Err(misuse) = result {
            self.note(misuse);
        }
    }

    /// No panic is told any more of frames that were dropped in the middle of their functions.
    fn finish_path(&self) {
        if let Some(path) = &self.path {
            self.note_if(path.finish(&self.all));
        }
    }

    /// The innermost activation, for a hook that does not know its frame.
    #[inline]
    pub(in crate::execution) fn seen_at(&self) -> Seen<'_> {
        self.calls.as_deref().map_or(Seen::NOBODY, Calls::current)
    }

    /// The calls one by one, if somebody may ask for them; else that is noted.
    pub(in crate::execution) fn asked_calls(&self) -> Option<&Calls> {
        if self.calls.is_none() {
            self.note(Misuse::CallTreeNotRecorded);
        }
        self.calls.as_deref()
    }

    /// The recorder of direct calls, if somebody may ask it; else that is noted.
    pub(in crate::execution) fn asked_direct(&self) -> Option<&Recorder> {
        if self.direct.is_none() {
            self.note(Misuse::DirectCallsNotRecorded);
        }
        self.direct.as_deref()
    }
}

/// The clone has what was recorded; the frames that are open are open on the original only.
impl Clone for Trace {
    fn clone(&self) -> Self {
        let (all, direct, observations) = (self.all.clone(), self.direct.clone(), self.observations.clone());
        let calls = self.calls.as_ref().map(|calls| Box::new(calls.closed()));
        let path = self.path.as_ref().map(|_| Box::default());
        let operands = self.operands.clone();
        let chain = self.chain.clone();
        let (depth, outermost, unwinds) = (Cell::new(0), Cell::new(None), Unwinds::default());
        let unknown = self.unknown.clone();
        Self { chain, all, direct, calls, path, observations, operands, depth, outermost, unwinds, unknown }
    }
}
