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
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;

/// Predecessors of dense nodes.
#[derive(Debug)]
pub(super) struct Predecessors {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Predecessors {
    /// From the number of edges into each node, and the successors of all nodes that are `live`; the edges of others do not count.
    pub(super) fn new<'a>(mut incoming: Vec<u32>, live: impl Fn(u32) -> bool, successors: impl Fn(u32) -> &'a [u32]) -> Self {
        let nodes = incoming.len() as u32;
        let mut sum = 0;
        for count in &mut incoming {
            sum += *count;
            *count = sum;
        }
        incoming.push(sum);
        // Filled from behind: then `first` ends where it should.
        let mut items = vec![0; sum as usize];
        for node in (0..nodes).rev().filter(|&node| live(node)) {
            for &target in successors(node) {
                let place = &mut incoming[target as usize];
                *place -= 1;
                items[*place as usize] = node;
            }
        }
        Self { first: incoming, items }
    }

    #[inline]
    pub(super) fn of(&self, node: u32) -> &[u32] {
        &self.items[self.first[node as usize] as usize..self.first[node as usize + 1] as usize]
    }
}

/// A dominator tree. Nodes are numbered by a depth-first search from the root, which is 0; a parent precedes its children.
#[derive(Debug)]
pub(super) struct Tree {
    /// The node with this number.
    pub(super) node: Vec<u32>,
    /// By number: the number of the parent in the spanning tree of the search; once solved, of the immediate dominator.
    pub(super) parent: Vec<u32>,
    /// The number of a node, or [`UNSEEN`](Self::UNSEEN) if it can not be reached from the root.
    pub(super) number: Vec<u32>,
}

impl Tree {
    pub(super) const UNSEEN: u32 = u32::MAX;

    /// Numbers what can be reached from `root` by `next`; the parents are those of the search.
    pub(super) fn search<'a>(root: u32, nodes: usize, next: impl Fn(u32) -> &'a [u32]) -> Self {
        let mut node = Vec::with_capacity(nodes);
        let mut parent = Vec::with_capacity(nodes);
        let mut number = vec![Self::UNSEEN; nodes];
        // Whoever pushed a node last is its parent: the deepest that leads there when the node is taken.
        let mut stack = Vec::with_capacity(nodes);
        stack.push((root, 0));
        while let Some((at, from)) = stack.pop() {
            let place = &mut number[at as usize];
            if *place != Self::UNSEEN {
                continue;
            }
            let own = node.len() as u32;
            *place = own;
            node.push(at);
            parent.push(from);
            for &after in next(at) {
                if number[after as usize] == Self::UNSEEN {
                    stack.push((after, own));
                }
            }
        }
        Self { node, parent, number }
    }

    /// Turns the spanning tree into the dominator tree. `previous` are the edges reversed, but for those from the root that
    /// `from_root` tells of.
    pub(super) fn solve<'a>(&mut self, previous: impl Fn(u32) -> &'a [u32], from_root: impl Fn(u32) -> bool) {
        let count = self.node.len();
        let mut forest = Forest::new(core::mem::take(&mut self.parent));
        let (mut semi, mut dominator) = (vec![0_u32; count], vec![0_u32; count]);
        // Nodes that wait for their common semidominator: lists threaded through `waiting`, ended by 0.
        let (mut bucket, mut waiting) = (vec![0_u32; count], vec![0_u32; count]);
        for number in (1..count as u32).rev() {
            let node = self.node[number as usize];
            let parent = forest.links[number as usize].ancestor;
            let mut least = if from_root(node) { 0 } else { parent };
            if least > 0 {
                for &before in previous(node) {
                    least = least.min(forest.best(self.number[before as usize]).1);
                }
            }
            semi[number as usize] = least;
            waiting[number as usize] = core::mem::replace(&mut bucket[least as usize], number);
            forest.link(number, least);

            let mut waiter = core::mem::take(&mut bucket[parent as usize]);
            while waiter != 0 {
                let (best, semi) = forest.best(waiter);
                dominator[waiter as usize] = if semi < parent { best } else { parent };
                waiter = waiting[waiter as usize];
            }
        }
        for number in 1..count {
            if dominator[number] != semi[number] {
                dominator[number] = dominator[dominator[number] as usize];
            }
        }
        self.parent = dominator;
    }

    /// Visits all nodes but the root: the node, its parent, its position in a preorder of the dominator tree, and where its subtree
    /// ends. The root stands at 0; a parent is visited before its children.
    pub(super) fn each_in_preorder(&self, mut visit: impl FnMut(u32, u32, u32, u32)) {
        let count = self.node.len();
        let mut size = vec![1_u32; count];
        for number in (1..count).rev() {
            size[self.parent[number] as usize] += size[number];
        }
        // A size is replaced by where the next child goes.
        if let Some(root) = size.first_mut() {
            *root = 1;
        }
        for number in 1..count {
            let parent = self.parent[number] as usize;
            let own = size[number];
            let place = size[parent];
            size[parent] += own;
            size[number] = place + 1;
            visit(self.node[number], self.node[parent], place, place + own);
        }
    }
}

/// The linked part of the spanning tree, with path compression. Everything is a number.
struct Forest {
    links: Vec<Link>,
    /// Nodes from this number on are linked.
    linked: u32,
    path: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Link {
    ancestor: u32,
    /// The node with the least semidominator between here and the ancestor, and that semidominator.
    label: u32,
    semi: u32,
}

impl Forest {
    fn new(spanning: Vec<u32>) -> Self {
        let linked = spanning.len() as u32;
        let links = (0..).zip(spanning).map(|(number, ancestor)| Link { ancestor, label: number, semi: number }).collect();
        Self { links, linked, path: Vec::new() }
    }

    /// Links a node to its parent; numbers come in descending order.
    #[inline]
    fn link(&mut self, number: u32, semi: u32) {
        self.links[number as usize].semi = semi;
        self.linked = number;
    }

    /// The node with the least semidominator on the path from `node` up to its topmost linked ancestor, and that semidominator. A
    /// node that is not linked is its own.
    #[inline]
    fn best(&mut self, node: u32) -> (u32, u32) {
        if node < self.linked {
            return (node, node);
        }
        if self.links[node as usize].ancestor >= self.linked {
            self.compress(node);
        }
        let link = self.links[node as usize];
        (link.label, link.semi)
    }

    fn compress(&mut self, node: u32) {
        let mut at = node;
        while self.links[at as usize].ancestor >= self.linked {
            self.path.push(at);
            at = self.links[at as usize].ancestor;
        }
        let mut above = self.links[at as usize];
        while let Some(below) = self.path.pop() {
            let link = &mut self.links[below as usize];
            link.ancestor = above.ancestor;
            if above.semi < link.semi {
                (link.label, link.semi) = (above.label, above.semi);
            }
            above = *link;
        }
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
        let mut edges = Vec::new();
        let mut first = vec![0];
        let mut incoming = vec![0_u32; nodes];
        for block in blocks {
            for (_, target) in graph.successors(Block::new(block)) {
                edges.push(target.number() - base);
                incoming[(target.number() - base) as usize] += 1;
            }
            first.push(edges.len());
        }
        let next = |node: u32| &edges[first[node as usize]..first[node as usize + 1]];
        let mut dominators = Self { base, parent: vec![0; nodes], position: vec![0; nodes], end: vec![0; nodes] };
        if nodes > 0 {
            let mut tree = Tree::search(0, nodes, next);
            let reached = |node: u32| tree.number[node as usize] != Tree::UNSEEN;
            if tree.node.len() < nodes {
                incoming.fill(0);
                for &target in (0..nodes as u32).filter(|&node| reached(node)).flat_map(next) {
                    incoming[target as usize] += 1;
                }
            }
            let previous = Predecessors::new(incoming, reached, next);
            tree.solve(|node| previous.of(node), |_| false);
            dominators.end[0] = tree.node.len() as u32;
            tree.each_in_preorder(|node, parent, position, end| {
                let node = node as usize;
                (dominators.parent[node], dominators.position[node], dominators.end[node]) = (parent, position, end);
            });
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
