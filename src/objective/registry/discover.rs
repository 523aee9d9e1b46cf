//! Goals of exceptions, made when the exceptions are first seen.

use crate::execution::Exceptions;
use crate::objective::{ExceptionGoal, Goal, Goals, NewGoals};

impl<X: Exceptions + ?Sized> Goals<X> {
    /// Makes a goal of every exception that `run` threw and that is not one yet, in ascending order; the new ones are returned. They
    /// stand behind all others. O(n log n) for n exceptions.
    ///
    /// ```
    /// use sbst::execution::{ExceptionKind, Thrown, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Function, Symbol};
    /// use sbst::objective::{Goal, Goals, Tables};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let (trace, mut tables, mut goals) = (Trace::new(&graph), Tables::new(&graph), Goals::<Trace>::new());
    /// let overflow = Thrown::new(Function::new(0), Symbol::new(7), ExceptionKind::Implicit);
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
