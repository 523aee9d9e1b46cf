//! Objectives made from closures.

use crate::fitness::Fitness;
use crate::objective::{Goal, Needs, Objective, Observed};
use core::fmt;

/// Creates an objective from a closure, which names the type of its argument.
///
/// `needs` says where the goal lies and what the closure reads: [`Needs::nowhere`] for a goal without a place that reads neither
/// [direct calls](Needs::reading_direct_calls) nor [calls one by one](Needs::reading_calls).
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goal, Goals, Needs, Observed, Tables, from_fn};
///
/// // "Use at most 10 evaluations."
/// let quick = from_fn(Goal::Custom(0), Needs::nowhere(), |seen: &Observed<'_, Trace>| {
///     Fitness::from(le(seen.run.evaluated(), 10).to_true())
/// });
/// let mut goals = Goals::<Trace>::new();
/// goals.push(quick);
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
/// let seen = goals.observe(&graph, &trace, &mut tables);
/// assert!(goals.ids().all(|id| goals.fitness_of(id, &seen).is_covered()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn from_fn<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness>(goal: Goal, needs: Needs<X>, fitness: F) -> FromFn<X, F> {
    FromFn { goal, needs, fitness }
}

impl<X: ?Sized, F> FromFn<X, F> {
    /// Returns the identity of the goal.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::{Goal, Needs, Observed, from_fn};
    ///
    /// let identity = Goal::Custom(4);
    /// let goal = from_fn(identity, Needs::nowhere(), |_: &Observed<'_, Trace>| Fitness::NEVER);
    /// assert_eq!(goal.goal(), identity);
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }
}

/// An objective made from a closure by [`from_fn`].
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::objective::{FromFn, Goal, Goals, Needs, Observed, from_fn};
///
/// /// A goal for each number of decisions, by one function.
/// fn at_least(count: u64) -> FromFn<Trace, impl Fn(&Observed<'_, Trace>) -> Fitness> {
///     from_fn(Goal::Custom(count as u32), Needs::nowhere(), move |seen: &Observed<'_, Trace>| {
///         gt(seen.run.evaluated(), count - 1).to_true().into()
///     })
/// }
///
/// let mut goals = Goals::<Trace>::new();
/// goals.extend((1..=3).map(at_least));
/// assert_eq!(goals.len(), 3);
/// ```
pub struct FromFn<X: ?Sized, F> {
    goal: Goal,
    needs: Needs<X>,
    fitness: F,
}

// Derived, this would demand that X is Clone.
impl<X: ?Sized, F: Clone> Clone for FromFn<X, F> {
    fn clone(&self) -> Self {
        Self { goal: self.goal, needs: self.needs.clone(), fitness: self.fitness.clone() }
    }
}

impl<X: ?Sized, F> fmt::Debug for FromFn<X, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FromFn").field(&self.goal).field(&self.needs).finish()
    }
}

impl<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness> Objective<X> for FromFn<X, F> {
    fn goal(&self) -> Goal {
        self.goal
    }
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (self.fitness)(seen)
    }
    fn needs(&self) -> Needs<X> {
        self.needs.clone()
    }
}
