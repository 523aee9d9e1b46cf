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

/// Greatest number of visits, for each variable and edge of the graph, that a plan spends on wanted
/// variables that do not fit.
const VISITS: usize = 64;

/// Choice of the variables that are built within the limit.
pub(super) struct Choice<'a> {
    /// The graph.
    graph: &'a ConstructionGraph,
    /// The variables in the order of Kahn's algorithm. Variables that are on a cycle or depend on
    /// one are not in the order.
    pub(super) order: Vec<Variable>,
    /// For each variable that can be built, the number of statements of its step. `None` for a
    /// variable that needs no step: a choice, a computation, or a call that is replaced by the
    /// variable that it returns.
    statements: Vec<Option<usize>>,
    /// For each variable, the reason why it is not built so far; `None` if the plan builds it. The
    /// reason of a variable that [can be built](Self::can_build) changes while variables are chosen.
    pub(super) unbuilt: Vec<Option<UnbuiltReason>>,
    /// Number of statements that are left.
    left: usize,
    /// Number of visits that are left for wanted variables that do not fit. At 0, no more variables
    /// are tried.
    visits_left: usize,
}

impl<'a> Choice<'a> {
    /// Finds out which variables can be built if there is no limit of statements, and chooses none.
    /// Time and space linear in the graph.
    pub(super) fn new(
        graph: &'a ConstructionGraph,
        limit: usize,
        mut cost: impl FnMut(&Node) -> Option<usize>,
    ) -> Self {
        let count = graph.nodes().len();
        let edges: usize = graph.nodes().iter().map(|node| 1 + node.producers.len()).sum();
        let mut choice = Self {
            graph,
            order: Vec::with_capacity(count),
            statements: vec![None; count],
            // This is also the reason for everything that Kahn's algorithm does not reach.
            unbuilt: vec![Some(UnbuiltReason::Cycle); count],
            left: limit,
            visits_left: edges.saturating_mul(VISITS),
        };
        let mut missing: Vec<usize> =
            graph.nodes().iter().map(|node| node.producers.len()).collect();
        // OBJ, Algorithm 1, lines 2 and 3: the queue starts with the nodes that have no parents.
        let mut queue: VecDeque<&Node> =
            graph.nodes().iter().filter(|node| node.producers.is_empty()).collect();
        while let Some(node) = queue.pop_front() {
            // Lines 8 to 12: here all parents are done, and the node gets its statement, or the
            // reason why it has none.
            let at = node.variable.index();
            let step = choice.step(node, &mut cost);
            choice.statements[at] = step.unwrap_or(None);
            choice.unbuilt[at] = Some(match step {
                // A call that cannot be made is replaced by the variable that it returns.
                Err(reason) if !node.returned().is_some_and(|of| choice.can_build(of)) => reason,
                _ => UnbuiltReason::Unneeded,
            });
            choice.order.push(node.variable);
            for &(_, user) in &node.users {
                // Line 14 puts a node back until its parents are done, which may take quadratic
                // time, and never ends on a cycle. Counting the missing parents instead lets each
                // node enter the queue once, after the last of its parents.
                missing[user.index()] -= 1;
                if missing[user.index()] == 0 {
                    queue.push_back(graph.node(user));
                }
            }
        }
        choice.blame_parents();
        choice
    }

    /// Returns the number of statements of the step of a variable whose parents are done; `None` if
    /// it needs no step.
    fn step(
        &self,
        node: &Node,
        cost: &mut impl FnMut(&Node) -> Option<usize>,
    ) -> Result<Option<usize>, UnbuiltReason> {
        // Without its receiver, an attribute or a call is on an object that the program makes
        // itself.
        let is_of_program = match node.kind {
            InstructionKind::Field(_) | InstructionKind::Element => true,
            InstructionKind::Call => node.constants().any(|(role, _)| role == Role::Receiver),
            _ => false,
        };
        if is_of_program && node.receiver().is_none() {
            return Err(UnbuiltReason::NoReceiver);
        }
        let is_choice = node.kind == InstructionKind::Cast;
        // A choice is built if any one of its values is.
        if !(is_choice && node.producers.iter().any(|&(_, of)| self.can_build(of))) {
            // A call can be made even if the variable that it returns cannot be built: it then
            // returns the value that the program finds there.
            let needed = |&&(role, _): &&(Role, Variable)| {
                node.kind != InstructionKind::Call || role != Role::Returned
            };
            let mut parents = node.producers.iter().filter(needed).map(|&(_, of)| of);
            if let Some(parent) = parents.find(|&of| !self.can_build(of)) {
                return Err(UnbuiltReason::Parent(parent));
            }
        }
        if is_choice || node.kind == InstructionKind::Other {
            return Ok(None);
        }
        cost(node).map(Some).ok_or(UnbuiltReason::Refused)
    }

    /// Sets the reason of variables that are on no cycle but depend on one.
    fn blame_parents(&mut self) {
        if self.order.len() == self.unbuilt.len() {
            return;
        }
        let components = self.graph.components(|_, _| true);
        for node in self.graph.nodes() {
            let is_waiting = self.unbuilt[node.variable.index()] == Some(UnbuiltReason::Cycle);
            let mut parents = node.producers.iter().map(|&(_, of)| of);
            if is_waiting
                && !components.is_on_cycle[node.variable.index()]
                && let Some(parent) = parents.find(|&of| !self.can_build(of))
            {
                self.unbuilt[node.variable.index()] = Some(UnbuiltReason::Parent(parent));
            }
        }
    }

    /// Returns `true` if a variable could be built if there were no limit of statements.
    pub(super) fn can_build(&self, variable: Variable) -> bool {
        matches!(
            self.unbuilt[variable.index()],
            None | Some(UnbuiltReason::Unneeded | UnbuiltReason::Statements)
        )
    }

    /// Returns `true` if the plan builds a variable.
    pub(super) fn is_chosen(&self, variable: Variable) -> bool {
        self.unbuilt[variable.index()].is_none()
    }

    /// Returns `true` if the plan builds a variable by a step.
    pub(super) fn has_step(&self, variable: Variable) -> bool {
        self.is_chosen(variable) && self.statements[variable.index()].is_some()
    }

    /// Chooses a variable that can be built and everything that it needs, if they fit into the
    /// remaining statements. Returns `true` if the variable is chosen, now or before.
    pub(super) fn take(&mut self, variable: Variable) -> bool {
        if self.visits_left == 0 {
            return self.is_chosen(variable);
        }
        // A depth-first search over the needs that are not chosen yet.
        let (mut fresh, mut left, mut visits) = (Vec::<Variable>::new(), self.left, 0);
        let mut work = vec![variable];
        while let Some(at) = work.pop() {
            visits += 1;
            if self.is_chosen(at) {
                continue;
            }
            let Some(rest) = left.checked_sub(self.statements[at.index()].unwrap_or(0)) else {
                // The plan must not keep statements for a variable that it does not build.
                for at in fresh {
                    self.unbuilt[at.index()] = Some(UnbuiltReason::Unneeded);
                }
                // Only failed searches spend the budget: the needs of chosen variables are not
                // followed again.
                self.visits_left = self.visits_left.saturating_sub(visits);
                return false;
            };
            left = rest;
            fresh.push(at);
            self.unbuilt[at.index()] = None;
            work.extend(self.needs(at));
        }
        self.left = left;
        true
    }

    /// Returns the producers that must be built before a variable: those that can be built, and for
    /// a call without a step only the variable that it returns.
    fn needs(&self, variable: Variable) -> impl Iterator<Item = Variable> {
        let node = self.graph.node(variable);
        let stands_for_returned =
            node.kind == InstructionKind::Call && self.statements[variable.index()].is_none();
        let counts = move |role| !stands_for_returned || role == Role::Returned;
        let needed = move |&&(role, of): &&(Role, Variable)| counts(role) && self.can_build(of);
        node.producers.iter().filter(needed).map(|&(_, of)| of)
    }

    /// Marks everything that is not built because the variables in `work` did not fit.
    pub(super) fn mark_missed(&mut self, mut work: Vec<Variable>) {
        while let Some(at) = work.pop() {
            if self.unbuilt[at.index()] == Some(UnbuiltReason::Unneeded) {
                self.unbuilt[at.index()] = Some(UnbuiltReason::Statements);
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
