//! Rows of blocks and of functions, and the scratch space of a sweep.

use super::Fitness;
use crate::distance::Distance;
use crate::flow::Skips;
use crate::id::{Block, CallSite, Function};
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// A(block), and whether the block was entered. If it was, A is (0, 0), and the field of the level
/// holds the progress instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockRow {
    /// Distance of A.
    distance: Distance,
    /// Level of A, or the progress of an entered block.
    number: u32,
    /// `true` if the block was entered.
    is_entered: bool,
}

impl BlockRow {
    /// The row of a block that was not entered and has no value yet.
    pub(super) const OPEN: Self = Self::settled(Fitness::NEVER);

    /// Creates the row of an entered block.
    #[inline]
    pub(super) const fn entered(progress: u32) -> Self {
        Self { distance: Distance::ZERO, number: progress, is_entered: true }
    }

    /// Creates the row of a block that was not entered and has its final value.
    #[inline]
    pub(super) const fn settled(value: Fitness) -> Self {
        Self { distance: value.distance, number: value.level, is_entered: false }
    }

    /// Returns `true` if the block was entered.
    #[inline]
    pub(super) fn is_entered(&self) -> bool {
        self.is_entered
    }

    /// Returns the number of statements that ran to their end, or `None` if the block was not
    /// entered.
    #[inline]
    pub(super) fn progress(&self) -> Option<u32> {
        self.is_entered().then_some(self.number)
    }

    /// Returns A(block).
    #[inline]
    pub(super) fn value(&self) -> Fitness {
        Fitness::new(if self.is_entered() { 0 } else { self.number }, self.distance)
    }

    /// Replaces the value of a block that was not entered.
    #[inline]
    pub(super) const fn set(&mut self, value: Fitness) {
        (self.number, self.distance) = (value.level, value.distance);
    }

    /// Returns the value of the goal to enter the block. A block whose controlling branch was taken
    /// but which was not reached is nearer than any wrong side of a decision, and not covered.
    #[inline]
    pub(super) fn goal(&self) -> Fitness {
        let Fitness { level, distance } = self.value();
        // No jump here, because the processor could not predict it: goals are queried in any order.
        let satisfied = !self.is_entered() & (level == 0) & (distance == Distance::ZERO);
        Fitness::new(level, if satisfied { Distance::SMALLEST } else { distance })
    }

    /// Returns the value of the goal to reach statement `k`. If the block was entered, the distance
    /// is the number of statements that must still run before `k`. Otherwise the value is one level
    /// above the goal to enter the block.
    #[inline]
    pub(super) fn statement(&self, k: u32) -> Fitness {
        let to_go = Distance::from(k.saturating_sub(self.number));
        let enter = self.goal();
        let entered = self.is_entered();
        let level = if entered { 0 } else { enter.level.saturating_add(1) };
        Fitness::new(level, if entered { to_go } else { enter.distance })
    }
}

/// Returns the value of the goal to reach a statement of an entered block, in its flat form.
#[inline]
pub(super) fn flat(progress: u32, statement: u32) -> Fitness {
    if progress >= statement { Fitness::COVERED } else { Distance::SMALLEST.into() }
}

/// Number of the virtual exit in the rows of parents.
pub(super) const EXIT: u32 = u32::MAX;

/// Scratch space that every function and every sweep uses again.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Branches whose values are known and not handed on yet.
    pub(super) queue: Vec<u32>,
    /// Branches that were observed although their block was not entered.
    pub(super) stray: Vec<u32>,
    /// Blocks of the function, with the exit after them. A block is finished when it has its value.
    pub(super) up: Skips,
}

// Entries of functions, for values across calls.

/// How near the entry of each function is, kept from one sweep to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Entries {
    pub(super) rows: Vec<Entry>,
    /// The functions that the last sweep entered.
    pub(super) sources: Vec<Function>,
    /// Functions that were not entered, and whose rows the last sweep computed anew.
    pub(super) changed: Vec<Function>,
    /// The call edges and the number of functions that the rows were computed for.
    pub(super) known: (u64, usize),
    // Scratch space.
    pub(super) lost: Vec<Function>,
    pub(super) callers: Vec<(Block, Function)>,
    pub(super) queue: BinaryHeap<Reverse<(Fitness, u32, Function)>>,
}

/// The nearest way to the entry of a function. Ways are ordered by their fields, so that the
/// nearest one is always the same one, in whatever order they are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Entry {
    /// A(root).
    pub(super) value: Fitness,
    /// Number of calls on the way. It grows from call to call, also where the value stays, so that
    /// a way never goes in a circle.
    pub(super) calls: u32,
    /// The last call: its block, statement and site, and whether it has several possible callees.
    /// `None` if the function was entered, or no call leads to it.
    pub(super) last: Option<(Block, u32, CallSite, bool)>,
}

impl Entry {
    pub(super) const ENTERED: Self = Self { value: Fitness::COVERED, calls: 0, last: None };
    pub(super) const FAR: Self = Self { value: Fitness::NEVER, calls: u32::MAX, last: None };
}
