//! The steps from block to block of a function, for the enumeration of paths and for data flow.

use super::{FlowGraph, Lists};
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// The reachable blocks of one function, by their numbers within it, and the edges between them.
/// Parallel edges are one step.
#[derive(Debug)]
pub(super) struct Steps {
    /// The number of the first block of the function.
    first_block: u32,
    /// By block: `true` if it can be reached.
    live: Vec<bool>,
    /// The successors of each block, ascending; empty for a block that cannot be reached.
    forward: Lists,
    /// The predecessors of each block, ascending, without those that cannot be reached.
    backward: Lists,
}

impl Steps {
    /// Reads a function; without blocks for a function of another graph. O(m log d) for m edges and
    /// at most d edges out of a block.
    pub(super) fn of(graph: &FlowGraph, function: Function) -> Self {
        let range = graph.block_range(function);
        let live: Vec<bool> =
            graph.blocks_of(function).map(|block| graph.is_reachable(block)).collect();
        let mut forward = Lists { first: Vec::with_capacity(live.len() + 1), items: Vec::new() };
        let mut backward = Lists::count(live.len());
        let mut targets: Vec<u32> = Vec::new();
        forward.first.push(0);
        for (block, &is_live) in graph.blocks_of(function).zip(&live) {
            targets.clear();
            if is_live {
                targets.extend(
                    graph.successors(block).map(|(_, target)| target.number() - range.start),
                );
            }
            // Parallel edges are one step: paths are words of blocks, and would be listed several
            // times otherwise.
            targets.sort_unstable();
            targets.dedup();
            for &target in &targets {
                backward.first[target as usize] += 1;
            }
            forward.items.extend_from_slice(&targets);
            forward.first.push(forward.items.len() as u32);
        }
        backward.reverse(|node| live[node as usize], |node| forward.of(node));
        Self { first_block: range.start, live, forward, backward }
    }

    /// Returns the number of blocks, including those that cannot be reached.
    pub(super) fn len(&self) -> usize {
        self.live.len()
    }

    /// Returns an iterator over the blocks that can be reached, ascending.
    pub(super) fn blocks(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.live.len() as u32).filter(|&local| self.live[local as usize])
    }

    /// Returns the successors of a block, ascending, each once.
    pub(super) fn successors(&self, local: u32) -> &[u32] {
        self.forward.of(local)
    }

    /// Returns the predecessors of a block, ascending, each once.
    pub(super) fn predecessors(&self, local: u32) -> &[u32] {
        self.backward.of(local)
    }

    /// Returns the program-wide id of a block.
    pub(super) fn block(&self, local: u32) -> Block {
        Block::new(self.first_block + local)
    }

    /// Returns the strongly connected component of each block, as the number of one of its members.
    /// O(n + m), with two searches (Kosaraju, Sharir).
    pub(super) fn components(&self) -> Vec<u32> {
        let mut done = alloc::vec![false; self.len()];
        let (mut order, mut stack) = (Vec::with_capacity(self.len()), Vec::new());
        for root in self.blocks() {
            if !core::mem::replace(&mut done[root as usize], true) {
                let enter = |_, to: u32| !core::mem::replace(&mut done[to as usize], true);
                self.forward.search(root, &mut stack, enter, |node| order.push(node));
            }
        }
        // A block that the first search left later lies in a component that is not after those left
        // earlier. So backwards, from the block that was left last, the second search finds its
        // component and nothing else that is new.
        let mut component = alloc::vec![u32::MAX; self.len()];
        for &root in order.iter().rev() {
            if component[root as usize] == u32::MAX {
                component[root as usize] = root;
                let enter = |_, to: u32| {
                    let is_new = component[to as usize] == u32::MAX;
                    if is_new {
                        component[to as usize] = root;
                    }
                    is_new
                };
                self.backward.search(root, &mut stack, enter, |_| {});
            }
        }
        component
    }
}
