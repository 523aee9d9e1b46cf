//! Variables of a construction graph.

use super::need::Need;
use crate::flow::dependences::{InstructionKind, Role};
use crate::id::{Instruction, Variable};
use alloc::vec::Vec;

/// A variable of a construction graph.
///
/// Two calls whose code is not known are never the same variable, because each may return another value.
///
/// ```
/// use sbst::flow::dependences::{
///     DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
/// use sbst::id::{Symbol, Variable};
/// use sbst::seeding::construction::ConstructionGraph;
///
/// // if order.customer.age < 18 { .. }
/// let mut code = DependenceGraph::new();
/// let order = code.add(InstructionKind::Parameter(0), []);
/// let customer =
///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, order)]);
/// let age =
///     code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, customer)]);
/// let graph =
///     ConstructionGraph::new(&Slice::of_branch(&code, [age], [], Limits::PUBLISHED)?);
/// let node = |number| graph.node(Variable::new(number));
/// let [order, customer, age] = [0, 1, 2].map(node);
/// // what it is made of
/// assert_eq!(customer.producers, [(Role::Receiver, order.variable)]);
/// assert_eq!(customer.users, [(Role::Receiver, age.variable)]); // what is made of it
/// // an attribute, and an object that has to be there
/// assert!(customer.is_state() && customer.is_receiver);
/// // an attribute, and a value to be searched for
/// assert!(age.is_state() && !age.is_receiver);
///
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The identifier.
    pub variable: Variable,
    /// What it is: [`InstructionKind::Cast`] for one of several values, [`InstructionKind::Other`] for a computation.
    pub kind: InstructionKind,
    /// The first instruction that yields it, for what the caller knows of the instruction, such as a type.
    pub instruction: Instruction,
    /// What the branch needs it for; if for several things, the most urgent one.
    pub need: Need,
    /// The variables that it is made of, each with its role: a field has its receiver, an element its array and its index, a call
    /// its receiver, its arguments, and the value that it [returns](Self::returned) if its code is known. Values that no input decides
    /// are not among them, see [`constants`](Self::constants).
    pub producers: Vec<(Role, Variable)>,
    /// The variables that are made of it, each with the role that this one has there; by variable.
    pub users: Vec<(Role, Variable)>,
    /// The instructions of kind [`InstructionKind::Cast`] that take its value, each once, ascending: the casts that the
    /// value must survive where the branch is reached by them. Local variables and conditional expressions are among them; the caller
    /// knows which instructions are casts, and to which types.
    ///
    /// A cast of a call's result is told of the call and of the value that it returns. Of a choice, the casts are told of the choice; in
    /// an [unrolled](super::ConstructionGraph::unrolled) graph, of each place that it may be.
    ///
    /// Example: OBJ, Listing 5, where `equals` casts its parameter; the paper says nothing of casts.
    ///
    /// ```
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::id::{Symbol, Variable};
    /// use sbst::seeding::construction::ConstructionGraph;
    ///
    /// // let other = obj as Payee; if other.id == .. { .. }
    /// let mut code = DependenceGraph::new();
    /// let obj = code.add(InstructionKind::Parameter(0), []);
    /// let other = code.add(InstructionKind::Cast, [(Role::Value, obj)]);
    /// let id =
    ///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, other)]);
    /// let slice = Slice::of_branch(&code, [id], [], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// assert_eq!(graph.node(Variable::new(0)).casts, [other]); // to be a payee
    ///
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub casts: Vec<Instruction>,
    /// Whether something is read from it, or a method with unknown code is called on it: it is an object or an array, which has
    /// to be there, and not a value to be searched for. A call in the program counts also if no attribute depends on its result.
    pub is_receiver: bool,
    /// Whether it is an input of the sliced method: a parameter, the object whose method it is, a field of that object (OBJ,
    /// 3.1.2: parameters and accessed instance fields), or a static field (ours).
    pub is_input: bool,
    /// The parts that no input decides.
    pub(super) constants: Vec<Constant>,
    /// The chain of calls that leads to its instruction.
    pub(super) chain: u32,
    /// Whether a method with unknown code is called on it.
    pub(super) is_called: bool,
}

/// A value that no input decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    pub(super) role: Role,
    /// Numbered in the order of their first users; equal for equal values.
    pub(super) number: u32,
    pub(super) instruction: Instruction,
}

impl Node {
    /// Creates a node that is made of nothing yet.
    pub(super) const fn new(kind: InstructionKind, instruction: Instruction, chain: u32) -> Self {
        Self {
            variable: Variable::new(0),
            kind,
            instruction,
            need: Need::Control(u32::MAX),
            producers: Vec::new(),
            users: Vec::new(),
            casts: Vec::new(),
            is_receiver: false,
            is_input: false,
            constants: Vec::new(),
            chain,
            is_called: false,
        }
    }

    /// Returns the object that it is a field or an element of, or whose method is called.
    #[must_use]
    pub fn receiver(&self) -> Option<Variable> {
        self.producer(Role::Receiver)
    }

    /// Returns the variable that decides where it is in its array; `None` if it is no element, or if no input decides that: see
    /// [`constants`](Self::constants).
    #[must_use]
    pub fn index(&self) -> Option<Variable> {
        self.producer(Role::Index)
    }

    /// Returns the value that a call with known code returns; `None` for any other variable.
    ///
    /// The call stands for this value. A plan builds the value first, as far as the caller can, so that the call finds it.
    #[must_use]
    pub fn returned(&self) -> Option<Variable> {
        if self.kind == InstructionKind::Call { self.producer(Role::Returned) } else { None }
    }

    /// Returns the parts of it that no input decides, each with its role and an instruction that yields it: constants, objects that the
    /// program makes itself, and counters that start at a constant. So an element without an [`index`](Self::index) can be told from
    /// others, and an element that is always the first one can be set.
    ///
    /// ```
    /// use sbst::flow::dependences::{
    ///     DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    /// use sbst::id::Variable;
    /// use sbst::seeding::construction::ConstructionGraph;
    ///
    /// // if xs[0] > 7 { .. }
    /// let mut code = DependenceGraph::new();
    /// let (xs, zero) = (
    ///     code.add(InstructionKind::Parameter(0), []),
    ///     code.add(InstructionKind::Other, []),
    /// );
    /// let operands = [(Role::Receiver, xs), (Role::Index, zero)];
    /// let first = code.add(InstructionKind::Element, operands);
    /// let slice = Slice::of_branch(&code, [first], [], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// let first = graph.node(Variable::new(1));
    /// assert_eq!(first.index(), None); // no input decides it
    /// assert!(first.constants().eq([(Role::Index, zero)]));
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub fn constants(&self) -> impl DoubleEndedIterator<Item = (Role, Instruction)> + ExactSizeIterator + Clone {
        self.constants.iter().map(|constant| (constant.role, constant.instruction))
    }

    /// Returns `true` if it is an attribute: a field, static or not, or an element.
    #[must_use]
    pub const fn is_state(&self) -> bool {
        self.kind.is_state()
    }

    /// Returns `true` if it is an attribute that a plan builds for its own sake: a value for the search to set, or an object that nothing
    /// else in the graph is made of.
    ///
    /// OBJ (3.1.1) lists as leaves of Figure 4 `target`, `actor`, `index` and `action`, although `player()` is made of `actor` (3.2.2).
    /// `index`, the element that `player()` returns, is not one here: it is built because an attribute of the result needs it.
    #[must_use]
    pub const fn is_leaf(&self) -> bool {
        self.is_state() && (!self.is_receiver || self.users.is_empty())
    }

    fn producer(&self, role: Role) -> Option<Variable> {
        self.producers.iter().find(|(other, _)| *other == role).map(|&(_, producer)| producer)
    }
}
