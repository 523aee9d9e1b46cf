//! Rules for mutant goals: Zhou et al. 2024, section 3.4, WM.

use super::DropReason;
use crate::flow::{FlowGraph, Outcome};
use crate::id::{Block, Branch, IdMap, Mutant};
use crate::subsumption::mutants::{Change, Changes, Mutation, by_expression, last_of_each};
use alloc::vec::Vec;

/// Rule that says which mutants of key operators are kept.
///
/// [`Change`] says which operators are key operators. Every rule drops mutants that every
/// evaluation infects, and mutants that none does.
///
/// ```
/// use sbst::distance::infection::Bitwise::{And, Or, Xor};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Mutant;
/// use sbst::subsumption::mutants::{Change, Mutation};
/// use sbst::subsumption::smart::{MutantRule, kept_mutants};
///
/// // `a & b` is mutated to `a | b` and to `a ^ b`. Operands that infect the first
/// // mutant infect the second one, too.
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
    /// Keeps the minimal mutants of each expression: covering them covers all mutants of the
    /// expression. If both branch goals of the predicate are kept, mutants that [these
    /// imply](Change::is_implied_by_branches) are dropped, such as constants.
    #[default]
    Minimal,
    /// Drops all mutants that insert a unary operator (UOI), and keeps those of the others that are
    /// in the [table of the published tool](Change::is_published).
    ///
    /// Covering the kept mutants may leave others uncovered. The paper takes the infection distance
    /// of UOI to be always 0, but a negation is not infected if the value is 0, and an increment is
    /// not infected if the value is a large float. Several cells of the table lose mutants, too.
    ///
    /// Source: Zhou et al. 2024, section 3.4. The paper takes the subsuming mutants from Gheyi et
    /// al., and prints no table.
    Published,
    /// Keeps all mutants of key operators, except those that every evaluation infects and those
    /// that none does.
    All,
}

/// Returns the mutants that a rule keeps, in the order of `mutations`.
///
/// `is_kept` returns `true` if the goal to take a branch is pursued. Mutants of other operators
/// than key operators ([`Change::Other`]) are dropped, and so are mutants that every evaluation
/// infects and mutants that none does. Of mutants of one expression that subsume one another,
/// [`MutantRule::Minimal`] keeps the one with the lowest number. If several mutations describe one
/// mutant, the last one counts. O(n log n) for n mutations.
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
pub fn kept_mutants(
    mutations: &[Mutation],
    graph: &FlowGraph,
    rule: MutantRule,
    is_kept: impl Fn(Branch) -> bool,
) -> Vec<Mutant> {
    let drops = drops(mutations, graph, rule, false, is_kept);
    mutations
        .iter()
        .map(|mutation| mutation.mutant)
        .filter(|mutant| drops.get(*mutant).is_none())
        .collect()
}

/// Returns the mutants that a rule drops, each with the reason. Mutants that are kept are absent.
/// If `keeps_others`, [`Change::Other`] is kept.
pub(super) fn drops(
    mutations: &[Mutation],
    graph: &FlowGraph,
    rule: MutantRule,
    keeps_others: bool,
    is_kept: impl Fn(Branch) -> bool,
) -> IdMap<Mutant, DropReason> {
    let mut drops = IdMap::new();
    // The mutants that are left for step 3 of section 3.4.
    let mut minimal_of = Vec::new();
    for mutation in last_of_each(mutations) {
        let why = match mutation.change {
            // 3.4, step 1: key operators.
            Change::Other if !keeps_others => DropReason::OtherOperator,
            change if change.is_equivalent() => DropReason::Equivalent,
            // 3.4, step 2: equal-to-line operators. The paper drops UOI as a whole; here, a mutant
            // must be infected by every evaluation.
            Change::Inserted { .. } if rule == MutantRule::Published => DropReason::EqualToLine,
            change if change.always_infects() => DropReason::AlwaysInfected,
            // 3.4, step 3, by the table of the tool.
            change if rule == MutantRule::Published && !change.is_published() => {
                DropReason::NotInTable
            }
            change => {
                if change != Change::Other {
                    minimal_of.push(mutation);
                }
                continue;
            }
        };
        drops.get_or_insert_with(mutation.mutant, || why);
    }
    // 3.4, step 3, with the mutants that the expression has, and not with the minimal set of its
    // operator: if a mutant of that set was not made, one that it subsumes must stay.
    if rule == MutantRule::Minimal {
        let both = |block: Block| {
            let sides = [Outcome::True, Outcome::False].map(|outcome| graph.branch(block, outcome));
            sides.into_iter().all(|side| side.is_some_and(&is_kept))
        };
        // All pairs of changes are compared. The operators bound the number of different changes,
        // so this is linear in the mutants.
        for (_, changes) in by_expression(minimal_of.into_iter()).iter() {
            for (&change, same) in changes {
                let decides = same.iter().filter_map(|mutation| mutation.decides).any(both);
                let covered = changes.keys().any(|&other| is_behind(changes, change, other))
                    || decides && change.is_implied_by_branches();
                // Of mutants that change the same, the one with the lowest number stays.
                let dropped = if covered { &same[..] } else { &same[1..] };
                for mutation in dropped {
                    drops.get_or_insert_with(mutation.mutant, || DropReason::Subsumed);
                }
            }
        }
    }
    drops
}

/// Returns `true` if the change `other` makes the change `change` superfluous: it subsumes it, and
/// if both subsume one another, it has the mutant with the lower number.
fn is_behind(changes: &Changes<'_>, change: Change, other: Change) -> bool {
    let lowest = |change: Change| {
        changes.get(&change).and_then(|same| same.first()).map(|mutation| mutation.mutant)
    };
    other != change
        && other.subsumes(change)
        && (!change.subsumes(other) || lowest(other) < lowest(change))
}
