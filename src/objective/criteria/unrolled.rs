//! Coverage goals of histories: vectors of conditions, definitions and uses, paths, calling
//! contexts.

use super::branch::branches_in;
use super::history::HistoryGoal;
use crate::flow::definitions::DefinitionUse;
use crate::flow::{CopiedVector, FlowGraph, Spot, Spots, UnrolledGraph};
use crate::id::Block;
use crate::objective::{Goal, Needs};
use alloc::vec::Vec;

/// Creates a goal of some copies, with its spot in the program.
fn goal(unrolled: &UnrolledGraph, goal: Goal, spot: Spot, copies: Spots) -> HistoryGoal {
    HistoryGoal::of(goal, Needs::of([spot]), unrolled.history().id(), copies)
}

/// Returns the goal to evaluate a decision with a vector. Its place is the first condition.
pub(in crate::objective) fn vector_goal(
    unrolled: &UnrolledGraph,
    row: CopiedVector,
) -> HistoryGoal {
    let decision = unrolled.decisions().get(row.decision as usize);
    let first = decision.and_then(|decision| decision.conditions().first());
    let first = first.copied().unwrap_or(Block::new(0));
    let (identity, copies) = (Goal::Vector(first, row.vector), [Spot::Branch(row.branch)]);
    // Several vectors may end with one branch, as in `(a && b) || c`. Then that branch says nothing
    // about a single vector.
    goal(unrolled, identity, Spot::Block(first), Spots::from_iter(copies))
        .with(unrolled.taken_by(row).map(Spot::Branch), row.sole)
}

/// Returns a goal for each vector of each decision that control flow permits: multiple condition
/// coverage.
///
/// MC/DC needs only some of them: see [`Pairing`](crate::objective::Pairing).
pub(in crate::objective) fn vector_goals(
    unrolled: &UnrolledGraph,
) -> impl Iterator<Item = HistoryGoal> + '_ {
    unrolled.vectors().map(|row| vector_goal(unrolled, row))
}

/// Returns the first vector of each decision.
pub(in crate::objective) fn first_vectors(
    unrolled: &UnrolledGraph,
) -> impl Iterator<Item = CopiedVector> + '_ {
    (0..unrolled.decisions().len() as u32)
        .filter_map(|number| unrolled.vectors_of(number).first().copied())
}

/// Returns a goal for each pair of a definition and a use that it reaches: the criterion all-uses.
///
/// Source: Rapps, Weyuker, "Selecting Software Test Data Using Data Flow Information" (1985).
pub(in crate::objective) fn definition_use_goals(
    unrolled: &UnrolledGraph,
) -> impl Iterator<Item = HistoryGoal> + '_ {
    unrolled.pair_places().iter().map(|(pair, places)| {
        let at = Spot::from(pair.place);
        goal(unrolled, Goal::DefinitionUse(*pair), at, places.clone())
            .with([pair.definition.into(), at], None)
    })
}

/// Returns a goal for each definition, covered if the definition reaches one of its uses: the
/// criterion all-definitions.
///
/// A definition that reaches no use has no goal.
///
/// Source: Rapps, Weyuker 1985.
pub(in crate::objective) fn definition_goals(
    unrolled: &UnrolledGraph,
) -> impl Iterator<Item = HistoryGoal> + '_ {
    let of = |row: &(DefinitionUse, Spots)| (row.0.variable, row.0.definition);
    let same = move |a: &(DefinitionUse, Spots), b: &(DefinitionUse, Spots)| of(a) == of(b);
    // Pairs are sorted by variable and definition, so that the pairs of one definition are
    // neighbours.
    unrolled.pair_places().chunk_by(same).map(|pairs| {
        let DefinitionUse { variable, definition, .. } = pairs[0].0;
        let places = pairs.iter().flat_map(|(_, places)| places.iter().copied()).collect();
        let at = Spot::from(definition);
        goal(unrolled, Goal::Definition(variable, definition), at, places).with([at], None)
    })
}

/// Returns a goal for each path: to enter its blocks one after the other, in one activation.
pub(in crate::objective) fn path_goals<'a>(
    graph: &'a FlowGraph,
    unrolled: &'a UnrolledGraph,
) -> impl Iterator<Item = HistoryGoal> + 'a {
    (0..).zip(unrolled.path_places()).filter_map(move |(number, (path, places))| {
        let (&first, &last) = (path.blocks().first()?, path.blocks().last()?);
        let steps = path.blocks().windows(2).flat_map(|step| {
            let mut ways = graph.successors(step[0]).filter(|way| way.1 == step[1]);
            // A path names blocks, not edges. With two ways to the next block, either may have been
            // taken.
            let way = ways.next().filter(|_| ways.next().is_none());
            let branch = way.and_then(|(outcome, _)| graph.branch(step[0], outcome));
            [Some(Spot::Block(step[1])), branch.map(Spot::Branch)].into_iter().flatten()
        });
        let goal = goal(unrolled, Goal::Path(number), Spot::Block(last), places.clone());
        Some(goal.with(steps.chain([Spot::Block(first)]), None))
    })
}

/// Returns a goal for each decided branch in each calling context, and an entry goal for each
/// calling context of a function without decided branches.
///
/// Source: the criterion "context branch" of EvoSuite (CBRANCH), whose contexts are whole call
/// stacks.
pub(in crate::objective) fn context_goals<'a>(
    graph: &'a FlowGraph,
    unrolled: &'a UnrolledGraph,
) -> impl Iterator<Item = HistoryGoal> + 'a {
    let at = move |identity, spot, copy| {
        goal(unrolled, identity, spot, Spots::from_iter([copy])).with([spot], None)
    };
    (0..).zip(unrolled.contexts()).flat_map(move |(number, context)| {
        let mut goals = Vec::new();
        let copy = unrolled.context_copy(number);
        for copied in copy.into_iter().flat_map(|copy| branches_in(unrolled.graph(), copy, true)) {
            let Some(branch) = unrolled.branch_of(graph, copied) else { continue };
            let identity = Goal::Context(number, branch);
            goals.push(at(identity, Spot::Branch(branch), Spot::Branch(copied)));
        }
        let entry = copy.and_then(|copy| unrolled.graph().get_block(copy, 0));
        if goals.is_empty()
            && let Some(entry) = entry
        {
            let function = Spot::Function(context.callee);
            goals.push(at(Goal::ContextEntry(number), function, Spot::Block(entry)));
        }
        goals
    })
}
