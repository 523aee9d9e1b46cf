//! Mutants that are kept beside branches: Zhou et al. 2024, section 3.4.

use super::DropReason;
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, Branch, Mutant};
use crate::numbers::NumberTable;
use crate::subsumption::mutants::{Change, Changes, Mutation, by_expression, last_of_each};
use alloc::vec::Vec;

/// The rule by which mutants of key operators are kept.
///
/// ```
/// use sbst::distance::infection::Bitwise::{And, Or, Xor};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Mutant;
/// use sbst::subsumption::mutants::{Change, Mutation};
/// use sbst::subsumption::smart::{MutantRule, kept_mutants};
///
/// // `a & b` mutated to `a | b` and to `a ^ b`: who tells the first from `&` tells
/// // the second.
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let change = |mutant| Change::Bitwise { original: And, mutant };
/// let mutations = [(0, Or), (1, Xor)].map(|(number, by)| {
///     let (mutant, change) = (Mutant::new(number), change(by));
///     Mutation { mutant, expression: 0, change, decides: None }
/// });
/// let kept = |rule| kept_mutants(&mutations, &graph, rule, |_| false).len();
/// assert_eq!((kept(MutantRule::Minimal), kept(MutantRule::All)), (1, 2));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MutantRule {
    /// Of each expression the minimal ones: covering them covers all. Constants in the place of a relation are dropped if both branch
    /// goals of its predicate are kept.
    #[default]
    Minimal,
    /// As in Zhou et al. 2024, section 3.4: operators that insert a unary operator (UOI) are filtered out as a whole, then the mutants of
    /// the [table of the published tool](Change::is_published) are kept. It loses some: negation is not infected where the value is 0, nor an increment
    /// of a large float, though the paper takes the infection distance of UOI to be always 0; and cells of the table lose others.
    ///
    /// The paper says that it takes the subsuming mutants from Gheyi et al., and prints no table.
    Published,
    /// All of key operators that not every evaluation infects.
    All,
}

/// Returns the mutants to keep by a rule, in the order of `mutations`.
///
/// Mutants of other than key operators, [`Change::Other`], are dropped, and so are those that every evaluation infects and those that none
/// does. Of equivalent ones the mutant with the lowest number is kept. Of two mutations of one mutant the last counts. `is_kept` returns `true`
/// if the goal to take a branch is pursued.
///
/// O(n log n) for n mutations.
///
/// ```
/// use sbst::distance::infection::Arithmetic::{
///     Add, Divide, Multiply, Remainder, Subtract,
/// };
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Mutant;
/// use sbst::subsumption::mutants::{Change, Model, Mutation};
/// use sbst::subsumption::smart::{MutantRule, kept_mutants};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
/// let change = |mutant| Change::Arithmetic {
///     original: Multiply,
///     mutant,
///     model: Model::CheckedSigned,
/// };
/// let mutants = (0..).map(Mutant::new).zip([Add, Subtract, Divide, Remainder]);
/// let mutation = |(mutant, to)| Mutation {
///     mutant,
///     expression: 0,
///     change: change(to),
///     decides: None,
/// };
/// let mutations: Vec<Mutation> = mutants.map(mutation).collect();
/// assert_eq!(
///     kept_mutants(&mutations, &graph, MutantRule::Minimal, |_| false),
///     [0, 1, 2].map(Mutant::new)
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn kept_mutants(mutations: &[Mutation], graph: &FlowGraph, rule: MutantRule, is_kept: impl Fn(Branch) -> bool) -> Vec<Mutant> {
    let drops = drops(mutations, graph, rule, false, is_kept);
    mutations.iter().map(|mutation| mutation.mutant).filter(|mutant| drops.get(mutant.number()).is_none()).collect()
}

/// Returns the mutants that are dropped, each with the reason. Mutants that are kept are absent.
pub(super) fn drops(
    mutations: &[Mutation],
    graph: &FlowGraph,
    rule: MutantRule,
    keeps_others: bool,
    is_kept: impl Fn(Branch) -> bool,
) -> NumberTable<DropReason> {
    let mut drops = NumberTable::new();
    let mut minimal_of = Vec::new();
    for mutation in last_of_each(mutations) {
        let why = match mutation.change {
            Change::Other if !keeps_others => DropReason::OtherOperator,
            change if change.is_equivalent() => DropReason::Equivalent,
            // 3.4, step 2: the whole operator is equal to line coverage, whether or not every evaluation infects this mutant of it.
            Change::Inserted { .. } if rule == MutantRule::Published => DropReason::EqualToLine,
            change if change.always_infects() => DropReason::AlwaysInfected,
            change if rule == MutantRule::Published && !change.is_published() => DropReason::NotInTable,
            change => {
                if change != Change::Other {
                    minimal_of.push(mutation);
                }
                continue;
            }
        };
        drops.get_or_insert_with(mutation.mutant.number(), || why);
    }
    if rule == MutantRule::Minimal {
        let both = |block: Block| {
            let sides = [Outcome::True, Outcome::False].map(|outcome| graph.branch(block, outcome));
            sides.into_iter().all(|side| side.is_some_and(&is_kept))
        };
        for (_, changes) in by_expression(minimal_of.into_iter()).iter() {
            for (&change, same) in changes {
                let decides = same.iter().filter_map(|mutation| mutation.decides).any(both);
                let covered =
                    changes.keys().any(|&other| is_behind(changes, change, other)) || decides && change.is_implied_by_branches();
                // Of mutants that change the same, the one with the lowest number stays.
                let dropped = if covered { &same[..] } else { &same[1..] };
                for mutation in dropped {
                    drops.get_or_insert_with(mutation.mutant.number(), || DropReason::Subsumed);
                }
            }
        }
    }
    drops
}

/// Returns `true` if another change of the expression subsumes this one; of two that subsume one another, that of the mutant with the lower
/// number.
fn is_behind(changes: &Changes<'_>, change: Change, other: Change) -> bool {
    let lowest = |change: Change| changes.get(&change).and_then(|same| same.first()).map(|mutation| mutation.mutant);
    other != change && other.subsumes(change) && (!change.subsumes(other) || lowest(other) < lowest(change))
}
