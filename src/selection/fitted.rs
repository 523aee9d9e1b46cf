//! The part of a goal graph that a frontier has taken in. With it the frontier can follow a graph
//! that grows.

use crate::flow::GraphIdentity;
use crate::id::GoalId;
use alloc::vec::Vec;

/// The part of a goal graph that a frontier has taken in; empty for a frontier that was made from
/// lists.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fitted {
    /// Identity of the flow graph that contains the functions.
    pub(crate) graph: GraphIdentity,
    /// By function: the first gates of the function.
    pub(crate) functions: Vec<Planes>,
    /// Two flags, set at the first fit: if goals wait for other goals at all, and if roots wait for
    /// the entries of their functions.
    pub(crate) waits: Option<(bool, bool)>,
    /// Waiting goals of which at least one place lies in a function that the graph does not have
    /// yet.
    pub(crate) unplaced: Vec<GoalId>,
    /// Number of objectives of the registry that had been replaced at the last fit.
    pub(crate) replacements: u64,
}

/// First gates of a function in a frontier. A function has one gate for each block, or two if it
/// has direct-branch goals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planes {
    /// First gate for all goals except those that depend on direct calls.
    pub(crate) all: u32,
    /// First gate for goals that depend on direct calls, if the function has direct-branch goals.
    pub(crate) direct: Option<u32>,
}
