//! Method goals.

use crate::execution::MethodCalls;
use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::Function;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Goal, Needs, Objective, Observed, Scalar};

/// The goal to call a method from the test itself; see also [`without_exception`](Self::without_exception).
///
/// Covered, or (0, infinite), whose scalar is 1: a call that the test does not make has no gradient.
///
/// Source: top-level method coverage and no-exception top-level method coverage, Zhou et al. 2024, section 2.1; the value 1 is ours, for no
/// equation is printed. Only methods that tests can call are goals; the paper's text leaves open that others are covered by any call.
///
/// ```
/// use sbst::execution::{Caller, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, MethodGoal, Tables};
///
/// const CHECK: Function = Function::new(0);
///
/// fn check(c: Caller<'_>, n: i32) -> Result<(), ()> {
///     let f = c.enter(CHECK);
///     if n < 0 { return Err(()) } // an exception, as far as this crate is concerned: nothing is reported
///     f.returns(0, Ok(()))
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend([MethodGoal::new(CHECK), MethodGoal::new(CHECK).without_exception()]);
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let mut covered = |n| {
///     let _ = check(trace.root(), n);
///     let seen = goals.observe(&graph, &trace, &mut tables);
///     goals.ids().map(|id| goals.fitness_of(id, &seen).is_covered()).collect::<Vec<_>>()
/// };
/// assert_eq!(covered(-1), [true, false]);
/// assert_eq!(covered(1), [true, true]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MethodGoal {
    function: Function,
    normally: bool,
}

impl MethodGoal {
    /// Call `function`, however that ends.
    #[must_use]
    pub const fn new(function: Function) -> Self {
        Self { function, normally: false }
    }

    /// Call it so that it returns normally: another goal.
    #[must_use]
    pub const fn without_exception(self) -> Self {
        Self { normally: true, ..self }
    }
}

/// The identity of the goal.
impl From<MethodGoal> for Goal {
    fn from(goal: MethodGoal) -> Self {
        if goal.normally { Self::MethodNoException(goal.function) } else { Self::Method(goal.function) }
    }
}

impl<X: MethodCalls + ?Sized> Objective<X> for MethodGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let covered = if self.normally { seen.run.returned_to_test(self.function) } else { seen.run.called_by_test(self.function) };
        if covered { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs<X> {
        Needs::at([self.function]).with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// The goal to enter a method, by whatever call: method coverage.
///
/// Covered iff the function was entered, by the test or by another function, and whether or not it returned. Else (0, infinite), whose
/// scalar is 1. Functions with and without branches have it alike, and it is a goal of its own beside the
/// [entry goals](crate::objective::entry_goals), which stand for branch goals.
///
/// Source: Zhou et al. 2024, section 4.9 (RQ8): the method coverage of the baseline BC-EC-MC.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, MethodEntryGoal, MethodGoal, Tables};
///
/// let [public, private] = [0, 1].map(Function::new);
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// graph.add(&FlowBuilder::new().exit(0))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.push(MethodEntryGoal(private));
/// goals.push(MethodGoal::new(private));
/// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// let caller = trace.root().enter(public);
/// drop(caller.caller().enter(private)); // not by the test
/// drop(caller);
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert_eq!(row.iter().map(|value| value.scalar()).collect::<Vec<_>>(), [0.0, 1.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MethodEntryGoal(pub Function);

/// The identity of the goal.
impl From<MethodEntryGoal> for Goal {
    fn from(goal: MethodEntryGoal) -> Self {
        Self::MethodEntry(goal.0)
    }
}

impl<X: ?Sized> Objective<X> for MethodEntryGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.entry(self.0)
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    /// The scalar is at most 1: levels of calls are in the pair only.
    fn needs(&self) -> Needs<X> {
        Needs::at([self.0]).with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// Returns the method-entry goals of a graph, ascending: one for each function, also for those that tests cannot call.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goal, method_entry_goals};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// graph.add(&FlowBuilder::new().exit(0))?;
/// let names: Vec<String> = method_entry_goals(&graph).map(|goal| Goal::from(goal).to_string()).collect();
/// assert_eq!(names, ["method f0", "method f1"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn method_entry_goals(graph: &FlowGraph) -> impl Iterator<Item = MethodEntryGoal> {
    graph.functions().map(MethodEntryGoal)
}
