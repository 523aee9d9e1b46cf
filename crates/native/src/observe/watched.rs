//! What is kept of each branch that is watched.

use super::alarms::Alarms;
use super::conjunction::Conjunction;
use super::knowledge::Kind;
use super::nearness::Nearness;
use std::ops::Range;

/// A branch that was never taken, of a block with two, and the comparison that decides it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) branch: u32,
    /// Number of the last operands of the comparison.
    pub(super) slot: u32,
    /// The least distance so far.
    pub(super) least: f64,
    /// Operands with a greater gap are farther than the least distance.
    pub(super) limit: u64,
    /// How far operands are from the outcome that was never seen.
    pub(super) nearness: Nearness,
    pub(super) kind: Kind,
    pub(super) alarms: Alarms,
}

impl Watch {
    /// Returns `true` if operands can come nearer to the branch than those that came nearest.
    pub(super) const fn can_be_nearer(&self) -> bool {
        self.least > NEAREST
    }
}

/// Comparisons that decide a branch together.
#[derive(Clone, Debug)]
pub(super) struct Together {
    /// The numbers of their last operands.
    pub(super) slots: Vec<u32>,
    pub(super) conjunction: Conjunction,
}

/// A switch with branches that were never taken.
#[derive(Clone, Debug)]
pub(super) struct SwitchWatch {
    /// Number of the switch.
    pub(super) switch: u32,
    pub(super) branches: Range<u32>,
    /// One of them that was never taken and whose cases are not known. All branches of this kind
    /// are as far.
    pub(super) branch: u32,
    /// By their lowest bits: values that were looked at, and their distances. Loops choose by few
    /// values.
    pub(super) seen: [Option<(u64, f64)>; SEEN],
    pub(super) alarms: Alarms,
}

/// Number of values that are remembered of a switch.
pub(super) const SEEN: usize = 8;

/// The last comparison of a site. Times are counted in words of logs, over all executions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Last {
    /// The place of the site.
    pub(super) place: u32,
    pub(super) time: u64,
    pub(super) a: u64,
    pub(super) b: u64,
    /// Number of comparisons of bytes before it in the log.
    pub(super) bytes: usize,
}

/// A block that is entered when a branch that is watched is missed.
#[derive(Clone, Debug, Default)]
pub(super) struct Spot {
    pub(super) block: u32,
    /// Number of watches for which hooks must record the block.
    pub(super) asked: u32,
    /// The branches that are missed when it is entered: those to the other successor.
    pub(super) watches: Vec<Watch>,
}

/// Least distance of a branch that was never taken. No operands come nearer.
const NEAREST: f64 = 1.0;
/// Returns a gap that all greater ones are farther than a distance, which is the gap and 1. Great
/// distances are rounded, hence the margin.
pub(super) fn limit(least: f64) -> u64 {
    ((least - 1.0) * (1.0 + 1e-12)) as u64
}
