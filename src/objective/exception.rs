//! Exception goals: an open set.

use super::{Goal, Goals, NO_GRADIENT, NewGoals, Objective, Observed, without_level};
use crate::execution::{Exceptions, Thrown};
use crate::fitness::Fitness;

/// Throw an exception of one type and kind out of one method.
///
/// Nobody knows beforehand which exceptions there are: [`Goals::discover`] makes a goal of each when it is first seen. Covered, or
/// (0, infinite), whose scalar is 1. Coverage is the number found.
///
/// Source: exception coverage, Zhou et al. 2024, section 2.1.
///
/// ```
/// use sbst::execution::{Kind, Thrown};
/// use sbst::id::{Function, Symbol};
/// use sbst::objective::ExceptionGoal;
///
/// let thrown = Thrown::new(Function::new(0), Symbol::new(3), Kind::Implicit);
/// assert_eq!(ExceptionGoal(thrown).goal().to_string(), "implicit y3 from f0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExceptionGoal(pub Thrown);

impl ExceptionGoal {
    /// Its identity.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        Goal::Exception(self.0)
    }
}

impl<X: Exceptions + ?Sized> Objective<X> for ExceptionGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        if seen.run.has_thrown(self.0) { Fitness::COVERED } else { NO_GRADIENT }
    }
    fn goal(&self) -> Goal {
        self.goal()
    }
    fn scalar(&self, fitness: Fitness) -> f64 {
        without_level(fitness)
    }
}

impl<X: Exceptions + ?Sized> Goals<X> {
    /// Makes a goal of every exception that `run` threw and that is not one yet, in ascending order; the new ones are returned. They
    /// stand behind all others. O(n log n) for n exceptions.
    ///
    /// ```
    /// use sbst::execution::{Kind, Thrown, Trace};
    /// use sbst::flow::{Body, FlowGraph};
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Goal, Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&Body::new().exit(0))?;
    /// let (trace, mut tables, mut goals) = (Trace::new(&graph), Tables::new(&graph), Goals::<Trace>::new());
    /// let overflow = Thrown::new(Function::new(0), Symbol::new(7), Kind::Implicit);
    /// trace.threw(overflow);
    /// let found = goals.discover(&trace);
    /// assert_eq!(found.len(), 1);
    /// assert_eq!(goals.discover(&trace).len(), 0); // once
    ///
    /// let goal = goals.find(Goal::Exception(overflow)).expect("found");
    /// assert!(goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).is_covered());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn discover(&mut self, run: &X) -> NewGoals {
        let before = self.len();
        let mut unknown = alloc::vec::Vec::new();
        run.each_thrown(&mut |thrown| {
            if self.find(Goal::Exception(thrown)).is_none() {
                unknown.push(thrown);
            }
        });
        unknown.sort_unstable();
        for thrown in unknown {
            self.push(ExceptionGoal(thrown));
        }
        self.since(before)
    }
}
