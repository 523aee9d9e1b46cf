//! Numbers of calls of a function from one place, which the [limits](super::CallTreeLimits) of the
//! call tree need.

use crate::id::{CallSite, Function};
use alloc::vec::Vec;
use hashbrown::HashTable;

/// Key of the calls that the limits count together: those of one function by one activation (or by
/// the test) at one site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::execution) struct Kin {
    /// Number of the activation that makes the calls, or the mark of the test.
    pub caller: u32,
    /// Call site, if it is known.
    pub site: Option<CallSite>,
    /// Function that is called.
    pub callee: Function,
}

/// Table that has, for each key, the number of activations and the last of them. Adding and finding
/// take constant time on average. Clearing keeps the memory.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Siblings {
    /// Rows, in the order in which their keys were added.
    families: Vec<Family>,
    /// Index in `families` by key. It is never iterated, so its order cannot reach a result. A hash
    /// table alone would be cleared in time linear in its capacity. With the list of rows, only the
    /// entries that exist are removed.
    numbers: HashTable<u32>,
}

/// Row of the table: the activations with one key.
#[derive(Clone, Debug)]
struct Family {
    /// The key.
    kin: Kin,
    /// Number of activations with the key.
    count: u32,
    /// The activation that was added last.
    last: u32,
}

impl Siblings {
    /// Returns the activation that the next call with this key merges with: the last one with this
    /// key, if there are at least `limit` of them, and at least one. Returns `None` if the limit
    /// allows one more activation.
    pub(super) fn merged(&self, kin: Kin, limit: u32) -> Option<u32> {
        let number =
            self.numbers.find(hash(kin), |&number| self.families[number as usize].kin == kin)?;
        let family = &self.families[*number as usize];
        (family.count >= limit).then_some(family.last)
    }

    /// Adds an activation with this key.
    pub(super) fn add(&mut self, kin: Kin, activation: u32) {
        let Self { families, numbers } = self;
        // The table has indices of rows only: keys are compared in the rows, and no key is stored
        // twice.
        match numbers.find(hash(kin), |&number| families[number as usize].kin == kin) {
            Some(&number) => {
                let family = &mut families[number as usize];
                (family.count, family.last) = (family.count + 1, activation);
            }
            None => {
                numbers.insert_unique(hash(kin), families.len() as u32, |&number| {
                    hash(families[number as usize].kin)
                });
                families.push(Family { kin, count: 1, last: activation });
            }
        }
    }

    /// Removes everything. Linear in the number of keys.
    pub(super) fn clear(&mut self) {
        while let Some(family) = self.families.pop() {
            // After `pop`, the length is the index that the row had: the table has exactly one
            // entry with this index.
            let number = self.families.len() as u32;
            if let Ok(entry) = self.numbers.find_entry(hash(family.kin), |&other| other == number) {
                entry.remove();
            }
        }
    }
}

/// Returns a hash of a key. It is the same on every platform and in every run.
fn hash(kin: Kin) -> u64 {
    /// The number 2^64 divided by the golden ratio. Multiplying by it moves neighbouring numbers
    /// far apart (Knuth, "The Art of Computer Programming", 6.4).
    const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
    // A call without a site gets another number than a call at site 0, so that their hashes rarely
    // collide.
    let site = kin.site.map_or(0, |site| u64::from(site.number()) + 1);
    let mut hash = 0_u64;
    for part in [u64::from(kin.caller), site, u64::from(kin.callee.number())] {
        hash = (hash ^ part).wrapping_mul(SPREAD);
        // The product mixes upwards only, so the high half is folded into the low half.
        hash ^= hash >> 32;
    }
    hash
}
