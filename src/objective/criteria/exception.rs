//! Exception goals, an open set, and implicit exception coverage.

use crate::execution::{Exceptions, ImplicitExceptions, Thrown};
use crate::fitness::Fitness;
use crate::id::Function;
#[cfg(doc)]
use crate::objective::Goals;
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{CoverageGoal, Goal, Needs, Objective, Observed, Scalar};
use alloc::collections::BTreeSet;

/// Throw an exception of one type and kind out of one method.
///
/// Nobody knows beforehand which exceptions there are: [`Goals::discover`] makes a goal of each when it is first seen. Covered, or
/// (0, infinite), whose scalar is 1. Coverage is the number found.
///
/// Source: exception coverage, Zhou et al. 2024, section 2.1; that exceptions are told apart by method, type and kind is ours.
///
/// ```
/// use sbst::execution::{ExceptionKind, Thrown};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::{CoverageGoal, Goal};
///
/// let thrown = Thrown::new(Function::new(0), Symbol::new(3), ExceptionKind::Implicit);
/// assert_eq!(Goal::from(CoverageGoal::new(thrown)).to_string(), "implicit y3 from f0");
/// ```
impl<X: Exceptions + ?Sized> Objective<X> for CoverageGoal<Thrown> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        if seen.run.has_thrown(self.target) { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    fn needs(&self) -> Needs<X> {
        Needs::at([self.target.function]).with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// Implicit exception coverage of a suite: how many methods that its tests call directly throw an undeclared exception implicitly.
///
/// Show it the execution of each test. The number e is the length of [`methods`](Self::methods); the coverage is the [`ratio`](Self::ratio) of e to the
/// highest e of all suites that you compare, which only you know. Unlike exception goals, it counts methods, not exceptions: a method
/// that throws two types of exceptions counts once.
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
/// for (method, exception, kind) in
///     [(get, index, ExceptionKind::Implicit), (get, format, ExceptionKind::Implicit), (parse, format, ExceptionKind::Declared)]
/// {
///     trace.reset();
///     trace.root().enter(method).threw(exception, kind);
///     coverage.see(&trace, |_| true);
/// }
/// assert_eq!(coverage.methods.len(), 1); // `get`; what `parse` throws is declared
/// assert_eq!(coverage.ratio(4), Some(0.25)); // another suite made 4 methods throw
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ImplicitExceptionCoverage {
    /// The methods that throw implicitly; their number is e.
    pub methods: BTreeSet<Function>,
}

impl ImplicitExceptionCoverage {
    /// Takes in the execution of a test, or of a suite, as far as methods of the class under test go: those for which `is_under_test`
    /// returns `true`. O(n log n) for n methods that throw.
    pub fn see(&mut self, run: &(impl ImplicitExceptions + ?Sized), is_under_test: impl Fn(Function) -> bool) {
        run.each_implicit_exception(&mut |method| {
            if is_under_test(method) {
                self.methods.insert(method);
            }
        });
    }

    /// Returns e / `highest`, in [0, 1], where `highest` is the highest e of all suites that are compared. If e itself is higher, it is 1;
    /// if both are 0, there is no ratio, and it is `None`.
    #[must_use]
    pub fn ratio(&self, highest: usize) -> Option<f64> {
        let highest = highest.max(self.methods.len());
        (highest > 0).then(|| self.methods.len() as f64 / highest as f64)
    }
}
