//! Relations that only sequences have: `starts_with`, `ends_with`, `contains`, and equality by edits.
//!
//! The comparators take slices, arrays and vectors as they are: `eq(&a, &b)`, `lt(&a, &b)`. [`eq()`] is here for two slices of which one is, say, an
//! array and the other a vector. The outcome is that of the real operation; to make it hold takes:
//!
//! | relation | distance to true |
//! |---|---|
//! | [`eq()`] | sum of x / (1 + x) over the common positions, x the distance of the elements, and the difference of the lengths |
//! | [`eq_by_edits`] | the least number of insertions, deletions and substitutions ([`edit`]) |
//! | [`compare`](Sequences::compare), an order | that relation of the first elements that differ; if one is the beginning of the other: the difference of the lengths, and K for a strict relation |
//! | [`starts_with()`], [`ends_with()`] | as `eq` of the end in question; a missing element counts 1 |
//! | [`contains()`] | as `eq` of the nearest window; for a slice that is shorter than the part: the nearest place inside the part, and 1 for each missing element |
//!
//! To make an order relation fail takes what its complement needs; an empty beginning, end or part cannot be made to fail, so that is
//! [`Distance::INFINITE`]; all else takes K. Time is linear, except for `contains`, which takes O(length · length of the part) where no
//! window is near, and for `eq_by_edits`. Nothing is allocated, except for `eq_by_edits` of long slices.
//!
//! The functions use [`Rules::DEFAULT`] and the distance of the elements by [`EqualityDistance`]. [`Rules::sequences`] takes other rules,
//! [`Sequences::by`] a closure for the elements. Lengths are integers: `eq(xs.len(), 3)`. Bytes are slices; text has its own
//! module, [`text`](super::text).
//!
//! ```
//! use sbst::distance::{Distance, Rules, lt, sequence};
//!
//! let header = [0x7F, b'E', b'L', b'G'];
//! assert_eq!(sequence::starts_with(&header, b"\x7FELF").to_true().get(), 0.5); // one byte, off by one
//! assert_eq!(sequence::eq(&header[..2], b"\x7FELF").to_true().get(), 2.0);
//! assert!(lt(&[1, 5, 2][..], &[1, 6]).holds());
//!
//! // Elements of your own: here only the number of differing bits counts.
//! let bits = Rules::DEFAULT.sequences().by(|a: &u8, b: &u8| Distance::from((a ^ b).count_ones()));
//! assert_eq!(bits.eq(&[0b1000], &[0b0011]).to_true().get(), 3.0 / 4.0);
//! ```

use super::alignment::{aligned, beginning, first_difference, window};
use super::elements::{ByRules, Elements, OrderedElements};
use super::{Decision, Distance, EqualityDistance, Relation, Rules, edit};

/// How slices are compared: the rules, and how far two elements are apart.
///
/// ```
/// use sbst::distance::{Relation, Rules};
///
/// let slices = Rules::KOREL.with_k(0.5)?.sequences();
/// assert_eq!(slices.compare(Relation::Less, &[3, 9], &[3, 5]).to_true().get(), 4.5); // 9 is 4 above 5, and K
/// assert_eq!(slices.starts_with(&[3, 9], &[3, 5]).to_true().get(), 0.8); // the gap x is 4: x / (1 + x)
/// # Ok::<(), sbst::distance::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Sequences<E = ByRules> {
    rules: Rules,
    elements: E,
}

impl Rules {
    /// Returns the relations between slices under these rules; see [`sequence`](crate::distance::sequence).
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// assert_eq!(Rules::EVOSUITE.sequences().eq(&[2, 0], &[2, 1]).to_true().get(), 0.5);
    /// ```
    #[must_use]
    pub const fn sequences(self) -> Sequences {
        Sequences { rules: self, elements: ByRules }
    }
}

impl Sequences {
    /// The same with another distance of two elements: a closure `|a: &T, b: &T|` with the types of its arguments written out,
    /// which returns 0 iff they are equal. In order relations that is the gap, and K is added as for integers. Edits ask no
    /// closure, so `eq_by_edits` is not there.
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// /// No type of this crate: so a closure says how far two of them are apart.
    /// #[derive(PartialEq)]
    /// struct Id(u32);
    ///
    /// let ids = Rules::DEFAULT.sequences().by(|a: &Id, b: &Id| Distance::from(u32::from(a != b)));
    /// assert_eq!(ids.eq(&[Id(1), Id(70)], &[Id(2), Id(70)]).to_true().get(), 0.5);
    /// ```
    pub fn by<F>(self, elements: F) -> Sequences<F> {
        Sequences { rules: self.rules, elements }
    }

    /// `a == b`, by edits? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let slices = Rules::DEFAULT.with_k(0.5)?.sequences();
    /// assert_eq!(slices.eq_by_edits(&["a", "b", "c"], &["b", "c"]).to_true().get(), 1.0); // one deletion
    /// assert_eq!(slices.eq_by_edits(&["a"], &["a"]).to_false().get(), 0.5); // K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn eq_by_edits<T: Eq>(&self, a: &[T], b: &[T]) -> Decision {
        self.rules.relation(a == b, || Distance::count(edit::distance(a, b)))
    }

    /// `a.eq_ignore_ascii_case(b)`? See [`eq_ignore_ascii_case`].
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let slices = Rules::DEFAULT.with_k(0.5)?.sequences();
    /// assert_eq!(slices.eq_ignore_ascii_case(b"Get", b"GEU").to_true().get(), 0.5); // 't' and 'u': x / (1 + x) of 1
    /// assert_eq!(slices.eq_ignore_ascii_case(b"Get", b"GET").to_false().get(), 0.5); // K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn eq_ignore_ascii_case(&self, a: &[u8], b: &[u8]) -> Decision {
        let lower = |byte: &u8| byte.to_ascii_lowercase();
        self.rules.relation(a.eq_ignore_ascii_case(b), || {
            aligned(a.iter().map(lower), b.iter().map(lower), |x, y| x.apart(&y, &self.rules))
        })
    }
}

impl<E> Sequences<E> {
    /// `a == b`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::Rules;
    ///
    /// let slices = Rules::DEFAULT.with_k(0.25)?.sequences();
    /// assert_eq!(slices.eq(&[1, 5], &[1, 6]).to_true().get(), 0.5); // the gap x is 1: x / (1 + x)
    /// assert_eq!(slices.eq(&[1, 5], &[1, 5]).to_false().get(), 0.25); // K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn eq<'t, T: PartialEq>(&self, a: &'t [T], b: &'t [T]) -> Decision
    where
        E: Elements<&'t T>,
    {
        self.rules.relation(a == b, || aligned(a, b, |x, y| self.elements.apart(&self.rules, x, y)))
    }

    /// Evaluates `a relation b`: the operation that an interpreter learns only while it runs. See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Relation, Rules};
    ///
    /// let sequences = Rules::DEFAULT.with_k(10.0)?.sequences();
    /// assert_eq!(sequences.compare(Relation::Less, &[1, 9], &[1, 4]).to_true().get(), 15.0); // 9 is 5 above 4, and K
    /// assert_eq!(sequences.compare(Relation::Less, &[1, 4, 7], &[1, 4]).to_true().get(), 11.0); // one too many, and K
    /// # Ok::<(), sbst::distance::RulesError>(())
    /// ```
    pub fn compare<'t, T: PartialOrd>(&self, relation: Relation, a: &'t [T], b: &'t [T]) -> Decision
    where
        E: OrderedElements<&'t T>,
    {
        relation.decide(
            a.partial_cmp(b),
            || self.eq(a, b),
            |wanted| first_difference(a.iter(), b.iter(), &self.rules, wanted, &self.elements),
        )
    }

    /// `a.starts_with(prefix)`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let bits = Rules::DEFAULT.sequences().by(|a: &u8, b: &u8| Distance::from((a ^ b).count_ones()));
    /// assert_eq!(bits.starts_with(&[0x80, 2], &[0x00, 2]).to_true().get(), 0.5); // one bit
    /// assert_eq!(bits.starts_with(&[0x00], &[0x00, 2]).to_true().get(), 1.0); // one element is missing
    /// ```
    pub fn starts_with<'t, T: PartialEq>(&self, a: &'t [T], prefix: &'t [T]) -> Decision
    where
        E: Elements<&'t T>,
    {
        self.rules.of_part(a.starts_with(prefix), prefix.is_empty(), || {
            beginning(a, prefix, |x, y| self.elements.apart(&self.rules, x, y))
        })
    }

    /// `a.ends_with(suffix)`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let bits = Rules::DEFAULT.sequences().by(|a: &u8, b: &u8| Distance::from((a ^ b).count_ones()));
    /// assert_eq!(bits.ends_with(&[9, 0x81], &[0x00]).to_true().get(), 2.0 / 3.0); // two bits
    /// assert!(bits.ends_with(&[9, 0x81], &[0x81]).holds());
    /// ```
    pub fn ends_with<'t, T: PartialEq>(&self, a: &'t [T], suffix: &'t [T]) -> Decision
    where
        E: Elements<&'t T>,
    {
        self.rules.of_part(a.ends_with(suffix), suffix.is_empty(), || {
            beginning(a.iter().rev(), suffix.iter().rev(), |x, y| self.elements.apart(&self.rules, x, y))
        })
    }

    /// Is `part` a run of neighbours in `a`? See the [module](self).
    ///
    /// ```
    /// use sbst::distance::{Distance, Rules};
    ///
    /// let bits = Rules::DEFAULT.sequences().by(|a: &u8, b: &u8| Distance::from((a ^ b).count_ones()));
    /// assert_eq!(bits.contains(&[9, 1, 2, 7], &[1, 3]).to_true().get(), 0.5); // the window [1, 2]: one bit
    /// assert!(bits.contains(&[9, 1, 2, 7], &[1, 2]).holds());
    /// ```
    pub fn contains<'t, T: PartialEq>(&self, a: &'t [T], part: &'t [T]) -> Decision
    where
        E: Elements<&'t T>,
    {
        let holds = part.is_empty() || a.windows(part.len()).any(|window| window == part);
        self.rules.of_part(holds, part.is_empty(), || window(a.iter(), part.iter(), |x, y| self.elements.apart(&self.rules, x, y)))
    }
}

/// `a == b`? Sum of x / (1 + x) over the positions, x the distance of the two elements, and the difference of the lengths. Linear.
///
/// ```
/// use sbst::distance::sequence::eq;
///
/// assert_eq!(eq(&[3, 7], &[3, 8, 8]).to_true().get(), 1.0 / 2.0 + 1.0); // gap 1; one missing
/// ```
pub fn eq<T: EqualityDistance + PartialEq>(a: &[T], b: &[T]) -> Decision {
    Rules::DEFAULT.sequences().eq(a, b)
}

/// `a == b`? To make them equal: the least number of insertions, deletions and substitutions of elements ([`edit::distance`]). For long
/// byte strings, `relation(a == b, || Distance::count(edit::of_bytes(a, b)))` of [`Rules`] is faster.
///
/// ```
/// use sbst::distance::sequence::eq_by_edits;
///
/// assert_eq!(eq_by_edits(&[1, 2, 3, 4], &[2, 3, 4, 5]).to_true().get(), 2.0);
/// ```
pub fn eq_by_edits<T: Eq>(a: &[T], b: &[T]) -> Decision {
    Rules::DEFAULT.sequences().eq_by_edits(a, b)
}

/// `a.starts_with(prefix)`? Sum of x / (1 + x) over the positions of the prefix; a missing element counts 1. Linear.
///
/// ```
/// use sbst::distance::sequence::starts_with;
///
/// assert_eq!(starts_with(&[1, 2, 3], &[1, 4]).to_true().get(), 2.0 / 3.0);
/// assert!(starts_with(&[1], &[]).to_false().get().is_infinite());
/// ```
pub fn starts_with<T: EqualityDistance + PartialEq>(a: &[T], prefix: &[T]) -> Decision {
    Rules::DEFAULT.sequences().starts_with(a, prefix)
}

/// `a.ends_with(suffix)`? Sum of x / (1 + x) over the positions of the suffix; a missing element counts 1. Linear.
///
/// ```
/// use sbst::distance::sequence::ends_with;
///
/// assert_eq!(ends_with(&[3], &[1, 2, 3]).to_true().get(), 2.0); // two are missing
/// ```
pub fn ends_with<T: EqualityDistance + PartialEq>(a: &[T], suffix: &[T]) -> Decision {
    Rules::DEFAULT.sequences().ends_with(a, suffix)
}

/// Is `part` a run of neighbours in `a`? As [`eq()`] of the nearest window; O(length · length of the part) where none is near.
///
/// ```
/// use sbst::distance::sequence::contains;
///
/// assert_eq!(contains(&[9, 1, 2, 9], &[1, 3]).to_true().get(), 0.5);
/// ```
pub fn contains<T: EqualityDistance + PartialEq>(a: &[T], part: &[T]) -> Decision {
    Rules::DEFAULT.sequences().contains(a, part)
}

/// `a.eq_ignore_ascii_case(b)`, of bytes? As [`eq()`] of the lower-case bytes. Linear.
///
/// ```
/// use sbst::distance::sequence::eq_ignore_ascii_case;
///
/// assert!(eq_ignore_ascii_case(b"Host", b"HOST").holds());
/// assert_eq!(eq_ignore_ascii_case(b"Host", b"HOSE").to_true().get(), 15.0 / 16.0);
/// ```
pub fn eq_ignore_ascii_case(a: &[u8], b: &[u8]) -> Decision {
    Rules::DEFAULT.sequences().eq_ignore_ascii_case(a, b)
}
