//! Tables of the values that goals read, and the row of the goals' own values.

use crate::fitness::{Fitness, FitnessTable};
use crate::flow::{FlowGraph, GraphIdentity, History};
use crate::formula::Shared;
use crate::id::{Function, GoalId};
#[cfg(doc)]
use crate::objective::{Goals, Observed};
use alloc::vec::Vec;
use core::ops::Range;
use smallvec::SmallVec;

/// Tables of one execution that goals read: of all calls, and of the calls that the test makes
/// itself. [`Goals::observe`] sweeps the tables that the goals need.
///
/// The tables grow with the graph. The tables of direct calls and of
/// [histories](crate::flow::History) take no memory until a goal needs them.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goals, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// // made once, swept for each execution
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
/// for (x, distance) in [(14, 5.0), (12, 3.0)] {
///     trace.reset();
///     trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
///     let seen = Goals::<Trace>::new().observe(&graph, &trace, &mut tables);
///     assert_eq!(seen.table.branch(Branch::new(0)).distance.get(), distance);
/// }
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tables {
    /// The table of all calls.
    pub(in crate::objective) table: FitnessTable,
    /// The table of the calls that the test makes itself.
    pub(in crate::objective) direct: FitnessTable,
    /// The tables of the histories that goals read.
    pub(in crate::objective) histories: Vec<Copies>,
    /// The values of all goals, if they are [measured](Goals::try_observe_row) with the sweeps.
    pub(in crate::objective) row: LiveRow,
}

/// The tables of a history.
#[derive(Clone, Debug)]
pub(in crate::objective) struct Copies {
    pub history: Shared<History>,
    pub table: FitnessTable,
    /// The table across calls. Only contexts have calls among their copies.
    pub across: Option<FitnessTable>,
}

impl Copies {
    /// Creates tables with the values of an execution that entered nothing.
    pub(in crate::objective) fn new(history: Shared<History>, across_calls: bool) -> Self {
        let table = FitnessTable::new(history.graph());
        let across = across_calls && history.has_contexts();
        Self { across: across.then(|| table.clone().across_calls()), history, table }
    }
}

impl Tables {
    /// Returns the identity of the graph that the tables were made for, or that they have grown to
    /// since.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.table.made_for()
    }

    /// Creates tables for `graph`, with the values of an execution that entered nothing. Linear in
    /// the size of the graph.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        Self { table: FitnessTable::new(graph), ..Self::default() }
    }

    /// Returns the values of all goals on the execution that was observed last by
    /// [`Goals::try_observe_row`].
    #[must_use]
    pub const fn row(&self) -> &LiveRow {
        &self.row
    }

    /// Measures values [across calls](FitnessTable::across_calls) from now on, in the program and
    /// among the copies of calling contexts.
    ///
    /// All goals that are measured on the [`table`](Observed::table) get the new values, except
    /// published forms without levels. Goals of direct calls, outputs and exceptions keep their
    /// values.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{CallSite, Function};
    /// use sbst::objective::{Goals, Tables, block_goals};
    ///
    /// let (main, save, site) = (Function::new(0), Function::new(1), CallSite::new(0));
    /// let mut graph =
    ///     FlowGraph::of(&FlowBuilder::new().exit(0).call(0, 0, site, [save]))?;
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(block_goals(&graph));
    /// let trace = goals.trace(&graph);
    /// drop(trace.root().enter(main)); // the call is not reached
    /// let goal = goals.ids().last().expect("the block of `save`");
    /// let value = |mut tables: Tables| {
    ///     let seen = goals.observe(&graph, &trace, &mut tables);
    ///     goals.fitness_of(goal, &seen).to_string()
    /// };
    /// assert_eq!(value(Tables::new(&graph)), "(0, inf)");
    /// assert_eq!(value(Tables::new(&graph).across_calls()), "(0, 5e-324)");
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn across_calls(self) -> Self {
        Self { table: self.table.across_calls(), ..Self::default() }
    }
}

/// Numbers of consecutive goals.
pub(in crate::objective) type Span = Range<u32>;

/// The distance of the last execution from every goal, kept up to date at the cost of what
/// executions enter.
///
/// [`Goals::measure`] measures every goal on every execution. [`Goals::try_observe_row`] measures
/// only goals whose distance can have changed: [local](crate::objective::Needs::local) goals of the
/// functions that this execution or the one before entered, or that other functions
/// [call](Tables::across_calls), and goals that are not local. In a program of 260 000 branches most
/// executions enter a few functions. The values are equal.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, GoalId};
/// use sbst::objective::{GoalGraph, Goals, LiveRow, Tables, Unmeasured, branch_goals};
/// use sbst::report::KeptTests;
/// use sbst::selection::Frontier;
///
/// // Two functions with two branches each.
/// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&body)?;
/// graph.add(&body)?;
/// let mut goals = Goals::for_graph(&graph);
/// goals.extend(branch_goals(&graph));
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// // The tests that are kept: of those that cover a goal, the shortest one.
/// let frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
/// let mut tests = KeptTests::by_cost(frontier, |test: &Vec<i32>| test.len());
/// for (test, function) in [(vec![3], 0), (vec![3, 3], 1)] {
///     trace.reset();
///     for x in &test {
///         trace.root().enter(Function::new(function)).decide(0, gt(*x, 9));
///     }
///     let (seen, row) = goals.try_observe_row(&graph, &trace, &mut tables)?;
///     let row: Unmeasured<'_> = row; // goals that are found meanwhile are measured, too
///     tests.take_in_row(&test, row.measure(&goals, &seen), |goal| goals.explain(goal, &seen));
///     assert_eq!(tests.newly_covered().len(), 1);
/// }
/// // Only the goals of the second function were measured; those of the first are as
/// // far as without an execution.
/// let row: &LiveRow = tables.row();
/// assert!(row.changed().eq([2, 3].map(GoalId::new)));
/// assert_eq!(row.values()[2].distance.get(), 7.0);
/// assert!(row.values()[0].distance.get().is_infinite());
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LiveRow {
    /// By the number of the goal.
    pub(in crate::objective) values: Vec<Fitness>,
    /// By function: its local goals. Most often they are consecutive.
    pub(in crate::objective) of_function: Vec<SmallVec<[Span; 1]>>,
    /// Goals that any execution can change.
    pub(in crate::objective) anywhere: SmallVec<[Span; 1]>,
    /// Number of goals that are in one of the lists above.
    pub(in crate::objective) grouped: u32,
    /// Number of replacements of goals when they were grouped.
    pub(in crate::objective) replacements: u64,
    /// Functions that the last execution entered.
    pub(in crate::objective) entered: Vec<Function>,
    /// The sweep that was measured last, if values are measured across calls.
    pub(in crate::objective) sweep: Option<u64>,
    /// The last sweep that changed a goal of a function that was not entered.
    pub(in crate::objective) changed_at: u64,
    /// `true` unless measuring ended in a panic.
    pub(in crate::objective) is_whole: bool,
    /// Goals that the last execution could change, ascending, without overlaps.
    pub(in crate::objective) changed: Vec<Span>,
}

/// The row of tables that were swept, before its goals are [measured](Self::measure).
#[derive(Debug)]
#[must_use]
pub struct Unmeasured<'a>(pub(in crate::objective) &'a mut LiveRow);

impl LiveRow {
    /// Returns the distance of the last execution from each goal, by the number of the goal; empty
    /// before the first execution.
    #[must_use]
    pub fn values(&self) -> &[Fitness] {
        &self.values
    }

    /// Returns the goals that the last execution could cover or come nearer to, ascending. It is as
    /// far from all others as an execution in which nothing ran; across calls, as far as the
    /// execution before it.
    pub fn changed(&self) -> impl Iterator<Item = GoalId> + Clone + '_ {
        self.changed.iter().flat_map(|span| span.clone().map(GoalId::new))
    }

    /// Returns, if values are measured [across calls](Tables::across_calls), the number of the last
    /// sweep that changed the distance of a goal in a function that it did not enter, and that of the
    /// last sweep.
    ///
    /// Across calls, a goal that did not change can be nearer than in an execution in which nothing
    /// ran. If you keep the cheapest of equally near tests, look at all goals when a test costs less
    /// than each test since that sweep.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::objective::{Goals, Tables, branch_goals};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::for_graph(&graph);
    /// goals.extend(branch_goals(&graph));
    /// let trace = goals.trace(&graph); // nothing is executed
    /// let [mut plain, mut across] =
    ///     [Tables::new(&graph), Tables::new(&graph).across_calls()];
    /// for calm in 0..3 {
    ///     for tables in [&mut plain, &mut across] {
    ///         let (seen, row) = goals.try_observe_row(&graph, &trace, tables)?;
    ///         row.measure(&goals, &seen);
    ///     }
    ///     let sweeps = across.row().calm().expect("across calls");
    ///     assert_eq!(sweeps.end - sweeps.start, calm); // nothing changes
    ///     assert_eq!(plain.row().calm(), None);
    /// }
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn calm(&self) -> Option<Range<u64>> {
        self.sweep.map(|sweep| self.changed_at..sweep)
    }
}
