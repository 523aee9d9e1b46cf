//! All goals of one function, level by level: exact for every graph and execution, and nearly linear where dependences are
//! quadratically many.
//!
//! - What an execution observed has level 0: blocks entered, the entry, and branches with their distances. These branches are taken
//!   in ascending distance.
//! - A branch gives its value to those blocks on its path of dependents that have none yet; what has one is skipped by
//!   union-find, since an earlier value is never greater. A block that gets its value gives the next level to its branches, which
//!   join the end of the queue: so the queue stays in ascending order, and each block and each branch is handled once.
//!
//! O(n log n) for n blocks and branches; memory is linear.

use super::Fitness;
use super::reach::{BlockRow, State};
use super::sweep::{EXIT, root};
use crate::flow::{FlowGraph, FunctionRows};
use alloc::vec::Vec;

/// Space that is used again by every function and every sweep.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Branches whose values are known and not yet handed on.
    pub(super) queue: Vec<u32>,
    /// By block of the function: itself while it has no value, else some block above it. The exit stands behind the blocks.
    up: Vec<u32>,
}

/// Completes rows of which entered blocks and observed branches (level 0) are right; the others are computed anew.
pub(super) fn settle(
    graph: &FlowGraph,
    rows: &FunctionRows<'_>,
    entered: bool,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) {
    let (base, first_branch) = (rows.first_block, rows.first_branch);
    scratch.up.clear();
    scratch.up.extend(0..=blocks.len() as u32);
    scratch.queue.clear();
    scratch.queue.extend((0..branches.len() as u32).filter(|&branch| branches[branch as usize].level == 0));
    scratch.queue.sort_unstable_by_key(|&branch| (branches[branch as usize].distance, branch));

    let mut levels = Levels { graph, base, first_branch, blocks, branches, scratch };
    for block in 0..levels.blocks.len() {
        if levels.blocks[block].state == State::Entered {
            levels.assign(block as u32, Fitness::COVERED);
        } else {
            levels.blocks[block] = BlockRow::OPEN;
        }
    }
    // First, because an execution that did not enter the function observed nothing that could be nearer.
    levels.hand_on(base, EXIT, root(entered));
    let mut at = 0;
    while let Some(&branch) = levels.scratch.queue.get(at) {
        at += 1;
        if let Some((target, stop)) = graph.path(first_branch + branch) {
            levels.hand_on(target, stop, levels.branches[branch as usize]);
        }
    }
}

struct Levels<'a> {
    graph: &'a FlowGraph,
    base: u32,
    first_branch: u32,
    blocks: &'a mut [BlockRow],
    branches: &'a mut [Fitness],
    scratch: &'a mut Scratch,
}

impl Levels<'_> {
    /// Gives `value` to all blocks that have none yet, from `target` up to, not including, `stop`.
    fn hand_on(&mut self, target: u32, stop: u32, value: Fitness) {
        let stop = self.graph.tree_position(stop);
        let mut at = self.open_from(target - self.base);
        while self.graph.tree_position(self.base + at) > stop && (at as usize) < self.blocks.len() {
            self.assign(at, value);
            at = self.open_from(at);
        }
    }

    /// Gives a block its value, and what follows to those of its branches that were not observed.
    fn assign(&mut self, block: u32, value: Fitness) {
        let row = &mut self.blocks[block as usize];
        row.set(value);
        if row.state == State::Open {
            row.state = State::Settled;
        }
        let parent = self.graph.tree_parent(self.base + block);
        self.scratch.up[block as usize] = if parent == EXIT { self.blocks.len() as u32 } else { parent - self.base };
        for branch in self.graph.branch_range((self.base + block) as usize) {
            let branch = branch - self.first_branch;
            let row = &mut self.branches[branch as usize];
            if row.level > 0 {
                *row = value.one_level_up();
                self.scratch.queue.push(branch);
            }
        }
    }

    /// The first block without a value on the way up from `block`, itself included; the exit if there is none.
    fn open_from(&mut self, mut block: u32) -> u32 {
        let up = &mut self.scratch.up;
        while up[block as usize] != block {
            up[block as usize] = up[up[block as usize] as usize]; // halves the way for those who come later
            block = up[block as usize];
        }
        block
    }
}
