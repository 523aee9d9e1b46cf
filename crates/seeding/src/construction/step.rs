//! The steps of a plan, why a variable has none, and the need of a variable.

use crate::slice::Slice;
use alloc::vec;
use alloc::vec::Vec;
use sbst::flow::dependences::InstructionKind;
use sbst::id::Variable;

/// One step of a plan. Earlier steps build the variables that it needs.
///
/// ```
/// use sbst::id::Variable;
/// use sbst_seeding::construction::PlanStep;
///
/// let write = PlanStep::Write { variable: Variable::new(3), slot: 1 };
/// assert_eq!((write.variable(), write.slot()), (Variable::new(3), Some(1)));
/// let call = PlanStep::Call { variable: Variable::new(4) };
/// assert_eq!(call.slot(), None); // the search gives it no value
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum PlanStep {
    /// Make an input of the method: the object whose method it is, or an argument. An input from
    /// which nothing is read is a value, and has a slot.
    Input {
        /// The input.
        variable: Variable,
        /// The slot in which the search puts its value.
        slot: Option<usize>,
    },
    /// Get an object or array from its receiver, or make one and put it there. Later steps use the
    /// object, to set its attributes or as an argument. To get a private field, call a method, see
    /// [`Sampling`](super::Sampling).
    Read {
        /// The static field, field or element.
        variable: Variable,
    },
    /// Make an object or array and put it into its receiver. No later step uses the object itself:
    /// a call returns it, or the method under test calls its methods. The test does not read it
    /// back, so it needs no getter.
    Put {
        /// The static field, field or element.
        variable: Variable,
    },
    /// Call a method and keep its result. The code of the method is not known, or the method
    /// [returns](super::Node::returned) a variable that earlier steps have built, if it can be
    /// built.
    Call {
        /// The result.
        variable: Variable,
    },
    /// Set an attribute to the value that the search puts into a slot.
    Write {
        /// The static field, field or element.
        variable: Variable,
        /// The slot in which the search puts its value.
        slot: usize,
    },
}

impl PlanStep {
    /// Returns the variable that the step builds.
    #[must_use]
    pub const fn variable(self) -> Variable {
        match self {
            Self::Input { variable, .. }
            | Self::Read { variable }
            | Self::Put { variable }
            | Self::Call { variable }
            | Self::Write { variable, .. } => variable,
        }
    }

    /// Returns the slot of the step; `None` if it has no slot.
    #[must_use]
    pub const fn slot(self) -> Option<usize> {
        match self {
            Self::Input { slot, .. } => slot,
            Self::Write { slot, .. } => Some(slot),
            Self::Read { .. } | Self::Put { .. } | Self::Call { .. } => None,
        }
    }
}

/// The reason why a plan does not build a variable.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::{Symbol, Variable};
/// use sbst_seeding::construction::{ConstructionGraph, UnbuiltReason};
/// use sbst_seeding::slice::{Limits, Slice};
///
/// // if order.age < 18 { .. }, but the test cannot make an order.
/// let mut code = DependenceGraph::new();
/// let order = code.add(InstructionKind::Parameter(0), []);
/// let age =
///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
/// let graph =
///     ConstructionGraph::new(&Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?);
/// let plan = graph.plan(200, |node| node.is_state().then_some(1));
/// let reasons: Vec<UnbuiltReason> =
///     plan.unbuilt.iter().map(|&(_, reason)| reason).collect();
/// assert_eq!(
///     reasons,
///     [UnbuiltReason::Refused, UnbuiltReason::Parent(Variable::new(0))]
/// );
///
/// let plan = graph.plan(1, |_| Some(1)); // one statement, for an order with an age
/// assert!(
///     plan.unbuilt.iter().all(|&(_, reason)| reason == UnbuiltReason::Statements)
/// );
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum UnbuiltReason {
    /// The caller returned no cost for it: there is no constructor, setter or getter.
    Refused,
    /// It is an attribute of, or a call on, an object that the program makes itself; no test can
    /// reach that object.
    NoReceiver,
    /// It is made of this variable, the first of its producers that cannot be built. A variable
    /// that is on a cycle, or depends on one, cannot be built. For a choice none of whose values
    /// can be built, this is the first producer.
    Parent(Variable),
    /// It lies on a cycle. [`ConstructionGraph::unrolled`](super::ConstructionGraph::unrolled)
    /// makes a graph without cycles.
    Cycle,
    /// It is a wanted variable or a need of one, but the statements do not suffice. The wanted
    /// variable needs more statements than the plan has left, or it was not tried any more, see
    /// [`plan_towards`](super::ConstructionGraph::plan_towards).
    Statements,
    /// No wanted variable that can be built needs it.
    Unneeded,
}

// The need of a variable: the reason why a branch depends on it, which decides what a plan builds
// first.

/// Reason why a branch needs a variable.
///
/// Needs are ordered: a smaller need is more urgent. If a plan cannot build everything, it builds
/// the operands of the branch first, then the data that they are computed from, then the variables
/// that decide only whether the branch is reached. The order is this crate's.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst_seeding::construction::{ConstructionGraph, Need};
/// use sbst_seeding::slice::{Limits, Slice};
///
/// // if order.open { if order.table[order.row] > 7 { .. } }
/// let mut code = DependenceGraph::new();
/// let order = code.add(InstructionKind::Parameter(0), []);
/// let [open, table, row] = [0, 1, 2].map(|name| {
///     code.add(InstructionKind::Field(Symbol::new(name)), [(Role::Receiver, order)])
/// });
/// let operands = [(Role::Receiver, table), (Role::Index, row)];
/// let element = code.add(InstructionKind::Element, operands);
/// code.control(element, open)?;
///
/// let slice = Slice::of_branch(&code, [element], [open], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let need = |at| {
///     graph.nodes().iter().find(|node| node.instruction == at).map(|node| node.need)
/// };
/// assert_eq!(need(element), Some(Need::Operand));
/// assert_eq!(need(row), Some(Need::Data));
/// assert_eq!(need(open), Some(Need::Control(1)));
/// assert!(Need::Operand < Need::Data && Need::Data < Need::Control(1));
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Need {
    /// The variable is an operand of the branch.
    Operand,
    /// An operand of the branch is computed from the variable, or is accessed through it.
    Data,
    /// The variable decides whether the branch is reached, or which of several values an operand
    /// has. The number, at least 1, is the least number of control dependences in a row from the
    /// branch to the variable.
    Control(u32),
}

/// Returns the need of each occurrence: the least number of control dependences on a chain from the
/// branch to the occurrence.
///
/// This is a breadth-first search with three kinds of edges: edges to an equal value keep the need,
/// data edges raise an operand to data, and control edges raise the need by one control dependence.
/// Time and space linear in the slice.
pub(super) fn needs(slice: &Slice) -> Vec<Need> {
    let mut needs = vec![None; slice.len()];
    // The occurrences of each level of need. The levels are finished one after the other, so the
    // first need of an occurrence is its least.
    let (operands, controls) = (0..slice.branch as u32, slice.branch_controls.clone());
    let mut work = vec![operands.collect(), Vec::new(), controls];
    let mut level = 0;
    while level < work.len() {
        let Some(at) = work[level].pop() else {
            level += 1;
            continue;
        };
        let need = &mut needs[at as usize];
        if need.is_some() {
            continue;
        }
        *need = Some(match level {
            0 => Need::Operand,
            1 => Need::Data,
            _ => Need::Control(level as u32 - 1),
        });
        let occurrence = &slice.occurrences[at as usize];
        // Casts, bound parameters and entered calls are equal to a value that they take. If one of
        // them is an operand of the branch, this value is an operand, too.
        let is_equal = occurrence.kind == InstructionKind::Cast || occurrence.is_bound();
        let of_operands = if is_equal { level } else { level.max(1) };
        work[of_operands].extend(occurrence.operands.iter().map(|(_, operand)| operand));
        work[of_operands].extend(occurrence.alias);
        // A returned value is the value of the call.
        work[level].extend(occurrence.returned.iter().flatten());
        let of_controls = (level + 1).max(2);
        if of_controls == work.len() {
            work.push(Vec::new());
        }
        work[of_controls].extend(&occurrence.controls);
    }
    // Each occurrence of a slice is reached from its branch, so none is `None` here.
    needs.into_iter().map(|need| need.unwrap_or(Need::Data)).collect()
}
