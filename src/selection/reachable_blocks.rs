//! Gates of a frontier: one for each block of a program, in the post-dominator trees of its
//! functions.
//!
//! A gate is *open* once its block is within reach: a branch that the block depends on was covered.
//! The goals of the block wait for its gate.
//!
//! A branch opens the blocks that are control dependent on it. They form a path in the
//! post-dominator tree, from the target of the branch up to, but not including, the immediate
//! post-dominator of its source (Ferrante, Ottenstein, Warren, 1987). All paths together can be
//! quadratically long. But each gate opens only once, and a path skips gates that are open already:
//! n gates and m paths take O((n + m) log n) time in total, nearly linear in practice, and O(n + m)
//! space.

use super::table::Lists;
use crate::flow::{GraphIdentity, Skips};
use crate::id::GoalId;
use alloc::vec::Vec;

/// The number above the roots of the forest. It is no gate.
pub(crate) const NO_GATE: u32 = u32::MAX;

/// A path from a gate upwards. `stop` is a gate above `start`, or [`NO_GATE`], and does not belong
/// to the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    /// The first gate of the path.
    pub(crate) start: u32,
    /// The gate at which the path ends.
    pub(crate) stop: u32,
}

/// The gates, what waits for each, and which are open.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReachableBlocks {
    /// By gate: the next gate above it.
    above: Vec<u32>,
    /// The gates that are shut; those that are open are skipped on the way up.
    shut: Skips,
    /// By gate: the goals that become active when it opens.
    held: Lists<u32>,
    /// By gate: the paths that open when it opens.
    passed: Lists<Path>,
    /// Paths that are still to be opened.
    stack: Vec<Path>,
}

impl ReachableBlocks {
    /// Returns the number of gates.
    pub(crate) fn len(&self) -> u32 {
        self.above.len() as u32
    }

    /// Adds a gate that is shut, and returns its number. The gate above it may be added later.
    ///
    /// # Panics
    ///
    /// When the 2^32nd gate is added.
    pub(crate) fn add(&mut self, above: u32) -> u32 {
        let gate = u32::try_from(self.above.len())
            .ok()
            .filter(|&gate| gate < NO_GATE)
            .expect("fewer than 2^32 gates");
        self.above.push(above);
        self.shut.push();
        gate
    }

    /// Returns `true` if a gate is open.
    pub(crate) fn is_open(&self, gate: u32) -> bool {
        self.shut.is_done(gate)
    }

    /// Lets a goal wait for a gate that is shut. If the gate is open already, the goal waits for
    /// ever.
    pub(crate) fn hold(&mut self, gate: u32, goal: u32) {
        self.held.push(gate, goal);
    }

    /// Opens a path when a gate opens that is shut now. If the gate is open already, the path never
    /// opens by it.
    pub(crate) fn pass(&mut self, gate: u32, path: Path) {
        self.passed.push(gate, path);
    }

    /// Opens all gates of a path, and all paths that open with these gates; calls `reached` with
    /// each goal that waited for one of them.
    pub(crate) fn open(&mut self, path: Path, mut reached: impl FnMut(u32)) {
        // The stack replaces a recursion whose depth would be the number of nested decisions.
        self.stack.push(path);
        while let Some(Path { start, stop }) = self.stack.pop() {
            // A stop can be open itself: then its first shut ancestor ends the path, since
            // `first_from` of every gate on the path leads there, too. All gates that this loop
            // opens lie below the stop, so the ancestor does not change on the way.
            let stop = self.shut.first_from(stop);
            let mut at = self.shut.first_from(start);
            while at != stop && at != NO_GATE {
                // Each gate gets here once in its life. `finish` links it to the gate above; later
                // walks jump over it with path halving, which gives the bound of the module page. A
                // plain walk would visit the open part of each path again: quadratic for a chain of
                // nested decisions.
                let above = self.above[at as usize];
                self.shut.finish(at, above);
                for goal in self.held.of(at) {
                    reached(goal);
                }
                self.stack.extend(self.passed.of(at));
                at = self.shut.first_from(above);
            }
        }
    }
}

// The part of a goal graph that a frontier has taken in. With it the frontier can follow a graph
// that grows.

/// The part of a goal graph that a frontier has taken in; empty for a frontier that was made from
/// lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fitted {
    /// Identity of the flow graph that contains the functions.
    pub(crate) graph: GraphIdentity,
    /// By function: the first gates of the function.
    pub(crate) functions: Vec<Planes>,
    /// Two flags, set at the first fit: if goals wait for other goals at all, and if roots wait for
    /// the entries of their functions.
    pub(crate) waits: Option<(bool, bool)>,
    /// Waiting goals of which at least one place lies in a function that the graph does not have
    /// yet.
    pub(crate) unplaced: Vec<GoalId>,
    /// Number of objectives of the registry that had been replaced at the last fit.
    pub(crate) replacements: u64,
}

/// First gates of a function in a frontier. A function has one gate for each block, or two if it
/// has direct-branch goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes {
    /// First gate for all goals except those that depend on direct calls.
    pub(crate) all: u32,
    /// First gate for goals that depend on direct calls, if the function has direct-branch goals.
    pub(crate) direct: Option<u32>,
}
