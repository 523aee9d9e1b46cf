//! Numbers of calls of a function from one place.

use crate::id::{CallSite, Function};
use alloc::vec::Vec;
use hashbrown::HashTable;

/// Key of calls of one function by one activation (or the test) at one site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::execution) struct Kin {
    /// Activation that makes the calls.
    pub caller: u32,
    /// Call site, if it is known.
    pub site: Option<CallSite>,
    /// Function that is called.
    pub callee: Function,
}

/// Table of the number of activations by key, and the last of them. Clearing keeps the memory.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Siblings {
    /// Rows, in the order in which their keys came.
    families: Vec<Family>,
    /// Index of the row by key. A hash table alone would be cleared in time linear in its capacity; with the list of rows, only the entries
    /// that exist are removed.
    numbers: HashTable<u32>,
}

/// Activations with one key.
#[derive(Clone, Debug)]
struct Family {
    /// The key.
    kin: Kin,
    /// Number of activations.
    count: u32,
    /// The last activation.
    last: u32,
}

impl Siblings {
    /// Returns the last activation with this key, if there are at least `limit` of them, and at least one.
    pub(in crate::execution) fn merged(&self, kin: Kin, limit: u32) -> Option<u32> {
        let number = self.numbers.find(hash(kin), |&number| self.families[number as usize].kin == kin)?;
        let family = &self.families[*number as usize];
        (family.count >= limit).then_some(family.last)
    }

    /// Adds an activation with this key.
    pub(in crate::execution) fn add(&mut self, kin: Kin, activation: u32) {
        let Self { families, numbers } = self;
        match numbers.find(hash(kin), |&number| families[number as usize].kin == kin) {
            Some(&number) => {
                let family = &mut families[number as usize];
                (family.count, family.last) = (family.count + 1, activation);
            }
            None => {
                numbers.insert_unique(hash(kin), families.len() as u32, |&number| hash(families[number as usize].kin));
                families.push(Family { kin, count: 1, last: activation });
            }
        }
    }

    /// Removes everything. Linear in the number of keys.
    pub(in crate::execution) fn clear(&mut self) {
        while let Some(family) = self.families.pop() {
            let number = self.families.len() as u32;
            if let Ok(entry) = self.numbers.find_entry(hash(family.kin), |&other| other == number) {
                entry.remove();
            }
        }
    }
}

/// Returns a hash that is the same on every platform and in every run.
fn hash(kin: Kin) -> u64 {
    /// 2^64 divided by the golden ratio: neighbouring numbers come far apart (Knuth, "The Art of Computer Programming", 6.4).
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    let site = kin.site.map_or(0, |site| u64::from(site.number()) + 1);
    let mut hash = 0_u64;
    for part in [u64::from(kin.caller), site, u64::from(kin.callee.number())] {
        hash = (hash ^ part).wrapping_mul(SPREAD);
        hash ^= hash >> 32;
    }
    hash
}
