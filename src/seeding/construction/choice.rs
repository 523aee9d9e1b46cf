//! Choice of the variables that a plan builds: those that can be built, as far as they fit within the limit.

use super::graph::ConstructionGraph;
use super::node::Node;
use super::step::UnbuiltReason;
use crate::flow::dependences::{InstructionKind, Role};
use crate::id::Variable;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

impl ConstructionGraph {
    /// Returns the fate of each variable without a limit, and the order of Kahn's algorithm.
    pub(super) fn fates(&self, mut cost: impl FnMut(&Node) -> Option<usize>) -> (Vec<Fate>, Vec<Variable>) {
        let mut fates = vec![Fate::Waiting; self.nodes().len()];
        let mut order = Vec::with_capacity(self.nodes().len());
        let mut missing: Vec<usize> = self.nodes().iter().map(|node| node.producers.len()).collect();
        // OBJ, Algorithm 1, lines 2 and 3: the nodes with no parents.
        let mut queue: VecDeque<&Node> = self.nodes().iter().filter(|node| node.producers.is_empty()).collect();
        while let Some(node) = queue.pop_front() {
            fates[node.variable.index()] = fate(node, &fates, &mut cost);
            order.push(node.variable);
            for &(_, user) in &node.users {
                // Line 8, without putting anything back: a node enters the queue with the last of its parents.
                missing[user.index()] -= 1;
                if missing[user.index()] == 0 {
                    queue.push_back(self.node(user));
                }
            }
        }
        (fates, order)
    }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fate {
    /// A producer is on a cycle, or it is itself.
    Waiting,
    /// It has a step with this number of statements.
    PlanStep(usize),
    /// It can be built without a step: a choice, a computation, or a call that stands for what it returns.
    Free,
    Unbuilt(UnbuiltReason),
}

impl Fate {
    pub(super) const fn is_built(self) -> bool {
        matches!(self, Self::PlanStep(_) | Self::Free)
    }
}

/// Returns the fate of a variable whose producers are all decided.
fn fate(node: &Node, fates: &[Fate], cost: &mut impl FnMut(&Node) -> Option<usize>) -> Fate {
    // All producers come before the node in the order, so their fates are known.
    let is_built = |of: Variable| fates[of.index()].is_built();
    let has_own_receiver = || node.constants().any(|(role, _)| role == Role::Receiver);
    // A call can be made even if the variable that it returns cannot be built: then it returns what the program finds there.
    let needed = |&&(role, _): &&(Role, Variable)| node.kind != InstructionKind::Call || role != Role::Returned;
    let mut parents = node.producers.iter().filter(needed).map(|&(_, of)| of);
    let unbuilt = match node.kind {
        InstructionKind::Field(_) | InstructionKind::Element if node.receiver().is_none() => Some(UnbuiltReason::NoReceiver),
        InstructionKind::Call if node.receiver().is_none() && has_own_receiver() => Some(UnbuiltReason::NoReceiver),
        // A choice can be built by any one of its values.
        InstructionKind::Cast if node.producers.iter().any(|&(_, of)| is_built(of)) => None,
        _ => parents.find(|&of| !is_built(of)).map(UnbuiltReason::Parent),
    };
    let reason = match unbuilt {
        None if matches!(node.kind, InstructionKind::Cast | InstructionKind::Other) => return Fate::Free,
        None => match cost(node) {
            Some(cost) => return Fate::PlanStep(cost),
            None => UnbuiltReason::Refused,
        },
        Some(reason) => reason,
    };
    if node.returned().is_some_and(is_built) { Fate::Free } else { Fate::Unbuilt(reason) }
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum State {
    Unneeded,
    Missed,
    Chosen,
}

/// Number of visits for each variable and edge of the graph that a plan makes for wanted variables that do not fit.
const VISITS: usize = 64;

/// Choice of the variables that are built within the limit.
pub(super) struct Choice<'a> {
    graph: &'a ConstructionGraph,
    fates: &'a [Fate],
    /// Number of statements that are left.
    left: usize,
    /// Number of visits that are left for wanted variables that do not fit. After that, no more variables are tried.
    visits_left: usize,
    pub(super) state: Vec<State>,
    /// The last walk that visited each variable.
    stamps: Vec<u64>,
    stamp: u64,
}

impl<'a> Choice<'a> {
    pub(super) fn new(graph: &'a ConstructionGraph, fates: &'a [Fate], statements: usize) -> Self {
        let edges: usize = graph.nodes().iter().map(|node| 1 + node.producers.len()).sum();
        Self {
            graph,
            fates,
            left: statements,
            visits_left: edges.saturating_mul(VISITS),
            state: vec![State::Unneeded; graph.nodes().len()],
            stamps: vec![0; graph.nodes().len()],
            stamp: 0,
        }
    }

    /// Chooses a variable and all that it needs, if that fits.
    pub(super) fn take(&mut self, variable: Variable) -> bool {
        if self.state[variable.index()] == State::Chosen {
            return true;
        }
        if self.visits_left == 0 {
            return false;
        }
        // A depth-first search over the needs that are not chosen yet. It changes nothing until it is known that all of them fit.
        let (mut fresh, mut left, mut visits) = (Vec::new(), self.left, 0);
        let mut work = vec![variable];
        // A new stamp clears the marks of the search before in constant time.
        self.stamp += 1;
        while let Some(at) = work.pop() {
            visits += 1;
            if self.state[at.index()] == State::Chosen || core::mem::replace(&mut self.stamps[at.index()], self.stamp) == self.stamp
            {
                continue;
            }
            let statements = if let Fate::PlanStep(statements) = self.fates[at.index()] { statements } else { 0 };
            let Some(rest) = left.checked_sub(statements) else {
                // Only failed searches spend the budget: the variables of successful ones are not visited again.
                self.visits_left = self.visits_left.saturating_sub(visits);
                return false;
            };
            left = rest;
            fresh.push(at);
            work.extend(self.needs(at));
        }
        self.left = left;
        for at in fresh {
            self.state[at.index()] = State::Chosen;
        }
        true
    }

    /// Returns the producers that a variable is built of.
    fn needs(&self, variable: Variable) -> impl Iterator<Item = Variable> + use<'a> {
        let (node, fates) = (self.graph.node(variable), self.fates);
        let stands_for_returned = node.kind == InstructionKind::Call && fates[variable.index()] == Fate::Free;
        let counts = move |role| !stands_for_returned || role == Role::Returned;
        let built = node.producers.iter().filter(move |&&(role, of)| counts(role) && fates[of.index()].is_built());
        built.map(|&(_, of)| of)
    }

    /// Marks what is not built because some variables did not fit.
    pub(super) fn mark_missed(&mut self, mut work: Vec<Variable>) {
        while let Some(at) = work.pop() {
            if self.state[at.index()] == State::Unneeded {
                self.state[at.index()] = State::Missed;
                work.extend(self.needs(at));
            }
        }
    }
}
