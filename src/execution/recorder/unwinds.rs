//! Unwinds: exceptions and panics that closed activations whose frames still exist.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

/// Memory of the calls of [`Trace::unwound`](crate::execution::Trace::unwound).
///
/// `unwound` closes activations, and the frames of some of them may be dropped later. When such a
/// frame is dropped, it must not close another activation. The trace has no list of its frames in
/// which it could mark the closed ones. Instead, each frame keeps two numbers from the time when it
/// was opened: the number of unwinds, and the number of open activations. From these,
/// [`has_closed`](Self::has_closed) tells whether an unwind closed it.
#[derive(Debug, Default)]
pub(in crate::execution) struct Unwinds {
    /// Number of unwinds so far.
    count: Cell<u32>,
    /// Unwinds that matter, in their order: those after which no later unwind left fewer or as many
    /// activations open. Their depths ascend strictly.
    kept: RefCell<Vec<Unwind>>,
}

/// One unwind.
#[derive(Clone, Copy, Debug)]
struct Unwind {
    /// Number of the unwind, from 1.
    number: u32,
    /// Number of activations that the unwind left open.
    depth: u32,
}

impl Unwinds {
    /// Returns the number of unwinds so far.
    #[inline]
    pub(in crate::execution) fn count(&self) -> u32 {
        self.count.get()
    }

    /// Records that all activations except the outermost `depth` were closed. Constant time on
    /// average.
    pub(in crate::execution) fn add(&self, depth: u32) {
        let number = self.count.get().saturating_add(1);
        self.count.set(number);
        let mut kept = self.kept.borrow_mut();
        // An earlier unwind that left as many or more open closed nothing that this one does not
        // close as well.
        while kept.pop_if(|last| last.depth >= depth).is_some() {}
        kept.push(Unwind { number, depth });
    }

    /// Returns `true` if an unwind closed the activation that was opened after `before` unwinds as
    /// number `depth` of the open activations. The answer is right if frames are dropped in the
    /// order of a stack. O(log n) for n kept unwinds.
    #[cold]
    pub(in crate::execution) fn has_closed(&self, before: u32, depth: u32) -> bool {
        let kept = self.kept.borrow();
        // Depths ascend. So of the unwinds after the activation was opened, the first one that was
        // kept left the fewest activations open. It closed the activation if it left fewer than
        // `depth` open.
        let first = kept.partition_point(|unwind| unwind.number <= before);
        kept.get(first).is_some_and(|unwind| unwind.depth < depth)
    }
}
