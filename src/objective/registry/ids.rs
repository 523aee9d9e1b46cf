//! Numbers of goals by their identities.

use crate::id::{Block, Branch, Function, GoalId, Line, Mutant};
use crate::objective::Goal;
use alloc::collections::BTreeMap;

/// The numbers of the goals of a registry, to be found by identity.
///
/// Most goals of a criterion are added one after the other: branch 7 as goal 107, branch 8 as goal
/// 108. Such a run is one row, so a million branches take the memory of one.
#[derive(Default)]
pub(super) struct Ids(BTreeMap<Goal, Run>);

/// Goals of one kind, with consecutive numbers and consecutive places.
struct Run {
    first: GoalId,
    count: u32,
}

impl Ids {
    /// Adds a goal that is not there yet.
    pub(super) fn insert(&mut self, goal: Goal, id: GoalId) {
        if let Some((&start, run)) = self.0.range_mut(..goal).next_back()
            && distance(start, goal) == Some(run.count)
            && id.number() - run.first.number() == run.count
        {
            run.count += 1;
        } else {
            self.0.insert(goal, Run { first: id, count: 1 });
        }
    }

    /// Returns the number of a goal. O(log n) for n runs.
    pub(super) fn find(&self, goal: Goal) -> Option<GoalId> {
        let (&start, run) = self.0.range(..=goal).next_back()?;
        let distance = if start == goal { 0 } else { distance(start, goal)? };
        (distance < run.count).then(|| GoalId::new(run.first.number() + distance))
    }
}

/// Returns the number of `goal` less that of `start`; `None` if they are of different kinds, or
/// `goal` comes first.
fn distance(start: Goal, goal: Goal) -> Option<u32> {
    let [start, goal] = match (start, goal) {
        (Goal::Branch(a), Goal::Branch(b)) | (Goal::DirectBranch(a), Goal::DirectBranch(b)) => {
            [a, b].map(Branch::number)
        }
        (Goal::Block(a), Goal::Block(b)) => [a, b].map(Block::number),
        (Goal::Line(a), Goal::Line(b)) => [a, b].map(Line::number),
        (Goal::Entry(a), Goal::Entry(b))
        | (Goal::DirectEntry(a), Goal::DirectEntry(b))
        | (Goal::Method(a), Goal::Method(b))
        | (Goal::MethodNoException(a), Goal::MethodNoException(b)) => [a, b].map(Function::number),
        (Goal::Mutant(a), Goal::Mutant(b)) | (Goal::StrongMutant(a), Goal::StrongMutant(b)) => {
            [a, b].map(Mutant::number)
        }
        _ => return None,
    };
    goal.checked_sub(start)
}
