//! Explanations of the goals of a registry.

use crate::execution::{Fact, Facts, On, Plane};
use crate::fitness::FitnessTable;
#[cfg(doc)]
use crate::flow::FlowGraph;
use crate::id::GoalId;
use crate::objective::explain::explain;
use crate::objective::{Explanation, Goals, Observed};

impl<X: Facts + ?Sized> Goals<X> {
    /// Explains the value of a goal for an execution that was [observed](Self::observe), with or
    /// without refined flags.
    ///
    /// One observation serves values and explanations: [`fitness`](Self::fitness) fills a row from
    /// it. For a suite, or a trace that is not reset between tests, the explanation is about all
    /// tests together.
    ///
    /// # Panics
    ///
    /// If the registry has no such goal: see [`get_explanation`](Self::get_explanation).
    ///
    /// ```
    /// use sbst::distance::gt;
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    /// use sbst::objective::{Goal, Goals, Tables, branch_goals};
    ///
    /// // 0: if a > 9 { 1: if b > 9 { 2: ... } }  3: return
    /// let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3);
    /// let graph = FlowGraph::of(&body)?;
    /// let mut goals = Goals::<Trace>::new();
    /// goals.extend(branch_goals(&graph));
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// trace.root().enter(Function::new(0)).decide(0, gt(7, 9));
    ///
    /// let seen = goals.observe(&graph, &trace, &mut tables);
    /// let inner = goals.find(Goal::Branch(Branch::new(2))).expect("a goal");
    /// assert_eq!(
    ///     goals.explain(inner, &seen).to_string(),
    ///     "branch e2: level 1, distance 3
    ///   nearest: e0 (b0 -> b1 on true) was missed by 3
    ///   then: e2 (b1 -> b2 on true)"
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn explain(&self, id: GoalId, seen: &Observed<'_, X>) -> Explanation {
        let Some(found) = self.get_explanation(id, seen) else {
            panic!("the registry has no goal {id}")
        };
        found
    }

    /// Explains the value of a goal, or returns `None` if the registry does not have it.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::GoalId;
    /// use sbst::objective::{Goals, Tables};
    ///
    /// let (graph, goals) =
    ///     (FlowGraph::of(&FlowBuilder::new().exit(0))?, Goals::<Trace>::new());
    /// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
    /// assert_eq!(
    ///     goals.get_explanation(
    ///         GoalId::new(0),
    ///         &goals.observe(&graph, &trace, &mut tables)
    ///     ),
    ///     None
    /// );
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the goals [belong](Self::made_for) to another graph than `seen.graph`.
    /// [`FlowGraph::check`] finds out.
    #[must_use]
    #[track_caller]
    pub fn get_explanation(&self, id: GoalId, seen: &Observed<'_, X>) -> Option<Explanation> {
        self.belong_to(seen.graph);
        let (batch, index) = self.objectives.slot(id)?;
        let (goal, needs) = (batch.goal(index), batch.needs(index));
        let of = |seen: &Observed<'_, X>| {
            explain(goal, batch.fitness(index, seen), &needs, &seen.without_run())
        };
        if seen.direct().is_some() || !needs.reads(Fact::On(Plane::Direct)) {
            return Some(of(seen));
        }
        // An observation that was not made by `observe` has no table of direct calls.
        let mut direct = FitnessTable::default();
        direct.sweep(seen.graph, &On(seen.run, Plane::Direct));
        Some(of(&seen.with_direct(&direct)))
    }
}
