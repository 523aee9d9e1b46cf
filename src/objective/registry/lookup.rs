//! Goals of a registry by their criterion, their number and their identity.

use crate::id::GoalId;
use crate::objective::{Criterion, Goal, Goals};

impl<X: ?Sized> Goals<X> {
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
        self.objectives.slot(id).map(|(batch, index)| batch.goal(index))
    }

    /// The number of a goal, if the registry has it. O(log goals).
    #[must_use]
    pub fn find(&self, goal: Goal) -> Option<GoalId> {
        self.ids.get(&goal).copied()
    }
}
