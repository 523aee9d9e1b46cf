//! Observation and measurement of an execution, where graph, execution and tables meet.

#[cfg(doc)]
use crate::execution::Execution;
use crate::execution::{CallTreeLimits, Fact, Facts, On, Plane, Trace};
use crate::fitness::Fitness;
use crate::fitness::flag::Refined;
use crate::flow::{FlowGraph, GraphMismatch};
use crate::formula::Shared;
#[cfg(doc)]
use crate::objective::LiveRow;
use crate::objective::measure::Copies;
use crate::objective::{Goals, NotRecorded, ObserveError, Observed, Tables, Unmeasured};
use alloc::vec::Vec;

/// An execution on which goals over executions of type `X` can be measured: an `X` itself, or a
/// [`Refined`] execution, whose flags have a gradient.
///
/// [`Goals::observe`] and [`Goals::measure`] take either. They sweep the tables for the given
/// execution; goals read everything else from the `X`. Implement it for a view of your own whose
/// branches have other distances. What goals read, the `X` has to know; on the planes that they
/// read, the view has to answer.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::FlowGraph;
/// use sbst::objective::{Goals, Observable, Tables};
///
/// /// Returns the values of all goals, with or without refined flags.
/// fn values(
///     goals: &Goals<Trace>,
///     graph: &FlowGraph,
///     run: &impl Observable<Trace>,
/// ) -> Vec<Fitness> {
///     let mut row = Vec::new();
///     goals.measure(graph, run, &mut Tables::new(graph), &mut row);
///     row
/// }
///
/// let graph = FlowGraph::new();
/// assert!(values(&Goals::new(), &graph, &Trace::new(&graph)).is_empty());
/// ```
#[diagnostic::on_unimplemented(
    message = "goals over executions of type `{X}` cannot be measured on `{Self}`",
    note = "give a reference to a `{X}`, or to a `Refined` one: `&suite[..]` for `Goals<[_]>`, \
        `&run as &dyn Facts` for `Goals<dyn Facts>`"
)]
pub trait Observable<X: ?Sized>: Facts {
    /// Returns the execution that goals ask for facts: without the flags, if this one is refined.
    fn observed(&self) -> &X;
}

impl<X: Facts + ?Sized> Observable<X> for X {
    fn observed(&self) -> &X {
        self
    }
}

impl<X: Facts + ?Sized> Observable<X> for Refined<'_, X> {
    fn observed(&self) -> &X {
        self.run()
    }
}

impl<X: ?Sized> Goals<X> {
    /// Writes the values of all goals into `row`, indexed by goal, and resizes the row to the
    /// number of goals.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Self::made_for) to another graph than `seen.graph`.
    /// [`FlowGraph::check`] finds out.
    #[track_caller]
    pub fn fill(&self, seen: &Observed<'_, X>, row: &mut Vec<Fitness>) {
        row.resize(self.len(), Fitness::NEVER);
        self.fitness(self.ids(), seen, row);
    }
}

impl<X: Facts + ?Sized> Goals<X> {
    /// Sweeps the tables that the goals read for one execution, and returns the observation on
    /// which all goals are measured.
    ///
    /// `run` is an `X`, or a [`Refined`] execution: see [`Observable`].
    ///
    /// # Panics
    ///
    /// If the goals or the tables were made for another graph, or the execution [does not
    /// fit](Execution::fits) this one: see [`try_observe`](Self::try_observe).
    #[track_caller]
    pub fn observe<'a, R>(
        &self,
        graph: &'a FlowGraph,
        run: &'a R,
        tables: &'a mut Tables,
    ) -> Observed<'a, X>
    where
        R: Observable<X> + ?Sized,
    {
        self.try_observe(graph, run, tables).unwrap_or_else(|mismatch| mismatch.raise())
    }

    /// Sweeps the tables like [`observe`](Self::observe), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// - [`ObserveError::OtherGraph`] if the goals or the tables were made for another graph, or the
    ///   execution [does not fit](Execution::fits) this one.
    /// - [`ObserveError::NotRecorded`] if the execution does not [know](Facts::knows) a fact that a
    ///   goal reads, such as what happened in the copies of a history.
    ///
    /// Nothing is changed then.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let [one, other] = [1, 2]
    ///     .map(|count| FlowGraph::of(&FlowBuilder::new().statements(0, count).exit(0)));
    /// let (one, other) = (one?, other?);
    /// let (goals, mut tables) = (Goals::<Trace>::new(), Tables::new(&one));
    /// assert!(goals.try_observe(&one, &Trace::new(&one), &mut tables).is_ok());
    /// assert!(goals.try_observe(&one, &Trace::new(&other), &mut tables).is_err());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn try_observe<'a, R>(
        &self,
        graph: &'a FlowGraph,
        run: &'a R,
        tables: &'a mut Tables,
    ) -> Result<Observed<'a, X>, ObserveError>
    where
        R: Observable<X> + ?Sized,
    {
        self.try_observe_row(graph, run, tables).map(|(seen, _)| seen)
    }

    /// Observes an execution like [`try_observe`](Self::try_observe), and returns beside it the row of
    /// the tables, to [measure](Unmeasured::measure) the goals whose distance can have changed since
    /// the last call. [`LiveRow`] has an example.
    ///
    /// Goals that the execution [shows](crate::objective::Discoveries::discover) are added in
    /// between: so nothing can be refused any more when the first one is added.
    ///
    /// Give all calls with the same tables the same registry, which may grow. To measure is linear in the number of
    /// goals of the functions that this execution or the one before entered, of goals that are new or
    /// not [local](crate::objective::Needs::local), and [across calls](Tables::across_calls) of goals
    /// of functions that came nearer or went farther.
    ///
    /// # Errors
    ///
    /// As for [`try_observe`](Self::try_observe).
    pub fn try_observe_row<'a, R>(
        &self,
        graph: &'a FlowGraph,
        run: &'a R,
        tables: &'a mut Tables,
    ) -> Result<(Observed<'a, X>, Unmeasured<'a>), ObserveError>
    where
        R: Observable<X> + ?Sized,
    {
        // All checks come first, so that an error changes nothing.
        self.check_run(graph, run.observed())?;
        let Tables { table, direct, histories, row } = tables;
        table.try_sweep(graph, run)?;
        // The tables of direct calls and of histories are swept only if some goal reads them: each
        // sweep costs about as much as the first.
        let mut seen = Observed::swept(graph, run.observed(), table);
        if self.reads(Fact::On(Plane::Direct)) {
            direct.sweep(graph, &On(run, Plane::Direct));
            seen = seen.with_direct(direct);
        }
        self.sweep_histories(run, histories, table.is_across_calls())?;
        Ok((Observed { histories, ..seen }, Unmeasured(row)))
    }

    /// Sweeps the tables of the histories that goals read, and drops all others.
    fn sweep_histories(
        &self,
        run: &(impl Facts + ?Sized),
        tables: &mut Vec<Copies>,
        across_calls: bool,
    ) -> Result<(), GraphMismatch> {
        let read = || self.histories.given_and_read();
        tables.retain(|copies| read().any(|history| Shared::ptr_eq(history, &copies.history)));
        for history in read() {
            let known = tables.iter().position(|copies| Shared::ptr_eq(history, &copies.history));
            let at = known.unwrap_or_else(|| {
                tables.push(Copies::new(history.clone(), across_calls));
                tables.len() - 1
            });
            // The tables are those of its graph, and the execution knows what happened in it.
            let Copies { table, across, .. } = &mut tables[at];
            for table in core::iter::once(table).chain(across) {
                table.try_sweep(history.graph(), &On(run, history.plane()))?;
            }
        }
        Ok(())
    }

    /// Checks that these goals can be measured on an execution: that everything was made for the
    /// graph, and that the execution recorded what the goals read.
    fn check_run(&self, graph: &FlowGraph, run: &X) -> Result<(), ObserveError> {
        graph.check(self.made_for())?;
        run.fits(graph)?;
        self.not_recorded(run).map_or(Ok(()), |missing| Err(missing.into()))
    }

    /// Returns the first fact that a goal reads and the execution does not know.
    fn not_recorded(&self, run: &(impl Facts + ?Sized)) -> Option<NotRecorded> {
        let histories = self.histories.read().map(|id| Fact::On(Plane::History(id)));
        let facts = Fact::PLAIN.into_iter().chain([Fact::On(Plane::Direct)]).chain(histories);
        let is_missing =
            |fact| matches!(fact, Fact::On(Plane::History(id)) if self.histories.is_missing(id));
        let lacks = |&fact: &Fact| !run.knows(fact) || is_missing(fact);
        let fact = facts.filter(|&fact| self.reads(fact)).find(lacks)?;
        Some(NotRecorded { reader: self.reader(fact)?, fact })
    }

    /// Measures all goals on one execution: sweeps the tables, and writes the value of each goal
    /// into `row`, which is resized to the number of goals. In the steady state it allocates
    /// nothing.
    ///
    /// `run` is an `X`, or a [`Refined`] execution: see [`Observable`].
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables, mut row) =
    ///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
    /// for round in 0..2 {
    ///     trace.reset();
    ///     trace.threw(Thrown::new(
    ///         Function::new(0),
    ///         Symbol::new(round),
    ///         ExceptionKind::Implicit,
    ///     ));
    ///     goals.discover(&trace); // one goal more in each round
    ///     goals.measure(&graph, &trace, &mut tables, &mut row);
    ///     assert_eq!(row.len(), goals.len());
    /// }
    /// assert_eq!(row.len(), 4);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// With the flags of the execution refined ([`fitness::flag`](crate::fitness::flag)):
    ///
    /// ```
    /// use sbst::distance::{eq, flag};
    /// use sbst::execution::{CallTreeLimits, Trace};
    /// use sbst::fitness::flag::{FlagGradient, Flags};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// const RUN: Function = Function::new(0);
    /// const CHECK: Function = Function::new(1);
    /// const SITE: CallSite = CallSite::new(0);
    ///
    /// // run(x): 0: if check(x) { 1 } else { 2 }
    /// // check(x): 0: if x == 100 { 1: return true } 2: return false
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut flags = Flags::new();
    /// flags.function(&graph, RUN).decides(0, SITE)?;
    /// flags.function(&graph, CHECK).returns(1, true)?.returns(2, false)?;
    ///
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let trace = goals.trace(&graph).with_call_tree(CallTreeLimits::default());
    /// let f = trace.root().enter(RUN);
    /// f.decide(0, flag(f.at(SITE).enter(CHECK).decide(0, eq(7, 100))));
    ///
    /// let mut gradient = FlagGradient::new();
    /// let (mut tables, mut row) = (Tables::new(&graph), Vec::new());
    /// goals.measure(&graph, &trace, &mut tables, &mut row);
    /// assert_eq!(row[0].distance.get(), 1.0); // true is 1 away from false
    /// let refined = gradient.refine(&graph, &flags, &trace)?;
    /// goals.measure(&graph, &refined, &mut tables, &mut row);
    /// assert_eq!(row[0].distance.get(), 94.0 / 95.0); // 7 is 94 away
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the goals or the tables were made for another graph, or the execution [does not
    /// fit](Execution::fits) this one: see [`try_measure`](Self::try_measure).
    #[track_caller]
    pub fn measure<R>(
        &self,
        graph: &FlowGraph,
        run: &R,
        tables: &mut Tables,
        row: &mut Vec<Fitness>,
    ) where
        R: Observable<X> + ?Sized,
    {
        self.try_measure(graph, run, tables, row).unwrap_or_else(|mismatch| mismatch.raise());
    }

    /// Measures all goals like [`measure`](Self::measure), but returns an error instead of
    /// panicking.
    ///
    /// # Errors
    ///
    /// As for [`try_observe`](Self::try_observe). Nothing is changed then.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// // The same branches, another program.
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let [graph, other] =
    ///     [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(1, 1))?];
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables, mut row) =
    ///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
    /// let error = goals.try_measure(&other, &trace, &mut tables, &mut row);
    /// assert_eq!(
    ///     error,
    ///     Err(GraphMismatch { made_for: graph.identity(), used_with: other.identity() }.into())
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn try_measure<R>(
        &self,
        graph: &FlowGraph,
        run: &R,
        tables: &mut Tables,
        row: &mut Vec<Fitness>,
    ) -> Result<(), ObserveError>
    where
        R: Observable<X> + ?Sized,
    {
        let seen = self.try_observe(graph, run, tables)?;
        row.resize(self.len(), Fitness::NEVER);
        self.objectives.measure(self.ids(), &seen, row);
        Ok(())
    }
}

// Recorders with room for the records that the goals of a registry read.

impl<X: ?Sized> Goals<X> {
    /// Creates a recorder for `graph` that records what these goals read: direct calls separately
    /// if some goal reads them, calls one by one if some goal reads them, and room for all mutants.
    ///
    /// For goals that are added later, see [`fit`](Self::fit). Flags are no goals: to refine them,
    /// add [`with_call_tree`](Trace::with_call_tree).
    #[must_use]
    pub fn trace(&self, graph: &FlowGraph) -> Trace {
        let mut trace = Trace::new(graph);
        self.make_room(&mut trace);
        trace
    }

    /// Adapts a recorder to these goals after the goals, the graph, or both have grown. Call it
    /// between executions: what an execution recorded before stays, but direct calls, calls one by
    /// one and copies that it did not record are unknown, and the goals are not measured on it.
    ///
    /// Mutants are numbered from 0, and take 12 bytes each up to the greatest number. Mutants whose
    /// number is at least 2^22 and at least 64 times the number of goals are not recorded;
    /// [`Trace::check`] reports it when they are requested.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the trace was made for another graph. Nothing is changed then.
    pub fn fit(&self, trace: &mut Trace, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        trace.fit(graph)?;
        self.make_room(trace);
        Ok(())
    }

    /// Makes room in a recorder for what these goals read.
    fn make_room(&self, trace: &mut Trace) {
        // A single wrong number must not take all memory.
        let room = self.len().saturating_mul(64).max(1 << 22);
        let calls = if self.reads(Fact::Calls) { Some(CallTreeLimits::NONE) } else { None };
        if self.reads(Fact::Operands) {
            trace.record_operands();
        }
        // They are recorded even if no goal reads them yet: MC/DC makes its goals from them.
        for history in self.histories.given() {
            // A trace of another graph records no copies. Measuring its executions fails later.
            let _ = trace.follow_history(history);
        }
        trace.make_room(
            self.mutants.min(u32::try_from(room).unwrap_or(u32::MAX)),
            self.reads(Fact::On(Plane::Direct)),
            calls,
        );
    }
}
