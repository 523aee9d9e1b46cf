//! Dense form of a model: states and transitions are numbers, and each transition names the state
//! to which it leads.

use super::model::UsageModel;
use super::next::Next;
use super::state::{State, Transition};
use crate::lists::Lists;
use alloc::vec;
use alloc::vec::Vec;

/// The target of a transition to a state that the model lacks. Training makes no such transition; a
/// file may contain one.
const MISSING: usize = usize::MAX;

/// The states of a model, in their order, and their transitions: of each state the end first, then
/// the actions in ascending order.
///
/// Making it takes O(n t log s) comparisons for t transitions and s states.
#[derive(Clone, Debug)]
pub(super) struct Table<'m, A> {
    /// The model from which the table was made.
    model: &'m UsageModel<A>,
    /// The states, in ascending order of their histories.
    pub(super) states: Vec<(&'m [A], &'m Next<A>)>,
    /// By state: the number of its first transition. One more entry is the number of all
    /// transitions.
    first: Vec<usize>,
    /// The transitions of all states, in the order of the states.
    pub(super) ways: Vec<Way<'m, A>>,
}

/// A transition of a [`Table`].
#[derive(Debug)]
pub(super) struct Way<'m, A> {
    /// The action; `None` for the end.
    pub(super) action: Option<&'m A>,
    /// Number of times that the transition was taken.
    pub(super) count: u64,
    /// The number of the state to which the transition leads. The number of states stands for the
    /// end, [`MISSING`] for no state.
    pub(super) to: usize,
}

impl<A> Clone for Way<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Way<'_, A> {}

impl<'m, A: Ord> Table<'m, A> {
    /// Creates the table of a model.
    pub(super) fn new(model: &'m UsageModel<A>) -> Self {
        let states: Vec<(&[A], &Next<A>)> =
            model.states.iter().map(|(history, next)| (&history[..], next)).collect();
        let (mut first, mut ways) = (vec![0], Vec::new());
        for &(history, next) in &states {
            for (action, count) in next.ways() {
                let to = match action {
                    None => states.len(),
                    Some(action) => {
                        // The next state is the last n - 1 actions of this history and the action.
                        // The states are sorted, so the next one is found without building its
                        // history.
                        let kept = (history.len() + 1).saturating_sub(model.order() - 1);
                        let after = history.iter().chain([action]).skip(kept);
                        let place =
                            states.binary_search_by(|state| state.0.iter().cmp(after.clone()));
                        place.unwrap_or(MISSING)
                    }
                };
                ways.push(Way { action, count, to });
            }
            first.push(ways.len());
        }
        Self { model, states, first, ways }
    }

    /// Returns the number of the transition from a history to an action, or to the end (`None`).
    /// The result is `None` if the model lacks the transition.
    pub(super) fn find(&self, history: &[A], action: Option<&A>) -> Option<usize> {
        let history = self.model.last(history);
        let state = self.states.binary_search_by(|state| state.0.cmp(history)).ok()?;
        // The end comes before all actions, and `None` is less than each `Some`.
        let place = self.ways(state).binary_search_by(|way| way.action.cmp(&action)).ok()?;
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
            Some((history, _)) if history.is_empty() && self.model.sequences() > 0 => {}
            _ => {
                return Err(
                    "a model without a start state, or without sequences, must be empty: 0 \
                     sequences and no states",
                );
            }
        }
        if self.ways.iter().any(|way| way.count == 0) {
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
        let (end, mut after, mut before) = (self.states.len(), Vec::new(), Vec::new());
        for state in 0..end {
            for way in self.ways(state) {
                after.push((state as u32, way.to as u32));
                before.push((way.to as u32, state as u32));
            }
        }
        let reached = |edges: &[(u32, u32)], from: usize| {
            let mut marked = vec![false; end + 1];
            marked[from] = true;
            Lists::of_edges(end + 1, edges).reached(marked)
        };
        let is_between =
            reached(&after, 0).into_iter().zip(reached(&before, end)).all(|(from, to)| from && to);
        if is_between {
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

    /// Returns the public view of a state.
    pub(super) fn state(&self, state: usize) -> State<'m, A> {
        let (history, next) = self.states[state];
        State { history, next }
    }

    /// Returns the public view of the transitions of a state, each with its place in `ways`.
    pub(super) fn transitions(
        &self,
        state: usize,
    ) -> impl Iterator<Item = (usize, Transition<'m, A>)> {
        (self.first[state]..).zip(self.state(state).transitions())
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
        let table = Table::new(self);
        let mut heights = vec![usize::MAX; table.states.len()];
        let (mut queue, mut at) = (Vec::new(), 0);
        if let Some(start) = heights.first_mut() {
            *start = 0;
            queue.push(0);
        }
        while let Some(&state) = queue.get(at) {
            at += 1;
            for way in table.ways(state) {
                // The end is no state: `get` returns `None` for it.
                if heights.get(way.to) == Some(&usize::MAX) {
                    heights[way.to] = heights[state] + 1;
                    queue.push(way.to);
                }
            }
        }
        // Breadth first: heights in the queue never fall, so the last state has the greatest.
        queue.last().map_or(0, |&state| heights[state])
    }
}
