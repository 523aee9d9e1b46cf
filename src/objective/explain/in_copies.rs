//! Explanations of goals in the copies of an unrolled graph, in terms of the program's own blocks.

use super::explanation::Cause;
use crate::fitness::{CallStep, Chain, Divergence};
use crate::flow::{CopyPlace, Edge, FlowGraph, UnrolledGraph};
use crate::id::{Block, Function};
use crate::objective::Observed;
use alloc::vec::Vec;

/// Returns the reason for the nearest of some places among the copies; `None` if there is no table
/// of the copies, or no chain.
pub(super) fn missing_in_copies<X: ?Sized>(
    places: &[CopyPlace],
    seen: &Observed<'_, X>,
) -> Option<Cause> {
    let copied = seen.copied()?;
    let (unrolled, table) = (copied.unrolled, copied.table);
    let &nearest = places.iter().min_by_key(|&&place| seen.copy(place))?;
    // Within the entered function, the chain of the copies alone is exact. Chains across calls
    // matter only if the function was not entered.
    let map = Map { graph: seen.graph, unrolled };
    let is_entered = unrolled.function_at(nearest).is_some_and(|copy| table.has_entered(copy));
    let across = if is_entered { None } else { copied.across };
    let to_block = |block| match across {
        None => table.chain_to_block(unrolled.graph(), block),
        Some(across) => across.chain_to_block(block),
    };
    let chain = match (nearest, across) {
        (CopyPlace::Statement(statement), _) => {
            if let Some(ran) = table.progress(statement.block) {
                return Some(Cause::Stopped {
                    block: map.block(statement.block)?,
                    ran,
                    wanted: statement.index,
                });
            }
            to_block(statement.block)?
        }
        (CopyPlace::Block(block), _) => to_block(block)?,
        (CopyPlace::Branch(branch), None) => table.chain_to_branch(unrolled.graph(), branch)?,
        (CopyPlace::Branch(branch), Some(across)) => across.chain_to_branch(branch)?,
    };
    map.chain(chain).map(Cause::Away)
}

/// Map from copies to the items of the program that they are copies of.
struct Map<'a> {
    /// The graph of the program.
    graph: &'a FlowGraph,
    unrolled: &'a UnrolledGraph,
}

impl Map<'_> {
    /// Returns the block of the program.
    fn block(&self, copy: Block) -> Option<Block> {
        self.unrolled.block_of(copy)
    }

    /// Returns the function of the program.
    fn function(&self, copy: Function) -> Option<Function> {
        self.unrolled.function_of(copy)
    }

    /// Returns the edge of the program.
    fn edge(&self, copy: Edge) -> Option<Edge> {
        self.graph.get_edge(self.unrolled.branch_of(self.graph, copy.branch)?)
    }

    /// Returns the branches of the program. In an endless loop, a branch of the copies may be a
    /// jump of the program: it is left out, because no decision of the program takes it.
    fn edges(&self, copies: &[Edge]) -> Vec<Edge> {
        copies.iter().filter_map(|&copy| self.edge(copy)).collect()
    }

    /// Returns a divergence at a branch of the copies. If the branch is a jump of the program, the
    /// divergence is that its source block was entered.
    fn at(&self, copy: Edge, divergence: impl FnOnce(Edge) -> Divergence) -> Option<Divergence> {
        match self.edge(copy) {
            Some(edge) => Some(divergence(edge)),
            None => self.block(copy.source).map(Divergence::Entered),
        }
    }

    /// Returns a chain in terms of the program.
    fn chain(&self, chain: Chain) -> Option<Chain> {
        let divergence = match chain.divergence {
            Divergence::Missed(edge, distance) => {
                self.at(edge, |edge| Divergence::Missed(edge, distance))?
            }
            Divergence::Taken(edge) => self.at(edge, Divergence::Taken)?,
            Divergence::Entered(block) => Divergence::Entered(self.block(block)?),
            Divergence::Left(edge) => self.at(edge, Divergence::Left)?,
            Divergence::Started(function) => Divergence::Started(self.function(function)?),
            Divergence::NotEntered(function) => Divergence::NotEntered(self.function(function)?),
            Divergence::OutOfReach => Divergence::OutOfReach,
        };
        let calls: Option<Vec<CallStep>> = chain.calls.iter().map(|call| self.call(call)).collect();
        Some(Chain { divergence, branches: self.edges(&chain.branches), calls: calls? })
    }

    /// Returns a call step in terms of the program.
    fn call(&self, call: &CallStep) -> Option<CallStep> {
        let (function, block) = (self.function(call.function)?, self.block(call.block)?);
        Some(CallStep { function, block, branches: self.edges(&call.branches), ..*call })
    }
}
