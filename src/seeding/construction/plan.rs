//! Plans: in which order to build the inputs, and where the search may put values.

use super::dependences::{Kind, Role};
use super::graph::{ConstructionGraph, Node};
use crate::id::Variable;
use crate::seeding::draw;
use alloc::collections::VecDeque;
use alloc::vec;
use alloc::vec::Vec;

/// How many steps a plan has at most, as published.
pub const MAX_STEPS: usize = 200;

/// How often a seed is made of a plan, as published.
pub const ACTIVATION: f64 = 0.3;

/// Whether a draw in [0, 1) activates what is as likely as `chance`: whether this time a seed is made of a plan. Smaller draws and NaN
/// count as 0, larger ones as just below 1; a chance below 0 or of NaN never does, one of 1 or more always.
///
/// ```
/// use sbst::seeding::construction::{ACTIVATION, activates};
///
/// assert!(activates(ACTIVATION, 0.29) && !activates(ACTIVATION, 0.3));
/// ```
#[must_use]
pub fn activates(chance: f64, draw: f64) -> bool {
    draw::happens(draw, chance)
}

/// One step of a plan. What it needs is built by earlier steps.
///
/// ```
/// use sbst::id::Variable;
/// use sbst::seeding::construction::Step;
///
/// let write = Step::Write { variable: Variable::new(3), slot: 1 };
/// assert_eq!((write.variable(), write.slot()), (Variable::new(3), Some(1)));
/// assert_eq!(Step::Call { variable: Variable::new(4) }.slot(), None); // the search gives it no value
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Step {
    /// Make an input of the method: this, or an argument. One from which nothing is read is a value, and has a slot.
    Input {
        /// The input.
        variable: Variable,
        /// Where the search puts its value.
        slot: Option<usize>,
    },
    /// Get an object or array from its receiver, or make one and put it there: attributes of it come next.
    Read {
        /// The static field, field or element.
        variable: Variable,
    },
    /// Call a method whose code is not known.
    Call {
        /// What it returns.
        variable: Variable,
    },
    /// Set an attribute to what the search puts into a slot.
    Write {
        /// The static field, field or element.
        variable: Variable,
        /// Where the search puts its value.
        slot: usize,
    },
}

impl Step {
    /// The variable that is there after it.
    #[must_use]
    pub const fn variable(self) -> Variable {
        match self {
            Self::Input { variable, .. } | Self::Read { variable } | Self::Call { variable } | Self::Write { variable, .. } => {
                variable
            }
        }
    }

    /// Its slot, if it has one.
    #[must_use]
    pub const fn slot(self) -> Option<usize> {
        match self {
            Self::Input { slot, .. } => slot,
            Self::Write { slot, .. } => Some(slot),
            Self::Read { .. } | Self::Call { .. } => None,
        }
    }
}

/// A variable that a plan does not build.
///
/// ```
/// use sbst::id::{Symbol, Variable};
/// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, Reason, Role, Slice, Unbuilt};
///
/// // if order.age < 18 { .. }, with one step only
/// let mut code = DependenceGraph::new();
/// let order = code.add(Kind::Parameter(0), []);
/// let age = code.add(Kind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
/// let plan = ConstructionGraph::new(&Slice::new(&code, [age], Limits::PUBLISHED)?).plan(1, |_| true);
/// assert_eq!(plan.unbuilt(), [Unbuilt { variable: Variable::new(1), reason: Reason::Steps }]);
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Unbuilt {
    /// Which one.
    pub variable: Variable,
    /// Why not.
    pub reason: Reason,
}

/// Why a plan does not build a variable.
///
/// ```
/// use sbst::id::{Symbol, Variable};
/// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, MAX_STEPS, Reason, Role, Slice};
///
/// // if order.age < 18 { .. }, but nobody can make an order.
/// let mut code = DependenceGraph::new();
/// let order = code.add(Kind::Parameter(0), []);
/// let age = code.add(Kind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
/// let graph = ConstructionGraph::new(&Slice::new(&code, [age], Limits::PUBLISHED)?);
/// let plan = graph.plan(MAX_STEPS, |node| node.kind() != Kind::Parameter(0));
/// let reasons: Vec<Reason> = plan.unbuilt().iter().map(|unbuilt| unbuilt.reason).collect();
/// assert_eq!(reasons, [Reason::Refused, Reason::Parent(Variable::new(0))]);
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Reason {
    /// The caller cannot build it.
    Refused,
    /// It is an attribute or a method of something that the program makes itself.
    NoReceiver,
    /// It is made of this variable, the first one of its producers that is not built; of a choice, none is, or it waits for this one behind
    /// a cycle.
    Parent(Variable),
    /// It lies on a cycle; see [`ConstructionGraph::unrolled`].
    Cycle,
    /// The plan has as many steps as it may have.
    Steps,
}

/// In which order to build the inputs of a method and their attributes.
///
/// Every variable comes after all that it is made of; choices and computations, which nobody has to build, have no steps. Attributes from
/// which nothing is read are values: the search changes what is written to their slots, and keeps the rest. Such a value may be an object,
/// too, which is compared or handed on only: its type is for the caller to know.
///
/// Plan [places](ConstructionGraph::unrolled) rather than a graph with choices and cycles: there, each attribute has one receiver.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, MAX_STEPS, Role, Slice, Step};
///
/// // if a.size > b[i].size { .. }
/// let mut code = DependenceGraph::new();
/// let [a, b, i] = [0, 1, 2].map(|place| code.add(Kind::Parameter(place), []));
/// let element = code.add(Kind::Element, [(Role::Receiver, b), (Role::Index, i)]);
/// let sizes = [a, element].map(|of| code.add(Kind::Field(Symbol::new(0)), [(Role::Receiver, of)]));
///
/// let plan = ConstructionGraph::new(&Slice::new(&code, sizes, Limits::PUBLISHED)?).plan(MAX_STEPS, |_| true);
/// let input = |step: &Step| matches!(step, Step::Input { .. });
/// assert!(plan.steps()[..3].iter().all(input)); // a and b are objects; i is a value: slot 0
/// assert!(matches!(plan.steps()[3], Step::Write { slot: 1, .. })); // a.size
/// assert!(matches!(plan.steps()[4], Step::Read { .. })); // b[i]
/// assert!(matches!(plan.steps()[5], Step::Write { slot: 2, .. })); // b[i].size
/// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub(super) steps: Vec<Step>,
    pub(super) slots: Vec<Variable>,
    pub(super) unbuilt: Vec<Unbuilt>,
}

impl Plan {
    /// The steps, each behind all that it needs.
    #[must_use]
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The variable of each slot: what the search gives values.
    ///
    /// ```
    /// use sbst::id::{Symbol, Variable};
    /// use sbst::seeding::construction::{ConstructionGraph, DependenceGraph, Kind, Limits, MAX_STEPS, Role, Slice};
    ///
    /// // if order.age < 18 { .. }
    /// let mut code = DependenceGraph::new();
    /// let order = code.add(Kind::Parameter(0), []);
    /// let age = code.add(Kind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
    /// let plan = ConstructionGraph::new(&Slice::new(&code, [age], Limits::PUBLISHED)?).plan(MAX_STEPS, |_| true);
    /// assert_eq!(plan.slots(), [Variable::new(1)]); // the search gives the age values, and keeps the order
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn slots(&self) -> &[Variable] {
        &self.slots
    }

    /// What is not built, and why; by variable.
    #[must_use]
    pub fn unbuilt(&self) -> &[Unbuilt] {
        &self.unbuilt
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Waiting,
    Built,
    Unbuilt(Reason),
}

impl ConstructionGraph {
    /// Plans how to build the variables, in at most so many steps; published are [`MAX_STEPS`]. `can_build` says of a variable all of whose
    /// parents are built, while there is room, whether the caller can do its step: whether there is a constructor, or a setter or getter.
    ///
    /// The order is Kahn's, with one queue: first all variables that are made of nothing, then each one once all that it is made of is
    /// done, those that are ready together by number. What is made of something that is not built is not built either, nor is what lies on
    /// a cycle; each is told with the reason, and nothing is tried again. Time O(n) for n variables and edges.
    ///
    /// Source: OBJ, section 3 (template synthesis).
    #[must_use]
    pub fn plan(&self, max_steps: usize, mut can_build: impl FnMut(Node<'_>) -> bool) -> Plan {
        let mut plan = Plan::default();
        let mut fates = vec![Fate::Waiting; self.len()];
        let mut missing: Vec<usize> = self.nodes().map(|node| node.producers().len()).collect();
        let mut queue: VecDeque<Node<'_>> = self.nodes().filter(|node| node.producers().is_empty()).collect();
        while let Some(node) = queue.pop_front() {
            fates[node.variable().index()] = match reason(node, &fates) {
                Some(reason) => Fate::Unbuilt(reason),
                None if matches!(node.kind(), Kind::Cast | Kind::Other) => Fate::Built,
                None if plan.steps.len() >= max_steps => Fate::Unbuilt(Reason::Steps),
                None if !can_build(node) => Fate::Unbuilt(Reason::Refused),
                None => {
                    plan.build(node);
                    Fate::Built
                }
            };
            for &(_, user) in node.users() {
                missing[user.index()] -= 1;
                if missing[user.index()] == 0 {
                    queue.push_back(self.node(user));
                }
            }
        }
        let components = fates.contains(&Fate::Waiting).then(|| self.components());
        for node in self.nodes() {
            let variable = node.variable();
            let reason = match (fates[variable.index()], &components) {
                (Fate::Built, _) => continue,
                (Fate::Unbuilt(reason), _) => reason,
                (Fate::Waiting, Some(components)) if components.on_cycle(variable.number()) => Reason::Cycle,
                // Behind a cycle.
                (Fate::Waiting, _) => node
                    .producers()
                    .iter()
                    .find(|(_, of)| fates[of.index()] != Fate::Built)
                    .map_or(Reason::Cycle, |&(_, of)| Reason::Parent(of)),
            };
            plan.unbuilt.push(Unbuilt { variable, reason });
        }
        plan
    }
}

impl Plan {
    fn build(&mut self, node: Node<'_>) {
        let variable = node.variable();
        let mut slot = || {
            self.slots.push(variable);
            self.slots.len() - 1
        };
        let step = match node.kind() {
            Kind::This | Kind::Parameter(_) => Step::Input { variable, slot: (!node.is_receiver()).then(slot) },
            Kind::Call => Step::Call { variable },
            _ if node.is_receiver() => Step::Read { variable },
            _ => Step::Write { variable, slot: slot() },
        };
        self.steps.push(step);
    }
}

/// Why a variable cannot be built, if what it is made of tells.
fn reason(node: Node<'_>, fates: &[Fate]) -> Option<Reason> {
    let is_built = |of: Variable| fates[of.index()] == Fate::Built;
    let mut parents = node.producers().iter().map(|&(_, of)| of);
    let has_own_receiver = || node.constants().any(|(role, _)| role == Role::Receiver);
    match node.kind() {
        Kind::Field(_) | Kind::Element if node.receiver().is_none() => Some(Reason::NoReceiver),
        Kind::Call if node.receiver().is_none() && has_own_receiver() => Some(Reason::NoReceiver),
        // One of them will do.
        Kind::Cast if node.producers().iter().any(|&(_, of)| is_built(of)) => None,
        _ => parents.find(|&of| !is_built(of)).map(Reason::Parent),
    }
}
