//! Goals on numbers of the user: a count, a size, a balance.

use crate::distance::{Distance, EqualityDistance, OrderDistance, ge};
use crate::fitness::Fitness;
use crate::objective::{FromFn, Goal, Needs, Observed, from_fn};

#[cfg(doc)]
use crate::distance::eq;

/// Let a number be at least `bound`: the distance of `number >= bound`, see [`ge`]. `None` stands for a number that was not observed:
/// infinitely far.
///
/// A number to maximise without a target has no value that covers it, so it is no goal: give its negation to an archive as the cost.
///
/// `needs` says where the goal lies and what the closure reads, as at [`from_fn`]; the closure names the type of its argument.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Evaluations, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{Goal, Goals, Needs, Observed, Tables, at_least};
///
/// // Go round the loop of block 0 at least five times.
/// let needs = Needs::nowhere();
/// let often = at_least(Goal::Custom(0), needs, 6, |seen: &Observed<'_, Trace>| {
///     Some(seen.run.evaluations(seen.graph.get_edge(Branch::new(0))?))
/// });
/// let mut goals = Goals::<Trace>::new();
/// let goal = goals.push(often).id();
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let (trace, mut tables) = (Trace::new(&graph), Tables::new(&graph));
/// let f = trace.root().enter(Function::new(0));
/// (0..3).for_each(|i| { f.decide(0, lt(i, 2)); });
/// let fitness = goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables));
/// assert_eq!(fitness.distance.get(), 4.0); // 3 evaluations of 6, and K
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn at_least<X: ?Sized, N: OrderDistance>(
    goal: Goal,
    needs: Needs<X>,
    bound: N,
    number: impl Fn(&Observed<'_, X>) -> Option<N>,
) -> FromFn<X, impl Fn(&Observed<'_, X>) -> Fitness> {
    from_fn(goal, needs, move |seen: &Observed<'_, X>| {
        number(seen).map_or(Distance::INFINITE, |number| ge(&number, &bound).to_true()).into()
    })
}

/// Get a number to zero: the distance of `number == 0`, see [`eq`]. `None` stands for a number that was not observed: infinitely far.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goal, Goals, Needs, Observed, Tables, to_zero};
///
/// // All frames are closed at the end.
/// let depth = |seen: &Observed<'_, Trace>| Some(seen.run.depth());
/// let balanced = to_zero(Goal::Custom(1), Needs::nowhere(), depth);
/// let mut goals = Goals::<Trace>::new();
/// goals.push(balanced);
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let (trace, mut tables, mut row) = (Trace::new(&graph), Tables::new(&graph), Vec::new());
/// let open = trace.root().enter(Function::new(0));
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert_eq!(row[0].distance.get(), 2.0); // one, and K
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn to_zero<X: ?Sized, N: EqualityDistance + Default>(
    goal: Goal,
    needs: Needs<X>,
    number: impl Fn(&Observed<'_, X>) -> Option<N>,
) -> FromFn<X, impl Fn(&Observed<'_, X>) -> Fitness> {
    from_fn(goal, needs, move |seen: &Observed<'_, X>| {
        number(seen).map_or(Distance::INFINITE, |number| crate::distance::eq(&number, &N::default()).to_true()).into()
    })
}
