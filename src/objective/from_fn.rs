//! Objectives made from closures.

use super::{Goal, Objective, Observed, ReadsDirectCalls};
use crate::fitness::Fitness;
use core::fmt;

/// An objective made from a closure, which names the type of its argument.
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goal, Goals, Observed, Tables, from_fn};
///
/// // "Use at most 10 evaluations."
/// let quick = from_fn(Goal::Custom { id: 0, at: None }, |seen: &Observed<'_, Trace>| {
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
///
/// A closure that asks for calls one by one ([`CallTree`](crate::execution::CallTree)) does not tell the registry so: make its recorder
/// with [`Trace::with_call_tree`](crate::execution::Trace::with_call_tree).
pub fn from_fn<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness>(goal: Goal, fitness: F) -> FromFn<F> {
    FromFn { goal, fitness }
}

impl<F> FromFn<F> {
    /// Its identity.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::{Goal, Observed, from_fn};
    ///
    /// let identity = Goal::Custom { id: 4, at: None };
    /// let goal = from_fn(identity, |_: &Observed<'_, Trace>| Fitness::NEVER);
    /// assert_eq!(goal.goal(), identity);
    /// ```
    #[must_use]
    pub const fn goal(&self) -> Goal {
        self.goal
    }

    /// The same goal, whose closure reads [`Observed::direct`]: so the registry sweeps that table.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::Fitness;
    /// use sbst::id::Branch;
    /// use sbst::objective::{Goal, Goals, Observed, from_fn};
    ///
    /// let goal = from_fn(Goal::Custom { id: 0, at: None }, |seen: &Observed<'_, Trace>| {
    ///     seen.direct().and_then(|direct| direct.get_branch(Branch::new(0))).unwrap_or(Fitness::NEVER)
    /// });
    /// Goals::<Trace>::new().push(goal.reading_direct_calls());
    /// ```
    pub fn reading_direct_calls(self) -> ReadsDirectCalls<Self> {
        ReadsDirectCalls(self)
    }
}

/// An objective made from a closure by [`from_fn`].
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::objective::{FromFn, Goal, Goals, Observed, from_fn};
///
/// /// A goal for each number of decisions, by one function.
/// fn at_least(count: u64) -> FromFn<impl Fn(&Observed<'_, Trace>) -> Fitness> {
///     let goal = Goal::Custom { id: count as u32, at: None };
///     from_fn(goal, move |seen: &Observed<'_, Trace>| gt(seen.run.evaluated(), count - 1).to_true().into())
/// }
///
/// let mut goals = Goals::<Trace>::new();
/// goals.extend((1..=3).map(at_least));
/// assert_eq!(goals.len(), 3);
/// ```
#[derive(Clone)]
pub struct FromFn<F> {
    goal: Goal,
    fitness: F,
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FromFn").field(&self.goal).finish()
    }
}

impl<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness> Objective<X> for FromFn<F> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (self.fitness)(seen)
    }
    fn goal(&self) -> Goal {
        self.goal
    }
}
