//! Nearest common dominators.

use crate::flow::{Dominators, FlowGraph};
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// A dominator tree in which the nearest common dominator of two blocks is found in O(log n): besides its parent, each block knows an
/// ancestor farther up, so that two steps up the tree cost at most what a binary number has digits.
///
/// Myers, "An applicative random-access stack" (1983).
pub(super) struct Ancestors<'a> {
    dominators: &'a Dominators,
    base: u32,
    /// By local number: how deep, and the farther ancestor.
    jumps: Vec<(u32, Block)>,
}

impl<'a> Ancestors<'a> {
    pub(super) fn new(graph: &FlowGraph, function: Function, dominators: &'a Dominators) -> Self {
        let base = graph.block_range(function).start;
        let mut jumps: Vec<_> = graph.blocks_of(function).map(|block| (0, block)).collect();
        let at = |block: Block| (block.number() - base) as usize;
        // The immediate dominator of a block comes before it in reverse postorder.
        for block in graph.rows(function).order.iter().copied().map(Block::new) {
            if let Some(above) = dominators.immediate(block) {
                let (depth, far) = jumps[at(above)];
                let (far_depth, farther) = jumps[at(far)];
                let regular = depth - far_depth == far_depth - jumps[at(farther)].0;
                jumps[at(block)] = (depth + 1, if regular { farther } else { above });
            }
        }
        Self { dominators, base, jumps }
    }

    /// The nearest block that dominates both.
    pub(super) fn common(&self, one: Block, other: Block) -> Block {
        let mut at = one;
        while !self.dominators.dominates(at, other) {
            let far = self.jumps[(at.number() - self.base) as usize].1;
            let next = if self.dominators.dominates(far, other) { self.dominators.immediate(at) } else { Some(far) };
            let Some(next) = next else { break };
            at = next;
        }
        at
    }
}
