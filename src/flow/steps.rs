//! The steps back from block to block of a function, for decisions.

use super::FlowGraph;
use super::lists::Lists;
use crate::id::{Block, Function};

/// The blocks of one function, by their numbers within it, and the edges to them. Parallel edges
/// are one step.
#[derive(Debug)]
pub(super) struct Steps {
    /// The number of the first block of the function.
    first_block: u32,
    /// The predecessors of each block, ascending, without those that cannot be reached.
    backward: Lists,
}

impl Steps {
    /// Reads a function; without blocks for a function of another graph. O(m log d) for m edges and
    /// at most d edges out of a block.
    pub(super) fn of(graph: &FlowGraph, function: Function) -> Self {
        let (_, backward) = graph.neighbours(function);
        Self { first_block: graph.block_range(function).start, backward }
    }

    /// Returns the predecessors of a block, ascending, each once.
    pub(super) fn predecessors(&self, local: u32) -> &[u32] {
        self.backward.of(local)
    }

    /// Returns the program-wide id of a block.
    pub(super) fn block(&self, local: u32) -> Block {
        Block::new(self.first_block + local)
    }
}
