//! A map from numbers to numbers, compiled once.
//!
//! Every pair of key and value makes the compiler translate `BTreeMap` again: some 6 000 lines of LLVM, as much as a hundred functions of
//! this crate. So what a number can stand for is mapped by its number, and values that are none stand in a list, by their place.

use alloc::collections::BTreeMap;

/// A map from numbers to numbers.
pub(crate) type NumberMap = BTreeMap<u64, u32>;

/// Returns the number of a pair of numbers: pairs have the order of their numbers.
#[cfg(any(feature = "seeding", feature = "subsumption"))]
pub(crate) const fn pair(first: u32, second: u32) -> u64 {
    (first as u64) << 32 | second as u64
}
