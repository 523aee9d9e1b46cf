//! The steps from block to block of a function, for the enumeration of paths and for data flow.

use super::FlowGraph;
use super::lists::{Lists, components};
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
    /// The successors of each block, ascending.
    forward: Lists,
    /// The predecessors of each block, ascending, without those that cannot be reached.
    backward: Lists,
}

impl Steps {
    /// Reads a function; without blocks for a function of another graph. O(m log d) for m edges and
    /// at most d edges out of a block.
    pub(super) fn of(graph: &FlowGraph, function: Function) -> Self {
        let live = graph.blocks_of(function).map(|block| graph.is_reachable(block)).collect();
        let (forward, backward) = graph.neighbours(function);
        let first_block = graph.block_range(function).start;
        Self { first_block, live, forward, backward }
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

    /// Returns the number of a block within the function.
    pub(super) fn local(&self, block: Block) -> u32 {
        block.number() - self.first_block
    }

    /// Returns the strongly connected component of each block that can be reached, as the number of
    /// one of its members.
    pub(super) fn components(&self) -> Vec<u32> {
        components(&self.forward, &self.backward, &self.blocks().collect::<Vec<u32>>())
    }
}
