//! Effective blocks between the starts and a target, and their distances to the target.

use crate::flow::{Chains, FlowGraph, Lists};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Edges of a function, by local number of its blocks.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    /// The function.
    pub(super) function: Function,
    /// Its blocks.
    pub(super) blocks: Range<u32>,
    /// Blocks that the end of the function depends on directly; empty if the end is not a node. The
    /// end is the last node, without statements.
    before_the_end: Vec<u32>,
    /// Successors of each node.
    next: Lists,
    /// Predecessors of each node.
    previous: Lists,
}

impl Paths {
    /// Collects the edges of a function.
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Self {
        let (next, previous) = graph.neighbours(function);
        let blocks = graph.block_range(function);
        Self { function, blocks, before_the_end: Vec::new(), next, previous }
    }

    /// Collects the edges of a function with its end as an additional node, to which all exits lead
    /// that do not throw. Linear.
    pub(super) fn with_end(
        graph: &FlowGraph,
        function: Function,
        throws: impl Fn(Block) -> bool,
    ) -> Self {
        let blocks = graph.block_range(function);
        let returns = |block: Block| graph.is_exit(block) && !throws(block);
        let (next, previous) = graph.neighbours_to(function, Some(&returns));
        let end = blocks.len() as u32;
        // The function is left elsewhere by exits that throw, and by the virtual edge of an endless
        // loop.
        let leaves_elsewhere = |&local: &u32| {
            let block = Block::new(blocks.start + local);
            graph.is_exit(block) && throws(block) || graph.is_virtual_exit(block)
        };
        let elsewhere: Vec<u32> = (0..end).filter(leaves_elsewhere).collect();
        let width = (blocks.len() + 1).div_ceil(64);
        // `astray`: the blocks from which an execution may still miss the end. A block outside of
        // it is post-dominated by the end.
        let mut astray = spread(&previous, elsewhere.clone(), &vec![0; width]);
        for local in elsewhere {
            set(&mut astray, local);
        }
        // Ferrante, Ottenstein, Warren: the end depends on the edges from a block in `astray` to
        // one outside of it. The post-dominator tree of the graph cannot be used here, since its
        // exit joins the ends that throw.
        let decides = |&local: &u32| {
            let is_live = graph.is_reachable(Block::new(blocks.start + local));
            is_live && has(&astray, local) && next.of(local).iter().any(|&to| !has(&astray, to))
        };
        let before_the_end = (0..end).filter(decides).collect();
        Self { function, blocks, before_the_end, next, previous }
    }

    /// Returns the local number of the end of the function, if [it is a node](Self::with_end).
    pub(super) fn end(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// Returns the chains of dependences that lead to a target, which may be the end.
    pub(super) fn chains<'a>(&self, graph: &'a FlowGraph, target: u32) -> Chains<'a> {
        if target == self.end() {
            Chains::through(graph, self.function, self.before_the_end.clone())
        } else {
            Chains::new(graph, self.function, target)
        }
    }

    /// Returns the effective blocks, except the target, which always is effective: the blocks on
    /// walks from a start to the target whose inner blocks are neither. Without starts, the entry
    /// is the start; it is effective itself if it reaches the target. Linear.
    pub(super) fn effective(&self, starts: &[u64], target: u32) -> Vec<u64> {
        let by_default = starts.iter().all(|&word| word == 0);
        let mut ends = starts.to_vec();
        if by_default {
            set(&mut ends, 0);
        }
        let from: Vec<u32> = each(ends.iter().copied()).collect();
        if from == [target] {
            return vec![0; starts.len()];
        }
        set(&mut ends, target);
        // Rule 2: a block lies on such a walk iff it can be reached from a start, and can reach the
        // target, both times without passing a start or the target. Two searches find this;
        // enumerating walks would be exponential.
        let onward = spread(&self.next, from, &ends);
        let backward = spread(&self.previous, vec![target], &ends);
        let rows = onward.iter().zip(&backward).zip(&ends);
        let mut effective: Vec<u64> =
            rows.map(|((onward, backward), ends)| onward & backward & !ends).collect();
        if by_default && has(&backward, 0) {
            set(&mut effective, 0);
        }
        effective
    }

    /// Returns by block the least number of edges to the target, or `u32::MAX` if it cannot reach
    /// the target. Breadth-first search, linear.
    pub(super) fn distances(&self, target: u32) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.blocks.len() + 1];
        distances[target as usize] = 0;
        let (mut wave, mut next) = (vec![target], Vec::new());
        for distance in 1.. {
            for &block in wave.iter().flat_map(|&block| self.previous.of(block)) {
                if distances[block as usize] == u32::MAX {
                    distances[block as usize] = distance;
                    next.push(block);
                }
            }
            if next.is_empty() {
                break;
            }
            wave.clear();
            core::mem::swap(&mut wave, &mut next);
        }
        distances
    }
}

/// Returns the blocks that edges lead to from the given blocks. The search does not go on from
/// `ends`.
fn spread(edges: &Lists, mut waiting: Vec<u32>, ends: &[u64]) -> Vec<u64> {
    let mut reached = vec![0; ends.len()];
    while let Some(block) = waiting.pop() {
        for &block in edges.of(block) {
            if !has(&reached, block) {
                set(&mut reached, block);
                if !has(ends, block) {
                    waiting.push(block);
                }
            }
        }
    }
    reached
}

// Rows of bits, one for each block of a function.

/// Returns `true` if the bit is set.
pub(super) fn has(row: &[u64], local: u32) -> bool {
    row[local as usize / 64] >> (local % 64) & 1 == 1
}

/// Sets a bit.
pub(super) fn set(row: &mut [u64], local: u32) {
    row[local as usize / 64] |= 1 << (local % 64);
}

/// Returns an iterator over the numbers of the set bits, ascending.
pub(super) fn each(words: impl Iterator<Item = u64> + Clone) -> impl Iterator<Item = u32> + Clone {
    words.enumerate().flat_map(|(number, mut word)| {
        core::iter::from_fn(move || {
            let bit = word.trailing_zeros();
            word &= word.checked_sub(1)?; // none is left
            Some(64 * number as u32 + bit)
        })
    })
}

/// Splits words into rows of equal width.
pub(super) fn rows<const N: usize>(words: &[u64]) -> [&[u64]; N] {
    let width = words.len() / N;
    core::array::from_fn(|row| &words[row * width..][..width])
}

/// Splits words into rows of equal width, to write them.
pub(super) fn rows_mut<const N: usize>(words: &mut [u64]) -> [&mut [u64]; N] {
    let (width, mut rest) = (words.len() / N, words);
    core::array::from_fn(|_| {
        let (row, others) = core::mem::take(&mut rest).split_at_mut(width);
        rest = others;
        row
    })
}
