//! The values of all goals on the last execution, of which each execution changes only a few.
//!
//! A program has far more goals than one execution can change:
//! [local](crate::objective::Needs::local) goals of functions that were not entered have the value
//! of an execution in which nothing ran. They got it when they were new, or when their function was
//! left out again.

use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::{Function, GoalId};
use crate::objective::{Goals, Observed};
use alloc::vec::Vec;
use core::ops::Range;
use smallvec::SmallVec;

/// Numbers of consecutive goals.
type Span = Range<u32>;

/// The distance of the last execution from every goal, kept up to date at the cost of what
/// executions enter.
///
/// [`Goals::measure`] measures every goal on every execution. A `LiveRow` measures only goals whose
/// distance can have changed: [local](crate::objective::Needs::local) goals of the functions that
/// this execution or the one before entered, and goals that are not local. In a program of 260 000
/// branches most executions enter a few functions. The values are equal. A
/// [`Campaign`](crate::Campaign) contains one.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, GoalId};
/// use sbst::objective::{GoalGraph, Goals, LiveRow, Tables, branch_goals};
/// use sbst::report::KeptTests;
/// use sbst::selection::Frontier;
///
/// // Two functions with two branches each.
/// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&body)?;
/// graph.add(&body)?;
/// let mut goals = Goals::for_graph(&graph);
/// goals.extend(branch_goals(&graph));
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), LiveRow::new());
/// // The tests that are kept: of those that cover a goal, the shortest one.
/// let mut tests = KeptTests::by_cost(|test: &Vec<i32>| test.len());
/// let mut frontier = Frontier::of(&GoalGraph::new(&goals, &graph));
/// for (test, function) in [(vec![3], 0), (vec![3, 3], 1)] {
///     trace.reset();
///     for x in &test {
///         trace.root().enter(Function::new(function)).decide(0, gt(*x, 9));
///     }
///     let seen = goals.observe(&graph, &trace, &mut tables);
///     row.measure(&goals, &seen);
///     let (values, explain) = (row.values(), |goal| goals.explain(goal, &seen));
///     tests.take_in_changed(&test, values, row.changed(), &mut frontier, explain);
///     assert_eq!(tests.newly_covered().len(), 1);
/// }
/// // Only the goals of the second function were measured; those of the first are as
/// // far as without an execution.
/// assert!(row.changed().eq([2, 3].map(GoalId::new)));
/// assert_eq!(row.values()[2].distance.get(), 7.0);
/// assert!(row.values()[0].distance.get().is_infinite());
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct LiveRow {
    /// By the number of the goal.
    values: Vec<Fitness>,
    /// By function: its local goals. Most often they are consecutive.
    of_function: Vec<SmallVec<[Span; 1]>>,
    /// Goals that any execution can change.
    anywhere: SmallVec<[Span; 1]>,
    /// Number of goals that are in one of the lists above.
    grouped: u32,
    /// Number of replacements of goals when they were grouped.
    replacements: u64,
    /// Functions that the last execution entered.
    entered: Vec<Function>,
    /// Goals that the last execution could change, ascending, without overlaps.
    changed: Vec<Span>,
}

impl LiveRow {
    /// Creates a row that has measured nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the distance of the last execution from each goal, by the number of the goal; empty
    /// before the first execution.
    #[must_use]
    pub fn values(&self) -> &[Fitness] {
        &self.values
    }

    /// Returns the goals that the last execution could cover or come nearer to, ascending. It is as
    /// far from all others as an execution in which nothing ran.
    pub fn changed(&self) -> impl Iterator<Item = GoalId> + Clone + '_ {
        self.changed.iter().flat_map(|span| span.clone().map(GoalId::new))
    }

    /// Measures an execution: [`values`](Self::values) are then those that [`Goals::fill`] writes.
    ///
    /// Give all calls the same registry, which may grow, and observations with the same
    /// [`Tables`](crate::objective::Tables): with others, values of earlier executions may stay.
    /// Linear in the number of goals of the functions that this execution or the one before
    /// entered, and of goals that are new or not [local](crate::objective::Needs::local); across
    /// calls, in the number of all goals.
    ///
    /// # Panics
    ///
    /// If the goals [belong](Goals::made_for) to another graph than `seen.graph`.
    /// [`FlowGraph::check`] finds out.
    #[track_caller]
    pub fn measure<X: ?Sized>(&mut self, goals: &Goals<X>, seen: &Observed<'_, X>) {
        let count = goals.len() as u32;
        if seen.is_across_calls() {
            // Functions that were not entered are as far as the nearest call, which any execution
            // can change.
            self.forget();
            goals.fill(seen, &mut self.values);
            self.changed.push(0..count);
            return;
        }
        if goals.replacements() != self.replacements {
            // A goal that was replaced may have other places, or be local no more.
            self.forget();
            self.replacements = goals.replacements();
        }
        let first_new = self.grouped;
        self.group(goals, seen.graph);
        self.values.resize(goals.len(), Fitness::NEVER);
        self.measure_span(goals, seen, first_new..count);
        // Functions of the last execution first: those that this one did not enter get the values
        // of an execution in which nothing ran.
        for at in 0..self.entered.len() {
            if !seen.table.has_entered(self.entered[at]) {
                self.measure_function(goals, seen, self.entered[at]);
            }
        }
        self.entered.clear();
        self.entered.extend(seen.table.entered());
        self.changed.clear();
        self.changed.extend_from_slice(&self.anywhere);
        for function in &self.entered {
            self.changed
                .extend(self.of_function.get(function.index()).into_iter().flatten().cloned());
        }
        join(&mut self.changed);
        for at in 0..self.changed.len() {
            self.measure_span(goals, seen, self.changed[at].clone());
        }
    }

    /// Forgets which goals lie where, so that all of them are measured next time.
    fn forget(&mut self) {
        self.of_function.clear();
        self.anywhere.clear();
        self.entered.clear();
        self.changed.clear();
        self.grouped = 0;
    }

    /// Puts new goals into the lists.
    fn group<X: ?Sized>(&mut self, goals: &Goals<X>, graph: &FlowGraph) {
        for goal in (self.grouped..goals.len() as u32).map(GoalId::new) {
            let Some(needs) = goals.needs(goal) else { continue };
            let functions = needs.spots.iter().map(|spot| spot.function_in(graph));
            let is_local = needs.is_local() && !needs.spots.is_empty();
            // A place that the graph does not have yet may get a function later.
            if !is_local || functions.clone().any(|function| function.is_none()) {
                append(&mut self.anywhere, goal);
                continue;
            }
            for function in functions.flatten() {
                if self.of_function.len() <= function.index() {
                    let count = graph.function_count().max(function.index() + 1);
                    self.of_function.resize_with(count, SmallVec::new);
                }
                append(&mut self.of_function[function.index()], goal);
            }
        }
        self.grouped = goals.len() as u32;
    }

    fn measure_function<X: ?Sized>(
        &mut self,
        goals: &Goals<X>,
        seen: &Observed<'_, X>,
        function: Function,
    ) {
        let spans = self.of_function.get(function.index()).map_or(0, SmallVec::len);
        for at in 0..spans {
            self.measure_span(goals, seen, self.of_function[function.index()][at].clone());
        }
    }

    fn measure_span<X: ?Sized>(&mut self, goals: &Goals<X>, seen: &Observed<'_, X>, span: Span) {
        let row = &mut self.values[span.start as usize..span.end as usize];
        goals.fitness(span.map(GoalId::new), seen, row);
    }
}

/// Adds a goal that is not less than those in the list.
fn append<A: smallvec::Array<Item = Span>>(spans: &mut SmallVec<A>, goal: GoalId) {
    match spans.last_mut() {
        Some(last) if last.end == goal.number() + 1 => {}
        Some(last) if last.end == goal.number() => last.end += 1,
        _ => spans.push(goal.number()..goal.number() + 1),
    }
}

/// Sorts spans and joins those that overlap or touch.
fn join(spans: &mut Vec<Span>) {
    spans.sort_unstable_by_key(|span| span.start);
    spans.dedup_by(|next, last| {
        let joins = next.start <= last.end;
        if joins {
            last.end = last.end.max(next.end);
        }
        joins
    });
}
