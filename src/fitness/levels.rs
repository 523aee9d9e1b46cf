//! Computation of all goals of one function, level by level. It is exact for every graph and
//! execution, and nearly linear where the number of dependences is quadratic.
//!
//! - Whatever an execution observed has level 0: entered blocks, the entry, and branches with their
//!   distances. These branches are taken in ascending order of distance.
//! - A branch gives its value to the blocks on its path of dependents (a path in the post-dominator
//!   tree) that have no value yet. Union-find skips the blocks that have one, because an earlier
//!   value is never greater.
//! - A block that gets its value gives the next level to its unobserved branches, which join the
//!   end of the queue. So the queue stays in ascending order, and each block and each branch is
//!   handled once.
//!
//! Time O(n log n) for n blocks and branches; linear memory.

use super::Fitness;
use super::row::{BlockRow, EXIT, Scratch};
use crate::flow::{DependenceIndex, FunctionRows};

/// Computes all values of one function from what was observed. On entry, `blocks` must be right for
/// entered blocks, and `branches` for observed branches (level 0); all other rows are computed
/// anew.
pub(super) fn settle(
    rows: &FunctionRows<'_>,
    index: Option<&DependenceIndex>,
    root: Fitness,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) {
    // F7, "pathological graphs". Storing each dependence and walking it (as the sweep does) is
    // quadratic for d nested do-while loops, so the dependents of a branch are walked as a tree
    // path, and no block is visited twice.
    scratch.up.begin(blocks.len() as u32 + 1);
    scratch.queue.clear();
    scratch
        .queue
        .extend((0..branches.len() as u32).filter(|&branch| branches[branch as usize].level == 0));
    scratch.queue.sort_unstable_by_key(|&branch| (branches[branch as usize].distance, branch));

    // Invariant from here on: the values in `queue` ascend, and no block without a value can still
    // get one that is less than the value at the front. It holds at the start because all observed
    // branches have level 0 and are sorted, and it stays because a branch that is appended has a
    // level above the front's.
    let mut levels = Levels { rows, index, blocks, branches, scratch };
    for block in 0..levels.blocks.len() {
        if levels.blocks[block].is_entered() {
            levels.assign(block as u32, Fitness::COVERED);
        } else {
            levels.blocks[block] = BlockRow::OPEN;
        }
    }
    // The entry comes first. If the function was entered, its value (0, 0) is the least possible.
    // If not, the execution observed nothing in the function, so no branch can be nearer.
    levels.hand_on(rows.first_block, EXIT, root);
    let mut at = 0;
    while let Some(&branch) = levels.scratch.queue.get(at) {
        at += 1;
        let source = (rows.source[branch as usize] - rows.first_block) as usize;
        // A block that cannot be reached has no parent in the post-dominator tree, so its branches
        // have no path.
        if rows.is_reachable(source) {
            levels.hand_on(
                rows.target[branch as usize],
                rows.parent[source],
                levels.branches[branch as usize],
            );
        }
    }
}

/// State of one computation.
struct Levels<'a> {
    rows: &'a FunctionRows<'a>,
    index: Option<&'a DependenceIndex>,
    blocks: &'a mut [BlockRow],
    branches: &'a mut [Fitness],
    scratch: &'a mut Scratch,
}

impl Levels<'_> {
    /// Gives `value` to each block without a value on the path in the post-dominator tree from
    /// `target` up to, not including, `stop`.
    fn hand_on(&mut self, target: u32, stop: u32, value: Fitness) {
        let base = self.rows.first_block;
        let stop = if stop == EXIT { self.blocks.len() as u32 } else { stop - base };
        let mut at = target - base;
        if let Some(index) = self.index {
            // `first_from` may jump over `stop`: union-find joins finished blocks across it. So the
            // loop compares positions in the tree (a block is below `stop` if its position is
            // greater) and not block numbers. The exit has position 0.
            let position = |at: u32| {
                if at as usize == self.rows.parent.len() { 0 } else { index.position(at) }
            };
            let stop = position(stop);
            at = self.scratch.up.first_from(at);
            while position(at) > stop {
                self.assign(at, value);
                at = self.scratch.up.first_from(at);
            }
        } else {
            // Without an index the function has few dependences, so paths are short, and walking
            // one is cheaper than skipping.
            while at != stop {
                if !self.scratch.up.is_done(at) {
                    self.assign(at, value);
                }
                at = self.above(at);
            }
        }
    }

    /// Returns the parent of a block in the post-dominator tree, as a local number; the exit is the
    /// number of blocks.
    fn above(&self, block: u32) -> u32 {
        match self.rows.parent[block as usize] {
            EXIT => self.blocks.len() as u32,
            parent => parent - self.rows.first_block,
        }
    }

    /// Gives a block its value, and one level more to those of its branches that were not observed.
    fn assign(&mut self, block: u32, value: Fitness) {
        let row = &mut self.blocks[block as usize];
        // An entered block keeps its row, which holds its progress.
        if !row.is_entered() {
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
