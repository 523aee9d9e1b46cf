//! Objectives made from closures.

use crate::fitness::Fitness;
use crate::objective::{Goal, Needs, Objective, Observed};
use core::fmt;

/// Creates an objective from a closure. The closure must name the type of its argument.
///
/// `needs` states the places of the goal, and the facts that the closure reads: use
/// [`Needs::nowhere`] for a goal without a place, and [`Needs::reading`] for each fact. If the closure
/// reads the execution by [`Observed::executed`] alone, say so by [`Needs::reading_executed`]: of a
/// goal that does not, a campaign keeps any test with a finite distance as near, and none with an
/// infinite one.
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goals, Kind, Needs, Observed, Tables, from_fn};
///
/// const QUICK: Kind = Kind::new("quick").unwrap();
///
/// // "Use at most 10 evaluations."
/// let quick =
///     from_fn(QUICK.goal([10]), Needs::nowhere(), |seen: &Observed<'_, Trace>| {
///         Fitness::from(le(seen.run.evaluated(), 10).to_true())
///     });
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
/// For a number that should reach a bound, return the distance of a comparison, and an infinite
/// distance if the number was not observed. A number to be maximised without a bound is no goal,
/// because no value covers it: pass its negation to an archive as the cost.
///
/// ```
/// use sbst::distance::{Distance, ge, lt};
/// use sbst::execution::{Facts, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goals, Kind, Needs, Observed, Tables, from_fn};
///
/// const OFTEN: Kind = Kind::new("often").unwrap();
///
/// // Go round the loop of block 0 at least five times.
/// let often =
///     from_fn(OFTEN.goal([5]), Needs::nowhere(), |seen: &Observed<'_, Trace>| {
///         let evaluations = seen
///             .graph
///             .get_edge(Branch::new(0))
///             .map(|edge| seen.run.evaluations(edge));
///         evaluations
///             .map_or(Distance::INFINITE, |number| ge(number, 6).to_true())
///             .into()
///     });
/// let mut goals = Goals::<Trace>::new();
/// let goal = goals.push(often).id();
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
/// let f = trace.root().enter(Function::new(0));
/// (0..3).for_each(|i| {
///     f.decide(0, lt(i, 2));
/// });
/// let fitness = goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables));
/// assert_eq!(fitness.distance.get(), 4.0); // 6 - 3 evaluations, plus K
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn from_fn<X: ?Sized, F>(goal: Goal, needs: Needs, fitness: F) -> impl Objective<X> + fmt::Debug
where
    F: Fn(&Observed<'_, X>) -> Fitness,
{
    FromFn { goal, needs, fitness }
}

/// An objective made from a closure.
struct FromFn<F> {
    goal: Goal,
    needs: Needs,
    fitness: F,
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FromFn").field(&self.goal).field(&self.needs).finish()
    }
}

impl<X: ?Sized, F: Fn(&Observed<'_, X>) -> Fitness> Objective<X> for FromFn<F> {
    fn goal(&self) -> Goal {
        self.goal
    }
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        (self.fitness)(seen)
    }
    fn needs(&self) -> Needs {
        self.needs.clone()
    }
}
