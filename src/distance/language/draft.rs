//! An automaton as it was described: lists of edges in any order, states that lead nowhere included.

use super::sets::{Set, Sets};
use super::{Automaton, LanguageError, Letter, Matching, StateSketch};
use alloc::vec;
use alloc::vec::Vec;

/// Two numbers are left for the states that [`Matching::Search`] adds.
const STATES: usize = u32::MAX as usize - 2;
/// Edges of each kind at most; what [`Matching::Search`] adds to them is one for each state at most, and fits into `usize`.
pub(super) const EDGES: usize = u32::MAX as usize;

/// States, edges, and the sets that label them.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub(super) start: u32,
    /// By state.
    pub(super) accepting: Vec<bool>,
    /// From, set, to.
    pub(super) edges: Vec<(u32, (Set, u32))>,
    /// From, to.
    pub(super) free: Vec<(u32, u32)>,
    pub(super) sets: Sets,
}

impl Draft {
    /// Reads and checks an automaton.
    pub(super) fn read<A: Automaton + ?Sized>(automaton: &A) -> Result<Self, LanguageError> {
        let count = automaton.state_count();
        if count == 0 {
            return Err(LanguageError::NoStates);
        }
        if count > STATES {
            return Err(LanguageError::TooMany { what: "states" });
        }
        let mut draft = Self { accepting: vec![false; count], ..Self::default() };
        let mut ranges = Vec::new();
        for state in 0..count as u32 {
            let mut sketch = StateSketch::new(&mut draft, state, &mut ranges);
            automaton.describe(state, &mut sketch);
            if let Some(error) = sketch.error {
                return Err(error);
            }
        }
        Ok(draft)
    }

    /// Returns the language of all texts of which the whole, or some part, is in this one.
    pub(super) fn matching<S: Letter>(mut self, matching: Matching) -> Self {
        if matching == Matching::Full {
            return self;
        }
        // States of their own: a loop at a state that can be left and entered again would let the language read anything there.
        let (before, after) = (self.add_state(), self.add_state());
        let all = self.sets.all::<S>();
        for state in 0..before {
            if self.accepting[state as usize] {
                self.free(state, after);
            }
        }
        self.accepting.fill(false);
        self.accepting[after as usize] = true;
        self.edge(before, all, before);
        self.free(before, self.start);
        self.edge(after, all, after);
        self.start = before;
        self
    }

    pub(super) fn states(&self) -> u32 {
        self.accepting.len() as u32
    }

    pub(super) fn add_state(&mut self) -> u32 {
        self.accepting.push(false);
        self.states() - 1
    }

    /// Without a set there is no symbol to read, hence no edge.
    pub(super) fn edge(&mut self, from: u32, set: Option<Set>, to: u32) {
        self.edges.extend(set.map(|set| (from, (set, to))));
    }

    pub(super) fn free(&mut self, from: u32, to: u32) {
        self.free.push((from, to));
    }
}
