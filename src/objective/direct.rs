//! Direct-branch goals: branches taken in calls that the test makes itself.

use super::branch::branches_in;
use super::{BranchForm, EntryGoal, Goal, NO_GRADIENT, Objective, Observed, Place, without_level};
use crate::distance::Distance;
use crate::execution::{Direct, DirectCalls, Execution};
use crate::fitness::flag::Refined;
use crate::fitness::{Fitness, FitnessTable, fitness_of_block, fitness_of_branch};
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Branch, Function};
use alloc::collections::BTreeSet;
use core::fmt;

/// The goal to take a branch in a call that the test makes itself.
///
/// It is measured as [`BranchGoal`](super::BranchGoal), on the view of the execution that is restricted to such calls ([`Direct`]). Where
/// the test does not call the function itself, the pair is (level from the entry, infinite); without levels the scalar is 1.
/// [`Published`](super::Published) measures it with the rule of two evaluations, in direct calls.
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
    form: BranchForm,
    any_call: bool,
}

impl DirectBranchGoal {
    /// Take `branch` in a call that the test makes itself.
    #[must_use]
    pub const fn new(branch: Branch) -> Self {
        Self { branch, form: BranchForm::Levels, any_call: false }
    }

    /// The same goal, measured in another form.
    #[must_use]
    pub const fn in_form(self, form: BranchForm) -> Self {
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
    pub const fn branch(self) -> Branch {
        self.branch
    }

    /// Its identity.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        Goal::DirectBranch(self.branch)
    }

    pub(super) const fn counts_any_call(self) -> bool {
        self.any_call
    }
}

impl<X: Execution + DirectCalls + ?Sized> Objective<X> for DirectBranchGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match if self.any_call { Some(seen.table) } else { seen.direct() } {
            Some(table) => self.form.of(self.branch, table),
            // Measured apart from a registry: right, but slow.
            None if seen.graph.get_edge(self.branch).is_none() => Fitness::NEVER,
            None => self.form.of_pair(fitness_of_branch(seen.graph, &Direct(seen.run), self.branch)),
        }
    }
    fn goal(&self) -> Goal {
        self.goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        self.form.scalar(fitness)
    }
    fn direct(&self) -> Option<DirectSweep<X>> {
        (!self.any_call).then(DirectSweep::new)
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

    /// Its identity.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        Goal::DirectEntry(self.function)
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
        self.goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        without_level(fitness)
    }
    fn direct(&self) -> Option<DirectSweep<X>> {
        (!self.any_call).then(DirectSweep::new)
    }
}

/// An objective that reads [`Observed::direct`], made by [`FromFn::reading_direct_calls`](super::FromFn::reading_direct_calls).
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::id::Branch;
/// use sbst::objective::{FromFn, Goal, Objective, Observed, ReadsDirectCalls, from_fn};
///
/// /// A name for the type, to return it from a function.
/// fn directly(branch: Branch) -> ReadsDirectCalls<FromFn<impl Fn(&Observed<'_, Trace>) -> Fitness>> {
///     let goal = Goal::Custom { id: branch.number(), at: None };
///     from_fn(goal, move |seen: &Observed<'_, Trace>| {
///         seen.direct().and_then(|direct| direct.get_branch(branch)).unwrap_or(Fitness::NEVER)
///     })
///     .reading_direct_calls()
/// }
///
/// assert!(directly(Branch::new(3)).direct().is_some()); // so a registry sweeps the table
/// ```
#[derive(Clone, Debug)]
pub struct ReadsDirectCalls<O>(pub(super) O);

impl<X: Execution + DirectCalls + ?Sized, O: Objective<X>> Objective<X> for ReadsDirectCalls<O> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        self.0.fitness(seen)
    }
    fn goal(&self) -> Goal {
        self.0.goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        self.0.scalar(fitness)
    }
    fn direct(&self) -> Option<DirectSweep<X>> {
        Some(DirectSweep::new())
    }
    fn reads_calls(&self) -> bool {
        self.0.reads_calls()
    }
    fn places(&self, visit: &mut dyn FnMut(Place)) {
        self.0.places(visit);
    }
    fn statements(&self, visit: &mut dyn FnMut(Block, u32)) {
        self.0.statements(visit);
    }
}

/// How the table of direct calls is swept: an objective that reads it hands one out ([`Objective::direct`]), so that a registry
/// sweeps that table if, and only if, some goal needs it.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::id::Branch;
/// use sbst::objective::{DirectSweep, Goal, Objective, Observed};
///
/// /// A goal of yours that reads the table of direct calls.
/// struct Mine(Branch);
///
/// impl Objective<Trace> for Mine {
///     fn fitness(&self, seen: &Observed<'_, Trace>) -> Fitness {
///         seen.direct().and_then(|direct| direct.get_branch(self.0)).unwrap_or(Fitness::NEVER)
///     }
///     fn goal(&self) -> Goal {
///         Goal::Custom { id: 0, at: None }
///     }
///     fn direct(&self) -> Option<DirectSweep<Trace>> {
///         Some(DirectSweep::new()) // else nobody sweeps it
///     }
/// }
///
/// assert!(Mine(Branch::new(0)).direct().is_some());
/// ```
pub struct DirectSweep<X: ?Sized> {
    plain: fn(&X, &FlowGraph, &FitnessTable, &mut FitnessTable),
    refined: fn(&Refined<'_, X>, &FlowGraph, &FitnessTable, &mut FitnessTable),
}

impl<X: Execution + DirectCalls + ?Sized> DirectSweep<X> {
    /// For executions of this type.
    #[must_use]
    pub fn new() -> Self {
        Self {
            plain: |run, graph, all, direct| direct.sweep(graph, &Swept { direct: Direct(run), all }),
            refined: |run, graph, all, direct| direct.sweep(graph, &Swept { direct: Direct(run), all }),
        }
    }
}

impl<X: ?Sized> DirectSweep<X> {
    /// `all` was swept for the same execution.
    pub(super) fn sweep(self, run: &X, graph: &FlowGraph, all: &FitnessTable, direct: &mut FitnessTable) {
        (self.plain)(run, graph, all, direct);
    }

    /// The same for an execution whose flags are refined.
    pub(super) fn sweep_refined(self, run: &Refined<'_, X>, graph: &FlowGraph, all: &FitnessTable, direct: &mut FitnessTable) {
        (self.refined)(run, graph, all, direct);
    }
}

/// Direct calls of an execution of which it is known already which functions it entered, each once: a suite names them once for each
/// test.
struct Swept<'a, X: ?Sized> {
    direct: Direct<'a, X>,
    all: &'a FitnessTable,
}

impl<X: Execution + DirectCalls + ?Sized> Execution for Swept<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.direct.branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.direct.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.all.entered().filter(|&function| self.direct.knows(graph, function)).for_each(visit);
    }
}

impl<X: Execution + DirectCalls + ?Sized> Default for DirectSweep<X> {
    fn default() -> Self {
        Self::new()
    }
}

// Derived, these would demand the same of X.
impl<X: ?Sized> Clone for DirectSweep<X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for DirectSweep<X> {}
impl<X: ?Sized> fmt::Debug for DirectSweep<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DirectSweep")
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
/// let by_the_test: Vec<bool> = goals.map(|goal| Objective::<Trace>::direct(&goal).is_some()).collect();
/// assert_eq!(by_the_test, [true, true, false, false]); // the last two: through any call
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_branch_goals(
    graph: &FlowGraph,
    methods: impl IntoIterator<Item = Function>,
) -> impl Iterator<Item = DirectBranchGoal> {
    let methods: BTreeSet<Function> = methods.into_iter().collect();
    graph.functions().flat_map(move |function| {
        let any_call = !methods.contains(&function);
        branches_in(graph, function, true).map(move |branch| DirectBranchGoal { any_call, ..DirectBranchGoal::new(branch) })
    })
}

/// One goal for each function that has none among the [`direct_branch_goals`].
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::direct_entry_goals;
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// graph.add(&FlowBuilder::new().exit(0))?; // nothing to decide
/// let names: Vec<String> = direct_entry_goals(&graph, graph.functions()).map(|goal| goal.goal().to_string()).collect();
/// assert_eq!(names, ["direct entry of f1"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn direct_entry_goals(graph: &FlowGraph, methods: impl IntoIterator<Item = Function>) -> impl Iterator<Item = DirectEntryGoal> {
    let methods: BTreeSet<Function> = methods.into_iter().collect();
    super::entry_goals(graph).map(move |EntryGoal(function)| DirectEntryGoal { function, any_call: !methods.contains(&function) })
}
