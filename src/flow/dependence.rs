//! Post-dominance and control dependence.
//!
//! Block y *post-dominates* block x iff every walk from x to the exit passes y. Block y *depends on* branch x → z iff y
//! post-dominates z and does not strictly post-dominate x: taking the branch makes y certain, another way out of x may miss it.
//! Definition and construction: Ferrante, Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization" (TOPLAS
//! 1987), section 3.1.
//!
//! What depends on x → z is a path in the post-dominator tree: from z up to, not including, the immediate post-dominator of x,
//! here called the *stop* of the branch. [`Dependents`] walks it; nothing is stored. What y depends on is listed for each block,
//! as long as the function has few dependences for each branch; else it is searched for ([`dependence_index`](super::dependence_index)). Either way
//! memory is linear, and [`Controls`] yields them.

use super::build::Draft;
use super::dependence_index::{DependenceIndex, Search};
use super::dominators::Dominators;
use super::graph::FlowGraph;
use super::lists::Lists;
use super::rows::{BACKWARD, Marks, NONE};
use super::semidominators::Tree;
use crate::id::{Block, Branch, Function};
use alloc::vec;
use alloc::vec::Vec;
use core::iter::FusedIterator;
use core::ops::Range;
use core::slice;

/// A function is indexed if it has more dependences than this for each branch.
const MOST_LISTED: usize = 4;

impl FlowGraph {
    /// The branches that decide whether a block runs: it depends on each. Each branch once; the order depends on the function only.
    ///
    /// Constant time for each item, O(log branches of the function) where dependences are quadratically many. Nothing for a block
    /// that depends on its entry only, for one that cannot be reached, and for one of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// // 0: while i < n { 1 }  2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let mut controls = graph.controls(graph.block(Function::new(0), 1));
    /// assert_eq!(controls.next().map(|branch| graph.edge(branch).outcome), Some(Outcome::True));
    /// assert_eq!(controls.next(), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn controls(&self, block: Block) -> impl FusedIterator<Item = Branch> + Clone {
        let Some(function) = self.get_function_of(block).filter(|_| self.is_reachable(block)) else {
            return Controls(Source::Listed([].iter()));
        };
        match self.index(function) {
            Some(index) => Controls(Source::Searched(index.controls(block.index() - self.first_block[function.index()] as usize))),
            None => {
                let first = &self.first_item[block.index()..block.index() + 2];
                Controls(Source::Listed(self.items[first[0] as usize..first[1] as usize].iter()))
            }
        }
    }

    /// The blocks that depend on a branch, from its target upwards in the post-dominator tree.
    ///
    /// Constant time for each item. Nothing for a branch of a block that cannot be reached, and for one of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// // 0: if a { 1; if b { 2 } 3 } 4
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 3).jump(3, 4).exit(4))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// let a = Branch::new(0);
    /// assert!(graph.dependents(a).eq([block(1), block(3)])); // 2 depends on b alone, 4 on nothing
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn dependents(&self, branch: Branch) -> impl FusedIterator<Item = Block> + Clone {
        let source = self.source.get(branch.index()).filter(|&&source| self.is_reachable(Block::new(source)));
        let (at, stop) = source.map_or((NONE, NONE), |&source| (self.target[branch.index()], self.parent[source as usize]));
        Dependents { graph: self, at, stop }
    }

    /// Whether a block runs whenever its function is entered and no exception intervenes: it post-dominates the entry.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1 } 2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let always = [0, 1, 2].map(|local| graph.depends_on_entry(graph.block(Function::new(0), local)));
    /// assert_eq!(always, [true, false, true]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn depends_on_entry(&self, block: Block) -> bool {
        self.marks.get(block.index()).is_some_and(|marks| marks.runs_always())
    }

    /// The nearest other block that post-dominates a block; `None` if that is the exit, and for a block of another graph or one
    /// that cannot be reached.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1 } 2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// assert_eq!(graph.immediate_post_dominator(block(0)), Some(block(2))); // where both ways meet
    /// assert_eq!(graph.immediate_post_dominator(block(2)), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn immediate_post_dominator(&self, block: Block) -> Option<Block> {
        self.parent.get(block.index()).filter(|&&parent| parent != NONE).map(|&parent| Block::new(parent))
    }

    /// The dominators of a function, made on request: O(m log n) for n blocks and m edges.
    #[must_use]
    pub fn dominators(&self, function: Function) -> Dominators {
        let blocks = self.block_range(function);
        let (next, previous) = self.neighbours(function);
        let mut parent = vec![NONE; blocks.len()];
        if !blocks.is_empty() {
            let mut tree = Tree::default();
            tree.search(&[0], &next);
            tree.solve(&previous);
            tree.each_dominator(|node, above| parent[node as usize] = above);
        }
        Dominators::from_parents(blocks.start, parent, |node| self.is_reachable(Block::new(blocks.start + node)))
    }

    /// The successors and the predecessors of the blocks of a function, by local number; those that cannot be reached are nobody's
    /// predecessors. Linear.
    pub(crate) fn neighbours(&self, function: Function) -> (Lists, Lists) {
        self.neighbours_to(function, None)
    }

    /// The same with one more node, numbered after the blocks, if these blocks lead there.
    pub(crate) fn neighbours_to(&self, function: Function, leads_there: Option<&dyn Fn(Block) -> bool>) -> (Lists, Lists) {
        let blocks = self.block_range(function);
        let (base, more) = (blocks.start, blocks.len() as u32);
        let nodes = blocks.len() + usize::from(leads_there.is_some());
        let live = |node: u32| node < more && self.is_reachable(Block::new(base + node));
        let mut next = Lists { first: vec![0], items: Vec::new() };
        let mut previous = Lists::count(nodes);
        for block in blocks.map(Block::new) {
            for (_, target) in self.successors(block) {
                next.items.push(target.number() - base);
                previous.first[(target.number() - base) as usize] += u32::from(self.is_reachable(block));
            }
            if leads_there.is_some_and(|leads_there| leads_there(block)) {
                next.items.push(more);
                previous.first[more as usize] += u32::from(self.is_reachable(block));
            }
            next.first.push(next.items.len() as u32);
        }
        if leads_there.is_some() {
            next.first.push(next.items.len() as u32);
        }
        previous.reverse(live, |node| next.of(node));
        (next, previous)
    }

    /// The post-dominators of a function, made on request: linear in its blocks.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1: return } 2: return
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// let post = graph.post_dominators(Function::new(0));
    /// assert!(!post.dominates(block(2), block(0))); // the other way passes it by
    /// assert!(post.dominates(block(2), block(2)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn post_dominators(&self, function: Function) -> Dominators {
        self.post_dominators_in(self.block_range(function))
    }

    fn post_dominators_in(&self, blocks: Range<u32>) -> Dominators {
        let parents = &self.parent[blocks.start as usize..blocks.end as usize];
        let local = |&parent: &u32| if parent == NONE { NONE } else { parent - blocks.start };
        let live = |local: u32| self.is_reachable(Block::new(blocks.start + local));
        Dominators::from_parents(blocks.start, parents.iter().map(local).collect(), live)
    }
}

impl Draft<'_> {
    /// Appends the lists of controls, or their index if they are too many. How many each block has is counted already.
    pub(super) fn append_dependences(&mut self) {
        let mut place = core::mem::take(&mut self.space.place);
        let branches = self.graph.target.len() - self.first_branch;
        let sum: u64 = place.iter().map(|&count| u64::from(count)).sum();
        let countable = self.graph.items.len() as u64 + sum <= u64::from(u32::MAX);
        let indexed = sum > (MOST_LISTED * branches + 16) as u64 || !countable;
        if indexed {
            place.fill(0);
        }
        let mut end = self.graph.items.len() as u32;
        self.graph.first_item.extend(place.iter_mut().map(|place| {
            let count = core::mem::replace(place, end);
            end += count;
            end
        }));
        self.graph.items.resize(end as usize, 0);
        if indexed {
            self.append_index();
        } else {
            self.list_controls(&mut place);
            self.graph.index.push(NONE);
        }
        self.graph.first_backward.push(self.graph.backward.len() as u32);
        self.space.place = place;
    }

    /// Fills the lists of controls, each from its place on, by ascending branch.
    fn list_controls(&mut self, place: &mut [u32]) {
        let FlowGraph { backward, parent, first_branch, target, items, .. } = &mut *self.graph;
        let (rank, base) = (&self.space.rank[..], self.base);
        let (target, items) = (&target[..], &mut items[..]); // or the ends of both would be read again after each store
        let (parent, place) = (&parent[base..][..rank.len()], &mut place[..rank.len()]);
        for ((&own, &stop), branches) in rank.iter().zip(parent).zip(first_branch[base..].windows(2)) {
            if own == NONE {
                continue;
            }
            for branch in branches[0]..branches[1] {
                let (mut at, mut first) = (target[branch as usize], own);
                while at != stop {
                    let local = at as usize - base;
                    let behind = rank[local] <= own;
                    first = first.min(rank[local]);
                    let place = &mut place[local];
                    items[*place as usize] = if behind { branch | BACKWARD } else { branch };
                    *place += 1;
                    at = parent[local];
                }
                if first < own {
                    backward.push(branch);
                }
            }
        }
    }

    fn append_index(&mut self) {
        let (graph, base) = (&mut *self.graph, self.base as u32);
        let tree = graph.post_dominators_in(base..graph.parent.len() as u32);
        let local = |block: u32| if block == NONE { NONE } else { block - base };
        let paths = (self.first_branch..graph.target.len()).map(|branch| {
            let (source, target) = (graph.source[branch], graph.target[branch]);
            // That of a block that cannot be reached is empty.
            let live = graph.marks[source as usize].has(Marks::REACHABLE);
            (branch as u32, local(target), local(if live { graph.parent[source as usize] } else { target }))
        });
        let index = DependenceIndex::new(tree, self.space.rank.len(), paths);
        graph.index.push(graph.indexes.len() as u32);
        graph.indexes.push(index);
    }
}

/// The branches that a block depends on.
#[derive(Clone, Debug)]
struct Controls<'a>(Source<'a>);

#[derive(Clone, Debug)]
enum Source<'a> {
    Listed(slice::Iter<'a, u32>),
    Searched(Search<'a>),
}

impl Iterator for Controls<'_> {
    type Item = Branch;

    fn next(&mut self) -> Option<Branch> {
        let branch = match &mut self.0 {
            Source::Listed(list) => list.next().map(|&branch| branch & !BACKWARD),
            Source::Searched(search) => search.next(),
        };
        branch.map(Branch::new)
    }
}

impl FusedIterator for Controls<'_> {}

/// The blocks that depend on a branch.
#[derive(Clone, Debug)]
struct Dependents<'a> {
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
