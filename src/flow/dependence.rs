//! Post-dominance and control dependence.
//!
//! Block y *post-dominates* block x iff every walk from x to the exit passes y. Block y *depends on* branch x → z iff y
//! post-dominates z and does not strictly post-dominate x: taking the branch makes y certain, another way out of x may miss it.
//! Definition and construction: Ferrante, Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization" (TOPLAS
//! 1987), section 3.1.
//!
//! The number of dependences can be quadratic (d nested do-while loops have d² / 2), so they are not stored:
//!
//! - What depends on x → z is a path in the post-dominator tree: from z up to, not including, the immediate post-dominator of x,
//!   here called the *stop* of the branch. [`Dependents`] walks it.
//! - What y depends on are the branches that lead into the subtree of y and stop above y. Branches are sorted by the preorder
//!   position of their target, so the subtree is a range; a tree of minima over the positions of their stops finds those that stop
//!   above y in O(log branches) each. [`Controls`] walks that.

use super::dominators::Tree;
use super::graph::{FlowGraph, NONE};
use crate::id::{Block, Branch, Function};
use alloc::vec;
use core::iter::FusedIterator;

/// Branches that share one leaf of the tree of minima.
const LEAF: usize = 8;
/// A function is crowded if it has more dependences than this for each block and branch.
const CROWDED: u64 = 8;

impl FlowGraph {
    /// The branches that decide whether a block runs: it depends on each. Each branch once; the order depends on the function only.
    ///
    /// O(log branches of the function) for each item. Nothing for a block that depends on its entry only, for one that can not be
    /// reached, and for one of another graph.
    #[must_use]
    pub fn controls(&self, block: Block) -> Controls<'_> {
        let none = Controls { graph: self, at: 0, end: 0, above: 0, first: 0, minima: &[] };
        let Some(function) = self.get_function_of(block).filter(|_| self.is_reachable(block)) else {
            return none;
        };
        // Position p has row p - 1 of its function.
        let rows = &self.first_into[self.first_block[function.index()] as usize..];
        let (position, end) = (self.position[block.index()], self.end[block.index()]);
        Controls {
            graph: self,
            at: rows[position as usize - 1],
            end: rows[end as usize - 1],
            above: position,
            first: rows[0],
            minima: &self.minima[self.first_minimum[function.index()] as usize..self.first_minimum[function.index() + 1] as usize],
        }
    }

    /// The blocks that depend on a branch, from its target upwards in the post-dominator tree.
    ///
    /// Constant time for each item. Nothing for a branch of a block that can not be reached, and for one of another graph.
    #[must_use]
    pub fn dependents(&self, branch: Branch) -> Dependents<'_> {
        let (at, stop) = self.path(branch.number()).unwrap_or((NONE, NONE));
        Dependents { graph: self, at, stop }
    }

    /// Whether a block runs whenever its function is entered and no exception intervenes: it post-dominates the entry.
    #[must_use]
    pub fn depends_on_entry(&self, block: Block) -> bool {
        let entry = self.get_function_of(block).map(|function| self.first_block[function.index()]);
        entry.is_some_and(|entry| self.in_subtree(block.index(), entry as usize))
    }

    /// The nearest other block that post-dominates a block; `None` if that is the exit, and for a block of another graph or one
    /// that can not be reached.
    #[must_use]
    pub fn immediate_post_dominator(&self, block: Block) -> Option<Block> {
        self.parent.get(block.index()).filter(|&&parent| parent != NONE).map(|&parent| Block::new(parent))
    }

    /// Whether every walk from `block` to the exit passes `later`. A block post-dominates itself; blocks of different functions,
    /// and blocks that can not be reached, never do. O(log functions).
    #[must_use]
    pub fn post_dominates(&self, later: Block, block: Block) -> bool {
        let function = self.get_function_of(block);
        function.is_some()
            && function == self.get_function_of(later)
            && self.is_reachable(block)
            && self.in_subtree(later.index(), block.index())
    }

    /// The dominators of a function, made on request: O(m log n) for n blocks and m edges.
    #[must_use]
    pub fn dominators(&self, function: Function) -> super::Dominators {
        super::Dominators::new(self, function)
    }

    /// `false` if `top` can not be reached, for then its subtree is empty.
    fn in_subtree(&self, top: usize, block: usize) -> bool {
        (self.position[top]..self.end[top]).contains(&self.position[block])
    }

    /// Where the path of dependents of a branch begins, and the block before which it stops (`u32::MAX` for the exit).
    #[inline]
    pub(crate) fn path(&self, branch: u32) -> Option<(u32, u32)> {
        let &source = self.source.get(branch as usize)?;
        (self.end[source as usize] > 0).then(|| (self.target[branch as usize], self.parent[source as usize]))
    }

    /// The path of blocks that depend on the entry of a function.
    pub(crate) fn entry_path(&self, entry: u32) -> Dependents<'_> {
        Dependents { graph: self, at: entry, stop: NONE }
    }

    /// Position of a block in the post-dominator tree of its function; 0 stands for the exit.
    #[inline]
    pub(crate) fn tree_position(&self, block: u32) -> u32 {
        self.position.get(block as usize).copied().unwrap_or(0)
    }

    /// The immediate post-dominator as a number, `u32::MAX` for the exit.
    #[inline]
    pub(crate) fn tree_parent(&self, block: u32) -> u32 {
        self.parent[block as usize]
    }

    /// Where a branch stops, as a position: 0 is the exit.
    fn stop(&self, branch: u32) -> u32 {
        self.tree_position(self.parent[self.source[branch as usize] as usize])
    }

    /// Appends the post-dominator tree of the last function and the index of its controls. `base` is its first block,
    /// `first_branch` its first branch.
    pub(super) fn append_dependence(&mut self, base: u32, first_branch: u32, tree: &Tree) {
        let (position, end) = tree.preorder();
        let (exit, reachable) = (tree.node[0], tree.node.len() - 1);
        for &number in &tree.number[..exit as usize] {
            let (parent, position, end) = match number {
                Tree::UNSEEN => (NONE, 0, 0),
                _ => {
                    let number = number as usize;
                    let parent = tree.node[tree.parent[number] as usize];
                    (if parent == exit { NONE } else { base + parent }, position[number], end[number])
                }
            };
            self.parent.push(parent);
            self.position.push(position);
            self.end.push(end);
        }
        self.crowded.push(self.is_crowd(base, first_branch, tree, &position));

        // Counting sort of the branches on which something depends, by the position of their target.
        let branches = first_branch..self.source.len() as u32;
        let counts = |graph: &Self, branch: u32| {
            let target = graph.position[graph.target[branch as usize] as usize];
            let live = graph.end[graph.source[branch as usize] as usize] > 0;
            (live && target > graph.stop(branch)).then_some(target as usize - 1)
        };
        let mut place = vec![0_u32; exit as usize + 1];
        for row in branches.clone().filter_map(|branch| counts(self, branch)) {
            place[row + 1] += 1;
        }
        let first = self.into.len() as u32;
        place[0] = first;
        for row in 1..place.len() {
            place[row] += place[row - 1];
        }
        debug_assert!(place[reachable..].iter().all(|&end| end == place[exit as usize]));
        self.first_into.pop();
        self.first_into.extend_from_slice(&place);
        self.into.resize(place[exit as usize] as usize, 0);
        for branch in branches {
            if let Some(row) = counts(self, branch) {
                self.into[place[row] as usize] = branch;
                place[row] += 1;
            }
        }
        self.append_minima(first as usize);
    }

    /// Whether the dependences of a function outgrow its blocks and branches.
    fn is_crowd(&self, base: u32, first_branch: u32, tree: &Tree, position: &[u32]) -> bool {
        let mut depth = vec![0_u32; tree.node.len()];
        for number in 1..depth.len() {
            depth[number] = depth[tree.parent[number] as usize] + 1;
        }
        let local = |block: u32| tree.number[(block - base) as usize] as usize;
        let mut dependences = 0;
        for branch in first_branch as usize..self.source.len() {
            let (source, target) = (local(self.source[branch]), local(self.target[branch]));
            if let (Some(&stop), Some(&end)) = (tree.parent.get(source), depth.get(target)) {
                dependences += u64::from(end.saturating_sub(depth[stop as usize]));
            }
        }
        dependences > CROWDED * (position.len() + self.source.len() - first_branch as usize) as u64
    }

    /// The tree of minima over `into[first..]`: leaf i covers [`LEAF`] branches, node n covers nodes 2n and 2n + 1, the root is 1.
    fn append_minima(&mut self, first: usize) {
        let leaves = (self.into.len() - first).div_ceil(LEAF);
        if leaves > 1 {
            let size = leaves.next_power_of_two();
            let mut minima = vec![u32::MAX; 2 * size];
            for (leaf, branches) in self.into[first..].chunks(LEAF).enumerate() {
                minima[size + leaf] = branches.iter().map(|&branch| self.stop(branch)).min().unwrap_or(u32::MAX);
            }
            for node in (1..size).rev() {
                minima[node] = minima[2 * node].min(minima[2 * node + 1]);
            }
            self.minima.extend_from_slice(&minima);
        }
        self.first_minimum.push(self.minima.len() as u32);
    }
}

/// The branches that a block depends on; made by [`FlowGraph::controls`].
#[derive(Clone, Debug)]
pub struct Controls<'a> {
    graph: &'a FlowGraph,
    /// The rest of the range in `into`.
    at: u32,
    end: u32,
    /// Wanted are branches that stop at a position below this one.
    above: u32,
    /// Where the branches of the function begin in `into`.
    first: u32,
    minima: &'a [u32],
}

impl Controls<'_> {
    /// The first leaf from this one on that holds a wanted branch.
    fn leaf(&self, from: usize) -> Option<usize> {
        let size = self.minima.len() / 2;
        let mut node = size + from;
        while self.minima.get(node).is_some_and(|&least| least >= self.above) {
            node = (node + 1) >> (node + 1).trailing_zeros(); // what comes next to the right, as large as possible
            if node == 1 {
                return None; // past the right end
            }
        }
        while node < size {
            node *= 2;
            if self.minima[node] >= self.above {
                node += 1;
            }
        }
        (node < 2 * size).then(|| node - size)
    }
}

impl Iterator for Controls<'_> {
    type Item = Branch;

    fn next(&mut self) -> Option<Branch> {
        while self.at < self.end {
            let offset = (self.at - self.first) as usize;
            if offset.is_multiple_of(LEAF) && !self.minima.is_empty() {
                let leaf = self.leaf(offset / LEAF)?;
                self.at = self.first + (leaf * LEAF) as u32;
                if self.at >= self.end {
                    return None;
                }
            }
            let branch = self.graph.into[self.at as usize];
            self.at += 1;
            if self.graph.stop(branch) < self.above {
                return Some(Branch::new(branch));
            }
        }
        None
    }
}

impl FusedIterator for Controls<'_> {}

/// The blocks that depend on a branch; made by [`FlowGraph::dependents`].
#[derive(Clone, Debug)]
pub struct Dependents<'a> {
    graph: &'a FlowGraph,
    at: u32,
    stop: u32,
}

impl Iterator for Dependents<'_> {
    type Item = Block;

    #[inline]
    fn next(&mut self) -> Option<Block> {
        let block = self.at;
        if block == self.stop {
            return None;
        }
        self.at = *self.graph.parent.get(block as usize)?;
        Some(Block::new(block))
    }
}

impl FusedIterator for Dependents<'_> {}
