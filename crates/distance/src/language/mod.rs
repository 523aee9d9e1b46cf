//! The distance of a text from a regular language: the least number of edits that turn the text
//! into one of the language.
//!
//! | you want to | use |
//! |---|---|
//! | measure a text against a regular expression | `Language::<char>::parse(r"\d+", Matching::Search)` (feature `regex`) |
//! | measure bytes | `Language::<u8>::parse` (feature `regex`) |
//! | describe a language by states and edges | [`Automaton`], [`Language::new`] |
//! | match the whole text, or some part of it | [`Matching`] |
//! | decide a branch by a match | [`Language::matches`] |
//!
//! ```
//! use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
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
//! # Ok::<(), sbst_distance::language::LanguageError>(())
//! ```
//!
//! # Definition and cost
//!
//! An edit inserts, deletes or replaces one symbol. A text in the language has the distance 0. The
//! distance from an empty language is infinite. Each edit of the text changes the distance by at
//! most 1, so the distance guides a search towards texts that a pattern accepts.
//!
//! The distance is computed by dynamic programming over states and positions. For any automaton it
//! takes O(length · (states + edges)) time and O(states + edges) space.
//!
//! Sources: Wagner, "Order-n correction for regular languages" (1974); Myers, Miller, "Approximate
//! matching of regular expressions" (1989).

mod draft;
mod edits;
mod letter;
#[cfg(feature = "regex")]
mod pattern;
#[cfg(feature = "serde")]
mod plain;
mod sets;
mod tables;
mod text;

pub use draft::StateSketch;
pub use letter::Letter;
#[cfg(feature = "regex")]
pub use pattern::PatternError;
pub use text::Language;

use core::fmt;

/// A finite automaton, possibly non-deterministic. State 0 is the start.
///
/// Implement it for an automaton of your own, and pass it to [`Language::new`], which reads it
/// once. Cycles, cycles of free edges, parallel edges and states that cannot be reached are
/// allowed.
///
/// ```
/// use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
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
/// # Ok::<(), sbst_distance::language::LanguageError>(())
/// ```
pub trait Automaton {
    /// Type of the symbols of texts: `char` or `u8`.
    type Letter: Letter;

    /// Returns the number of states, which are numbered from 0. Memory is allocated for all of them
    /// at once.
    ///
    /// ```
    /// use sbst_distance::language::{
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

    /// Describes one state: its edges, and whether it accepts. Called once for each state,
    /// ascending.
    ///
    /// ```
    /// use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
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
    /// # Ok::<(), sbst_distance::language::LanguageError>(())
    /// ```
    fn describe(&self, state: u32, out: &mut StateSketch<'_, Self::Letter>);
}

macro_rules! pointers {
    ($($type:ty),*) => { $(
        impl<A: Automaton + ?Sized> Automaton for $type {
            type Letter = A::Letter;

            fn state_count(&self) -> usize {
                (**self).state_count()
            }
            fn describe(&self, state: u32, out: &mut StateSketch<'_, Self::Letter>) {
                (**self).describe(state, out);
            }
        }
    )* };
}

pointers! { &A, alloc::boxed::Box<A> }

/// Part of a text that must be in the language.
///
/// ```
/// use sbst_distance::language::{Automaton, Language, Matching, StateSketch};
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
    /// The whole text.
    Full,
    /// Any part of the text, possibly an empty one: the text is in Σ\* L Σ\*.
    Search,
}

/// Error of the description of an automaton.
///
/// ```
/// use sbst_distance::language::{
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LanguageError {
    /// The automaton has no state 0, which is the start.
    NoStates,
    /// An edge leads to a state that does not exist.
    NoSuchState {
        /// Source of the edge.
        from: u32,
        /// Target of the edge.
        to: u32,
        /// Number of states.
        states: u32,
    },
    /// A range ends before it begins. For an edge that reads nothing, pass no range.
    EmptyRange {
        /// Source of the edge.
        state: u32,
    },
    /// There are more states or edges than a `u32` can number.
    TooMany {
        /// `states` or `edges`.
        what: &'static str,
    },
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoStates => {
                f.write_str("the automaton has no states: it needs at least state 0, the start")
            }
            Self::NoSuchState { from, to, states } => write!(
                f,
                "an edge leads from state {from} to state {to}, but there are only {states} states"
            ),
            Self::EmptyRange { state } => write!(
                f,
                "an edge from state {state} has an empty range: pass no range for an edge that \
                 reads nothing"
            ),
            Self::TooMany { what } => write!(
                f,
                "too many {what}: at most 2^32 - 3 states and 2^32 - 1 edges can be numbered"
            ),
        }
    }
}

impl core::error::Error for LanguageError {}
