//! Relations that only texts have: `starts_with`, `ends_with`, `contains`, equality regardless of case, and equality by edits.
//!
//! The comparators take text as it is: `eq(a, b)`, `lt(a, b)`. [`eq()`] is here for two texts of different types, such as a `&String` and a
//! `&str`. The distances are those of [`sequence`](super::sequence), element by element over Unicode scalar values; the outcome is that of
//! the operation on `str`. Nothing is allocated, except for [`eq_by_edits`] of long texts. A length is an integer: `eq(text.len(), 3)`.
//!
//! - [`eq_ignore_ascii_case`] has the outcome of the method of `str`; [`eq_ignore_case`] and [`eq_folded`] take the outcome that
//!   the program observed, whose idea of case may be another. Where it says no although the folded texts agree, the distance
//!   is the least that a failing side can have, not 0.
//! - The functions use [`Rules::DEFAULT`]; [`Rules::texts`] takes other rules, [`Texts::by`] a closure for two characters.
//!
//! ```
//! use sbst::distance::{Distance, Rules, text};
//!
//! let d = text::starts_with("htps://a", "https://");
//! assert!(!d.holds() && text::starts_with("https:/a", "https://").to_true() < d.to_true());
//!
//! // Characters of your own: upper and lower case are near.
//! let typed = |a: char, b: char| match (a == b, a.eq_ignore_ascii_case(&b)) {
//!     (true, _) => Distance::ZERO,
//!     (_, true) => Distance::from(1),
//!     _ => Distance::from(10),
//! };
//! let keys = Rules::DEFAULT.texts().by(typed);
//! assert_eq!(keys.eq("yes", "Yes").to_true().get(), 0.5);
//! assert_eq!(keys.contains("oh Yes", "yes").to_true().get(), 0.5);
//! ```

use super::alignment::{aligned, beginning, first_difference, window};
use super::elements::{ByRules, Elements, OrderedElements};
use super::{Decision, Distance, Relation, Rules, edit};

/// How texts are compared: the rules, and how far two characters are apart.
///
/// ```
/// use sbst::distance::{Relation, Rules};
///
/// let texts = Rules::KOREL.with_k(0.5)?.texts();
/// assert_eq!(texts.compare(Relation::Less, "cd", "ca").to_true().get(), 3.5); // 'd' is 3 above 'a', and K
/// assert_eq!(texts.starts_with("cd", "ca").to_true().get(), 0.75); // the gap x is 3: x / (1 + x)
/// # Ok::<(), sbst::distance::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Texts<E = ByRules> {
    rules: Rules,
    elements: E,
}

impl Rules {
    /// Returns the relations between texts under these rules; see [`text`](crate::distance::text).
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::EVOSUITE.texts().eq("cat", "cbt").to_true().get(), 0.5);
    /// ```
    #[must_use]
    pub const fn texts(self) -> Texts {
        Texts { rules: self, elements: ByRules }
    }
}

impl Texts {
    /// The same with another distance of two characters: a closure `|a: char, b: char|` that returns 0 iff they are equal. In order
    /// relations that is the gap, and K is added as for integers. Edits ask no closure, so `eq_by_edits` is not there.
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// // All other letters are equally far.
    /// let texts = Rules::DEFAULT.texts().by(|a: char, b: char| Distance::from(u32::from(a != b)));
    /// assert_eq!(texts.eq("cat", "cut").to_true().get(), 0.5);
    /// assert_eq!(texts.eq("cat", "zut").to_true().get(), 1.0);
    /// ```
    pub fn by<F>(self, elements: F) -> Texts<F> {
        Texts { rules: self.rules, elements }
    }

    /// `a == b`, by edits? See [`eq_by_edits`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let texts = Rules::DEFAULT.with_k(0.5)?.texts();
    /// assert_eq!(texts.eq_by_edits("flaw", "lawn").to_true().get(), 2.0); // two edits, whatever K
    /// assert_eq!(texts.eq_by_edits("law", "law").to_false().get(), 0.5); // K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn eq_by_edits(&self, a: &str, b: &str) -> Decision {
        self.rules.relation(a == b, || Distance::count(edit::of_str(a, b)))
    }
}

impl<E: Elements<char>> Texts<E> {
    /// `a.eq_ignore_ascii_case(b)`? See [`eq_ignore_ascii_case`].
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let texts = Rules::DEFAULT.texts().by(|a: char, b: char| Distance::from(u32::from(a != b)));
    /// assert!(texts.eq_ignore_ascii_case("Host", "HOST").holds());
    /// assert_eq!(texts.eq_ignore_ascii_case("Host", "COST").to_true().get(), 0.5); // the first letter
    /// ```
    pub fn eq_ignore_ascii_case(&self, a: &str, b: &str) -> Decision {
        self.eq_folded(a.eq_ignore_ascii_case(b), a, b, |c| Some(c.to_ascii_lowercase()))
    }

    /// Equal but for case? See [`eq_ignore_case`].
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let texts = Rules::DEFAULT.texts().by(|a: char, b: char| Distance::from(u32::from(a != b)));
    /// let (a, b) = ("Écu", "ÉCRU");
    /// let same = a.to_lowercase() == b.to_lowercase(); // what the program does
    /// assert_eq!(texts.eq_ignore_case(same, a, b).to_true().get(), 1.5); // 'u' and 'r', and one character is missing
    /// ```
    pub fn eq_ignore_case(&self, outcome: bool, a: &str, b: &str) -> Decision {
        self.eq_folded(outcome, a, b, |c| c.to_uppercase().flat_map(char::to_lowercase))
    }

    /// Equal once folded? See [`eq_folded`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let texts = Rules::DEFAULT.with_k(0.5)?.texts();
    /// let letters = |c: char| c.is_alphabetic().then_some(c);
    /// assert_eq!(texts.eq_folded(false, "re-do", "redone", letters).to_true().get(), 2.0); // two letters are missing
    /// assert_eq!(texts.eq_folded(true, "re-do", "redo", letters).to_false().get(), 0.5); // K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn eq_folded<I>(&self, outcome: bool, a: &str, b: &str, fold: impl Fn(char) -> I) -> Decision
    where
        I: IntoIterator<Item = char>,
    {
        self.rules.relation(outcome, || {
            aligned(a.chars().flat_map(&fold), b.chars().flat_map(&fold), |x, y| self.elements.apart(&self.rules, x, y))
        })
    }
}

impl<E> Texts<E> {
    /// `a == b`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let texts = Rules::DEFAULT.with_k(0.5)?.texts();
    /// assert_eq!(texts.eq("cat", "cbt").to_true().get(), 0.5); // the gap x is 1: x / (1 + x)
    /// assert_eq!(texts.eq("cat", "cat").to_false().get(), 0.5); // K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn eq(&self, a: &str, b: &str) -> Decision
    where
        E: Elements<char>,
    {
        self.rules.relation(a == b, || aligned(a.chars(), b.chars(), |x, y| self.elements.apart(&self.rules, x, y)))
    }

    /// Evaluates `a relation b`: the operation that an interpreter learns only while it runs. See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Relation, Rules};
    ///
    /// let texts = Rules::DEFAULT.with_k(10.0)?.texts();
    /// assert_eq!(texts.compare(Relation::Less, "cd", "cab").to_true().get(), 13.0); // 'd' is 3 above 'a', and K
    /// assert_eq!(texts.compare(Relation::Less, "cabs", "cab").to_true().get(), 11.0); // one character too many, and K
    /// assert_eq!(Rules::KOREL.texts().compare(Relation::LessOrEqual, "cd", "cab").to_true().get(), 3.0); // without K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn compare(&self, relation: Relation, a: &str, b: &str) -> Decision
    where
        E: OrderedElements<char>,
    {
        relation.decide(
            a.partial_cmp(b),
            || self.eq(a, b),
            |wanted| first_difference(a.chars(), b.chars(), &self.rules, wanted, &self.elements),
        )
    }

    /// `a.starts_with(prefix)`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let texts = Rules::DEFAULT.texts().by(|a: char, b: char| Distance::from(u32::from(a != b)));
    /// assert_eq!(texts.starts_with("ftp://host", "http://").to_true().get(), 2.5); // five of seven differ, 1/2 each
    /// assert!(texts.starts_with("anything", "").to_false().get().is_infinite()); // cannot be made to fail
    /// ```
    pub fn starts_with(&self, a: &str, prefix: &str) -> Decision
    where
        E: Elements<char>,
    {
        self.rules.of_part(a.starts_with(prefix), prefix.is_empty(), || {
            beginning(a.chars(), prefix.chars(), |x, y| self.elements.apart(&self.rules, x, y))
        })
    }

    /// `a.ends_with(suffix)`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let texts = Rules::DEFAULT.texts().by(|a: char, b: char| Distance::from(u32::from(a != b)));
    /// assert_eq!(texts.ends_with("main.rb", ".rs").to_true().get(), 0.5);
    /// assert_eq!(texts.ends_with("s", ".rs").to_true().get(), 2.0); // two characters are missing
    /// ```
    pub fn ends_with(&self, a: &str, suffix: &str) -> Decision
    where
        E: Elements<char>,
    {
        self.rules.of_part(a.ends_with(suffix), suffix.is_empty(), || {
            beginning(a.chars().rev(), suffix.chars().rev(), |x, y| self.elements.apart(&self.rules, x, y))
        })
    }

    /// `a.contains(part)`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let texts = Rules::DEFAULT.texts().by(|a: char, b: char| Distance::from(u32::from(a != b)));
    /// assert_eq!(texts.contains("user name", "game").to_true().get(), 0.5); // the window "name"
    /// assert!(texts.contains("user name", "name").holds());
    /// ```
    pub fn contains(&self, a: &str, part: &str) -> Decision
    where
        E: Elements<char>,
    {
        let apart = |x, y| self.elements.apart(&self.rules, x, y);
        self.rules.of_part(a.contains(part), part.is_empty(), || {
            if a.is_ascii() && part.is_ascii() {
                window(a.bytes().map(char::from), part.bytes().map(char::from), apart) // nothing to decode at each window
            } else {
                window(a.chars(), part.chars(), apart)
            }
        })
    }
}

/// `a == b`? Sum of x / (1 + x) over the positions, x the distance of the two characters, and the difference of the lengths.
/// Linear.
///
/// ```
/// use sbst::distance::text::eq;
///
/// assert_eq!(eq("cat", "cut").to_true().get(), 20.0 / 21.0); // 'a' to 'u'
/// assert_eq!(eq("cat", "ca").to_true().get(), 1.0);
/// ```
pub fn eq(a: &str, b: &str) -> Decision {
    Rules::DEFAULT.texts().eq(a, b)
}

/// `a == b`? To make them equal: the least number of insertions, deletions and substitutions of characters ([`edit::of_str`]).
///
/// ```
/// use sbst::distance::text::eq_by_edits;
///
/// assert_eq!(eq_by_edits("kitten", "sitting").to_true().get(), 3.0);
/// ```
pub fn eq_by_edits(a: &str, b: &str) -> Decision {
    Rules::DEFAULT.texts().eq_by_edits(a, b)
}

/// `a.starts_with(prefix)`? Sum of x / (1 + x) over the positions of the prefix; a missing character counts 1. Linear.
///
/// ```
/// use sbst::distance::text::starts_with;
///
/// assert_eq!(starts_with("abd", "abc").to_true().get(), 0.5);
/// assert_eq!(starts_with("a", "abc").to_true().get(), 2.0);
/// ```
pub fn starts_with(a: &str, prefix: &str) -> Decision {
    Rules::DEFAULT.texts().starts_with(a, prefix)
}

/// `a.ends_with(suffix)`? Sum of x / (1 + x) over the positions of the suffix; a missing character counts 1. Linear.
///
/// ```
/// use sbst::distance::text::ends_with;
///
/// assert_eq!(ends_with("lib.rt", ".rs").to_true().get(), 0.5);
/// ```
pub fn ends_with(a: &str, suffix: &str) -> Decision {
    Rules::DEFAULT.texts().ends_with(a, suffix)
}

/// `a.contains(part)`? As [`eq()`] of the nearest window; O(length · length of the part) where none is near.
///
/// ```
/// use sbst::distance::text::contains;
///
/// assert_eq!(contains("xabcx", "abd").to_true().get(), 0.5); // the window "abc"
/// assert_eq!(contains("b", "abd").to_true().get(), 2.0); // two characters are missing
/// ```
pub fn contains(a: &str, part: &str) -> Decision {
    Rules::DEFAULT.texts().contains(a, part)
}

/// `a.eq_ignore_ascii_case(b)`? The distance compares the lower-case texts.
///
/// ```
/// use sbst::distance::text::eq_ignore_ascii_case;
///
/// assert!(eq_ignore_ascii_case("GET", "get").holds());
/// assert_eq!(eq_ignore_ascii_case("GET", "gft").to_true().get(), 0.5);
/// ```
pub fn eq_ignore_ascii_case(a: &str, b: &str) -> Decision {
    Rules::DEFAULT.texts().eq_ignore_ascii_case(a, b)
}

/// Equal but for case, where the program says so? `outcome` is what its own comparison returned. The distance compares the texts,
/// upper and then lower case by Unicode; it is positive whenever `outcome` is false.
///
/// ```
/// use sbst::distance::text::eq_ignore_case;
///
/// // A comparison character by character tells these two from each other; by Unicode they are the same text.
/// let d = eq_ignore_case(false, "\u{130}", "i\u{307}");
/// assert!(!d.holds() && d.to_true().get() > 0.0);
/// ```
pub fn eq_ignore_case(outcome: bool, a: &str, b: &str) -> Decision {
    Rules::DEFAULT.texts().eq_ignore_case(outcome, a, b)
}

/// Equal once each character is folded? `outcome` is what the program's own comparison returned. The distance compares the folded
/// texts; it is positive whenever `outcome` is false.
///
/// ```
/// use sbst::distance::text::eq_folded;
///
/// let digits = |c: char| c.is_ascii_digit().then_some(c); // separators do not count
/// assert!(eq_folded(true, "12-34", "1234", digits).holds());
/// assert_eq!(eq_folded(false, "12-34", "12 35", digits).to_true().get(), 0.5);
/// ```
pub fn eq_folded<I>(outcome: bool, a: &str, b: &str, fold: impl Fn(char) -> I) -> Decision
where
    I: IntoIterator<Item = char>,
{
    Rules::DEFAULT.texts().eq_folded(outcome, a, b, fold)
}
