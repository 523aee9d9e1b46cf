//! How often a function was called from one place.

use crate::id::{CallSite, Function};
use alloc::vec::Vec;
use hashbrown::HashTable;

/// Calls of one function by one activation (or the test) at one site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::execution) struct Kin {
    pub caller: u32,
    pub site: Option<CallSite>,
    pub callee: Function,
}

/// By kin: how many activations there are, and which is the last. The table forgets without giving back memory.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Siblings {
    families: Vec<Family>,
    /// The numbers of the families, by kin. Apart, so that forgetting takes as long as there are families, whatever room there is.
    numbers: HashTable<u32>,
}

#[derive(Clone, Debug)]
struct Family {
    kin: Kin,
    count: u32,
    last: u32,
}

impl Siblings {
    /// Returns the last activation of the kin, if there are as many as `limit` or more, and at least one.
    pub(in crate::execution) fn merged(&self, kin: Kin, limit: u32) -> Option<u32> {
        let number = self.numbers.find(hash(kin), |&number| self.families[number as usize].kin == kin)?;
        let family = &self.families[*number as usize];
        (family.count >= limit).then_some(family.last)
    }

    /// Adds one more activation of the kin.
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

    /// Linear in the families.
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
