//! Dominance, and by reversal post-dominance.
//!
//! A node d *dominates* a node y iff every walk from the root to y passes d. The dominators of a node form a chain, so that one
//! parent for each node, its immediate dominator, holds the whole relation as a tree.
//!
//! - The engine is that of Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), with
//!   path compression: O(m log n) time for n nodes and m edges on every graph, where the usual iteration to a fixpoint is
//!   quadratic on some. Nodes are renumbered by a depth-first search, so that its tables are read nearly in order.
//! - It is iterative: no graph overflows the stack.
//! - Post-dominance is dominance with all edges reversed, from a virtual exit.

use super::FlowGraph;
use super::sketch::Rows;
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;

/// Successors or predecessors of dense nodes.
#[derive(Debug, Default)]
pub(super) struct Adjacency {
    pub first: Vec<u32>,
    pub items: Vec<u32>,
}

impl Adjacency {
    pub(super) fn of(&self, node: u32) -> &[u32] {
        &self.items[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }

    /// The predecessors of all blocks and of the virtual exit, over the edges whose source is `live`.
    pub(super) fn predecessors(rows: &Rows, live: impl Fn(u32) -> bool) -> Self {
        let nodes = rows.blocks as usize + 1;
        let mut first = vec![0_u32; nodes + 1];
        for block in (0..rows.blocks).filter(|&b| live(b)) {
            for edge in rows.edges(block) {
                first[rows.target[edge] as usize] += 1;
            }
        }
        let mut sum = 0;
        for count in &mut first {
            sum += *count;
            *count = sum;
        }
        // Filled from behind, so that each list is ascending and `first` ends where it should.
        let mut items = vec![0; sum as usize];
        for block in (0..rows.blocks).rev().filter(|&b| live(b)) {
            for edge in rows.edges(block).rev() {
                let place = &mut first[rows.target[edge] as usize];
                *place -= 1;
                items[*place as usize] = block;
            }
        }
        Self { first, items }
    }
}

/// A dominator tree. Nodes are numbered by a depth-first search from the root, which is 0; a parent precedes its children.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The node with this number.
    pub node: Vec<u32>,
    /// The number of the immediate dominator, by number; 0 for the root.
    pub parent: Vec<u32>,
    /// The number of a node, or [`UNSEEN`](Self::UNSEEN) if it can not be reached from the root.
    pub number: Vec<u32>,
}

impl Tree {
    pub(super) const UNSEEN: u32 = u32::MAX;

    /// The dominator tree over all that can be reached from `root` by `next`; `previous` are the same edges reversed.
    pub(super) fn new<'a>(root: u32, nodes: usize, next: impl Fn(u32) -> &'a [u32], previous: impl Fn(u32) -> &'a [u32]) -> Self {
        let (mut tree, spanning) = Self::search(root, nodes, next);
        tree.parent = Semidominators::new(spanning).solve(&tree, previous);
        tree
    }

    /// Numbers all nodes by a depth-first search; the second result is its spanning tree, by number.
    fn search<'a>(root: u32, nodes: usize, next: impl Fn(u32) -> &'a [u32]) -> (Self, Vec<u32>) {
        let mut tree = Self { node: Vec::with_capacity(nodes), parent: Vec::new(), number: vec![Self::UNSEEN; nodes] };
        let mut spanning = Vec::with_capacity(nodes);
        // Whoever pushed a node last is its parent: it is the deepest that leads there when the node is taken.
        let mut stack = Vec::with_capacity(nodes);
        stack.push((root, 0));
        while let Some((node, parent)) = stack.pop() {
            if tree.number[node as usize] != Self::UNSEEN {
                continue;
            }
            let number = tree.node.len() as u32;
            tree.number[node as usize] = number;
            tree.node.push(node);
            spanning.push(parent);
            for &after in next(node) {
                if tree.number[after as usize] == Self::UNSEEN {
                    stack.push((after, number));
                }
            }
        }
        (tree, spanning)
    }

    /// Preorder positions in the dominator tree, by number: where a node stands and where its subtree ends. The root stands at 0.
    pub(super) fn preorder(&self) -> (Vec<u32>, Vec<u32>) {
        let count = self.node.len();
        let mut end = vec![1_u32; count]; // sizes first
        for number in (1..count).rev() {
            end[self.parent[number] as usize] += end[number];
        }
        let mut position = vec![0_u32; count];
        let mut free = vec![1_u32; count]; // where the next child goes
        for number in 1..count {
            let parent = self.parent[number] as usize;
            let place = free[parent];
            free[parent] += end[number];
            position[number] = place;
            free[number] = place + 1;
            end[number] += place;
        }
        (position, end)
    }
}

/// The state of the computation; everything is indexed by number.
struct Semidominators {
    /// Spanning tree; compressed once a node is linked. A node is linked iff its number is at least `linked`.
    ancestor: Vec<u32>,
    semi: Vec<u32>,
    /// The node with the least semidominator on the compressed path.
    label: Vec<u32>,
    linked: u32,
    path: Vec<u32>,
}

impl Semidominators {
    fn new(spanning: Vec<u32>) -> Self {
        let count = spanning.len() as u32;
        let own: Vec<u32> = (0..count).collect();
        Self { ancestor: spanning, semi: own.clone(), label: own, linked: count, path: Vec::new() }
    }

    /// The immediate dominators, by number.
    fn solve<'a>(mut self, tree: &Tree, previous: impl Fn(u32) -> &'a [u32]) -> Vec<u32> {
        let count = tree.node.len();
        let mut dominator = vec![0_u32; count];
        // Nodes that share a semidominator and wait for it: a list threaded through `waiting`, 0 ends it.
        let (mut bucket, mut waiting) = (vec![0_u32; count], vec![0_u32; count]);
        for number in (1..count as u32).rev() {
            let parent = self.ancestor[number as usize];
            let mut semi = parent;
            for &before in previous(tree.node[number as usize]) {
                let before = tree.number[before as usize];
                if before != Tree::UNSEEN {
                    let best = self.least(before);
                    semi = semi.min(self.semi[best as usize]);
                }
            }
            self.semi[number as usize] = semi;
            waiting[number as usize] = bucket[semi as usize];
            bucket[semi as usize] = number;
            self.linked = number;

            let mut waiter = core::mem::take(&mut bucket[parent as usize]);
            while waiter != 0 {
                let best = self.least(waiter);
                dominator[waiter as usize] = if self.semi[best as usize] < parent { best } else { parent };
                waiter = waiting[waiter as usize];
            }
        }
        for number in 1..count {
            if dominator[number] != self.semi[number] {
                dominator[number] = dominator[dominator[number] as usize];
            }
        }
        dominator
    }

    /// The node with the least semidominator on the path from `node` up to the last linked ancestor; `node` itself if not linked.
    fn least(&mut self, node: u32) -> u32 {
        if node < self.linked {
            return node;
        }
        let mut top = node;
        while self.ancestor[top as usize] >= self.linked {
            self.path.push(top);
            top = self.ancestor[top as usize];
        }
        let beyond = self.ancestor[top as usize];
        let mut best = self.label[top as usize];
        while let Some(below) = self.path.pop() {
            let below = below as usize;
            self.ancestor[below] = beyond;
            if self.semi[best as usize] < self.semi[self.label[below] as usize] {
                self.label[below] = best;
            } else {
                best = self.label[below];
            }
        }
        best
    }
}

/// The dominators of the blocks of one function: block d dominates block y iff every walk from the entry to y passes d.
///
/// Made by [`FlowGraph::dominators`]; post-dominance is part of the graph. Blocks of other functions, and blocks that can not be
/// reached, neither dominate nor are dominated.
///
/// ```
/// use sbst::flow::{Body, FlowGraph};
///
/// // 0 -> {1, 2} -> 3 -> 4
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).jump(1, 3).jump(2, 3).jump(3, 4).exit(4))?;
/// let function = graph.functions().next().expect("one was added");
/// let block = |local| graph.block(function, local);
///
/// let dominators = graph.dominators(function);
/// assert_eq!(dominators.immediate(block(3)), Some(block(0)));
/// assert!(dominators.dominates(block(0), block(4)) && !dominators.dominates(block(1), block(3)));
/// assert!(dominators.of(block(4)).eq([block(4), block(3), block(0)]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dominators {
    base: u32,
    /// By local number: the local number of the immediate dominator, preorder position, end of the subtree. Nothing for a block
    /// that can not be reached: its subtree is empty.
    parent: Vec<u32>,
    position: Vec<u32>,
    end: Vec<u32>,
}

impl Dominators {
    /// `O(m log n)` for n blocks and m edges.
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Self {
        let blocks = graph.block_range(function);
        let base = blocks.start;
        let nodes = blocks.len();
        let mut next = Adjacency { first: vec![0], items: Vec::new() };
        let mut incoming = vec![0_u32; nodes + 1];
        for block in blocks.clone() {
            for (_, target) in graph.successors(Block::new(block)) {
                next.items.push(target.number() - base);
                incoming[target.index() - base as usize] += 1;
            }
            next.first.push(next.items.len() as u32);
        }
        let mut sum = 0;
        incoming.iter_mut().for_each(|count| {
            sum += *count;
            *count = sum;
        });
        let mut previous = Adjacency { first: incoming, items: vec![0; sum as usize] };
        for node in (0..nodes as u32).rev() {
            for &target in next.of(node).iter().rev() {
                previous.first[target as usize] -= 1;
                previous.items[previous.first[target as usize] as usize] = node;
            }
        }

        let mut dominators = Self { base, parent: vec![0; nodes], position: vec![0; nodes], end: vec![0; nodes] };
        if nodes > 0 {
            let tree = Tree::new(0, nodes, |node| next.of(node), |node| previous.of(node));
            let (position, end) = tree.preorder();
            for (number, &node) in tree.node.iter().enumerate() {
                let node = node as usize;
                dominators.parent[node] = tree.node[tree.parent[number] as usize];
                (dominators.position[node], dominators.end[node]) = (position[number], end[number]);
            }
        }
        dominators
    }

    fn local(&self, block: Block) -> Option<usize> {
        let local = block.index().checked_sub(self.base as usize)?;
        self.end.get(local).filter(|&&end| end > 0).map(|_| local)
    }

    /// The nearest other block that dominates `block`; `None` for the entry.
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        let local = self.local(block).filter(|&local| local > 0)?;
        Some(Block::new(self.base + self.parent[local]))
    }

    /// Whether every walk from the entry to `block` passes `dominator`. A block dominates itself. Constant time.
    #[must_use]
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let pair = self.local(dominator).zip(self.local(block));
        pair.is_some_and(|(d, b)| (self.position[d]..self.end[d]).contains(&self.position[b]))
    }

    /// `block` and all its dominators, the entry last.
    pub fn of(&self, block: Block) -> impl Iterator<Item = Block> {
        core::iter::successors(self.local(block).map(|_| block), |&b| self.immediate(b))
    }
}
