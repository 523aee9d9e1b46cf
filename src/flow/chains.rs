//! Chains of control dependence that lead to a block, step by step.

use super::dependence_index::Remaining;
use super::graph::FlowGraph;
use crate::id::{Block, Branch, Function};
use alloc::vec;
use alloc::vec::Vec;

/// The controls of several blocks of one function, taken one block after the other.
///
/// If the function has quadratically many dependences, each branch is returned only once, with the
/// first block that it controls. So all blocks together take nearly linear time. Otherwise each
/// block gets all its controls.
#[derive(Clone, Debug)]
pub(crate) struct ControlsOnce<'a> {
    graph: &'a FlowGraph,
    /// The first block of the function.
    base: u32,
    /// The branches that were not returned yet; `None` if the dependences of the function are
    /// listed.
    index: Option<Remaining<'a>>,
}

impl<'a> ControlsOnce<'a> {
    /// Creates the source of controls of one function.
    pub(crate) fn new(graph: &'a FlowGraph, function: Function) -> Self {
        let index = graph.index(function).map(|index| index.remaining());
        Self { graph, base: graph.block_range(function).start, index }
    }

    /// Calls `visit` with the branches that control a block of the function.
    pub(crate) fn take(&mut self, block: Block, mut visit: impl FnMut(Branch)) {
        match &mut self.index {
            // Blocks may share most of their controls, so listing them for each block would be
            // quadratic. Callers must need each branch only once, with the first block that it
            // controls.
            Some(index) if self.graph.is_reachable(block) => {
                index.take(block.number() - self.base, |branch| visit(Branch::new(branch)));
            }
            Some(_) => {}
            None => {
                for branch in self.graph.controls(block) {
                    visit(branch);
                }
            }
        }
    }
}

/// The blocks that a block depends on, directly or through others, in steps: each block once, with
/// the fewest dependences.
///
/// Linear in the dependences of the visited blocks. If the function has quadratically many
/// dependences, nearly linear in its branches.
#[derive(Clone, Debug)]
pub(crate) struct Chains<'a> {
    graph: &'a FlowGraph,
    /// The first block of the function.
    base: u32,
    /// By local block: `true` if a step has reached it.
    seen: Vec<bool>,
    /// The blocks of the last step.
    wave: Vec<u32>,
    /// `true` if the first step was given by the caller and was not returned yet.
    is_given: bool,
    /// The controls of the blocks of the function.
    controls: ControlsOnce<'a>,
}

impl<'a> Chains<'a> {
    /// Creates the chains to a block of the function, which is given by its local number.
    pub(crate) fn new(graph: &'a FlowGraph, function: Function, block: u32) -> Self {
        Self { is_given: false, ..Self::through(graph, function, vec![block]) }
    }

    /// Creates the chains to something that is not a block, but depends on branches of the blocks
    /// in `first`, given by local number. These blocks are the first step.
    pub(crate) fn through(graph: &'a FlowGraph, function: Function, first: Vec<u32>) -> Self {
        let blocks = graph.block_range(function);
        let mut seen = vec![false; blocks.len()];
        // The first step counts as seen, so chains that lead back to it end there.
        for &block in &first {
            seen[block as usize] = true;
        }
        Self {
            graph,
            base: blocks.start,
            seen,
            wave: first,
            is_given: true,
            controls: ControlsOnce::new(graph, function),
        }
    }

    /// Returns the blocks, by local number, that are one dependence further away than those of the
    /// last step; empty at the end. Their order depends on the function only.
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
        // Breadth-first over control dependences, so the step at which a block appears is the
        // fewest dependences to it.
        for &block in &*wave {
            controls.take(Block::new(*base + block), |branch| {
                reach(Block::new(graph.rows.source[branch.index()]));
            });
        }
        *wave = next;
        wave
    }
}
