//! Unwinds: exceptions that closed activations whose frames still exist.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// Memory of [`Trace::unwound`](crate::execution::Trace::unwound).
///
/// `unwound` closes activations, and the frames of some of them may be dropped later. Such a frame must not close another activation. To
/// mark each closed frame would need a list of frames; this memory answers for a frame by two numbers that it keeps.
#[derive(Debug, Default)]
pub(in crate::execution) struct Unwinds {
    /// Number of unwinds so far.
    count: Cell<u32>,
    /// Unwinds after which no later unwind left fewer or as many activations open, in their order. Their depths ascend, so there are never
    /// more of them than open activations.
    kept: RefCell<Vec<Unwind>>,
}

/// One unwind.
#[derive(Clone, Copy, Debug)]
struct Unwind {
    /// Number of the unwind, from 1.
    number: u32,
    /// Number of activations that it left open.
    depth: u32,
}

impl Unwinds {
    /// Returns the number of unwinds so far.
    #[inline]
    pub(in crate::execution) fn count(&self) -> u32 {
        self.count.get()
    }

    /// Records that all activations except the outermost `depth` were closed.
    pub(in crate::execution) fn add(&self, depth: u32) {
        let number = self.count.get().saturating_add(1);
        self.count.set(number);
        let mut kept = self.kept.borrow_mut();
        // An earlier unwind that left as many or more open says nothing that this one does not say.
        while kept.pop_if(|last| last.depth >= depth).is_some() {}
        kept.push(Unwind { number, depth });
    }

    /// Returns `true` if an unwind closed the activation that was opened after `before` unwinds, when `depth` activations were open
    /// including it. This holds if frames are dropped in the order of a stack.
    #[cold]
    pub(in crate::execution) fn has_closed(&self, before: u32, depth: u32) -> bool {
        let kept = self.kept.borrow();
        // Of the unwinds after it, the first that was kept left the fewest activations open.
        let first = kept.partition_point(|unwind| unwind.number <= before);
        kept.get(first).is_some_and(|unwind| unwind.depth < depth)
    }
}
