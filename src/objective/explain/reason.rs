//! Reasons for the values of goals.

use super::explanation::{Cause, Explanation};
use super::in_copies::{in_program, nearest_copy};
use crate::distance::Distance;
use crate::execution::{Fact, Plane};
use crate::fitness::Fitness;
use crate::flow::Spot;
use crate::id::Statement;
use crate::objective::{Goal, Needs, Observed};

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
