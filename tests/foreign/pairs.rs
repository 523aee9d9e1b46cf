//! A kind of goals that appear as executions come, as a crate of its own would write it: "take this
//! branch as the next decision after that one, in one activation".
//!
//! Of a branch that an execution took, all pairs become goals that begin with it. A search pursues
//! one pair of each first branch at a time: the others are set aside, and taken up when it is
//! covered.

use sbst::distance::Distance;
use sbst::execution::{Execution, Fact, Facts, On};
use sbst::flow::{Automaton, Edge, FlowGraph, GraphMismatch, History, HistoryError, Outcome};
use sbst::id::{Block, Branch};
use sbst::objective::{Discovery, Goal, Goals, HistoryGoal, Kind, Needs, Reader};
use sbst::selection::Pursuit;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const PAIR: Kind = Kind::new("pair").unwrap();

/// The branch of the last decision.
struct Last;

impl Automaton for Last {
    type State = Option<(Block, Outcome)>;
    fn start(&self) -> Self::State {
        None
    }
    fn next(&self, state: Self::State, from: Block, edge: Outcome, _: Block) -> Self::State {
        if edge.is_decided() { Some((from, edge)) } else { state }
    }
}

/// All pairs of a program, each with the branches of the copies that cover it.
struct Pairs {
    history: History,
    copies: BTreeMap<(Branch, Branch), Vec<Branch>>,
    /// The branches that a pair can begin with.
    firsts: BTreeMap<Branch, Edge>,
}

impl Pairs {
    fn of(graph: &FlowGraph) -> Result<Self, HistoryError> {
        let mut builder = History::builder(graph);
        let mut states = Vec::new();
        for function in graph.functions() {
            states.extend(builder.copy(function, &Last)?.states);
        }
        let history = builder.build();
        let mut copies: BTreeMap<_, Vec<_>> = BTreeMap::new();
        // The copies of functions are numbered one after the other, and so are their blocks.
        for (copy, state) in history.graph().all_blocks().zip(states) {
            let first = state.and_then(|(block, outcome)| graph.branch(block, outcome));
            for branch in history.graph().branches_of(copy) {
                let is_decided = history.graph().edge(branch).outcome.is_decided();
                let second = history.branch_of(graph, branch).filter(|_| is_decided);
                if let Some(pair) = first.zip(second) {
                    copies.entry(pair).or_default().push(branch);
                }
            }
        }
        let firsts = copies.keys().map(|pair| (pair.0, graph.edge(pair.0))).collect();
        Ok(Self { history, copies, firsts })
    }
}

/// Finds pairs, and says which of them to pursue.
pub struct PairFinder {
    number: u32,
    all: Arc<Pairs>,
    facts: [Fact; 1],
    /// The branches of which all pairs are goals.
    begun: BTreeSet<Branch>,
    /// The pairs that were seen.
    seen: BTreeSet<(Branch, Branch)>,
    /// The first branches of which something changed.
    changed: BTreeSet<Branch>,
}

impl PairFinder {
    /// `number` is the user's.
    pub fn new(graph: &FlowGraph, number: u32) -> Result<Self, HistoryError> {
        let all = Arc::new(Pairs::of(graph)?);
        let (begun, seen, changed) = Default::default();
        let facts = [all.history.fact()];
        Ok(Self { number, all, facts, begun, seen, changed })
    }

    fn goal(&self, (first, second): (Branch, Branch)) -> Goal {
        PAIR.goal([self.number, first.number(), second.number()])
    }

    fn objective(&self, pair: (Branch, Branch)) -> HistoryGoal {
        let (first, second) = pair;
        let needs = Needs::at([second])
            .entailing([first, second])
            .in_words(format!("{second} right after {first}"));
        let copies = self.all.copies[&pair].iter().copied();
        HistoryGoal::new(self.goal(pair), needs, &self.all.history, copies)
    }

    fn pair(&self, goal: Goal) -> Option<(Branch, Branch)> {
        let Goal::Of(PAIR, [_, first, second, _]) = goal else { return None };
        let pair = (Branch::new(first), Branch::new(second));
        (goal == self.goal(pair) && self.all.copies.contains_key(&pair)).then_some(pair)
    }

    fn from(&self, first: Branch) -> impl Iterator<Item = (Branch, Branch)> + use<'_> {
        let last = (first, Branch::new(u32::MAX));
        self.all.copies.range((first, Branch::new(0))..=last).map(|row| *row.0)
    }

    /// All pairs of a first branch become goals.
    fn begin_with<X: Facts + ?Sized>(&mut self, goals: &mut Goals<X>, first: Branch) {
        if self.begun.insert(first) {
            self.changed.insert(first);
            for pair in self.from(first) {
                goals.push(self.objective(pair));
            }
        }
    }

    fn note(&mut self, pair: (Branch, Branch)) {
        if self.seen.insert(pair) {
            self.changed.insert(pair.0);
        }
    }
}

impl<X: Facts + ?Sized> Discovery<X> for PairFinder {
    fn reader(&self) -> Reader {
        Reader::Kind(PAIR)
    }
    fn facts(&self) -> &[Fact] {
        &self.facts
    }
    fn finds(&self, goal: Goal) -> bool {
        self.pair(goal).is_some()
    }
    fn begin(&mut self, goals: &mut Goals<X>) -> Result<(), GraphMismatch> {
        goals.follow(&self.all.history)
    }
    fn see(&mut self, goals: &mut Goals<X>, run: &X) {
        let all = self.all.clone();
        let on = On(run, all.history.plane());
        let took = |run: &dyn Execution, edge| run.branch_distance(edge) == Some(Distance::ZERO);
        for (&first, &edge) in &all.firsts {
            if run.branch_distance(edge) == Some(Distance::ZERO) {
                self.begin_with(goals, first);
            }
        }
        for (&pair, copies) in &all.copies {
            if copies.iter().any(|&copy| took(&on, all.history.graph().edge(copy))) {
                self.note(pair);
            }
        }
    }
    fn adopt(&mut self, goals: &mut Goals<X>, found: &[(Goal, bool)]) {
        for &(goal, is_covered) in found {
            if let Some(pair) = self.pair(goal) {
                self.begin_with(goals, pair.0);
                if is_covered {
                    self.note(pair);
                }
            }
        }
    }
    fn take_pursuit(&mut self, goals: &Goals<X>) -> Pursuit {
        let mut pursuit = Pursuit::default();
        for first in std::mem::take(&mut self.changed) {
            let open = self.from(first).filter(|pair| !self.seen.contains(pair));
            let mut open = open.filter_map(|pair| goals.find(self.goal(pair)));
            pursuit.take_up.extend(open.next());
            pursuit.set_aside.extend(open);
        }
        pursuit
    }
}
