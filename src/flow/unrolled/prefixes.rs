//! The memory of paths: the longest prefix of a path with which the walk ends.
//!
//! This is the automaton of Aho and Corasick ("Efficient String Matching: An Aid to Bibliographic
//! Search", CACM 1975) for the paths as words of blocks. A state is a prefix of some path. It also
//! stands for all its suffixes that are prefixes of paths: the walk ends with those as well.

use super::memory::Memory;
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, IdMap};
use alloc::collections::VecDeque;
use alloc::vec::Vec;

/// A memory of how much of some paths was followed.
#[derive(Debug)]
pub(super) struct Prefixes {
    /// The transitions. By state and block: the state after one more block, for all blocks that
    /// follow the last block of the state. State 0 is the empty prefix; a transition that is not
    /// listed leads there.
    ways: IdMap<(u32, Block), u32>,
    /// By state: the longest of its suffixes, itself included, that is a whole path; 0 if there is
    /// none.
    whole: Vec<u32>,
    /// The failure links. By state: the state of the longest proper suffix that is also a prefix of
    /// a path.
    shorter: Vec<u32>,
    /// By state: the last block of its prefix; `None` for the empty prefix.
    last: Vec<Option<Block>>,
    /// By state: the paths that end there.
    paths: IdMap<u32, Vec<usize>>,
    /// The state with which the function is entered.
    start: u32,
}

impl Prefixes {
    /// Creates the memory of paths of the function with this entry. O(n d log n) for n blocks of
    /// all paths together, and d edges out of a block.
    pub(super) fn of(graph: &FlowGraph, entry: Block, paths: &[&[Block]]) -> Self {
        // Step 1: the trie of the paths. `below` lists the children of each state for step 2.
        let (mut ways, mut last, mut ends) =
            (IdMap::new(), alloc::vec![None], IdMap::<u32, Vec<usize>>::new());
        let mut below: Vec<Vec<(Block, u32)>> = alloc::vec![Vec::new()];
        for (path, &blocks) in paths.iter().enumerate() {
            let mut state = 0;
            for &block in blocks {
                let next = last.len() as u32;
                let child = *ways.get_or_insert_with((state, block), || next);
                if child == next {
                    last.push(Some(block));
                    below[state as usize].push((block, next));
                    below.push(Vec::new());
                }
                state = child;
            }
            ends.or_default(state).push(path);
        }
        let states = last.len();
        let mut prefixes = Self {
            ways,
            whole: alloc::vec![0; states],
            shorter: alloc::vec![0; states],
            last,
            paths: ends,
            start: 0,
        };
        // Step 2: failure links and all transitions, breadth-first. Invariant: the transitions of
        // all shorter prefixes are complete. This is the deterministic automaton (algorithm 4 of
        // the paper). Following failure links anew for each transition would be quadratic: in
        // `aaa..a`, each link is only one block shorter.
        let mut queue = VecDeque::from([0_u32]);
        while let Some(state) = queue.pop_front() {
            let shorter = prefixes.shorter[state as usize];
            let is_whole = prefixes.paths.contains(state);
            prefixes.whole[state as usize] =
                if is_whole { state } else { prefixes.whole[shorter as usize] };
            for &(block, child) in &below[state as usize] {
                // A state and its suffixes end with the same block, so they have transitions for
                // the same blocks.
                prefixes.shorter[child as usize] =
                    if state == 0 { 0 } else { prefixes.after(shorter, block) };
                queue.push_back(child);
            }
            let Some(block) = prefixes.last[state as usize] else { continue };
            for (_, target) in graph.successors(block) {
                let after = prefixes.after(shorter, target);
                prefixes.ways.get_or_insert_with((state, target), || after);
            }
        }
        prefixes.start = prefixes.after(0, entry);
        prefixes
    }

    /// Returns the state after one more block: the longest suffix of the walk that is a prefix of a
    /// path.
    fn after(&self, state: u32, block: Block) -> u32 {
        self.ways.get((state, block)).copied().unwrap_or(0)
    }

    /// Returns the states in which a path was followed to its end, each with the number of the path
    /// and the block that both end with; `None` if there are more than `most`.
    ///
    /// A state stands for several paths if one of them is a suffix of another one.
    pub(super) fn ends(&self, most: usize) -> Option<Vec<(usize, Block, u32)>> {
        let mut found = Vec::new();
        for (state, last) in (0..).zip(&self.last) {
            let Some(block) = *last else { continue };
            // The state ends with all paths on its chain of failure links, not only with its own: a
            // path that is a suffix of another one ends in states of both. `whole` skips the links
            // that are no whole path.
            let mut at = self.whole[state as usize];
            while at != 0 {
                for &path in self.paths.get(at).into_iter().flatten() {
                    found.push((path, block, state));
                }
                if found.len() > most {
                    return None;
                }
                at = self.whole[self.shorter[at as usize] as usize];
            }
        }
        Some(found)
    }
}

impl Memory for Prefixes {
    fn start(&self) -> u32 {
        self.start
    }

    fn next(&mut self, state: u32, _: Block, _: Outcome, target: Block) -> u32 {
        self.after(state, target)
    }
}
