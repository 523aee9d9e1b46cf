//! Adding one function: the way from a description to the rows of the graph.
//!
//! 1. [`Sheet`](super::sketch::Sheet) reads and checks the blocks.
//! 2. A depth-first search from the entry puts the blocks in reverse postorder. A block that it
//!    misses cannot be reached. The search passes every edge once, so it also lists the
//!    predecessors.
//! 3. A [`Tree`](super::semidominators::Tree) over the reversed edges, from the virtual exit, gives
//!    the post-dominators. If that search misses a block, some walk never ends: the terminal
//!    components get their virtual edges to the exit, and the tree is made again.
//! 4. The control dependences are listed or indexed ([`dependence`](super::dependence)).
//!
//! O(m log n) time for n blocks and m edges, and linear in practice. `first_block` is written last,
//! and it alone says how many functions, blocks and branches the graph has. If the description is
//! refused or panics, everything in the rows after that can be cut off.

use super::components::components;
use super::graph::FlowGraph;
use super::rows::{Code, Marks, NONE};
use super::said::{Said, said_decisions};
use super::sketch::Workspace;
use super::{ControlFlow, FlowError, FlowErrorKind, Unreachable};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;

impl FlowGraph {
    /// Creates the graph of one function.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if the description is not valid; see [`add`](Self::add). To keep code that
    /// cannot be reached, use [`add_with`](Self::add_with).
    pub fn of(body: &(impl ControlFlow + ?Sized)) -> Result<Self, FlowError> {
        let mut graph = Self::new();
        graph.add(body)?;
        Ok(graph)
    }

    /// Adds a function at the end of the graph, and returns its id.
    ///
    /// Its blocks get the next block ids, its branches the next branch ids, each without gaps. Ids
    /// issued before stay valid. A front end that writes hooks before it adds the function
    /// therefore knows the ids of its blocks: the first block has the number `all_blocks().len()`.
    ///
    /// Code after a `return` or after an endless loop is an error, because a hand-written graph
    /// with such code is usually wrong. If you translate existing code, use
    /// [`add_with`](Self::add_with) with [`Unreachable::Keep`].
    ///
    /// O(m log n) time for n blocks and m edges of this function, independent of the size of the
    /// graph.
    ///
    /// # Errors
    ///
    /// [`FlowError`] if there is no block, if a block has neither an edge nor an exit, if an edge
    /// leads to a block that does not exist, if an outcome or a value is declared twice, if a block
    /// cannot be reached from the entry, or if ids run out. The graph is then as it was before.
    pub fn add(&mut self, body: &(impl ControlFlow + ?Sized)) -> Result<Function, FlowError> {
        self.add_with(body, Unreachable::Reject)
    }

    /// Adds a function as [`add`](Self::add) does, with a choice of what to do with blocks that
    /// cannot be reached.
    ///
    /// # Errors
    ///
    /// [`FlowError`] as for [`add`](Self::add); [`FlowErrorKind::Unreachable`] only with
    /// [`Unreachable::Reject`].
    pub fn add_with(
        &mut self,
        body: &(impl ControlFlow + ?Sized),
        unreachable: Unreachable,
    ) -> Result<Function, FlowError> {
        /// Restores the graph when it is dropped: after success it cuts off nothing, after an error
        /// or a panic the incomplete function.
        struct CutOff<'a>(&'a mut FlowGraph);
        impl Drop for CutOff<'_> {
            fn drop(&mut self) {
                self.0.cut_off();
            }
        }
        CutOff(self).0.try_add(body, unreachable)
    }

    /// Removes the rows of a function that was not completed, and frees the memory that they had
    /// taken. Each row keeps room for twice what it stores.
    fn cut_off(&mut self) {
        fn keep<T>(row: &mut Vec<T>, count: usize) {
            row.truncate(count);
            row.shrink_to(2 * count + 1);
        }
        let (functions, blocks, branches) =
            (self.function_count(), self.block_count(), self.branch_count());
        if self.jump.len() == blocks {
            return; // nothing was read of the function, or it is complete
        }
        if let Some(&index) = self.index.get(functions) {
            self.indexes.truncate(index as usize); // `NONE`, greater than any length, if its controls are listed
            self.index.truncate(functions);
        }
        self.chain.0.truncate(functions);
        keep(&mut self.cases, self.complete_cases);
        self.first_backward.truncate(functions + 1);
        self.backward.truncate(self.first_backward[functions] as usize);
        for row in [&mut self.jump, &mut self.statements, &mut self.order, &mut self.parent] {
            keep(row, blocks);
        }
        keep(&mut self.marks, blocks);
        keep(&mut self.first_branch, blocks + 1);
        self.first_item.truncate(blocks + 1);
        self.items.truncate(self.first_item[blocks] as usize);
        keep(&mut self.source, branches);
        keep(&mut self.target, branches);
        keep(&mut self.outcome, branches);
        let known = |block: Block| block.index() < blocks;
        self.arms.truncate(self.arms.partition_point(|row| known(row.0)));
        self.sole.truncate(self.sole.partition_point(|row| known(row.0)));
        self.said.truncate(self.said.partition_point(|row| known(row.block)));
    }

    /// Adds a function, and leaves incomplete rows at the end of the graph if it is refused.
    fn try_add(
        &mut self,
        body: &(impl ControlFlow + ?Sized),
        unreachable: Unreachable,
    ) -> Result<Function, FlowError> {
        let mut space = core::mem::take(&mut self.workspace);
        let function = Function::new(self.function_count() as u32);
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
        if !draft.space.sheet.conditions.is_empty()
            && let Err(error) = draft.say()
        {
            return Err(FlowError::new(error, draft.space.sheet.names));
        }
        // From here on nothing can refuse the function: names and calls, which `cut_off` does not
        // remove, may be stored.
        let Draft { graph, space, .. } = &mut draft;
        if !space.sheet.names.is_empty() {
            graph.names.append(function, base as u32, &mut space.sheet.names);
        }
        for (block, statement, site, callees) in space.sheet.calls.drain(..) {
            graph.calls.add(function, Block::new(base as u32 + block), statement, site, callees);
        }
        draft.append_post_dominators(reached);
        draft.append_dependences();
        let Draft { space, .. } = draft;
        if blocks + self.target.len() - first_branch <= Workspace::KEPT {
            self.workspace = space;
        }
        let identity = self.hash_with(base, first_branch);
        self.chain.0.push(identity);
        self.complete_cases = self.cases.len();
        // Written last: from now on the graph has one more function, and `cut_off` keeps its rows.
        self.first_block.push((base + blocks) as u32);
        Ok(function)
    }
}

/// The function that is being added: its rows are the last rows of the graph.
pub(super) struct Draft<'a> {
    pub(super) graph: &'a mut FlowGraph,
    /// The number of its first block.
    pub(super) base: usize,
    /// The number of its first branch.
    pub(super) first_branch: usize,
    /// The tables of the function.
    pub(super) space: Workspace,
}

impl Draft<'_> {
    /// Stores the members of decisions, if they follow the rules of decisions.
    #[cold]
    fn say(&mut self) -> Result<(), FlowErrorKind> {
        let (base, before) = (self.base as u32, &self.space.before);
        let member = |&(local, decision, place): &(u32, u32, u32)| Said {
            block: Block::new(base + local),
            decision,
            place,
        };
        let members: Vec<Said> = self.space.sheet.conditions.iter().map(member).collect();
        let ways = |block| self.graph.ways(block);
        if let Err(error) = said_decisions(&members, base, ways, |local| before.of(local)) {
            let (blocks, reason) = error.said();
            let blocks = blocks.iter().map(|block| block.number() - base).collect();
            return Err(FlowErrorKind::Decision { blocks, reason });
        }
        self.graph.said.extend(members);
        Ok(())
    }

    /// Returns the targets of the declared edges of a block.
    fn successors(&self, block: u32) -> &[u32] {
        self.space.sheet.next.of(block)
    }

    /// Appends the blocks that can be reached to `order`, in reverse postorder: each block before
    /// its successors, unless the edge closes a loop. Returns the number of these blocks.
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
        // Postorder leaves a block after its successors. Filling `order` from its end gives reverse
        // postorder. `rank` is the place in the order; `SEEN` marks blocks that were entered and
        // not left yet.
        sheet.next.search(0, stack, enter, |block| {
            first -= 1;
            rank[block as usize].set(first as u32);
            order[first] = base + block;
        });
        stack.clear();
        for marks in &mut self.graph.marks[self.base..] {
            marks.set(Marks::REACHABLE); // `forget_unreachable` clears it for the others
        }
        blocks - first
    }

    /// Returns the error that lists all blocks that cannot be reached.
    #[cold]
    fn refuse_unreachable(self) -> FlowError {
        let blocks =
            (0..).zip(&self.space.rank).filter(|&(_, &rank)| rank == NONE).map(|(block, _)| block);
        FlowError::new(
            FlowErrorKind::Unreachable { blocks: blocks.collect() },
            self.space.sheet.names,
        )
    }

    /// Moves the blocks that cannot be reached to the end of the order. Their edges do not count as
    /// edges into other blocks.
    fn forget_unreachable(&mut self, reached: usize) {
        let Workspace { sheet, before, rank, .. } = &mut self.space;
        before.first.clear();
        before.first.resize(rank.len(), 0);
        // `order` was filled from its end, for as many blocks as the function has: close the gap at
        // its start, and number the blocks from 0 again.
        let order = &mut self.graph.order[self.base..];
        let missed = order.len() - reached;
        order.copy_within(missed.., 0);
        let mut behind = order[reached..].iter_mut();
        for (block, rank) in (0..).zip(&mut *rank) {
            if *rank != NONE {
                *rank -= missed as u32;
                for &target in sheet.next.of(block) {
                    before.first[target as usize] += 1;
                }
            } else if let Some(place) = behind.next() {
                *place = self.base as u32 + block;
                self.graph.marks[self.base + block as usize].clear(Marks::REACHABLE);
            }
        }
        before.reverse(|block| rank[block as usize] != NONE, |block| sheet.next.of(block));
    }

    /// Appends the immediate post-dominators. Endless loops get their virtual exits first.
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
        // The number of branches that control a block, without listing them. Block y depends on the
        // edge x -> z iff y post-dominates z and does not strictly post-dominate x (Ferrante et
        // al., section 3.1). If y strictly post-dominates x, it also post-dominates z. So the
        // number of controls of y is the number of edges into blocks that y post-dominates, minus
        // the number of edges out of blocks that y strictly post-dominates. Both are sums over the
        // subtree of y: sum up (edges in - edges out), then add back the edges out of y itself. A
        // jump leads to the immediate post-dominator of its block, so its +1 and its -1 cancel:
        // only branches remain. Arithmetic wraps, because partial sums may be negative.
        let (incoming, outgoing) = (before.first.windows(2), sheet.next.first.windows(2));
        count.clear();
        count.extend(
            incoming.zip(outgoing.clone()).map(|(i, o)| (i[1] - i[0]).wrapping_sub(o[1] - o[0])),
        );
        let counts = &mut count[..];
        // `each_dominator` visits a block after all that it dominates, so the sum of a block is
        // complete when it is added to its parent. Neighbours often share the parent, whose sum is
        // kept in a register: a sum in memory would make each addition wait for the store before
        // it.
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
        // The chain of post-dominators of the entry: these blocks run on every walk, so they depend
        // on the entry.
        let mut at = base as u32;
        while at != NONE {
            graph.marks[at as usize].set(Marks::ALWAYS);
            at = graph.parent[at as usize];
        }
    }

    /// Searches backwards from the blocks that leave the function. Returns the number of blocks
    /// found.
    fn search(&mut self) -> usize {
        let Workspace { before, tree, rank, exits, .. } = &mut self.space;
        exits.clear();
        let leaves =
            |&(block, marks): &(u32, &Marks)| marks.leaves() && rank[block as usize] != NONE;
        let marks = &self.graph.marks[self.base..];
        exits.extend((0..).zip(marks).filter(leaves).map(|(block, _)| block));
        tree.search(exits, before)
    }

    /// Marks one block of each terminal strongly connected component without an exit as virtually
    /// leaving: the block with the least (breadth-first distance from the entry, number). The edges
    /// of these blocks become branches.
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
        // All successors of a block that reaches no exit reach no exit either, so the search for
        // components stays among these blocks.
        let endless: Vec<u32> = (0..rank.len() as u32)
            .filter(|&block| distance[block as usize] != NONE && !self.space.tree.found(block))
            .collect();
        let component = components(&self.space.sheet.next, &self.space.before, &endless);
        // By component: `true` if an edge leaves it, and its block nearest to the entry.
        let mut is_left = vec![false; rank.len()];
        let mut nearest = vec![None; rank.len()];
        for &block in &endless {
            let own = component[block as usize] as usize;
            let stays = |&target: &u32| component[target as usize] as usize == own;
            is_left[own] |= !self.successors(block).iter().all(stays);
            let here = (distance[block as usize], block);
            nearest[own] = Some(nearest[own].map_or(here, |best: (u32, u32)| best.min(here)));
        }
        for (is_left, nearest) in is_left.into_iter().zip(nearest) {
            if let (false, Some((_, block))) = (is_left, nearest) {
                self.graph.marks[self.base + block as usize].set(Marks::ENDLESS);
            }
        }
        self.turn_jumps_into_branches();
    }

    /// Makes a branch of the only edge of each block that got a virtual exit: the block now has two
    /// ways out.
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
                let name = graph.name_of_jump(Block::new(block as u32));
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
