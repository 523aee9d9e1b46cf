//! How far a text is from a regular language: the least number of edits that turn it into a member.
//!
//! An edit inserts, deletes or replaces one symbol. A text in the language is 0 away, and an empty language infinitely far; the
//! distance changes by at most 1 with each edit of the text, so it guides a search towards strings that a pattern accepts.
//!
//! - [`Automaton`] describes a language: states, and edges that read symbols. It may be non-deterministic.
//! - [`Language`] is read from it once, for the whole text or for some part of it ([`Matching`]), and measures any number of texts.
//! - With the feature `regex`, `Language::<char>::parse(r"\d+", Matching::Search)` and `Language::<u8>::parse` read a regular expression
//!   in the syntax of the crate `regex`.
//!
//! # Construction and cost
//!
//! Dynamic programming over state and position, one column of states for each position, each column made in ascending order of
//! cost: O(length · (states + edges)) time and O(states + edges) space for any automaton, however its edges loop.
//!
//! Sources: Wagner, "Order-n correction for regular languages" (1974); Myers, Miller, "Approximate matching of regular expressions"
//! (1989).
//!
//! ```
//! use sbst::distance::language::{Automaton, Language, Matching, StateSketch};
//!
//! /// `\d\d:\d\d`
//! struct Time;
//!
//! impl Automaton for Time {
//!     type Letter = char;
//!     fn state_count(&self) -> usize {
//!         6
//!     }
//!     fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
//!         match state {
//!             2 => out.on([':'..=':'], 3),
//!             5 => out.accepting(),
//!             _ => out.on(['0'..='9'], state + 1),
//!         };
//!     }
//! }
//!
//! let time = Language::new(&Time, Matching::Full)?;
//! assert!(time.matches("20:45").holds());
//! assert_eq!(time.edits("8:45 pm").get(), 4.0);
//! # Ok::<(), sbst::distance::language::LanguageError>(())
//! ```

mod draft;
mod edits;
mod letter;
mod levels;
#[cfg(feature = "regex")]
mod pattern;
#[cfg(feature = "serde")]
mod plain;
mod rows;
mod sets;
mod sketch;
mod sweeps;
mod tables;
mod text;

pub use letter::Letter;
#[cfg(feature = "regex")]
pub use pattern::PatternError;
pub use sketch::StateSketch;
pub use text::Language;

/// A finite automaton, possibly non-deterministic; state 0 is the start.
///
/// Implement it for an automaton of your own and hand it to [`Language::new`], which reads it once into dense arrays. Cycles, free
/// cycles, parallel edges and states that cannot be reached are all legal.
///
/// ```
/// use sbst::distance::language::{Automaton, Language, Matching, StateSketch};
///
/// /// One of the words: a chain of states for each, all from state 0.
/// struct Words(Vec<&'static str>);
///
/// impl Automaton for Words {
///     type Letter = char;
///     fn state_count(&self) -> usize {
///         2 + self.0.concat().chars().count()
///     }
///     fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
///         // State 1 accepts; from state 2 on, state i reads the symbol i - 2 of all
///         // words in a row.
///         let mut first = 2;
///         for word in &self.0 {
///             if state == 0 {
///                 out.free(if word.is_empty() { 1 } else { first });
///             }
///             let end = first + word.chars().count() as u32;
///             for (symbol, at) in
///                 word.chars().zip(first..).filter(|(_, at)| *at == state)
///             {
///                 out.on([symbol..=symbol], if at + 1 == end { 1 } else { at + 1 });
///             }
///             first = end;
///         }
///         if state == 1 {
///             out.accepting();
///         }
///     }
/// }
///
/// let words = Language::new(&Words(vec!["north", "south"]), Matching::Full)?;
/// assert_eq!(words.edits("mouth").get(), 1.0);
/// # Ok::<(), sbst::distance::language::LanguageError>(())
/// ```
pub trait Automaton {
    /// What texts consist of: `char` or `u8`.
    type Letter: Letter;

    /// Returns the number of states; they are numbered from 0. Memory is allocated for all of them at once.
    ///
    /// ```
    /// use sbst::distance::language::{
    ///     Automaton, Language, LanguageError, Matching, StateSketch,
    /// };
    ///
    /// struct Nothing;
    ///
    /// impl Automaton for Nothing {
    ///     type Letter = char;
    ///     fn state_count(&self) -> usize {
    ///         0 // there must be one to start from
    ///     }
    ///     fn describe(&self, _: u32, _: &mut StateSketch<'_, char>) {}
    /// }
    ///
    /// assert_eq!(
    ///     Language::new(&Nothing, Matching::Full).err(),
    ///     Some(LanguageError::NoStates)
    /// );
    /// ```
    fn state_count(&self) -> usize;

    /// Describes one state: its edges and whether it accepts. Called once for each state, in order.
    ///
    /// ```
    /// use sbst::distance::language::{Automaton, Language, Matching, StateSketch};
    ///
    /// /// `a*b`
    /// struct Run;
    ///
    /// impl Automaton for Run {
    ///     type Letter = u8;
    ///     fn state_count(&self) -> usize {
    ///         2
    ///     }
    ///     fn describe(&self, state: u32, out: &mut StateSketch<'_, u8>) {
    ///         match state {
    ///             0 => out.on([b'a'..=b'a'], 0).on([b'b'..=b'b'], 1),
    ///             _ => out.accepting(),
    ///         };
    ///     }
    /// }
    ///
    /// let run = Language::new(&Run, Matching::Full)?;
    /// assert_eq!(run.edits(b"aaa").get(), 1.0); // the `b` is missing
    /// # Ok::<(), sbst::distance::language::LanguageError>(())
    /// ```
    fn describe(&self, state: u32, out: &mut StateSketch<'_, Self::Letter>);
}

impl<A: Automaton + ?Sized> Automaton for &A {
    type Letter = A::Letter;

    fn state_count(&self) -> usize {
        (**self).state_count()
    }
    fn describe(&self, state: u32, out: &mut StateSketch<'_, Self::Letter>) {
        (**self).describe(state, out);
    }
}

impl<A: Automaton + ?Sized> Automaton for alloc::boxed::Box<A> {
    type Letter = A::Letter;

    fn state_count(&self) -> usize {
        (**self).state_count()
    }
    fn describe(&self, state: u32, out: &mut StateSketch<'_, Self::Letter>) {
        (**self).describe(state, out);
    }
}

/// Part of a text that has to be in the language.
///
/// ```
/// use sbst::distance::language::{Automaton, Language, Matching, StateSketch};
///
/// /// One digit.
/// struct Digit;
///
/// impl Automaton for Digit {
///     type Letter = char;
///     fn state_count(&self) -> usize {
///         2
///     }
///     fn describe(&self, state: u32, out: &mut StateSketch<'_, char>) {
///         if state == 0 {
///             out.on(['0'..='9'], 1)
///         } else {
///             out.accepting()
///         };
///     }
/// }
///
/// let edits = |matching| {
///     Language::new(&Digit, matching).map(|digit| digit.edits("no 7").get())
/// };
/// assert_eq!(edits(Matching::Full), Ok(3.0)); // three characters too many
/// assert_eq!(edits(Matching::Search), Ok(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Matching {
    /// All of it.
    Full,
    /// Any part, which may be empty: the text is in Σ\* L Σ\*.
    Search,
}

/// Why an automaton describes no language.
///
/// ```
/// use sbst::distance::language::{
///     Automaton, Language, LanguageError, Matching, StateSketch,
/// };
///
/// /// An edge to a state that was never counted.
/// struct Loose;
///
/// impl Automaton for Loose {
///     type Letter = char;
///     fn state_count(&self) -> usize {
///         1
///     }
///     fn describe(&self, _: u32, out: &mut StateSketch<'_, char>) {
///         out.on(['x'..='x'], 5);
///     }
/// }
///
/// let error =
///     Language::new(&Loose, Matching::Full).expect_err("state 5 does not exist");
/// assert_eq!(error, LanguageError::NoSuchState { from: 0, to: 5, states: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LanguageError {
    /// There is no state 0 to start from.
    #[error("the automaton has no states")]
    NoStates,
    /// An edge leads to a state that does not exist.
    #[error("an edge leads from state {from} to state {to}, but there are only {states} states")]
    NoSuchState {
        /// Where the edge starts.
        from: u32,
        /// Where it leads.
        to: u32,
        /// How many states there are.
        states: u32,
    },
    /// A range ends before it begins. For an edge that reads nothing, pass no range.
    #[error("an edge from state {state} has an empty range")]
    EmptyRange {
        /// Where the edge starts.
        state: u32,
    },
    /// States and edges are numbered by `u32`.
    #[error("too many {what}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
    },
}
