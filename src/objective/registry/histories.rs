//! The histories that goals of a registry read, beside those of its unrolled graph.

use crate::execution::HistoryId;
use crate::flow::History;
use crate::formula::Shared;
use crate::id::GoalId;
use alloc::vec::Vec;

/// Histories, and the goals that read them.
#[derive(Default)]
pub(in crate::objective) struct Histories {
    /// The histories that were given.
    given: Vec<Shared<History>>,
    /// The goals that read a history, ascending, each with its history.
    of_goal: Vec<(GoalId, HistoryId)>,
    /// Each history that a goal has read, given or not, with the number of goals that read it.
    readers: Vec<(HistoryId, usize)>,
}

impl Histories {
    /// Counts a goal among the readers of a history, and no longer among those of another one.
    pub(super) fn count(&mut self, goal: GoalId, history: Option<HistoryId>) {
        let place = self.of_goal.partition_point(|row| row.0 < goal);
        if self.of_goal.get(place).is_some_and(|row| row.0 == goal) {
            let before = self.of_goal.remove(place).1;
            for row in self.readers.iter_mut().filter(|row| row.0 == before) {
                row.1 -= 1;
            }
        }
        let Some(history) = history else { return };
        self.of_goal.insert(place, (goal, history));
        match self.readers.iter_mut().find(|row| row.0 == history) {
            Some(row) => row.1 += 1,
            None => self.readers.push((history, 1)),
        }
    }

    /// Returns the histories that some goal reads.
    pub(super) fn read(&self) -> impl Iterator<Item = HistoryId> {
        self.readers.iter().filter(|row| row.1 > 0).map(|row| row.0)
    }

    /// Returns the first goal that reads a history.
    pub(super) fn reader(&self, history: HistoryId) -> Option<GoalId> {
        self.of_goal.iter().find(|row| row.1 == history).map(|row| row.0)
    }

    /// Returns the histories that were given.
    pub(super) fn given(&self) -> &[Shared<History>] {
        &self.given
    }

    /// Adds a history, unless it is there.
    pub(super) fn give(&mut self, history: &History) {
        if self.given.iter().all(|known| known.id() != history.id()) {
            self.given.push(Shared::new(history.clone()));
        }
    }

    /// Returns the histories that were given, and that some goal reads.
    pub(super) fn given_and_read(&self) -> impl Iterator<Item = &Shared<History>> {
        let is_read = |history: &&Shared<History>| self.read().any(|id| id == history.id());
        self.given.iter().filter(is_read)
    }
}
