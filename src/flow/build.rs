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
use super::graph::{FlowGraph, Marks, NONE};
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
        self.crowd.truncate(functions);
        self.crowds.truncate(self.crowd.iter().filter(|&&crowd| crowd != NONE).count());
        self.first_backward.truncate(functions + 1);
        self.backward.truncate(self.first_backward[functions] as usize);
        for row in [&mut self.jump, &mut self.statements, &mut self.order, &mut self.parent] {
            row.truncate(blocks);
        }
        self.marks.truncate(blocks);
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
        let mut space = core::mem::take(&mut self.workspace);
        let (base, first_branch) = (self.block_count(), self.branch_count());
        space.sheet.read(body, self, &mut space.before.first)?;
        let blocks = space.sheet.blocks as usize;
        let mut draft = Draft { graph: self, base, first_branch, space };
        let reached = draft.put_in_order();
        if reached < blocks {
            if unreachable == Unreachable::Reject {
                let block = draft.space.rank.iter().position(|&rank| rank == NONE).unwrap_or(0) as u32;
                return Err(FlowError::Unreachable { block });
            }
            draft.forget_unreachable();
        }
        draft.append_post_dominators(reached);
        draft.append_dependences();
        let Draft { space, .. } = draft;
        if blocks <= Workspace::KEPT {
            self.workspace = space;
        }
        self.first_block.push((base + blocks) as u32);
        Ok(Function::new(self.function_count() as u32 - 1))
    }
}

/// What is needed while a function is added, used again for the next one.
#[derive(Debug, Default)]
pub(super) struct Workspace {
    sheet: Sheet,
    before: Predecessors,
    tree: Tree,
    /// By local block: its place in the order, [`NONE`] if it can not be reached.
    pub(super) rank: Vec<u32>,
    pub(super) place: Vec<u32>,
    stack: Vec<(u32, u32)>,
}

impl Workspace {
    /// It is not kept after a function with more blocks than this.
    const KEPT: usize = 4096;
}

/// A clone needs space of its own.
impl Clone for Workspace {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A function that is being added: its rows are the last of the graph.
pub(super) struct Draft<'a> {
    pub(super) graph: &'a mut FlowGraph,
    /// Its first block and its first branch.
    pub(super) base: usize,
    pub(super) first_branch: usize,
    pub(super) space: Workspace,
}

impl Draft<'_> {
    /// The targets of the declared edges.
    fn successors(&self, block: u32) -> &[u32] {
        self.space.sheet.successors(block)
    }

    fn leaves(&self, block: u32) -> bool {
        self.graph.marks[self.base + block as usize].leaves()
    }

    /// Appends the blocks that can be reached to the order: each before its successors, but for edges that close a loop. How many
    /// they are is returned.
    fn put_in_order(&mut self) -> usize {
        const SEEN: u32 = NONE - 1;
        let Workspace { sheet: Sheet { starts, targets, blocks, .. }, rank, place: postorder, stack, .. } = &mut self.space;
        rank.clear();
        rank.resize(*blocks as usize, NONE);
        postorder.clear();
        // The block at work and the rest of its edges stay out of the stack.
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
        let base = self.base as u32;
        self.graph.order.reserve(postorder.len());
        for (number, &block) in (0..).zip(postorder.iter().rev()) {
            rank[block as usize] = number;
            self.graph.order.push(base + block);
        }
        for marks in &mut self.graph.marks[self.base..] {
            marks.set(Marks::REACHABLE); // taken back from those that are not
        }
        postorder.len()
    }

    /// Puts the blocks that can not be reached behind the order; their edges do not count.
    fn forget_unreachable(&mut self) {
        let Workspace { sheet, before, rank, .. } = &mut self.space;
        before.first.fill(0);
        for block in 0..sheet.blocks {
            if rank[block as usize] == NONE {
                self.graph.order.push(self.base as u32 + block);
                self.graph.marks[self.base + block as usize].clear(Marks::REACHABLE);
            } else {
                sheet.successors(block).iter().for_each(|&target| before.first[target as usize] += 1);
            }
        }
    }

    /// Appends the immediate post-dominators; endless loops get their virtual exits.
    fn append_post_dominators(&mut self, reached: usize) {
        let Workspace { sheet, before, rank, .. } = &mut self.space;
        let all = reached == rank.len();
        before.fill(|block| all || rank[block as usize] != NONE, |block| sheet.successors(block));
        self.search();
        if self.space.tree.node.len() <= reached {
            self.let_endless_loops_leave();
            self.search();
        }
        let Workspace { sheet, tree, .. } = &mut self.space;
        let (graph, base) = (&mut *self.graph, self.base);
        tree.solve(|block| sheet.successors(block), |block| graph.marks[base + block as usize].leaves());

        graph.parent.resize(base + sheet.blocks as usize, NONE);
        let parents = &mut graph.parent[base..];
        for (&block, &above) in tree.node.iter().zip(&tree.parent).skip(1) {
            if above > 0 {
                parents[block as usize] = base as u32 + tree.node[above as usize];
            }
        }
        let mut at = base as u32;
        while at != NONE {
            graph.marks[at as usize].set(Marks::ALWAYS);
            at = graph.parent[at as usize];
        }
    }

    /// Searches backwards from the virtual exit, which is the node behind the blocks.
    fn search(&mut self) {
        let Workspace { sheet, before, tree, rank, place: exits, .. } = &mut self.space;
        let (exit, marks) = (sheet.blocks, &self.graph.marks[self.base..]);
        exits.clear();
        exits.extend((0..exit).filter(|&block| marks[block as usize].leaves() && rank[block as usize] != NONE));
        tree.search(exit, exit as usize + 1, |block| if block == exit { exits } else { before.of(block) });
    }

    /// Marks one block of each terminal strongly connected component without an exit: the least by (breadth-first distance from
    /// the entry, number). Its edges become branches.
    fn let_endless_loops_leave(&mut self) {
        let rank = &self.space.rank;
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
            self.graph.marks[self.base + block].set(Marks::ENDLESS);
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
            if graph.marks[block].has(Marks::ENDLESS) && graph.jump[block] != NONE {
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
}
