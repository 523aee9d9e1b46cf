//! Sites: the places in compiled code that compare.

/// Numbers of sites, by their place.
#[derive(Clone, Debug)]
pub(crate) struct Sites {
    /// Open addressing. Their number is a power of two.
    slots: Vec<Slot>,
    /// 32 without the bits of an index.
    shift: u32,
    all: Vec<Site>,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    place: u32,
    /// The number of the site, or `EMPTY`.
    site: u32,
    /// Number of its last operands, or of its switch, among those that are watched, or `EMPTY`.
    watch: u32,
}

/// A place that compares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Site {
    /// The function that has the place, if it is known.
    pub(crate) function: Option<u32>,
    /// The operands that were compared last, where a log was read in full.
    pub(crate) last: (u64, u64),
    /// Its address, if it is in a function of the program.
    pub(crate) address: Option<usize>,
    /// Number of its switch, if it is one.
    pub(crate) switch: Option<u32>,
    place: u32,
}

impl Site {
    pub(crate) const fn place(&self) -> u32 {
        self.place
    }

    pub(crate) const fn new(place: u32, address: Option<usize>, function: Option<u32>) -> Self {
        Self { function, last: (0, 0), address, switch: None, place }
    }
}

const EMPTY: u32 = u32::MAX;
const NO_SLOT: Slot = Slot { place: 0, site: EMPTY, watch: EMPTY };

impl Sites {
    pub(crate) fn new() -> Self {
        Self { slots: vec![NO_SLOT; 1024], shift: 32 - 10, all: Vec::new() }
    }

    /// Returns the slot of a place, or the empty one where it belongs.
    #[inline(always)]
    fn slot(&self, place: u32) -> usize {
        let mask = self.slots.len() - 1;
        // Multiplication spreads places, which are close to each other, over the upper bits.
        let mut at = (place.wrapping_mul(0x9E37_79B1) >> self.shift) as usize;
        while self.slots[at].place != place && self.slots[at].site != EMPTY {
            at = (at + 1) & mask;
        }
        at
    }

    /// Returns the number under which the site at a place is watched, or `u32::MAX`.
    #[inline(always)]
    pub(crate) fn watch_at(&self, place: u32) -> u32 {
        self.slots[self.slot(place)].watch
    }

    /// Sets the number under which a site is watched.
    pub(crate) fn set_watch(&mut self, site: u32, watch: u32) {
        let slot = self.slot(self.all[site as usize].place);
        self.slots[slot].watch = watch;
    }

    /// Returns the number under which a site is watched, or `u32::MAX`.
    pub(crate) fn watch_of(&self, site: u32) -> u32 {
        self.watch_at(self.all[site as usize].place)
    }

    /// Returns the site at a place; a new one is described by `new`.
    pub(crate) fn find_or_add(&mut self, place: u32, new: impl FnOnce() -> Site) -> u32 {
        let at = self.slot(place);
        if self.slots[at].site != EMPTY {
            return self.slots[at].site;
        }
        let number = self.all.len() as u32;
        self.all.push(new());
        self.slots[at] = Slot { place, site: number, watch: EMPTY };
        if self.all.len() * 4 > self.slots.len() {
            let old = std::mem::take(&mut self.slots);
            self.slots = vec![NO_SLOT; old.len() * 2];
            self.shift = self.shift.saturating_sub(1);
            for slot in old.into_iter().filter(|slot| slot.site != EMPTY) {
                let at = self.slot(slot.place);
                self.slots[at] = slot;
            }
        }
        number
    }

    /// Forgets which sites are watched.
    pub(crate) fn forget_watches(&mut self) {
        self.slots.iter_mut().for_each(|slot| slot.watch = EMPTY);
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
                let number = *known.entry(place).or_insert(next);
                let new = || Site::new(place, None, Some(number));
                prop_assert_eq!(sites.find_or_add(place, new), number);
                prop_assert_eq!(sites.at(number).function, Some(number));
                prop_assert_eq!(
                    sites.watch_at(place),
                    if number % 3 == 0 && number != next { number } else { EMPTY }
                );
                if number % 3 == 0 {
                    sites.set_watch(number, number);
                }
                prop_assert_eq!(
                    sites.watch_of(number),
                    if number % 3 == 0 { number } else { EMPTY }
                );
            }
        }
    }
}
