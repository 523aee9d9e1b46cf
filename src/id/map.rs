//! Maps and sets of ids, compiled once.
//!
//! The compiler translates `BTreeMap` again for each pair of key and value: some 5 000 lines of
//! LLVM, as much as a hundred functions of this crate. So the one tree maps the number of a key to
//! the place of its value in a list.

use alloc::collections::btree_map::{self, BTreeMap};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// A key of a map: an id, or a few ids. Keys have the order of their numbers.
pub(crate) trait Key: Copy {
    /// 64 bits, or 128 if a key does not fit.
    type Number: Copy + Ord;

    /// Returns the number of the key.
    fn number(self) -> Self::Number;

    /// Returns the key with a number.
    fn of(number: Self::Number) -> Self;
}

/// A key of 32 bits.
pub(crate) trait Id: Copy {
    /// Returns the number of the id.
    fn to_bits(self) -> u32;

    /// Returns the id with a number.
    fn from_bits(bits: u32) -> Self;
}

impl Id for u32 {
    fn to_bits(self) -> u32 {
        self
    }

    fn from_bits(bits: u32) -> Self {
        bits
    }
}

impl Id for bool {
    fn to_bits(self) -> u32 {
        self.into()
    }

    fn from_bits(bits: u32) -> Self {
        bits != 0
    }
}

impl<T: Id> Key for T {
    type Number = u64;

    fn number(self) -> u64 {
        self.to_bits().into()
    }

    fn of(number: u64) -> Self {
        T::from_bits(number as u32)
    }
}

impl<A: Id, B: Id> Key for (A, B) {
    type Number = u64;

    fn number(self) -> u64 {
        u64::from(self.0.to_bits()) << 32 | u64::from(self.1.to_bits())
    }

    fn of(number: u64) -> Self {
        (A::from_bits((number >> 32) as u32), B::from_bits(number as u32))
    }
}

impl<A: Id, B: Id, C: Id> Key for (A, B, C) {
    type Number = u128;

    fn number(self) -> u128 {
        u128::from(self.0.to_bits()) << 64 | u128::from((self.1, self.2).number())
    }

    fn of(number: u128) -> Self {
        let (b, c) = Key::of(number as u64);
        (A::from_bits((number >> 64) as u32), b, c)
    }
}

/// A set of ids, which numbers them in the order of their insertion.
#[derive(Clone)]
pub(crate) struct IdSet<K: Key>(BTreeMap<K::Number, u32>);

impl<K: Key> IdSet<K> {
    pub(crate) const fn new() -> Self {
        Self(BTreeMap::new())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn contains(&self, key: K) -> bool {
        self.place(key).is_some()
    }

    /// Returns the number of keys that were inserted before this one.
    pub(crate) fn place(&self, key: K) -> Option<u32> {
        find(&self.0, key.number())
    }

    /// Returns `true` if the key was not in the set.
    pub(crate) fn insert(&mut self, key: K) -> bool {
        let next = self.len() as u32;
        self.insert_place(key) == next
    }

    /// Returns the number of keys that were inserted before this one, which is inserted if it is
    /// new.
    pub(crate) fn insert_place(&mut self, key: K) -> u32 {
        find_or_insert(&mut self.0, key.number())
    }

    /// Returns an iterator over the keys, ascending.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = K> + ExactSizeIterator + Clone {
        self.0.keys().map(|&number| K::of(number))
    }

    /// Returns an iterator over the keys within a range, ascending, with their places.
    pub(crate) fn range(
        &self,
        range: RangeInclusive<K>,
    ) -> impl DoubleEndedIterator<Item = (K, u32)> + Clone {
        let found = within(&self.0, range.start().number(), range.end().number());
        found.map(|(&number, &place)| (K::of(number), place))
    }
}

// These three are compiled once for keys of 64 bits, and once for keys of 128.

fn find<N: Ord>(places: &BTreeMap<N, u32>, number: N) -> Option<u32> {
    places.get(&number).copied()
}

fn find_or_insert<N: Ord>(places: &mut BTreeMap<N, u32>, number: N) -> u32 {
    let next = places.len() as u32;
    *places.entry(number).or_insert(next)
}

fn within<N: Ord>(places: &BTreeMap<N, u32>, from: N, to: N) -> btree_map::Range<'_, N, u32> {
    places.range(from..=to)
}

/// A map from ids to values, which stand in the order in which their keys came.
#[derive(Clone)]
pub(crate) struct IdMap<K: Key, V> {
    keys: IdSet<K>,
    values: Vec<V>,
}

impl<K: Key, V> IdMap<K, V> {
    pub(crate) const fn new() -> Self {
        Self { keys: IdSet::new(), values: Vec::new() }
    }

    pub(crate) fn len(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.values.clear();
    }

    pub(crate) fn contains(&self, key: K) -> bool {
        self.keys.contains(key)
    }

    pub(crate) fn get(&self, key: K) -> Option<&V> {
        Some(&self.values[self.keys.place(key)? as usize])
    }

    /// Sets the value of a key.
    pub(crate) fn insert(&mut self, key: K, value: V) {
        let place = self.keys.insert_place(key) as usize;
        match self.values.get_mut(place) {
            Some(old) => *old = value,
            None => self.values.push(value),
        }
    }

    /// Returns the value of a key, which `new` makes if there is none.
    pub(crate) fn get_or_insert_with(&mut self, key: K, new: impl FnOnce() -> V) -> &mut V {
        let place = self.keys.insert_place(key) as usize;
        if place == self.values.len() {
            self.values.push(new());
        }
        &mut self.values[place]
    }

    /// Returns the value of a key, which is the default if there was none.
    pub(crate) fn or_default(&mut self, key: K) -> &mut V
    where
        V: Default,
    {
        self.get_or_insert_with(key, V::default)
    }

    /// Returns the least and the greatest key.
    pub(crate) fn ends(&self) -> Option<(K, K)> {
        let (first, last) = (self.keys.0.first_key_value()?, self.keys.0.last_key_value()?);
        Some((K::of(*first.0), K::of(*last.0)))
    }

    /// Returns an iterator over keys and values, ascending by key.
    pub(crate) fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (K, &V)> + ExactSizeIterator + Clone {
        let places = self.keys.0.iter();
        places.map(|(&number, &place)| (K::of(number), &self.values[place as usize]))
    }

    /// Returns an iterator over keys within a range and their values, ascending by key.
    pub(crate) fn range(
        &self,
        range: RangeInclusive<K>,
    ) -> impl DoubleEndedIterator<Item = (K, &V)> + Clone {
        self.keys.range(range).map(|(key, place)| (key, &self.values[place as usize]))
    }
}

impl<K: Key> Default for IdSet<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Key, V> Default for IdMap<K, V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Key> FromIterator<K> for IdSet<K> {
    fn from_iter<I: IntoIterator<Item = K>>(keys: I) -> Self {
        let mut set = Self::new();
        for key in keys {
            set.insert(key);
        }
        set
    }
}

/// The last value of a key stays.
impl<K: Key, V> FromIterator<(K, V)> for IdMap<K, V> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (key, value) in entries {
            map.insert(key, value);
        }
        map
    }
}

/// Equal if they have equal keys, in whatever order these came.
impl<K: Key> PartialEq for IdSet<K> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.0.keys().eq(other.0.keys())
    }
}

impl<K: Key> Eq for IdSet<K> {}

/// Equal if they have equal keys with equal values, in whatever order these came.
impl<K: Key, V: PartialEq> PartialEq for IdMap<K, V> {
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys && self.iter().zip(other.iter()).all(|(a, b)| a.1 == b.1)
    }
}

impl<K: Key, V: Eq> Eq for IdMap<K, V> {}

impl<K: Key + core::fmt::Debug> core::fmt::Debug for IdSet<K> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl<K: Key + core::fmt::Debug, V: core::fmt::Debug> core::fmt::Debug for IdMap<K, V> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{IdMap, IdSet};
    use alloc::vec::Vec;

    #[test]
    fn pairs_have_the_order_of_their_parts() {
        let keys = [(1, 0), (0, u32::MAX), (0, 1), (u32::MAX, 0), (0, 1)];
        let set: IdSet<(u32, u32)> = keys.into_iter().collect();
        let sorted = [(0, 1), (0, u32::MAX), (1, 0), (u32::MAX, 0)];
        assert!(set.iter().eq(sorted));
        assert_eq!(sorted.map(|key| set.place(key)), [2, 1, 0, 3].map(Some));
        let of_zero: Vec<_> = set.range((0, 0)..=(0, u32::MAX)).collect();
        assert_eq!(of_zero, [((0, 1), 2), ((0, u32::MAX), 1)]);
    }

    #[test]
    fn maps_are_equal_in_whatever_order_their_keys_came() {
        let of = |pairs: [(u32, char); 3]| pairs.into_iter().collect::<IdMap<_, _>>();
        let map = of([(7, 'x'), (3, 'b'), (7, 'a')]);
        assert!(map.iter().eq([(3, &'b'), (7, &'a')]));
        assert_eq!((map.len(), map.ends()), (2, Some((3, 7))));
        assert_eq!(map, of([(3, 'b'), (7, 'a'), (3, 'b')]));
        assert_ne!(map, of([(3, 'b'), (7, 'b'), (3, 'b')]));
    }
}
