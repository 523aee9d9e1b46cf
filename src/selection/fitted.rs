//! What a frontier has taken in of a goal graph, so that it can follow as that grows.

use crate::flow::GraphIdentity;
use crate::id::GoalId;
use alloc::vec::Vec;

/// The part of a goal graph that a frontier knows; empty for a frontier of lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fitted {
    /// The flow graph that its functions are from.
    pub(crate) graph: GraphIdentity,
    /// By function: where its gates begin.
    pub(crate) functions: Vec<Planes>,
    /// Whether goals wait for others at all, and whether roots wait for the entries of their functions, once it was said.
    pub(crate) waits: Option<(bool, bool)>,
    /// Goals that wait, and lie in functions that are not there yet, too.
    pub(crate) unplaced: Vec<GoalId>,
    /// How often objectives of the registry had been replaced when it was read last.
    pub(crate) replacements: u64,
}

/// Where the gates of a function begin in a frontier: one for each block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes {
    /// For all goals but direct-branch goals.
    pub(crate) all: u32,
    /// For direct-branch goals, if there are any.
    pub(crate) direct: Option<u32>,
}
