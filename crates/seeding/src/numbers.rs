//! Maps and sets of numbers: two maps, compiled once.
//!
//! Each pair of a key and a value makes the compiler translate `BTreeMap` again: about 6 000 lines
//! of LLVM. So the crate maps numbers to numbers, and everything else by its number.

use alloc::collections::BTreeMap;
use smallvec::SmallVec;

/// A map from numbers to numbers.
pub(crate) type NumberMap = BTreeMap<u64, u32>;

/// Several numbers, such as everything that distinguishes a value from others.
pub(crate) type Words = SmallVec<[u64; 6]>;

/// A map from several numbers to one.
pub(crate) type WordMap = BTreeMap<Words, u32>;

/// Returns the number of a pair of numbers: pairs have the order of their numbers.
pub(crate) const fn pair(first: u32, second: u32) -> u64 {
    (first as u64) << 32 | second as u64
}

/// Returns the numbers of a pair.
pub(crate) const fn both(pair: u64) -> (u32, u32) {
    ((pair >> 32) as u32, pair as u32)
}

/// A set of numbers.
#[derive(Default)]
pub(crate) struct NumberSet(NumberMap);

impl NumberSet {
    /// Returns `true` if the number was not in the set.
    pub(crate) fn insert(&mut self, number: u64) -> bool {
        self.0.insert(number, 0).is_none()
    }

    /// Returns `true` if the number is in the set.
    pub(crate) fn contains(&self, number: u64) -> bool {
        self.0.contains_key(&number)
    }

    /// Returns the number of elements.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns an iterator over the numbers, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = u64> {
        self.0.keys().copied()
    }
}
