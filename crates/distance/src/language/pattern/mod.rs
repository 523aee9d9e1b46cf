//! Languages from regular expressions, in the syntax of the crate `regex`.
//!
//! - The crate `regex-syntax` parses; everything after is ours.
//! - Each part of the expression becomes edges between two states ([`fragments`]): linear in the
//!   expression, counted repetitions written out.
//! - Anchors are no edges that a text walks: states are split by what they allow ([`fragments`]).
//!
//! What cannot be expressed is an error, never an approximation.

mod fragments;

use super::{Language, Letter, Matching};
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use fragments::{Ends, Fragments, Unit};
use regex_syntax::hir::{Class, ClassUnicode};
use regex_syntax::utf8::{Utf8Range, Utf8Sequences};
use regex_syntax::{Error, ParserBuilder};

/// States and edges of a pattern at most, before anchors split states.
const LIMIT: usize = 1 << 20;

/// Why a pattern describes no language.
///
/// ```
/// use sbst_distance::language::{Language, Matching, PatternError};
///
/// let error = Language::<char>::parse("a(b", Matching::Full)
///     .expect_err("the group is not closed");
/// assert!(matches!(error, PatternError::Syntax { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// The pattern is no regular expression, or it is nested deeper than 250 levels.
    Syntax {
        /// Where the offending part begins.
        offset: usize,
        /// What the parser says about it.
        message: String,
    },
    /// The pattern looks around in a way that this crate does not follow.
    Unsupported {
        /// What is not supported.
        what: &'static str,
    },
    /// The pattern needs too many states and edges; most often because of counted repetitions
    /// inside each other.
    TooLarge {
        /// How many are allowed.
        limit: usize,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { offset, message } => {
                write!(f, "at byte {offset} of the pattern: {message}")
            }
            Self::Unsupported { what } => write!(f, "{what} are not supported"),
            Self::TooLarge { limit } => {
                write!(f, "the pattern needs more than {limit} states and edges")
            }
        }
    }
}

impl core::error::Error for PatternError {}

impl Language<char> {
    /// Returns the language of a regular expression over chars; needs the feature `regex`.
    ///
    /// The syntax is that of `regex::Regex`. [`Matching::Search`] is what `is_match` decides,
    /// [`Matching::Full`] a match from the beginning of the text to its end. Which of several
    /// matches an engine prefers does not matter. The anchors `^`, `$`, `\A` and `\z` mean the
    /// beginning and the end of the whole text, in both modes.
    ///
    /// Counted repetitions are written out: `a{1000}` has a thousand states. O(states + edges) time
    /// and space but for a logarithm.
    ///
    /// # Errors
    ///
    /// [`PatternError::Syntax`] for what is no regular expression, or one nested too deep;
    /// [`PatternError::Unsupported`] for word boundaries and multi-line anchors;
    /// [`PatternError::TooLarge`] beyond 2^20 states and edges, found while they are made. (Then
    /// anchors split each state in four at most.)
    ///
    /// ```
    /// use sbst_distance::language::{Language, Matching, PatternError};
    ///
    /// let date = Language::<char>::parse(r"\d{4}-\d{2}-\d{2}", Matching::Full)?;
    /// assert_eq!(date.edits("2024-02-29").get(), 0.0);
    /// assert_eq!(date.edits("24-2-29").get(), 3.0);
    ///
    /// let comment = Language::<char>::parse("^#", Matching::Search)?;
    /// assert!(comment.matches("# text").holds());
    /// assert_eq!(comment.edits("text #").get(), 1.0);
    ///
    /// let words = Language::<char>::parse(r"\bword\b", Matching::Search);
    /// assert_eq!(
    ///     words.unwrap_err(),
    ///     PatternError::Unsupported { what: "word boundaries" }
    /// );
    /// # Ok::<(), PatternError>(())
    /// ```
    pub fn parse(pattern: &str, matching: Matching) -> Result<Self, PatternError> {
        parse(pattern, matching)
    }
}

impl Language<u8> {
    /// Returns the language of a regular expression over bytes; needs the feature `regex`.
    ///
    /// The syntax is that of `regex::bytes::Regex` with Unicode switched off: `.` is a byte, `\d` a
    /// digit of ASCII, `(?u)` switches it on, and a class then is the set of the encodings of its
    /// chars. [`Matching`] and anchors mean what they mean for [chars](Language#method.parse).
    ///
    /// # Errors
    ///
    /// As for [chars](Language#method.parse).
    ///
    /// ```
    /// use sbst_distance::language::{Language, Matching};
    ///
    /// let png = Language::<u8>::parse(r"^\x89PNG\r\n\x1a\n", Matching::Search)?;
    /// assert_eq!(png.edits(b"\x89PNG\r\n\x1a\n and so on").get(), 0.0);
    /// assert_eq!(png.edits(b"\x89PNG\n\x1a\n").get(), 1.0);
    ///
    /// let alpha = Language::<u8>::parse("(?u:α)", Matching::Full)?;
    /// assert_eq!(alpha.edits("β".as_bytes()).get(), 1.0); // the last of two bytes
    /// # Ok::<(), sbst_distance::language::PatternError>(())
    /// ```
    pub fn parse(pattern: &str, matching: Matching) -> Result<Self, PatternError> {
        parse(pattern, matching)
    }
}

fn parse<S: Unit>(pattern: &str, matching: Matching) -> Result<Language<S>, PatternError> {
    let tree = ParserBuilder::new()
        .unicode(S::UNICODE)
        .utf8(S::UNICODE)
        .build()
        .parse(pattern)
        .map_err(syntax)?;
    let (draft, anchors) = Fragments::<S>::build(&tree)?;
    Ok(Language::of(fragments::split(draft.matching::<S>(matching), &anchors)))
}

fn syntax(error: Error) -> PatternError {
    let (offset, message) = match error {
        Error::Parse(error) => (error.span().start.offset, error.kind().to_string()),
        Error::Translate(error) => (error.span().start.offset, error.kind().to_string()),
        other => (0, other.to_string()),
    };
    PatternError::Syntax { offset, message }
}

// Literals and classes of patterns over bytes.

impl Unit for u8 {
    const UNICODE: bool = false;

    fn literal(bytes: &[u8]) -> Result<Vec<Self>, PatternError> {
        Ok(bytes.to_vec())
    }

    fn class(
        fragments: &mut Fragments<'_, Self>,
        class: &Class,
        ends: Ends,
    ) -> Result<(), PatternError> {
        match class {
            Class::Bytes(bytes) => fragments.class_edge(
                class,
                bytes.iter().map(|range| (range.start(), range.end())),
                ends,
            ),
            Class::Unicode(chars) => encodings(fragments, chars, ends),
        }
    }
}

/// Returns the encodings of the chars of a class in UTF-8, from their last byte backwards:
/// sequences that end alike share their states, and those that differ in the first byte only share
/// an edge.
fn encodings(
    fragments: &mut Fragments<'_, u8>,
    chars: &ClassUnicode,
    (from, to): Ends,
) -> Result<(), PatternError> {
    let mut tails: BTreeMap<(u32, Utf8Range), u32> = BTreeMap::new();
    let mut heads: BTreeMap<u32, Vec<(u8, u8)>> = BTreeMap::new();
    for sequence in chars.iter().flat_map(|range| Utf8Sequences::new(range.start(), range.end())) {
        let Some((head, tail)) = sequence.as_slice().split_first() else { continue };
        let mut at = to;
        for &range in tail.iter().rev() {
            at = match tails.get(&(at, range)) {
                Some(&state) => state,
                None => {
                    let state = fragments.state()?;
                    fragments.edge([(range.start, range.end)], (state, at))?;
                    tails.insert((at, range), state);
                    state
                }
            };
        }
        heads.entry(at).or_default().push((head.start, head.end));
    }
    if heads.is_empty() {
        return fragments.edge([], (from, to)); // counted, so that repeating it comes to an end
    }
    for (at, ranges) in heads {
        fragments.edge(ranges, (from, at))?;
    }
    Ok(())
}
