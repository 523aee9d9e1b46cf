//! Relations that only texts have: `starts_with`, `ends_with`, `contains`, equality regardless of
//! case, and equality by edits.
//!
//! The comparators take text as it is: `eq(a, b)`, `lt(a, b)`. [`eq()`] is here for two texts of
//! different types, such as a `&String` and a `&str`. The distances are by elements, the Unicode
//! scalar values; the outcome is that of the operation on `str`. Nothing is allocated, except for
//! [`eq_by_edits`] of long texts. A length is an integer: `eq(text.len(), 3)`.
//!
//! - [`eq_ignore_ascii_case`] has the outcome of the method of `str`; [`eq_ignore_case`] takes the
//!   outcome that the program observed, whose idea of case may be another. Where it says no
//!   although the folded texts agree, the distance is the least that a failing side can have,
//!   not 0.
//! - A distance of texts of your own goes into the rules: [`Rules::with_texts`].
//! - The functions use [`Rules::DEFAULT`]. [`Rules`] has methods of the same names, and
//!   `contains_run` for [`contains`], which take sequences as well; [`Rules::eq_folded`] takes any
//!   folding, [`By`](super::By) a closure for two characters.
//!
//! ```
//! use sbst_distance::{By, Distance, eq, text};
//!
//! let d = text::starts_with("htps://a", "https://");
//! assert!(
//!     !d.holds() && text::starts_with("https:/a", "https://").to_true() < d.to_true()
//! );
//!
//! // Characters of your own: upper and lower case are near.
//! let typed = |a: &char, b: &char| match (a == b, a.eq_ignore_ascii_case(b)) {
//!     (true, _) => Distance::ZERO,
//!     (_, true) => Distance::from(1),
//!     _ => Distance::from(10),
//! };
//! let keys = |text: &str| text.chars().map(|c| By(c, typed)).collect::<Vec<_>>();
//! assert_eq!(eq(keys("yes"), keys("Yes")).to_true().get(), 0.5);
//! ```

use super::{Decision, Rules};

/// Evaluates `a == b`. The distance is the sum of x / (1 + x) over the positions, x the distance of
/// the two characters, and the difference of the lengths. Linear.
///
/// ```
/// use sbst_distance::text::eq;
///
/// assert_eq!(eq("cat", "cut").to_true().get(), 20.0 / 21.0); // 'a' to 'u'
/// assert_eq!(eq("cat", "ca").to_true().get(), 1.0);
/// ```
pub fn eq(a: &str, b: &str) -> Decision {
    Rules::DEFAULT.eq(a, b)
}

/// Evaluates `a == b`. To make the texts equal takes the least number of insertions, deletions and
/// substitutions of characters ([`edit::of_str`](super::edit::of_str)).
///
/// ```
/// use sbst_distance::text::eq_by_edits;
///
/// assert_eq!(eq_by_edits("kitten", "sitting").to_true().get(), 3.0);
/// ```
pub fn eq_by_edits(a: &str, b: &str) -> Decision {
    Rules::DEFAULT.eq_by_edits(a, b)
}

/// Evaluates `a.starts_with(prefix)`. The distance is the sum of x / (1 + x) over the positions of
/// the prefix; a missing character counts
/// 1. Linear.
///
/// ```
/// use sbst_distance::text::starts_with;
///
/// assert_eq!(starts_with("abd", "abc").to_true().get(), 0.5);
/// assert_eq!(starts_with("a", "abc").to_true().get(), 2.0);
/// ```
pub fn starts_with(a: &str, prefix: &str) -> Decision {
    Rules::DEFAULT.starts_with(a, prefix)
}

/// Evaluates `a.ends_with(suffix)`. The distance is the sum of x / (1 + x) over the positions of
/// the suffix; a missing character counts 1. Linear.
///
/// ```
/// use sbst_distance::text::ends_with;
///
/// assert_eq!(ends_with("lib.rt", ".rs").to_true().get(), 0.5);
/// ```
pub fn ends_with(a: &str, suffix: &str) -> Decision {
    Rules::DEFAULT.ends_with(a, suffix)
}

/// Evaluates `a.contains(part)`. The distance is that of [`eq()`] of the nearest window; O(length ·
/// length of the part) where none is near.
///
/// ```
/// use sbst_distance::text::contains;
///
/// assert_eq!(contains("xabcx", "abd").to_true().get(), 0.5); // the window "abc"
/// assert_eq!(contains("b", "abd").to_true().get(), 2.0); // two characters are missing
/// ```
pub fn contains(a: &str, part: &str) -> Decision {
    Rules::DEFAULT.contains_run(a, part)
}

/// Evaluates `a.eq_ignore_ascii_case(b)`. The distance compares the lower-case texts.
///
/// ```
/// use sbst_distance::text::eq_ignore_ascii_case;
///
/// assert!(eq_ignore_ascii_case("GET", "get").holds());
/// assert_eq!(eq_ignore_ascii_case("GET", "gft").to_true().get(), 0.5);
/// ```
pub fn eq_ignore_ascii_case(a: &str, b: &str) -> Decision {
    Rules::DEFAULT.eq_ignore_ascii_case(a, b)
}

/// Decides an equality regardless of case: `outcome` is what the program's own comparison returned.
/// The distance compares the texts, upper and then lower case by Unicode; it is positive whenever
/// `outcome` is false.
///
/// ```
/// use sbst_distance::text::eq_ignore_case;
///
/// // A comparison character by character tells these two from each other; by Unicode
/// // they are the same text.
/// let d = eq_ignore_case(false, "\u{130}", "i\u{307}");
/// assert!(!d.holds() && d.to_true().get() > 0.0);
/// ```
pub fn eq_ignore_case(outcome: bool, a: &str, b: &str) -> Decision {
    Rules::DEFAULT.eq_ignore_case(outcome, a, b)
}
