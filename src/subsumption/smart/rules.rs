//! Rules for mutant goals: Zhou et al. 2024, section 3.4, WM.

use super::DropReason;
use crate::flow::{FlowGraph, Lines, Outcome};
use crate::id::{Block, Branch, IdMap, Line, Mutant};
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
            [Outcome::True, Outcome::False]
                .into_iter()
                .all(|side| graph.branch(block, side).is_some_and(&is_kept))
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

// Rule for line goals: Zhou et al. 2024, section 3.4, LC.

/// Returns an iterator over the last line of each block that has at least `at_least` different
/// lines, ascending, each once.
///
/// The last line of a block subsumes the other lines of the block. Covering a branch misses the end
/// of a block only if an exception comes first, so the lines of short blocks are left to branches.
/// The last line of a block is the line of the last statement that has a line. Blocks that cannot
/// be reached have none. O(n log n) for n statements.
///
/// Source: Zhou et al. 2024, section 3.4. They call the parameter `lineThreshold` and set it to 8,
/// because half of the blocks in the benchmark of DynaMOSA have fewer lines (section 5). That
/// different lines of one block are counted is this crate's reading.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::id::{Block, Line};
/// use sbst::subsumption::smart::last_lines;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 9).exit(0))?;
/// let lines = Lines::new((0..8).map(|statement| {
///     (Block::new(0).statement(statement), Line::new(10 + statement))
/// }));
/// assert!(last_lines(&graph, &lines, 8).eq([Line::new(17)]));
/// assert!(last_lines(&graph, &lines, 9).eq([]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn last_lines(
    graph: &FlowGraph,
    lines: &Lines,
    at_least: usize,
) -> impl DoubleEndedIterator<Item = Line> + use<> {
    let mut last = Vec::new();
    for (line, &most) in ends(graph, lines).iter() {
        if most as usize >= at_least {
            last.push(line);
        }
    }
    last.into_iter()
}

/// Returns the last lines of all blocks that can be reached, each with the number of different
/// lines of its block.
///
/// A line may be the last one of several blocks; then it has the greatest of their numbers, so that
/// one long block keeps it.
fn ends(graph: &FlowGraph, lines: &Lines) -> IdMap<Line, u32> {
    let mut ends = IdMap::new();
    let mut distinct: Vec<u32> = Vec::new();
    for block in graph.all_blocks().filter(|&block| graph.is_reachable(block)) {
        if let Some((_, last)) = lines.of_block(block).next_back() {
            // A line with several statements counts once, however its statements are arranged.
            distinct.clear();
            distinct.extend(lines.of_block(block).map(|(_, line)| line.number()));
            distinct.sort_unstable();
            distinct.dedup();
            let most = ends.or_default(last);
            *most = (distinct.len() as u32).max(*most);
        }
    }
    ends
}

/// Returns the rule that says why a line goal is dropped; `None` for a line that is kept. The last
/// line of a block is kept from `at_least` different lines of the block on.
pub(super) fn line_rule(
    graph: &FlowGraph,
    lines: &Lines,
    at_least: usize,
) -> impl Fn(Line) -> Option<DropReason> + use<> {
    let ends = ends(graph, lines);
    // First part of the rule, "last line"; then the trade-off, `lineThreshold`.
    move |line| match ends.get(line) {
        None => Some(DropReason::NotLast),
        Some(&most) if (most as usize) < at_least => Some(DropReason::FewLines(most as usize)),
        Some(_) => None,
    }
}
