//! Dominance, and by reversal post-dominance.
//!
//! A node d *dominates* a node y iff every walk from the root to y passes d. The dominators of a node form a chain, so that one
//! parent for each node, its immediate dominator, holds the whole relation as a tree.
//!
//! - Semidominators are those of Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), with
//!   path compression. The immediate dominator is then the nearest dominator of the parent in the search tree whose number is at
//!   most the semidominator (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005: the SNCA variant).
//! - That search climbs by jump pointers, where plain climbing is quadratic on some graphs, as the usual iteration to a fixpoint
//!   is. So it is O(m log n) time for n nodes and m edges on every graph.
//! - Nodes are renumbered by a depth-first search, so that the tables are read nearly in order. Everything is iterative: no graph
//!   overflows the stack.
//! - Post-dominance is dominance with all edges reversed, from a virtual exit.

use super::FlowGraph;
use super::graph::NONE;
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;

/// Predecessors of dense nodes.
#[derive(Debug, Default)]
pub(super) struct Predecessors {
    /// Before [`fill`](Self::fill): how many edges lead into each node.
    pub(super) first: Vec<u32>,
    items: Vec<u32>,
}

impl Predecessors {
    /// Lists the edges out of all `live` nodes, of which `first` holds the numbers.
    pub(super) fn fill<'a>(&mut self, live: impl Fn(u32) -> bool, successors: impl Fn(u32) -> &'a [u32]) {
        let nodes = self.first.len() as u32;
        let mut sum = 0;
        for count in &mut self.first {
            sum += *count;
            *count = sum;
        }
        self.first.push(sum);
        // Filled from behind: then `first` ends where it should.
        self.items.clear();
        self.items.resize(sum as usize, 0);
        for node in (0..nodes).rev().filter(|&node| live(node)) {
            for &target in successors(node) {
                let place = &mut self.first[target as usize];
                *place -= 1;
                self.items[*place as usize] = node;
            }
        }
    }

    #[inline]
    pub(super) fn of(&self, node: u32) -> &[u32] {
        let first = &self.first[node as usize..node as usize + 2];
        &self.items[first[0] as usize..first[1] as usize]
    }
}

/// The search that finds the dominator tree. Nodes are numbered by a depth-first search from the root, which is 0.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The node with this number.
    pub(super) node: Vec<u32>,
    /// By number: the number of the immediate dominator, which is less; 0 for the root.
    pub(super) parent: Vec<u32>,
    /// The number of a node, or [`UNSEEN`](Self::UNSEEN) if it can not be reached from the root.
    pub(super) number: Vec<u32>,
    stack: Vec<(u32, u32)>,
    /// By number.
    links: Vec<Link>,
    path: Vec<u32>,
    jumps: Vec<Jump>,
}

/// A node of the search tree, and once it is linked, of the compressed forest.
#[derive(Clone, Copy, Debug)]
struct Link {
    ancestor: u32,
    /// The least semidominator between here and the ancestor.
    semi: u32,
}

/// A pointer far up the dominator tree, so that any ancestor is O(log n) jumps away (Myers, "An Applicative Random-Access Stack",
/// 1983).
#[derive(Clone, Copy, Debug, Default)]
struct Jump {
    depth: u32,
    to: u32,
}

impl Tree {
    pub(super) const UNSEEN: u32 = u32::MAX;

    /// Numbers what can be reached from `root` by `next`.
    pub(super) fn search<'a>(&mut self, root: u32, nodes: usize, next: impl Fn(u32) -> &'a [u32]) {
        self.node.clear();
        self.links.clear();
        self.number.clear();
        self.number.resize(nodes, Self::UNSEEN);
        // Whoever pushed a node last is its parent: the deepest that leads there when the node is taken.
        self.stack.push((root, 0));
        while let Some((at, ancestor)) = self.stack.pop() {
            let place = &mut self.number[at as usize];
            if *place != Self::UNSEEN {
                continue;
            }
            let own = self.node.len() as u32;
            *place = own;
            self.node.push(at);
            self.links.push(Link { ancestor, semi: own });
            for &after in next(at) {
                if self.number[after as usize] == Self::UNSEEN {
                    self.stack.push((after, own));
                }
            }
        }
    }

    /// Finds the dominators of what was numbered. `previous` are the edges reversed, but for those from the root that `from_root`
    /// tells of.
    pub(super) fn solve<'a>(&mut self, previous: impl Fn(u32) -> &'a [u32], from_root: impl Fn(u32) -> bool) {
        let count = self.node.len();
        self.parent.clear();
        self.parent.extend(self.links.iter().map(|link| link.ancestor));
        self.jumps.clear();
        self.jumps.resize(count, Jump::default());
        for number in (1..count as u32).rev() {
            let node = self.node[number as usize];
            let mut least = if from_root(node) { 0 } else { self.parent[number as usize] };
            if least > 0 {
                for &before in previous(node) {
                    // Nodes above `number` are linked; another one is its own semidominator so far.
                    let before = self.number[before as usize];
                    least = least.min(if before <= number { before } else { self.least(before, number + 1) });
                }
            }
            self.links[number as usize].semi = least;
            // The link is going to be compressed; the node's own semidominator waits here for the second pass.
            self.jumps[number as usize].to = least;
        }
        for number in 1..count {
            let semi = self.jumps[number].to;
            let mut at = self.parent[number];
            while at > semi {
                let far = self.jumps[at as usize].to;
                at = if far >= semi { far } else { self.parent[at as usize] };
            }
            self.parent[number] = at;
            let near = self.jumps[at as usize];
            let far = self.jumps[near.to as usize];
            let twins = near.depth - far.depth == far.depth - self.jumps[far.to as usize].depth;
            self.jumps[number] = Jump { depth: near.depth + 1, to: if twins { far.to } else { at } };
        }
    }

    /// The least semidominator on the way from a linked node up to its topmost linked ancestor; nodes from `linked` on are.
    #[inline]
    fn least(&mut self, node: u32, linked: u32) -> u32 {
        let link = self.links[node as usize];
        if link.ancestor < linked { link.semi } else { self.compress(node, linked) }
    }

    fn compress(&mut self, node: u32, linked: u32) -> u32 {
        let mut at = node;
        let mut above = self.links[at as usize];
        while above.ancestor >= linked {
            self.path.push(at);
            at = above.ancestor;
            above = self.links[at as usize];
        }
        while let Some(below) = self.path.pop() {
            let link = &mut self.links[below as usize];
            *link = Link { ancestor: above.ancestor, semi: above.semi.min(link.semi) };
            above = *link;
        }
        above.semi
    }
}

/// The dominators, or the post-dominators, of the blocks of one function.
///
/// Made by [`FlowGraph::dominators`]: block d dominates block y iff every walk from the entry to y passes d. Or made by
/// [`FlowGraph::post_dominators`]: iff every walk from y to the exit passes d. A block dominates itself. Blocks of other functions,
/// and blocks that can not be reached, neither dominate nor are dominated.
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
/// assert!(graph.post_dominators(function).of(block(1)).eq([block(1), block(3), block(4)]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dominators {
    base: u32,
    /// By local number: the local number of the immediate dominator; [`NONE`] for a block without one.
    parent: Vec<u32>,
    /// Preorder positions in the tree; a subtree is `position..end`, and empty for a block that can not be reached. They count from
    /// 1, so that 0 is left for the virtual exit.
    position: Vec<u32>,
    end: Vec<u32>,
}

impl Dominators {
    /// O(m log n) for n blocks and m edges.
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Self {
        let blocks = graph.block_range(function);
        let base = blocks.start;
        let nodes = blocks.len();
        let mut edges = Vec::new();
        let mut first = vec![0];
        let mut previous = Predecessors { first: vec![0; nodes], ..Predecessors::default() };
        for block in blocks.map(Block::new) {
            for (_, target) in graph.successors(block) {
                edges.push(target.number() - base);
                previous.first[(target.number() - base) as usize] += u32::from(graph.is_reachable(block));
            }
            first.push(edges.len());
        }
        let next = |node: u32| &edges[first[node as usize]..first[node as usize + 1]];
        previous.fill(|node| graph.is_reachable(Block::new(base + node)), next);
        let mut parent = vec![NONE; nodes];
        if nodes > 0 {
            let mut tree = Tree::default();
            tree.search(0, nodes, next);
            tree.solve(|node| previous.of(node), |_| false);
            for (&node, &above) in tree.node.iter().zip(&tree.parent).skip(1) {
                parent[node as usize] = tree.node[above as usize];
            }
        }
        Self::from_parents(base, parent, |node| graph.is_reachable(Block::new(base + node)))
    }

    /// From the tree; every `live` node without a parent is a root. Linear.
    pub(super) fn from_parents(base: u32, parent: Vec<u32>, live: impl Fn(u32) -> bool) -> Self {
        let nodes = parent.len() as u32;
        let mut children = Predecessors { first: vec![0; parent.len()], ..Predecessors::default() };
        parent.iter().filter(|&&above| above != NONE).for_each(|&above| children.first[above as usize] += 1);
        children.fill(|node| parent[node as usize] != NONE, |node| core::slice::from_ref(&parent[node as usize]));
        let (mut position, mut end) = (vec![0; parent.len()], vec![0; parent.len()]);
        let mut preorder = Vec::with_capacity(parent.len());
        let mut stack: Vec<u32> = (0..nodes).filter(|&node| live(node) && parent[node as usize] == NONE).collect();
        while let Some(node) = stack.pop() {
            preorder.push(node);
            position[node as usize] = preorder.len() as u32;
            stack.extend_from_slice(children.of(node));
        }
        // From the last to the first: children push the end of their parent.
        for &node in preorder.iter().rev() {
            let own = end[node as usize].max(position[node as usize] + 1);
            end[node as usize] = own;
            if let Some(above) = end.get_mut(parent[node as usize] as usize) {
                *above = own.max(*above);
            }
        }
        Self { base, parent, position, end }
    }

    fn local(&self, block: Block) -> Option<usize> {
        let local = block.index().checked_sub(self.base as usize)?;
        self.end.get(local).filter(|&&end| end > 0).map(|_| local)
    }

    /// The nearest other block that dominates `block`; `None` for the entry (for post-dominators: where only the exit is left).
    #[must_use]
    pub fn immediate(&self, block: Block) -> Option<Block> {
        let parent = self.parent[self.local(block)?];
        (parent != NONE).then(|| Block::new(self.base + parent))
    }

    /// Whether `dominator` dominates `block`. Constant time.
    #[must_use]
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let pair = self.local(dominator).zip(self.local(block));
        pair.is_some_and(|(d, b)| self.subtree(d).contains(&self.position[b]))
    }

    /// `block` and all its dominators, the farthest last.
    pub fn of(&self, block: Block) -> impl Iterator<Item = Block> {
        core::iter::successors(self.local(block).map(|_| block), |&b| self.immediate(b))
    }

    /// The positions of a block, by local number, and of all that it dominates.
    pub(super) fn subtree(&self, local: usize) -> core::ops::Range<u32> {
        self.position[local]..self.end[local]
    }
}
