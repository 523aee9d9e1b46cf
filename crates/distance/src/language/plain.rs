//! Regular languages as plain data: the automaton of their tables.

use super::draft::Draft;
use super::{Language, LanguageError, Letter};
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A state of an automaton.
#[derive(Default, Serialize, Deserialize)]
struct State {
    /// `true` if the state accepts.
    accepting: bool,
    /// Edges that read a symbol of these ranges, ends included, each with its target.
    reads: Vec<(Vec<(u32, u32)>, u32)>,
    /// Targets of edges that read nothing.
    free: Vec<u32>,
}

impl<S: Letter> Serialize for Language<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let tables = &self.tables;
        let reads = |state| {
            tables
                .edges
                .of(state)
                .iter()
                .map(|&(set, to)| (tables.membership.ranges.of(set).to_vec(), to))
        };
        let state = |number: u32| State {
            accepting: tables.accepting[number as usize],
            reads: reads(number).collect(),
            free: tables.free.of(number).to_vec(),
        };
        // The first state is the start. An empty language has no states.
        serializer.collect_seq((0..tables.states() as u32).map(state))
    }
}

impl<'de, S: Letter> Deserialize<'de> for Language<S> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut states = Vec::<State>::deserialize(deserializer)?;
        if states.is_empty() {
            states.push(State::default());
        }
        // Ranges are checked here, because the description of a state cannot fail.
        let is_range = |&(low, high): &(u32, u32)| {
            S::of(low).zip(S::of(high)).is_some_and(|(low, high)| low <= high)
        };
        let empty =
            |state: &State| !state.reads.iter().all(|(ranges, _)| ranges.iter().all(is_range));
        if let Some(state) = states.iter().position(empty) {
            return Err(D::Error::custom(LanguageError::EmptyRange { state: state as u32 }));
        }
        let draft = Draft::described::<S>(states.len(), |number, out| {
            let State { accepting, reads, free } = &states[number as usize];
            if *accepting {
                out.accepting();
            }
            for (ranges, to) in reads {
                let range = |&(low, high): &(u32, u32)| Some(S::of(low)?..=S::of(high)?);
                out.on(ranges.iter().filter_map(range), *to);
            }
            for &to in free {
                out.free(to);
            }
        });
        draft.map(Self::of).map_err(D::Error::custom)
    }
}
