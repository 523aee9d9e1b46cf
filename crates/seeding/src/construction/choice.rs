//! Choice of the variables that a plan builds: variables that can be built, and that fit within the
//! limit of statements.

use super::graph::ConstructionGraph;
use super::node::Node;
use super::step::UnbuiltReason;
use crate::draw;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Variable;

impl ConstructionGraph {
    /// Returns the fate of each variable if there were no limit of statements, and the variables in
    /// the order of Kahn's algorithm. Variables that are on a cycle or depend on one are not in the
    /// order. Time and space linear in the graph.
    pub(super) fn fates(
        &self,
        mut cost: impl FnMut(&Node) -> Option<usize>,
    ) -> (Vec<Fate>, Vec<Variable>) {
        let mut fates = vec![Fate::Waiting; self.nodes().len()];
        let mut order = Vec::with_capacity(self.nodes().len());
        let mut missing: Vec<usize> =
            self.nodes().iter().map(|node| node.producers.len()).collect();
        // OBJ, Algorithm 1, lines 2 and 3: the queue starts with the nodes that have no parents.
        let mut queue: VecDeque<&Node> =
            self.nodes().iter().filter(|node| node.producers.is_empty()).collect();
        while let Some(node) = queue.pop_front() {
            // Lines 8 to 12: here all parents have a fate, and the node gets its statement, or the
            // reason why it has none.
            fates[node.variable.index()] = fate(node, &fates, &mut cost);
            order.push(node.variable);
            for &(_, user) in &node.users {
                // Line 14 puts a node back until its parents are done, which may take quadratic
                // time, and never ends on a cycle. Counting the missing parents instead lets each
                // node enter the queue once, after the last of its parents.
                missing[user.index()] -= 1;
                if missing[user.index()] == 0 {
                    queue.push_back(self.node(user));
                }
            }
        }
        (fates, order)
    }
}

/// Result for a variable if there were no limit of statements.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Fate {
    /// The variable is on a cycle, or depends on one.
    Waiting,
    /// The variable can be built by a step with this number of statements.
    PlanStep(usize),
    /// The variable needs no step: a choice, a computation, or a call that is replaced by the
    /// variable that it returns.
    Free,
    /// The variable cannot be built, for this reason.
    Unbuilt(UnbuiltReason),
}

impl Fate {
    /// Returns `true` if the variable can be built, with or without a step.
    pub(super) const fn is_built(self) -> bool {
        matches!(self, Self::PlanStep(_) | Self::Free)
    }
}

/// Returns the fate of a variable whose producers all have their fates.
fn fate(node: &Node, fates: &[Fate], cost: &mut impl FnMut(&Node) -> Option<usize>) -> Fate {
    let is_built = |of: Variable| fates[of.index()].is_built();
    let has_own_receiver = || node.constants().any(|(role, _)| role == Role::Receiver);
    // A call can be made even if the variable that it returns cannot be built: it then returns the
    // value that the program finds there.
    let needed = |&&(role, _): &&(Role, Variable)| {
        node.kind != InstructionKind::Call || role != Role::Returned
    };
    let mut parents = node.producers.iter().filter(needed).map(|&(_, of)| of);
    // Without its receiver, an attribute or a call is on an object that the program makes itself.
    let unbuilt = match node.kind {
        InstructionKind::Field(_) | InstructionKind::Element if node.receiver().is_none() => {
            Some(UnbuiltReason::NoReceiver)
        }
        InstructionKind::Call if node.receiver().is_none() && has_own_receiver() => {
            Some(UnbuiltReason::NoReceiver)
        }
        // A choice is built if any one of its values is.
        InstructionKind::Cast if node.producers.iter().any(|&(_, of)| is_built(of)) => None,
        _ => parents.find(|&of| !is_built(of)).map(UnbuiltReason::Parent),
    };
    let reason = match unbuilt {
        None if matches!(node.kind, InstructionKind::Cast | InstructionKind::Other) => {
            return Fate::Free;
        }
        None => match cost(node) {
            Some(cost) => return Fate::PlanStep(cost),
            None => UnbuiltReason::Refused,
        },
        Some(reason) => reason,
    };
    // A call that cannot be made is replaced by the variable that it returns.
    if node.returned().is_some_and(is_built) { Fate::Free } else { Fate::Unbuilt(reason) }
}

/// State of a variable while a plan is chosen.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum State {
    /// No wanted variable that can be built needs it.
    Unneeded,
    /// It is a wanted variable, or a need of one, that did not fit or was not tried.
    Missed,
    /// The plan builds it.
    Chosen,
}

/// Greatest number of visits, for each variable and edge of the graph, that a plan spends on wanted
/// variables that do not fit.
const VISITS: usize = 64;

/// Choice of the variables that are built within the limit.
pub(super) struct Choice<'a> {
    /// The graph.
    graph: &'a ConstructionGraph,
    /// The fate of each variable.
    fates: &'a [Fate],
    /// Number of statements that are left.
    left: usize,
    /// Number of visits that are left for wanted variables that do not fit. At 0, no more variables
    /// are tried.
    visits_left: usize,
    /// The state of each variable.
    pub(super) state: Vec<State>,
    /// For each variable, the number of the last search that visited it.
    stamps: Vec<u64>,
    /// The number of the current search.
    stamp: u64,
}

impl<'a> Choice<'a> {
    /// Creates the state before any variable is chosen.
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

    /// Chooses a variable and everything that it needs, if they fit into the remaining statements.
    /// Returns `true` if the variable is chosen, now or before.
    pub(super) fn take(&mut self, variable: Variable) -> bool {
        if self.state[variable.index()] == State::Chosen {
            return true;
        }
        if self.visits_left == 0 {
            return false;
        }
        // A depth-first search over the needs that are not chosen yet. It changes no state until it
        // is known that all of them fit. Otherwise the plan would keep statements for a variable
        // that it does not build.
        let (mut fresh, mut left, mut visits) = (Vec::new(), self.left, 0);
        let mut work = vec![variable];
        // A new stamp clears the marks of the search before in constant time. Clearing them one by
        // one would be quadratic.
        self.stamp += 1;
        while let Some(at) = work.pop() {
            visits += 1;
            if self.state[at.index()] == State::Chosen
                || core::mem::replace(&mut self.stamps[at.index()], self.stamp) == self.stamp
            {
                continue;
            }
            let statements = if let Fate::PlanStep(statements) = self.fates[at.index()] {
                statements
            } else {
                0
            };
            let Some(rest) = left.checked_sub(statements) else {
                // Only failed searches spend the budget: the needs of chosen variables are not
                // followed again.
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

    /// Returns the producers that must be built before a variable: those that can be built, and for
    /// a call without a step only the variable that it returns.
    fn needs(&self, variable: Variable) -> impl Iterator<Item = Variable> + use<'a> {
        let (node, fates) = (self.graph.node(variable), self.fates);
        let stands_for_returned =
            node.kind == InstructionKind::Call && fates[variable.index()] == Fate::Free;
        let counts = move |role| !stands_for_returned || role == Role::Returned;
        let built = node
            .producers
            .iter()
            .filter(move |&&(role, of)| counts(role) && fates[of.index()].is_built());
        built.map(|&(_, of)| of)
    }

    /// Marks everything that is not built because the variables in `work` did not fit.
    pub(super) fn mark_missed(&mut self, mut work: Vec<Variable>) {
        while let Some(at) = work.pop() {
            if self.state[at.index()] == State::Unneeded {
                self.state[at.index()] = State::Missed;
                work.extend(self.needs(at));
            }
        }
    }
}

// Choice of the iterations in which a search makes a seed, and of the branch for the seed.

/// Probability of making a seed after an iteration of the search, as published (OBJ, 5.1).
pub const ACTIVATION: f64 = 0.3;

/// Returns the branch for which to make a seed in this iteration of the search; `None` if no seed
/// is made, or if no branch is uncovered.
///
/// `branch_draw` picks one of the uncovered branches, each with the same probability. A seed for
/// this branch is then made with probability `chance`, decided by `activation_draw`. The published
/// chance is [`ACTIVATION`]. If `chance` is NaN, 0 or negative, no seed is made. Both draws are
/// numbers in [0, 1). Smaller numbers and NaN count as 0; larger numbers count as the largest
/// number below 1.
///
/// Source: OBJ, section 3.3. OBJ draws once after each iteration of the evolution, and never for
/// the initial population.
///
/// ```
/// use sbst_seeding::construction::{ACTIVATION, activated_branch};
///
/// let uncovered = ["b3", "b5", "b8"];
/// assert_eq!(activated_branch(&uncovered, 0.5, ACTIVATION, 0.1), Some(&"b5"));
/// assert_eq!(activated_branch(&uncovered, 0.5, ACTIVATION, 0.9), None);
/// assert_eq!(activated_branch(&[] as &[u32], 0.5, 1.0, 0.0), None);
/// ```
#[must_use]
pub fn activated_branch<B>(
    uncovered: &[B],
    branch_draw: f64,
    chance: f64,
    activation_draw: f64,
) -> Option<&B> {
    let branch = uncovered.get(draw::place(branch_draw, uncovered.len()))?;
    draw::happens(activation_draw, chance).then_some(branch)
}
