//! Elements as dense numbers, so that masks of matching positions stand in a table.
//!
//! Elements of the shorter sequence, the text, have classes from 1 on in the order in which they
//! first occur. Elements of the pattern that do not occur in the text match nothing and have
//! class 0.
//!
//! Linear in time and memory for bytes and characters; any other elements take one comparison for
//! each distinct element of the text.

use alloc::vec;
use alloc::vec::Vec;

/// Two sequences in terms of their common elements.
pub(super) struct Classes {
    /// By row; 0 for what never matches.
    pub(super) pattern: Vec<usize>,
    /// By column; never 0.
    pub(super) text: Vec<usize>,
    /// Of classes, 0 included.
    pub(super) count: usize,
}

impl Classes {
    pub(super) fn of_bytes(pattern: &[u8], text: &[u8]) -> Self {
        let mut known = [0; 256];
        let mut count = 1;
        let text = text
            .iter()
            .map(|&byte| {
                let class = &mut known[usize::from(byte)];
                if *class == 0 {
                    *class = count;
                    count += 1;
                }
                *class
            })
            .collect();
        Self {
            pattern: pattern.iter().map(|&byte| known[usize::from(byte)]).collect(),
            text,
            count,
        }
    }

    pub(super) fn of_characters(pattern: &[char], text: &[char]) -> Self {
        let mut known = Slots::new(text);
        let text = text.iter().map(|&character| known.insert(character)).collect();
        Self {
            pattern: pattern.iter().map(|&character| known.get(character)).collect(),
            text,
            count: known.count as usize + 1,
        }
    }

    pub(super) fn of_elements<T: Eq>(pattern: &[T], text: &[T]) -> Self {
        let mut known = Vec::new();
        let find = |known: &[&T], element: &T| known.iter().position(|&other| other == element);
        let text = text
            .iter()
            .map(|element| {
                find(&known, element).unwrap_or_else(|| {
                    known.push(element);
                    known.len() - 1
                }) + 1
            })
            .collect();
        let pattern = pattern
            .iter()
            .map(|element| find(&known, element).map_or(0, |class| class + 1))
            .collect();
        Self { pattern, text, count: known.len() + 1 }
    }
}

// A table of characters that no choice of characters makes slow.
//
// Open addressing with linear probing. Someone who knows the hash can make characters collide; as
// soon as a search takes more than `TOO_FAR` steps, the table falls back to one slot for each
// character that exists. That is a constant amount of memory, of which an operating system
// provides only what is touched.

/// One class for each distinct character.
pub(super) struct Slots {
    /// Character and class; class 0 marks a free slot.
    slots: Vec<(u32, u32)>,
    factor: u32,
    shift: u32,
    count: u32,
}

/// Steps of one search; random characters need two on average in a table that is half full.
const TOO_FAR: usize = 64;

impl Slots {
    /// Empty, with room for the distinct ones among `characters`.
    pub(super) fn new(characters: &[char]) -> Self {
        let bits = (2 * characters.len().clamp(2, 1 << 20)).next_power_of_two().trailing_zeros();
        // 2^32 divided by the golden ratio spreads neighbours evenly (Knuth, "Sorting and
        // Searching", section 6.4).
        Self { slots: vec![(0, 0); 1 << bits], factor: 0x9e37_79b9, shift: 32 - bits, count: 0 }
    }

    /// Returns the class of `character`, from 1 on; a new one if it was unknown.
    pub(super) fn insert(&mut self, character: char) -> usize {
        let mut slot = self.find(character);
        if slot.is_none() {
            self.spread();
            slot = self.find(character);
        }
        let Some(entry) = slot.and_then(|slot| self.slots.get_mut(slot)) else { return 0 };
        if entry.1 == 0 {
            self.count += 1;
            *entry = (character.into(), self.count);
        }
        entry.1 as usize
    }

    /// Returns the class of `character`, 0 if it is unknown.
    pub(super) fn get(&self, character: char) -> usize {
        self.find(character).map_or(0, |slot| self.slots[slot].1 as usize)
    }

    /// Returns the slot of `character`, or the free slot where it would be; `None` if the search
    /// takes too long, and then it is nowhere.
    #[inline]
    fn find(&self, character: char) -> Option<usize> {
        let character = u32::from(character);
        let start = (character.wrapping_mul(self.factor) >> self.shift) as usize;
        let near = |&slot: &usize| {
            let (other, class) = self.slots[slot];
            class == 0 || other == character
        };
        (start..start + TOO_FAR).map(|slot| slot & (self.slots.len() - 1)).find(near)
    }

    /// From now on each character has a slot of its own, and no search takes a second step.
    fn spread(&mut self) {
        let mut slots = vec![(0, 0); (char::MAX as usize + 1).next_power_of_two()];
        for &(character, class) in self.slots.iter().filter(|(_, class)| *class != 0) {
            slots[character as usize] = (character, class);
        }
        (self.slots, self.factor, self.shift) = (slots, 1, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that characters which fall on the first slots of a small table are spread.
    #[test]
    fn colliding_characters_are_spread() {
        let empty = Slots::new(&['x'; 2000]);
        let first = |c: &char| (u32::from(*c).wrapping_mul(empty.factor) >> empty.shift) < 4;
        let colliding: Vec<_> = ('\0'..=char::MAX).filter(first).take(1000).collect();
        assert_eq!(colliding.len(), 1000);
        let mut slots = Slots::new(&['x'; 2000]);
        let classes: Vec<_> = colliding.iter().map(|&c| slots.insert(c)).collect();
        assert!(slots.slots.len() > char::MAX as usize);
        assert!(classes.iter().copied().eq(1..=1000));
        assert!(colliding.iter().map(|&c| slots.get(c)).eq(1..=1000));
        assert_eq!((slots.get(char::MAX), slots.count), (0, 1000));
    }
}
