//! Coverage goals of histories: vectors of conditions, definitions and uses, paths, calling
//! contexts.

use super::branch::branches_in;
use crate::execution::Facts;
use crate::fitness::Fitness;
use crate::flow::definitions::{DefinitionPlace, DefinitionUse, UsePlace};
use crate::flow::{CopiedVector, CopyPlace, CopyPlaces, FlowGraph, UnrolledGraph};
use crate::id::Block;
use crate::objective::measure::needs::Spot;
use crate::objective::{Goal, Needs, Objective, Observed, Place};
use alloc::vec::Vec;

/// A goal in the copies of an [`UnrolledGraph`]: to take a branch, or to enter a block or a
/// statement, after a certain history.
///
/// Its value is the value of the branch, block or statement goal among the copies: (approach level,
/// branch distance). The approach level counts the decisions that are still to be made, first to
/// begin the history, and then to complete it. So of two executions that followed a path for a
/// while, the one that followed it longer is nearer. The goal is covered iff the whole history
/// happened in one activation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::objective) struct UnrolledGoal {
    /// The identity.
    goal: Goal,
    /// Places among the copies; reaching one of them covers the goal.
    places: CopyPlaces,
    /// Place in the program.
    spot: Spot,
}

impl<X: Facts + ?Sized> Objective<X> for UnrolledGoal {
    fn goal(&self) -> Goal {
        self.goal
    }

    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        self.places.iter().map(|&place| seen.copy(place)).min().unwrap_or(Fitness::NEVER)
    }

    /// Returns the place of the program that the goal is about: the first condition of the
    /// decision, the use, the last block of the path, or the branch.
    fn needs(&self) -> Needs {
        let needs = match self.spot {
            Spot::Statement(statement) => Needs::at_statements([statement]),
            Spot::Place(place) => Needs::at([place]),
        };
        needs.reading_copies(self.places.clone())
    }
}

impl UnrolledGoal {
    /// Creates the goal to evaluate a decision with a vector.
    pub(in crate::objective) fn vector(unrolled: &UnrolledGraph, row: CopiedVector) -> Self {
        let first = unrolled
            .decisions()
            .get(row.decision as usize)
            .and_then(|decision| decision.conditions().first());
        let first = first.copied().unwrap_or(Block::new(0));
        let places = CopyPlaces::from_iter([CopyPlace::Branch(row.branch)]);
        Self {
            goal: Goal::Vector(first, row.vector),
            places,
            spot: Spot::Place(Place::Block(first)),
        }
    }

    /// Creates a goal at a use of a variable.
    fn of_use(goal: Goal, place: UsePlace, places: CopyPlaces) -> Self {
        let spot = match place {
            UsePlace::Statement(statement) => Spot::Statement(statement),
            UsePlace::Branch(branch) => Spot::Place(Place::Branch(branch)),
        };
        Self { goal, places, spot }
    }
}

/// Returns a goal for each vector of each decision that control flow permits: multiple condition
/// coverage.
///
/// MC/DC needs only some of them: see [`Pairing`](crate::objective::Pairing).
pub(in crate::objective) fn vector_goals(
    unrolled: &UnrolledGraph,
) -> impl Iterator<Item = UnrolledGoal> + '_ {
    unrolled.vectors().map(|row| UnrolledGoal::vector(unrolled, row))
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
) -> impl Iterator<Item = UnrolledGoal> + '_ {
    let pairs = unrolled.pair_places().iter();
    pairs.map(|(pair, places)| {
        UnrolledGoal::of_use(Goal::DefinitionUse(*pair), pair.place, places.clone())
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
) -> impl Iterator<Item = UnrolledGoal> + '_ {
    let of = |row: &(DefinitionUse, CopyPlaces)| (row.0.variable, row.0.definition);
    let same =
        move |a: &(DefinitionUse, CopyPlaces), b: &(DefinitionUse, CopyPlaces)| of(a) == of(b);
    // Pairs are sorted by variable and definition, so that the pairs of one definition are
    // neighbours.
    unrolled.pair_places().chunk_by(same).map(|pairs| {
        let DefinitionUse { variable, definition, place, .. } = pairs[0].0;
        let places = pairs.iter().flat_map(|(_, places)| places.iter().copied()).collect();
        let goal = UnrolledGoal::of_use(Goal::Definition(variable, definition), place, places);
        match definition {
            DefinitionPlace::Statement(statement) => {
                UnrolledGoal { spot: Spot::Statement(statement), ..goal }
            }
            DefinitionPlace::Entry(function) => {
                UnrolledGoal { spot: Spot::Place(Place::Function(function)), ..goal }
            }
        }
    })
}

/// Returns a goal for each path: to enter its blocks one after the other, in one activation.
pub(in crate::objective) fn path_goals(
    unrolled: &UnrolledGraph,
) -> impl Iterator<Item = UnrolledGoal> + '_ {
    (0..).zip(unrolled.path_places()).filter_map(|(number, (path, places))| {
        let &last = path.blocks().last()?;
        Some(UnrolledGoal {
            goal: Goal::Path(number),
            places: places.clone(),
            spot: Spot::Place(Place::Block(last)),
        })
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
) -> impl Iterator<Item = UnrolledGoal> + 'a {
    (0..).zip(unrolled.contexts()).flat_map(move |(number, context)| {
        let mut goals = Vec::new();
        let copy = unrolled.context_copy(number);
        for copied in copy.into_iter().flat_map(|copy| branches_in(unrolled.graph(), copy, true)) {
            let Some(branch) = unrolled.branch_of(graph, copied) else { continue };
            let places = CopyPlaces::from_iter([CopyPlace::Branch(copied)]);
            goals.push(UnrolledGoal {
                goal: Goal::Context(number, branch),
                places,
                spot: Spot::Place(Place::Branch(branch)),
            });
        }
        let entry = copy.and_then(|copy| unrolled.graph().get_block(copy, 0));
        if goals.is_empty()
            && let Some(entry) = entry
        {
            let places = CopyPlaces::from_iter([CopyPlace::Block(entry)]);
            let spot = Spot::Place(Place::Function(context.callee));
            goals.push(UnrolledGoal { goal: Goal::ContextEntry(number), places, spot });
        }
        goals
    })
}
