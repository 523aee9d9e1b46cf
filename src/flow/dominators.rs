//! Dominance, and by reversal post-dominance.
//!
//! A node d *dominates* a node y iff every walk from the root to y passes d. The dominators of a node form a chain, so that one
//! parent for each node, its immediate dominator, holds the whole relation as a tree.
//!
//! - Semidominators are those of Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in a Flowgraph" (TOPLAS 1979), with
//!   paths compressed. The immediate dominator is then the nearest dominator of the parent in the search tree whose number is at
//!   most the semidominator (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005: the SNCA variant).
//! - That search climbs by jump pointers once a climb is long, since plain climbing is quadratic on some graphs, as the usual
//!   iteration to a fixpoint is. So it is O(m log n) time for n nodes and m edges on every graph.
//! - Nodes are renumbered by a depth-first search, so that the tables are read nearly in order. Everything is iterative: no graph
//!   overflows the stack.
//! - Post-dominance is dominance with all edges reversed, from a virtual exit.

use super::FlowGraph;
use super::graph::NONE;
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;

/// A list for each of some dense nodes: its successors, its predecessors or its children.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Where the list of a node begins, and one more. Before [`reverse`](Self::reverse): how long each list is to be.
    pub(super) first: Vec<u32>,
    pub(super) items: Vec<u32>,
}

impl Lists {
    /// No list yet; how long they are to be is counted in `first`.
    pub(super) fn count(nodes: usize) -> Self {
        Self { first: vec![0; nodes], items: Vec::new() }
    }

    /// Lists the sources of the edges out of all `live` nodes, of which `first` holds the numbers.
    pub(super) fn reverse<'a>(&mut self, live: impl Fn(u32) -> bool, successors: impl Fn(u32) -> &'a [u32]) {
        let nodes = self.first.len() as u32;
        let mut place = self.begin();
        for node in (0..nodes).rev().filter(|&node| live(node)) {
            successors(node).iter().for_each(|&target| place(target, node));
        }
    }

    /// Makes room for lists as long as `first` tells, and hands out what fills them, each from behind: then `first` ends where it
    /// should.
    #[inline]
    pub(super) fn begin(&mut self) -> impl FnMut(u32, u32) {
        let mut sum = 0;
        for count in &mut self.first {
            sum += *count;
            *count = sum;
        }
        self.first.push(sum);
        self.items.clear();
        self.items.resize(sum as usize, 0);
        let (first, items) = (&mut self.first[..], &mut self.items[..]);
        move |list, item| {
            let place = &mut first[list as usize];
            *place -= 1;
            items[*place as usize] = item;
        }
    }

    #[inline]
    pub(super) fn of(&self, node: u32) -> &[u32] {
        let first = &self.first[node as usize..node as usize + 2];
        &self.items[first[0] as usize..first[1] as usize]
    }

    /// How long the list of a node is.
    #[inline]
    pub(super) fn len(&self, node: u32) -> u32 {
        self.first[node as usize + 1] - self.first[node as usize]
    }

    /// Goes depth-first from a node that was entered. `enter` is asked about each edge whether its target is new, `leave` is told
    /// of each node once all its edges are done.
    #[inline]
    pub(super) fn search(
        &self,
        root: u32,
        stack: &mut Vec<(u32, u32)>,
        mut enter: impl FnMut(u32, u32) -> bool,
        mut leave: impl FnMut(u32),
    ) {
        let (first, items) = (&self.first[..], &self.items[..]);
        // The node at work and the rest of its edges stay out of the stack.
        let (mut node, mut edge, mut end) = (root, first[root as usize], first[root as usize + 1]);
        loop {
            if edge < end {
                let target = items[edge as usize];
                edge += 1;
                if enter(node, target) {
                    stack.push((node, edge));
                    (node, edge, end) = (target, first[target as usize], first[target as usize + 1]);
                }
            } else {
                leave(node);
                let Some(before) = stack.pop() else { break };
                (node, edge) = before;
                end = first[node as usize + 1];
            }
        }
    }
}

/// The search that finds the dominator tree. Nodes are numbered from 1 in the order of a depth-first search; 0 is a virtual root
/// above all roots.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The node with this number.
    node: Vec<u32>,
    /// By number: its parent in the search tree, and when all is done the number of the immediate dominator. Either is less.
    parent: Vec<u32>,
    /// The number of a node, or [`UNSEEN`](Self::UNSEEN) if it can not be reached from the roots.
    number: Vec<u32>,
    stack: Vec<(u32, u32)>,
    /// By number.
    semi: Vec<u32>,
    ancestor: Vec<u32>,
    least: Vec<u32>,
    jumps: Vec<Jump>,
}

/// A pointer far up the dominator tree, so that any ancestor is O(log n) jumps away (Myers, "An Applicative Random-Access Stack",
/// 1983).
#[derive(Clone, Copy, Debug, Default)]
struct Jump {
    depth: u32,
    to: u32,
}

impl Tree {
    const UNSEEN: u32 = u32::MAX;
    /// So many steps up the tree are made before it is worth to jump.
    const STEPS: usize = 32;

    /// Numbers what can be reached from the `roots`. How many nodes these are is returned.
    pub(super) fn search(&mut self, roots: &[u32], next: &Lists) -> usize {
        let nodes = next.first.len() - 1;
        self.number.clear();
        self.number.resize(nodes, Self::UNSEEN);
        self.node.clear();
        self.node.resize(nodes + 1, NONE);
        self.parent.clear();
        self.parent.resize(nodes + 1, 0);
        let (number, node, parent) = (&mut self.number[..], &mut self.node[..], &mut self.parent[..]);
        let mut count = 0;
        for &root in roots {
            if number[root as usize] != Self::UNSEEN {
                continue;
            }
            count += 1;
            number[root as usize] = count;
            node[count as usize] = root;
            let enter = |from: u32, to: u32| {
                let new = number[to as usize] == Self::UNSEEN;
                if new {
                    count += 1;
                    number[to as usize] = count;
                    node[count as usize] = to;
                    parent[count as usize] = number[from as usize];
                }
                new
            };
            next.search(root, &mut self.stack, enter, |_| ());
        }
        self.node.truncate(count as usize + 1);
        self.parent.truncate(count as usize + 1);
        self.semi.clone_from(&self.parent);
        for &root in roots {
            self.semi[self.number[root as usize] as usize] = 0;
        }
        count as usize
    }

    /// Finds the dominators of what was numbered; `previous` are the edges reversed.
    pub(super) fn solve(&mut self, previous: &Lists) {
        self.ancestor.clone_from(&self.parent);
        self.least.clear();
        self.least.extend(0..self.node.len() as u32);
        let count = self.node.len();
        let mut forest = Forest { ancestor: &mut self.ancestor[..count], least: &mut self.least[..count] };
        let (number, semi) = (&self.number[..], &mut self.semi[..count]);
        for (own, &node) in (0..count as u32).zip(&self.node).skip(1).rev() {
            let mut least = semi[own as usize]; // so far the parent, or the root if that leads here
            for &before in previous.of(node) {
                // Nodes above `own` are linked; another one is its own semidominator so far.
                let before = number[before as usize];
                least = least.min(if before <= own { before } else { forest.least_above(before, own) });
            }
            semi[own as usize] = least;
            forest.least[own as usize] = least;
        }
        self.jumps.clear();
        self.jumps.push(Jump::default());
        for number in 1..self.node.len() {
            let semi = self.semi[number];
            let mut at = self.parent[number];
            for _ in 0..Self::STEPS {
                if at <= semi {
                    break;
                }
                at = self.parent[at as usize];
            }
            self.parent[number] = if at <= semi { at } else { self.jump(at, semi) };
        }
    }

    /// Visits the nodes that have an immediate dominator, and that: each node after all that it dominates.
    #[inline]
    pub(super) fn each_dominator(&self, mut visit: impl FnMut(u32, u32)) {
        for (&node, &above) in self.node.iter().zip(&self.parent).rev() {
            if above > 0 {
                visit(node, self.node[above as usize]);
            }
        }
    }

    /// The nearest dominator of a node whose number is at most `limit`. The pointers are made as far as they are needed.
    #[cold]
    fn jump(&mut self, node: u32, limit: u32) -> u32 {
        for number in self.jumps.len()..=node as usize {
            let at = self.parent[number];
            let near = self.jumps[at as usize];
            let far = self.jumps[near.to as usize];
            let twins = near.depth - far.depth == far.depth - self.jumps[far.to as usize].depth;
            self.jumps.push(Jump { depth: near.depth + 1, to: if twins { far.to } else { at } });
        }
        let mut at = node;
        while at > limit {
            let far = self.jumps[at as usize].to;
            at = if far >= limit { far } else { self.parent[at as usize] };
        }
        at
    }
}

/// The search tree, compressed where it is linked. (Two rows: a pair would be written in halves and be waited for when it is read.)
struct Forest<'a> {
    ancestor: &'a mut [u32],
    /// The least semidominator from a node on, below its ancestor.
    least: &'a mut [u32],
}

impl Forest<'_> {
    /// The least semidominator on the way from a node up to its topmost ancestor that is linked; nodes above `own` are. On the way
    /// each ancestor gives way to the one above it (path splitting: Tarjan, van Leeuwen, "Worst-Case Analysis of Set Union
    /// Algorithms", JACM 1984), so that a search takes O(log n) amortized.
    #[inline]
    fn least_above(&mut self, node: u32, own: u32) -> u32 {
        let (mut at, mut above) = (node as usize, self.ancestor[node as usize]);
        let mut least = self.least[at];
        while above > own {
            let (next, far) = (above as usize, self.ancestor[above as usize]);
            self.ancestor[at] = far;
            self.least[at] = self.least[at].min(self.least[next]);
            least = least.min(self.least[at]);
            (at, above) = (next, far);
        }
        least
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
        let mut next = Lists { first: vec![0], items: Vec::new() };
        let mut previous = Lists::count(nodes);
        for block in blocks.map(Block::new) {
            for (_, target) in graph.successors(block) {
                next.items.push(target.number() - base);
                previous.first[(target.number() - base) as usize] += u32::from(graph.is_reachable(block));
            }
            next.first.push(next.items.len() as u32);
        }
        previous.reverse(|node| graph.is_reachable(Block::new(base + node)), |node| next.of(node));
        let mut parent = vec![NONE; nodes];
        if nodes > 0 {
            let mut tree = Tree::default();
            tree.search(&[0], &next);
            tree.solve(&previous);
            tree.each_dominator(|node, above| parent[node as usize] = above);
        }
        Self::from_parents(base, parent, |node| graph.is_reachable(Block::new(base + node)))
    }

    /// From the tree; every `live` node without a parent is a root. Linear.
    pub(super) fn from_parents(base: u32, parent: Vec<u32>, live: impl Fn(u32) -> bool) -> Self {
        let nodes = parent.len() as u32;
        let mut children = Lists::count(parent.len());
        parent.iter().filter(|&&above| above != NONE).for_each(|&above| children.first[above as usize] += 1);
        children.reverse(|node| parent[node as usize] != NONE, |node| core::slice::from_ref(&parent[node as usize]));
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
