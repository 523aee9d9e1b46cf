//! Method goals.

use super::{Goal, NO_GRADIENT, Objective, Observed, without_level};
use crate::execution::MethodCalls;
use crate::fitness::Fitness;
use crate::id::Function;

/// Call a method from the test itself; see also [`without_exception`](Self::without_exception).
///
/// Covered, or (0, infinite), whose scalar is 1 as published: a call that the test does not make has no gradient.
///
/// Source: top-level method coverage and no-exception top-level method coverage, Zhou et al. 2024, section 2.1.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goals, MethodGoal, Tables};
///
/// const CHECK: Function = Function::new(0);
///
/// fn check(t: &Trace, n: i32) -> Result<(), ()> {
///     let f = t.call(CHECK);
///     if n < 0 { return Err(()) } // an exception, as far as this crate is concerned: nothing is reported
///     Ok(f.returned(()))
/// }
///
/// let graph = FlowGraph::of(&Body::new().exit(0))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.extend([MethodGoal::new(CHECK), MethodGoal::new(CHECK).without_exception()]);
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let mut covered = |n| {
///     let _ = check(&trace, n);
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

    /// Its identity.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        if self.normally { Goal::MethodNoException(self.function) } else { Goal::Method(self.function) }
    }
}

impl<X: MethodCalls + ?Sized> Objective<X> for MethodGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let covered = if self.normally { seen.run.returned_to_test(self.function) } else { seen.run.called_by_test(self.function) };
        if covered { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        self.goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        without_level(fitness)
    }
}
