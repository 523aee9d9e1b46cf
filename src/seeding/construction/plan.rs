//! Plans: in which order to build the inputs, and where the search may put values.

use super::choice::{Choice, Fate, State};
use super::graph::ConstructionGraph;
use super::node::Node;
use super::step::{PlanStep, UnbuiltReason};
use crate::flow::dependences::{InstructionKind, Role};
use crate::id::Variable;
use alloc::vec::Vec;

/// Greatest number of statements in a test, as published (OBJ, 5.1 and 5.2).
///
/// The statements of the plan are not all statements of the test: subtract those that the test has besides, such as the call of the
/// method under test.
pub const MAX_STATEMENTS: usize = 200;

/// The order in which to build the inputs of a method and their attributes, with slots for the values that the search changes.
///
/// Every variable comes after all that it is made of. Choices and computations, which nobody has to build, have no steps. Attributes from
/// which nothing is read are values: the search changes what is written to their slots, and keeps the rest. Such a value may be an object
/// that is only compared or handed on; the caller knows its type.
///
/// A call with known code has a step as well, and the attributes of its result are set on the result, because the field that it returns
/// may be private; this reason is ours, the statement is OBJ's (3.2.2: `Player player1 = gameState0.player(actor);`). If the caller cannot
/// call the method, the call has no step and stands for what it [returns](Node::returned), if that is built.
///
/// Plan [places](ConstructionGraph::unrolled) rather than a graph with choices and cycles: there, each attribute has one receiver.
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
    /// The steps, each after all that it needs.
    pub steps: Vec<PlanStep>,
    /// The variable of each slot: the variables to which the search gives values.
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
    /// The variables that are not built, each with the reason; by variable.
    pub unbuilt: Vec<(Variable, UnbuiltReason)>,
}

impl ConstructionGraph {
    /// Plans how to build all [leaves](Self::leaves), in at most `statements` statements; published are [`MAX_STATEMENTS`].
    ///
    /// This form is ours: it builds what leaves need and nothing else, where OBJ makes a statement for each node, see
    /// [`plan_all`](Self::plan_all). See [`plan_towards`](Self::plan_towards) for `cost`, and for what comes first if the statements do not
    /// suffice.
    #[must_use]
    pub fn plan(&self, statements: usize, cost: impl FnMut(&Node) -> Option<usize>) -> Plan {
        self.plan_towards(self.leaves(), statements, cost)
    }

    /// Plans how to build all variables, also those that no leaf needs, in at most `statements` statements: the statements of OBJ's
    /// Algorithm 1.
    ///
    /// Source: OBJ, section 3.2.1, Algorithm 1. The algorithm puts a node back into its queue until all parents have a statement; a plan has
    /// the same statements where the algorithm ends, each after those of its parents. It differs where the paper does not work: on a cycle,
    /// and below a variable that the caller cannot build, the algorithm does not end, and the plan tells a [`UnbuiltReason`]. Attributes of objects
    /// that the program makes itself ([`UnbuiltReason::NoReceiver`]) have no statement here. The order of nodes that are ready together may differ.
    ///
    /// The algorithm prints no limit; the test of OBJ, 5.1, has at most [`MAX_STATEMENTS`]. If the statements do not suffice, the leaves and
    /// all that they need come first, as in [`plan`](Self::plan), then all others by number. See [`plan_towards`](Self::plan_towards) for
    /// `cost`, and for the cost in time and space.
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

    /// Plans how to build some variables and all that they need, in at most `statements` statements. Variables that are not in this graph
    /// are ignored.
    ///
    /// `cost` returns the number of statements that the caller needs for the step of a variable: 1 for a setter whose argument is a
    /// constant, more for a call whose other arguments have to be made. `None` says that the caller cannot do the step: there is no
    /// constructor, setter or getter. It is asked at most once for each variable, about those only all of whose parents can be built; also
    /// for variables that nothing in `wanted` needs, so that the plan tells which of them cannot be built.
    ///
    /// The variables are taken in the given order. Each one that can be built is planned with all that it needs and that is not planned
    /// yet, if that fits into the statements that are left; else it is left out, and the next one is tried. So nothing is built that no
    /// variable of `wanted` needs, and [`leaves`](Self::leaves), which come in the order of their [need](Node::need), get the operands of
    /// the branch first, then other data, then variables that only decide whether the branch is reached.
    ///
    /// The order of the steps is Kahn's, with one queue: first all variables that are made of nothing, then each one once all that it is
    /// made of is done, those that are ready together by number. Variables that are made of something that cannot be built are not built
    /// either, nor are those on a cycle; each is told with the reason, and nothing is tried again.
    ///
    /// Time and space are linear in the variables and edges. To keep this bound, no more variables are tried after many of them, whose
    /// needs together came to 64 times the graph, did not fit.
    ///
    /// Source: OBJ, section 3.2.1, Algorithm 1, for the order of steps, see [`plan_all`](Self::plan_all); section 5.2 for the limit: there,
    /// 128 nodes made more than 700 statements. The choice of what to build, and the order in which a limit takes leaves, are ours.
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
        let (fates, order) = self.fates(cost);
        let mut choice = Choice::new(self, &fates, statements);
        let mut missed = Vec::new();
        for variable in wanted {
            if variable.index() < self.nodes().len() && fates[variable.index()].is_built() && !choice.take(variable) {
                missed.push(variable);
            }
        }
        choice.mark_missed(missed);
        let state = choice.state;
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
        // The object itself is used by others than calls that return it.
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
