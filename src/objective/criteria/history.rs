//! Coverage goals of histories. They are covered where copies of blocks are reached.

use crate::execution::{Facts, HistoryId};
use crate::fitness::Fitness;
use crate::flow::{History, Spot, Spots};
use crate::id::Statement;
#[cfg(doc)]
use crate::objective::Scalar;
use crate::objective::measure::needs::Said;
use crate::objective::{Goal, Needs, Objective, Observed, Place};
use alloc::boxed::Box;

/// A goal that is covered where one of some copies of a [`History`] is reached: a branch of the
/// copies is taken, or a block or function of the copies is entered.
///
/// Its value is the least of those of the copies: (approach level, branch distance) as for every
/// goal, measured in the [graph of the copies](History::graph), and [across
/// calls](crate::objective::Tables::across_calls) if that was chosen. The approach level counts the decisions that are
/// still to be made, first to begin the history, and then to complete it. So of two executions that
/// followed a path for a while, the one that followed it longer is nearer. The goal is covered iff
/// the whole history happened in one activation.
///
/// [`Goals::follow`](crate::objective::Goals::follow) has an example. The goals of the crate
/// [sbst-histories](https://docs.rs/sbst-histories) are such goals: vectors of conditions,
/// definitions and uses, paths, calling contexts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryGoal {
    goal: Goal,
    spots: Spots,
    history: HistoryId,
    copies: Spots,
    said: Option<Box<Said>>,
}

impl HistoryGoal {
    /// Creates a goal from its identity, its [needs](Needs) in the program, and the copies of which
    /// one has to be reached. Of a function of the copies, its entry has to be. Copies that the
    /// history does not have are never reached.
    ///
    /// Of the needs, the goal takes its places, its words, and what it entails. It reads nothing
    /// but the history, and its scalar is [`Scalar::LEVELS`]. A registry has to
    /// [follow](crate::objective::Goals::follow) the history.
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
        let Needs { spots, said, .. } = needs;
        Self { goal, spots, history: history.id(), copies: copies.collect(), said }
    }

    /// Adds statements among the copies, of which reaching one covers the goal, too.
    #[must_use]
    pub fn or_statements(mut self, copies: impl IntoIterator<Item = Statement>) -> Self {
        self.copies.extend(copies.into_iter().map(Spot::Statement));
        self
    }
}

impl<X: Facts + ?Sized> Objective<X> for HistoryGoal {
    fn goal(&self) -> Goal {
        self.goal
    }

    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.least_on(self.history, &self.copies)
    }

    fn needs(&self) -> Needs {
        let mut needs = Needs::of(self.spots.iter().copied());
        needs.said = self.said.clone();
        needs.covered_on(self.history, self.copies.clone())
    }
}
