//! The memory of one path: the longest prefix of the path with which the walk ends.
//!
//! This is the automaton of Knuth, Morris and Pratt ("Fast Pattern Matching in Strings", SIAM
//! Journal on Computing 1977) for the path as a word of blocks. A state is the length of a prefix.

use super::memory::Memory;
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, IdMap};

/// A memory of how much of a path was followed.
#[derive(Debug)]
pub(super) struct Prefixes {
    /// The transitions. By state and block: the state after one more block. A transition that is
    /// not listed leads to the empty prefix.
    ways: IdMap<(u32, Block), u32>,
    /// The state with which the function is entered.
    start: u32,
}

impl Prefixes {
    /// Creates the memory of a path of the function with this entry. O(n d log n) for n blocks of
    /// the path, and d edges out of a block.
    pub(super) fn of(graph: &FlowGraph, entry: Block, path: &[Block]) -> Self {
        let mut prefixes = Self { ways: IdMap::new(), start: 0 };
        // The failure link: the state of the longest proper suffix of the current prefix that is
        // also a prefix. Both end with the same block, so they have transitions for the same
        // blocks, and those of the shorter one are complete. Following failure links anew for each
        // transition would be quadratic: in `aaa..a`, each link is only one block shorter.
        let mut shorter = 0;
        for (state, &block) in (0..).zip(path) {
            shorter = prefixes.after(shorter, block);
            prefixes.ways.insert((state, block), state + 1);
            for (_, target) in graph.successors(block) {
                let after = prefixes.after(shorter, target);
                prefixes.ways.insert((state + 1, target), after);
            }
        }
        prefixes.start = prefixes.after(0, entry);
        prefixes
    }

    /// Returns the state after one more block.
    fn after(&self, state: u32, block: Block) -> u32 {
        self.ways.get((state, block)).copied().unwrap_or(0)
    }
}

impl Memory for Prefixes {
    fn start(&mut self) -> u32 {
        self.start
    }

    fn next(&mut self, state: u32, _: Block, _: Outcome, target: Block) -> u32 {
        self.after(state, target)
    }
}
