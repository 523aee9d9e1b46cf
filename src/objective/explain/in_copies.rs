//! Explanations of goals in the copies of a history, in terms of the program's own blocks.

use super::explanation::Cause;
use crate::fitness::{CallStep, Chain, Divergence};
use crate::flow::{Edge, FlowGraph, History, Spot};
use crate::objective::{Needs, Observed};
use alloc::vec::Vec;

/// Returns the place among the copies that is nearest to covering a goal, and an observation of the
/// copies alone; `None` if there are no such places, or no table of the copies.
pub(super) fn nearest_copy<'a>(
    needs: &Needs,
    seen: &Observed<'a, ()>,
) -> Option<(&'a History, Spot, Observed<'a, ()>)> {
    let row = seen.history(needs.history?)?;
    let &nearest = needs.copies.iter().min_by_key(|&&copy| seen.on_copy(row, copy))?;
    let (history, table) = row;
    // Within the entered function, the chain of the copies alone is exact. Chains across calls
    // matter only if the function was not entered.
    let function = nearest.function_in(history.graph());
    let is_entered = function.is_some_and(|copy| table.has_entered(copy));
    let copies = Observed::swept(history.graph(), seen.run, table);
    let copies = match seen.across_contexts(table) {
        Some(across) if !is_entered => copies.across(across),
        _ => copies,
    };
    Some((history, nearest, copies))
}

/// Returns a reason among the copies in terms of the program; `None` for a place that the copies do
/// not have.
pub(super) fn in_program(graph: &FlowGraph, history: &History, why: Cause) -> Option<Cause> {
    let map = Map { graph, history };
    match why {
        Cause::Stopped { block, ran, wanted } => {
            Some(Cause::Stopped { block: history.block_of(block)?, ran, wanted })
        }
        Cause::Away(chain) => map.chain(chain).map(Cause::Away),
        _ => None,
    }
}

/// Map from copies to the items of the program that they are copies of.
struct Map<'a> {
    /// The graph of the program.
    graph: &'a FlowGraph,
    history: &'a History,
}

impl Map<'_> {
    /// Returns the edge of the program.
    fn edge(&self, copy: Edge) -> Option<Edge> {
        self.graph.get_edge(self.history.branch_of(self.graph, copy.branch)?)
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
            None => self.history.block_of(copy.source).map(Divergence::Entered),
        }
    }

    /// Returns a chain in terms of the program.
    fn chain(&self, chain: Chain) -> Option<Chain> {
        let history = self.history;
        let divergence = match chain.divergence {
            Divergence::Missed(edge, distance) => {
                self.at(edge, |edge| Divergence::Missed(edge, distance))?
            }
            Divergence::Taken(edge) => self.at(edge, Divergence::Taken)?,
            Divergence::Entered(copy) => Divergence::Entered(history.block_of(copy)?),
            Divergence::Left(edge) => self.at(edge, Divergence::Left)?,
            Divergence::Started(copy) => Divergence::Started(history.function_of(copy)?),
            Divergence::NotEntered(copy) => Divergence::NotEntered(history.function_of(copy)?),
            Divergence::OutOfReach => Divergence::OutOfReach,
        };
        let calls: Option<Vec<CallStep>> = chain.calls.iter().map(|call| self.call(call)).collect();
        Some(Chain { divergence, branches: self.edges(&chain.branches), calls: calls? })
    }

    /// Returns a call step in terms of the program.
    fn call(&self, call: &CallStep) -> Option<CallStep> {
        let function = self.history.function_of(call.function)?;
        let block = self.history.block_of(call.block)?;
        Some(CallStep { function, block, branches: self.edges(&call.branches), ..*call })
    }
}
