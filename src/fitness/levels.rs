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
use super::row::{BlockRow, EXIT, Scratch, State, root};
use crate::flow::{DependenceIndex, FunctionRows};

/// Completes rows of which entered blocks and observed branches (level 0) are right; the others are computed anew.
pub(super) fn settle(
    rows: &FunctionRows<'_>,
    index: Option<&DependenceIndex>,
    entered: bool,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) {
    scratch.up.begin(blocks.len() as u32 + 1);
    scratch.queue.clear();
    scratch.queue.extend((0..branches.len() as u32).filter(|&branch| branches[branch as usize].level == 0));
    scratch.queue.sort_unstable_by_key(|&branch| (branches[branch as usize].distance, branch));

    let mut levels = Levels { rows, index, blocks, branches, scratch };
    for block in 0..levels.blocks.len() {
        if levels.blocks[block].is_entered() {
            levels.assign(block as u32, Fitness::COVERED);
        } else {
            levels.blocks[block] = BlockRow::OPEN;
        }
    }
    // First, because an execution that did not enter the function observed nothing that could be nearer.
    levels.hand_on(rows.first_block, EXIT, root(entered));
    let mut at = 0;
    while let Some(&branch) = levels.scratch.queue.get(at) {
        at += 1;
        let source = (rows.source[branch as usize] - rows.first_block) as usize;
        if rows.is_reachable(source) {
            levels.hand_on(rows.target[branch as usize], rows.parent[source], levels.branches[branch as usize]);
        }
    }
}

struct Levels<'a> {
    rows: &'a FunctionRows<'a>,
    index: Option<&'a DependenceIndex>,
    blocks: &'a mut [BlockRow],
    branches: &'a mut [Fitness],
    scratch: &'a mut Scratch,
}

impl Levels<'_> {
    /// Gives `value` to all blocks that have none yet, from `target` up to, not including, `stop`.
    fn hand_on(&mut self, target: u32, stop: u32, value: Fitness) {
        let base = self.rows.first_block;
        let stop = if stop == EXIT { self.blocks.len() as u32 } else { stop - base };
        let mut at = target - base;
        if let Some(index) = self.index {
            let position = |at: u32| if at as usize == self.rows.parent.len() { 0 } else { index.position(at) };
            let stop = position(stop);
            at = self.scratch.up.first_from(at);
            while position(at) > stop {
                self.assign(at, value);
                at = self.scratch.up.first_from(at);
            }
        } else {
            // The path is short; then walking it is simpler than skipping.
            while at != stop {
                if !self.scratch.up.is_done(at) {
                    self.assign(at, value);
                }
                at = self.above(at);
            }
        }
    }

    /// The parent of a block in the post-dominator tree.
    fn above(&self, block: u32) -> u32 {
        match self.rows.parent[block as usize] {
            EXIT => self.blocks.len() as u32,
            parent => parent - self.rows.first_block,
        }
    }

    /// Gives a block its value, and what follows to those of its branches that were not observed.
    fn assign(&mut self, block: u32, value: Fitness) {
        let row = &mut self.blocks[block as usize];
        if row.state == State::Open {
            *row = BlockRow::settled(value);
        }
        self.scratch.up.finish(block, self.above(block));
        for place in self.rows.places(block as usize) {
            let row = &mut self.branches[place];
            if row.level > 0 {
                *row = value.one_level_up();
                self.scratch.queue.push(place as u32);
            }
        }
    }
}
