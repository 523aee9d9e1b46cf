//! Exception goals, which are an open set, and implicit exception coverage.

use crate::execution::{Fact, Facts, Thrown};
use crate::fitness::Fitness;
use crate::id::Function;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{
    CoverageGoal, Criterion, Discovery, Goal, Goals, Needs, Objective, Observed, Reader, Scalar,
};
use alloc::collections::BTreeSet;

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
/// use sbst::execution::{ExceptionKind, Thrown};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::{CoverageGoal, Goal};
///
/// let thrown = Thrown::new(Function::new(0), Symbol::new(3), ExceptionKind::Implicit);
/// assert_eq!(
///     Goal::from(CoverageGoal::new(thrown)).to_string(),
///     "implicit y3 from f0"
/// );
/// ```
impl<X: Facts + ?Sized> Objective<X> for CoverageGoal<Thrown> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let has_thrown = seen.executed().is_some_and(|run| run.has_thrown(self.target));
        if has_thrown { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
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
