//! The reasons why goals are not covered, in the program or in the copies of a history.

use super::explanation::{Cause, Explanation};
use crate::distance::Distance;
use crate::execution::{Fact, Plane};
use crate::fitness::{CallStep, Chain, Divergence, Fitness};
use crate::flow::{Edge, FlowGraph, History, Spot};
use crate::id::Statement;
use crate::objective::{Goal, Needs, Observed};
use alloc::vec::Vec;

/// Explains the value of a goal. Linear in the function of the goal, and in the number of its
/// places.
#[must_use]
pub(in crate::objective) fn explain(
    goal: Goal,
    fitness: Fitness,
    needs: &Needs,
    seen: &Observed<'_, ()>,
) -> Explanation {
    let in_direct_calls = needs.reads(Fact::On(Plane::Direct));
    let (table, across) = match seen.direct() {
        // Values in calls by the test itself have no part across calls.
        Some(direct) if in_direct_calls => (direct, None),
        _ => (seen.table, seen.across),
    };
    let on_table = Observed::swept(seen.graph, seen.run, table);
    // The place that explains the value is the nearest one, by the same values that the objective
    // took its least from.
    let measured = across.map_or(on_table, |across| on_table.across(across));
    let nearest = needs.spots.iter().map(|&spot| (measured.at(spot), spot)).min();
    // A mutant that was evaluated was reached, whatever the executor reports about its statement.
    // As a strong goal its value is one level up.
    let is_reached = match goal {
        Goal::StrongMutant(_) => fitness < Fitness::new(1, Distance::INFINITE),
        Goal::Mutant(_) => fitness < Fitness::new(0, Distance::INFINITE),
        _ => needs.tells_reached && fitness < Fitness::new(0, Distance::INFINITE),
    };
    let why = match nearest {
        _ if fitness.is_covered() => Cause::Covered,
        None => Cause::Own,
        Some((value, _)) if is_reached || value.is_covered() => Cause::Own,
        Some((_, spot)) => missing(spot, &measured),
    };
    let place = nearest.map(|(_, spot)| spot.into());
    // Goals of histories are explained in the copies. If that fails, the reason in the program
    // stays.
    let in_copies = || {
        let (history, nearest, copies) = nearest_copy(needs, seen)?;
        in_program(seen.graph, history, missing(nearest, &copies))
    };
    let why = if fitness.is_covered() { why } else { in_copies().unwrap_or(why) };
    let words = needs.words().map(Into::into);
    Explanation { goal, fitness, place, words, why, operands: None, in_direct_calls }
}

/// Returns the reason if a spot was not reached.
fn missing(spot: Spot, seen: &Observed<'_, ()>) -> Cause {
    let Observed { graph, table, across, .. } = *seen;
    let to_block = |block| match across {
        None => table.chain_to_block(graph, block),
        Some(across) => across.chain_to_block(block),
    };
    let chain = match (spot, across) {
        (Spot::Statement(Statement { block, index: wanted }), _) => match table.progress(block) {
            Some(ran) => return Cause::Stopped { block, ran, wanted },
            None => to_block(block),
        },
        (Spot::Block(block), _) => to_block(block),
        (Spot::Branch(branch), None) => table.chain_to_branch(graph, branch),
        (Spot::Branch(branch), Some(across)) => across.chain_to_branch(branch),
        (Spot::Function(function), _) => graph.get_block(function, 0).and_then(to_block),
    };
    chain.map_or(Cause::NoSuchPlace, Cause::Away)
}

/// Returns the place among the copies that is nearest to covering a goal, and an observation of the
/// copies alone; `None` if there are no such places, or no table of the copies.
fn nearest_copy<'a>(
    needs: &Needs,
    seen: &Observed<'a, ()>,
) -> Option<(&'a History, Spot, Observed<'a, ()>)> {
    let row = seen.history(needs.history?)?;
    let &nearest = needs.copies.iter().min_by_key(|&&copy| seen.on_copy(row, copy))?;
    let (history, table) = row;
    // Within the entered function, the chain of the copies alone is exact. Chains across calls
    // matter only if the function was not entered, and only contexts have calls among the copies.
    let function = nearest.function_in(history.graph());
    let is_called =
        function.is_some_and(|copy| history.is_context(copy) && !table.has_entered(copy));
    let copies = Observed::swept(history.graph(), seen.run, table);
    let copies = match seen.across_contexts(table) {
        Some(across) if is_called => copies.across(across),
        _ => copies,
    };
    Some((history, nearest, copies))
}

/// Returns a reason among the copies in terms of the program; `None` for a place that the copies do
/// not have.
fn in_program(graph: &FlowGraph, history: &History, why: Cause) -> Option<Cause> {
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
