//! Post-dominance and control dependence.
//!
//! Block y *post-dominates* block x iff every walk from x to the exit passes y. Block y *depends on* branch x → z iff y
//! post-dominates z and does not strictly post-dominate x: taking the branch makes y certain, another way out of x may miss it.
//! Definition and construction: Ferrante, Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization" (TOPLAS
//! 1987), section 3.1.
//!
//! What depends on x → z is a path in the post-dominator tree: from z up to, not including, the immediate post-dominator of x,
//! here called the *stop* of the branch. [`Dependents`] walks it; nothing is stored.
//!
//! What y depends on is listed for each block, as long as the function has few dependences for each edge. Their number can be
//! quadratic (d nested do-while loops have d² / 2); such a function is *crowded*, and its dependences are found by an index: y
//! depends on the branches that lead into the subtree of y and stop above y. Branches are sorted by the preorder position of their
//! target, so the subtree is a range; a tree of minima over the positions of their stops finds those that stop above y in
//! O(log branches) each. Either way memory is linear, and [`Controls`] yields them.

use super::build::Draft;
use super::graph::{BACKWARD, FlowGraph, NONE};
use crate::id::{Block, Branch, Function};
use alloc::vec;
use core::iter::FusedIterator;

/// Branches that share one leaf of the tree of minima.
const LEAF: usize = 8;
/// A function is crowded if it has more dependences than this for each branch.
const CROWDED: usize = 4;

impl FlowGraph {
    /// The branches that decide whether a block runs: it depends on each. Each branch once; the order depends on the function only.
    ///
    /// Constant time for each item, O(log branches of the function) where dependences are quadratically many. Nothing for a block
    /// that depends on its entry only, for one that can not be reached, and for one of another graph.
    #[must_use]
    pub fn controls(&self, block: Block) -> Controls<'_> {
        let none = Controls { graph: self, at: 0, end: 0, above: NONE, first: 0, minima: &[] };
        let Some(function) = self.get_function_of(block).filter(|_| self.is_reachable(block)) else {
            return none;
        };
        if !self.is_crowded(function) {
            let (at, end) = (self.first_item[block.index()], self.first_item[block.index() + 1]);
            return Controls { at, end, ..none };
        }
        // Position p has row p - 1 of its function.
        let rows = &self.first_item[self.first_block[function.index()] as usize..];
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
}

impl Draft<'_> {
    /// Appends the lists of controls, or their index if they are too many; says whether they are.
    pub(super) fn append_dependences(&mut self) -> bool {
        let first = self.graph.items.len() as u32;
        // Row b + 1 counts the items of block b, and afterwards is where they end.
        let mut place = vec![0_u32; self.rank.len() + 1];
        let dependences = self.count_controls(&mut place);
        let crowded = dependences.is_none();
        let items = dependences.unwrap_or_else(|| self.count_by_target(&mut place));
        let mut sum = first;
        for row in &mut place {
            sum += *row;
            *row = sum;
        }
        self.graph.first_item.pop();
        self.graph.first_item.extend_from_slice(&place);
        self.graph.items.resize(first as usize + items, 0);
        if crowded {
            self.sort_by_target(&mut place);
            self.append_minima(first as usize);
        } else {
            self.list_controls(&mut place);
        }
        self.graph.first_minimum.push(self.graph.minima.len() as u32);
        self.graph.first_backward.push(self.graph.backward.len() as u32);
        crowded
    }

    /// Visits the branches of all blocks that can be reached: source, number, where its path of dependents starts and stops.
    #[inline]
    fn each_path(&self, mut visit: impl FnMut(u32, u32, u32, u32)) {
        let graph = &*self.graph;
        let branches = self.first_branch..graph.target.len();
        for ((&source, &target), branch) in graph.source[branches.clone()].iter().zip(&graph.target[branches.clone()]).zip(branches)
        {
            if self.rank[source as usize - self.base] != NONE {
                visit(source, branch as u32, target, graph.parent[source as usize]);
            }
        }
    }

    /// Counts the controls of each block in the row behind it; `None` if they are a crowd.
    fn count_controls(&self, count: &mut [u32]) -> Option<usize> {
        let (parent, base) = (&self.graph.parent[..], self.base);
        let limit = CROWDED * (self.graph.target.len() - self.first_branch) + 16;
        let mut sum = 0;
        self.each_path(|_, _, mut at, stop| {
            while at != stop && sum <= limit {
                sum += 1;
                count[at as usize - base + 1] += 1;
                at = parent[at as usize];
            }
        });
        (sum <= limit).then_some(sum)
    }

    fn list_controls(&mut self, place: &mut [u32]) {
        let mut items = core::mem::take(&mut self.graph.items);
        let mut backward = core::mem::take(&mut self.graph.backward);
        let (parent, base) = (&self.graph.parent[..], self.base);
        self.each_path(|source, branch, mut at, stop| {
            let (mut back, own) = (false, self.rank[source as usize - base]);
            while at != stop {
                let local = at as usize - base;
                let behind = self.rank[local] <= own;
                back |= behind && at != source;
                items[place[local] as usize] = if behind { branch | BACKWARD } else { branch };
                place[local] += 1;
                at = parent[at as usize];
            }
            if back {
                backward.push(branch);
            }
        });
        (self.graph.items, self.graph.backward) = (items, backward);
    }

    /// Counts the branches on which anything depends, by the position of their target.
    fn count_by_target(&self, count: &mut [u32]) -> usize {
        count.fill(0);
        let mut sum = 0;
        self.each_path(|_, _, target, stop| {
            if target != stop {
                sum += 1;
                count[self.graph.position[target as usize] as usize] += 1;
            }
        });
        sum
    }

    fn sort_by_target(&mut self, place: &mut [u32]) {
        let mut items = core::mem::take(&mut self.graph.items);
        self.each_path(|_, branch, target, stop| {
            if target != stop {
                let place = &mut place[self.graph.position[target as usize] as usize - 1];
                items[*place as usize] = branch;
                *place += 1;
            }
        });
        self.graph.items = items;
    }

    /// The tree of minima over `items[first..]`: leaf i covers [`LEAF`] branches, node n covers nodes 2n and 2n + 1, the root is 1.
    fn append_minima(&mut self, first: usize) {
        let graph = &mut *self.graph;
        let size = (graph.items.len() - first).div_ceil(LEAF).next_power_of_two();
        let mut minima = vec![NONE; 2 * size];
        for (leaf, branches) in graph.items[first..].chunks(LEAF).enumerate() {
            minima[size + leaf] = branches.iter().map(|&branch| graph.stop(branch)).min().unwrap_or(NONE);
        }
        for node in (1..size).rev() {
            minima[node] = minima[2 * node].min(minima[2 * node + 1]);
        }
        graph.minima.extend_from_slice(&minima);
    }
}

/// The branches that a block depends on; made by [`FlowGraph::controls`].
#[derive(Clone, Debug)]
pub struct Controls<'a> {
    graph: &'a FlowGraph,
    /// The rest of the range in the items.
    at: u32,
    end: u32,
    /// Wanted are branches that stop at a position below this one: [`NONE`], all of them, where controls are listed.
    above: u32,
    /// Where the branches of the function begin in the items.
    first: u32,
    /// Empty where controls are listed.
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
            let branch = self.graph.items[self.at as usize] & !BACKWARD;
            self.at += 1;
            if self.above == NONE || self.graph.stop(branch) < self.above {
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
