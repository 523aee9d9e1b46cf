//! Models as plain data: states with their transitions. A model is read only if each state lies on a walk from the start to the end.

use super::UsageModel;
use super::next::Next;
use super::table::Table;
use crate::plain::{Invalid, ascend};
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(rename = "UsageModel")]
struct ModelForm<S> {
    order: usize,
    sequences: u64,
    /// Ascending by history.
    states: Vec<S>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "State")]
struct StateForm<H, W> {
    history: H,
    end: u64,
    /// Ascending by action, each with how often it was taken.
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
        let ModelForm { order, sequences, states } = ModelForm::<StateForm<Vec<A>, Vec<(A, u64)>>>::deserialize(deserializer)?;
        let mut model = Self::with_order(order).map_err(D::Error::custom)?;
        let ways_ascend = |state: &StateForm<_, Vec<(A, u64)>>| ascend(state.actions.iter().map(|(action, _)| action));
        if !ascend(states.iter().map(|state| &state.history)) || !states.iter().all(ways_ascend) {
            return Err(D::Error::custom(Invalid("the states of a model ascend, and so do the ways on from each")));
        }
        model.sequences = sequences;
        let next =
            |state: StateForm<_, Vec<_>>| (state.history, Next { end: state.end, actions: state.actions.into_iter().collect() });
        model.states = states.into_iter().map(next).collect();
        Table::new(&model).is_sound().map_err(|why| D::Error::custom(Invalid(why)))?;
        Ok(model)
    }
}
