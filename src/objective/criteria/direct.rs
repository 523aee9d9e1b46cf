//! Direct-branch goals: branches taken in calls that the test makes itself.

use super::branch::branches_in;
use crate::execution::{Direct, DirectCalls, Execution};
use crate::fitness::{Fitness, fitness_of_block, fitness_of_branch};
use crate::flow::FlowGraph;
use crate::id::{Branch, Function};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{EntryGoal, Goal, GoalForm, Needs, Objective, Observed, Scalar};
use crate::sort::sort;
use alloc::vec::Vec;

/// The goal to take a branch in a call that the test makes itself.
///
/// It is measured as [`BranchGoal`](crate::objective::BranchGoal), on the view of the execution that is restricted to such calls ([`Direct`]). Where
/// the test does not call the function itself, the pair is (level from the entry, infinite); without levels the scalar is 1.
/// [`Published`](crate::objective::Published) measures it with the rule of two evaluations, in direct calls.
///
/// In functions that tests cannot call it is a branch goal like any other: see [`through_any_call`](Self::through_any_call).
///
/// Source: direct branch coverage, Zhou et al. 2024, sections 2.1 and 3.3.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{DirectBranchGoal, Goals, Tables};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?; // the caller
/// let callee = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// let goal = goals.push(DirectBranchGoal::new(Branch::new(0))).id();
///
/// let trace = goals.trace(&graph); // one that records direct calls apart
/// let mut tables = Tables::new(&graph);
/// let caller = trace.root().enter(Function::new(0));
/// caller.caller().enter(callee).decide(0, lt(3, 5)); // taken, but not in a call by the test
/// drop(caller);
/// assert_eq!(goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).scalar(), 2.0);
/// trace.root().enter(callee).decide(0, lt(7, 5));
/// assert_eq!(goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).scalar(), 0.75);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DirectBranchGoal {
    branch: Branch,
    form: GoalForm,
    any_call: bool,
}

impl DirectBranchGoal {
    /// Take `branch` in a call that the test makes itself.
    #[must_use]
    pub const fn new(branch: Branch) -> Self {
        Self { branch, form: GoalForm::Levels, any_call: false }
    }

    /// The same goal, measured in another form.
    #[must_use]
    pub const fn in_form(self, form: GoalForm) -> Self {
        Self { form, ..self }
    }

    /// The same goal, for a function that tests cannot call: whoever calls it counts.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{DirectBranchGoal, Goals, Tables};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?; // public, and calls the other one
    /// let private = graph.add(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.push(DirectBranchGoal::new(Branch::new(0)).through_any_call());
    /// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
    /// let public = trace.root().enter(Function::new(0));
    /// public.caller().enter(private).decide(0, lt(3, 5));
    /// drop(public);
    /// goals.measure(&graph, &trace, &mut tables, &mut row);
    /// assert!(row[0].is_covered());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub const fn through_any_call(self) -> Self {
        Self { any_call: true, ..self }
    }

    /// The branch.
    #[must_use]
    pub(super) const fn branch(self) -> Branch {
        self.branch
    }

    pub(in crate::objective) const fn counts_any_call(self) -> bool {
        self.any_call
    }

    /// Asks for direct calls if another goal for the same branch does; returns `true` if this is new.
    pub(in crate::objective) const fn grow(&mut self, other: &Self) -> bool {
        let has_grown = self.any_call && !other.any_call;
        self.any_call &= other.any_call;
        has_grown
    }
}

/// The identity of the goal.
impl From<DirectBranchGoal> for Goal {
    fn from(goal: DirectBranchGoal) -> Self {
        Self::DirectBranch(goal.branch)
    }
}

impl<X: Execution + DirectCalls + ?Sized> Objective<X> for DirectBranchGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match if self.any_call { Some(seen.table) } else { seen.direct() } {
            Some(table) => self.form.of_branch(self.branch, table),
            // Measured apart from a registry: right, but slow.
            None if seen.graph.get_edge(self.branch).is_none() => Fitness::NEVER,
            None => self.form.of_pair(fitness_of_branch(seen.graph, &Direct(seen.run), self.branch)),
        }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs<X> {
        let needs = Needs::at([self.branch]).with_scalar(self.form.scalar_of_branch());
        if self.any_call { needs } else { needs.reading_direct_calls() }
    }
}

/// Enter a function by a call that the test makes itself: what stands for direct-branch goals where there is no branch.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{DirectEntryGoal, Goals, Tables};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let callee = graph.add(&FlowBuilder::new().exit(0))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend([DirectEntryGoal::new(callee)]);
/// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct DirectEntryGoal {
    function: Function,
    any_call: bool,
}

impl DirectEntryGoal {
    /// Enter `function` by a call that the test makes itself.
    #[must_use]
    pub const fn new(function: Function) -> Self {
        Self { function, any_call: false }
    }

    /// The same goal, for a function that tests cannot call: whoever calls it counts.
    #[must_use]
    pub const fn through_any_call(self) -> Self {
        Self { any_call: true, ..self }
    }

    /// Asks for direct calls if another goal for the same function does; returns `true` if this is new.
    pub(in crate::objective) const fn grow(&mut self, other: &Self) -> bool {
        let has_grown = self.any_call && !other.any_call;
        self.any_call &= other.any_call;
        has_grown
    }
}

/// The identity of the goal.
impl From<DirectEntryGoal> for Goal {
    fn from(goal: DirectEntryGoal) -> Self {
        Self::DirectEntry(goal.function)
    }
}

impl<X: Execution + DirectCalls + ?Sized> Objective<X> for DirectEntryGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match if self.any_call { Some(seen.table) } else { seen.direct() } {
            Some(table) => EntryGoal(self.function).of(seen.graph, table),
            None => match seen.graph.get_block(self.function, 0) {
                // Entered as a function, if not as a block: then its block goal is (0, smallest).
                Some(entry) if fitness_of_block(seen.graph, &Direct(seen.run), entry) < NO_GRADIENT => Fitness::COVERED,
                Some(_) => NO_GRADIENT,
                None => Fitness::NEVER,
            },
        }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs<X> {
        let needs = Needs::at([self.function]).with_scalar(Scalar::WITHOUT_LEVELS);
        if self.any_call { needs } else { needs.reading_direct_calls() }
    }
}

/// The direct-branch goals of a graph; `methods` are the functions that tests can call. The branches of all others are goals, too, to
/// be taken through any call.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Objective, direct_branch_goals};
///
/// let decides = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
/// let mut graph = FlowGraph::of(&decides)?;
/// graph.add(&decides)?; // which tests cannot call
/// let goals = direct_branch_goals(&graph, [Function::new(0)]);
/// let needs = goals.map(|goal| Objective::<Trace>::needs(&goal));
/// let by_the_test: Vec<bool> = needs.map(|needs| needs.reads_direct_calls()).collect();
/// assert_eq!(by_the_test, [true, true, false, false]); // the last two: through any call
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_branch_goals(
    graph: &FlowGraph,
    methods: impl IntoIterator<Item = Function>,
) -> impl Iterator<Item = DirectBranchGoal> {
    let mut methods: Vec<Function> = methods.into_iter().collect();
    sort(&mut methods);
    graph.functions().flat_map(move |function| {
        let any_call = methods.binary_search(&function).is_err();
        branches_in(graph, function, true).map(move |branch| DirectBranchGoal { any_call, ..DirectBranchGoal::new(branch) })
    })
}

/// One goal for each function that has none among the [`direct_branch_goals`].
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goal, direct_entry_goals};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// graph.add(&FlowBuilder::new().exit(0))?; // nothing to decide
/// let names: Vec<String> = direct_entry_goals(&graph, graph.functions()).map(|goal| Goal::from(goal).to_string()).collect();
/// assert_eq!(names, ["direct entry of f1"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_entry_goals(graph: &FlowGraph, methods: impl IntoIterator<Item = Function>) -> impl Iterator<Item = DirectEntryGoal> {
    let mut methods: Vec<Function> = methods.into_iter().collect();
    sort(&mut methods);
    super::entry_goals(graph)
        .map(move |EntryGoal(function)| DirectEntryGoal { function, any_call: methods.binary_search(&function).is_err() })
}
