//! Models as plain data: states with their ways on, read only if some sequences leave such a model behind.

use super::UsageModel;
use super::model::Next;
use crate::plain::{Invalid, ascend};
use alloc::vec;
use alloc::vec::Vec;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
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
        model.is_of_sequences().map_err(D::Error::custom)?;
        Ok(model)
    }
}

/// How often something happened.
#[derive(Clone, Copy, Default)]
struct Times {
    /// More than 2^64 counts would be needed for it to overflow.
    least: u128,
    /// Whether one of the counts stands for all that are greater.
    or_more: bool,
}

impl Times {
    const fn add(&mut self, count: u64) {
        self.least += count as u128;
        self.or_more |= count == u64::MAX;
    }

    const fn may_be(self, other: Self) -> bool {
        (self.or_more || self.least >= other.least) && (other.or_more || other.least >= self.least)
    }
}

impl<A: Ord> UsageModel<A> {
    /// Whether there are sequences that make such a model, but for how counts at their limit came about.
    ///
    /// Let each sequence go from the end back to the start. There are such sequences iff all states and the end are left as often as they
    /// are come to, and lie on one closed walk: Euler's theorem.
    fn is_of_sequences(&self) -> Result<(), Invalid> {
        let states: Vec<&Vec<A>> = self.states.keys().collect();
        let (start, end) = (0, states.len());
        match states.first() {
            None if self.sequences() == 0 => return Ok(()),
            Some(first) if first.is_empty() => {}
            _ => return Err(Invalid("a model without a start")),
        }
        let [mut come_to, mut left] = [(); 2].map(|()| vec![Times::default(); end + 1]);
        let mut ways = DiGraph::<(), (), usize>::default();
        let mut way = |from: usize, to: usize, count| {
            ways.extend_with_edges([(from, to)]);
            if from != to {
                left[from].add(count);
                come_to[to].add(count);
            }
        };
        way(end, start, self.sequences());
        for (from, (history, next)) in self.states.iter().enumerate() {
            if next.end > 0 {
                way(from, end, next.end);
            }
            for (action, &count) in &next.actions {
                if count == 0 {
                    return Err(Invalid("a way on that was never taken"));
                }
                let kept = (history.len() + 1).saturating_sub(self.order() - 1);
                let after = history.iter().chain([action]).skip(kept);
                let to = states.binary_search_by(|state| state.iter().cmp(after.clone()));
                way(from, to.map_err(|_| Invalid("an action that leads to no state"))?, count);
            }
        }
        if kosaraju_scc(&ways).len() > 1 {
            return Err(Invalid("a state that lies on no way from the start to the end"));
        }
        let as_often = come_to.iter().zip(left).all(|(come_to, left)| come_to.may_be(left));
        if as_often { Ok(()) } else { Err(Invalid("a state, or the end, is left more or less often than it is come to")) }
    }
}
