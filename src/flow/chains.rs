//! The chains of control dependence that lead to a block, walked back step by step.

use super::crowd::Remaining;
use super::graph::FlowGraph;
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;

/// What a block depends on, what that depends on, and so on: each block once, with the fewest dependences. Linear in the dependences of
/// the blocks that were walked; where they are quadratically many, nearly linear in the branches of the function.
#[derive(Clone, Debug)]
pub(crate) struct Chains<'a> {
    graph: &'a FlowGraph,
    base: u32,
    /// By local block.
    seen: Vec<bool>,
    wave: Vec<u32>,
    crowd: Option<Remaining<'a>>,
}

impl<'a> Chains<'a> {
    /// The chains to a block of this function, by local number.
    pub(crate) fn new(graph: &'a FlowGraph, function: Function, block: u32) -> Self {
        let blocks = graph.block_range(function);
        let mut seen = vec![false; blocks.len()];
        seen[block as usize] = true;
        let wave = if graph.is_reachable(Block::new(blocks.start + block)) { vec![block] } else { Vec::new() };
        Self { graph, base: blocks.start, seen, wave, crowd: graph.crowd(function).map(|crowd| crowd.remaining()) }
    }

    /// One dependence further: the blocks that are reached now, by local number; none at the end. The order depends on the function only.
    pub(crate) fn step(&mut self) -> &[u32] {
        let Self { graph, base, seen, wave, crowd } = self;
        let mut next = Vec::new();
        let mut reach = |source: Block| {
            let source = source.number() - *base;
            if !core::mem::replace(&mut seen[source as usize], true) {
                next.push(source);
            }
        };
        for &block in &*wave {
            match crowd {
                Some(crowd) => crowd.take(block, |branch| reach(Block::new(graph.source[branch as usize]))),
                None => graph.controls(Block::new(*base + block)).for_each(|branch| reach(graph.source(branch))),
            }
        }
        *wave = next;
        wave
    }
}
