//! Plans: an order in which a test can build the inputs, with slots for values.

use super::choice::{Choice, Fate, State};
use super::graph::ConstructionGraph;
use super::node::Node;
use super::step::{PlanStep, UnbuiltReason};
use crate::flow::dependences::{InstructionKind, Role};
use crate::id::Variable;
use alloc::vec::Vec;

/// Greatest number of statements in a test, as published (OBJ, 5.1 and 5.2).
///
/// A test has more statements than its plan, such as the call of the method under test: subtract them.
pub const MAX_STATEMENTS: usize = 200;

/// Steps that build the inputs of a method and their attributes, with slots for the values that the search changes.
///
/// Each variable comes after all variables that it is made of. Choices and computations need not be built, and have no steps. Attributes from
/// which nothing is read are values. The search changes the values in their slots, and keeps the rest. A value may be an object that is only
/// compared or passed on; you know its type.
///
/// A call with known code has a step, too. Attributes of its result are set on the result, because the field that it returns may be private.
/// (The statement is OBJ's, 3.2.2: `Player player1 = gameState0.player(actor);`; the reason is this crate's.) If you cannot call the method,
/// the call has no step, and the variable that it [returns](Node::returned) is used in its place, if that is built.
///
/// Prefer the plan of an [unrolled](ConstructionGraph::unrolled) graph to that of a graph with choices and cycles: there, each attribute has
/// one receiver.
///
/// ```
/// use sbst::flow::dependences::{
///     DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{ConstructionGraph, MAX_STATEMENTS, PlanStep};
///
/// // if a.size > b[i].size { .. }
/// let mut code = DependenceGraph::new();
/// let [a, b, i] =
///     [0, 1, 2].map(|place| code.add(InstructionKind::Parameter(place), []));
/// let operands = [(Role::Receiver, b), (Role::Index, i)];
/// let element = code.add(InstructionKind::Element, operands);
/// let sizes = [a, element].map(|of| {
///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, of)])
/// });
///
/// let graph =
///     ConstructionGraph::new(&Slice::of_branch(&code, sizes, [], Limits::PUBLISHED)?);
/// let plan = graph.plan(MAX_STATEMENTS, |_| Some(1));
/// let input = |step: &PlanStep| matches!(step, PlanStep::Input { .. });
/// assert!(plan.steps[..3].iter().all(input)); // a and b are objects; i is a value
/// assert!(matches!(plan.steps[3], PlanStep::Write { slot: 1, .. })); // a.size
/// assert!(matches!(plan.steps[4], PlanStep::Read { .. })); // b[i]
/// assert!(matches!(plan.steps[5], PlanStep::Write { slot: 2, .. })); // b[i].size
///
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Plan {
    /// The steps, each after all steps that it needs.
    pub steps: Vec<PlanStep>,
    /// The variable of each slot. The search gives values to these variables.
    ///
    /// ```
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::id::{Symbol, Variable};
    /// use sbst::seeding::construction::{ConstructionGraph, MAX_STATEMENTS};
    ///
    /// // if order.age < 18 { .. }
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(InstructionKind::Parameter(0), []);
    /// let age =
    ///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
    /// let slice = Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?;
    /// let plan = ConstructionGraph::new(&slice).plan(MAX_STATEMENTS, |_| Some(1));
    /// // The search gives the age values, and keeps the order.
    /// assert_eq!(plan.slots, [Variable::new(1)]);
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub slots: Vec<Variable>,
    /// The variables that are not built, ascending, each with the reason.
    pub unbuilt: Vec<(Variable, UnbuiltReason)>,
}

impl ConstructionGraph {
    /// Plans how to build all [leaves](Self::leaves), in at most `statements` statements. The published limit is [`MAX_STATEMENTS`].
    ///
    /// This builds only what leaves need, which is this crate's form; OBJ makes a statement for each node, see [`plan_all`](Self::plan_all).
    /// For `cost`, and for the order in which a limit applies, see [`plan_towards`](Self::plan_towards).
    #[must_use]
    pub fn plan(&self, statements: usize, cost: impl FnMut(&Node) -> Option<usize>) -> Plan {
        self.plan_towards(self.leaves(), statements, cost)
    }

    /// Plans how to build all variables, including variables that no leaf needs, in at most `statements` statements: the statements of OBJ's
    /// Algorithm 1.
    ///
    /// Source: OBJ, section 3.2.1, Algorithm 1. The algorithm puts a node back into its queue until all its parents have a statement. If the
    /// algorithm ends, the plan has the same statements, each after the statements of its parents. Differences:
    ///
    /// - On a cycle, and for a variable whose parents you cannot build, the algorithm does not end. The plan reports an [`UnbuiltReason`].
    /// - Attributes of objects that the program makes itself ([`UnbuiltReason::NoReceiver`]) have no statement here.
    /// - The order of nodes that are ready at the same time may differ.
    /// - The algorithm prints no limit; a test in OBJ, 5.1, has at most [`MAX_STATEMENTS`]. If the statements do not suffice, leaves and their
    ///   needs come first, as in [`plan`](Self::plan), then all other variables by number.
    ///
    /// For `cost`, and for time and space, see [`plan_towards`](Self::plan_towards).
    ///
    /// ```
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::{ConstructionGraph, MAX_STATEMENTS};
    ///
    /// // if order.customer.age < 18 { .. }, but no age can be set
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(InstructionKind::Parameter(0), []);
    /// let customer =
    ///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
    /// let age =
    ///     code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, customer)]);
    /// let slice = Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// let cost = |at| (at != age).then_some(1);
    ///
    /// let plan = graph.plan_all(MAX_STATEMENTS, |node| cost(node.instruction));
    /// assert_eq!(plan.steps.len(), 2); // an order and its customer
    /// let plan = graph.plan(MAX_STATEMENTS, |node| cost(node.instruction));
    /// assert_eq!(plan.steps.len(), 0); // which nothing needs
    ///
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn plan_all(&self, statements: usize, cost: impl FnMut(&Node) -> Option<usize>) -> Plan {
        let all = self.nodes().iter().map(|node| node.variable);
        self.plan_towards(self.leaves().into_iter().chain(all), statements, cost)
    }

    /// Plans how to build some variables and everything that they need, in at most `statements` statements. Variables that are not in this
    /// graph are ignored.
    ///
    /// `cost` returns the number of statements that you need for the step of a variable: 1 for a setter with a constant argument, more for a
    /// call whose other arguments must be made. Return `None` if you cannot do the step, because there is no constructor, setter or getter.
    /// `cost` is called at most once for each variable whose parents can all be built. This includes variables that nothing in `wanted`
    /// needs, so that the plan also reports which of them cannot be built.
    ///
    /// The variables are taken in the given order. If a variable and its unplanned needs fit into the remaining statements, they are planned;
    /// otherwise the variable is left out, and the next one is tried. So nothing is built that no variable of `wanted` needs.
    /// [`leaves`](Self::leaves) come in the order of their [need](Node::need): first the operands of the branch, then other data, then
    /// variables that only decide whether the branch is reached.
    ///
    /// The steps are in Kahn's topological order: first all variables that are made of nothing, then each variable once everything that it is
    /// made of is done; variables that are ready at the same time by number. A variable on a cycle, or made of one that cannot be built, is
    /// not built, and is reported with the reason.
    ///
    /// Time and space are linear in the variables and edges. To keep this bound, no more variables are tried once the needs of variables that
    /// did not fit add up to 64 times the size of the graph.
    ///
    /// Sources: OBJ, section 3.2.1, Algorithm 1, for the order of steps, see [`plan_all`](Self::plan_all); section 5.2 for the limit: there,
    /// 128 nodes made more than 700 statements. The choice of the variables to build, and the order in which a limit applies, are this
    /// crate's.
    ///
    /// ```
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::{ConstructionGraph, PlanStep};
    ///
    /// // if order.open { if order.age < 18 { .. } }
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(InstructionKind::Parameter(0), []);
    /// let [open, age] = [0, 1].map(|name| {
    ///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, order)])
    /// });
    /// code.control(age, open)?;
    /// let graph =
    ///     ConstructionGraph::new(&Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?);
    ///
    /// // An order is made in three statements, and each field is set in one.
    /// let cost = |kind| if kind == InstructionKind::Parameter(0) { 3 } else { 1 };
    /// let plan = graph.plan(4, |node| Some(cost(node.kind)));
    /// let built = plan.steps.iter().map(|step| graph.node(step.variable()));
    /// // The operand of the branch.
    /// assert!(built.map(|node| node.instruction).eq([order, age]));
    ///
    /// let open = graph.nodes().iter().find(|node| node.instruction == open);
    /// let open = open.map(|node| node.variable);
    /// let plan = graph.plan_towards(open, 4, |node| Some(cost(node.kind)));
    /// assert!(plan.slots.iter().copied().eq(open));
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn plan_towards(
        &self,
        wanted: impl IntoIterator<Item = Variable>,
        statements: usize,
        cost: impl FnMut(&Node) -> Option<usize>,
    ) -> Plan {
        // Step 1: find out which variables can be built at all, in the order in which they could be.
        let (fates, order) = self.fates(cost);
        // Step 2: choose within the limit. A variable that cannot be built is no reason to try others in its place.
        let mut choice = Choice::new(self, &fates, statements);
        let mut missed = Vec::new();
        for variable in wanted {
            if variable.index() < self.nodes().len() && fates[variable.index()].is_built() && !choice.take(variable) {
                missed.push(variable);
            }
        }
        choice.mark_missed(missed);
        let state = choice.state;
        // Step 3: the chosen variables in the order of step 1 are a plan, since that order is topological.
        let mut plan = Plan::default();
        for &variable in order.iter().filter(|variable| state[variable.index()] == State::Chosen) {
            if matches!(fates[variable.index()], Fate::PlanStep(_)) {
                plan.build(self.node(variable), &fates, &state);
            }
        }
        let components = fates.contains(&Fate::Waiting).then(|| self.components(|_, _| true));
        for node in self.nodes() {
            let variable = node.variable;
            let reason = match (fates[variable.index()], state[variable.index()]) {
                (Fate::Unbuilt(reason), _) => reason,
                (Fate::Waiting, _) if components.as_ref().is_some_and(|found| found.on_cycle(variable.number())) => {
                    UnbuiltReason::Cycle
                }
                (Fate::Waiting, _) => {
                    // It depends on a cycle.
                    let parent = node.producers.iter().find(|(_, of)| !fates[of.index()].is_built());
                    parent.map_or(UnbuiltReason::Cycle, |&(_, of)| UnbuiltReason::Parent(of))
                }
                (_, State::Chosen) => continue,
                (_, State::Missed) => UnbuiltReason::Statements,
                (_, State::Unneeded) => UnbuiltReason::Unneeded,
            };
            plan.unbuilt.push((variable, reason));
        }
        plan
    }
}

impl Plan {
    fn build(&mut self, node: &Node, fates: &[Fate], state: &[State]) {
        let variable = node.variable;
        // `true` if a chosen variable uses the object itself. A call that returns the object does not, since it finds the object by its field.
        let is_used = || {
            let calls = |role, user: Variable| role == Role::Returned && matches!(fates[user.index()], Fate::PlanStep(_));
            node.users.iter().any(|&(role, user)| state[user.index()] == State::Chosen && !calls(role, user))
        };
        let mut slot = || {
            self.slots.push(variable);
            self.slots.len() - 1
        };
        let step = match node.kind {
            InstructionKind::Call => PlanStep::Call { variable },
            InstructionKind::StaticField(_) | InstructionKind::Field(_) | InstructionKind::Element if !node.is_receiver => {
                PlanStep::Write { variable, slot: slot() }
            }
            InstructionKind::This | InstructionKind::Parameter(_) => {
                PlanStep::Input { variable, slot: (!node.is_receiver).then(slot) }
            }
            _ if is_used() => PlanStep::Read { variable },
            _ => PlanStep::Put { variable },
        };
        self.steps.push(step);
    }
}
