//! The exceptions that closed activations whose frames may be there still.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// The memory of [`Trace::unwound`](crate::execution::Trace::unwound): a frame that it closed must not close another activation when it is dropped.
#[derive(Debug, Default)]
pub(in crate::execution) struct Unwinds {
    /// How many there were.
    count: Cell<u32>,
    /// Those that a later one did not outdo, in this order. Their depths ascend, so there are never more than activations were open.
    kept: RefCell<Vec<Unwind>>,
}

#[derive(Clone, Copy, Debug)]
struct Unwind {
    number: u32,
    /// How many activations it left open.
    depth: u32,
}

impl Unwinds {
    #[inline]
    pub(in crate::execution) fn count(&self) -> u32 {
        self.count.get()
    }

    /// Records that all activations except the outermost `depth` are closed.
    pub(in crate::execution) fn add(&self, depth: u32) {
        let number = self.count.get().saturating_add(1);
        self.count.set(number);
        let mut kept = self.kept.borrow_mut();
        while kept.pop_if(|last| last.depth >= depth).is_some() {}
        kept.push(Unwind { number, depth });
    }

    /// Returns `true` if an activation is closed that was opened after the first `before`, when `depth` activations were open with it.
    /// Frames are taken to be dropped in the order of a stack.
    #[cold]
    pub(in crate::execution) fn has_closed(&self, before: u32, depth: u32) -> bool {
        let kept = self.kept.borrow();
        // The first one after it went the deepest of those that came after it.
        let first = kept.partition_point(|unwind| unwind.number <= before);
        kept.get(first).is_some_and(|unwind| unwind.depth < depth)
    }
}
