//! Mutants that are goals: to which expression they belong.

use super::change::Change;
use crate::distance::Relation;
use crate::flow::Outcome;
use crate::id::{Block, GoalId, Mutant};
use crate::numbers::{NumberMap, NumberTable};
use crate::objective::{Goal, Goals, Program};
use crate::subsumption::{ImplicationReason, Subsumption};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Description of a mutant beside its place ([`MutantGoal`](crate::objective::MutantGoal)): the expression that it changes, and the change.
///
/// ```
/// use sbst::distance::Relation::{Less, LessOrEqual};
/// use sbst::id::{Block, Mutant};
/// use sbst::subsumption::mutants::{Change, Mutation, Orders};
///
/// // `<` becomes `<=` in expression 5, by which block 2 decides.
/// let change =
///     Change::Relation { original: Less, mutant: LessOrEqual, orders: Orders::Any };
/// let (mutant, decides) = (Mutant::new(0), Some(Block::new(2)));
/// let mutation = Mutation { mutant, expression: 5, change, decides };
/// assert!(mutation.change.is_minimal());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mutation {
    /// The mutant.
    pub mutant: Mutant,
    /// A number of the caller for the expression, one for the whole program: mutants of one expression see the same operands.
    pub expression: u32,
    /// What it changes.
    pub change: Change,
    /// The block that the expression decides, if it is a relation that decides one: its `True` branch is taken where the original holds.
    /// `None` for an expression that decides no branch, or of which that is not known.
    pub decides: Option<Block>,
}

/// Returns the subsumption among mutant goals by their changes, and between mutant goals and the branch goals of the predicates that they
/// decide. Mutants that are no goals are left out; of two mutations of one mutant the last counts.
///
/// O(n log n) for n mutants.
///
/// ```
/// use sbst::distance::Relation::{self, Equal, Less, LessOrEqual};
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Block, GoalId, Mutant};
/// use sbst::objective::{Goals, MutantGoal, Program, branch_goals};
/// use sbst::subsumption::mutants::{Change, Mutation, Orders, relate};
///
/// // 0: if x < 18 { 1 } else { 2 }
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2),
/// )?;
/// let block = Block::new(0);
/// let to = [LessOrEqual, Equal, Relation::True]; // mutants 0, 1, 2
/// let mutants = [0, 1, 2]
///     .map(|number| MutantGoal::new(Mutant::new(number), block.statement(0)));
/// let mutations = [0, 1, 2].map(|number| {
///     let change = Change::Relation {
///         original: Less,
///         mutant: to[number as usize],
///         orders: Orders::Any,
///     };
///     Mutation {
///         mutant: Mutant::new(number),
///         expression: 0,
///         change,
///         decides: Some(block),
///     }
/// });
///
/// let mut goals = Goals::<Trace>::new();
/// goals.extend(branch_goals(&graph)); // g0, g1
/// goals.extend(mutants);
/// let relation =
///     relate(&goals, &Program::new(&graph).with_mutants(&mutants), &mutations);
/// let graph = relation.collapse(goals.ids());
/// // x < 18, and x == 18: where both branches go the same way
/// assert_eq!(graph.minimal(), [0, 2].map(GoalId::new));
/// // `true` is infected where the relation does not hold
/// assert_eq!(graph.equivalents(GoalId::new(1)), [1, 4].map(GoalId::new));
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn relate<X: ?Sized>(goals: &Goals<X>, program: &Program<'_>, mutations: &[Mutation]) -> Subsumption {
    let goal_of = |mutation: &Mutation| goals.find(Goal::Mutant(mutation.mutant));
    let mut relation = Subsumption::default();
    let mut of_goals = Vec::new();
    for mutation in last_of_each(mutations) {
        let Some(goal) = goal_of(mutation) else { continue };
        of_goals.push(mutation);
        decide(&mut relation, goals, program, mutation, goal);
    }
    for (_, changes) in by_expression(of_goals.into_iter()).iter() {
        for (&change, same) in changes {
            let same: Vec<GoalId> = same.iter().filter_map(|mutation| goal_of(mutation)).collect();
            for pair in same.windows(2).filter(|_| change.subsumes(change)) {
                relation.pair_of_goals(pair[0], pair[1], ImplicationReason::Operator);
                relation.pair_of_goals(pair[1], pair[0], ImplicationReason::Operator);
            }
            for (_, others) in changes.iter().filter(|&(&other, _)| other != change && change.subsumes(other)) {
                if let Some(other) = goal_of(others[0]) {
                    relation.pair_of_goals(same[0], other, ImplicationReason::Operator);
                }
            }
        }
    }
    relation
}

/// The mutations of one expression by what they change, ascending.
pub(in crate::subsumption) type Changes<'a> = BTreeMap<Change, Vec<&'a Mutation>>;

/// Mutations by their expressions, those that change the same in their order.
pub(in crate::subsumption) fn by_expression<'a>(mutations: impl Iterator<Item = &'a Mutation>) -> NumberTable<Changes<'a>> {
    let mut expressions: NumberTable<Changes<'a>> = NumberTable::new();
    for mutation in mutations {
        let changes = expressions.get_or_insert_with(mutation.expression, Changes::new);
        changes.entry(mutation.change).or_default().push(mutation);
    }
    expressions
}

/// Returns the mutations by ascending mutant, of two mutations of one mutant the last.
pub(in crate::subsumption) fn last_of_each(mutations: &[Mutation]) -> impl Iterator<Item = &Mutation> {
    let mut last = NumberMap::new();
    for (place, mutation) in mutations.iter().enumerate() {
        last.insert(mutation.mutant.number().into(), place as u32);
    }
    last.into_values().map(|place| &mutations[place as usize])
}

/// Relates a constant in the place of a relation to the branch of the other value: the mutant is infected where the relation has the other
/// value, which is where that branch is taken.
fn decide<X: ?Sized>(relation: &mut Subsumption, goals: &Goals<X>, program: &Program<'_>, mutation: &Mutation, goal: GoalId) {
    let (Some(block), Change::Relation { original, orders, .. }) = (mutation.decides, mutation.change) else { return };
    for (constant, outcome) in [(Relation::True, Outcome::False), (Relation::False, Outcome::True)] {
        let constant = Change::Relation { original, mutant: constant, orders };
        let Some(branch) = program.graph().branch(block, outcome) else { continue };
        if let Some(taken) = goals.find(Goal::Branch(branch)) {
            if mutation.change.subsumes(constant) {
                relation.pair_of_goals(goal, taken, ImplicationReason::Decides);
            }
            if constant.subsumes(mutation.change) {
                relation.pair_of_goals(taken, goal, ImplicationReason::Decides);
            }
        }
        if let Some(taken) = goals.find(Goal::DirectBranch(branch)).filter(|_| constant.subsumes(mutation.change)) {
            relation.pair_of_goals(taken, goal, ImplicationReason::Decides);
        }
    }
}
