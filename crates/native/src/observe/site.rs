//! Sites: the places in compiled code that compare.

/// Numbers of sites, by their place.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    /// Open addressing: place and number; the number is `u32::MAX` where nothing is.
    slots: Vec<(u32, u32)>,
    all: Vec<Site>,
}

/// A place that compares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    /// The function that has the place, if it is known.
    pub(crate) function: Option<u32>,
    /// The operands that were compared last, where a log was read in full.
    pub(crate) last: (u64, u64),
    /// Number of its last operands, or of its switch, among those that are watched, or `u32::MAX`.
    pub(crate) watch: u32,
}

const EMPTY: u32 = u32::MAX;

impl Sites {
    pub(crate) fn new() -> Self {
        Self { slots: vec![(0, EMPTY); 1024], all: Vec::new() }
    }

    /// Returns the slot of a place, or the empty one where it belongs.
    #[inline(always)]
    fn slot(&self, place: u32) -> usize {
        let mask = self.slots.len() - 1;
        // Multiplication spreads places, which are close to each other.
        let mut at = (place.wrapping_mul(0x9E37_79B1) >> 7) as usize & mask;
        while self.slots[at].1 != EMPTY && self.slots[at].0 != place {
            at = (at + 1) & mask;
        }
        at
    }

    /// Returns the site at a place, if it was seen before.
    #[inline(always)]
    pub(crate) fn find(&self, place: u32) -> Option<u32> {
        let number = self.slots[self.slot(place)].1;
        if number == EMPTY { None } else { Some(number) }
    }

    /// Returns the site at a place; a new one is described by `new`.
    pub(crate) fn find_or_add(&mut self, place: u32, new: impl FnOnce() -> Site) -> u32 {
        let at = self.slot(place);
        if self.slots[at].1 != EMPTY {
            return self.slots[at].1;
        }
        let number = self.all.len() as u32;
        self.all.push(new());
        self.slots[at] = (place, number);
        if self.all.len() * 4 > self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![(0, EMPTY); old.len() * 2];
            for (place, number) in old.into_iter().filter(|slot| slot.1 != EMPTY) {
                let at = self.slot(place);
                self.slots[at] = (place, number);
            }
        }
        number
    }

    /// Forgets which sites are watched.
    pub(crate) fn forget_watches(&mut self) {
        self.all.iter_mut().for_each(|site| site.watch = EMPTY);
    }

    #[inline(always)]
    pub(crate) fn at(&self, number: u32) -> &Site {
        &self.all[number as usize]
    }

    #[inline(always)]
    pub(crate) fn at_mut(&mut self, number: u32) -> &mut Site {
        &mut self.all[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_place_keeps_its_number(places in prop::collection::vec(0_u32..5_000, 0..3_000)) {
            let (mut sites, mut known) = (Sites::new(), std::collections::BTreeMap::new());
            for place in places {
                let next = known.len() as u32;
                prop_assert_eq!(sites.find(place), known.get(&place).copied());
                let number = *known.entry(place).or_insert(next);
                let new = || Site { function: Some(number), last: (0, 0), watch: EMPTY };
                prop_assert_eq!(sites.find_or_add(place, new), number);
                prop_assert_eq!(sites.at(number).function, Some(number));
            }
        }
    }
}
