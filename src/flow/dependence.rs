//! Post-dominance and control dependence.
//!
//! Block y *post-dominates* block x iff every walk from x to the exit passes y. Block y *depends
//! on* branch x → z iff y post-dominates z and does not strictly post-dominate x: taking the branch
//! makes y certain, and another way out of x may miss y. Definition and construction: Ferrante,
//! Ottenstein, Warren, "The Program Dependence Graph and Its Use in Optimization" (TOPLAS 1987),
//! section 3.1.
//!
//! The blocks that depend on x → z are a path in the post-dominator tree: from z up to, not
//! including, the immediate post-dominator of x, which is called the *stop* of the branch here.
//! [`FlowGraph::dependents`] walks this path; nothing is stored for it. In the other direction, the
//! branches that y depends on are listed for each block if the function has few dependences for
//! each branch. If it has many, an index finds them
//! ([`dependence_index`](super::dependence_index)). Memory is linear in both cases, and
//! [`FlowGraph::controls`] iterates over them in both.

use super::dependence_index::DependenceIndex;
use super::dominators::Dominators;
use super::draft::Draft;
use super::graph::FlowGraph;
use super::lists::Lists;
use super::rows::{BACKWARD, Marks, NONE, Rows};
use super::semidominators::Tree;
use crate::id::{Block, Branch, Function};
use alloc::vec;
use alloc::vec::Vec;
use core::iter::FusedIterator;

/// Number of dependences for each branch above which a function is indexed.
const MOST_LISTED: usize = 4;

impl FlowGraph {
    /// Returns an iterator over the branches that decide whether a block runs: the branches that
    /// the block is control dependent on.
    ///
    /// The iterator yields each branch once, in an order that depends on the function only. It is
    /// empty for a block that depends on its entry only, for a block that cannot be reached, and
    /// for a block of another graph.
    ///
    /// Constant time for each branch; O(log branches of the function) for each if the function has
    /// quadratically many dependences.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
    /// use sbst::id::Function;
    ///
    /// // 0: while i < n { 1 }  2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let mut controls = graph.controls(graph.block(Function::new(0), 1));
    /// assert_eq!(
    ///     controls.next().map(|branch| graph.edge(branch).outcome),
    ///     Some(Outcome::True)
    /// );
    /// assert_eq!(controls.next(), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn controls(&self, block: Block) -> impl FusedIterator<Item = Branch> + Clone {
        let (mut listed, mut searched) = (&[][..], None);
        if let Some(function) = self.get_function_of(block).filter(|_| self.is_reachable(block)) {
            match self.index(function) {
                Some(index) => {
                    let first = self.first_block[function.index()];
                    searched = Some(index.controls(block.number() - first));
                }
                None => {
                    let first = &self.rows.first_item[block.index()..block.index() + 2];
                    listed = &self.rows.items[first[0] as usize..first[1] as usize];
                }
            }
        }
        let listed = listed.iter().map(|&branch| branch & !BACKWARD);
        listed.chain(searched.into_iter().flatten()).map(Branch::new)
    }

    /// Returns an iterator over the blocks that are control dependent on a branch, from its target
    /// upwards in the post-dominator tree.
    ///
    /// The iterator is empty for a branch of a block that cannot be reached, and for a branch of
    /// another graph. Constant time for each block.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// // 0: if a { 1; if b { 2 } 3 } 4
    /// let body = FlowBuilder::new()
    ///     .branch(0, 1, 4).branch(1, 2, 3).jump(2, 3).jump(3, 4).exit(4);
    /// let graph = FlowGraph::of(&body)?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// let a = Branch::new(0);
    /// // 2 depends on b alone, 4 on nothing.
    /// assert!(graph.dependents(a).eq([block(1), block(3)]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn dependents(&self, branch: Branch) -> impl FusedIterator<Item = Block> + Clone {
        let edge = self.get_edge(branch).filter(|edge| self.is_reachable(edge.source));
        let (first, stop) = edge.map_or((NONE, NONE), |edge| {
            (edge.target.number(), self.rows.parent[edge.source.index()])
        });
        // A path in the post-dominator tree, up to the immediate post-dominator of the source,
        // which is `NONE` for the exit.
        let until_stop = move |block: u32| if block == stop { None } else { Some(block) };
        let above = move |&block: &u32| until_stop(self.rows.parent[block as usize]);
        core::iter::successors(until_stop(first), above).map(Block::new)
    }

    /// Returns `true` if a block runs whenever its function is entered and no exception intervenes:
    /// it post-dominates the entry.
    ///
    /// Returns `false` for a block of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1 } 2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let always = [0, 1, 2]
    ///     .map(|local| graph.depends_on_entry(graph.block(Function::new(0), local)));
    /// assert_eq!(always, [true, false, true]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn depends_on_entry(&self, block: Block) -> bool {
        self.rows.marks.get(block.index()).is_some_and(|marks| marks.runs_always())
    }

    /// Returns the nearest other block that post-dominates a block; `None` if that is the exit, if
    /// the block cannot be reached, and for a block of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// // 0: if a { 1 } 2
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exit(2))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// // Where both ways meet.
    /// assert_eq!(graph.immediate_post_dominator(block(0)), Some(block(2)));
    /// assert_eq!(graph.immediate_post_dominator(block(2)), None);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn immediate_post_dominator(&self, block: Block) -> Option<Block> {
        self.rows
            .parent
            .get(block.index())
            .copied()
            .filter(|&parent| parent != NONE)
            .map(Block::new)
    }

    /// Computes the dominators of a function, in O(m log n) time for n blocks and m edges. The
    /// graph does not store them.
    ///
    /// ```
    /// use sbst::flow::{Dominators, FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// /// Returns the last block that every way to either block passes.
    /// fn before_both(tree: &Dominators, one: Block, other: Block) -> Option<Block> {
    ///     tree.of(one).find(|&above| tree.dominates(above, other))
    /// }
    ///
    /// // 0: if a { 1: if b { 2 } else { 3 } } 4
    /// let body = FlowBuilder::new().branch(0, 1, 4).branch(1, 2, 3).jump(2, 4).jump(3, 4);
    /// let graph = FlowGraph::of(&body.exit(4))?;
    /// let block = |local| graph.block(Function::new(0), local);
    /// let tree = graph.dominators(Function::new(0));
    /// assert_eq!(before_both(&tree, block(2), block(3)), Some(block(1)));
    /// assert_eq!(before_both(&tree, block(2), block(4)), Some(block(0)));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn dominators(&self, function: Function) -> Dominators {
        let blocks = self.block_range(function);
        let (next, previous) = self.neighbours(function);
        let mut parent = vec![NONE; blocks.len()];
        if !blocks.is_empty() {
            let mut tree = Tree::default();
            // One root, the entry, and edges forwards. For post-dominators, `Draft::search`
            // starts from all exits, with the edges reversed; both use the same engine.
            tree.search(&[0], &next);
            tree.solve(&previous);
            tree.each_dominator(|node, above| parent[node as usize] = above);
        }
        Dominators::from_parents(blocks.start, parent, &|node| {
            self.is_reachable(Block::new(blocks.start + node))
        })
    }

    /// Returns the successors and the predecessors of the blocks of a function, by local number,
    /// ascending. Parallel edges are listed once. Blocks that cannot be reached are not listed as
    /// predecessors. O(m log d) for m edges and at most d edges out of a block.
    pub(crate) fn neighbours(&self, function: Function) -> (Lists, Lists) {
        self.neighbours_to(function, None)
    }

    /// Returns the neighbours as [`neighbours`](Self::neighbours) does, with one more node after
    /// the blocks if `leads_there` is given. The blocks for which it returns `true` have an edge to
    /// this node.
    pub(crate) fn neighbours_to(
        &self,
        function: Function,
        leads_there: Option<&dyn Fn(Block) -> bool>,
    ) -> (Lists, Lists) {
        let blocks = self.block_range(function);
        let (base, more) = (blocks.start, blocks.len() as u32);
        let nodes = blocks.len() + usize::from(leads_there.is_some());
        let live = |node: u32| node < more && self.is_reachable(Block::new(base + node));
        let mut next = Lists { first: vec![0], items: Vec::new() };
        let mut previous = Lists::count(nodes);
        let mut targets: Vec<u32> = Vec::new();
        for block in blocks.map(Block::new) {
            targets.clear();
            targets.extend(self.successors(block).map(|(_, target)| target.number() - base));
            if leads_there.is_some_and(|leads_there| leads_there(block)) {
                targets.push(more);
            }
            targets.sort_unstable();
            targets.dedup();
            for &target in &targets {
                previous.first[target as usize] += u32::from(self.is_reachable(block));
            }
            next.items.extend_from_slice(&targets);
            next.first.push(next.items.len() as u32);
        }
        if leads_there.is_some() {
            next.first.push(next.items.len() as u32);
        }
        previous.reverse(live, |node| next.of(node));
        (next, previous)
    }

    /// Computes the post-dominators of a function. The graph stores their tree, so this is linear
    /// in the blocks of the function.
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
        let blocks = self.block_range(function);
        let range = blocks.start as usize..blocks.end as usize;
        post_dominators(blocks.start, &self.rows.parent[range.clone()], &self.rows.marks[range])
    }
}

/// Returns the post-dominators of a function from its rows. `base` is its first block.
fn post_dominators(base: u32, parents: &[u32], marks: &[Marks]) -> Dominators {
    let local = |&parent: &u32| if parent == NONE { NONE } else { parent - base };
    let live = |local: u32| marks[local as usize].has(Marks::REACHABLE);
    Dominators::from_parents(base, parents.iter().map(local).collect(), &live)
}

impl Draft {
    /// Lists the controls, or indexes them if they are too many. `listed` is the number of controls
    /// that the graph lists. [`Draft::find_post_dominators`] has counted the controls of each block.
    pub(super) fn find_dependences(&mut self, listed: u32) {
        let Self { rows, place, .. } = self;
        let branches = rows.target.len();
        let sum: u64 = place.iter().map(|&count| u64::from(count)).sum();
        // The lists of all functions share one row, whose places are `u32`: a function that would
        // overflow it is indexed.
        let countable = u64::from(listed) + sum <= u64::from(u32::MAX);
        let indexed = sum > (MOST_LISTED * branches + 16) as u64 || !countable;
        if indexed {
            place.fill(0);
        }
        // `place` held the length of each list. From here on it holds where the next item of the
        // list goes.
        let mut end = 0;
        rows.first_item.extend(place.iter_mut().map(|place| {
            let count = core::mem::replace(place, end);
            end += count;
            listed + end
        }));
        rows.items.resize(end as usize, 0);
        if indexed {
            self.index = Some(self.index());
        } else {
            self.list_controls();
        }
    }

    /// Fills the lists of controls. Each list gets its branches in ascending order.
    fn list_controls(&mut self) {
        let Rows { backward, parent, first_branch, target, items, .. } = &mut self.rows;
        let (rank, base) = (&self.rank[..], self.base as usize);
        let (target, items) = (&target[..], &mut items[..]); // the ends of two `Vec`s would be read again after each store
        let (parent, place) = (&parent[..rank.len()], &mut self.place[..rank.len()]);
        let (first, mut start) = (self.first_branch, self.first_branch);
        for ((&own, &stop), &end) in rank.iter().zip(parent).zip(&*first_branch) {
            let branches = core::mem::replace(&mut start, end)..end;
            if own == NONE {
                continue;
            }
            for branch in branches {
                // Ferrante et al., section 3.1.1: walk up the post-dominator tree from the target
                // to the stop. Each block on the way depends on the branch. The walk ends, because
                // the stop post-dominates the source and so also the target.
                let (mut at, mut earliest) = (target[(branch - first) as usize], own);
                while at != stop {
                    let local = at as usize - base;
                    let behind = rank[local] <= own;
                    earliest = earliest.min(rank[local]);
                    let place = &mut place[local];
                    items[*place as usize] = if behind { branch | BACKWARD } else { branch };
                    *place += 1;
                    at = parent[local];
                }
                if earliest < own {
                    backward.push(branch);
                }
            }
        }
    }

    /// Returns the index of the dependences, instead of lists.
    fn index(&self) -> DependenceIndex {
        let Self { base, first_branch, rows, .. } = self;
        let tree = post_dominators(*base, &rows.parent, &rows.marks);
        let local = |block: u32| if block == NONE { NONE } else { block - base };
        let ends = rows.source.iter().zip(&rows.target);
        let paths = (*first_branch..).zip(ends).map(|(branch, (&source, &target))| {
            // The walk of a branch of a block that cannot be reached is made empty.
            let source = (source - base) as usize;
            let live = rows.marks[source].has(Marks::REACHABLE);
            (branch, local(target), local(if live { rows.parent[source] } else { target }))
        });
        DependenceIndex::new(tree, self.rank.len(), paths)
    }
}
