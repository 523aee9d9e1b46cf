//! Whether hooks walk through the graph: no part of the executor, but what proves it.
//!
//! A trace cannot tell that a hook is missing, or names another block of the same kind. But every block here ends with a hook,
//! unless it traps, so the blocks of an activation must follow one another along the edges of its graph, from the entry to an exit.

use sbst::flow::{FlowGraph, Outcome};
use sbst::id::Function;

/// Where an activation is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Path {
    function: Function,
    block: u32,
    /// Which way it went from there, if it did.
    left: Option<Left>,
}

/// By what edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Left {
    To(Outcome),
    /// One that a value selects.
    Selected,
}

impl Path {
    pub(super) fn new(function: Function) -> Self {
        Self { function, block: 0, left: None }
    }

    /// Something happened in this block. Whether it may have.
    pub(super) fn at(&mut self, graph: &FlowGraph, block: u32) -> bool {
        let before = graph.get_block(self.function, self.block);
        let follows = match (self.left, before) {
            (None, _) => self.block == block,
            (Some(left), Some(before)) => graph.successors(before).any(|(outcome, to)| {
                let is_left = match left {
                    Left::To(taken) => taken == outcome,
                    Left::Selected => matches!(outcome, Outcome::Case(_) | Outcome::Arm(_) | Outcome::Default),
                };
                is_left && graph.get_local(to) == Some(block)
            }),
            (Some(_), None) => false,
        };
        *self = Self { function: self.function, block, left: None };
        follows
    }

    pub(super) fn leave(&mut self, graph: &FlowGraph, block: u32, left: Left) -> bool {
        let follows = self.at(graph, block);
        self.left = Some(left);
        follows
    }

    /// Whether the activation may end here.
    pub(super) fn ends(self, graph: &FlowGraph) -> bool {
        let is_exit = graph.get_block(self.function, self.block).is_some_and(|block| graph.is_exit(block));
        is_exit && self.left == Some(Left::To(Outcome::Next))
    }
}
