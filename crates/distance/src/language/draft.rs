//! Drafts: automata as they were described, with edges in any order, and with states that lead
//! nowhere.

use super::sets::{Set, Sets};
use super::{LanguageError, Letter, Matching};
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::RangeInclusive;

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
    /// Reads and checks an automaton of `count` states, each of which is described once.
    pub(super) fn described<S: Letter>(
        count: usize,
        mut describe: impl FnMut(u32, &mut StateSketch<'_, S>),
    ) -> Result<Self, LanguageError> {
        if count == 0 {
            return Err(LanguageError::NoStates);
        }
        if count > STATES {
            return Err(LanguageError::TooMany { what: "states" });
        }
        let mut draft = Self { accepting: vec![false; count], ..Self::default() };
        for state in 0..count as u32 {
            let mut sketch =
                StateSketch { draft: &mut draft, state, error: None, symbol: PhantomData };
            describe(state, &mut sketch);
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
                self.free.push((state, after));
            }
        }
        self.accepting.fill(false);
        self.accepting[after as usize] = true;
        self.edge(before, all, before);
        self.free.push((before, self.start));
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
}

// The description of a state of an automaton.

/// Receiver of the description of one state. Its methods can be chained.
///
/// ```
/// use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
///
/// /// A sign, or none, and digits.
/// struct Whole;
///
/// impl Automaton for Whole {
///     type Letter = char;
///     fn state_count(&self) -> usize {
///         3
///     }
///     fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
///         match state {
///             0 => out.on(['+'..='+', '-'..='-'], 1).free(1),
///             1 => out.on(['0'..='9'], 2),
///             _ => out.accepting().free(1),
///         };
///     }
/// }
///
/// let whole = Language::new(&Whole, Matching::Full)?;
/// assert_eq!(whole.edits("-12").get(), 0.0);
/// assert_eq!(whole.edits("--1x").get(), 2.0);
/// # Ok::<(), sbst_distance::language::LanguageError>(())
/// ```
#[derive(Debug)]
pub struct StateSketch<'a, S> {
    /// Automaton that is being read.
    draft: &'a mut Draft,
    /// State that is being described.
    state: u32,
    /// First error of the description.
    error: Option<LanguageError>,
    symbol: PhantomData<S>,
}

impl<S: Letter> StateSketch<'_, S> {
    /// Marks the state as accepting: a text that ends here is in the language.
    pub fn accepting(&mut self) -> &mut Self {
        self.draft.accepting[self.state as usize] = true;
        self
    }

    /// Adds an edge that reads one symbol of these ranges, which may overlap. An edge without
    /// ranges can never be taken.
    pub fn on(
        &mut self,
        ranges: impl IntoIterator<Item = RangeInclusive<S>>,
        to: u32,
    ) -> &mut Self {
        let mut numbers = Vec::new();
        for range in ranges {
            // A range that was iterated to its end is empty, although its bounds ascend.
            if range.is_empty() {
                self.error.get_or_insert(LanguageError::EmptyRange { state: self.state });
            }
            numbers.push((range.start().number(), range.end().number()));
        }
        if self.leads(to) {
            let set = self.draft.sets.intern::<S>(numbers);
            self.draft.edge(self.state, set, to);
        }
        self
    }

    /// Adds an edge that is taken without reading a symbol.
    pub fn free(&mut self, to: u32) -> &mut Self {
        if self.leads(to) {
            self.draft.free.push((self.state, to));
        }
        self
    }

    /// Returns `true` if an edge to this state can be added; otherwise notes the error.
    fn leads(&mut self, to: u32) -> bool {
        let states = self.draft.states();
        if to >= states {
            self.error.get_or_insert(LanguageError::NoSuchState { from: self.state, to, states });
        } else if self.draft.edges.len() >= EDGES || self.draft.free.len() >= EDGES {
            self.error.get_or_insert(LanguageError::TooMany { what: "edges" });
        }
        self.error.is_none()
    }
}
