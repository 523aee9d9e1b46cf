//! Coverage goals that can be measured, and objectives made from closures.

use crate::distance::Distance;
use crate::fitness::Fitness;
#[cfg(doc)]
use crate::objective::{Added, Explanation, Goals};
use crate::objective::{Goal, Needs, Observed};
use core::fmt;

/// Value of a goal that is not covered and has no gradient. Its scalar is 1.
pub(in crate::objective) const NO_GRADIENT: Fitness = Fitness::new(0, Distance::INFINITE);

/// A goal that can be measured on executions of type `X`. The trait is dyn-compatible; `&O`,
/// `Box<O>`, `Rc<O>` and `Arc<O>` are objectives, too.
///
/// All three methods are required: no default stands for "unknown".
///
/// ```
/// use sbst::distance::le;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{Goal, Goals, Kind, Needs, Objective, Observed, Tables};
///
/// const QUICK: Kind = Kind::new("quick").unwrap();
///
/// /// Come to the end after at most this number of decisions.
/// struct Quick(u64);
///
/// impl Objective<Trace> for Quick {
///     fn goal(&self) -> Goal {
///         QUICK.goal([0])
///     }
///     fn fitness(&self, seen: &Observed<'_, Trace>) -> Fitness {
///         le(seen.run.evaluated(), self.0).to_true().into()
///     }
///     fn needs(&self) -> Needs {
///         Needs::nowhere() // no place in the control flow has to be reached first
///     }
/// }
///
/// // 0: while i < n {}   1: return
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 0, 1).exit(1))?;
/// let mut goals = Goals::new();
/// goals.push(Quick(2));
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// let frame = trace.root().enter(Function::new(0));
/// (0..5).for_each(|i| {
///     frame.decide(0, le(i, 3));
/// });
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert_eq!(row, [Fitness::new(0, 4.into())]); // three too many, plus K
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
///
/// A goal that wraps another goal delegates the methods that it does not change. If it changes the
/// value, it must return (0, 0), which means covered, only if the inner goal does; a product with a
/// small weight can be rounded to 0.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::execution::Trace;
/// use sbst::fitness::Fitness;
/// use sbst::id::Branch;
/// use sbst::objective::{
///     Added, CoverageGoal, Goal, Goals, Needs, Objective, Observed, Place,
/// };
///
/// /// Any goal, whose distance counts more or less.
/// struct Weighted<O> {
///     goal: O,
///     weight: f64, // finite, and above 0: see `new`
/// }
///
/// impl<O> Weighted<O> {
///     fn new(goal: O, weight: f64) -> Option<Self> {
///         (weight.is_finite() && weight > 0.0).then_some(Self { goal, weight })
///     }
/// }
///
/// impl<X: ?Sized, O: Objective<X>> Objective<X> for Weighted<O> {
///     fn goal(&self) -> Goal {
///         self.goal.goal()
///     }
///     fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
///         let inner = self.goal.fitness(seen);
///         let (distance, infinite) = (inner.distance, Distance::INFINITE);
///         if distance == Distance::ZERO || distance == infinite {
///             // covered; only a level is missing; or the distance is unknown
///             return inner;
///         }
///         // A positive distance stays positive, and a finite distance finite.
///         let weighted =
///             Distance::new(distance.get() * self.weight).unwrap_or(infinite);
///         let weighted = weighted.clamp(Distance::SMALLEST, Distance::GREATEST);
///         Fitness::new(inner.level, weighted)
///     }
///     fn needs(&self) -> Needs {
///         self.goal.needs()
///     }
/// }
///
/// let mut goals = Goals::<Trace>::new();
/// let goal = CoverageGoal::new(Branch::new(3));
/// let id = goals.push(goal).id();
/// let heavy = || Weighted::new(goal, 2.0).expect("a weight");
/// assert_eq!(goals.push(heavy()), Added::Known(id)); // the registered goal stays
/// assert_eq!(goals.replace(heavy()), Added::Replaced(id));
/// let needs = goals.needs(id).expect("a goal");
/// let place = Place::Branch(Branch::new(3));
/// assert!(needs.places().eq([place])); // a frontier still knows its place
/// ```
///
/// [`Goals::push`] keeps the goal that is registered already under the same identity, and returns
/// [`Added::Known`]. So a wrapper that keeps the identity of a registered goal must be added by
/// [`Goals::replace`].
///
/// A registry may be sent to other threads, so it takes objectives that are `Send + Sync +
/// 'static`. Boxed objectives of several types are therefore `Box<dyn Objective<X> + Send + Sync>`;
/// boxes of `dyn Objective<X>` do not compile there:
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::{Block, Branch};
/// use sbst::objective::{CoverageGoal, Goals, Objective};
///
/// type AnyGoal = Box<dyn Objective<Trace> + Send + Sync>;
///
/// let block = CoverageGoal::new(Block::new(1));
/// let both: [AnyGoal; 2] =
///     [Box::new(block), Box::new(CoverageGoal::new(Branch::new(0)))];
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(both);
/// assert_eq!(goals.len(), 2);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a goal that can be measured on `{X}`",
    note = "the execution must implement `Facts`, or the target of the goal has no such goal",
    note = "there is `CoverageGoal` of a branch, block, statement, function, exception or \
        partition, and `DirectGoal` of a branch or function; lines, mutants and methods have \
        goals of their own"
)]
pub trait Objective<X: ?Sized> {
    /// Returns the identity of the goal.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::id::Branch;
    /// use sbst::objective::{CoverageGoal, Goal, GoalForm, Objective};
    ///
    /// // Two forms of one goal: the form is not part of the identity.
    /// let plain = CoverageGoal::new(Branch::new(3));
    /// let without_levels = plain.in_form(GoalForm::Augmented);
    /// let goals: [&dyn Objective<Trace>; 2] = [&plain, &without_levels];
    /// assert!(
    ///     goals.iter().all(|objective| objective.goal() == Goal::Branch(Branch::new(3)))
    /// );
    /// ```
    fn goal(&self) -> Goal;

    /// Returns the value of an execution: (0, 0) iff it covers the goal.
    ///
    /// For blocks and branches that the graph does not have, forms with levels return
    /// [`Fitness::NEVER`], and the other forms their worst value. Goals that read only the
    /// execution return (0, infinite).
    ///
    /// A goal of yours must take all its distances from [`seen.table`](Observed::table), or all
    /// from [`seen.run`](Observed::run). For a [`Refined`](crate::fitness::flag::Refined) execution
    /// they differ: the table has the refined values, and the run is the plain execution.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{CoverageGoal, Objective, Observed};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
    /// trace.root().enter(Function::new(0)).decide(0, lt(14, 10));
    /// table.sweep(&graph, &trace);
    /// let fitness = CoverageGoal::new(Branch::new(0))
    ///     .fitness(&Observed::new(&graph, &trace, &table));
    /// assert_eq!(fitness.distance.get(), 5.0);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness;

    /// Returns the places of the goal, the records that it reads, and its scalar.
    ///
    /// A registry calls it when the goal is added or replaced; frontiers and
    /// [explanations](Explanation) call it for the places. Measuring never calls it. It must return
    /// the same needs every time.
    ///
    /// ```
    /// use sbst::execution::{Fact, Plane, Trace};
    /// use sbst::flow::Lines;
    /// use sbst::id::{Block, Branch, Line};
    /// use sbst::objective::{DirectGoal, LineGoal, Objective, Place};
    ///
    /// // The line of a `for`: its beginning and its step are in two blocks.
    /// let (line, [first, step]) = (Line::new(12), [0, 3].map(Block::new));
    /// let goal = LineGoal::new(
    ///     line,
    ///     &Lines::new([(first.statement(0), line), (step.statement(1), line)]),
    /// );
    /// let needs = Objective::<Trace>::needs(&goal);
    /// assert!(needs.places().eq([first, step].map(Place::Block)));
    ///
    /// let needs = Objective::<Trace>::needs(&DirectGoal::new(Branch::new(3)));
    /// assert!(needs.reads(Fact::On(Plane::Direct)));
    /// ```
    fn needs(&self) -> Needs;
}

/// Implements [`Objective`] for a pointer to an objective.
macro_rules! forward {
    ($($to:ty),*) => { $(
        impl<X: ?Sized, O: Objective<X> + ?Sized> Objective<X> for $to {
            fn goal(&self) -> Goal {
                (**self).goal()
            }
            fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
                (**self).fitness(seen)
            }
            fn needs(&self) -> Needs {
                (**self).needs()
            }
        }
    )* };
}

forward! { &O, alloc::boxed::Box<O>, alloc::rc::Rc<O> }
#[cfg(target_has_atomic = "ptr")]
forward! { alloc::sync::Arc<O> }

// Objectives made from closures.

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
