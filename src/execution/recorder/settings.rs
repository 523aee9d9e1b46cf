//! Settings of a trace: its rules, and the records that it keeps in addition.

use super::trace::Trace;
use super::walks::Walks;
use crate::distance::Rules;
use crate::execution::calls::activations::Calls;
use crate::execution::{CallTreeLimits, Fact, Plane};
#[cfg(doc)]
use crate::execution::{Frame, Misuse};
use crate::flow::{GraphMismatch, History};
use alloc::boxed::Box;

impl Trace {
    /// Sets the [`Rules`] by which selections by value, and choices without operands, are measured.
    ///
    /// Comparisons are measured by the program: a function that compares by the
    /// [`rules`](Self::rules) of its trace is written once for all rules. Set the rules before the
    /// first hook: of the distances that were recorded before, only those of selections by value
    /// are measured again, and not in the call tree.
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
    /// // with and without K
    /// assert_eq!((distance(Rules::TRACEY), distance(Rules::KOREL)), (5.0, 4.0));
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.all.set_rules(rules);
        if let Some(direct) = &mut self.direct {
            direct.set_rules(rules);
        }
        for history in self.walks.iter_mut().flat_map(|walks| walks.followed_mut()) {
            history.recorder.set_rules(rules);
        }
        self
    }

    /// Switches on a separate recording of the calls that the test itself makes:
    /// [`Plane::Direct`].
    ///
    /// The tables then take twice the memory, and hooks in these calls take twice the time. Set it
    /// before the first hook.
    #[must_use]
    pub fn with_direct_calls(mut self) -> Self {
        self.make_room(0, true, None);
        self
    }

    /// Switches on the recording of each call by itself ([`Plane::Within`]).
    ///
    /// [`CallTreeLimits::NONE`] records every call separately; other limits merge calls beyond a
    /// number or a depth. Set it before the first hook.
    ///
    /// A hook of a frame is recorded for its activation. A hook of the trace is recorded for the
    /// innermost activation, if the block belongs to the function of this activation. If the trace
    /// is reset while frames are open, the call tree records nothing more for these frames, and
    /// calls that they make count there as calls by the test. Flags need the call site of each
    /// call: use [`Frame::at`] or [`enter_at`](Self::enter_at). A call of a function that the graph
    /// does not have is not recorded, and neither are the calls that it makes.
    ///
    /// Each activation takes 80 to 170 bytes (up to 230 with limits), plus 8 bytes for every block
    /// and branch of its function, which are cleared when the function is called. `decide` takes up
    /// to twice as long, and [`switch`](Self::switch) takes time linear in its arms. A record does
    /// not keep the call tree.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{CallTreeLimits, Caller, Facts, Plane, Trace};
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
    /// let less =
    ///     graph.edge(graph.branches_of(graph.entry(DIGITS)).next().expect("decides"));
    /// let distance =
    ///     |call| trace.branch_distance_on(Plane::Within(Activation::new(call)), less).map(|d| d.get());
    /// assert_eq!(
    ///     [0, 1, 2, 3].map(distance),
    ///     [Some(1963.0), Some(188.0), Some(10.0), Some(0.0)]
    /// );
    /// assert_eq!(trace.caller(Activation::new(3)), Some((Activation::new(2), None)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_call_tree(mut self, limits: CallTreeLimits) -> Self {
        self.make_room(0, false, Some(limits));
        // If calls were recorded already, only their limits change.
        if let Some(calls) = &mut self.calls {
            calls.limits = limits;
        }
        self
    }

    /// Switches on the path check: [`check`](Self::check) then also reports a hook that is missing,
    /// or names the wrong block.
    ///
    /// Use it in the tests of an instrumentation. Set it before the first hook. Each activation
    /// starts in the entry of its function, and follows the edges that its hooks report. So every
    /// hook is needed, including [`end`](Self::end) for blocks that only jump:
    ///
    /// - An activation must end with a hook that says so; [`Frame`] lists these hooks. If its frame
    ///   is dropped without one, that is [`Misuse::Unmarked`], unless a panic ended the activation.
    ///   Report a panic by [`Trace::unwound`](Self::unwound), or by [`Frame::unwound`] in the
    ///   function that caught it. The trace finds an unmarked frame at the next hook of an
    ///   activation around it, or when a later call of the same caller also ends unmarked, or at
    ///   [`check`](Self::check) or [`reset`](Self::reset).
    /// - Only the innermost activation may report hooks and make calls. This finds a function that
    ///   passes on the caller that it was given. A function that creates a generator may not go on
    ///   while the generator is open. The caller of a callback is
    ///   [`innermost(None)`](Self::innermost): the function that runs it.
    /// - A block by which an error leaves the function must be an exit of the graph, unless the
    ///   block decides.
    ///
    /// Hooks while no activation is open are not checked. The check cannot find:
    ///
    /// - a wrong operand, call site, argument or value;
    /// - a number of statements in [`done`](Self::done) that is wrong, but not greater than that of
    ///   the block;
    /// - the frame of another function with an equal graph;
    /// - a mistake right before a panic, because the panic skips the hook that would show it.
    ///
    /// With the check, `decide` takes 2.5 times as long.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Misuse, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(
    ///     &FlowBuilder::new().branch(0, 1, 2).jump(1, 2).branch(2, 3, 0).exit(3),
    /// )?;
    /// let trace = Trace::new(&graph).with_path_check();
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, lt(1, 2));
    /// f.decide(2, lt(1, 2)); // block 1 should have ended before
    /// assert_eq!(
    ///     trace.check(),
    ///     Err(Misuse::OffPath { function: Function::new(0), block: 2, expected: 1 })
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_path_check(mut self) -> Self {
        self.path = Some(Box::default());
        self
    }

    /// Switches on the recording of the copies of a history, for its goals. Several histories are
    /// followed at once. Set it before the first hook.
    ///
    /// The position of an activation among the copies follows from its hooks. So each block that
    /// decides needs its hook. Only hooks of blocks with a single edge may be left out.
    /// [`check`](Self::check) reports a hook that names a block which cannot come next. Calling
    /// contexts need the call site of each call: use [`Frame::at`] or [`enter_at`](Self::enter_at).
    /// Distances in copies come from the operands, and have no gradient of flags.
    ///
    /// Each hook is repeated in each copy of its function, and takes time linear in their number.
    ///
    /// Histories of an earlier state of the graph are followed no more.
    ///
    /// # Panics
    ///
    /// If the copies were made from another graph. To check before, call
    /// `graph.check(history.made_for())`.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Facts, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph, History};
    /// use sbst::id::Function;
    ///
    /// // while x < 3 { 1 }
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let mut builder = History::builder(&graph);
    /// builder.copy(Function::new(0), &())?; // tells nothing apart
    /// let history = builder.build();
    /// let trace = Trace::new(&graph).with_history(&history);
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, lt(5, 3)); // the loop is not entered
    /// drop(f);
    /// assert!(trace.check().is_ok());
    /// let walked = history
    ///     .graph()
    ///     .all_blocks()
    ///     .filter(|&copy| trace.progress_on(history.plane(), copy).is_some());
    /// assert_eq!(walked.count(), 2); // the entry, and block 2 after it
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_history(mut self, history: &History) -> Self {
        self.follow_history(history).unwrap_or_else(|mismatch| mismatch.raise());
        self
    }

    /// Switches on the recording of a history. If the trace already follows it, what it recorded
    /// stays.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the copies were made from another graph.
    pub(crate) fn follow_history(&mut self, history: &History) -> Result<(), GraphMismatch> {
        self.chain.check(history.made_for())?;
        let is_new = match &mut self.walks {
            Some(walks) => walks.follow_history(history, self.all.rules),
            None => {
                self.walks = Some(Box::new(Walks::new(history, self.all.rules)));
                true
            }
        };
        if is_new {
            self.begin(Fact::On(history.plane()));
        }
        Ok(())
    }

    /// Makes room for the infection distances and effects of the mutants with numbers below
    /// `count`. A lower number than before changes nothing.
    #[must_use]
    pub fn with_mutants(mut self, count: u32) -> Self {
        self.make_room(count, false, None);
        self
    }

    /// Makes room for the records that goals need: of this number of mutants, of direct calls, and
    /// of the call tree with these limits. If calls are already recorded, their limits stay
    /// unchanged.
    pub(crate) fn make_room(
        &mut self,
        mutants: u32,
        direct_calls: bool,
        calls: Option<CallTreeLimits>,
    ) {
        self.observations.mutants.grow(mutants as usize);
        if direct_calls && self.direct.is_none() {
            // The tables have the same shape as those of all calls, and begin empty.
            let direct = self.all.clone();
            direct.reset();
            direct.misuse.set(None);
            self.direct = Some(Box::new(direct));
            self.begin(Fact::On(Plane::Direct));
        }
        if let Some(limits) = calls
            && self.calls.is_none()
        {
            self.calls = Some(Box::new(Calls::new(limits)));
            self.begin(Fact::Calls);
        }
    }
}
