//! Adding one function: from what [`ControlFlow`] describes to the rows of the graph.
//!
//! - [`Sheet`] reads and checks the blocks.
//! - Blocks are put in reverse postorder of a depth-first search from the entry; what it misses can not be reached.
//! - Post-dominators: a [`Tree`] over the reversed edges from the virtual exit. If that misses a block, some walk never ends: its
//!   terminal components get their virtual edges, and the tree is made again.
//! - The dependences are listed or indexed ([`dependence`](super::dependence)).
//!
//! O(m log n) time for n blocks and m edges, and linear in practice. The graph counts its functions, blocks and branches by the
//! row that is written last, so an error (or a panic of the description) leaves it as it was: the rest is cut off.

use super::dominators::{Predecessors, Tree};
use super::edges::Code;
use super::graph::{FlowGraph, Leaves, NONE};
use super::sketch::Sheet;
use super::{ControlFlow, FlowError, Outcome, Unreachable};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;

impl FlowGraph {
    /// The graph of one function.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if the description does not fit; see [`add`](Self::add).
    pub fn of(body: &(impl ControlFlow + ?Sized)) -> Result<Self, FlowError> {
        let mut graph = Self::new();
        graph.add(body)?;
        Ok(graph)
    }

    /// Appends a function; its blocks and branches get the next ids, each contiguous. Ids issued before stay valid.
    ///
    /// O(m log n) for n blocks and m edges of this function, whatever the graph holds already.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if there is no block, an edge leads to none, an outcome or a value is declared twice, a block can not be
    /// reached from the entry, or ids run out. The graph is then as it was before.
    pub fn add(&mut self, body: &(impl ControlFlow + ?Sized)) -> Result<Function, FlowError> {
        self.add_with(body, Unreachable::Reject)
    }

    /// [`add`](Self::add) with a choice for blocks that can not be reached.
    ///
    /// # Errors
    ///
    /// As for [`add`](Self::add); [`FlowError::Unreachable`] only under [`Unreachable::Reject`].
    pub fn add_with(&mut self, body: &(impl ControlFlow + ?Sized), unreachable: Unreachable) -> Result<Function, FlowError> {
        self.cut_off();
        let added = self.try_add(body, unreachable);
        if added.is_err() {
            self.cut_off();
        }
        added
    }

    /// Drops rows of a function that was not completed.
    fn cut_off(&mut self) {
        let (functions, blocks, branches) = (self.function_count(), self.block_count(), self.branch_count());
        self.crowded.truncate(functions);
        self.first_minimum.truncate(functions + 1);
        self.first_backward.truncate(functions + 1);
        self.minima.truncate(self.first_minimum[functions] as usize);
        self.backward.truncate(self.first_backward[functions] as usize);
        for row in [&mut self.jump, &mut self.statements, &mut self.order, &mut self.parent, &mut self.position, &mut self.end] {
            row.truncate(blocks);
        }
        self.leaves.truncate(blocks);
        self.first_branch.truncate(blocks + 1);
        self.first_item.truncate(blocks + 1);
        self.items.truncate(self.first_item[blocks] as usize);
        for row in [&mut self.source, &mut self.target] {
            row.truncate(branches);
        }
        self.outcome.truncate(branches);
        let known = |block: Block| block.index() < blocks;
        self.arms.truncate(self.arms.partition_point(|row| known(row.0)));
        self.sole.truncate(self.sole.partition_point(|row| known(row.0)));
    }

    fn try_add(&mut self, body: &(impl ControlFlow + ?Sized), unreachable: Unreachable) -> Result<Function, FlowError> {
        let base = self.block_count();
        let first_branch = self.branch_count();
        let sheet = Sheet::read(body, self)?;
        let blocks = sheet.blocks as usize;
        let mut draft = Draft { graph: self, base, first_branch, sheet, rank: Vec::new(), reached: 0 };
        draft.put_in_order();
        if draft.reached < blocks {
            let unreached = |rank: &u32| *rank == NONE;
            if unreachable == Unreachable::Reject {
                let block = draft.rank.iter().position(unreached).unwrap_or(0) as u32;
                return Err(FlowError::Unreachable { block });
            }
            draft.forget_unreachable();
        }
        let tree = draft.post_dominators();
        draft.append_tree(&tree);
        let crowded = draft.append_dependences();
        self.crowded.push(crowded);
        self.first_block.push((base + blocks) as u32);
        Ok(Function::new(self.function_count() as u32 - 1))
    }
}

/// A function that is being added: its rows are the last of the graph.
pub(super) struct Draft<'a> {
    pub(super) graph: &'a mut FlowGraph,
    /// Its first block and its first branch.
    pub(super) base: usize,
    pub(super) first_branch: usize,
    sheet: Sheet,
    /// By local block: its place in the order, [`NONE`] if it can not be reached.
    pub(super) rank: Vec<u32>,
    /// How many blocks can be.
    reached: usize,
}

impl Draft<'_> {
    /// The targets of the declared edges.
    #[inline]
    fn successors(&self, block: u32) -> &[u32] {
        let starts = &self.sheet.starts[block as usize..];
        &self.sheet.targets[starts[0] as usize..starts[1] as usize]
    }

    #[inline]
    fn leaves(&self, block: u32) -> bool {
        self.graph.leaves[self.base + block as usize] != Leaves::No
    }

    /// Appends the blocks that can be reached to the order: each before its successors, but for edges that close a loop.
    fn put_in_order(&mut self) {
        const SEEN: u32 = NONE - 1;
        let Sheet { starts, targets, .. } = &self.sheet;
        let blocks = self.sheet.blocks as usize;
        let mut rank = vec![NONE; blocks];
        let mut postorder = Vec::with_capacity(blocks);
        // The block at work and the rest of its edges stay out of the stack.
        let mut stack: Vec<(u32, u32)> = Vec::new();
        let (mut block, mut edge, mut end) = (0, 0, starts[1]);
        rank[0] = SEEN;
        loop {
            if edge < end {
                let target = targets[edge as usize];
                edge += 1;
                if rank[target as usize] == NONE {
                    rank[target as usize] = SEEN;
                    stack.push((block, edge));
                    (block, edge, end) = (target, starts[target as usize], starts[target as usize + 1]);
                }
            } else {
                postorder.push(block);
                let Some(before) = stack.pop() else { break };
                (block, edge) = before;
                end = starts[block as usize + 1];
            }
        }
        for (number, &block) in (0..).zip(postorder.iter().rev()) {
            rank[block as usize] = number;
        }
        let base = self.base as u32;
        self.graph.order.extend(postorder.iter().rev().map(|&block| base + block));
        (self.rank, self.reached) = (rank, postorder.len());
    }

    /// Puts the blocks that can not be reached behind the order; their edges do not count.
    fn forget_unreachable(&mut self) {
        self.sheet.incoming.fill(0);
        for block in 0..self.sheet.blocks {
            if self.rank[block as usize] == NONE {
                self.graph.order.push(self.base as u32 + block);
            } else {
                let starts = &self.sheet.starts[block as usize..];
                for &target in &self.sheet.targets[starts[0] as usize..starts[1] as usize] {
                    self.sheet.incoming[target as usize] += 1;
                }
            }
        }
    }

    /// The post-dominator tree; endless loops get their virtual exits.
    fn post_dominators(&mut self) -> Tree {
        let incoming = core::mem::take(&mut self.sheet.incoming);
        let all = self.reached == incoming.len();
        let before = Predecessors::new(incoming, |block| all || self.rank[block as usize] != NONE, |block| self.successors(block));
        let mut tree = self.search(&before);
        if tree.node.len() <= self.reached {
            self.let_endless_loops_leave();
            tree = self.search(&before);
        }
        tree.solve(|block| self.successors(block), |block| self.leaves(block));
        tree
    }

    /// Searches backwards from the virtual exit, which is the node behind the blocks.
    fn search(&self, before: &Predecessors) -> Tree {
        let exit = self.sheet.blocks;
        let exits: Vec<_> = (0..exit).filter(|&block| self.leaves(block) && self.rank[block as usize] != NONE).collect();
        Tree::search(exit, exit as usize + 1, |block| if block == exit { &exits } else { before.of(block) })
    }

    /// Marks one block of each terminal strongly connected component without an exit: the least by (breadth-first distance from
    /// the entry, number). Its edges become branches.
    fn let_endless_loops_leave(&mut self) {
        let rank = &self.rank;
        let mut distance = vec![NONE; rank.len()];
        distance[0] = 0;
        let mut queue = vec![0_u32];
        let mut at = 0;
        while let Some(&block) = queue.get(at) {
            at += 1;
            for &target in self.successors(block) {
                if distance[target as usize] == NONE {
                    distance[target as usize] = distance[block as usize] + 1;
                    queue.push(target);
                }
            }
        }
        // Rare, so the library's components will do.
        let edges = queue.iter().flat_map(|&block| self.successors(block).iter().map(move |&to| (block, to)));
        let graph = petgraph::graph::DiGraph::<(), (), u32>::from_edges(edges);
        let components = petgraph::algo::kosaraju_scc(&graph);
        let mut component = vec![NONE; rank.len()];
        for (number, members) in (0..).zip(&components) {
            members.iter().for_each(|node| component[node.index()] = number);
        }
        let stays = |block: u32| {
            let own = component[block as usize];
            rank[block as usize] != NONE
                && !self.leaves(block)
                && self.successors(block).iter().all(|&to| component[to as usize] == own)
        };
        let terminal = components.iter().filter(|members| members.iter().all(|node| stays(node.index() as u32)));
        let nearest =
            terminal.filter_map(|members| members.iter().map(|node| node.index()).min_by_key(|&block| (distance[block], block)));
        for block in nearest.collect::<Vec<_>>() {
            self.graph.leaves[self.base + block] = Leaves::Endless;
        }
        self.turn_jumps_into_branches();
    }

    /// The only edge of a block that has a virtual exit besides is a branch.
    fn turn_jumps_into_branches(&mut self) {
        let (base, first) = (self.base, self.first_branch);
        let graph = &mut *self.graph;
        let (target, outcome) = (graph.target.split_off(first), graph.outcome.split_off(first));
        graph.source.truncate(first);
        let mut start = 0;
        for block in base..graph.jump.len() {
            let end = graph.first_branch[block + 1] as usize - first;
            graph.target.extend_from_slice(&target[start..end]);
            graph.outcome.extend_from_slice(&outcome[start..end]);
            if graph.leaves[block] == Leaves::Endless && graph.jump[block] != NONE {
                let sole = graph.sole.binary_search_by_key(&Block::new(block as u32), |row| row.0);
                let name = sole.map_or(Outcome::Next, |at| graph.sole.remove(at).1);
                graph.target.push(core::mem::replace(&mut graph.jump[block], NONE));
                // A number that was coded before can be coded again.
                graph.outcome.extend(Code::of(name, &mut graph.cases));
            }
            graph.source.resize(graph.target.len(), block as u32);
            graph.first_branch[block + 1] = graph.target.len() as u32;
            start = end;
        }
    }

    /// Appends parent, position and end of each block in the post-dominator tree.
    fn append_tree(&mut self, tree: &Tree) {
        let (graph, base) = (&mut *self.graph, self.base);
        let blocks = self.sheet.blocks as usize;
        graph.parent.resize(base + blocks, NONE);
        graph.position.resize(base + blocks, 0);
        graph.end.resize(base + blocks, 0);
        let (parent, position, end) = (&mut graph.parent[base..], &mut graph.position[base..], &mut graph.end[base..]);
        tree.each_in_preorder(|node, above, place, after| {
            let block = node as usize;
            parent[block] = if above as usize == blocks { NONE } else { base as u32 + above };
            (position[block], end[block]) = (place, after);
        });
    }
}
