//! Goals that are covered where copies of a history are reached.

use crate::execution::{Facts, HistoryId};
use crate::fitness::Fitness;
use crate::flow::{History, Spot, Spots};
use crate::id::Branch;
use crate::objective::{Goal, Needs, Objective, Observed, Place};

/// A goal that is covered where one of some copies of a [`History`] is reached: a branch of the
/// copies is taken, or a block or function of the copies is entered.
///
/// Its value is the least of those of the copies: (approach level, branch distance) as for every
/// goal, measured in the [graph of the copies](History::graph), and [across
/// calls](Observed::across) if that was chosen. The approach level counts the decisions that are
/// still to be made, first to begin the history, and then to complete it. So of two executions that
/// followed a path for a while, the one that followed it longer is nearer. The goal is covered iff
/// the whole history happened in one activation.
///
/// The goals of vectors of conditions, of definitions and uses, of paths and of calling contexts
/// are such goals. [`Goals::follow`](crate::objective::Goals::follow) has an example of one of
/// yours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryGoal {
    goal: Goal,
    needs: Needs,
}

impl HistoryGoal {
    /// Creates a goal from its identity, its [needs](Needs) in the program, and the copies of which
    /// one has to be reached. Of a function of the copies, its entry has to be. Copies that the
    /// history does not have are never reached.
    ///
    /// A registry has to [follow](crate::objective::Goals::follow) the history.
    #[must_use]
    pub fn new(
        goal: Goal,
        needs: Needs,
        history: &History,
        copies: impl IntoIterator<Item: Into<Place>>,
    ) -> Self {
        let copies = copies.into_iter().map(|copy| match copy.into() {
            Place::Function(copy) => {
                history.graph().get_block(copy, 0).map_or(Spot::Function(copy), Spot::Block)
            }
            copy => copy.into(),
        });
        Self::of(goal, needs, history.id(), copies.collect())
    }

    /// Creates a goal from spots among the copies.
    pub(super) fn of(goal: Goal, needs: Needs, history: HistoryId, copies: Spots) -> Self {
        Self { goal, needs: needs.covered_on(history, copies) }
    }

    /// Sets what the goal entails, and a branch that entails it.
    pub(super) fn with(
        mut self,
        entailed: impl IntoIterator<Item = Spot>,
        entailed_by: Option<Branch>,
    ) -> Self {
        let said = self.needs.say();
        said.entailed.extend(entailed);
        said.entailed_by = entailed_by;
        self
    }
}

impl<X: Facts + ?Sized> Objective<X> for HistoryGoal {
    fn goal(&self) -> Goal {
        self.goal
    }

    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.least_on(&self.needs)
    }

    fn needs(&self) -> Needs {
        self.needs.clone()
    }
}
