//! Relation of mutant goals: mutants by expression, and branches that mutated relations decide.

use super::change::Change;
use crate::distance::Relation;
use crate::distance::infection::{Arithmetic, Bitwise, Shift};
use crate::flow::Outcome;
use crate::id::{Block, GoalId, IdMap, Mutant};
use crate::objective::{Goal, Goals, Program};
use crate::subsumption::{ImplicationReason, Subsumption};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// Description of a mutant: the expression that it changes, the change, and the block that the
/// expression decides.
///
/// The statement of the mutant is described by its [`MutantGoal`](crate::objective::MutantGoal).
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
    /// The expression, by a number of the caller that is unique in the program. Mutants of one
    /// expression see the same operands.
    pub expression: u32,
    /// The change of the expression.
    pub change: Change,
    /// The block whose decision the expression is, if it is a relation: the `True` branch of the
    /// block is taken exactly if the original relation holds. `None` if the expression decides no
    /// branch, or if this is not known.
    pub decides: Option<Block>,
}

/// Returns the subsumption relation among mutant goals, and between mutant goals and branch goals.
///
/// Mutants of one expression are related by their changes. A mutant of a relation that decides a
/// block is related to the goals of both branches of the block. Mutants that are no goals are left
/// out. If several mutations describe one mutant, the last one counts. O(n log n) for n mutants.
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
/// // Left are the branch of x < 18, and `<=`, which only x == 18 infects.
/// assert_eq!(graph.minimal(), [0, 2].map(GoalId::new));
/// // `true` is infected where the false branch is taken.
/// assert_eq!(graph.equivalents(GoalId::new(1)), [1, 4].map(GoalId::new));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn relate<X: ?Sized>(
    goals: &Goals<X>,
    program: &Program<'_>,
    mutations: &[Mutation],
) -> Subsumption {
    let goal_of = |mutation: &Mutation| goals.find(Goal::Mutant(mutation.mutant));
    let mut relation = Subsumption::default();
    // Step 1: mutants and branches. Step 2: the mutants of each expression among themselves.
    let mut of_goals = Vec::new();
    for mutation in last_of_each(mutations) {
        let Some(goal) = goal_of(mutation) else { continue };
        of_goals.push(mutation);
        decide(&mut relation, goals, program, mutation, goal);
    }
    for (_, changes) in by_expression(of_goals.into_iter()).iter() {
        for (&change, same) in changes {
            let same: Vec<GoalId> = same.iter().filter_map(|mutation| goal_of(mutation)).collect();
            // Mutants with the same change are equivalent: a chain of pairs in both directions.
            // `Other` does not subsume itself, because two such mutants need not be the same; nor
            // does a change that nothing infects.
            if change.subsumes(change) {
                for pair in same.windows(2) {
                    relation.pair_of_goals(pair[0], pair[1], ImplicationReason::Operator);
                    relation.pair_of_goals(pair[1], pair[0], ImplicationReason::Operator);
                }
            }
            // The first mutant of a change stands for all of them: the others follow by the chain.
            for (_, others) in
                changes.iter().filter(|&(&other, _)| other != change && change.subsumes(other))
            {
                if let Some(other) = goal_of(others[0]) {
                    relation.pair_of_goals(same[0], other, ImplicationReason::Operator);
                }
            }
        }
    }
    relation
}

/// The mutations of one expression, by their change.
pub(in crate::subsumption) type Changes<'a> = BTreeMap<Change, Vec<&'a Mutation>>;

/// Returns the mutations of each expression, by their change. Mutations with the same change keep
/// their order.
pub(in crate::subsumption) fn by_expression<'a>(
    mutations: impl Iterator<Item = &'a Mutation>,
) -> IdMap<u32, Changes<'a>> {
    let mut expressions: IdMap<u32, Changes<'a>> = IdMap::new();
    for mutation in mutations {
        let changes = expressions.get_or_insert_with(mutation.expression, Changes::new);
        changes.entry(mutation.change).or_default().push(mutation);
    }
    expressions
}

/// Returns an iterator over the mutations, ascending by mutant. If several mutations describe one
/// mutant, only the last one is returned.
pub(in crate::subsumption) fn last_of_each(
    mutations: &[Mutation],
) -> impl Iterator<Item = &Mutation> {
    let last: IdMap<_, _> = mutations.iter().map(|mutation| (mutation.mutant, mutation)).collect();
    last.iter().map(|(_, &mutation)| mutation).collect::<Vec<_>>().into_iter()
}

/// Relates a mutant of a relation to the goals of the branches that the relation decides.
///
/// The constant `true` in the place of the relation is infected exactly where the relation does not
/// hold, which is where the false branch is taken; the constant `false`, where the true branch is
/// taken. So each branch stands for a constant, and a mutant is related to the branch as it is
/// related to the constant, even if no mutant is that constant.
fn decide<X: ?Sized>(
    relation: &mut Subsumption,
    goals: &Goals<X>,
    program: &Program<'_>,
    mutation: &Mutation,
    goal: GoalId,
) {
    let (Some(block), Change::Relation { original, orders, .. }) =
        (mutation.decides, mutation.change)
    else {
        return;
    };
    for (constant, outcome) in [(Relation::True, Outcome::False), (Relation::False, Outcome::True)]
    {
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
        // An infected mutant says that the branch was taken, but not that the test called the
        // function itself: one direction only.
        if constant.subsumes(mutation.change)
            && let Some(taken) = goals.find(Goal::DirectBranch(branch))
        {
            relation.pair_of_goals(taken, goal, ImplicationReason::Decides);
        }
    }
}

// Table of minimal mutants of the published tool, for comparison.

impl Change {
    /// Returns `true` if the table of the published tool keeps the mutant.
    ///
    /// [`MutantRule::Published`](crate::subsumption::smart::MutantRule::Published) uses this table.
    /// The result is `true` for mutants of an operator without a row in the table, such as `%`, and
    /// for mutants that replace no operator.
    ///
    /// Covering the mutants of the table need not cover the others. Compare
    /// [`is_minimal`](Self::is_minimal):
    ///
    /// - For relations, the table has no constants, whether or not the goals that cover them are
    ///   kept.
    /// - For `-` it has `*`, which is the weakest mutant. For `*` it lacks `/`, and for `/` it
    ///   lacks `%`. All three are wrong even for positive operands.
    /// - For `<<` it has `>>` in the place of `>>>`: with 32 bits, 0x82082082 and 3 infect `>>` and
    ///   not `>>>`.
    ///
    /// Source: the implementation of Zhou et al., "Coverage Goal Selector for Combining Multiple
    /// Criteria in Search-Based Unit Test Generation" (2024), whose text (section 3.4) prints no
    /// table. The table follows Gheyi et al., "Identifying method-level mutation subsumption
    /// relations using Z3" (2021), who assume positive operands.
    ///
    /// ```
    /// use sbst::distance::infection::Arithmetic::{self, Divide, Multiply, Subtract};
    /// use sbst::distance::infection::{Overflow::Throws, values};
    /// use sbst::subsumption::mutants::{Change, Model};
    ///
    /// let model = Model::CheckedUnsigned;
    /// let change = |mutant| Change::Arithmetic { original: Subtract, mutant, model };
    /// assert!(change(Multiply).is_published() && !change(Divide).is_published());
    /// // 4 - 2 equals 4 / 2, and not 4 * 2: these operands cover the mutant that the
    /// // table keeps, and miss the mutant that it drops.
    /// let result = |operator: Arithmetic| operator.of(4_u32, 2, Throws);
    /// let infection = |mutant| values(result(Subtract), result(mutant)).get();
    /// assert_eq!((infection(Multiply), infection(Divide)), (0.0, 1.0));
    /// ```
    #[must_use]
    pub const fn is_published(self) -> bool {
        use Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        match self {
            // The minimal sets of `is_minimal` without their constants.
            Self::Relation { original, mutant, .. } => match original {
                Equal => matches!(mutant, LessOrEqual | GreaterOrEqual),
                NotEqual => matches!(mutant, Less | Greater),
                Greater => matches!(mutant, GreaterOrEqual | NotEqual),
                GreaterOrEqual => matches!(mutant, Greater | Equal),
                Less => matches!(mutant, LessOrEqual | NotEqual),
                LessOrEqual => matches!(mutant, Less | Equal),
                Relation::True | Relation::False => true,
            },
            Self::Arithmetic { original, mutant, .. } => match original {
                Arithmetic::Add | Arithmetic::Subtract => matches!(mutant, Arithmetic::Multiply),
                Arithmetic::Multiply => matches!(mutant, Arithmetic::Add),
                Arithmetic::Divide => matches!(mutant, Arithmetic::Subtract | Arithmetic::Multiply),
                Arithmetic::Remainder => true,
            },
            Self::Bitwise { original, mutant } => match original {
                Bitwise::And | Bitwise::Xor => matches!(mutant, Bitwise::Or),
                Bitwise::Or => matches!(mutant, Bitwise::And | Bitwise::Xor),
            },
            Self::Shift { original, mutant } => match original {
                Shift::Left => matches!(mutant, Shift::Right),
                Shift::Right => matches!(mutant, Shift::Left | Shift::UnsignedRight),
                Shift::UnsignedRight => matches!(mutant, Shift::Left | Shift::Right),
            },
            // Not in the table. The rule that uses it drops inserted operators beforehand.
            Self::Inserted { .. } | Self::Always | Self::Other => true,
        }
    }
}
