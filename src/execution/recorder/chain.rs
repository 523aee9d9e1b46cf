//! Set of dense numbers that is emptied in time linear in its size.

use alloc::vec::Vec;
use core::cell::Cell;

/// Mark of a number that is not in the set.
pub(in crate::execution) const NONE: u32 = u32::MAX;
/// Mark of the end of the list.
const END: u32 = u32::MAX - 1;

/// Set of numbers below a bound. The numbers in the set form a linked list, from the one that was
/// added last to the first.
///
/// A bit set would be emptied in time linear in the bound, that is, in the size of the program.
/// Emptying and listing a chain take time linear in its size. Adding a number, and asking for one,
/// take constant time.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Chain {
    /// Link of each number: the number that was added before it, [`END`] for the first one,
    /// [`NONE`] if it is not in the set.
    next: Vec<Cell<u32>>,
    /// Number that was added last; [`END`] if the set is empty.
    last: Cell<u32>,
}

impl Default for Chain {
    fn default() -> Self {
        Self { next: Vec::new(), last: Cell::new(END) }
    }
}

impl Chain {
    /// Returns the bound: one more than the greatest number that the set can contain.
    pub(in crate::execution) fn len(&self) -> usize {
        self.next.len()
    }

    /// Raises the bound. A lower bound changes nothing.
    pub(super) fn grow(&mut self, bound: usize) {
        self.next.resize(bound.max(self.next.len()), Cell::new(NONE));
    }

    /// Returns `true` if the number is in the set.
    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        self.next.get(number as usize).is_some_and(|next| next.get() != NONE)
    }

    /// Adds a number, unless it is not below the bound. Returns `true` if the number is new.
    #[inline]
    pub(in crate::execution) fn add(&self, number: u32) -> bool {
        match self.next.get(number as usize) {
            // The number becomes the head of the list, and remembers the old head. The first number
            // of all remembers END, not NONE, so that it counts as a member.
            Some(next) if next.get() == NONE => {
                next.set(self.last.replace(number));
                true
            }
            _ => false,
        }
    }

    /// Visits the numbers, the one that was added last first.
    pub(super) fn each(&self, mut visit: impl FnMut(u32)) {
        // NONE and END are beyond every bound, so the lookup also ends the loop.
        let mut at = self.last.get();
        while let Some(next) = self.next.get(at as usize) {
            visit(at);
            at = next.get();
        }
    }

    /// Returns the numbers, ascending. O(n log n).
    pub(in crate::execution) fn sorted(&self) -> Vec<u32> {
        let mut all = Vec::new();
        self.each(|number| all.push(number));
        all.sort_unstable();
        all
    }

    /// Empties the set, and visits each number. Linear in the size of the set.
    pub(super) fn drain(&self, mut visit: impl FnMut(u32)) {
        // The mark replaces the link, so both are exchanged in one step.
        let mut at = self.last.replace(END);
        while let Some(next) = self.next.get(at as usize) {
            visit(at);
            at = next.replace(NONE);
        }
    }
}
