//! Lookup of goals by criterion, number and identity.

use crate::id::GoalId;
use crate::objective::{Criterion, Goal, Goals};

impl<X: ?Sized> Goals<X> {
    /// Returns an iterator over the goals of a criterion, in the order of arrival. Linear in all
    /// goals.
    pub fn of(&self, criterion: Criterion) -> impl Iterator<Item = GoalId> {
        self.ids()
            .filter(move |&id| self.get(id).and_then(|goal| goal.criterion()) == Some(criterion))
    }

    /// Returns the identity of a goal.
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

    /// Returns the identity of a goal, or `None` if the registry does not have it.
    #[must_use]
    pub fn get(&self, id: GoalId) -> Option<Goal> {
        self.objectives.slot(id).map(|(batch, index)| batch.goal(index))
    }

    /// Returns the number of a goal, or `None` if the registry does not have it. O(log goals).
    #[must_use]
    pub fn find(&self, goal: Goal) -> Option<GoalId> {
        self.ids.find(goal)
    }
}
