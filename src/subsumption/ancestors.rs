//! Nearest common dominators of two blocks.

use crate::flow::{Dominators, FlowGraph, Jumps};
use crate::id::{Block, Function};

/// Dominator tree of a function, with a jump pointer for each block.
///
/// Finding the nearest common dominator of two blocks takes O(log n) steps for n blocks. Without
/// the jump pointers it takes as many steps as the tree is deep, which is n for a straight line of
/// blocks. Construction is linear.
///
/// Source of the jump pointers: Myers, "An Applicative Random-Access Stack" (1983).
pub(super) struct Ancestors<'a> {
    dominators: &'a Dominators,
    /// The number of the first block of the function.
    base: u32,
    /// For each block, by its number within the function: a second ancestor, far up the tree.
    jumps: Jumps,
}

impl<'a> Ancestors<'a> {
    /// Creates the tree of a function.
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

    /// Returns the nearest block that dominates both blocks. Every block dominates itself.
    pub(super) fn common(&self, one: Block, other: Block) -> Block {
        let mut at = one;
        // Invariant: `at` dominates `one`, and no block that was passed on the way up dominates
        // `other`.
        while !self.dominators.dominates(at, other) {
            let far = Block::new(self.base + self.jumps.far(at.number() - self.base));
            // If the far ancestor dominates `other`, a nearer one may, too, so that a single step
            // up is right. Otherwise no block between dominates `other`, because the far ancestor
            // dominates all of them.
            let next = if self.dominators.dominates(far, other) {
                self.dominators.immediate(at)
            } else {
                Some(far)
            };
            let Some(next) = next else { break };
            at = next;
        }
        at
    }
}
