//! A model in dense form: states and transitions by number.

use super::model::UsageModel;
use super::next::Next;
use super::state::{State, Transition};
use crate::flow::Lists;
use alloc::vec;
use alloc::vec::Vec;

/// Where a transition leads if the model lacks that state, which no training does.
const MISSING: usize = usize::MAX;

/// States in their order and their transitions, the end first, then by action. O(n t log s) to make, for t transitions.
#[derive(Clone, Debug)]
pub(super) struct Table<'m, A> {
    model: &'m UsageModel<A>,
    pub(super) states: Vec<(&'m [A], &'m Next<A>)>,
    /// By state: its first transition; and where the last ones end.
    first: Vec<usize>,
    pub(super) ways: Vec<Way<'m, A>>,
}

/// A transition.
#[derive(Debug)]
pub(super) struct Way<'m, A> {
    pub(super) action: Option<&'m A>,
    pub(super) count: u64,
    /// The state that it leads to; the number of states for the end.
    pub(super) to: usize,
}

impl<A> Clone for Way<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Way<'_, A> {}

impl<'m, A: Ord> Table<'m, A> {
    pub(super) fn new(model: &'m UsageModel<A>) -> Self {
        let states: Vec<(&[A], &Next<A>)> = model.states.iter().map(|(history, next)| (&history[..], next)).collect();
        let (mut first, mut ways) = (vec![0], Vec::new());
        for &(history, next) in &states {
            for (action, count) in next.ways() {
                let to = match action {
                    None => states.len(),
                    Some(action) => {
                        let kept = (history.len() + 1).saturating_sub(model.order() - 1);
                        let after = history.iter().chain([action]).skip(kept);
                        let place = states.binary_search_by(|state| state.0.iter().cmp(after.clone()));
                        place.unwrap_or(MISSING)
                    }
                };
                ways.push(Way { action, count, to });
            }
            first.push(ways.len());
        }
        Self { model, states, first, ways }
    }

    /// Returns the number of a transition, if the model has it.
    pub(super) fn find(&self, history: &[A], action: Option<&A>) -> Option<usize> {
        let history = self.model.last(history);
        let state = self.states.binary_search_by(|state| state.0.cmp(history)).ok()?;
        let place = self.ways(state).binary_search_by(|way| way.action.cmp(&action)).ok()?;
        Some(self.first[state] + place)
    }

    /// Returns the reason why the model cannot be walked, unless each state lies on a walk from the start to the end, and each count is
    /// positive.
    pub(super) fn is_sound(&self) -> Result<(), &'static str> {
        match self.states.first() {
            None if self.model.sequences() == 0 => return Ok(()),
            Some((history, _)) if history.is_empty() && self.model.sequences() > 0 => {}
            _ => return Err("a model without a start, or without sequences"),
        }
        if self.ways.iter().any(|way| way.count == 0) {
            return Err("a way on that was never taken");
        }
        if self.ways.iter().any(|way| way.to == MISSING) {
            return Err("an action that leads to no state");
        }
        // From the start forwards, and from the end backwards.
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
        let is_between = reached(&after, 0).into_iter().zip(reached(&before, end)).all(|(from, to)| from && to);
        if is_between { Ok(()) } else { Err("a state that lies on no way from the start to the end") }
    }
}

impl<'m, A> Table<'m, A> {
    /// Returns the transitions of a state.
    pub(super) fn ways(&self, state: usize) -> &[Way<'m, A>] {
        &self.ways[self.first[state]..self.first[state + 1]]
    }

    pub(super) fn state(&self, state: usize) -> State<'m, A> {
        let (history, next) = self.states[state];
        State { history, next }
    }

    /// Returns the transitions of a state, with their places in `ways`, as they are shown.
    pub(super) fn transitions(&self, state: usize) -> impl Iterator<Item = (usize, Transition<'m, A>)> {
        (self.first[state]..).zip(self.state(state).transitions())
    }
}

impl<A: Ord> UsageModel<A> {
    /// Returns the height of the model: the greatest number of actions on a shortest walk from the start to a state; 0 if it was not
    /// trained. With the numbers of states and transitions, it is a measure of how large a model is (SEED Table 2).
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
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
                if heights.get(way.to) == Some(&usize::MAX) {
                    heights[way.to] = heights[state] + 1;
                    queue.push(way.to);
                }
            }
        }
        // Breadth first: the last state is the farthest.
        queue.last().map_or(0, |&state| heights[state])
    }
}
