//! Gates in a forest, opened by paths: the blocks of a program in its post-dominator trees.
//!
//! What a branch decides is a path in the post-dominator tree, from the branch's target up to, not including, the immediate
//! post-dominator of its source. All paths together can be quadratically long; but each gate opens only once, and a path skips those that
//! are open already: n gates and m paths take O((n + m) log n) time in total, nearly linear in practice, and O(n + m) space.

use super::lists::Lists;
use crate::flow::Skips;
use alloc::vec::Vec;

/// Above the roots of the forest.
pub(crate) const NO_GATE: u32 = u32::MAX;

/// From a gate upwards; the stop is one above it, and does not belong to the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) start: u32,
    pub(crate) stop: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ReachableBlocks {
    /// By gate: the one above it.
    above: Vec<u32>,
    /// The gates that are open are done with.
    shut: Skips,
    /// By gate: the goals that become reachable when it opens.
    held: Lists<u32>,
    /// By gate: the paths that open with it.
    passed: Lists<Path>,
    /// Paths at work.
    stack: Vec<Path>,
}

impl ReachableBlocks {
    pub(crate) fn len(&self) -> u32 {
        self.above.len() as u32
    }

    /// A shut gate with another one above it, which may follow.
    ///
    /// # Panics
    ///
    /// When the 2^32nd gate is added.
    pub(crate) fn add(&mut self, above: u32) -> u32 {
        let gate = u32::try_from(self.above.len()).ok().filter(|&gate| gate < NO_GATE).expect("fewer than 2^32 gates");
        self.above.push(above);
        self.shut.push();
        gate
    }

    pub(crate) fn is_open(&self, gate: u32) -> bool {
        self.shut.is_done(gate)
    }

    /// Puts a goal behind a gate.
    pub(crate) fn hold(&mut self, gate: u32, goal: u32) {
        self.held.push(gate, goal);
    }

    /// Lets a path open with a gate that is shut.
    pub(crate) fn pass(&mut self, gate: u32, path: Path) {
        self.passed.push(gate, path);
    }

    /// Opens a path, and all that opens with its gates; tells `reached` of each goal behind them.
    pub(crate) fn open(&mut self, path: Path, mut reached: impl FnMut(u32)) {
        self.stack.push(path);
        while let Some(Path { start, stop }) = self.stack.pop() {
            // All gates that open are below the stop, so this one does not change on the way.
            let stop = self.shut.first_from(stop);
            let mut at = self.shut.first_from(start);
            while at != stop && at != NO_GATE {
                let above = self.above[at as usize];
                self.shut.finish(at, above);
                self.held.of(at).for_each(&mut reached);
                self.stack.extend(self.passed.of(at));
                at = self.shut.first_from(above);
            }
        }
    }
}
