//! A function that is being added to a graph: everything that the graph will say of it.

use super::calls::Call;
use super::dependence_index::DependenceIndex;
use super::lists::{Lists, components};
use super::names::FunctionNames;
use super::rows::{Code, Marks, NONE, Rows};
use super::semidominators::Tree;
use crate::id::Block;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::RangeInclusive;

/// A function that is being added, with the tables that this needs. The graph keeps the tables for
/// the next function.
#[derive(Debug, Default)]
pub(super) struct Draft {
    /// The number that its first block will have.
    pub(super) base: u32,
    /// The number that its first branch will have.
    pub(super) first_branch: u32,

    // The description of the function, as it was read. Blocks have their numbers within it.
    /// The names of the function and of its blocks.
    pub(super) names: FunctionNames,
    /// The calls that the blocks make.
    pub(super) calls: Vec<Call>,
    /// Conditions of decisions: the block, the number of the decision, and the place in it.
    pub(super) conditions: Vec<(u32, u32, u32)>,
    /// The targets of the declared edges.
    pub(super) next: Lists,
    /// The edges of the block at work, from the third on.
    pub(super) more: Vec<(Code, u32)>,
    /// (arm, values) of the arms of the block at work with several values or ranges.
    pub(super) ranges: Vec<(u32, RangeInclusive<i128>)>,
    /// `true` if some block has neither an edge nor an exit.
    pub(super) has_gaps: bool,
    /// (target, source) of the edges to blocks that do not exist.
    pub(super) beyond: Vec<(u32, u32)>,

    // What the graph will say of the function, and the tables for it.
    /// The rows of the function. They are empty before it is read.
    pub(super) rows: Rows,
    /// The index of its dependences, if there are too many to list.
    pub(super) index: Option<DependenceIndex>,
    /// The predecessors of each block.
    pub(super) before: Lists,
    /// The search for post-dominators.
    pub(super) tree: Tree,
    /// By local block: its place in reverse postorder; [`NONE`] if it cannot be reached.
    pub(super) rank: Vec<u32>,
    /// By local block: the number of branches that control it; later, where the next of them goes
    /// in the row of controls.
    pub(super) place: Vec<u32>,
    /// The blocks from which the search for post-dominators starts.
    pub(super) exits: Vec<u32>,
    /// The stack of depth-first searches.
    pub(super) stack: Vec<(u32, u32)>,
}

/// A clone gets empty tables.
impl Clone for Draft {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Draft {
    /// Number of blocks and branches of a function above which its tables are freed instead of
    /// kept.
    pub(super) const KEPT: usize = 1 << 13;

    /// Puts the blocks that can be reached in reverse postorder: each block before its successors,
    /// unless the edge closes a loop. Returns the number of these blocks.
    pub(super) fn put_in_order(&mut self) -> usize {
        const SEEN: u32 = NONE - 1;
        let Self { base, next, before, rank, rows, stack, .. } = self;
        let mut come_from = before.begin();
        let blocks = rows.jump.len();
        rank.clear();
        rank.resize(blocks, NONE);
        rows.order.resize(blocks, NONE);
        let order = &mut rows.order[..];
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
        next.search(0, stack, enter, |block| {
            first -= 1;
            rank[block as usize].set(first as u32);
            order[first] = *base + block;
        });
        stack.clear();
        for marks in &mut rows.marks {
            marks.set(Marks::REACHABLE); // `forget_unreachable` clears it for the others
        }
        blocks - first
    }

    /// Moves the blocks that cannot be reached to the end of the order. Their edges do not count as
    /// edges into other blocks.
    pub(super) fn forget_unreachable(&mut self, reached: usize) {
        let Self { base, next, before, rank, rows, .. } = self;
        before.first.clear();
        before.first.resize(rank.len(), 0);
        // `order` was filled from its end, for as many blocks as the function has: close the gap at
        // its start, and number the blocks from 0 again.
        let order = &mut rows.order[..];
        let missed = order.len() - reached;
        order.copy_within(missed.., 0);
        let mut behind = order[reached..].iter_mut();
        for (block, rank) in (0..).zip(&mut *rank) {
            if *rank != NONE {
                *rank -= missed as u32;
                for &target in next.of(block) {
                    before.first[target as usize] += 1;
                }
            } else if let Some(place) = behind.next() {
                *place = *base + block;
                rows.marks[block as usize].clear(Marks::REACHABLE);
            }
        }
        before.reverse(|block| rank[block as usize] != NONE, |block| next.of(block));
    }

    /// Searches backwards from the blocks that leave the function. Returns the number of blocks
    /// found.
    fn search(&mut self) -> usize {
        let Self { rows, before, tree, rank, exits, .. } = self;
        exits.clear();
        let leaves =
            |&(block, marks): &(u32, &Marks)| marks.leaves() && rank[block as usize] != NONE;
        exits.extend((0..).zip(&rows.marks).filter(leaves).map(|(block, _)| block));
        tree.search(exits, before)
    }

    /// Marks one block of each terminal strongly connected component without an exit as virtually
    /// leaving: the block with the least (breadth-first distance from the entry, number). The edges
    /// of these blocks become branches.
    fn let_endless_loops_leave(&mut self) {
        let Self { next, rows, before, rank, tree, .. } = self;
        let mut distance = vec![NONE; rank.len()];
        distance[0] = 0;
        let mut queue = vec![0_u32];
        let mut at = 0;
        while let Some(&block) = queue.get(at) {
            at += 1;
            for &target in next.of(block) {
                if distance[target as usize] == NONE {
                    distance[target as usize] = distance[block as usize] + 1;
                    queue.push(target);
                }
            }
        }
        // All successors of a block that reaches no exit reach no exit either, so the search for
        // components stays among these blocks.
        let endless: Vec<u32> = (0..rank.len() as u32)
            .filter(|&block| distance[block as usize] != NONE && !tree.found(block))
            .collect();
        let component = components(next, before, &endless);
        // By component: `true` if an edge leaves it, and its block nearest to the entry.
        let mut is_left = vec![false; rank.len()];
        let mut nearest = vec![None; rank.len()];
        for &block in &endless {
            let own = component[block as usize] as usize;
            let stays = |&target: &u32| component[target as usize] as usize == own;
            is_left[own] |= !next.of(block).iter().all(stays);
            let here = (distance[block as usize], block);
            nearest[own] = Some(nearest[own].map_or(here, |best: (u32, u32)| best.min(here)));
        }
        for (is_left, nearest) in is_left.into_iter().zip(nearest) {
            if let (false, Some((_, block))) = (is_left, nearest) {
                rows.marks[block as usize].set(Marks::ENDLESS);
            }
        }
        self.turn_jumps_into_branches();
    }

    /// Makes a branch of the only edge of each block that got a virtual exit: the block now has two
    /// ways out.
    fn turn_jumps_into_branches(&mut self) {
        let (base, rows) = (self.base, &mut self.rows);
        let (target, outcome) = (rows.target.clone(), rows.outcome.clone());
        rows.source.clear();
        rows.target.clear();
        rows.outcome.clear();
        let mut start = 0;
        for (local, block) in (0..rows.jump.len()).zip(base..) {
            let end = (rows.first_branch[local] - self.first_branch) as usize;
            rows.target.extend_from_slice(&target[start..end]);
            rows.outcome.extend_from_slice(&outcome[start..end]);
            if rows.marks[local].has(Marks::ENDLESS) && rows.jump[local] != NONE {
                let name = rows.name_of_jump(Block::new(block));
                rows.target.push(core::mem::replace(&mut rows.jump[local], NONE));
                rows.outcome.push(Code::of(name, &mut rows.cases).unwrap_or(Code::NEXT));
            }
            rows.source.resize(rows.target.len(), block);
            rows.first_branch[local] = self.first_branch + rows.target.len() as u32;
            start = end;
        }
        rows.sole.retain(|row| rows.jump[(row.0.number() - base) as usize] != NONE);
    }

    /// Finds the immediate post-dominators, and counts the controls of each block. Endless loops
    /// get their virtual exits first.
    pub(super) fn find_post_dominators(&mut self, reached: usize) {
        if self.search() < reached {
            self.let_endless_loops_leave();
            self.search();
        }
        let Self { base, next, before, tree, place: count, rows, .. } = self;
        tree.solve(next);
        rows.parent.resize(rows.jump.len(), NONE);
        let parents = &mut rows.parent[..];
        // The number of branches that control a block, without listing them. Block y depends on the
        // edge x -> z iff y post-dominates z and does not strictly post-dominate x (Ferrante et
        // al., section 3.1). If y strictly post-dominates x, it also post-dominates z. So the
        // number of controls of y is the number of edges into blocks that y post-dominates, minus
        // the number of edges out of blocks that y strictly post-dominates. Both are sums over the
        // subtree of y: sum up (edges in - edges out), then add back the edges out of y itself. A
        // jump leads to the immediate post-dominator of its block, so its +1 and its -1 cancel:
        // only branches remain. Arithmetic wraps, because partial sums may be negative.
        let (incoming, outgoing) = (before.first.windows(2), next.first.windows(2));
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
            parents[block as usize] = *base + above;
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
        let mut at = *base;
        while at != NONE {
            let local = (at - *base) as usize;
            rows.marks[local].set(Marks::ALWAYS);
            at = rows.parent[local];
        }
    }
}
