//! Variables of a construction graph.

use super::step::Need;
use crate::keys::{in_role, is_state};
use crate::sort::sort;
use alloc::vec::Vec;
use sbst::flow::dependences::{InstructionKind, Role};
use sbst::id::{Block, Function, Instruction, Variable};

/// A variable of a construction graph.
///
/// Two calls whose code is not known are never the same variable, because each may return another
/// value.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::{Symbol, Variable};
/// use sbst_seeding::construction::ConstructionGraph;
/// use sbst_seeding::slice::{Limits, Slice};
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
/// assert_eq!(customer.producers, [(Role::Receiver, order.variable)]);
/// assert_eq!(customer.users, [(Role::Receiver, age.variable)]);
/// // The customer is an attribute, and an object that must exist.
/// assert!(customer.is_state() && customer.is_receiver);
/// // The age is an attribute, and a value that the search sets.
/// assert!(age.is_state() && !age.is_receiver);
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The identifier.
    pub variable: Variable,
    /// The kind of its instructions: [`InstructionKind::Cast`] for a choice between several values,
    /// [`InstructionKind::Other`] for a computation.
    pub kind: InstructionKind,
    /// The first instruction that yields the variable. By this instruction the caller looks up
    /// further facts, such as a type.
    pub instruction: Instruction,
    /// The reason why the branch needs the variable. If there are several reasons, this is the most
    /// urgent one.
    pub need: Need,
    /// The variables that it is made of, each with its role. A field has its receiver. An element
    /// has its array and its index. A call has its receiver, its arguments, and the value that it
    /// [returns](Self::returned) if its code is known. Values that no input decides are in
    /// [`constants`](Self::constants) instead.
    pub producers: Vec<(Role, Variable)>,
    /// The variables that are made of it, ascending, each with the role that this variable has in
    /// the user.
    pub users: Vec<(Role, Variable)>,
    /// The instructions of kind [`InstructionKind::Cast`] that take its value, each once,
    /// ascending. If one of them is a cast on the way to the branch, the value must have its type.
    /// Local variables and conditional expressions are in the list, too; the caller knows which
    /// instructions are casts, and to which types.
    ///
    /// A cast of the result of a call is listed at the call and at the returned value. A cast of a
    /// choice is listed at the choice. In an [unrolled](super::ConstructionGraph::unrolled) graph,
    /// the cast is listed at each place that the choice may be.
    ///
    /// Source of the example: OBJ, Listing 5, where `equals` casts its parameter. The paper does
    /// not treat casts.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::{Symbol, Variable};
    /// use sbst_seeding::construction::ConstructionGraph;
    /// use sbst_seeding::slice::{Limits, Slice};
    ///
    /// // let other = obj as Payee; if other.id == .. { .. }
    /// let mut code = DependenceGraph::new();
    /// let obj = code.add(InstructionKind::Parameter(0), []);
    /// let other = code.add(InstructionKind::Cast, [(Role::Value, obj)]);
    /// let id =
    ///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, other)]);
    /// let slice = Slice::of_branch(&code, [id], [], Limits::PUBLISHED)?;
    /// let graph = ConstructionGraph::new(&slice);
    /// assert_eq!(graph.node(Variable::new(0)).casts, [other]); // must be a payee
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    pub casts: Vec<Instruction>,
    /// `true` if an attribute is read from it, or if it is the receiver of a call that is a
    /// variable or whose code is not known. If a choice or a call with known code is a receiver, so
    /// are the values that the choice may take, and the value that the call returns. Such a
    /// variable is an object or an array that must exist, and no value that the search sets. A call
    /// with unknown code counts even if no attribute depends on its result.
    pub is_receiver: bool,
    /// `true` if it is an input of the sliced method: a parameter, the object whose method it is, a
    /// field of that object, or a static field. OBJ, 3.1.2, counts parameters and accessed instance
    /// fields; static fields are this crate's.
    pub is_input: bool,
    /// The parts that no input decides.
    pub(super) constants: Vec<Constant>,
    /// The number of the chain of calls that leads to its instruction.
    pub(super) chain: u32,
    /// `true` if a method with unknown code is called on it.
    pub(super) is_called: bool,
}

/// A value that no input decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    /// The role that it has in its user.
    pub(super) role: Role,
    /// Its number, counted from 0 in the order of first users. Equal values have equal numbers.
    pub(super) number: u32,
    /// The first instruction that yields it.
    pub(super) instruction: Instruction,
}

/// Properties that a node takes from everything that it may be.
#[derive(Clone)]
pub(super) struct Known {
    /// The most urgent need.
    pub(super) need: Need,
    /// The casts that take it, in any order.
    pub(super) casts: Vec<Instruction>,
    /// `true` if a method with unknown code is called on it.
    pub(super) is_called: bool,
}

impl Known {
    /// Nothing is known yet.
    pub(super) const NOTHING: Self =
        Self { need: Need::Control(u32::MAX), casts: Vec::new(), is_called: false };
}

impl Node {
    /// Creates a node without producers and users.
    pub(super) fn new(
        kind: InstructionKind,
        instruction: Instruction,
        chain: u32,
        Known { need, mut casts, is_called }: Known,
    ) -> Self {
        sort(&mut casts);
        casts.dedup();
        Self {
            variable: Variable::new(0),
            kind,
            instruction,
            need,
            producers: Vec::new(),
            users: Vec::new(),
            casts,
            is_receiver: false,
            is_input: false,
            constants: Vec::new(),
            chain,
            is_called,
        }
    }

    /// Returns the object or array of which it is a field or an element, or the object whose method
    /// is called; `None` if it has no such object, or if no input decides the object.
    #[must_use]
    pub fn receiver(&self) -> Option<Variable> {
        in_role(&self.producers, Role::Receiver)
    }

    /// Returns the index of an element; `None` if it is no element, or if no input decides the
    /// index. [`constants`](Self::constants) has indices that no input decides.
    #[must_use]
    pub fn index(&self) -> Option<Variable> {
        in_role(&self.producers, Role::Index)
    }

    /// Returns the variable that a call with known code returns; `None` for any other variable.
    ///
    /// The call stands for the returned variable. A plan builds that variable first, if the caller
    /// can, so that the call finds it.
    #[must_use]
    pub fn returned(&self) -> Option<Variable> {
        match self.kind {
            InstructionKind::Call => in_role(&self.producers, Role::Returned),
            _ => None,
        }
    }

    /// Returns the parts of this variable that no input decides, each with its role and an
    /// instruction that yields it.
    ///
    /// Such parts are constants, objects that the program makes itself, and counters that start at
    /// a constant. They distinguish elements without an [`index`](Self::index). If the index of an
    /// element is the constant 0, a test can set the first element of the array.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Variable;
    /// use sbst_seeding::construction::ConstructionGraph;
    /// use sbst_seeding::slice::{Limits, Slice};
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
    pub fn constants(
        &self,
    ) -> impl DoubleEndedIterator<Item = (Role, Instruction)> + ExactSizeIterator + Clone {
        self.constants.iter().map(|constant| (constant.role, constant.instruction))
    }

    /// Returns `true` if it is an attribute: a static field, a field or an element.
    #[must_use]
    pub const fn is_state(&self) -> bool {
        is_state(self.kind)
    }
}

// Sites: places in the code of methods.

/// A place in the code of a method that calls another method, or that sets or gets an attribute.
///
/// ```
/// use sbst::id::{Block, Function, Instruction};
/// use sbst_seeding::construction::Site;
///
/// let method = Function::new(3);
/// let call = Site { method, block: Block::new(7), instruction: Instruction::new(12) };
/// assert!(call < Site { block: Block::new(8), ..call }); // by method, then block
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Site {
    /// The method that has the site.
    pub method: Function,
    /// The block of the method that has the site.
    pub block: Block,
    /// The instruction that calls, writes or reads.
    ///
    /// An instruction that writes has the written value as an operand, and for an element also the
    /// index. For a field you may give the written value itself instead of the instruction that
    /// writes.
    pub instruction: Instruction,
}
