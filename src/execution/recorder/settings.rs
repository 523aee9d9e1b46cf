//! What a trace records besides, and by which rules.

use super::trace::Trace;
use super::walks::Walks;
use crate::distance::Rules;
use crate::execution::CallTreeLimits;
use crate::execution::calls::activations::Calls;
#[cfg(doc)]
use crate::execution::{CallTree, Copies, DirectCalls, Frame, Misuse};
use crate::flow::{GraphMismatch, UnrolledGraph};
use alloc::boxed::Box;

impl Trace {
    /// Returns the trace with other [`Rules`]: they measure multi-way decisions, and a subject that asks [`rules`](Self::rules) for its
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
    /// // with and without K
    /// assert_eq!((distance(Rules::TRACEY), distance(Rules::KOREL)), (5.0, 4.0));
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.all.set_rules(rules);
        self.direct.iter_mut().for_each(|direct| direct.set_rules(rules));
        self.walks.iter_mut().for_each(|walks| walks.recorder.set_rules(rules));
        self
    }

    /// Returns the trace with a separate recording of the calls that the test makes itself, for [`DirectCalls`]: twice the memory, and
    /// twice the time in those calls. To be set before the first hook.
    #[must_use]
    pub fn with_direct_calls(mut self) -> Self {
        self.make_room(0, true, None);
        self
    }

    /// Returns the trace with a recording of each call by itself, for [`CallTree`]: all of them ([`CallTreeLimits::NONE`]), or so that
    /// there is an end to it. To be set before the first hook.
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
    /// let less =
    ///     graph.edge(graph.branches_of(graph.entry(DIGITS)).next().expect("decides"));
    /// let distance =
    ///     |call| trace.branch_distance_in(Activation::new(call), less).map(|d| d.get());
    /// assert_eq!(
    ///     [0, 1, 2, 3].map(distance),
    ///     [Some(1963.0), Some(188.0), Some(10.0), Some(0.0)]
    /// );
    /// assert_eq!(trace.caller(Activation::new(3)), Some((Activation::new(2), None)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn with_call_tree(mut self, limits: CallTreeLimits) -> Self {
        self.calls.get_or_insert_with(|| Box::new(Calls::new(limits))).limits = limits;
        self
    }

    /// Returns the trace with a check of paths: [`check`](Self::check) then also reports a hook that is not where the execution must be,
    /// because a hook was forgotten or names the wrong block. Use it in the tests of an instrumentation. Set it before the first hook.
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

    /// Also records what happens in the copies of an unrolled graph, for [`Copies`]. Set it before the first hook.
    ///
    /// The copies of an activation are known from its hooks, so that each way out of a block needs its hook; only blocks with one way on
    /// may be left out. [`check`](Self::check) tells if a hook names a block that cannot follow. Calling contexts need
    /// [`Frame::at`] or [`enter_at`](Self::enter_at) for each call. The distances are those of the operands, without the gradient of flags.
    ///
    /// Each hook is repeated in each memory of its function: one for its decisions, one for each of its variables, one for its paths and
    /// one for its calling context.
    ///
    /// # Panics
    ///
    /// If the copies were made of another graph: never if `graph.check(unrolled.made_for())` is `Ok` for the graph of the trace.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Copies, Trace};
    /// use sbst::flow::paths::sequences;
    /// use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
    /// use sbst::id::Function;
    ///
    /// // while x < 3 { 1 }
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let pairs_of_edges = sequences(&graph, Function::new(0), 3, 100)?;
    /// let unrolled = UnrolledGraph::builder(&graph).paths(pairs_of_edges).build()?;
    /// let trace = Trace::new(&graph).with_unrolled(&unrolled);
    /// let f = trace.root().enter(Function::new(0));
    /// f.decide(0, lt(5, 3)); // the loop is not entered
    /// drop(f);
    /// assert!(trace.check().is_ok());
    /// let walked = unrolled
    ///     .graph()
    ///     .all_blocks()
    ///     .filter(|&copy| trace.copy_progress(copy).is_some());
    /// assert_eq!(walked.count(), 2); // the entry, and block 2 after it
    ///
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn with_unrolled(mut self, unrolled: &UnrolledGraph) -> Self {
        self.unroll(unrolled).unwrap_or_else(|mismatch| mismatch.raise());
        self
    }

    /// Copies that are walked already stay.
    pub(crate) fn unroll(&mut self, unrolled: &UnrolledGraph) -> Result<(), GraphMismatch> {
        self.chain.check(unrolled.made_for())?;
        if self.walks.as_ref().is_none_or(|walks| walks.copies != unrolled.graph().identity()) {
            self.walks = Some(Box::new(Walks::new(unrolled, self.all.rules)));
        }
        Ok(())
    }

    /// Returns the trace with room for the infection distances of mutants numbered below `count`.
    #[must_use]
    pub fn with_mutants(mut self, count: u32) -> Self {
        self.make_room(count, false, None);
        self
    }

    /// Makes room for records that goals need. If calls are already recorded, their limits stay unchanged.
    pub(crate) fn make_room(&mut self, mutants: u32, direct_calls: bool, calls: Option<CallTreeLimits>) {
        self.observations.mutants.grow(mutants as usize);
        if direct_calls && self.direct.is_none() {
            self.direct = Some(Box::new(self.all.empty()));
        }
        if let Some(limits) = calls.filter(|_| self.calls.is_none()) {
            self.calls = Some(Box::new(Calls::new(limits)));
        }
    }
}
