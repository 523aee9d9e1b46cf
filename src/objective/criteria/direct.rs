//! Direct goals: branches taken, and functions entered, in calls that the test makes itself.

use super::branch::{branches_in, unless_once};
use crate::execution::{Fact, Facts, On, Plane};
use crate::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use crate::flow::FlowGraph;
use crate::id::{Branch, Function};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Forms, Goal, GoalForm, Needs, Objective, Observed, Scalar};
use crate::sort::sort;
use alloc::vec::Vec;

/// The goal to take a [`Branch`], or to enter a [`Function`] without branches, in a call that the
/// test makes itself.
///
/// It is measured like a [`CoverageGoal`](crate::objective::CoverageGoal), on the part of the
/// execution in such calls ([`Plane::Direct`]). For a function that tests cannot call, all calls
/// count: see [`through_any_call`](Self::through_any_call).
///
/// Source: direct branch coverage, Zhou et al. 2024, sections 2.1 and 3.3.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{DirectGoal, Objective};
///
/// let branch = Objective::<Trace>::goal(&DirectGoal::new(Branch::new(3)));
/// assert_eq!(branch.to_string(), "direct branch e3");
/// let entry = Objective::<Trace>::goal(&DirectGoal::new(Function::new(0)));
/// assert_eq!(entry.to_string(), "direct entry of f0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DirectGoal<T> {
    /// The branch or function to cover.
    pub target: T,
    /// Formula of the value. Functions have the same value in all forms.
    pub form: Forms,
    /// `true` if every call counts.
    any_call: bool,
}

impl<T> DirectGoal<T> {
    /// Creates the goal to cover `target` in a call that the test makes itself, in the default
    /// form.
    #[must_use]
    pub const fn new(target: T) -> Self {
        Self { target, form: Forms::LEVELS, any_call: false }
    }

    /// Sets the form in which the goal is measured.
    #[must_use]
    pub fn in_form(self, form: impl Into<Forms>) -> Self {
        Self { form: form.into(), ..self }
    }

    /// Makes every call count: for a function that tests cannot call.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{DirectGoal, Goals, Tables};
    ///
    /// // public; it calls the other one
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let private = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.push(DirectGoal::new(Branch::new(0)).through_any_call());
    /// let (trace, mut tables, mut row) =
    ///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
    /// let public = trace.root().enter(Function::new(0));
    /// public.caller().enter(private).decide(0, lt(3, 5));
    /// drop(public);
    /// goals.measure(&graph, &trace, &mut tables, &mut row);
    /// assert!(row[0].is_covered());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn through_any_call(self) -> Self {
        Self { any_call: true, ..self }
    }

    /// Restricts the goal to direct calls if another goal for the same target is; returns `true` if
    /// the goal changed.
    pub(in crate::objective) const fn grow(&mut self, other: &Self) -> bool {
        let has_grown = self.any_call && !other.any_call;
        self.any_call &= other.any_call;
        has_grown
    }

    /// Returns the table that the goal is measured on; `None` if the registry has no table of
    /// direct calls.
    fn table<'a, X: ?Sized>(&self, seen: &Observed<'a, X>) -> Option<&'a FitnessTable> {
        match seen.direct() {
            _ if self.any_call => Some(seen.table),
            // The table of nothing is one of direct calls, too.
            None if seen.executed().is_none() => Some(seen.table),
            direct => direct,
        }
    }

    /// Adds that the goal reads direct calls, unless every call counts.
    fn reading(&self, needs: Needs) -> Needs {
        let needs = needs.reading_executed();
        if self.any_call { needs } else { needs.reading(Fact::On(Plane::Direct)) }
    }
}

/// Measures a branch. If the test does not call the function itself, the pair is (level from the
/// entry, infinite), and in forms without levels the scalar is 1.
/// With [`Evaluated::Twice`](crate::objective::Evaluated::Twice), only evaluations in direct calls
/// count, unless the branch may be taken [through any call](Self::through_any_call).
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{DirectGoal, Goals, Tables};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?; // calls function 1
/// let callee = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// let goal = goals.push(DirectGoal::new(Branch::new(0))).id();
///
/// let trace = goals.trace(&graph); // records direct calls separately
/// let mut tables = Tables::new(&graph);
/// let caller = trace.root().enter(Function::new(0));
/// // taken, but not in a call by the test
/// caller.caller().enter(callee).decide(0, lt(3, 5));
/// drop(caller);
/// assert_eq!(
///     goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).scalar(),
///     2.0
/// );
/// trace.root().enter(callee).decide(0, lt(7, 5));
/// assert_eq!(
///     goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).scalar(),
///     0.75
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
impl<X: Facts + ?Sized> Objective<X> for DirectGoal<Branch> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let pair = match self.table(seen) {
            Some(table) => table.get_branch(self.target),
            // Measured without a registry, there is no table of direct calls: one goal alone costs
            // a walk over the execution.
            None => seen
                .graph
                .get_edge(self.target)
                .map(|_| fitness_of_branch(seen.graph, &On(seen.run, Plane::Direct), self.target)),
        };
        let Some(pair) = pair else { return Fitness::NEVER };
        // Eq. 7 on the part of the execution in direct calls: both the distance and the count of
        // evaluations are of that part.
        self.form.of_pair(pair, || {
            unless_once(GoalForm::Augmented.of_pair(pair), || {
                let edge = seen.executed().zip(seen.graph.get_edge(self.target));
                edge.map_or(0, |(run, edge)| match self.any_call {
                    true => run.evaluations(edge),
                    false => run.evaluations_on(Plane::Direct, edge),
                })
            })
        })
    }
    fn goal(&self) -> Goal {
        Goal::DirectBranch(self.target)
    }
    fn needs(&self) -> Needs {
        let needs = self.reading(Needs::at([self.target]));
        self.form.counting(needs.with_scalar(self.form.branch_scalar()))
    }
}

/// Measures a function: (0, 0) iff the test entered it by a call of its own, else (0, infinite),
/// with scalar 1. The goal replaces direct-branch goals in functions without branches.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{DirectGoal, Goals, Tables};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let callee = graph.add(&FlowBuilder::new().exit(0))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend([DirectGoal::new(callee)]);
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// let caller = trace.root().enter(Function::new(0));
/// drop(caller.caller().enter(callee)); // entered, but not by the test
/// drop(caller);
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert_eq!(row[0].scalar(), 1.0);
/// drop(trace.root().enter(callee));
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert!(row[0].is_covered());
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
impl<X: Facts + ?Sized> Objective<X> for DirectGoal<Function> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let Some(entry) = seen.graph.get_block(self.target, 0) else { return Fitness::NEVER };
        if let Some(table) = self.table(seen) {
            // The entry depends on the root of its function: its dependence is covered if the
            // function ran, even for executors that do not report the entry block.
            return table.get_dependence(entry).unwrap_or(Fitness::NEVER);
        }
        // If the executor reported the function but not its entry block, the value of the block is
        // (0, smallest): entered.
        let alone = fitness_of_block(seen.graph, &On(seen.run, Plane::Direct), entry);
        if alone < NO_GRADIENT { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        Goal::DirectEntry(self.target)
    }
    fn needs(&self) -> Needs {
        self.reading(Needs::at([self.target]).with_scalar(Scalar::WITHOUT_LEVELS))
    }
}

/// Returns the direct-branch goals of a graph. `methods` are the functions that tests can call; in
/// all other functions, any call counts.
///
/// ```
/// use sbst::execution::{Fact, Plane, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Objective, direct_branch_goals};
///
/// let decides = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&decides)?;
/// graph.add(&decides)?; // tests cannot call it
/// let goals = direct_branch_goals(&graph, [Function::new(0)]);
/// let needs = goals.map(|goal| Objective::<Trace>::needs(&goal));
/// let by_the_test: Vec<bool> =
///     needs.map(|needs| needs.reads(Fact::On(Plane::Direct))).collect();
/// // for the last two, any call counts
/// assert_eq!(by_the_test, [true, true, false, false]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_branch_goals(
    graph: &FlowGraph,
    methods: impl IntoIterator<Item = Function>,
) -> impl Iterator<Item = DirectGoal<Branch>> {
    let any_call = any_call_unless(methods);
    graph.functions().flat_map(move |function| {
        let any_call = any_call(function);
        branches_in(graph, function, true)
            .map(move |branch| DirectGoal { any_call, ..DirectGoal::new(branch) })
    })
}

/// Returns a direct entry goal for each function that has no goal among the
/// [`direct_branch_goals`].
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goal, direct_entry_goals};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// graph.add(&FlowBuilder::new().exit(0))?; // nothing to decide
/// let names: Vec<String> = direct_entry_goals(&graph, graph.functions())
///     .map(|goal| Goal::DirectEntry(goal.target).to_string())
///     .collect();
/// assert_eq!(names, ["direct entry of f1"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_entry_goals(
    graph: &FlowGraph,
    methods: impl IntoIterator<Item = Function>,
) -> impl Iterator<Item = DirectGoal<Function>> {
    let any_call = any_call_unless(methods);
    super::entry_goals(graph).map(move |entry| DirectGoal {
        any_call: any_call(entry.target),
        ..DirectGoal::new(entry.target)
    })
}

/// Returns a predicate that is `true` for functions that tests cannot call.
fn any_call_unless(methods: impl IntoIterator<Item = Function>) -> impl Fn(Function) -> bool {
    let mut methods: Vec<Function> = methods.into_iter().collect();
    sort(&mut methods);
    move |function| methods.binary_search(&function).is_err()
}
