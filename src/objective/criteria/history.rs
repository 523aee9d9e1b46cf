//! Coverage goals of histories: vectors of conditions, definitions and uses, paths, calling
//! contexts, and those that other crates bring. They are covered where copies of blocks are reached.

use super::branch::branches_in;
use crate::execution::{Facts, HistoryId};
use crate::fitness::Fitness;
use crate::flow::definitions::DefinitionUse;
use crate::flow::{CopiedVector, FlowGraph, History, Spot, Spots, UnrolledGraph};
use crate::id::{Block, Branch, GoalId};
#[cfg(doc)]
use crate::objective::Scalar;
use crate::objective::measure::needs::Said;
use crate::objective::{Criterion, Goal, Needs, Objective, Observed, Place};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// A goal that is covered where one of some copies of a [`History`] is reached: a branch of the
/// copies is taken, or a block or function of the copies is entered.
///
/// Its value is the least of those of the copies: (approach level, branch distance) as for every
/// goal, measured in the [graph of the copies](History::graph), and [across
/// calls](crate::objective::Tables::across_calls) if that was chosen. The approach level counts the decisions that are
/// still to be made, first to begin the history, and then to complete it. So of two executions that
/// followed a path for a while, the one that followed it longer is nearer. The goal is covered iff
/// the whole history happened in one activation.
///
/// The goals of vectors of conditions, of definitions and uses, of paths and of calling contexts
/// are such goals. [`Goals::follow`](crate::objective::Goals::follow) has an example of one of
/// yours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryGoal {
    goal: Goal,
    spots: Spots,
    history: HistoryId,
    copies: Spots,
    said: Option<Box<Said>>,
}

impl HistoryGoal {
    /// Creates a goal from its identity, its [needs](Needs) in the program, and the copies of which
    /// one has to be reached. Of a function of the copies, its entry has to be. Copies that the
    /// history does not have are never reached.
    ///
    /// Of the needs, the goal takes its places, its words, and what it entails. It reads nothing
    /// but the history, and its scalar is [`Scalar::LEVELS`]. A registry has to
    /// [follow](crate::objective::Goals::follow) the history.
    #[must_use]
    pub fn new(
        goal: Goal,
        needs: Needs,
        history: &History,
        copies: impl IntoIterator<Item: Into<Place>>,
    ) -> Self {
        let copies = copies.into_iter().map(|copy| match copy.into() {
            Place::Function(copy) => {
                history.graph().get_block(copy, 0).map_or(Spot::Function(copy), Spot::Block)
            }
            copy => copy.into(),
        });
        Self::of(goal, needs, history.id(), copies.collect())
    }

    /// Creates a goal from spots among the copies.
    fn of(goal: Goal, needs: Needs, history: HistoryId, copies: Spots) -> Self {
        let Needs { spots, said, .. } = needs;
        Self { goal, spots, history, copies, said }
    }

    /// Sets what the goal entails, and a branch that entails it.
    fn with(
        mut self,
        entailed: impl IntoIterator<Item = Spot>,
        entailed_by: Option<Branch>,
    ) -> Self {
        let said = self.said.get_or_insert_default();
        said.entailed.extend(entailed);
        said.entailed_by = entailed_by;
        self
    }
}

impl<X: Facts + ?Sized> Objective<X> for HistoryGoal {
    fn goal(&self) -> Goal {
        self.goal
    }

    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.least_on(self.history, &self.copies)
    }

    fn needs(&self) -> Needs {
        let mut needs = Needs::of(self.spots.iter().copied());
        needs.said = self.said.clone();
        needs.covered_on(self.history, self.copies.clone())
    }
}

/// The goals that a registry has.
pub(super) type Registry<'a> = &'a dyn Fn(Goal) -> Option<GoalId>;

/// Returns the goals of a criterion that tells histories apart.
pub(in crate::objective) fn history_goals(
    criterion: Criterion,
    graph: &FlowGraph,
    unrolled: &UnrolledGraph,
    goals: Registry<'_>,
) -> Vec<HistoryGoal> {
    match criterion {
        Criterion::MultipleCondition => {
            unrolled.vectors().map(|row| vector_goal(unrolled, row)).collect()
        }
        // Other vectors become goals when vectors are seen.
        Criterion::McDc => {
            first_vectors(unrolled, goals).map(|row| vector_goal(unrolled, row)).collect()
        }
        Criterion::DefinitionUse => definition_use_goals(unrolled).collect(),
        Criterion::Definition => definition_goals(unrolled).collect(),
        Criterion::Path => path_goals(graph, unrolled).collect(),
        Criterion::Context => context_goals(graph, unrolled),
        _ => Vec::new(),
    }
}

/// Creates a goal of some copies, with its spot in the program.
fn goal(unrolled: &UnrolledGraph, goal: Goal, spot: Spot, copies: Spots) -> HistoryGoal {
    HistoryGoal::of(goal, Needs::of([spot]), unrolled.history().id(), copies)
}

/// Returns the goal to evaluate a decision with a vector. Its place is the first condition.
pub(super) fn vector_goal(unrolled: &UnrolledGraph, row: CopiedVector) -> HistoryGoal {
    let decision = unrolled.decisions().get(row.decision as usize);
    let first = decision.and_then(|decision| decision.conditions().first());
    let first = first.copied().unwrap_or(Block::new(0));
    let (identity, copies) = (Goal::Vector(first, row.vector), [Spot::Branch(row.branch)]);
    // Several vectors may end with one branch, as in `(a && b) || c`. Then that branch says nothing
    // about a single vector.
    goal(unrolled, identity, Spot::Block(first), Spots::from_iter(copies))
        .with(unrolled.taken_by(row).map(Spot::Branch), row.sole)
}

/// Returns the first vector of each decision, unless a branch goal is equivalent to it.
pub(super) fn first_vectors<'a>(
    unrolled: &'a UnrolledGraph,
    goals: Registry<'a>,
) -> impl Iterator<Item = CopiedVector> + 'a {
    (0..unrolled.decisions().len() as u32)
        .filter_map(|number| unrolled.vectors_of(number).first().copied())
        .filter(move |row| !is_branch_goal(goals, row))
}

/// Returns `true` if the vector is equivalent to a branch that is a goal: a second goal would take
/// part of the budget for nothing.
pub(super) fn is_branch_goal(goals: Registry<'_>, row: &CopiedVector) -> bool {
    row.sole.is_some_and(|branch| goals(Goal::Branch(branch)).is_some())
}

/// Returns a goal for each pair of a definition and a use that it reaches: the criterion all-uses.
///
/// Source: Rapps, Weyuker, "Selecting Software Test Data Using Data Flow Information" (1985).
fn definition_use_goals(unrolled: &UnrolledGraph) -> impl Iterator<Item = HistoryGoal> + '_ {
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
fn definition_goals(unrolled: &UnrolledGraph) -> impl Iterator<Item = HistoryGoal> + '_ {
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
fn path_goals<'a>(
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
fn context_goals(graph: &FlowGraph, unrolled: &UnrolledGraph) -> Vec<HistoryGoal> {
    let mut goals = Vec::new();
    let mut add = |identity, spot, copy| {
        let copies = Spots::from_iter([copy]);
        goals.push(goal(unrolled, identity, spot, copies).with([spot], None));
    };
    for (number, context) in (0..).zip(unrolled.contexts()) {
        let Some(function) = unrolled.context_copy(number) else { continue };
        let mut has_branches = false;
        for copied in branches_in(unrolled.graph(), function, true) {
            if let Some(branch) = unrolled.history().branch_of(graph, copied) {
                has_branches = true;
                let identity = Goal::Context(number, branch);
                add(identity, Spot::Branch(branch), Spot::Branch(copied));
            }
        }
        if let (false, Some(entry)) = (has_branches, unrolled.graph().get_block(function, 0)) {
            let identity = Goal::ContextEntry(number);
            add(identity, Spot::Function(context.callee), Spot::Block(entry));
        }
    }
    goals
}
