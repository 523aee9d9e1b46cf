//! Where an execution left the way to a goal.

use super::explanation::{Cause, Explanation};
use crate::distance::Distance;
use crate::fitness::{Fitness, FitnessTable};
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
    // Calls by the test itself are not measured across calls.
    let across = seen.across_calls().filter(|_| needs.direct().is_none());
    let on_table = Observed::swept(seen.graph, seen.run, table);
    let measured = across.map_or(on_table, |across| on_table.across(across));
    let nearest = needs.spots().iter().map(|&spot| (spot.value(&measured), spot)).min();
    let why = match nearest {
        _ if fitness.is_covered() => Cause::Covered,
        None => Cause::Own,
        // One that was evaluated was reached, whatever the executor says about its statement.
        Some(_) if (needs.tells_reached() || matches!(goal, Goal::Mutant(_))) && fitness < Fitness::from(Distance::INFINITE) => {
            Cause::Own
        }
        Some((value, _)) if value.is_covered() => Cause::Own,
        Some((_, spot)) => spot.missing(&measured),
    };
    let place = nearest.map(|(_, spot)| spot.place());
    Explanation { goal, fitness, place, why, operands: None, in_direct_calls: needs.reads_direct_calls() }
}

impl Spot {
    fn value<X: ?Sized>(self, seen: &Observed<'_, X>) -> Fitness {
        match self {
            Self::Statement(statement) => seen.statement(statement),
            Self::Place(Place::Block(block)) => seen.block(block),
            Self::Place(Place::Branch(branch)) => seen.branch(branch),
            Self::Place(Place::Function(function)) => seen.entry(function),
        }
    }

    /// What it lacks, if it was not reached.
    fn missing<X: ?Sized>(self, seen: &Observed<'_, X>) -> Cause {
        let Observed { graph, table, .. } = *seen;
        if let Self::Statement(Statement { block, index: wanted }) = self
            && let Some(ran) = table.progress(block)
        {
            return Cause::Stopped { block, ran, wanted };
        }
        let to_block = |block| match seen.across_calls() {
            None => table.chain_to_block(graph, block),
            Some(across) => across.chain_to_block(block),
        };
        let chain = match (self.place(), seen.across_calls()) {
            (Place::Block(block), _) => to_block(block),
            (Place::Branch(branch), None) => table.chain_to_branch(graph, branch),
            (Place::Branch(branch), Some(across)) => across.chain_to_branch(branch),
            (Place::Function(function), _) => graph.get_block(function, 0).and_then(to_block),
        };
        chain.map_or(Cause::NoSuchPlace, Cause::Away)
    }
}
