//! Adding one function: from what [`ControlFlow`] describes to the rows of the graph.
//!
//! - [`Sheet`](super::sketch::Sheet) reads and checks the blocks.
//! - Blocks are put in reverse postorder of a depth-first search from the entry; what it misses cannot be reached. It passes every
//!   edge once, so that it lists the predecessors, too.
//! - Post-dominators: a [`Tree`](super::semidominators::Tree) over the reversed edges from the virtual exit. If that misses a block, some walk never ends: its
//!   terminal components get their virtual edges, and the tree is made again.
//! - The dependences are listed or indexed ([`dependence`](super::dependence)).
//!
//! O(m log n) time for n blocks and m edges, and linear in practice. The graph counts its functions, blocks and branches by the
//! row that is written last, so what an error or a panic of the description leaves behind it can be cut off.

use super::edges::Code;
use super::graph::FlowGraph;
use super::rows::{Marks, NONE};
use super::workspace::Workspace;
use super::{ControlFlow, FlowError, FlowErrorKind, Outcome, Unreachable};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;

impl FlowGraph {
    /// The graph of one function.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if the description does not fit; see [`add`](Self::add), and [`add_with`](Self::add_with) for code that cannot
    /// be reached.
    pub fn of(body: &(impl ControlFlow + ?Sized)) -> Result<Self, FlowError> {
        let mut graph = Self::new();
        graph.add(body)?;
        Ok(graph)
    }

    /// Appends a function; its blocks and branches get the next ids, each contiguous. Ids issued before stay valid. So a front end that
    /// writes hooks before it adds the function knows their blocks: the first one has the number `all_blocks().len()`.
    ///
    /// Code behind a `return` or an endless loop is an error, for a hand-written graph that has any is wrong; whoever translates
    /// code takes [`add_with`](Self::add_with) and [`Unreachable::Keep`].
    ///
    /// O(m log n) for n blocks and m edges of this function, whatever the graph holds already.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if there is no block, a block has neither an edge nor an exit, an edge leads to no block, an outcome or a value
    /// is declared twice, a call is in a statement that its block does not have, a block cannot be reached from the entry, or ids run
    /// out. The graph is then as it was before.
    pub fn add(&mut self, body: &(impl ControlFlow + ?Sized)) -> Result<Function, FlowError> {
        self.add_with(body, Unreachable::Reject)
    }

    /// [`add`](Self::add) with a choice for blocks that cannot be reached.
    ///
    /// # Errors
    ///
    /// As for [`add`](Self::add); [`FlowErrorKind::Unreachable`] only under [`Unreachable::Reject`].
    pub fn add_with(&mut self, body: &(impl ControlFlow + ?Sized), unreachable: Unreachable) -> Result<Function, FlowError> {
        /// Whether the description is refused or panics, the graph is left as it was.
        struct CutOff<'a>(&'a mut FlowGraph);
        impl Drop for CutOff<'_> {
            fn drop(&mut self) {
                self.0.cut_off();
            }
        }
        let graph = CutOff(self);
        let added = graph.0.try_add(body, unreachable);
        drop(graph);
        if added.is_err() {
            self.give_back();
        }
        added
    }

    /// Frees what a refused function had taken.
    fn give_back(&mut self) {
        let (blocks, branches) = (2 * self.block_count(), 2 * self.branch_count());
        for row in [&mut self.jump, &mut self.statements, &mut self.order, &mut self.parent, &mut self.first_branch] {
            row.shrink_to(blocks + 1);
        }
        self.marks.shrink_to(blocks);
        for row in [&mut self.source, &mut self.target] {
            row.shrink_to(branches);
        }
        self.outcome.shrink_to(branches);
        self.cases.shrink_to(2 * self.complete_cases);
    }

    /// Drops rows of a function that was not completed.
    fn cut_off(&mut self) {
        let (functions, blocks, branches) = (self.function_count(), self.block_count(), self.branch_count());
        if let Some(&index) = self.index.get(functions) {
            self.indexes.truncate(index as usize); // which is beyond all for an ordinary function
            self.index.truncate(functions);
        }
        self.chain.truncate(functions);
        self.cases.truncate(self.complete_cases);
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
        if let Err(kind) = space.sheet.read(body, self, &mut space.before.first) {
            return Err(FlowError::new(kind, space.sheet.names));
        }
        let blocks = space.sheet.blocks as usize;
        let mut draft = Draft { graph: self, base, first_branch, space };
        let reached = draft.put_in_order();
        if reached < blocks {
            if unreachable == Unreachable::Reject {
                return Err(draft.refuse_unreachable());
            }
            draft.forget_unreachable(reached);
        }
        // Nothing refuses the function from here on.
        if !draft.space.sheet.names.is_empty() {
            let function = Function::new(draft.graph.function_count() as u32);
            draft.graph.names.append(function, base as u32, &mut draft.space.sheet.names);
        }
        if !draft.space.sheet.calls.is_empty() {
            draft.graph.calls.append(base as u32, &mut draft.space.sheet.calls);
        }
        draft.append_post_dominators(reached);
        draft.append_dependences();
        let Draft { space, .. } = draft;
        if blocks + self.target.len() - first_branch <= Workspace::KEPT {
            self.workspace = space;
        }
        let identity = self.hash_with(base, first_branch);
        self.chain.push(identity);
        self.complete_cases = self.cases.len();
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
    pub(super) space: Workspace,
}

impl Draft<'_> {
    /// The targets of the declared edges.
    fn successors(&self, block: u32) -> &[u32] {
        self.space.sheet.next.of(block)
    }

    /// Appends the blocks that can be reached to the order: each before its successors, but for edges that close a loop. How many
    /// they are is returned.
    fn put_in_order(&mut self) -> usize {
        const SEEN: u32 = NONE - 1;
        let Workspace { sheet, before, rank, stack, .. } = &mut self.space;
        let mut come_from = before.begin();
        let (base, blocks) = (self.base as u32, sheet.blocks as usize);
        rank.clear();
        rank.resize(blocks, NONE);
        self.graph.order.resize(self.base + blocks, NONE);
        let order = &mut self.graph.order[self.base..];
        let rank = Cell::from_mut(&mut rank[..]).as_slice_of_cells();
        let mut first = blocks;
        rank[0].set(SEEN);
        let enter = |from: u32, to: u32| {
            come_from(to, from);
            let new = rank[to as usize].get() == NONE;
            if new {
                rank[to as usize].set(SEEN);
            }
            new
        };
        // The search leaves a block after its successors: so the order is filled from behind.
        sheet.next.search(0, stack, enter, |block| {
            first -= 1;
            rank[block as usize].set(first as u32);
            order[first] = base + block;
        });
        stack.clear();
        for marks in &mut self.graph.marks[self.base..] {
            marks.set(Marks::REACHABLE); // taken back from those that are not
        }
        blocks - first
    }

    /// Lists all blocks that cannot be reached.
    #[cold]
    fn refuse_unreachable(self) -> FlowError {
        let blocks = (0..).zip(&self.space.rank).filter(|&(_, &rank)| rank == NONE).map(|(block, _)| block);
        FlowError::new(FlowErrorKind::Unreachable { blocks: blocks.collect() }, self.space.sheet.names)
    }

    /// Puts the blocks that cannot be reached behind the order; their edges do not count.
    fn forget_unreachable(&mut self, reached: usize) {
        let Workspace { sheet, before, rank, .. } = &mut self.space;
        before.first.clear();
        before.first.resize(rank.len(), 0);
        let order = &mut self.graph.order[self.base..];
        let missed = order.len() - reached;
        order.copy_within(missed.., 0);
        let mut behind = order[reached..].iter_mut();
        for (block, rank) in (0..).zip(&mut *rank) {
            if *rank != NONE {
                *rank -= missed as u32;
                sheet.next.of(block).iter().for_each(|&target| before.first[target as usize] += 1);
            } else if let Some(place) = behind.next() {
                *place = self.base as u32 + block;
                self.graph.marks[self.base + block as usize].clear(Marks::REACHABLE);
            }
        }
        before.reverse(|block| rank[block as usize] != NONE, |block| sheet.next.of(block));
    }

    /// Appends the immediate post-dominators; endless loops get their virtual exits.
    fn append_post_dominators(&mut self, reached: usize) {
        if self.search() < reached {
            self.let_endless_loops_leave();
            self.search();
        }
        let Workspace { sheet, before, tree, place: count, .. } = &mut self.space;
        tree.solve(&sheet.next);
        let (graph, base) = (&mut *self.graph, self.base);
        graph.parent.resize(base + sheet.blocks as usize, NONE);
        let parents = &mut graph.parent[base..];
        // What controls a block are the edges that lead to what it post-dominates, itself included, but for those that begin at
        // what it post-dominates strictly: these stop before it. (A jump comes and goes.)
        // So sum up (edges in - edges out) over all that a block post-dominates, and put its own edges out back.
        let (incoming, outgoing) = (before.first.windows(2), sheet.next.first.windows(2));
        count.clear();
        count.extend(incoming.zip(outgoing.clone()).map(|(i, o)| (i[1] - i[0]).wrapping_sub(o[1] - o[0])));
        let counts = &mut count[..];
        // Neighbours often share the one above, whose sum is kept at hand: one in memory would be waited for.
        let (mut last, mut sum) = (0, counts[0]);
        tree.each_dominator(|block, above| {
            parents[block as usize] = base as u32 + above;
            if above != last {
                counts[last as usize] = sum;
                (last, sum) = (above, counts[above as usize]);
            }
            sum = sum.wrapping_add(counts[block as usize]);
        });
        counts[last as usize] = sum;
        for (count, o) in count.iter_mut().zip(outgoing) {
            *count = count.wrapping_add(o[1] - o[0]);
        }
        let mut at = base as u32;
        while at != NONE {
            graph.marks[at as usize].set(Marks::ALWAYS);
            at = graph.parent[at as usize];
        }
    }

    /// Searches backwards from the blocks that leave; how many blocks are found is returned.
    fn search(&mut self) -> usize {
        let Workspace { before, tree, rank, exits, .. } = &mut self.space;
        exits.clear();
        let leaving = (0..).zip(&self.graph.marks[self.base..]).filter(|(_, marks)| marks.leaves()).map(|(block, _)| block);
        exits.extend(leaving.filter(|&block: &u32| rank[block as usize] != NONE));
        tree.search(exits, before)
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
        // Blocks that reach no exit lead to no others.
        let endless = (0..rank.len() as u32).filter(|&block| distance[block as usize] != NONE && !self.space.tree.found(block));
        for members in terminal_components(rank.len(), endless, |block| self.successors(block)) {
            let nearest = members.into_iter().min_by_key(|&block| (distance[block as usize], block));
            if let Some(block) = nearest {
                self.graph.marks[self.base + block as usize].set(Marks::ENDLESS);
            }
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
                let name = sole.map_or(Outcome::Next, |at| graph.sole[at].1);
                graph.target.push(core::mem::replace(&mut graph.jump[block], NONE));
                graph.outcome.push(Code::of(name, &mut graph.cases).unwrap_or(Code::NEXT));
            }
            graph.source.resize(graph.target.len(), block as u32);
            graph.first_branch[block + 1] = graph.target.len() as u32;
            start = end;
        }
        let own = graph.sole.partition_point(|row| row.0.index() < base);
        let sole = graph.sole.split_off(own);
        graph.sole.extend(sole.into_iter().filter(|row| graph.jump[row.0.index()] != NONE));
    }
}

/// The strongly connected components of these blocks that no edge leaves (Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972).
/// Without recursion; linear.
fn terminal_components<'a>(
    blocks: usize,
    roots: impl Iterator<Item = u32>,
    successors: impl Fn(u32) -> &'a [u32],
) -> Vec<Vec<u32>> {
    /// A block of a component that is complete.
    const DONE: u32 = NONE - 1;
    // By block: when it was met, and the earliest block on the path that it is known to lead back to.
    let (mut met, mut low) = (vec![NONE; blocks], vec![NONE; blocks]);
    // By block: an edge leads to another component.
    let mut is_left = vec![false; blocks];
    let (mut time, mut open, mut path, mut found) = (0, Vec::new(), Vec::new(), Vec::new());
    for root in roots {
        if met[root as usize] != NONE {
            continue;
        }
        path.push((root, 0));
        while let Some((block, edge)) = path.last_mut() {
            let (block, edges) = (*block as usize, successors(*block));
            if *edge == 0 {
                (met[block], low[block]) = (time, time);
                time += 1;
                open.push(block as u32);
            }
            let target = edges.get(*edge).copied();
            *edge += 1;
            match target.map(|target| (target, met[target as usize])) {
                Some((target, NONE)) => path.push((target, 0)),
                Some((_, DONE)) => is_left[block] = true,
                Some((_, when)) => low[block] = low[block].min(when),
                None => {
                    path.pop();
                    let is_complete = low[block] == met[block];
                    if is_complete {
                        let first = open.iter().rposition(|&other| other as usize == block).unwrap_or_default();
                        let members = &open[first..];
                        members.iter().for_each(|&member| met[member as usize] = DONE);
                        if !members.iter().any(|&member| is_left[member as usize]) {
                            found.push(members.to_vec());
                        }
                        open.truncate(first);
                    }
                    if let Some(&(above, _)) = path.last() {
                        let above = above as usize;
                        is_left[above] |= is_complete;
                        low[above] = low[above].min(low[block]);
                    }
                }
            }
        }
    }
    found
}
