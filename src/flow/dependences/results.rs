//! What is known of the results of calls: where they are tested, and where functions set theirs.

use super::computation::Computation;
use crate::id::{Block, CallSite, Instruction};
use alloc::collections::BTreeMap;

/// What the instructions of a program mean for its control flow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub(super) struct Results {
    pub computations: BTreeMap<Instruction, Computation>,
    /// By call.
    pub sites: BTreeMap<Instruction, CallSite>,
    /// By block: what its predicate tests.
    pub predicates: BTreeMap<Block, Instruction>,
    /// By block: what it sets the result of its function to.
    pub results: BTreeMap<Block, Instruction>,
}

impl Results {
    pub(super) const fn new() -> Self {
        Self { computations: BTreeMap::new(), sites: BTreeMap::new(), predicates: BTreeMap::new(), results: BTreeMap::new() }
    }
}
