//! Dense form of a model: states and transitions are numbers, and each transition names the state
//! to which it leads.

use super::model::UsageModel;
use super::state::{State, Transition};
use crate::search::distances;
use alloc::vec;
use alloc::vec::Vec;

/// The target of a transition to a state that the model lacks. Training makes no such transition; a
/// file may contain one.
pub(super) const MISSING: usize = usize::MAX;

/// The states of a model, in their order, and their transitions: of each state the end first, then
/// the actions in ascending order.
///
/// Making it takes O(n t log s) comparisons for t transitions and s states.
#[derive(Clone, Debug)]
pub(super) struct Table<'m, A> {
    /// The model from which the table was made.
    model: &'m UsageModel<A>,
    /// The states, in ascending order of their histories.
    pub(super) states: Vec<State<'m, A>>,
    /// By state: the number of its first transition. One more entry is the number of all
    /// transitions.
    pub(super) first: Vec<usize>,
    /// The transitions of all states, in the order of the states.
    pub(super) ways: Vec<Way<'m, A>>,
}

/// A transition of a [`Table`].
#[derive(Clone, Debug)]
pub(super) struct Way<'m, A> {
    /// The public view of the transition.
    pub(super) transition: Transition<'m, A>,
    /// The number of the state to which the transition leads. The number of states stands for the
    /// end, [`MISSING`] for no state.
    pub(super) to: usize,
}

impl<'m, A: Ord> Table<'m, A> {
    /// Creates the table of a model.
    pub(super) fn new(model: &'m UsageModel<A>) -> Self {
        let states: Vec<State<'m, A>> = model.states().collect();
        let (mut first, mut ways) = (vec![0], Vec::new());
        for state in &states {
            let history = state.history;
            for transition in state.transitions() {
                let to = match transition.action {
                    None => states.len(),
                    Some(action) => {
                        // The next state is the last n - 1 actions of this history and the action.
                        // The states are sorted, so the next one is found without building its
                        // history.
                        let kept = (history.len() + 1).saturating_sub(model.order() - 1);
                        let after = history.iter().chain([action]).skip(kept);
                        states
                            .binary_search_by(|state| state.history.iter().cmp(after.clone()))
                            .unwrap_or(MISSING)
                    }
                };
                ways.push(Way { transition, to });
            }
            first.push(ways.len());
        }
        Self { model, states, first, ways }
    }

    /// Returns the number of the transition from a history to an action, or to the end (`None`).
    /// The result is `None` if the model lacks the transition.
    pub(super) fn find(&self, history: &[A], action: Option<&A>) -> Option<usize> {
        let history = self.model.last(history);
        let state = self.states.binary_search_by(|state| state.history.cmp(history)).ok()?;
        // The end comes before all actions, and `None` is less than each `Some`.
        let place =
            self.ways(state).binary_search_by(|way| way.transition.action.cmp(&action)).ok()?;
        Some(self.first[state] + place)
    }

    /// Checks that the model can be walked: each state lies on a walk from the start to the end,
    /// and each count is positive.
    ///
    /// The error says why the model cannot be walked; the refusal of a file shows it.
    pub(super) fn is_sound(&self) -> Result<(), &'static str> {
        match self.states.first() {
            // Either nothing was learned, or the start is a state: its history is empty, so it is
            // the first one.
            None if self.model.sequences() == 0 => return Ok(()),
            Some(start) if start.history.is_empty() && self.model.sequences() > 0 => {}
            _ => {
                return Err(
                    "a model without a start state, or without sequences, must be empty: 0 \
                     sequences and no states",
                );
            }
        }
        if self.ways.iter().any(|way| way.transition.count == 0) {
            return Err(
                "a transition of the model was never taken: leave transitions with a count of 0 out",
            );
        }
        if self.ways.iter().any(|way| way.to == MISSING) {
            return Err(
                "an action of the model leads to no state: list the state after each action",
            );
        }
        // A state lies on such a walk if the start leads to it and it leads to the end: one search
        // forwards from the start, and one backwards from the end. Counts cannot tell: a loop has
        // balanced counts even if no walk enters or leaves it.
        let end = self.states.len();
        let to_end = distances(end + 1, self.edges(), |state| state == end);
        if self.depths().iter().chain(&to_end).all(|&far| far != usize::MAX) {
            Ok(())
        } else {
            Err("a state of the model lies on no way from the start to the end: leave it out")
        }
    }
}

impl<'m, A> Table<'m, A> {
    /// Returns the transitions of a state, with their targets.
    pub(super) fn ways(&self, state: usize) -> &[Way<'m, A>] {
        &self.ways[self.first[state]..self.first[state + 1]]
    }

    /// Returns each transition as the numbers of its source and its target. One that leads to no
    /// state, because the order of the actions contradicts itself, leads nowhere.
    fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.states.len())
            .flat_map(|state| self.ways(state).iter().map(move |way| (state, way.to)))
            .filter(|edge| edge.1 != MISSING)
    }

    /// Returns, for each state and the end, the least number of transitions from the start.
    fn depths(&self) -> Vec<usize> {
        let backwards = self.edges().map(|(from, to)| (to, from));
        distances(self.states.len() + 1, backwards, |state| state == 0)
    }
}

impl<A: Ord> UsageModel<A> {
    /// Returns the height of the model: the greatest number of actions on a shortest walk from the
    /// start to a state.
    ///
    /// The height of a model that was not trained is 0. Together with the numbers of states and
    /// transitions, the height measures the size of a model (SEED Table 2).
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let model =
    ///     UsageModel::from_iter([vec!["new", "add", "size"], vec!["new", "size"]]);
    /// assert_eq!(
    ///     (model.states().count(), model.transition_count(), model.height()),
    ///     (4, 5, 2)
    /// );
    /// ```
    #[must_use]
    pub fn height(&self) -> usize {
        // SEED Table 2 calls it the height of a breadth-first search.
        let heights = Table::new(self).depths();
        let reached = heights[..self.states.len()].iter().filter(|&&height| height != usize::MAX);
        reached.copied().max().unwrap_or(0)
    }
}
