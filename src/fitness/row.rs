//! What a sweep works on.

use super::Fitness;
use crate::distance::Distance;
use crate::flow::Skips;
use alloc::vec::Vec;

/// A(block), and whether the block was entered: then A is (0, 0), and the place of the level holds the progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockRow {
    distance: Distance,
    number: u32,
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
    pub(super) const OPEN: Self = Self { distance: Fitness::NEVER.distance, number: Fitness::NEVER.level, state: State::Open };

    #[inline]
    pub(super) const fn entered(progress: u32) -> Self {
        Self { distance: Distance::ZERO, number: progress, state: State::Entered }
    }

    #[inline]
    pub(super) const fn settled(value: Fitness) -> Self {
        Self { distance: value.distance, number: value.level, state: State::Settled }
    }

    #[inline]
    pub(super) fn is_entered(&self) -> bool {
        self.state == State::Entered
    }

    /// How many statements ran to their end, if the block was entered.
    #[inline]
    pub(super) fn progress(&self) -> Option<u32> {
        self.is_entered().then_some(self.number)
    }

    #[inline]
    pub(super) fn value(&self) -> Fitness {
        Fitness::new(if self.is_entered() { 0 } else { self.number }, self.distance)
    }

    /// For a block that was not entered.
    #[inline]
    pub(super) const fn set(&mut self, value: Fitness) {
        (self.number, self.distance) = (value.level, value.distance);
    }

    /// The value of the goal to enter the block. "Controlling branch taken, block not reached" is nearer than any wrong side, and
    /// not covered.
    #[inline]
    pub(super) fn goal(&self) -> Fitness {
        let Fitness { level, distance } = self.value();
        // Without a jump, which nobody could predict: goals of all standings come in any order.
        let satisfied = !self.is_entered() & (level == 0) & (distance == Distance::ZERO);
        Fitness::new(level, if satisfied { Distance::SMALLEST } else { distance })
    }

    /// The value of the goal to reach a statement: covered if as many ran before it; else how many still must, or, if the block was not
    /// entered, the goal to enter it, one level up.
    #[inline]
    pub(super) fn statement(&self, k: u32) -> Fitness {
        let to_go = Distance::from(k.saturating_sub(self.number));
        let enter = self.goal();
        let entered = self.is_entered();
        let level = if entered { 0 } else { enter.level.saturating_add(1) };
        Fitness::new(level, if entered { to_go } else { enter.distance })
    }
}

/// The value of the goal to reach a statement, in its flat form, of a block that was entered.
#[inline]
pub(super) fn flat(progress: u32, statement: u32) -> Fitness {
    if progress >= statement { Fitness::COVERED } else { Distance::SMALLEST.into() }
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
    /// The blocks of the function, done with once they have their values; the exit stands behind them.
    pub(super) up: Skips,
}
