//! The registry of a search's goals.

use super::batches::Batches;
use super::{Criterion, DirectSweep, Goal, Objective, Observed, Tables};
use crate::execution::{Execution, Trace};
use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::GoalId;
use alloc::collections::BTreeMap;
use core::fmt;
use core::ops::Range;

/// The goals of a search over executions of type `X`: each identity once, numbered in the order of arrival.
///
/// Goals may be added at any time (an open world: exceptions are found while searching). The objectives themselves borrow nothing.
pub struct Goals<X: ?Sized> {
    objectives: Batches<X>,
    ids: BTreeMap<Goal, GoalId>,
    /// How the table of direct calls is swept, if some goal reads it.
    direct: Option<DirectSweep<X>>,
    /// One more than the greatest mutant that is a goal.
    mutants: u32,
}

/// What became of a goal that was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It was not there yet.
    New(GoalId),
    /// A goal of the same identity was there, and stays; this one was dropped.
    Known(GoalId),
}

impl Added {
    /// The number of the goal, new or known.
    #[must_use]
    pub const fn id(self) -> GoalId {
        match self {
            Self::New(id) | Self::Known(id) => id,
        }
    }
}

/// Goals that were added together: their numbers, ascending.
#[derive(Clone, Debug)]
pub struct NewGoals(Range<u32>);

impl Iterator for NewGoals {
    type Item = GoalId;

    fn next(&mut self) -> Option<GoalId> {
        self.0.next().map(GoalId::new)
    }
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for NewGoals {}

impl<X: ?Sized> Goals<X> {
    /// No goals yet.
    #[must_use]
    pub fn new() -> Self {
        Self { objectives: Batches::new(), ids: BTreeMap::new(), direct: None, mutants: 0 }
    }

    /// Adds a goal unless one of the same identity is there. O(log goals).
    ///
    /// # Panics
    ///
    /// When the 2^32nd goal is added.
    pub fn push(&mut self, objective: impl Objective<X> + Send + Sync + 'static) -> Added {
        let goal = objective.goal();
        if let Some(&known) = self.ids.get(&goal) {
            return Added::Known(known);
        }
        let id = GoalId::new(u32::try_from(self.objectives.len()).expect("fewer than 2^32 goals"));
        self.ids.insert(goal, id);
        self.direct = self.direct.or(objective.direct());
        if let Goal::Mutant(mutant) = goal {
            self.mutants = self.mutants.max(mutant.number().saturating_add(1));
        }
        self.objectives.push(objective);
        Added::New(id)
    }

    /// The goals added when there were `before` of them.
    pub(super) fn since(&self, before: usize) -> NewGoals {
        NewGoals(before as u32..self.len() as u32)
    }

    /// How many goals there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.objectives.len()
    }

    /// Whether there are no goals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.objectives.len() == 0
    }

    /// All goals, in the order of arrival.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = GoalId> + use<X> {
        (0..self.objectives.len() as u32).map(GoalId::new)
    }

    /// The goals that a criterion makes, in the order of arrival. Linear in all goals.
    pub fn of(&self, criterion: Criterion) -> impl Iterator<Item = GoalId> {
        self.ids().filter(move |&id| self.get(id).and_then(|goal| goal.criterion()) == Some(criterion))
    }

    /// The identity of a goal.
    ///
    /// # Panics
    ///
    /// If the registry has no such goal: see [`get`](Self::get).
    #[must_use]
    #[track_caller]
    pub fn goal(&self, id: GoalId) -> Goal {
        let Some(found) = self.get(id) else { panic!("the registry has no goal {id}") };
        found
    }

    /// The identity of a goal, if the registry has it.
    #[must_use]
    pub fn get(&self, id: GoalId) -> Option<Goal> {
        self.objectives.place(id).map(|(batch, index)| batch.goal(index))
    }

    /// The number of a goal, if the registry has it. O(log goals).
    #[must_use]
    pub fn find(&self, goal: Goal) -> Option<GoalId> {
        self.ids.get(&goal).copied()
    }

    /// The value of one goal; [`Fitness::NEVER`] for a number that the registry does not have.
    #[must_use]
    pub fn fitness_of(&self, id: GoalId, seen: &Observed<'_, X>) -> Fitness {
        self.objectives.place(id).map_or(Fitness::NEVER, |(batch, index)| batch.fitness(index, seen))
    }

    /// The value of a goal as one number: its [`Objective::scalar`].
    ///
    /// For a number that the registry does not have it is [`Fitness::scalar`].
    #[must_use]
    pub fn scalar(&self, id: GoalId, fitness: Fitness) -> f64 {
        self.objectives.place(id).map_or(fitness.scalar(), |(batch, index)| batch.scalar(index, fitness))
    }

    /// A recorder for `graph` that records what these goals need: direct calls apart if a goal reads them, and as many mutants as there
    /// are. For goals that are added later, make it anew, or see [`Trace::with_direct_calls`] and [`Trace::with_mutants`].
    #[must_use]
    pub fn trace(&self, graph: &FlowGraph) -> Trace {
        let trace = Trace::new(graph).with_mutants(self.mutants);
        if self.direct.is_some() { trace.with_direct_calls() } else { trace }
    }

    /// The values of many goals, into `row`, in the order of `goals`; what is longer stays as it is. Allocates nothing.
    pub fn fitness(&self, goals: impl IntoIterator<Item = GoalId>, seen: &Observed<'_, X>, row: &mut [Fitness]) {
        self.objectives.measure(goals, seen, row);
    }
}

impl<X: Execution + ?Sized> Goals<X> {
    /// Sweeps the tables that the goals read, for one execution: what all goals are measured on.
    pub fn observe<'a>(&self, graph: &'a FlowGraph, run: &'a X, tables: &'a mut Tables) -> Observed<'a, X> {
        let Tables { reach, direct } = tables;
        reach.sweep(graph, run);
        let seen = Observed::new(graph, run, reach);
        match self.direct {
            Some(sweep) => {
                sweep.sweep(run, graph, direct);
                seen.with_direct(direct)
            }
            None => seen,
        }
    }
}

impl<X: ?Sized> Default for Goals<X> {
    fn default() -> Self {
        Self::new()
    }
}

impl<X: ?Sized, O: Objective<X> + Send + Sync + 'static> Extend<O> for Goals<X> {
    fn extend<I: IntoIterator<Item = O>>(&mut self, objectives: I) {
        for objective in objectives {
            self.push(objective);
        }
    }
}

/// The identities, in the order of arrival.
impl<X: ?Sized> fmt::Debug for Goals<X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.ids().filter_map(|id| self.get(id))).finish()
    }
}
