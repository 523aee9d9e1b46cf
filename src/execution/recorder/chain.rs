//! A set of dense numbers that forgets in time linear in what it holds.

use alloc::vec::Vec;
use core::cell::Cell;

/// Marks numbers that are not in the set.
pub(in crate::execution) const NONE: u32 = u32::MAX;
/// Ends the list.
const END: u32 = u32::MAX - 1;

/// Numbers below a bound that grows; those in the set are linked, from the last one back.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Chain {
    next: Vec<Cell<u32>>,
    last: Cell<u32>,
}

impl Default for Chain {
    fn default() -> Self {
        Self { next: Vec::new(), last: Cell::new(END) }
    }
}

impl Chain {
    /// Returns the bound.
    pub(in crate::execution) fn len(&self) -> usize {
        self.next.len()
    }

    pub(in crate::execution) fn grow(&mut self, bound: usize) {
        self.next.resize(bound.max(self.next.len()), Cell::new(NONE));
    }

    #[inline]
    pub(in crate::execution) fn contains(&self, number: u32) -> bool {
        self.next.get(number as usize).is_some_and(|next| next.get() != NONE)
    }

    /// Returns `true` if it is new. What is not below the bound is ignored.
    #[inline]
    pub(in crate::execution) fn add(&self, number: u32) -> bool {
        match self.next.get(number as usize) {
            Some(next) if next.get() == NONE => {
                next.set(self.last.replace(number));
                true
            }
            _ => false,
        }
    }

    pub(in crate::execution) fn each(&self, mut visit: impl FnMut(u32)) {
        let mut at = self.last.get();
        while let Some(next) = self.next.get(at as usize) {
            visit(at);
            at = next.get();
        }
    }

    /// Ascending. O(n log n).
    pub(in crate::execution) fn sorted(&self) -> Vec<u32> {
        let mut all = Vec::new();
        self.each(|number| all.push(number));
        all.sort_unstable();
        all
    }

    /// Empties the set.
    pub(in crate::execution) fn drain(&self, mut visit: impl FnMut(u32)) {
        let mut at = self.last.replace(END);
        while let Some(next) = self.next.get(at as usize) {
            visit(at);
            at = next.replace(NONE);
        }
    }
}
