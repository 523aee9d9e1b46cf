//! The trace: the recorder that instrumented programs report to.

use super::hooks::{Hook, Onward};
use super::observations::Observations;
use super::path::Path;
use super::remembered::Remembered;
use super::unwinds::Unwinds;
use super::view::{NONE, Recorder};
use super::walks::Walks;
use crate::distance::Rules;
use crate::execution::calls::activations::{Calls, Seen, Serials};
#[cfg(doc)]
use crate::execution::{Caller, Execution, Frame};
use crate::execution::{Fact, Misuse, Plane};
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, IdentityChain};
use crate::id::{Block, Function};
use alloc::boxed::Box;
use core::cell::{Cell, RefCell};

/// Recorder of executions: the program under test calls its hooks, and the search asks it as an
/// [`Execution`].
///
/// The test passes [`root`](Self::root) to each function that it calls. The function
/// [enters](crate::execution::Caller::enter) itself, and gets a [`Frame`]. The hooks of the frame
/// take block numbers within this function. An interpreter has no function of its own for each
/// function of the program: it calls the hooks of the trace itself, with blocks of the whole
/// program.
///
/// | the program | hook |
/// |---|---|
/// | decides at the end of a block | [`decide`](Self::decide), [`switch`](Self::switch), [`choose`](Self::choose) |
/// | jumps at the end of a block, or leaves the function there | [`end`](Self::end) |
/// | completes the first k statements of a block | [`done`](Self::done) |
/// | runs an operation that may fail, at the end of a block | [`tried`](Self::tried) |
/// | calls a function | [`root`](Self::root); in an interpreter [`enter`](Self::enter), [`leave`](Self::leave) |
/// | passes an argument, returns a value | [`argument`](Self::argument), [`returned`](Self::returned) |
/// | throws an exception, catches one | [`threw`](Self::threw), [`unwound`](Self::unwound) |
/// | evaluates a mutant, runs with a mutant | [`infected`](Self::infected), [`affected`](Self::affected) |
///
/// - A decision completes its block, and enters the block that it leads to. Entering a block also
///   enters its function. So a function whose blocks all decide needs no other hook.
/// - A call with the caller [`root`](Self::root) is a call by the test itself. Events while no
///   activation is open belong to no call.
/// - Hooks take `&self`, so that calls can nest in conditions and closures. They never panic,
///   because a panic would look like a crash of the program under test. If a hook does not fit the
///   graph, the trace notes it: call [`check`](Self::check) after the execution.
/// - [`reset`](Self::reset) prepares the trace for the next execution. Without it, executions add
///   up, and the trace answers for all of them together.
///
/// Recording, resetting and answering take time linear in what was executed, regardless of the size
/// of the program. They allocate nothing in the steady state, with these exceptions:
/// [`record`](Self::record) allocates the record, [`with_call_tree`](Self::with_call_tree) keeps
/// every call, [`with_operands`](Self::with_operands) allocates texts, and
/// [`with_history`](Self::with_history) may allocate for each call of a function with more than
/// four sets of copies. One `decide` takes a few nanoseconds. A trace is `Send` and not `Sync`: use
/// one trace for each thread.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{Caller, Execution, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// const PARSE: Function = Function::new(0);
///
/// /// Block 0 decides. Block 1 has two statements; the second one may fail.
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
    /// Identities of the graph, and of the states that it has grown from.
    pub(in crate::execution) chain: IdentityChain,
    /// Tables of all calls.
    pub(in crate::execution) all: Recorder,
    /// Tables of direct calls, if they are recorded.
    pub(in crate::execution) direct: Option<Box<Recorder>>,
    /// Call tree, if it is recorded.
    pub(in crate::execution) calls: Option<Box<Calls>>,
    /// Path check, if it is switched on.
    pub(in crate::execution) path: Option<Box<RefCell<Path>>>,
    /// Tables and positions in the histories that are followed.
    pub(in crate::execution) walks: Option<Box<Walks>>,
    /// Calls by the test, exceptions, values and mutants.
    pub(in crate::execution) observations: Observations,
    /// Operands of the nearest comparisons, if they are recorded.
    pub(in crate::execution) operands: Option<Box<Remembered>>,
    /// Number of open activations.
    pub(in crate::execution) depth: Cell<u32>,
    /// Function of the outermost open activation, if the test itself called it.
    pub(in crate::execution) outermost: Cell<Option<Function>>,
    /// Panics that closed activations.
    pub(in crate::execution) unwinds: Unwinds,
    /// Facts that some merged record did not have, or that were switched on after hooks, one
    /// bit for each.
    pub(in crate::execution) unknown: Cell<u16>,
}

// No hook leaves a cell half written when the program under test panics, so a trace stays usable
// after a panic.
impl core::panic::RefUnwindSafe for Trace {}
impl core::panic::RefUnwindSafe for Recorder {}
impl core::panic::RefUnwindSafe for Calls {}
impl core::panic::RefUnwindSafe for Remembered {}

impl Trace {
    /// Creates an empty trace for all functions of `graph`. Linear in the size of the graph.
    ///
    /// To record everything that the goals of a search need, use
    /// [`Goals::trace`](crate::objective::Goals::trace).
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        // The tables of all calls and the observations always exist. Every other part costs time in
        // each hook, so it is made on demand.
        let mut trace = Self {
            chain: graph.chain().clone(),
            all: Recorder::new(Rules::DEFAULT),
            direct: None,
            calls: None,
            path: None,
            walks: None,
            observations: Observations::default(),
            operands: None,
            depth: Cell::new(0),
            outermost: Cell::new(None),
            unwinds: Unwinds::default(),
            unknown: Cell::new(0),
        };
        trace.grow(graph);
        trace
    }

    /// Returns the identity of the graph that the trace was made for or last [fitted](Self::fit)
    /// to.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.chain.last()
    }

    /// Returns the rules by which operands should be compared: `f.decide(3, c.rules().lt(a, b))`.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.all.rules
    }

    /// Makes room for functions that were added to the graph after the trace was made. The trace
    /// keeps its recording. An earlier state of the graph changes nothing. Linear in the size of
    /// the new functions.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the trace was made for another graph. The trace is then unchanged.
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

    /// Makes room in each part of the trace.
    fn grow(&mut self, graph: &FlowGraph) {
        // The copies of a history do not grow: they belong to the state of the graph from
        // which they were made.
        self.all.fit(graph);
        if let Some(direct) = &mut self.direct {
            direct.fit(graph);
        }
        self.observations.fit(self.all.functions.len());
    }

    /// Forgets the recorded executions, but not misuse, which [`check`](Self::check) still reports.
    ///
    /// Call this between executions. If frames are open, only their hooks after the reset are
    /// recorded. If the trace [checks paths](Self::with_path_check) and the execution panicked,
    /// call [`unwound`](Self::unwound) before the reset: otherwise each frame that the panic
    /// dropped counts as misuse. Linear in what was recorded.
    pub fn reset(&self) {
        // The path check judges the frames of this execution first: suspects must not be carried
        // into the next one.
        self.finish_path();
        // Each part lists what it recorded, so that unentered functions cost nothing here.
        self.all.reset();
        if let Some(direct) = &self.direct {
            direct.reset();
        }
        if let Some(calls) = &self.calls {
            calls.reset();
        }
        if let Some(walks) = &self.walks {
            walks.reset();
        }
        self.observations.reset();
        self.unknown.set(0);
        if let Some(operands) = &self.operands {
            operands.reset();
        }
    }

    /// Checks that every hook since the trace was made fitted the graph, and that no goal asked for
    /// records that the trace does not keep.
    ///
    /// Without the [path check](Self::with_path_check), this method does not find a missing hook,
    /// or a hook that names a wrong block of the same kind. With the path check, call
    /// [`unwound`](Self::unwound) first if the execution panicked: otherwise each frame that the
    /// panic dropped counts as misuse.
    ///
    /// # Errors
    ///
    /// The first [`Misuse`] since the trace was made. [`reset`](Self::reset) does not clear it.
    pub fn check(&self) -> Result<(), Misuse> {
        self.finish_path();
        self.all.misuse.get().map_or(Ok(()), Err)
    }

    /// Returns the number of decisions that hooks recorded since the last reset. Merged records do
    /// not count.
    ///
    /// Use this number to stop a program that may not end: let a hook of your own return an error
    /// or panic after too many decisions.
    #[must_use]
    pub fn evaluated(&self) -> u64 {
        self.all.evaluated.get()
    }

    /// Returns the number of open activations. A reset does not change it.
    ///
    /// Use this number to stop a program that may recurse without end. Between executions it is 0,
    /// unless activations that were [entered](Self::enter) without a frame are still open, for
    /// example after a panic: [`unwound`](Self::unwound) closes them.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.get()
    }

    /// Notes misuse, unless misuse was noted before.
    pub(in crate::execution) fn note(&self, misuse: Misuse) {
        self.all.note(misuse);
    }

    /// Returns the tables of direct calls for a hook of `block` without a frame. Returns `None`
    /// unless exactly one activation is open, the test called it, and the block belongs to its
    /// function.
    #[inline]
    pub(super) fn direct_at(&self, block: Block) -> Option<&Recorder> {
        // `outermost` is set only if the test made the call. If more than one activation is open,
        // the hook belongs to an inner call, which the test did not make.
        let direct = self.direct.as_deref()?;
        let function = self.outermost.get().filter(|_| self.depth.get() == 1)?;
        (direct.function.get(block.index()) == Some(&function.number())).then_some(direct)
    }

    /// Records a hook in each part of the trace that records its activation: the direct calls, if
    /// they are given, the copies, all calls, and the path check. `of` is the activation, or `None`
    /// for the innermost one.
    ///
    /// The listener hears of the hook once: in all calls.
    #[inline(always)]
    pub(in crate::execution) fn record_all(
        &self,
        of: Option<Serials>,
        direct: Option<&Recorder>,
        block: Block,
        hook: Hook,
        seen: &Seen<'_>,
    ) -> Onward {
        if let Some(direct) = direct {
            direct.record(block, hook, &Seen::NOBODY);
        }
        if self.walks.is_none() && self.path.is_none() {
            return self.all.record(block, hook, seen);
        }
        self.record_followed(of, block, hook, seen)
    }

    /// Records a hook in the copies, in all calls, and in the path check. A cold function, so that
    /// traces without copies and without the check pay nothing.
    #[cold]
    fn record_followed(
        &self,
        of: Option<Serials>,
        block: Block,
        hook: Hook,
        seen: &Seen<'_>,
    ) -> Onward {
        if let Some(walks) = &self.walks {
            self.note_if(walks.follow(of.map(|it| it.walk), block, hook, &self.all));
        }
        // The path check reads afterwards which edge the hook took. Each recorder has a `led_to` of
        // its own, so the hook in the copies does not disturb it.
        self.all.led_to.set(NONE);
        let onward = self.all.record(block, hook, seen);
        if let Some(path) = &self.path {
            self.note_if(path.borrow_mut().follow(of.map(|it| it.path), block, hook, &self.all));
        }
        onward
    }

    /// Notes the misuse of a result, if there is any.
    pub(in crate::execution) fn note_if(&self, result: Result<(), Misuse>) {
        if let Err(misuse) = result {
            self.note(misuse);
        }
    }

    /// Notes frames that were dropped in the middle of their functions without a panic being
    /// reported.
    fn finish_path(&self) {
        if let Some(path) = &self.path {
            self.note_if(path.borrow_mut().convict(0, &self.all));
        }
    }

    /// Marks a fact as unknown if something was recorded before it was switched on.
    pub(super) fn begin(&self, fact: Fact) {
        if !self.all.functions.sorted().is_empty() {
            self.miss(fact);
        }
    }

    /// Marks a fact as unknown until the next reset.
    pub(in crate::execution) fn miss(&self, fact: Fact) {
        match (fact, &self.walks) {
            (Fact::On(Plane::History(id)), Some(walks)) => walks.miss(id),
            _ => self.unknown.set(self.unknown.get() | fact.bit()),
        }
    }
}

/// Returns a trace with an equal recording and no open activations. Open frames belong to the
/// original.
impl Clone for Trace {
    fn clone(&self) -> Self {
        // No frame will ever close an activation of the clone, so none is open there.
        Self {
            chain: self.chain.clone(),
            all: self.all.clone(),
            direct: self.direct.clone(),
            calls: self.calls.as_ref().map(|calls| Box::new(calls.closed())),
            path: self.path.as_ref().map(|_| Box::default()),
            walks: self.walks.as_ref().map(|walks| Box::new(walks.closed())),
            observations: self.observations.clone(),
            operands: self.operands.clone(),
            depth: Cell::new(0),
            outermost: Cell::new(None),
            unwinds: Unwinds::default(),
            unknown: self.unknown.clone(),
        }
    }
}
