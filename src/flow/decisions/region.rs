//! Decisions of a graph: checking given conditions, and finding all decisions.

use super::decision::{CompoundDecision, DecisionError, Next};
use crate::flow::{FlowGraph, Steps, decision_of, said_decisions};
use crate::id::{Block, Function, IdMap, IdSet};
use crate::sort::{sort, sort_by_key};
use alloc::vec;
use alloc::vec::Vec;

/// The greatest number of conditions of a decision.
const MOST: usize = 64;

/// A condition with its targets.
type Row = (Block, [Block; 2]);

impl CompoundDecision {
    /// Creates a decision from the given conditions, which are put into an order of evaluation.
    ///
    /// If control flow leaves a choice, as for `b` and `c` in `a ? b : c`, the conditions keep the
    /// order in which they were given. Conditions may have statements. O(conditions² + blocks of
    /// the function).
    ///
    /// # Errors
    ///
    /// [`DecisionError`] with the blocks that are wrong, if the blocks do not follow the rules of a
    /// decision.
    ///
    /// ```
    /// use sbst::flow::decisions::CompoundDecision;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Block;
    ///
    /// // if a { 1: x(); if b { 2 } } 3
    /// let nested = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).statements(1, 1);
    /// let graph = FlowGraph::of(&nested.jump(2, 3).exit(3))?;
    /// let given = CompoundDecision::of(&graph, [1, 0].map(Block::new))?;
    /// assert_eq!(given.conditions(), [0, 1].map(Block::new));
    ///
    /// // The call of x stands between the conditions, so two decisions are found.
    /// assert_eq!(CompoundDecision::all(&graph).count(), 2);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn of(
        graph: &FlowGraph,
        conditions: impl IntoIterator<Item = Block>,
    ) -> Result<Self, DecisionError> {
        Self::of_given(graph, conditions.into_iter().collect())
    }

    /// Creates the decision of [`of`](Self::of).
    fn of_given(graph: &FlowGraph, given: Vec<Block>) -> Result<Self, DecisionError> {
        let (function, rows) = check(graph, &given)?;
        // Rule 1, one entry. A single condition is the first one, whether something leads to it or
        // not.
        let entries = entries(graph, function, &rows);
        let first = match (rows.len(), entries.len()) {
            (1, _) => Some(given[0]),
            (_, 1) => entries.iter().next(),
            _ => None,
        };
        let Some(first) = first else {
            return Err(DecisionError::Entries { blocks: entries.iter().collect() });
        };
        // Rule 2, an order of evaluation, and rule 3, two ends.
        let decision = decision_of(in_order(rows, first)?)?;
        decision.ok_or(DecisionError::Empty) // there is a condition
    }

    /// Returns an iterator over the decisions of all functions, function by function, ascending by
    /// their first conditions.
    ///
    /// Each two-way block that can be reached belongs to exactly one decision, unless it has an
    /// exception edge or is marked as an exit. The graph may
    /// [say](crate::flow::FlowBuilder::decision) which blocks form a decision, as graphs of
    /// instrumented functions do. Of the other blocks, adjacent conditions without statements are
    /// taken for one decision: each is the greatest one with its first condition in which the other
    /// conditions have no statements. If control flow leaves a choice, conditions are evaluated in
    /// ascending order of blocks.
    ///
    /// A decision may have more than 64 conditions. A decision that is not said is found beyond 64 conditions only if every 64 conditions in a row complete an operand of the
    /// whole expression, as in `a || b || ..`.
    ///
    /// An operand is a condition only if it is a two-way block. For `x = a && b`, compiled to
    /// `if a { x = b } else { x = false }`, only `a` is a condition.
    ///
    /// O(64² · blocks) in the worst case; usually a few steps for each block, because most blocks
    /// have statements. The decisions of a function are computed when the iterator reaches it.
    ///
    /// ```
    /// use sbst::flow::decisions::CompoundDecision;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// // while a && b { if c { 3 } 4 }  5
    /// let body = FlowBuilder::new().branch(0, 1, 5).branch(1, 2, 5).branch(2, 3, 4);
    /// let body = body.jump(3, 4).jump(4, 0).exit(5).statements(2, 1);
    /// let graph = FlowGraph::of(&body)?;
    /// let sizes = CompoundDecision::all(&graph).map(|d| d.conditions().len());
    /// assert!(sizes.eq([2, 1]));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn all(graph: &FlowGraph) -> impl Iterator<Item = Self> {
        Self::all_with(graph, 0)
    }

    /// Returns an iterator over the decisions as [`all`](Self::all) does, but conditions after the
    /// first one may have up to `statements` statements.
    ///
    /// Decisions that the graph says stay as they are. Pass 1 for graphs in which the evaluation of
    /// a condition counts as a statement. With a
    /// greater number, an `if` within an `if` is found as one decision even if statements stand
    /// between them. It then has the vectors of `a && b`, which are the paths through both.
    ///
    /// ```
    /// use sbst::flow::decisions::CompoundDecision;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// // if a && b { 2 } 3, with a statement in each condition
    /// let body = FlowBuilder::new()
    ///     .statements(0, 1).branch(0, 1, 3).statements(1, 1).branch(1, 2, 3);
    /// let graph = FlowGraph::of(&body.jump(2, 3).exit(3))?;
    /// assert_eq!(CompoundDecision::all_with(&graph, 1).count(), 1);
    /// assert_eq!(CompoundDecision::all(&graph).count(), 2);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn all_with(graph: &FlowGraph, statements: u32) -> impl Iterator<Item = Self> {
        graph.functions().flat_map(move |function| found_in(graph, function, statements))
    }
}

/// Returns the function of given conditions, and the conditions with their targets.
fn check(graph: &FlowGraph, given: &[Block]) -> Result<(Function, Vec<Row>), DecisionError> {
    let Some(&leader) = given.first() else { return Err(DecisionError::Empty) };
    if given.len() > MOST {
        return Err(DecisionError::TooMany { count: given.len() });
    }
    let mut all = IdSet::new();
    if let Some(&block) = given.iter().find(|&&block| !all.insert(block)) {
        return Err(DecisionError::Duplicate { block });
    }
    let other: Vec<Block> =
        given.iter().copied().filter(|&block| graph.two_ways(block).is_none()).collect();
    let (Some(function), true) = (graph.get_function_of(leader), other.is_empty()) else {
        return Err(DecisionError::NotTwoWay { blocks: other });
    };
    if let Some(&other) =
        given.iter().find(|&&block| graph.get_function_of(block) != Some(function))
    {
        return Err(DecisionError::TwoFunctions { first: leader, other });
    }
    let rows: Vec<Row> =
        given.iter().filter_map(|&block| Some((block, graph.two_ways(block)?))).collect();
    if let Some(row) = rows.iter().find(|row| rows.len() > 1 && row.1[0] == row.1[1]) {
        return Err(DecisionError::SameTarget { block: row.0 });
    }
    Ok((function, rows))
}

/// Returns the conditions to which the start of the function or an edge from outside leads.
fn entries(graph: &FlowGraph, function: Function, rows: &[Row]) -> IdSet<Block> {
    let all: IdSet<Block> = rows.iter().map(|row| row.0).collect();
    let (steps, first_block) = (Steps::of(graph, function), graph.entry(function));
    let is_outside = |&local: &u32| !all.contains(steps.block(local));
    let mut entries = IdSet::new();
    for &(block, _) in rows {
        let is_entered =
            block == first_block || steps.predecessors(graph.local(block)).iter().any(is_outside);
        // A condition to which no condition leads is an entry too, even if it cannot be reached.
        if is_entered || !rows.iter().any(|row| row.1.contains(&block)) {
            entries.insert(block);
        }
    }
    entries
}

/// Puts conditions into a topological order that takes, of the free conditions, the one that was
/// given first.
fn in_order(mut waiting: Vec<Row>, first: Block) -> Result<Vec<Row>, DecisionError> {
    let mut ordered = Vec::with_capacity(waiting.len());
    loop {
        let is_free =
            |block: Block| block == first || !waiting.iter().any(|row| row.1.contains(&block));
        let Some(place) = waiting.iter().position(|row| is_free(row.0)) else { break };
        ordered.push(waiting.remove(place));
    }
    // Conditions that are left over are on cycles or after them.
    if waiting.is_empty() {
        return Ok(ordered);
    }
    let mut blocks: Vec<Block> = waiting.iter().map(|row| row.0).collect();
    sort(&mut blocks);
    Err(DecisionError::Cycle { blocks })
}

/// Returns the decisions of a function, ascending. Conditions after the first one have at most
/// `statements` statements.
fn found_in(graph: &FlowGraph, function: Function, statements: u32) -> Vec<CompoundDecision> {
    let first_block = graph.entry(function);
    let local = |block: Block| block.index() - first_block.index();
    // By block: its targets if it is a two-way block. Below: the number of edges that lead to it.
    let ways: Vec<Option<[Block; 2]>> =
        graph.blocks_of(function).map(|block| graph.two_ways(block)).collect();
    let mut incoming = vec![0_u32; ways.len()];
    for block in graph.blocks_of(function).filter(|&block| graph.is_reachable(block)) {
        for (_, target) in graph.successors(block) {
            incoming[local(target)] += 1;
        }
    }
    // Blocks that may be conditions after the first one. The entry of the function is always
    // entered from outside.
    let mut taken = vec![false; ways.len()];
    let said = graph.said_in(function);
    for member in said {
        taken[local(member.block)] = true;
    }
    let is_said = taken.clone();
    let may_follow = |block: Block| {
        let is_decision = ways[local(block)].is_some_and(|[on_true, on_false]| on_true != on_false);
        is_decision
            && graph.statements(block) <= statements
            && block != first_block
            && !is_said[local(block)]
    };

    let mut found = said_in(graph, function);
    // In reverse postorder, the first condition of a decision comes before its other conditions.
    for &number in graph.rows(function).order {
        let first = Block::new(number);
        let ways_of_first = match ways[local(first)] {
            Some(ways) if !taken[local(first)] && graph.is_reachable(first) => ways,
            _ => continue,
        };
        let mut grown = Grown { row: Vec::new(), ends: Vec::new(), fixed: 0, best: 1 };
        grown.push(first, ways_of_first, may_follow);
        // An end can be the next condition if all edges to it come from the row.
        let is_next = |end: &&(Block, u32)| {
            end.0 != first && may_follow(end.0) && incoming[local(end.0)] == end.1
        };
        if ways_of_first[0] != ways_of_first[1] {
            // The row grows as a topological order of the blocks that can be entered from `first`
            // only. Claim: each such order begins with the conditions of every decision that begins
            // with `first`. Proof: a condition that leads to no other condition of the decision
            // leads to both ends. Every condition leads to such a one, so both ends, and everything
            // after them, wait for all conditions. So the greatest decision is the longest prefix
            // of the row with two ends.
            //
            // Ends that cannot be conditions stay ends for ever. Once there are three, no longer
            // prefix has two ends. Without this test, a chain of `else if` would be read 64
            // conditions ahead from each of its conditions. No more than 64 are read in vain, so
            // that each step looks at few ends, and what is read twice is bounded.
            while grown.row.len() < grown.best + MOST && grown.fixed <= 2 {
                let Some(&(block, _)) = grown.ends.iter().find(is_next) else { break };
                let Some(ways) = ways[local(block)] else { break };
                grown.push(block, ways, may_follow);
            }
        }
        grown.row.truncate(grown.best);
        for row in &grown.row {
            taken[local(row.0)] = true;
        }
        // This is always a decision: the prefix has two ends, or is a single condition. The last of
        // several conditions has two different targets, and both are ends.
        found.extend(decision_of(grown.row).ok().flatten());
    }
    sort_by_key(&mut found, |decision| decision.conditions()[0]);
    found
}

/// Conditions that follow from a first one, and the blocks to which they lead.
struct Grown {
    /// The conditions with their targets, in an order of evaluation.
    row: Vec<Row>,
    /// The blocks to which the row leads, with the number of edges from the row, ascending.
    ends: Vec<(Block, u32)>,
    /// Number of ends that cannot be conditions.
    fixed: usize,
    /// Length of the longest prefix of the row with at most two ends.
    best: usize,
}

impl Grown {
    /// Adds a condition, which was an end until now.
    fn push(&mut self, block: Block, ways: [Block; 2], may_follow: impl Fn(Block) -> bool) {
        if let Ok(place) = self.ends.binary_search_by_key(&block, |end| end.0) {
            self.ends.remove(place);
        }
        self.row.push((block, ways));
        for target in ways {
            match self.ends.binary_search_by_key(&target, |end| end.0) {
                Ok(place) => self.ends[place].1 += 1,
                Err(place) => {
                    self.ends.insert(place, (target, 1));
                    self.fixed += usize::from(target == self.row[0].0 || !may_follow(target));
                }
            }
        }
        if self.ends.len() <= 2 {
            self.best = self.row.len();
        }
    }
}

// The decisions that a graph says, and the check that a decision belongs to a graph.

/// Returns the decisions that the graph says of a function, ascending.
pub(super) fn said_in(graph: &FlowGraph, function: Function) -> Vec<CompoundDecision> {
    let members = graph.said_in(function);
    if members.is_empty() {
        return Vec::new();
    }
    let (steps, first) = (Steps::of(graph, function), graph.entry(function).number());
    let before = |local| steps.predecessors(local);
    let said = said_decisions(members, first, |block| graph.ways(block), before);
    said.unwrap_or_default() // the members were checked when the function was added
}

/// Check that decisions belong to a function: each takes time linear in its conditions and
/// operands, not in the function.
///
/// ```
/// use sbst::flow::decisions::{CompoundDecision, DecisionCheck};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // if a && b { 2 } else { 3 }, and if a || b { 2 } else { 3 }
/// let and = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
/// let or = FlowBuilder::new().branch(0, 2, 1).branch(1, 2, 3).exit(2).exit(3);
/// let [and, or] = [FlowGraph::of(&and)?, FlowGraph::of(&or)?];
/// let decision = CompoundDecision::all(&and).next().expect("one decision");
/// let has = |graph| DecisionCheck::of(graph, Function::new(0)).has(&decision);
/// assert_eq!([has(&and), has(&or)], [true, false]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Debug)]
pub struct DecisionCheck<'a> {
    graph: &'a FlowGraph,
    function: Function,
    steps: Steps,
    said: Vec<CompoundDecision>,
}

impl<'a> DecisionCheck<'a> {
    /// Reads a function, of which no decision belongs to it if the graph does not have it. O(blocks).
    #[must_use]
    pub fn of(graph: &'a FlowGraph, function: Function) -> Self {
        let (steps, said) = (Steps::of(graph, function), said_in(graph, function));
        Self { graph, function, steps, said }
    }

    /// Returns `true` if this is a decision of the function: a decision of another graph may have
    /// the same conditions, but other edges or ends.
    #[must_use]
    pub fn has(&self, decision: &CompoundDecision) -> bool {
        let Some(&first) = decision.conditions().first() else { return false };
        let at = self.said.binary_search_by_key(&first, |known| known.conditions()[0]);
        // What is said does not forbid what was made of the same conditions by their edges.
        at.is_ok_and(|at| self.said[at] == *decision) || self.follows_rules(decision)
    }

    /// Returns `true` if the conditions have the edges of the decision, and control enters all but
    /// the first one only from conditions.
    fn follows_rules(&self, decision: &CompoundDecision) -> bool {
        let Some(first_block) = self.graph.get_block(self.function, 0) else { return false };
        let ends = decision.ends();
        let places: IdMap<Block, usize> = decision.conditions().iter().copied().zip(0..).collect();
        let is_right = |(place, &block): (usize, &Block)| {
            let Some(ways) = self.graph.two_ways(block) else { return false };
            let leads = [true, false].into_iter().zip(ways).all(|(value, target)| {
                match (decision.next(place, value), places.get(target)) {
                    (Some(Next::Condition(next)), Some(&known)) => next == known,
                    (Some(Next::End(holds)), None | Some(0)) => ends[usize::from(!holds)] == target,
                    _ => false,
                }
            });
            let own = block.number().wrapping_sub(first_block.number());
            let sources = || self.steps.predecessors(own).iter();
            leads
                && (place == 0
                    || block != first_block
                        && sources().all(|&local| places.contains(self.steps.block(local))))
        };
        let is_within = |&block: &Block| self.graph.get_function_of(block) == Some(self.function);
        decision.operands().is_empty()
            && decision.conditions().iter().all(is_within)
            && decision.conditions().iter().enumerate().all(is_right)
    }
}
