//! Where an execution left the way to a goal.

use super::explanation::{Cause, Explanation};
use crate::distance::Distance;
use crate::fitness::{Fitness, FitnessTable};
use crate::flow::FlowGraph;
use crate::id::Statement;
use crate::objective::measure::needs::Spot;
use crate::objective::measure::source::Source;
use crate::objective::{Goal, Objective, Observed, Place};

/// Why a goal has its value, for an objective that is in no registry.
///
/// Linear in the function where the goal lies, and in its places. A goal that reads [`Observed::direct`], of which there is no table,
/// costs a sweep.
#[must_use]
pub(in crate::objective) fn explain<X: ?Sized>(objective: &(impl Objective<X> + ?Sized), seen: &Observed<'_, X>) -> Explanation {
    let (goal, fitness, needs) = (objective.goal(), objective.fitness(seen), objective.needs());
    let mut own_table = FitnessTable::default();
    let table = match (needs.direct(), seen.direct()) {
        (None, _) => seen.table,
        (Some(_), Some(direct)) => direct,
        (Some(sweep), None) => {
            sweep.sweep(Source::Observed(seen.run), seen.graph, seen.table, &mut own_table);
            &own_table
        }
    };
    let nearest = needs.spots().iter().map(|&spot| (spot.value(seen.graph, table), spot)).min();
    let why = match nearest {
        _ if fitness.is_covered() => Cause::Covered,
        None => Cause::Own,
        // One that was evaluated was reached, whatever the executor says about its statement.
        Some(_) if (needs.tells_reached() || matches!(goal, Goal::Mutant(_))) && fitness < Fitness::from(Distance::INFINITE) => {
            Cause::Own
        }
        Some((value, _)) if value.is_covered() => Cause::Own,
        Some((_, spot)) => spot.missing(seen.graph, table),
    };
    let place = nearest.map(|(_, spot)| spot.place());
    Explanation { goal, fitness, place, why, operands: None, in_direct_calls: needs.reads_direct_calls() }
}

impl Spot {
    fn value(self, graph: &FlowGraph, table: &FitnessTable) -> Fitness {
        let value = match self {
            Self::Statement(statement) => Some(table.statement(statement)),
            Self::Place(Place::Block(block)) => table.get_block(block),
            Self::Place(Place::Branch(branch)) => table.get_branch(branch),
            Self::Place(Place::Function(function)) => graph.get_block(function, 0).and_then(|entry| table.get_dependence(entry)),
        };
        value.unwrap_or(Fitness::NEVER)
    }

    /// What it lacks, if it was not reached.
    fn missing(self, graph: &FlowGraph, table: &FitnessTable) -> Cause {
        if let Self::Statement(Statement { block, index: wanted }) = self
            && let Some(ran) = table.progress(block)
        {
            return Cause::Stopped { block, ran, wanted };
        }
        let chain = match self.place() {
            Place::Block(block) => table.chain_to_block(graph, block),
            Place::Branch(branch) => table.chain_to_branch(graph, branch),
            Place::Function(function) => graph.get_block(function, 0).and_then(|entry| table.chain_to_block(graph, entry)),
        };
        chain.map_or(Cause::NoSuchPlace, Cause::Away)
    }
}
