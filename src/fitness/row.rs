//! What a sweep works on.

use super::Fitness;
use crate::distance::Distance;
use alloc::vec::Vec;

/// A(block), and whether the block was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockRow {
    pub distance: Distance,
    pub level: u32,
    pub state: State,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// May still become less during a sweep.
    Open,
    Settled,
    Entered,
}

impl BlockRow {
    pub(super) const OPEN: Self = Self { distance: Fitness::NEVER.distance, level: Fitness::NEVER.level, state: State::Open };
    pub(super) const ENTERED: Self = Self { distance: Distance::ZERO, level: 0, state: State::Entered };

    #[inline]
    pub(super) const fn settled(value: Fitness) -> Self {
        Self { distance: value.distance, level: value.level, state: State::Settled }
    }

    #[inline]
    pub(super) const fn value(&self) -> Fitness {
        Fitness::new(self.level, self.distance)
    }

    #[inline]
    pub(super) const fn set(&mut self, value: Fitness) {
        (self.level, self.distance) = (value.level, value.distance);
    }

    /// The value of the goal to enter the block. "Controlling branch taken, block not reached" is nearer than any wrong side, and
    /// not covered.
    pub(super) fn goal(&self) -> Fitness {
        match self.state {
            State::Entered => Fitness::COVERED,
            _ => self.value().max(Distance::SMALLEST.into()),
        }
    }
}

/// Stands for the exit in the rows of parents.
pub(super) const EXIT: u32 = u32::MAX;

/// A(root).
pub(super) fn root(entered: bool) -> Fitness {
    Fitness::new(0, if entered { Distance::ZERO } else { Distance::INFINITE })
}

/// Space that is used again by every function and every sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Branches whose values are known and not yet handed on.
    pub(super) queue: Vec<u32>,
    /// Branches that were observed although their block did not run.
    pub(super) stray: Vec<u32>,
    /// By block of the function: itself while it has no value, else some block above it. The exit stands behind the blocks.
    pub(super) up: Vec<u32>,
}
