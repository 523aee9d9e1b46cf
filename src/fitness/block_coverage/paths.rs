//! Which blocks lie between the starts and a target, and how far from the target they are.

use super::bits::{each, has, set};
use crate::flow::{Chains, FlowGraph, Lists};
use crate::id::{Block, Function};
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// The edges of a function, by local number.
#[derive(Clone, Debug)]
pub(super) struct Paths {
    pub(super) function: Function,
    pub(super) blocks: Range<u32>,
    /// One more than there are blocks, if the end of the function is a block, too: the last one, without statements.
    nodes: usize,
    /// The blocks that decide whether the end is reached, one dependence away; empty if it is no block here.
    before_the_end: Vec<u32>,
    next: Lists,
    previous: Lists,
}

impl Paths {
    pub(super) fn new(graph: &FlowGraph, function: Function) -> Self {
        let (next, previous) = graph.neighbours(function);
        let blocks = graph.block_range(function);
        Self { function, nodes: blocks.len(), blocks, before_the_end: Vec::new(), next, previous }
    }

    /// With the end of the function as one more block, to which all exits lead that do not throw. Linear.
    pub(super) fn with_end(graph: &FlowGraph, function: Function, throws: impl Fn(Block) -> bool) -> Self {
        let blocks = graph.block_range(function);
        let returns = |block: Block| graph.is_exit(block) && !throws(block);
        let (next, previous) = graph.neighbours_to(function, Some(&returns));
        let end = blocks.len() as u32;
        // The function is left elsewhere by exits that throw, and by the virtual edge of a loop that never ends.
        let leaves_elsewhere = |&local: &u32| {
            let block = Block::new(blocks.start + local);
            graph.is_exit(block) && throws(block) || graph.is_virtual_exit(block)
        };
        let elsewhere: Vec<u32> = (0..end).filter(leaves_elsewhere).collect();
        let width = (blocks.len() + 1).div_ceil(64);
        let mut astray = spread(&previous, elsewhere.clone(), &vec![0; width]);
        for local in elsewhere {
            set(&mut astray, local);
        }
        // Ferrante, Ottenstein, Warren: the end depends on the edges from a block that may lead elsewhere to one that may not.
        let decides = |&local: &u32| {
            let is_live = graph.is_reachable(Block::new(blocks.start + local));
            is_live && has(&astray, local) && next.of(local).iter().any(|&to| !has(&astray, to))
        };
        let before_the_end = (0..end).filter(decides).collect();
        Self { function, nodes: blocks.len() + 1, blocks, before_the_end, next, previous }
    }

    /// The local number that the end of the function has [with it](Self::with_end).
    pub(super) fn end(&self) -> u32 {
        self.blocks.len() as u32
    }

    /// The chains of dependences to a target, which may be the end.
    pub(super) fn chains<'a>(&self, graph: &'a FlowGraph, target: u32) -> Chains<'a> {
        if target == self.end() {
            Chains::through(graph, self.function, self.before_the_end.clone())
        } else {
            Chains::new(graph, self.function, target)
        }
    }

    /// How many words a row of bits has.
    pub(super) fn width(&self) -> usize {
        self.nodes.div_ceil(64)
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
        let mut distances = vec![u32::MAX; self.nodes];
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
            *kept += size_of::<u32>() * paths.nodes;
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
