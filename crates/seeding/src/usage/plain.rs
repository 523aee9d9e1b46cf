//! Serialised form of models: states with their transitions.
//!
//! A model is read only if each state lies on a walk from the start to the end.

use super::UsageModel;
use super::state::Next;
use super::table::{MISSING, Table};
use crate::search::distances;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Fields of a model as they are written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "UsageModel")]
struct ModelForm<S> {
    /// n.
    order: usize,
    /// Number of sequences that the model was trained with.
    sequences: u64,
    /// The states, in ascending order of their histories.
    states: Vec<S>,
}

/// Fields of a state as they are written.
#[derive(Serialize, Deserialize)]
#[serde(rename = "State")]
struct StateForm<H, W> {
    /// The last n - 1 actions, fewer near the start.
    history: H,
    /// Count of the transition to the end, 0 if there is none.
    end: u64,
    /// The actions of the other transitions with their counts, in ascending order of the actions.
    actions: W,
}

impl<A: Serialize> Serialize for UsageModel<A> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let states = self.states.iter().map(|(history, next)| {
            let actions = next.actions.iter().map(|(action, &count)| (action, count));
            StateForm { history, end: next.end, actions: actions.collect::<Vec<_>>() }
        });
        let states = states.collect();
        ModelForm { order: self.order(), sequences: self.sequences(), states }.serialize(serializer)
    }
}

impl<'de, A: Ord + Deserialize<'de>> Deserialize<'de> for UsageModel<A> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ModelForm { order, sequences, states } =
            ModelForm::<StateForm<Vec<A>, Vec<(A, u64)>>>::deserialize(deserializer)?;
        // n is checked as for a caller who makes a model with it.
        let mut model = Self::with_order(order).map_err(D::Error::custom)?;
        // Collecting into maps would silently drop one of two equal states, or one of two equal
        // actions.
        let ways_ascend = |state: &StateForm<_, Vec<(A, u64)>>| {
            state.actions.is_sorted_by(|(one, _), (next, _)| one < next)
        };
        if !states.is_sorted_by(|one, next| one.history < next.history)
            || !states.iter().all(ways_ascend)
        {
            return Err(D::Error::custom(
                "the states of a model, and the actions of a state, must be listed in ascending \
                 order, each once",
            ));
        }
        model.sequences = sequences;
        let next = |state: StateForm<_, Vec<_>>| {
            (state.history, Next { end: state.end, actions: state.actions.into_iter().collect() })
        };
        model.states = states.into_iter().map(next).collect();
        // Training makes no state from which the end cannot be reached, and a walker relies on
        // this.
        model.is_sound().map_err(D::Error::custom)?;
        Ok(model)
    }
}

impl<A: Ord> UsageModel<A> {
    /// Checks that the model can be walked: each state lies on a walk from the start to the end,
    /// and each count is positive.
    ///
    /// The error says why the model cannot be walked; the refusal of a file shows it.
    fn is_sound(&self) -> Result<(), &'static str> {
        let table = Table::new(self);
        match table.states.first() {
            // Either nothing was learned, or the start is a state: its history is empty, so it is
            // the first one.
            None if self.sequences == 0 => return Ok(()),
            Some(start) if start.history.is_empty() && self.sequences > 0 => {}
            _ => {
                return Err(
                    "a model without a start state, or without sequences, must be empty: 0 \
                     sequences and no states",
                );
            }
        }
        if table.ways.iter().flatten().any(|way| way.transition.count == 0) {
            return Err(
                "a transition of the model was never taken: leave transitions with a count of 0 out",
            );
        }
        if table.ways.iter().flatten().any(|way| way.to == MISSING) {
            return Err(
                "an action of the model leads to no state: list the state after each action",
            );
        }
        // A state lies on such a walk if the start leads to it and it leads to the end: one search
        // forwards from the start, and one backwards from the end. Counts cannot tell: a loop has
        // balanced counts even if no walk enters or leaves it.
        let end = table.states.len();
        let to_end = distances(end + 1, table.edges(), |state| state == end);
        if table.depths().iter().chain(&to_end).all(|&far| far != usize::MAX) {
            Ok(())
        } else {
            Err("a state of the model lies on no way from the start to the end: leave it out")
        }
    }
}
