//! The description of a state of an automaton.

use super::draft::{Draft, EDGES};
use super::{LanguageError, Letter};
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::RangeInclusive;

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
    pub(super) error: Option<LanguageError>,
    symbol: PhantomData<S>,
}

impl<'a, S: Letter> StateSketch<'a, S> {
    /// Creates the receiver for a state.
    pub(super) fn new(draft: &'a mut Draft, state: u32) -> Self {
        Self { draft, state, error: None, symbol: PhantomData }
    }

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
            self.draft.free(self.state, to);
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
