//! Method goals.

use crate::execution::{Fact, Facts};
use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::Function;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Goal, Needs, Objective, Observed, Scalar};

/// The goal to call a method from the test itself; see also
/// [`without_exception`](Self::without_exception).
///
/// Its value is (0, 0) if covered, else (0, infinite), with scalar 1: a call that the test does not
/// make has no gradient.
///
/// Source: top-level method coverage and no-exception top-level method coverage, Zhou et al. 2024,
/// section 2.1. The paper prints no equation; the value 1 is ours. Only methods that tests can call
/// are goals; the text of the paper leaves open if other methods are covered by any call.
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
///     // Nothing is reported on this way out: it counts as an exception.
///     if n < 0 {
///         return Err(());
///     }
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
///     let is_covered = |id| goals.fitness_of(id, &seen).is_covered();
///     goals.ids().map(is_covered).collect::<Vec<_>>()
/// };
/// assert_eq!(covered(-1), [true, false]);
/// assert_eq!(covered(1), [true, true]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MethodGoal {
    function: Function,
    /// `true` if the call must return normally.
    normally: bool,
}

impl MethodGoal {
    /// Creates the goal to call `function`. The call may return or throw.
    #[must_use]
    pub const fn new(function: Function) -> Self {
        Self { function, normally: false }
    }

    /// Creates the goal to call the method so that it returns normally. It has another identity.
    #[must_use]
    pub const fn without_exception(self) -> Self {
        Self { normally: true, ..self }
    }
}

/// Converts the goal into its identity.
impl From<MethodGoal> for Goal {
    fn from(goal: MethodGoal) -> Self {
        if goal.normally {
            Self::MethodNoException(goal.function)
        } else {
            Self::Method(goal.function)
        }
    }
}

impl<X: Facts + ?Sized> Objective<X> for MethodGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let covers = |run: &X| match self.normally {
            true => run.returned_to_test(self.function),
            false => run.called_by_test(self.function),
        };
        if seen.executed().is_some_and(covers) { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs {
        let needs = Needs::at([self.function]).reading(Fact::MethodCalls);
        needs.reading_executed().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// The goal to enter a method, by any call: method coverage.
///
/// Its value is (0, 0) iff the function was entered, by the test or by another function; it need
/// not have returned. Else the value is (0, infinite), with scalar 1. Functions with and without
/// branches have such a goal. It differs from the [entry goals](crate::objective::entry_goals),
/// which replace branch goals.
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
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
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

/// Converts the goal into its identity.
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
    /// Returns the function as place. The scalar is at most 1: levels across calls are in the pair
    /// only.
    fn needs(&self) -> Needs {
        Needs::at([self.0]).local().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// Returns the method-entry goals of a graph, ascending: one for each function, including functions
/// that tests cannot call.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goal, method_entry_goals};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// graph.add(&FlowBuilder::new().exit(0))?;
/// let names: Vec<String> =
///     method_entry_goals(&graph).map(|goal| Goal::from(goal).to_string()).collect();
/// assert_eq!(names, ["method f0", "method f1"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn method_entry_goals(graph: &FlowGraph) -> impl Iterator<Item = MethodEntryGoal> {
    graph.functions().map(MethodEntryGoal)
}
