//! Which blocks form one decision, as a graph was told.

use super::FlowErrorKind;
use super::decisions::{DecisionError, said};
use super::graph::FlowGraph;
use super::lists::Lists;
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// A condition or a constant of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) block: Block,
    /// The number of the decision within its function.
    pub(crate) decision: u32,
    /// The place in the order of evaluation.
    pub(crate) place: u32,
}

impl FlowGraph {
    /// Returns the members of decisions of a function, ascending by block.
    pub(crate) fn said_in(&self, function: Function) -> &[Said] {
        let blocks = self.block_range(function);
        let from = self.said.partition_point(|member| member.block.number() < blocks.start);
        let to = self.said.partition_point(|member| member.block.number() < blocks.end);
        &self.said[from..to]
    }

    /// Stores the members of decisions of the function that is being added, if they follow the
    /// rules of decisions. `before` are the blocks that lead to each block.
    pub(super) fn say(
        &mut self,
        base: u32,
        members: &[(u32, u32, u32)],
        before: &Lists,
    ) -> Result<(), FlowErrorKind> {
        let member = |&(local, decision, place): &(u32, u32, u32)| Said {
            block: Block::new(base + local),
            decision,
            place,
        };
        let members: Vec<Said> = members.iter().map(member).collect();
        said(self, base, &members, |local| before.of(local))
            .map_err(|error| refused(error, base))?;
        self.said.extend(members);
        Ok(())
    }
}

/// Returns the error in numbers of blocks within the function.
fn refused(error: DecisionError, base: u32) -> FlowErrorKind {
    let (blocks, reason) = match error {
        DecisionError::Duplicate { block } => (alloc::vec![block], "named twice"),
        DecisionError::Entries { blocks } => (blocks, "entered from outside of the decision"),
        DecisionError::Cycle { blocks } => (blocks, "not in the order of evaluation"),
        DecisionError::Ends { blocks } => (blocks, "more than two ends"),
        DecisionError::NotTwoWay { blocks } => (blocks, "with neither two ways on nor one"),
        _ => (Vec::new(), "no conditions"),
    };
    let blocks = blocks.iter().map(|block| block.number() - base).collect();
    FlowErrorKind::Decision { blocks, reason }
}
