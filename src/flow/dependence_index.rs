//! An index of control dependence for functions with too many dependences to list.
//!
//! The number of dependences can be quadratic (d nested do-while loops have d² / 2). A function
//! with more than a few dependences for each branch gets this index instead of lists. Its size is
//! linear.
//!
//! Block y depends on the branches whose target is in the subtree of y in the post-dominator tree,
//! and whose stop is above y. Branches are sorted by the preorder position of their target, so the
//! subtree is a range of branches. A tree of minima over the positions of their stops finds those
//! that stop above y, in O(log branches) time each.

use super::dominators::Dominators;
use super::rows::NONE;
use alloc::vec;
use alloc::vec::Vec;

/// Number of branches that share one leaf of the tree of minima.
const LEAF: usize = 8;

/// The index of one function.
#[derive(Clone, Debug)]
pub(crate) struct DependenceIndex {
    /// The post-dominator tree.
    tree: Dominators,
    /// By position, counted from 1: where the branches into the block at this position begin.
    first: Vec<u32>,
    /// The branches on which some block depends, with the position where each stops; 0 is the
    /// virtual exit.
    branches: Vec<(u32, u32)>,
    /// The tree of minima of stops: leaf i covers [`LEAF`] branches, node n covers nodes 2n and
    /// 2n + 1, and the root is 1.
    minima: Vec<u32>,
}

impl DependenceIndex {
    /// Creates the index. `paths` are the branches of blocks that can be reached: number, target
    /// and stop, the latter two local, and [`NONE`] for the exit.
    pub(super) fn new(
        tree: Dominators,
        blocks: usize,
        paths: impl Iterator<Item = (u32, u32, u32)>,
    ) -> Self {
        let position =
            |local: u32| if local == NONE { 0 } else { tree.subtree(local as usize).start };
        let mut rows: Vec<_> = paths
            .filter(|&(_, target, stop)| target != stop)
            .map(|(branch, target, stop)| (position(target), branch, position(stop)))
            .collect();
        rows.sort_unstable();
        let first = (0..=blocks as u32 + 1)
            .map(|at| rows.partition_point(|row| row.0 < at) as u32)
            .collect();
        let branches: Vec<_> = rows.iter().map(|&(_, branch, stop)| (branch, stop)).collect();

        // A complete binary tree in an array. Leaves without branches hold `NONE`, which is less
        // than no position.
        let size = branches.len().div_ceil(LEAF).next_power_of_two();
        let mut minima = vec![NONE; 2 * size];
        for (leaf, branches) in branches.chunks(LEAF).enumerate() {
            minima[size + leaf] = branches.iter().map(|row| row.1).min().unwrap_or(NONE);
        }
        for node in (1..size).rev() {
            minima[node] = minima[2 * node].min(minima[2 * node + 1]);
        }
        Self { tree, first, branches, minima }
    }

    /// Returns the position of a block in a preorder of the post-dominator tree. Blocks that
    /// post-dominate a block come before it. The block is given by its local number.
    pub(crate) fn position(&self, local: u32) -> u32 {
        self.tree.subtree(local as usize).start
    }

    /// Returns the branches that control a block, which is given by its local number.
    pub(super) fn controls(&self, local: u32) -> impl Iterator<Item = u32> + Clone {
        // Ancestors of a block come before it in preorder, so among branches whose target is in the
        // subtree, those that stop above the block are those with a stop less than the position of
        // the block.
        let subtree = self.tree.subtree(local as usize);
        let first = |position: u32| self.first[position as usize] as usize;
        let (mut at, end) = (first(subtree.start), first(subtree.end));
        let above = subtree.start;
        core::iter::from_fn(move || {
            while at < end {
                // At the start of a leaf: skip all leaves without a match. Within a leaf a linear
                // scan is faster.
                if at.is_multiple_of(LEAF) {
                    at = LEAF * leaf(&self.minima, at / LEAF, above)?;
                    if at >= end {
                        return None;
                    }
                }
                let (branch, stop) = self.branches[at];
                at += 1;
                if stop < above {
                    return Some(branch);
                }
            }
            None
        })
    }

    /// Returns a copy of the index from which branches can be taken, with all branches in it.
    pub(super) fn remaining(&self) -> Remaining<'_> {
        Remaining {
            index: self,
            stops: self.branches.iter().map(|row| row.1).collect(),
            minima: self.minima.clone(),
        }
    }
}

/// Returns the first leaf, from leaf `from` on, that holds a branch with a stop less than `above`.
fn leaf(minima: &[u32], from: usize, above: u32) -> Option<usize> {
    let size = minima.len() / 2;
    let mut node = size + from;
    // Up and to the right, until a subtree holds a stop that is small enough.
    while *minima.get(node)? >= above {
        node = (node + 1) >> (node + 1).trailing_zeros(); // the largest subtree that begins right after this one
        if node == 1 {
            return None; // past the right end
        }
    }
    // Down into that subtree, to the left child whenever its minimum is small enough.
    while node < size {
        node *= 2;
        node += usize::from(minima[node] >= above);
    }
    Some(node - size)
}

/// The branches of an index that were not taken yet. Each branch is taken once, so taking the
/// controls of many blocks is nearly linear in total, even if the blocks share most of their
/// controls.
#[derive(Clone, Debug)]
pub(super) struct Remaining<'a> {
    index: &'a DependenceIndex,
    /// By place of a branch in the index: where the branch stops; [`NONE`] once it was taken.
    stops: Vec<u32>,
    /// The tree of minima of `stops`.
    minima: Vec<u32>,
}

impl Remaining<'_> {
    /// Takes the branches that control a block, which is given by its local number, and that were
    /// not taken yet. O(log branches) time for each.
    pub(super) fn take(&mut self, local: u32, mut visit: impl FnMut(u32)) {
        let subtree = self.index.tree.subtree(local as usize);
        let [mut at, end] = [subtree.start, subtree.end]
            .map(|position| self.index.first[position as usize] as usize);
        let (above, size) = (subtree.start, self.minima.len() / 2);
        while at < end {
            let Some(leaf) = leaf(&self.minima, at / LEAF, above).filter(|leaf| leaf * LEAF < end)
            else {
                return;
            };
            let branches = leaf * LEAF..self.stops.len().min((leaf + 1) * LEAF);
            for place in branches.start.max(at)..branches.end.min(end) {
                if self.stops[place] < above {
                    self.stops[place] = NONE;
                    visit(self.index.branches[place].0);
                }
            }
            at = branches.end;
            // `NONE` is above no position: the minima no longer lead to branches that were taken.
            let mut node = size + leaf;
            self.minima[node] = self.stops[branches].iter().copied().min().unwrap_or(NONE);
            while node > 1 {
                node /= 2;
                self.minima[node] = self.minima[2 * node].min(self.minima[2 * node + 1]);
            }
        }
    }
}
