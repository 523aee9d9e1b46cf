//! Nearest common dominators.

use crate::flow::{Dominators, FlowGraph, Jumps};
use crate::id::{Block, Function};

/// A dominator tree in which the nearest common dominator of two blocks is found in O(log n).
pub(super) struct Ancestors<'a> {
    dominators: &'a Dominators,
    base: u32,
    /// By local number.
    jumps: Jumps,
}

impl<'a> Ancestors<'a> {
    pub(super) fn new(graph: &FlowGraph, function: Function, dominators: &'a Dominators) -> Self {
        let blocks = graph.block_range(function);
        let (base, mut jumps) = (blocks.start, Jumps::default());
        jumps.begin(blocks.end - base);
        // The immediate dominator of a block comes before it in reverse postorder.
        for block in graph.rows(function).order.iter().copied().map(Block::new) {
            if let Some(above) = dominators.immediate(block) {
                jumps.hang(block.number() - base, above.number() - base);
            }
        }
        Self { dominators, base, jumps }
    }

    /// Returns the nearest block that dominates both.
    pub(super) fn common(&self, one: Block, other: Block) -> Block {
        let mut at = one;
        while !self.dominators.dominates(at, other) {
            let far = Block::new(self.base + self.jumps.far(at.number() - self.base));
            let next = if self.dominators.dominates(far, other) { self.dominators.immediate(at) } else { Some(far) };
            let Some(next) = next else { break };
            at = next;
        }
        at
    }
}
