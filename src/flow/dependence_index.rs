//! Control dependence where there is too much of it to be listed.
//!
//! The number of dependences can be quadratic (d nested do-while loops have d² / 2). A function with more than a few for each branch
//! gets this index instead, of linear size: y depends on the branches that lead into the subtree of y in the post-dominator tree
//! and stop above y. Branches are sorted by the preorder position of their target, so the subtree is a range; a tree of minima over
//! the positions of their stops finds those that stop above y, in O(log branches) each.

use super::dominators::Dominators;
use super::rows::NONE;
use alloc::vec;
use alloc::vec::Vec;

/// Branches that share one leaf of the tree of minima.
const LEAF: usize = 8;

/// The index of one function.
#[derive(Clone, Debug)]
pub(crate) struct DependenceIndex {
    tree: Dominators,
    /// By position, counted from 1: where the branches into that block begin.
    first: Vec<u32>,
    /// Branches on which something depends, and the position where each stops; 0 is the exit.
    branches: Vec<(u32, u32)>,
    /// Leaf i covers [`LEAF`] branches, node n covers nodes 2n and 2n + 1, the root is 1.
    minima: Vec<u32>,
}

impl DependenceIndex {
    /// `paths` are the branches of blocks that can be reached: number, target and stop, local, [`NONE`] for the exit.
    pub(super) fn new(tree: Dominators, blocks: usize, paths: impl Iterator<Item = (u32, u32, u32)>) -> Self {
        let position = |local: u32| if local == NONE { 0 } else { tree.subtree(local as usize).start };
        let mut rows: Vec<_> = paths
            .filter(|&(_, target, stop)| target != stop)
            .map(|(branch, target, stop)| (position(target), branch, position(stop)))
            .collect();
        rows.sort_unstable();
        let first = (0..=blocks as u32 + 1).map(|at| rows.partition_point(|row| row.0 < at) as u32).collect();
        let branches: Vec<_> = rows.iter().map(|&(_, branch, stop)| (branch, stop)).collect();

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

    /// The position of a block, by local number, in a preorder of the post-dominator tree: what post-dominates it comes before it.
    pub(crate) fn position(&self, local: u32) -> u32 {
        self.tree.subtree(local as usize).start
    }

    /// The branches that control a block, by local number.
    pub(super) fn controls(&self, local: usize) -> Search<'_> {
        let subtree = self.tree.subtree(local);
        let range = |at: u32| self.first[at as usize] as usize;
        Search { index: self, at: range(subtree.start), end: range(subtree.end), above: subtree.start }
    }

    /// Those of its branches that were not taken yet: all.
    pub(super) fn remaining(&self) -> Remaining<'_> {
        Remaining { index: self, stops: self.branches.iter().map(|row| row.1).collect(), minima: self.minima.clone() }
    }
}

/// The first leaf from this one on that holds a branch which stops above a position.
fn leaf(minima: &[u32], from: usize, above: u32) -> Option<usize> {
    let size = minima.len() / 2;
    let mut node = size + from;
    while *minima.get(node)? >= above {
        node = (node + 1) >> (node + 1).trailing_zeros(); // what comes next to the right, as large as possible
        if node == 1 {
            return None; // past the right end
        }
    }
    while node < size {
        node *= 2;
        node += usize::from(minima[node] >= above);
    }
    Some(node - size)
}

/// The controls of one block, while they are searched.
#[derive(Clone, Debug)]
pub(super) struct Search<'a> {
    index: &'a DependenceIndex,
    at: usize,
    end: usize,
    above: u32,
}

impl Iterator for Search<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while self.at < self.end {
            if self.at.is_multiple_of(LEAF) {
                self.at = LEAF * leaf(&self.index.minima, self.at / LEAF, self.above)?;
                if self.at >= self.end {
                    return None;
                }
            }
            let (branch, stop) = self.index.branches[self.at];
            self.at += 1;
            if stop < self.above {
                return Some(branch);
            }
        }
        None
    }
}

/// The branches of an index that are still to be taken, each once: the controls of many blocks in nearly linear time, however many
/// of them they share.
#[derive(Clone, Debug)]
pub(super) struct Remaining<'a> {
    index: &'a DependenceIndex,
    /// By branch of the index: where it stops, [`NONE`] once it was taken.
    stops: Vec<u32>,
    minima: Vec<u32>,
}

impl Remaining<'_> {
    /// Takes the branches that control a block, by local number. O(log branches) for each.
    pub(super) fn take(&mut self, local: u32, mut visit: impl FnMut(u32)) {
        let subtree = self.index.tree.subtree(local as usize);
        let [mut at, end] = [subtree.start, subtree.end].map(|position| self.index.first[position as usize] as usize);
        let (above, size) = (subtree.start, self.minima.len() / 2);
        while at < end {
            let Some(leaf) = leaf(&self.minima, at / LEAF, above).filter(|leaf| leaf * LEAF < end) else { return };
            let branches = leaf * LEAF..self.stops.len().min((leaf + 1) * LEAF);
            for place in branches.start.max(at)..branches.end.min(end) {
                if self.stops[place] < above {
                    self.stops[place] = NONE;
                    visit(self.index.branches[place].0);
                }
            }
            at = branches.end;
            let mut node = size + leaf;
            self.minima[node] = self.stops[branches].iter().copied().min().unwrap_or(NONE);
            while node > 1 {
                node /= 2;
                self.minima[node] = self.minima[2 * node].min(self.minima[2 * node + 1]);
            }
        }
    }
}
