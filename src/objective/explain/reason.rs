//! Reasons for the values of goals.

use super::explanation::{Cause, Explanation};
use super::in_copies::missing_in_copies;
use crate::distance::Distance;
use crate::execution::{Fact, Plane};
use crate::fitness::Fitness;
use crate::id::Statement;
use crate::objective::measure::needs::Spot;
use crate::objective::{Goal, Objective, Observed, Place};

/// Explains the value of a goal. Linear in the function of the goal, and in the number of its
/// places.
#[must_use]
pub(in crate::objective) fn explain<X: ?Sized>(
    objective: &(impl Objective<X> + ?Sized),
    seen: &Observed<'_, X>,
) -> Explanation {
    let (goal, fitness, needs) = (objective.goal(), objective.fitness(seen), objective.needs());
    let in_direct_calls = needs.reads(Fact::On(Plane::Direct));
    let (table, across) = match seen.direct() {
        // Values in calls by the test itself have no part across calls.
        Some(direct) if in_direct_calls => (direct, None),
        _ => (seen.table, seen.across_calls()),
    };
    let on_table = Observed::swept(seen.graph, seen.run, table);
    // The place that explains the value is the nearest one, by the same values that the objective
    // took its least from.
    let measured = across.map_or(on_table, |across| on_table.across(across));
    let nearest = needs.spots().iter().map(|&spot| (spot.value(&measured), spot)).min();
    let why = match nearest {
        _ if fitness.is_covered() => Cause::Covered,
        None => Cause::Own,
        // A mutant that was evaluated was reached, whatever the executor reports about its
        // statement.
        Some(_)
            if (needs.tells_reached() || matches!(goal, Goal::Mutant(_)))
                && fitness < Fitness::from(Distance::INFINITE) =>
        {
            Cause::Own
        }
        // The mutant was evaluated; its value is one level up.
        Some(_)
            if matches!(goal, Goal::StrongMutant(_))
                && fitness < Fitness::new(1, Distance::INFINITE) =>
        {
            Cause::Own
        }
        Some((value, _)) if value.is_covered() => Cause::Own,
        Some((_, spot)) => spot.missing(&measured),
    };
    let place = nearest.map(|(_, spot)| spot.place());
    // Goals of unrolled graphs are explained in the copies, where histories matter. If that fails,
    // the reason in the program stays.
    let why = match needs.copy_places() {
        Some(places) if !fitness.is_covered() => missing_in_copies(places, seen).unwrap_or(why),
        _ => why,
    };
    Explanation { goal, fitness, place, why, operands: None, in_direct_calls }
}

impl Spot {
    /// Returns the value of the place.
    fn value<X: ?Sized>(self, seen: &Observed<'_, X>) -> Fitness {
        match self {
            Self::Statement(statement) => seen.statement(statement),
            Self::Place(Place::Block(block)) => seen.block(block),
            Self::Place(Place::Branch(branch)) => seen.branch(branch),
            Self::Place(Place::Function(function)) => seen.entry(function),
        }
    }

    /// Returns the reason if the place was not reached.
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
