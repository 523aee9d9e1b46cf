//! Method goals.

use crate::execution::{Fact, Facts, Thrown};
use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::Function;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{
    CoverageGoal, Criterion, Discovery, Goal, Goals, Needs, Objective, Observed, Reader, Scalar,
};
use alloc::collections::BTreeSet;

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

impl<X: Facts + ?Sized> Objective<X> for MethodGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let covers = |run: &X| match self.normally {
            true => run.returned_to_test(self.function),
            false => run.called_by_test(self.function),
        };
        if seen.executed().is_some_and(covers) { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        if self.normally {
            Goal::MethodNoException(self.function)
        } else {
            Goal::Method(self.function)
        }
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

impl<X: ?Sized> Objective<X> for MethodEntryGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.entry(self.0)
    }
    fn goal(&self) -> Goal {
        Goal::MethodEntry(self.0)
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
///     method_entry_goals(&graph).map(|goal| Goal::MethodEntry(goal.0).to_string()).collect();
/// assert_eq!(names, ["method f0", "method f1"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn method_entry_goals(graph: &FlowGraph) -> impl Iterator<Item = MethodEntryGoal> {
    graph.functions().map(MethodEntryGoal)
}

// Exception goals, which are an open set, and implicit exception coverage.

/// The goal to throw an exception of one type and kind out of one method. Its value is (0, 0) if
/// covered, else (0, infinite), with scalar 1.
///
/// The set of exceptions is not known beforehand: [`Goals::discover`] adds a goal for each
/// exception when it is first seen. Coverage is the number of exceptions found.
///
/// Source: exception coverage, Zhou et al. 2024, section 2.1. We tell exceptions apart by method,
/// type and kind.
///
/// ```
/// use sbst::execution::{ExceptionKind, Thrown, Trace};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::{CoverageGoal, Objective};
///
/// let thrown = Thrown::new(Function::new(0), Symbol::new(3), ExceptionKind::Implicit);
/// let goal = Objective::<Trace>::goal(&CoverageGoal::new(thrown));
/// assert_eq!(goal.to_string(), "implicit y3 from f0");
/// ```
impl<X: Facts + ?Sized> Objective<X> for CoverageGoal<Thrown> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let has_thrown = seen.executed().is_some_and(|run| run.has_thrown(self.target));
        if has_thrown { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        Goal::Exception(self.target)
    }
    fn needs(&self) -> Needs {
        let needs = Needs::at([self.target.function]).reading(Fact::Exceptions);
        needs.reading_executed().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// Finder of exceptions: each becomes a goal when it is first seen ([`Goals::discover`]).
#[derive(Clone, Copy, Debug)]
pub(in crate::objective) struct ThrownExceptions;

impl<X: Facts + ?Sized> Discovery<X> for ThrownExceptions {
    fn reader(&self) -> Reader {
        Criterion::Exception.into()
    }
    fn facts(&self) -> &[Fact] {
        &[Fact::Exceptions]
    }
    fn finds(&self, goal: Goal) -> bool {
        matches!(goal, Goal::Exception(_))
    }
    fn see(&mut self, goals: &mut Goals<X>, run: &X) {
        goals.discover(run);
    }
    fn adopt(&mut self, goals: &mut Goals<X>, found: &[(Goal, bool)]) {
        goals.extend(found.iter().filter_map(|&(goal, _)| match goal {
            Goal::Exception(thrown) => Some(CoverageGoal::new(thrown)),
            _ => None,
        }));
    }
}

/// Implicit exception coverage of a suite: the number of methods that its tests call directly and
/// that implicitly throw an undeclared exception.
///
/// Call [`see`](Self::see) with the execution of each test. The number e is the length of
/// [`methods`](Self::methods). The coverage is the [`ratio`](Self::ratio) of e to the highest e of
/// all suites that you compare. Methods are counted, not exceptions: a method that throws two types
/// of exceptions counts once.
///
/// Source: BBC (Derakhshanfar, Devroey, Zaidman 2022), section 4.1.4.
///
/// ```
/// use sbst::execution::{ExceptionKind, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::ImplicitExceptionCoverage;
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (get, parse) = (Function::new(0), graph.add(&FlowBuilder::new().exit(0))?);
/// let (trace, index, format) = (Trace::new(&graph), Symbol::new(0), Symbol::new(1));
/// let mut coverage = ImplicitExceptionCoverage::default();
/// for (method, exception, kind) in [
///     (get, index, ExceptionKind::Implicit),
///     (get, format, ExceptionKind::Implicit),
///     (parse, format, ExceptionKind::Declared),
/// ] {
///     trace.reset();
///     trace.root().enter(method).threw(exception, kind);
///     coverage.see(&trace, |_| true);
/// }
/// assert_eq!(coverage.methods.len(), 1); // `get`; `parse` declares it
/// assert_eq!(coverage.ratio(4), Some(0.25)); // another suite made 4 methods throw
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ImplicitExceptionCoverage {
    /// The methods that throw implicitly. Their number is e.
    pub methods: BTreeSet<Function>,
}

impl ImplicitExceptionCoverage {
    /// Adds the methods that throw implicitly in the execution of a test or a suite, if they belong
    /// to the class under test, for which `is_under_test` returns `true`. O(n log n) for n methods
    /// that throw.
    pub fn see(&mut self, run: &(impl Facts + ?Sized), is_under_test: impl Fn(Function) -> bool) {
        run.each_implicit_exception(&mut |method| {
            if is_under_test(method) {
                self.methods.insert(method);
            }
        });
    }

    /// Returns e / `highest`, in [0, 1], where `highest` is the highest e of all compared suites.
    /// It is 1 if e itself is higher, and `None` if both are 0.
    #[must_use]
    pub fn ratio(&self, highest: usize) -> Option<f64> {
        let highest = highest.max(self.methods.len());
        (highest > 0).then(|| self.methods.len() as f64 / highest as f64)
    }
}
