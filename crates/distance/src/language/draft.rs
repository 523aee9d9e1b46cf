//! Drafts: automata as they were described, with edges in any order, and with states that lead
//! nowhere.

use super::sets::{Set, Sets};
use super::{Automaton, LanguageError, Letter, Matching, StateSketch};
use alloc::vec;
use alloc::vec::Vec;

/// Greatest number of states. Two numbers are left for the states that [`Matching::Search`] adds.
const STATES: usize = u32::MAX as usize - 2;
/// Greatest number of edges of each kind. [`Matching::Search`] adds at most one for each state,
/// which fits into `usize`.
pub(super) const EDGES: usize = u32::MAX as usize;

/// States and edges of an automaton, and the sets of symbols that edges read.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// Start state.
    pub(super) start: u32,
    /// By state: `true` if it accepts.
    pub(super) accepting: Vec<bool>,
    /// Edges that read a symbol: source, set and target.
    pub(super) edges: Vec<(u32, (Set, u32))>,
    /// Edges that read nothing: source and target.
    pub(super) free: Vec<(u32, u32)>,
    /// Sets of symbols.
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
        for state in 0..count as u32 {
            let mut sketch = StateSketch::new(&mut draft, state);
            automaton.describe(state, &mut sketch);
            if let Some(error) = sketch.error {
                return Err(error);
            }
        }
        Ok(draft)
    }

    /// Returns the automaton that accepts the texts which match as `matching` says: as a whole, or
    /// in some part.
    pub(super) fn matching<S: Letter>(mut self, matching: Matching) -> Self {
        if matching == Matching::Full {
            return self;
        }
        // Search is Σ* L Σ*, with new states for the two Σ*. A loop at the start or at an accepting
        // state itself would be wrong: the automaton may come back to such a state in the middle of
        // a text, and would then skip symbols there.
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

    /// Returns the number of states.
    pub(super) fn states(&self) -> u32 {
        self.accepting.len() as u32
    }

    /// Adds a state, and returns its number.
    pub(super) fn add_state(&mut self) -> u32 {
        self.accepting.push(false);
        self.states() - 1
    }

    /// Adds an edge that reads a symbol of the set. For the empty set, `None`, it adds nothing.
    pub(super) fn edge(&mut self, from: u32, set: Option<Set>, to: u32) {
        if let Some(set) = set {
            self.edges.push((from, (set, to)));
        }
    }

    /// Adds an edge that reads nothing.
    pub(super) fn free(&mut self, from: u32, to: u32) {
        self.free.push((from, to));
    }
}
