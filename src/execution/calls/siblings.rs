//! How often a function was called from one place.

use crate::id::{CallSite, Function};
use alloc::vec::Vec;

/// Calls of one function by one activation (or the test) at one site.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::execution) struct Kin {
    pub caller: u32,
    pub site: Option<CallSite>,
    pub callee: Function,
}

/// By kin: how many activations there are, and which is the last. A table with linear probing, which forgets without giving back memory.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Siblings {
    families: Vec<Family>,
    /// One more than the number of a family, or 0; a power of two of places, at most half of them taken.
    places: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Family {
    kin: Kin,
    count: u32,
    last: u32,
}

impl Siblings {
    /// The last activation of the kin, if there are as many as `limit` or more, and at least one.
    pub(in crate::execution) fn merged(&self, kin: Kin, limit: u32) -> Option<u32> {
        let family = self.families.get(self.find(kin)?.checked_sub(1)? as usize)?;
        (family.count >= limit).then_some(family.last)
    }

    /// One more of the kin.
    pub(in crate::execution) fn add(&mut self, kin: Kin, activation: u32) {
        if self.places.len() < 2 * (self.families.len() + 1) {
            self.grow();
        }
        match self.find(kin) {
            Some(number @ 1..) => {
                let family = &mut self.families[number as usize - 1];
                (family.count, family.last) = (family.count + 1, activation);
            }
            _ => {
                self.families.push(Family { kin, count: 1, last: activation });
                self.put(self.families.len() as u32);
            }
        }
    }

    /// Linear in the families. The last one first: so nobody stands where another one was passed over.
    pub(in crate::execution) fn clear(&mut self) {
        while let Some(family) = self.families.pop() {
            let number = self.families.len() as u32 + 1;
            let place = self.probe(family.kin).find(|&place| self.places[place] == number);
            place.into_iter().for_each(|place| self.places[place] = 0);
        }
    }

    fn grow(&mut self) {
        let places = (2 * self.places.len()).max(16);
        self.places.clear();
        self.places.resize(places, 0);
        (1..=self.families.len() as u32).for_each(|number| self.put(number));
    }

    /// Puts a family into the first place that is free from its own on.
    fn put(&mut self, number: u32) {
        let free = self.probe(self.families[number as usize - 1].kin).find(|&place| self.places[place] == 0);
        free.into_iter().for_each(|place| self.places[place] = number);
    }

    /// What stands where the kin belongs: one more than its number, or 0. `None` if there are no places.
    fn find(&self, kin: Kin) -> Option<u32> {
        let is_it = |number: u32| number == 0 || self.families[number as usize - 1].kin == kin;
        self.probe(kin).map(|place| self.places[place]).find(|&number| is_it(number))
    }

    /// All places, from that of the kin on.
    fn probe(&self, kin: Kin) -> impl Iterator<Item = usize> + use<> {
        /// 2^64 divided by the golden ratio: neighbouring numbers come far apart (Knuth, "The Art of Computer Programming", 6.4).
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        let site = kin.site.map_or(0, |site| u64::from(site.number()) + 1);
        let mut hash = 0_u64;
        for part in [u64::from(kin.caller), site, u64::from(kin.callee.number())] {
            hash = (hash ^ part).wrapping_mul(SPREAD);
            hash ^= hash >> 32;
        }
        let places = self.places.len();
        let start = hash as usize & places.saturating_sub(1);
        (0..places).map(move |step| (start + step) & (places - 1))
    }
}
