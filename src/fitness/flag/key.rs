//! Results of functions, as callers distinguish them; the values that results are set to, and the
//! branches that constants need.

use crate::flow::Edge;
use crate::id::{Branch, CallSite, IdMap, IdSet, map};
use crate::sort::sort;
use alloc::vec::Vec;
use core::ops::{Not, RangeInclusive};
use smallvec::SmallVec;

/// A result of a function, reduced to what its callers branch on: a `bool`, a variant of an `enum`,
/// or an integer.
///
/// Every key is a number: `false` is 0, `true` is 1, and you number the variants. All results of
/// one function are numbered in one way. Functions that share no caller may be numbered in
/// different ways.
///
/// ```
/// use sbst::fitness::flag::Key;
///
/// assert_eq!(Key::from(true), Key::from(1)); // as in compiled code
/// let shape = Key::variant(2); // Shape::Circle, if you number it so
/// assert_ne!(shape, Key::SOME);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(transparent))]
pub struct Key(#[cfg_attr(feature = "serde", serde(with = "crate::distance::form::integer"))] i128);

impl Key {
    /// The variant `None` of an option.
    pub const NONE: Self = Self(0);
    /// The variant `Some` of an option.
    pub const SOME: Self = Self(1);
    /// The variant `Ok` of a result.
    pub const OK: Self = Self(0);
    /// The variant `Err` of a result.
    pub const ERR: Self = Self(1);

    /// Returns the key of the variant with this number.
    #[must_use]
    pub const fn variant(number: u32) -> Self {
        Self(number as i128)
    }

    /// Returns the contrary of a `bool`, and every other key unchanged.
    pub(super) fn negated(self) -> Self {
        if matches!(self.0, 0 | 1) { Self(1 - self.0) } else { self }
    }

    /// Returns the number of the key.
    #[must_use]
    pub const fn number(self) -> i128 {
        self.0
    }
}

impl map::Key for Key {
    type Number = u128;

    fn number(self) -> u128 {
        // The least key has the number 0.
        self.0.abs_diff(i128::MIN)
    }

    fn of(number: u128) -> Self {
        Self(i128::MIN.wrapping_add_unsigned(number))
    }
}

impl From<bool> for Key {
    fn from(value: bool) -> Self {
        Self(i128::from(value))
    }
}

impl From<i128> for Key {
    fn from(value: i128) -> Self {
        Self(value)
    }
}

/// Writes the number of the key.
impl core::fmt::Display for Key {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of results, for example the results that a branch of a predicate needs.
///
/// ```
/// use sbst::fitness::flag::{Key, Keys};
///
/// let small = Keys::from(1..=9);
/// assert!(small.contains(Key::from(4)) && !small.contains(Key::from(10)));
/// let others = !Keys::of([1, 2].map(Key::from)); // the default arm of `match`
/// assert!(others.contains(Key::from(3)) && !others.contains(Key::from(2)));
/// let failed = Keys::from(Key::ERR); // `if let Err(error) = call()`
/// assert!(!failed.contains(Key::OK));
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Keys {
    /// The least and the greatest number of each run, ascending, with a gap between two runs.
    runs: SmallVec<[(i128, i128); 2]>,
}

impl Keys {
    /// Returns the set of these keys.
    #[must_use]
    pub fn of(keys: impl IntoIterator<Item = Key>) -> Self {
        Self::of_ranges(keys.into_iter().map(|key| key.0..=key.0))
    }

    /// Returns the set of the keys whose numbers are in one of these ranges.
    #[must_use]
    pub fn of_ranges(ranges: impl IntoIterator<Item = RangeInclusive<i128>>) -> Self {
        let ranges = ranges.into_iter().filter(|range| !range.is_empty());
        Self::of_bounds(ranges.map(RangeInclusive::into_inner).collect())
    }

    /// Returns the set of the numbers between these bounds, both included.
    fn of_bounds(mut all: Vec<(i128, i128)>) -> Self {
        sort(&mut all);
        let mut keys = Self::default();
        for (low, high) in all {
            match keys.runs.last_mut() {
                Some((_, end)) if low <= end.saturating_add(1) => *end = high.max(*end),
                _ => keys.runs.push((low, high)),
            }
        }
        keys
    }

    /// Returns `true` if the key is in the set. Logarithmic in the number of ranges.
    #[must_use]
    pub fn contains(&self, key: Key) -> bool {
        let after = self.runs.partition_point(|run| run.0 <= key.0);
        after > 0 && self.runs[after - 1].1 >= key.0
    }

    /// Returns `true` if the set has no keys.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Returns an iterator over the ranges of numbers that the set consists of, ascending, with a
    /// gap between two ranges.
    pub fn ranges(
        &self,
    ) -> impl DoubleEndedIterator<Item = RangeInclusive<i128>> + ExactSizeIterator + Clone + '_
    {
        self.runs.iter().map(|run| run.0..=run.1)
    }

    /// Returns the results whose contrary is in the set. Only a `bool` has a contrary; other keys
    /// are unchanged.
    pub(super) fn negated(&self) -> Self {
        // A set with both `bool`s, or with neither, is its own contrary. Otherwise one of 0 and 1
        // is taken out and the other one added; the rest of the numbers stays.
        let without = self.contains(Key::from(false));
        let with = self.contains(Key::from(true));
        if without == with {
            return self.clone();
        }
        let (removed, added) = if with { (1, 0) } else { (0, 1) };
        (!(!self.clone()).with(removed)).with(added)
    }

    /// Returns the set with one more key.
    fn with(self, key: i128) -> Self {
        let mut all = self.runs.into_vec();
        all.push((key, key));
        Self::of_bounds(all)
    }
}

/// Returns the set of all keys that are not in this set.
impl Not for Keys {
    type Output = Self;

    fn not(self) -> Self {
        let mut others = Self::default();
        let mut next = Some(i128::MIN);
        for (low, high) in self.runs {
            if let Some(from) = next.filter(|&from| from < low) {
                others.runs.push((from, low - 1));
            }
            next = high.checked_add(1);
        }
        if let Some(from) = next {
            others.runs.push((from, i128::MAX));
        }
        others
    }
}

impl From<Key> for Keys {
    fn from(key: Key) -> Self {
        Self::of([key])
    }
}

impl From<i128> for Keys {
    fn from(key: i128) -> Self {
        Self::of([Key::from(key)])
    }
}

impl From<bool> for Keys {
    fn from(value: bool) -> Self {
        Self::of([Key::from(value)])
    }
}

impl From<RangeInclusive<i128>> for Keys {
    fn from(range: RangeInclusive<i128>) -> Self {
        Self::of_ranges([range])
    }
}

/// Writes the ranges, as in `{1, 4..=9}`.
impl core::fmt::Display for Keys {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("{")?;
        for (place, &(low, high)) in self.runs.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            match (low, high) {
                (low, high) if low == high => write!(f, "{comma}{low}")?,
                (i128::MIN, i128::MAX) => write!(f, "{comma}..")?,
                (i128::MIN, high) => write!(f, "{comma}..={high}")?,
                (low, i128::MAX) => write!(f, "{comma}{low}..")?,
                (low, high) => write!(f, "{comma}{low}..={high}")?,
            }
        }
        f.write_str("}")
    }
}

impl core::fmt::Debug for Keys {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Keys{self}")
    }
}

/// A value that a block of a function sets its result to.
///
/// ```
/// use sbst::fitness::flag::{Key, Returns};
/// use sbst::id::CallSite;
///
/// let site = CallSite::new(3);
/// assert_eq!(Returns::from(true), Returns::Constant(Key::from(true)));
/// assert_eq!(Returns::from(Key::NONE), Returns::Constant(Key::NONE));
/// assert_eq!(Returns::from(site), Returns::Call { site, negated: false });
/// assert_eq!(Returns::negated(site), Returns::Call { site, negated: true });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Returns {
    /// A constant.
    Constant(Key),
    /// The result of the call at this site, or its contrary.
    Call {
        /// The site.
        site: CallSite,
        /// `true` for the contrary. Only a `bool` has one.
        negated: bool,
    },
    /// The outcome of a decision, which the execution records for each activation with
    /// [`Frame::returns_if`](crate::execution::Frame::returns_if) or
    /// [`Frame::sets`](crate::execution::Frame::sets).
    Decision,
    /// An unknown value.
    Unknown,
}

impl Returns {
    /// Returns the contrary of the result of the call at this site.
    #[must_use]
    pub const fn negated(site: CallSite) -> Self {
        Self::Call { site, negated: true }
    }
}

impl From<bool> for Returns {
    fn from(value: bool) -> Self {
        Self::Constant(Key::from(value))
    }
}

impl From<Key> for Returns {
    fn from(key: Key) -> Self {
        Self::Constant(key)
    }
}

impl From<i128> for Returns {
    fn from(key: i128) -> Self {
        Self::Constant(Key::from(key))
    }
}

impl From<CallSite> for Returns {
    fn from(site: CallSite) -> Self {
        Self::Call { site, negated: false }
    }
}

/// Branches that are required for constants.
#[derive(Clone, Debug, Default)]
pub(super) struct Constants {
    /// The constants, numbered.
    keys: IdSet<Key>,
    /// By the number of a constant and the branch.
    edges: IdMap<(u32, Branch), Edge>,
}

impl Constants {
    /// Adds a branch for a constant.
    pub(super) fn insert(&mut self, key: Key, edge: Edge) {
        let number = self.keys.insert_place(key);
        self.edges.insert((number, edge.branch), edge);
    }

    /// Returns the branches for these keys, key by key. A branch for several keys comes several
    /// times.
    pub(super) fn edges<'a>(&'a self, keys: &'a Keys) -> impl Iterator<Item = Edge> + Clone + 'a {
        let (first, last) = (Branch::new(0), Branch::new(u32::MAX));
        let ranges = keys.ranges().map(|range| Key::from(*range.start())..=Key::from(*range.end()));
        let numbers = ranges.flat_map(|range| self.keys.range(range)).map(|(_, number)| number);
        let of = move |number| self.edges.range((number, first)..=(number, last));
        numbers.flat_map(of).map(|(_, &edge)| edge)
    }
}
