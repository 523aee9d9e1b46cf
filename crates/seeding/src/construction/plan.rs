//! Plans: steps by which a test builds inputs, with slots for values.

use super::choice::Choice;
use super::graph::ConstructionGraph;
use super::node::Node;
use super::step::{PlanStep, UnbuiltReason};
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::Variable;

/// Greatest number of statements in a test, as published (OBJ, 5.1 and 5.2).
///
/// A test also has statements that are not in its plan, such as the call of the method under test.
/// Pass this limit minus the number of those statements to [`plan`](ConstructionGraph::plan).
pub const MAX_STATEMENTS: usize = 200;

/// Steps that build the inputs of a method and their attributes, with slots for the values that the
/// search changes.
///
/// - Each variable comes after all variables that it is made of. Choices and computations need not
///   be built, and have no steps.
/// - Inputs and attributes from which nothing is read are values. Each has a *slot*. The search
///   changes the values in the slots and keeps the rest. A value may also be an object that is only
///   compared or passed on; the caller knows its type.
/// - A call with known code has a step, too. Attributes of its result are set on the result,
///   because the field that it returns may be private. If the caller cannot call the method, the
///   call has no step, and the variable that it [returns](Node::returned) takes its place if that
///   variable is built.
///
/// In an [unrolled](ConstructionGraph::unrolled) graph each attribute has one receiver. Prefer its
/// plan to the plan of a graph with choices and cycles.
///
/// Source: OBJ, section 3.2. A step for a call is the statement `Player player1 =
/// gameState0.player(actor);` of 3.2.2; the paper does not give the reason above.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::Symbol;
/// use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS, PlanStep};
/// use sbst_seeding::slice::{Limits, Slice};
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
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::plain::PlanForm"))]
#[non_exhaustive]
pub struct Plan {
    /// The steps, in an order in which each step comes after all steps that it needs.
    pub steps: Vec<PlanStep>,
    /// For each slot, the variable to which the search gives a value.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::{Symbol, Variable};
    /// use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS};
    /// use sbst_seeding::slice::{Limits, Slice};
    ///
    /// // if order.age < 18 { .. }
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(InstructionKind::Parameter(0), []);
    /// let age =
    ///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
    /// let slice = Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?;
    /// let plan = ConstructionGraph::new(&slice).plan(MAX_STATEMENTS, |_| Some(1));
    /// // The search changes the age, and keeps the order.
    /// assert_eq!(plan.slots, [Variable::new(1)]);
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    #[cfg_attr(feature = "serde", serde(skip_serializing))] // the steps have the slots
    pub slots: Vec<Variable>,
    /// The variables that are not built, ascending, each with the reason.
    pub unbuilt: Vec<(Variable, UnbuiltReason)>,
}

impl ConstructionGraph {
    /// Plans how to build all [leaves](Self::leaves), in at most `statements` statements.
    ///
    /// The published limit is [`MAX_STATEMENTS`]. For `cost`, for the order in which a limit
    /// applies, and for time and space, see [`plan_towards`](Self::plan_towards).
    ///
    /// The plan builds only variables that leaves need, which is this crate's form. OBJ makes a
    /// statement for each node, see [`plan_all`](Self::plan_all).
    #[must_use]
    pub fn plan(&self, statements: usize, cost: impl FnMut(&Node) -> Option<usize>) -> Plan {
        self.plan_towards(self.leaves(), statements, cost)
    }

    /// Plans how to build all variables, including variables that no leaf needs, in at most
    /// `statements` statements.
    ///
    /// For `cost`, and for time and space, see [`plan_towards`](Self::plan_towards). If the
    /// statements do not suffice, leaves and their needs come first, as in [`plan`](Self::plan),
    /// then all other variables by number.
    ///
    /// Source: OBJ, section 3.2.1, Algorithm 1. The algorithm puts a node back into its queue until
    /// all its parents have a statement. If the algorithm ends, the plan has the same statements,
    /// each after the statements of its parents. There are four differences:
    ///
    /// - The algorithm does not end on a cycle, nor for a variable whose parents cannot be built.
    ///   The plan reports an [`UnbuiltReason`].
    /// - Attributes of objects that the program makes itself ([`UnbuiltReason::NoReceiver`]) have
    ///   no statement here.
    /// - The order of nodes that are ready at the same time may differ.
    /// - The algorithm prints no limit; a test in OBJ, 5.1, has at most [`MAX_STATEMENTS`]
    ///   statements.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Symbol;
    /// use sbst_seeding::construction::{ConstructionGraph, MAX_STATEMENTS};
    /// use sbst_seeding::slice::{Limits, Slice};
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
    /// assert_eq!(plan.steps.len(), 0); // no leaf that can be built needs them
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn plan_all(&self, statements: usize, cost: impl FnMut(&Node) -> Option<usize>) -> Plan {
        let all = self.nodes().iter().map(|node| node.variable);
        self.plan_towards(self.leaves().into_iter().chain(all), statements, cost)
    }

    /// Plans how to build the variables of `wanted` and everything that they need, in at most
    /// `statements` statements.
    ///
    /// Variables that are not in this graph are ignored.
    ///
    /// # The cost of a step
    ///
    /// `cost` returns the number of statements that the caller needs for the step of a variable: 1
    /// for a setter with a constant argument, more for a call whose other arguments must be made.
    /// It returns `None` if the caller cannot do the step, because there is no constructor, setter
    /// or getter.
    ///
    /// `cost` is called at most once for each variable that needs a step and whose parents can all
    /// be built. For a call, the returned variable does not count as a parent. This includes
    /// variables that no variable of `wanted` needs, so that the plan also reports which of them
    /// cannot be built.
    ///
    /// # The order in which a limit applies
    ///
    /// The variables of `wanted` are taken in the given order. If a variable and its unplanned
    /// needs fit into the remaining statements, they are planned. Otherwise the variable is left
    /// out, and the next one is tried. So nothing is built that no variable of `wanted` needs.
    /// [`leaves`](Self::leaves) are in the order of their [need](Node::need): first the operands of
    /// the branch, then other data, then variables that only decide whether the branch is reached.
    ///
    /// # The order of the steps
    ///
    /// The steps are in Kahn's topological order: first all variables that are made of nothing,
    /// then each variable once everything of which it is made is done. Variables that become ready
    /// at the same time are ordered by number. A variable is not built if it is on a cycle or
    /// depends on one, or if a variable that it needs cannot be built. A choice needs only one of
    /// its values, and a call does not need the variable that it returns. Each variable that is not
    /// built is reported with the reason.
    ///
    /// # Time and sources
    ///
    /// Time and space are linear in the variables and edges. To keep this bound, no more variables
    /// are tried once the needs of variables that did not fit add up to 64 times the size of the
    /// graph.
    ///
    /// Sources: OBJ, section 3.2.1, Algorithm 1, for the order of the steps, see
    /// [`plan_all`](Self::plan_all). OBJ, section 5.2, for costs: there, 128 nodes made more than
    /// 700 statements. The choice of the variables to build, and the order in which a limit
    /// applies, are this crate's.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Symbol;
    /// use sbst_seeding::construction::{ConstructionGraph, PlanStep};
    /// use sbst_seeding::slice::{Limits, Slice};
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
    /// // Making an order takes three statements, and setting a field takes one.
    /// let cost = |kind| if kind == InstructionKind::Parameter(0) { 3 } else { 1 };
    /// let plan = graph.plan(4, |node| Some(cost(node.kind)));
    /// let built = plan.steps.iter().map(|step| graph.node(step.variable()));
    /// // The order and the operand of the branch fit, and `open` does not.
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
        // Step 1: Kahn's algorithm without a limit finds out which variables can be built, and gives
        // a topological order.
        let mut choice = Choice::new(self, statements, cost);
        // Step 2: choose variables within the limit. Step 1 cannot apply the limit itself: in its
        // order, all inputs come first and would use up the statements before any leaf is built.
        let mut missed = Vec::new();
        for variable in wanted {
            if variable.index() < self.nodes().len()
                && choice.can_build(variable)
                && !choice.take(variable)
            {
                missed.push(variable);
            }
        }
        choice.mark_missed(missed);
        // Step 3: the chosen variables, in the order of step 1, are the plan. Each comes after its
        // needs, because the order is topological and each chosen variable was chosen with its
        // needs.
        let mut plan = Plan::default();
        for &variable in choice.order.iter().filter(|&&variable| choice.has_step(variable)) {
            plan.build(self.node(variable), &choice);
        }
        // Step 4: the reasons why the other variables are not built.
        for node in self.nodes() {
            if let Some(reason) = choice.unbuilt[node.variable.index()] {
                plan.unbuilt.push((node.variable, reason));
            }
        }
        plan
    }
}

impl Plan {
    /// Adds the step of a variable, and its slot if the search gives it a value.
    fn build(&mut self, node: &Node, choice: &Choice<'_>) {
        let variable = node.variable;
        // Returns `true` if a chosen variable uses the object itself. A call that returns the
        // object does not use it so: the code of the call reads the object from its field, and the
        // test need not get it.
        let is_used = || {
            let calls = |role, user| role == Role::Returned && choice.has_step(user);
            let mut users = node.users.iter();
            users.any(|&(role, user)| choice.is_chosen(user) && !calls(role, user))
        };
        let mut slot = || {
            self.slots.push(variable);
            self.slots.len() - 1
        };
        // OBJ, 3.2.2: a setter for a leaf, a getter for other nodes. `Put` is this crate's.
        let step = match node.kind {
            InstructionKind::Call => PlanStep::Call { variable },
            _ if node.is_state() && !node.is_receiver => PlanStep::Write { variable, slot: slot() },
            InstructionKind::This | InstructionKind::Parameter(_) => {
                PlanStep::Input { variable, slot: (!node.is_receiver).then(slot) }
            }
            _ if is_used() => PlanStep::Read { variable },
            _ => PlanStep::Put { variable },
        };
        self.steps.push(step);
    }
}
