//! Memories of activations, and the copies of blocks that they need.
//!
//! A memory is a deterministic automaton whose input is the walk of one activation. The product of
//! a function and its memory has one copy of a block for each state with which the block can be
//! entered. The product is again a control flow: the edges of a copy are those of its block, each
//! to the copy of its target for the next state.

use super::{BlockSketch, ControlFlow, FlowGraph, Outcome};
use crate::id::{Block, IdSet};
use alloc::vec::Vec;

/// What a memory does on an edge: returns the state after an edge with this outcome from one block
/// to another, where the first was entered with the given state. States are numbers.
pub(super) type Transition<'a> = dyn FnMut(u32, Block, Outcome, Block) -> u32 + 'a;

/// The copies of the blocks of one function, in the order of a breadth-first search from the entry.
#[derive(Debug)]
pub(super) struct CopiedBlocks<'a> {
    graph: &'a FlowGraph,
    /// By copy: its block, and the state with which it is entered.
    blocks: Vec<(Block, u32)>,
    /// The copies by block and state, in the order of their numbers.
    numbers: IdSet<(Block, u32)>,
    /// By copy: the targets of its edges, in the order of the successors of its block.
    targets: Vec<Vec<u32>>,
}

impl<'a> CopiedBlocks<'a> {
    /// Creates the copies of the blocks that can be reached from an entry, which is entered with the
    /// state `start`. Returns `None` if there are more than `most`, or if their edges, counted with
    /// the ranges of their arms, are more than eight times `most`: each copy has all arms of its
    /// block.
    ///
    /// O(e log n) for n copies with e edges; stops soon after `most` copies.
    pub(super) fn of(
        graph: &'a FlowGraph,
        entry: Block,
        start: u32,
        next: &mut Transition<'_>,
        most: usize,
    ) -> Option<Self> {
        let mut copies =
            Self { graph, blocks: Vec::new(), numbers: IdSet::new(), targets: Vec::new() };
        copies.number(entry, start);
        // The product of graph and automaton, restricted to pairs that can be reached: all pairs
        // would be blocks times states. `blocks` is also the queue: copies from `targets.len()` on
        // have a number, and their edges were not followed yet.
        let mut size = 0;
        while let Some(&(block, state)) = copies.blocks.get(copies.targets.len()) {
            let mut targets = Vec::new();
            for (outcome, target) in graph.successors(block) {
                targets.push(copies.number(target, next(state, block, outcome, target)));
            }
            size += targets.len() + graph.arms(block).map_or(0, |arms| arms.ranges().count());
            copies.targets.push(targets);
            // Checked after each copy, so that an exponential product stops before it uses up
            // memory.
            if copies.blocks.len() > most || size / 8 > most {
                return None;
            }
        }
        Some(copies)
    }

    /// Returns the number of the copy of a block for a state. A new copy gets the next number.
    fn number(&mut self, block: Block, state: u32) -> u32 {
        let number = self.numbers.insert_place((block, state));
        if number as usize == self.blocks.len() {
            self.blocks.push((block, state));
        }
        number
    }

    /// Returns the copies: the block and the state of each.
    pub(super) fn blocks(&self) -> &[(Block, u32)] {
        &self.blocks
    }
}

/// Each copy is described as its block is, with other targets.
impl ControlFlow for CopiedBlocks<'_> {
    fn block_count(&self) -> usize {
        self.blocks.len()
    }

    fn describe(&self, copy: u32, out: &mut BlockSketch<'_>) {
        let block = self.blocks[copy as usize].0;
        out.statements(self.graph.statements(block));
        if self.graph.is_exit(block) {
            out.exit();
        }
        let edges = self.graph.edges_with_values(block);
        for ((outcome, _, values), &target) in edges.zip(&self.targets[copy as usize]) {
            if let Outcome::Arm(arm) = outcome {
                out.list(arm, values.into_iter());
            }
            out.edge(outcome, target);
        }
    }
}
