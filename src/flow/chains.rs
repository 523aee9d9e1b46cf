//! The chains of control dependence that lead to a block, walked back step by step.

use super::dependence_index::Remaining;
use super::graph::FlowGraph;
use crate::id::{Block, Branch, Function};
use alloc::vec;
use alloc::vec::Vec;

/// The controls of several blocks of one function, one block after the other. Where dependences are quadratically many, a branch that was
/// handed out does not come again: so all of them together take nearly linear time.
#[derive(Clone, Debug)]
pub(crate) struct ControlsOnce<'a> {
    graph: &'a FlowGraph,
    base: u32,
    index: Option<Remaining<'a>>,
}

impl<'a> ControlsOnce<'a> {
    pub(crate) fn new(graph: &'a FlowGraph, function: Function) -> Self {
        let index = graph.index(function).map(|index| index.remaining());
        Self { graph, base: graph.block_range(function).start, index }
    }

    /// Takes the branches that control a block of the function.
    pub(crate) fn take(&mut self, block: Block, mut visit: impl FnMut(Branch)) {
        match &mut self.index {
            Some(index) if self.graph.is_reachable(block) => {
                index.take(block.number() - self.base, |branch| visit(Branch::new(branch)));
            }
            Some(_) => {}
            None => self.graph.controls(block).for_each(visit),
        }
    }
}

/// What a block depends on, what that depends on, and so on: each block once, with the fewest dependences. Linear in the dependences of
/// the blocks that were walked; where they are quadratically many, nearly linear in the branches of the function.
#[derive(Clone, Debug)]
pub(crate) struct Chains<'a> {
    graph: &'a FlowGraph,
    base: u32,
    /// By local block.
    seen: Vec<bool>,
    wave: Vec<u32>,
    /// The wave was given, and has not been handed out.
    is_given: bool,
    controls: ControlsOnce<'a>,
}

impl<'a> Chains<'a> {
    /// The chains to a block of this function, by local number.
    pub(crate) fn new(graph: &'a FlowGraph, function: Function, block: u32) -> Self {
        let blocks = graph.block_range(function);
        let mut seen = vec![false; blocks.len()];
        seen[block as usize] = true;
        let wave = if graph.is_reachable(Block::new(blocks.start + block)) { vec![block] } else { Vec::new() };
        Self { graph, base: blocks.start, seen, wave, is_given: false, controls: ControlsOnce::new(graph, function) }
    }

    /// The chains to something that is no block, and that depends on branches of these blocks, by local number: these are the first step.
    pub(crate) fn through(graph: &'a FlowGraph, function: Function, first: Vec<u32>) -> Self {
        let blocks = graph.block_range(function);
        let mut seen = vec![false; blocks.len()];
        for &block in &first {
            seen[block as usize] = true;
        }
        Self { graph, base: blocks.start, seen, wave: first, is_given: true, controls: ControlsOnce::new(graph, function) }
    }

    /// One dependence further: the blocks that are reached now, by local number; none at the end. The order depends on the function only.
    pub(crate) fn step(&mut self) -> &[u32] {
        let Self { graph, base, seen, wave, is_given, controls } = self;
        if core::mem::take(is_given) {
            return wave;
        }
        let mut next = Vec::new();
        let mut reach = |source: Block| {
            let source = source.number() - *base;
            if !core::mem::replace(&mut seen[source as usize], true) {
                next.push(source);
            }
        };
        for &block in &*wave {
            controls.take(Block::new(*base + block), |branch| reach(Block::new(graph.source[branch.index()])));
        }
        *wave = next;
        wave
    }
}
