//! The meaning of instructions for control flow: where results of calls are tested, and where
//! functions set their results.

use super::computation::Computation;
use crate::id::{Block, CallSite, IdMap, Instruction};

/// The meaning of the instructions of a program for its control flow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub(super) struct Results {
    /// By instruction: what it computes.
    pub computations: IdMap<Instruction, Computation>,
    /// By call: its call site.
    pub sites: IdMap<Instruction, CallSite>,
    /// By block: the instruction that its predicate tests.
    pub predicates: IdMap<Block, Instruction>,
    /// By block: the value to which it sets the result of its function.
    pub results: IdMap<Block, Instruction>,
}
