//! Which blocks lie between the starts and a target, and how far from the target they are.

use super::bits::{each, has, set};
use crate::flow::{FlowGraph, Lists};
use crate::id::Function;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The edges of a function, by local number.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    pub(super) function: Function,
    pub(super) blocks: Range<u32>,
    next: Lists,
    previous: Lists,
}

impl Paths {
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Self {
        let (next, previous) = graph.neighbours(function);
        Self { function, blocks: graph.block_range(function), next, previous }
    }

    /// How many words a row of bits has.
    pub(super) fn width(&self) -> usize {
        self.blocks.len().div_ceil(64)
    }

    /// The effective blocks but the target, which always is one: those on walks from a start to the target whose inner blocks are
    /// neither. If there is no start it is the entry, which then counts itself, if it reaches the target. Linear.
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
        let onward = spread(&self.next, from, &ends);
        let backward = spread(&self.previous, vec![target], &ends);
        let rows = onward.iter().zip(&backward).zip(&ends);
        let mut effective: Vec<u64> = rows.map(|((onward, backward), ends)| onward & backward & !ends).collect();
        if by_default && has(&backward, 0) {
            set(&mut effective, 0);
        }
        effective
    }

    /// By block: the fewest edges to the target; `u32::MAX` if it cannot be reached. Linear.
    fn distances(&self, target: u32) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.blocks.len()];
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

/// By block: the fewest edges to a target. Made when two blocks have to be told apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Distances(Option<Box<[u32]>>);

impl Distances {
    /// Adds the bytes of what it keeps to `kept`.
    pub(super) fn to(&mut self, paths: &Paths, target: u32, kept: &mut usize) -> &[u32] {
        self.0.get_or_insert_with(|| {
            *kept += size_of::<u32>() * paths.blocks.len();
            paths.distances(target).into()
        })
    }
}

/// The blocks that edges lead to from these, not going on from `ends`.
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
