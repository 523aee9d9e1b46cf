//! The recorder that subjects report to.

use super::hooks::Onward;
use super::observations::Observations;
use super::path::{Path, Then};
use super::remembered::Remembered;
use super::unwinds::Unwinds;
use super::view::Recorder;
use super::walks::Walks;
use crate::distance::Rules;
use crate::execution::Misuse;
use crate::execution::calls::activations::{Calls, Seen, Serials};
#[cfg(doc)]
use crate::execution::{Caller, Execution, Frame};
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, IdentityChain};
use crate::id::{Block, Function};
use alloc::boxed::Box;
use core::cell::Cell;

/// Records executions: the subject calls its hooks, the search asks it as an [`Execution`].
///
/// The test gives [`root`](Self::root) to the functions that it calls. Each of them [enters](crate::execution::Caller::enter) itself and gets a
/// [`Frame`], whose hooks take block numbers local to that function. Interpreters that work with program-wide blocks use the
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
/// /// Block 0 decides; block 1 has two statements, the second may fail, which ends the
/// /// function.
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
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 2, 1).statements(1, 2).exit(1).exit(2),
/// )?;
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
    /// Where the activations stand among the copies of blocks, if that is recorded.
    pub(in crate::execution) walks: Option<Box<Walks>>,
    pub(in crate::execution) observations: Observations,
    /// What predicates compared, if that is wanted.
    pub(in crate::execution) operands: Option<Box<Remembered>>,
    pub(in crate::execution) depth: Cell<u32>,
    /// While one activation is open: its function, if the test itself called it.
    pub(in crate::execution) outermost: Cell<Option<Function>>,
    pub(in crate::execution) unwinds: Unwinds,
    /// The capabilities of which a merged record knew nothing, by their bits.
    pub(in crate::execution) unknown: Cell<u16>,
}

// A hook leaves no cell half written, and a panic of the subject is something to record, not something that spoils the record.
impl core::panic::RefUnwindSafe for Trace {}
impl core::panic::RefUnwindSafe for Recorder {}
impl core::panic::RefUnwindSafe for Calls {}
impl core::panic::RefUnwindSafe for Remembered {}

impl Trace {
    /// Creates a trace for all functions of `graph`, nothing recorded. Linear in the size of the graph.
    ///
    /// [`Goals::trace`](crate::objective::Goals::trace) makes one that records what the goals of a search need.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let (all, observations) = (Recorder::new(Rules::DEFAULT), Observations::default());
        let (depth, outermost, unwinds, unknown) = (Cell::new(0), Cell::new(None), Unwinds::default(), Cell::new(0));
        let (chain, direct, calls, path, walks, operands) = (graph.chain().clone(), None, None, None, None, None);
        let mut trace = Self { chain, all, direct, calls, path, walks, observations, operands, depth, outermost, unwinds, unknown };
        trace.grow(graph);
        trace
    }

    /// Returns the identity of the graph that the trace was made for, or [fitted](Self::fit) to since.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.chain.last()
    }

    /// Returns the rules to compare operands with: `f.decide(3, c.rules().lt(a, b))`.
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
        self.walks.iter().for_each(|walks| walks.reset());
        self.observations.reset();
        self.unknown.set(0);
        self.operands.iter().for_each(|operands| operands.reset());
    }

    /// Checks that every hook fitted the graph so far, resets included, and that nothing was asked that is not recorded.
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

    /// Returns the number of predicates that hooks evaluated since the last reset (merged records do not count): a fuel gauge for subjects
    /// that may not end.
    #[must_use]
    pub fn evaluated(&self) -> u64 {
        self.all.evaluated.get()
    }

    /// Returns the number of open activations, resets or not: a gauge for subjects that may recurse without end, and 0 between executions,
    /// unless one was never closed; [`unwound`](Self::unwound) closes it.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.get()
    }

    pub(in crate::execution) fn note(&self, misuse: Misuse) {
        self.all.note(misuse);
    }

    /// Returns the recorder of direct calls, for a hook on `block` that does not know its frame: if the one frame that is open is of the
    /// block's function.
    #[inline]
    pub(in crate::execution) fn direct_at(&self, block: Block) -> Option<&Recorder> {
        let direct = self.direct.as_deref()?;
        let function = self.outermost.get().filter(|_| self.depth.get() == 1)?;
        (direct.function.get(block.index()) == Some(&function.number())).then_some(direct)
    }

    /// Runs a hook in the common tables, and for an activation, or the innermost one: on its path, if paths are checked, and in its
    /// copies, if histories are told apart.
    #[inline]
    pub(in crate::execution) fn follow(
        &self,
        of: Option<Serials>,
        block: Block,
        then: Then,
        seen: &Seen<'_>,
        hook: impl Fn(&Recorder, Block, &Seen<'_>) -> Onward,
    ) -> Onward {
        if let Some(walks) = &self.walks {
            self.follow_walks(walks, of, block, then, &hook);
        }
        match &self.path {
            None => hook(&self.all, block, seen),
            Some(path) => self.follow_path(path, of, block, then, seen, &hook),
        }
    }

    /// Apart, so that a trace that tells no histories apart does not pay for it.
    #[cold]
    fn follow_walks(
        &self,
        walks: &Walks,
        of: Option<Serials>,
        block: Block,
        then: Then,
        hook: &dyn Fn(&Recorder, Block, &Seen<'_>) -> Onward,
    ) {
        self.note_if(walks.follow(of.map(|serials| serials.walk), block, then, &self.all, hook));
    }

    /// Apart, so that a trace that does not check paths does not pay for it.
    #[cold]
    fn follow_path(
        &self,
        path: &Path,
        of: Option<Serials>,
        block: Block,
        then: Then,
        seen: &Seen<'_>,
        hook: &dyn Fn(&Recorder, Block, &Seen<'_>) -> Onward,
    ) -> Onward {
        let mut onward = Onward::Within;
        let serial = of.map(|serials| serials.path);
        self.note_if(path.follow(serial, &self.all, block, then, || onward = hook(&self.all, block, seen)));
        onward
    }

    pub(in crate::execution) fn note_if(&self, result: Result<(), Misuse>) {
        if let Err(misuse) = result {
            self.note(misuse);
        }
    }

    /// Reports the frames that were dropped in the middle of their functions: no panic can excuse them any more.
    fn finish_path(&self) {
        if let Some(path) = &self.path {
            self.note_if(path.finish(&self.all));
        }
    }

    /// Returns the innermost activation, for a hook that does not know its frame.
    #[inline]
    pub(in crate::execution) fn seen_at(&self) -> Seen<'_> {
        self.calls.as_deref().map_or(Seen::NOBODY, Calls::current)
    }

    /// Returns the calls one by one, if somebody may ask for them; else that is noted.
    pub(in crate::execution) fn asked_calls(&self) -> Option<&Calls> {
        if self.calls.is_none() {
            self.note(Misuse::CallTreeNotRecorded);
        }
        self.calls.as_deref()
    }

    /// Returns the recorder of direct calls, if somebody may ask it; else that is noted.
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
        let walks = self.walks.as_ref().map(|walks| Box::new(walks.closed()));
        let operands = self.operands.clone();
        let chain = self.chain.clone();
        let (depth, outermost, unwinds) = (Cell::new(0), Cell::new(None), Unwinds::default());
        let unknown = self.unknown.clone();
        Self { chain, all, direct, calls, path, walks, observations, operands, depth, outermost, unwinds, unknown }
    }
}
