//! A map from numbers to numbers, compiled once, for seeding and slicing. All other modules use
//! [`IdMap`](crate::id::IdMap).
//!
//! Every pair of key and value makes the compiler translate `BTreeMap` again: some 6 000 lines of
//! LLVM, as much as a hundred functions of this crate. So what a number can stand for is mapped by
//! its number, and values that are none stand in a list, by their place.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A map from numbers to numbers.
pub(crate) type NumberMap = BTreeMap<u64, u32>;

/// Returns the number of a pair of numbers: pairs have the order of their numbers.
pub(crate) const fn pair(first: u32, second: u32) -> u64 {
    (first as u64) << 32 | second as u64
}

/// Returns the numbers of a pair.
pub(crate) const fn both(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

/// Several numbers, such as all that tells a value from others.
pub(crate) type Words = smallvec::SmallVec<[u64; 6]>;

/// A map from several numbers to one.
pub(crate) type WordMap = BTreeMap<Words, u32>;

/// A set of numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct NumberSet(NumberMap);

impl NumberSet {
    pub(crate) const fn new() -> Self {
        Self(NumberMap::new())
    }

    /// Returns `true` if the number was not in the set.
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        self.0.insert(number, 0).is_none()
    }

    pub(crate) fn remove(&mut self, number: u64) {
        self.0.remove(&number);
    }

    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.contains_key(&number)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Ascending.
    pub(crate) fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = u64> + ExactSizeIterator + Clone + '_ {
        self.0.keys().copied()
    }
}

/// A map from numbers to values of any type: they stand in the order in which they came.
#[derive(Clone, Debug)]
pub(crate) struct NumberTable<V> {
    places: NumberMap,
    values: Vec<V>,
}

impl<V> NumberTable<V> {
    pub(crate) const fn new() -> Self {
        Self { places: NumberMap::new(), values: Vec::new() }
    }

    /// Returns the value of a number, which `new` makes if there is none.
    pub(crate) fn get_or_insert_with(&mut self, number: u32, new: impl FnOnce() -> V) -> &mut V {
        let place = *self.places.entry(number.into()).or_insert(self.values.len() as u32) as usize;
        if place == self.values.len() {
            self.values.push(new());
        }
        &mut self.values[place]
    }

    /// Returns an iterator over numbers and values, ascending by number.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &V)> {
        self.places.iter().map(|(&number, &place)| (number as u32, &self.values[place as usize]))
    }
}

impl<V> Default for NumberTable<V> {
    fn default() -> Self {
        Self::new()
    }
}
