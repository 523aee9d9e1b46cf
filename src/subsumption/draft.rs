//! Construction of the relation from control flow: events of a program, and pairs between events and
//! goals.
//!
//! The relation of n goals may have n^2 pairs, and all of them follow from few. So each goal is
//! linked to the events that define it, and each event only to the nearest events that it implies: a
//! block to its immediate dominator, a statement to the statement before it. Space stays linear,
//! and [`Subsumption::collapse`] follows the chains.

use super::Subsumption;
use super::ancestors::Ancestors;
use super::reason::{Event, ImplicationReason};
use super::relation::Node;
use crate::flow::{Dominators, FlowGraph, Outcome, Spot};
use crate::id::{Block, Branch, Function, GoalId, IdMap, IdSet, Line, Mutant, Statement};
use crate::objective::{Goal, Goals, Needs, Place, Program};
use alloc::vec;
use alloc::vec::Vec;

/// A goal to reach a line, with the first statement of the line in each block.
type SpreadLine = (GoalId, Vec<Statement>);

/// A relation under construction, with its events by what they are about.
///
/// The events that blocks are entered come first, so that an event of this kind has the number of its
/// block. All other events are added when they are first needed.
pub(super) struct Draft<'a> {
    graph: &'a FlowGraph,
    relation: Subsumption,
    /// For each block, `true` if it has an exception edge.
    throws: Vec<bool>,
    /// For each block, the event that it is completed, once it is needed.
    completes: IdMap<Block, Node>,
    /// For each branch, the event that it is taken, once it is needed.
    takes: IdMap<Branch, Node>,
    /// For each statement, by block and index, the event that it is reached, once it is needed. The
    /// first statement of a block has no such event: it is reached when the block is entered.
    statements: IdMap<(Block, u32), Node>,
    /// For each function, the lines that lie in several of its blocks, and in no other function.
    spread_lines: Vec<Vec<SpreadLine>>,
}

impl<'a> Draft<'a> {
    /// Creates a draft with the events that blocks are entered, and without pairs.
    pub(super) fn new(graph: &'a FlowGraph) -> Self {
        let mut relation = Subsumption::default();
        relation.events.extend(graph.all_blocks().map(Event::Enters));
        let is_exception = |(outcome, _)| matches!(outcome, Outcome::Exception(_));
        let throws =
            graph.all_blocks().map(|block| graph.successors(block).any(is_exception)).collect();
        let spread_lines = vec![Vec::new(); graph.function_count()];
        Self {
            graph,
            relation,
            throws,
            completes: IdMap::new(),
            takes: IdMap::new(),
            statements: IdMap::new(),
            spread_lines,
        }
    }

    /// Returns the event that a block is entered.
    fn enters(&self, block: Block) -> Node {
        Node::Event(block.number())
    }

    /// Returns the event that a block is completed.
    fn completes(&mut self, block: Block) -> Node {
        *self.completes.get_or_insert_with(block, || self.relation.event(Event::Completes(block)))
    }

    /// Returns the event that a branch is taken.
    fn takes(&mut self, branch: Branch) -> Node {
        *self.takes.get_or_insert_with(branch, || self.relation.event(Event::Takes(branch)))
    }

    /// Returns the event that a statement is reached. An index past the last statement stands for
    /// the end of the block.
    fn reaches(&mut self, statement: Statement) -> Node {
        if statement.index == 0 {
            return self.enters(statement.block);
        }
        let new = || self.relation.event(Event::Reaches(statement));
        *self.statements.get_or_insert_with((statement.block, statement.index), new)
    }

    /// Adds the pair that `from` implies `to`.
    fn imply(&mut self, from: Node, to: Node, reason: ImplicationReason) {
        self.relation.pair(from, to, reason);
    }

    /// Adds the two pairs by which a goal and the event that defines it imply one another.
    fn equal(&mut self, one: Node, other: Node) {
        self.imply(one, other, ImplicationReason::Meaning);
        self.imply(other, one, ImplicationReason::Meaning);
    }

    /// Links each goal to the events that it requires, and to the events that cover it.
    pub(super) fn place<X: ?Sized>(
        &mut self,
        goals: &Goals<X>,
        program: &Program<'_>,
        always_infected: &[Mutant],
    ) {
        let methods: IdSet<_> = program.methods().iter().map(|method| method.function).collect();
        let called = |function: Function| {
            if methods.contains(function) { goals.find(Goal::Method(function)) } else { None }
        };
        // If several mutants of the program have one number, the first of them is the goal.
        let mut mutants = IdMap::new();
        for goal in program.mutants() {
            mutants.get_or_insert_with(goal.mutant, || goal.statement);
        }
        let infected: IdSet<_> = always_infected.iter().copied().collect();
        for id in goals.ids() {
            let goal = Node::Goal(id);
            // A pair in both directions only where the event is exactly what the goal asks for. A
            // direct branch, for example, requires that the branch is taken, but an indirect call
            // may take the branch, too.
            if let Some(event) = self.meaning(goals.goal(id)) {
                self.equal(goal, event);
                continue;
            }
            match goals.goal(id) {
                Goal::DirectBranch(branch) if self.graph.get_edge(branch).is_some() => {
                    let takes = self.takes(branch);
                    let function = self.graph.function_of(self.graph.edge(branch).source);
                    self.place_direct(goal, Some(takes), called(function));
                }
                Goal::DirectEntry(function) => {
                    let entry = self.meaning(Goal::Entry(function));
                    self.place_direct(goal, entry, called(function));
                }
                Goal::Line(line) => self.place_line(id, program, line),
                Goal::Mutant(mutant) => {
                    if let Some(&statement) = mutants.get(mutant)
                        && Spot::Statement(statement).function_in(self.graph).is_some()
                    {
                        self.place_mutant(goal, statement, infected.contains(mutant));
                    }
                }
                Goal::MethodNoException(function) => {
                    if let Some(called) = goals.find(Goal::Method(function)) {
                        self.imply(goal, Node::Goal(called), ImplicationReason::Returns);
                    }
                }
                _ => self.place_entailed(goal, goals, id),
            }
        }
    }

    /// Returns the event that is exactly what a goal asks for, if there is one.
    fn meaning(&mut self, goal: Goal) -> Option<Node> {
        match goal {
            Goal::Branch(_) | Goal::Block(_) | Goal::Entry(_) | Goal::MethodEntry(_) => {
                self.reached_at(goal.place()?.into())
            }
            Goal::Statement(statement) => self.reached_at(Spot::Statement(statement)),
            _ => None,
        }
    }

    /// Returns the event that a spot is reached; `None` if the program does not have it.
    fn reached_at(&mut self, spot: Spot) -> Option<Node> {
        let function = spot.function_in(self.graph)?;
        Some(match spot {
            Spot::Branch(branch) => self.takes(branch),
            Spot::Block(block) => self.enters(block),
            Spot::Statement(statement) => self.reaches(statement),
            Spot::Function(_) => self.enters(self.graph.entry(function)),
        })
    }

    /// Links a goal that asks for a direct call to the event and the method goal that it implies.
    fn place_direct(&mut self, goal: Node, event: Option<Node>, method: Option<GoalId>) {
        for implied in [event, method.map(Node::Goal)].into_iter().flatten() {
            self.imply(goal, implied, ImplicationReason::DirectCall);
        }
    }

    /// Links a mutant goal to its statement, and to the next one if it is always infected.
    fn place_mutant(&mut self, goal: Node, statement: Statement, is_always_infected: bool) {
        let reaches = self.reaches(statement);
        self.imply(goal, reaches, ImplicationReason::Mutated);
        // The next statement, and not this one: a statement that throws may not have evaluated the
        // mutant.
        if is_always_infected && let Some(next) = statement.index.checked_add(1) {
            let passed = self.reaches(statement.block.statement(next));
            self.imply(passed, goal, ImplicationReason::AlwaysInfected);
        }
    }

    /// Places a goal by what it says that it entails.
    fn place_entailed<X: ?Sized>(&mut self, goal: Node, goals: &Goals<X>, id: GoalId) {
        let (identity, Some(needs)) = (goals.goal(id), goals.needs(id)) else { return };
        if let (Goal::Of(..), Some(block)) = (identity, sole_block(&needs)) {
            self.imply_reached(goal, Spot::Block(block));
        }
        let Some(said) = needs.said() else { return };
        let takes = said.entailed_by.and_then(|branch| self.reached_at(Spot::Branch(branch)));
        if let Some(takes) = takes {
            self.imply(takes, goal, ImplicationReason::Meaning);
        }
        for &spot in &said.entailed {
            self.imply_reached(goal, spot);
        }
        for known in said.entailed_goals.iter().filter_map(|&known| goals.find(known)) {
            self.imply(goal, Node::Goal(known), ImplicationReason::Meaning);
        }
    }

    /// Adds that a goal entails a spot, if the graph has it.
    fn imply_reached(&mut self, goal: Node, spot: Spot) {
        if let Some(event) = self.reached_at(spot) {
            self.imply(goal, event, ImplicationReason::Meaning);
        }
    }

    /// Links a line goal to the first statement of the line in each block.
    ///
    /// A line is reached with any of its statements. Within a block, the first one is reached
    /// before the others.
    fn place_line(&mut self, id: GoalId, program: &Program<'_>, line: Line) {
        let statements = program.lines().map_or(&[][..], |lines| lines.statements_on(line));
        let in_each_block =
            statements.chunk_by(|a, b| a.block == b.block).filter_map(|same| same.first());
        // Statements in blocks that cannot be reached are never reached, so they take no part.
        let firsts: Vec<_> = in_each_block
            .copied()
            .filter(|statement| self.graph.is_reachable(statement.block))
            .collect();
        for &statement in &firsts {
            let reaches = self.reaches(statement);
            self.imply(reaches, Node::Goal(id), ImplicationReason::Meaning);
            // Only with a single place the line implies this place. With several, it may have been
            // reached at another one.
            if firsts.len() == 1 {
                self.imply(Node::Goal(id), reaches, ImplicationReason::Meaning);
            }
        }
        let function = |statement: &Statement| self.graph.function_of(statement.block);
        if let [first, _, ..] = &firsts[..]
            && firsts.iter().all(|place| function(place) == function(first))
        {
            let first = *first;
            self.spread_lines[function(&first).index()].push((id, firsts));
        }
    }

    /// Adds the pairs that hold for a function if each of its executions comes to an exit:
    /// post-dominators, and later statements.
    pub(super) fn terminate(&mut self, function: Function) {
        let base = self.graph.block_range(function).start;
        // Backwards from the exits: the blocks from which a real exit can be reached.
        // Post-dominators of the others rest on virtual edges out of endless loops, which no
        // execution takes.
        let (_, previous) = self.graph.neighbours(function);
        let mut ends = vec![false; self.graph.blocks_of(function).len()];
        let mut waiting: Vec<u32> = (0..ends.len() as u32)
            .filter(|&local| self.graph.is_exit(Block::new(base + local)))
            .collect();
        while let Some(local) = waiting.pop() {
            if !core::mem::replace(&mut ends[local as usize], true) {
                waiting.extend_from_slice(previous.of(local));
            }
        }
        for block in
            self.graph.blocks_of(function).filter(|block| ends[(block.number() - base) as usize])
        {
            if let Some(later) = self.graph.immediate_post_dominator(block) {
                let (enters, later) = (self.enters(block), self.enters(later));
                self.imply(enters, later, ImplicationReason::PostDominates);
            }
            // The block runs to its end only if it has no other way out: neither an exception edge,
            // nor an exit beside other edges.
            let leaves_midway =
                self.graph.is_exit(block) && self.graph.successors(block).next().is_some();
            if !leaves_midway && !self.throws[block.index()] && self.graph.is_reachable(block) {
                let completes = self.completes(block);
                self.imply(self.enters(block), completes, ImplicationReason::Later);
            }
        }
    }

    /// Adds the pairs from blocks, branches and spread lines of a function to what lies on every
    /// way to them: dominators, and the blocks of a branch. If `exact`, it also adds what is
    /// certain to be recorded on the way: completed blocks, and only ways in.
    pub(super) fn dominate(&mut self, function: Function, exact: bool) {
        let graph = self.graph;
        let dominators = graph.dominators(function);
        // The immediate dominator is enough: a chain leads on to all others.
        for block in graph.blocks_of(function) {
            if let Some(above) = dominators.immediate(block) {
                let passed = self.passed(above, exact);
                self.imply(self.enters(block), passed, ImplicationReason::Dominates);
            }
        }
        if exact {
            self.name_only_ways(function, &dominators);
        }
        // Branches imply their two blocks. Only branches that some goal or some only way needs have
        // an event; others would be no use in a chain.
        for branch in graph.branch_range_of(function).map(Branch::new) {
            let Some(&takes) = self.takes.get(branch) else { continue };
            let edge = graph.edge(branch);
            let at_end = exact && !matches!(edge.outcome, Outcome::Exception(_));
            let source =
                if at_end { self.completes(edge.source) } else { self.enters(edge.source) };
            self.imply(takes, source, ImplicationReason::Source);
            self.imply(takes, self.enters(edge.target), ImplicationReason::Target);
        }
        // A line in several blocks implies what lies on every way to each of them: their nearest
        // common dominator.
        let lines = core::mem::take(&mut self.spread_lines[function.index()]);
        if !lines.is_empty() {
            let tree = Ancestors::new(graph, function, &dominators);
            for (id, places) in lines {
                let common = places[1..]
                    .iter()
                    .fold(places[0].block, |common, place| tree.common(common, place.block));
                let own = places.iter().find(|place| place.block == common);
                let passed = match own {
                    // One of the blocks dominates the others. The line is reached in it, or in a
                    // later block after passing its statement there.
                    Some(&statement)
                        if exact
                            && !self.throws[common.index()]
                            && statement.index <= self.graph.statements(common) =>
                    {
                        self.reaches(statement)
                    }
                    Some(_) => self.enters(common),
                    None => self.passed(common, exact),
                };
                self.imply(Node::Goal(id), passed, ImplicationReason::Dominates);
            }
        }
    }

    /// Returns the strongest event about a block that an execution has left: if the recording is
    /// exact and no exception can leave the block early, the block is completed; otherwise it is
    /// entered.
    fn passed(&mut self, block: Block, exact: bool) -> Node {
        if exact && !self.throws[block.index()] {
            self.completes(block)
        } else {
            self.enters(block)
        }
    }

    /// Adds the pairs from each block with a single way in to that way. Ways in from blocks that
    /// the block dominates are not counted.
    fn name_only_ways(&mut self, function: Function, dominators: &Dominators) {
        let graph = self.graph;
        let base = graph.block_range(function).start;
        // For each block, by its number within the function: the number of ways in, and the branch
        // of the last one.
        let mut ways = vec![(0_u32, None); graph.blocks_of(function).len()];
        for source in graph.blocks_of(function).filter(|&block| graph.is_reachable(block)) {
            let mut branches = graph.branches_of(source);
            for (_, target) in graph.successors(source) {
                // If a block has branches, they are its edges, in the same order.
                let branch = branches.next();
                // An edge from a block that the target dominates, such as the end of a loop, cannot
                // be the first way in.
                if !dominators.dominates(target, source) {
                    let (count, way) = &mut ways[(target.number() - base) as usize];
                    (*count, *way) = (*count + 1, branch);
                }
            }
        }
        // The entry has none: it dominates all blocks, and is entered by a call.
        for (block, (_, way)) in
            graph.blocks_of(function).zip(ways).filter(|(_, (count, _))| *count == 1)
        {
            let Some(edge) = way.and_then(|branch| graph.get_edge(branch)) else { continue };
            if edge.outcome.is_decided() {
                let takes = self.takes(edge.branch);
                self.imply(self.enters(block), takes, ImplicationReason::OnlyWay);
            } else if !matches!(edge.outcome, Outcome::Exception(_)) {
                let completes = self.completes(edge.source);
                self.imply(self.enters(block), completes, ImplicationReason::OnlyWay);
            }
        }
    }

    /// Links the statements of each block in a row, and the completion of a block to its last
    /// statement. Returns the relation.
    pub(super) fn order_statements(mut self) -> Subsumption {
        // Only statements that have an event: a statement that no goal needs is left out of the row,
        // and the row is still complete.
        let statements = core::mem::take(&mut self.statements);
        let mut before: Option<(Block, Node)> = None;
        for ((block, _), &reaches) in statements.iter() {
            let earlier = before
                .filter(|&(same, _)| same == block)
                .map_or(self.enters(block), |(_, node)| node);
            self.imply(reaches, earlier, ImplicationReason::Earlier);
            before = Some((block, reaches));
        }
        for (block, &completes) in core::mem::take(&mut self.completes).iter() {
            // Statements after the declared ones may have events, too. They are not part of the
            // completion, but the end of the block is.
            let end = (block, self.graph.statements(block));
            let last = statements.range((block, 0)..=end).next_back();
            let last = last.map_or(self.enters(block), |(_, &reaches)| reaches);
            self.imply(completes, last, ImplicationReason::Earlier);
        }
        self.relation
    }
}

/// Returns the block of a goal that has no other place.
fn sole_block(needs: &Needs) -> Option<Block> {
    let mut places = needs.places();
    // A goal at several places may be covered at one of them, so that it implies none.
    match (places.next(), places.next()) {
        (Some(Place::Block(block)), None) => Some(block),
        _ => None,
    }
}
