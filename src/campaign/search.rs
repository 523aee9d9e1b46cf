//! The campaign: one value that holds everything a search needs.

use super::as_test::AsTest;
use super::error::CampaignError;
use crate::execution::{Caller, Fact, Facts, Trace};
use crate::fitness::Fitness;
use crate::fitness::flag::{FlagGradient, Flags, Refined};
use crate::flow::{FlowGraph, Lines};
use crate::id::GoalId;
use crate::objective::{Discoveries, GoalGraph, Goals, NotRecorded, Reader, Roots, Tables};
use crate::report::{KeptTests, Report};
#[cfg(doc)]
use crate::selection::Frontier;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A search for tests: the program, its goals, and the tests that came nearest to each goal.
///
/// A campaign executes a test ([`run`](Self::run)) or takes an execution that you observed
/// ([`offer`](Self::offer)). It measures the distance of the execution from every goal, keeps the
/// test if it is worth keeping, and updates the goals within reach. You make the tests: the
/// campaign has no mutation, no crossover, no random source and no clock.
///
/// `T` is the type of tests, of any form. `X` is the type of executions: [`Trace`] for functions
/// with hooks, or a store of yours. `C` is the cost of a test, which decides between tests that
/// cover the same goal; `()` without one.
///
/// Tests are cloned when they are kept, once for each execution. Put large ones into an `Rc` or
/// `Arc`.
///
/// The [module page](super) has an example.
pub struct Campaign<T, X: ?Sized = Trace, C = ()> {
    /// Recorder of [`Campaign::run`]: made by the first run, and again after one that was refused.
    pub(super) recorder: Option<Box<Trace>>,
    pub(super) search: Search<T, X, C>,
}

/// Applies the settings of the user to a new recorder.
pub(super) type Record = Box<dyn Fn(Trace) -> Trace + Send + Sync>;

/// State of a campaign except for the recorder. They are apart because [`Search::take_in`] reads
/// the recorder while it changes the state.
pub(super) struct Search<T, X: ?Sized, C> {
    pub(super) graph: FlowGraph,
    pub(super) lines: Option<Lines>,
    pub(super) goals: Goals<X>,
    pub(super) dropped: Vec<GoalId>,
    pub(super) roots: Roots,
    pub(super) settings: Settings,
    /// Makes goals while the search runs.
    pub(super) discovery: Discoveries<X>,
    pub(super) tables: Tables,
    pub(super) tests: KeptTests<T, C>,
    /// Number of executions that were refused.
    pub(super) refused: u64,
    pub(super) record: Record,
}

/// What the builder chose, and its data.
#[derive(Default)]
pub(super) struct Settings {
    /// Declared flags.
    pub(super) flags: Flags,
    /// The formulas that they are measured by, if flags are.
    pub(super) gradient: Option<FlagGradient>,
    /// `true` if explanations have the operands that the execution remembers.
    pub(super) operands: bool,
}

/// The result of one execution in a campaign. It borrows the campaign until the next execution.
///
/// ```
/// use sbst::Campaign;
/// use sbst::distance::gt;
/// use sbst::flow::FlowBuilder;
/// use sbst::id::{Function, GoalId};
/// use sbst::objective::Criterion;
///
/// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let criteria = [Criterion::Branch];
/// let mut campaign = Campaign::builder().function(&body)?.criteria(criteria).build()?;
/// let outcome = campaign.run(&7, |caller, x| {
///     caller.enter(Function::new(0)).decide(0, gt(*x, 9))
/// })?;
/// let [above, not_above] = [0, 1].map(GoalId::new);
/// assert_eq!(outcome.covered, [not_above]);
/// assert_eq!(outcome.nearer, [above]);
/// assert_eq!(outcome.row[above.index()].distance.get(), 3.0); // 7 is 3 below 10
/// # Ok::<(), sbst::campaign::CampaignError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Achieved<'a, X: ?Sized> {
    /// The control-flow graph of the program.
    pub graph: &'a FlowGraph,
    /// The goals of the campaign, including those that this execution discovered.
    pub goals: &'a Goals<X>,
    /// The execution.
    pub run: &'a X,
    /// The distance of the execution from each goal, by the number of the goal.
    pub row: &'a [Fitness],
    /// The goals that no execution covered before, ascending.
    pub covered: &'a [GoalId],
    /// The goals that came within reach by what this execution covered, ascending.
    pub opened: &'a [GoalId],
    /// The goals within reach that are not covered, and to which this execution came nearer than
    /// all executions before.
    pub nearer: &'a [GoalId],
    /// All goals within reach now, in no particular order: [`Frontier::active`].
    pub active: &'a [GoalId],
}

impl<T: Clone, C: Ord + Clone> Campaign<T, Trace, C> {
    /// Executes a test on the recorder, and takes the execution in.
    ///
    /// `subject` calls the instrumented function with the [`Caller`] that it receives. The recorder
    /// is reset before, and what the last test left open is closed. The result of `subject` is
    /// dropped; if you need it, for example to check a property, assign it to a variable outside.
    ///
    /// A panic of `subject` passes through to your code: the test is neither kept nor counted. To
    /// keep tests that panic, catch the panic in `subject`, and tell the recorder:
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::distance::gt;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::Function;
    /// use sbst::objective::Criterion;
    /// use std::panic::{AssertUnwindSafe, catch_unwind};
    ///
    /// let mut campaign = Campaign::builder()
    ///     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
    ///     .criteria([Criterion::Branch])
    ///     .build()?;
    /// let outcome = campaign.run(&300, |caller, x| {
    ///     let subject = || {
    ///         let f = caller.enter(Function::new(0));
    ///         assert!(!f.decide(0, gt(*x, 255)), "too large");
    ///     };
    ///     if catch_unwind(AssertUnwindSafe(subject)).is_err() {
    ///         caller.trace().unwound(0);
    ///     }
    /// })?;
    /// assert_eq!(outcome.covered.len(), 1);
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    ///
    /// Each execution takes time linear in the size of the functions that it or the execution
    /// before entered, with their goals, plus time linear in what was executed and in the number of
    /// goals that are not [local](crate::objective::Needs::local).
    ///
    /// # Errors
    ///
    /// - [`CampaignError::Misuse`] if a hook is not where the graph says. Half of such mistakes go
    ///   unnoticed unless the recorder checks paths:
    ///   [`recorder(Trace::with_path_check)`](super::CampaignBuilder::recorder).
    /// - [`CampaignError::Flags`] if the declared flags do not fit the execution.
    /// - [`CampaignError::NotRecorded`] or [`CampaignError::OtherGraph`] if the setting of the
    ///   [recorder](super::CampaignBuilder::recorder) returned another one, or a goal that was found
    ///   reads what its finder did not [declare](crate::objective::Discovery::facts).
    ///
    /// After an error the execution counts in [`refused`](Self::refused), and nothing else has
    /// changed.
    pub fn run<Q: AsTest<T> + ?Sized, R>(
        &mut self,
        test: &Q,
        subject: impl FnOnce(Caller<'_>, &Q) -> R,
    ) -> Result<Achieved<'_, Trace>, CampaignError> {
        let trace = self.take_recorder();
        subject(trace.root(), test);
        self.take_in_recorded(&test.as_test(), trace)
    }

    /// Takes the recorder out, empty. It is put back only on success: one that was misused stays
    /// misused, and one that a panic went through has open frames. Neither may be used again.
    pub(crate) fn take_recorder(&mut self) -> Box<Trace> {
        let Search { graph, goals, record, .. } = &self.search;
        let trace = self.recorder.take().unwrap_or_else(|| Box::new(record(goals.trace(graph))));
        // An interpreter that was interrupted in the last test has left activations open. Else
        // calls of this test would count as calls that these make.
        trace.unwound(0);
        trace.reset();
        trace
    }

    /// Counts an execution that was refused.
    pub(crate) const fn refuse(&mut self) {
        self.search.refused = self.search.refused.saturating_add(1);
    }

    /// Takes in what the recorder recorded, and puts the recorder back.
    pub(crate) fn take_in_recorded(
        &mut self,
        test: &T,
        trace: Box<Trace>,
    ) -> Result<Achieved<'_, Trace>, CampaignError> {
        if let Err(misuse) = trace.check() {
            self.refuse();
            let text = alloc::format!("{}", misuse.in_graph(&self.search.graph)).into();
            return Err(CampaignError::Misuse { misuse, text });
        }
        self.search.take_in(test, &*trace)?;
        Ok(self.search.achieved(self.recorder.insert(trace)))
    }
}

impl<T: Clone, X: Facts + ?Sized, C: Ord + Clone> Campaign<T, X, C> {
    /// Takes in the execution of a test that your executor made and observed.
    ///
    /// Time is the same as for [`run`](Self::run). If the execution is a [`Trace`] of your own,
    /// call [`Trace::check`] before: this method does not ask for mistakes in hooks.
    ///
    /// # Errors
    ///
    /// - [`CampaignError::OtherGraph`] if the execution says that it belongs to another graph
    ///   ([`Execution::fits`](crate::execution::Execution::fits)).
    /// - [`CampaignError::NotRecorded`] if the execution does not [know](Facts::knows) what the
    ///   goals or the flags read. Make traces by [`Goals::trace`].
    /// - [`CampaignError::Flags`] if the declared flags do not fit the execution.
    ///
    /// After an error the execution counts in [`refused`](Self::refused), and nothing else has
    /// changed.
    ///
    /// ```
    /// use sbst::campaign::CampaignBuilder;
    /// use sbst::distance::{Distance, eq};
    /// use sbst::execution::{Execution, Facts};
    /// use sbst::flow::{Edge, FlowBuilder};
    /// use sbst::id::{Block, GoalId};
    /// use sbst::objective::branch_goals;
    ///
    /// /// What an executor saw of `if x == 42 { .. }`.
    /// struct Seen {
    ///     x: i64,
    /// }
    ///
    /// impl Execution for Seen {
    ///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
    ///         let equal = eq(self.x, 42);
    ///         Some(if branch.outcome.holds()? {
    ///             equal.to_true()
    ///         } else {
    ///             equal.to_false()
    ///         })
    ///     }
    ///     fn progress(&self, block: Block) -> Option<u32> {
    ///         let entered = [true, self.x == 42, self.x != 42];
    ///         entered[block.index()].then_some(0)
    ///     }
    /// }
    /// impl Facts for Seen {}
    ///
    /// let mut campaign = CampaignBuilder::<Seen>::new()
    ///     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
    ///     .goals(|program, goals| goals.extend(branch_goals(program.graph())))
    ///     .build()?;
    /// let equal = GoalId::new(0);
    /// campaign.offer(&40, &Seen { x: 40 })?;
    /// campaign.offer(&45, &Seen { x: 45 })?;
    /// assert_eq!(campaign.nearest(equal), Some(&40));
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn offer<'a, Q: AsTest<T> + ?Sized>(
        &'a mut self,
        test: &Q,
        run: &'a X,
    ) -> Result<Achieved<'a, X>, CampaignError> {
        self.search.take_in(&test.as_test(), run)?;
        Ok(self.search.achieved(run))
    }

    /// Returns the result of the campaign: which test covers which goal, and why the other goals
    /// are not covered.
    ///
    /// The [`Report`] is plain data, and prints as text. The campaign can go on afterwards. To
    /// continue with a report in another campaign of the same program, use [`merge`](Self::merge).
    /// O(n log n) for n goals.
    #[must_use]
    pub fn report(&self) -> Report<T> {
        let Search { graph, goals, dropped, roots, lines, .. } = &self.search;
        let goal_graph = goal_graph(goals, graph, *roots, dropped);
        Report::of(self.tests(), &goal_graph, lines.as_ref())
    }

    /// Merges the report of another campaign of the same program: of a worker, or of a search that
    /// was stopped earlier.
    ///
    /// For each goal the better test stays, as if the executions of the report came after the
    /// executions of this campaign: its runs are numbered from [`runs`](Self::runs) + 1. In a tie
    /// the test that was there first stays, so the order in which you merge reports can matter,
    /// unless [costs](crate::campaign::CampaignBuilder::build_by_cost) tell all tests apart. Goals
    /// are found by their identity, so the campaigns may have discovered exceptions in different
    /// orders. Give both campaigns the same settings: a report contains distances, but not the
    /// rules, forms and flags by which they were measured.
    ///
    /// [`next_goal`](Self::next_goal) treats a report like one more execution, with the goals that
    /// became covered, came within reach, or were brought nearer. How often the other campaign
    /// chose each goal is not part of a report; if that matters, merge
    /// [frontiers](crate::selection::Frontier::merge) in a loop of your own.
    ///
    /// # Errors
    ///
    /// - [`CampaignError::OtherGraph`] if the report belongs to another program, or to other
    ///   histories.
    /// - [`CampaignError::Report`] if its parts contradict each other, or it has too many runs.
    /// - [`CampaignError::UnknownGoal`] if it contains a goal that this campaign does not have.
    ///   Exceptions are no error if this campaign makes goals of exceptions.
    ///
    /// After an error the campaign is unchanged.
    ///
    /// ```
    /// use sbst::Campaign;
    /// use sbst::distance::gt;
    /// use sbst::execution::Caller;
    /// use sbst::flow::FlowBuilder;
    /// use sbst::id::Function;
    /// use sbst::objective::Criterion;
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let subject =
    ///     |c: Caller<'_>, x: &i32| c.enter(Function::new(0)).decide(0, gt(*x, 9));
    /// let start =
    ///     || Campaign::builder().function(&body)?.criteria([Criterion::Branch]).build();
    ///
    /// let (mut one, mut other) = (start()?, start()?);
    /// one.run(&7, subject)?;
    /// other.run(&12, subject)?;
    /// one.merge(other.report())?;
    /// assert_eq!((one.tests().covered_count(), one.runs()), (2, 2));
    /// # Ok::<(), sbst::campaign::CampaignError>(())
    /// ```
    pub fn merge(&mut self, report: Report<T>) -> Result<(), CampaignError> {
        let Search { graph, goals, discovery, tests, .. } = &mut self.search;
        report.check(graph, goals)?;
        tests.check(&report)?;
        // Goals that the other campaign discovered become goals here, before the tests that cover
        // them are merged.
        let rows = report.goals.iter().map(|row| (row.goal, row.is_covered()));
        discovery.adopt(goals, rows).map_err(|goal| CampaignError::UnknownGoal { goal })?;
        self.search.follow();
        let Search { goals, discovery, tests, .. } = &mut self.search;
        // Only then the tests: a goal that was set aside until now may be one that the report is
        // near.
        tests.frontier_mut().pursue(discovery.take_pursuit(goals));
        Ok(tests.merge(report, goals)?)
    }
}

impl<T, X: ?Sized, C> Search<T, X, C> {
    /// Adds goals that are new in the registry to the frontier.
    pub(super) fn follow(&mut self) {
        let Self { graph, goals, dropped, roots, tests, .. } = self;
        tests.frontier_mut().fit(&goal_graph(goals, graph, *roots, dropped));
    }
}

/// Returns the goal graph of the campaign. It borrows its parts, so it is made each time that it is
/// needed.
fn goal_graph<'a, X: ?Sized>(
    goals: &'a Goals<X>,
    graph: &'a FlowGraph,
    roots: Roots,
    out: &[GoalId],
) -> GoalGraph<'a, X> {
    GoalGraph::new(goals, graph).with_roots(roots).without(out.iter().copied())
}

impl<T: Clone, X: Facts + ?Sized, C: Ord + Clone> Search<T, X, C> {
    /// Takes in an execution. If it is refused, it only counts.
    fn take_in(&mut self, test: &T, run: &X) -> Result<(), CampaignError> {
        self.measure(test, run).inspect_err(|_| self.refused = self.refused.saturating_add(1))
    }

    /// Returns what the execution that was taken in last achieved.
    fn achieved<'a>(&'a self, run: &'a X) -> Achieved<'a, X> {
        let Self { graph, goals, tables, tests, .. } = self;
        Achieved {
            graph,
            goals,
            run,
            row: tables.row().values(),
            covered: tests.newly_covered(),
            opened: tests.opened(),
            nearer: tests.nearer(),
            active: tests.frontier().active(),
        }
    }

    /// Measures an execution, and keeps its test, in the order that the module page describes.
    fn measure(&mut self, test: &T, run: &X) -> Result<(), CampaignError> {
        // 1. Flags. All that follows sees the refined branch distances.
        let Settings { flags, gradient, operands } = &mut self.settings;
        let refined = match gradient {
            Some(gradient) => Some(refine(gradient, &self.graph, flags, run)?),
            None => None,
        };
        // 2. Checks, and the sweep. What is refused is refused until here, and has changed nothing.
        let Self { graph, goals, discovery, tables, tests, .. } = self;
        let (seen, row) = match &refined {
            Some(refined) => goals.try_observe_row(graph, refined, tables)?,
            None => goals.try_observe_row(graph, run, tables)?,
        };
        // 3. Goals. This execution may show new ones, and cover them.
        discovery.discover(goals, &seen);
        if goals.len() > tests.frontier().len() {
            tests.frontier_mut().fit(&goal_graph(goals, graph, self.roots, &self.dropped));
        }
        // Vectors that would complete a pair now are pursued; vectors that no longer would are set
        // aside.
        tests.frontier_mut().pursue(discovery.take_pursuit(goals));
        // 4. Values, of the goals that the sweep can have changed.
        let row = row.measure(goals, &seen);
        tests.fit(goals, &seen);
        // 5. The test is kept for the goals that it covers or comes nearer to, and the frontier learns
        // which these are.
        tests.take_in_row(test, row, |goal| {
            let why = goals.explain(goal, &seen);
            if *operands { why.with_operands(seen.run) } else { why }
        });
        Ok(())
    }
}

/// Refines an execution by the flags, which read calls one by one.
fn refine<'a, X: Facts + ?Sized>(
    gradient: &'a mut FlagGradient,
    graph: &FlowGraph,
    flags: &'a Flags,
    run: &'a X,
) -> Result<Refined<'a, X>, CampaignError> {
    run.fits(graph)?;
    if !run.knows(Fact::Calls) {
        return Err(NotRecorded { reader: Reader::Flags, fact: Fact::Calls }.into());
    }
    Ok(gradient.refine(graph, flags, run)?)
}

impl<T, X: ?Sized, C> core::fmt::Debug for Campaign<T, X, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Campaign")
            .field("goals", self.goals())
            .field("tests", self.tests())
            .finish_non_exhaustive()
    }
}
