//! What an instruction is, and what its operands are for it.

use crate::id::Symbol;
use crate::numbers::pair;
use alloc::format;
use core::fmt;

/// The kind of an instruction, or of a variable of a construction graph.
///
/// ```
/// use sbst::id::Symbol;
/// use sbst::flow::dependences::{
///     DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
/// use sbst::seeding::construction::ConstructionGraph;
///
/// // cart.items[i].price, where `cart` is the object and `i` its method's parameter
/// let mut code = DependenceGraph::new();
/// let (cart, i) = (code.add(InstructionKind::This, []), code.add(InstructionKind::Parameter(0), []));
/// let items = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, cart)]);
/// let item = code.add(InstructionKind::Element, [(Role::Receiver, items), (Role::Index, i)]);
/// let price = code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, item)]);
/// let graph = ConstructionGraph::new(&Slice::of_branch(&code, [price], [], Limits::PUBLISHED)?);
/// let states = graph.nodes().iter().filter(|node| node.is_state()).count();
/// assert_eq!(states, 3); // `items`, `items[i]` and `price`; the object and the parameter are inputs
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum InstructionKind {
    /// The object whose method this is.
    This,
    /// The parameter at this place, counted from 0 without [`This`](Self::This).
    Parameter(u32),
    /// A static field, or whatever else is there without an object: a global variable, the environment. Its name tells it from all others.
    StaticField(Symbol),
    /// A field of its receiver, by name. What a program asks an object without code that could be sliced, such as the size of a
    /// library's list, can be told as a field, too.
    Field(Symbol),
    /// An element of its receiver at its index.
    Element,
    /// The result of a method. In a construction graph, a call with known code is a variable if something is read from its result.
    Call,
    /// One of its operands, as it is: a cast, a local variable with several definitions, a conditional expression.
    Cast,
    /// Something else that is made of its operands; of none: a constant, a new object. Equal constants should be one instruction,
    /// so that elements at equal indices are one variable.
    Other,
}

impl InstructionKind {
    /// Whether it is an attribute.
    pub(crate) const fn is_state(self) -> bool {
        matches!(self, Self::StaticField(_) | Self::Field(_) | Self::Element)
    }

    /// Whether it is there without an object.
    /// Its number, in the order of kinds.
    #[cfg(feature = "seeding")]
    pub(crate) const fn number(self) -> u64 {
        match self {
            Self::This => 0,
            Self::Parameter(place) => pair(1, place),
            Self::StaticField(name) => pair(2, name.number()),
            Self::Field(name) => pair(3, name.number()),
            Self::Element => pair(4, 0),
            Self::Call => pair(5, 0),
            Self::Cast => pair(6, 0),
            Self::Other => pair(7, 0),
        }
    }

    pub(crate) const fn is_input(self) -> bool {
        matches!(self, Self::This | Self::Parameter(_) | Self::StaticField(_))
    }
}

/// The role of an operand for its user.
///
/// ```
/// use sbst::id::Variable;
/// use sbst::flow::dependences::{
///     DependenceGraph, InstructionKind, Limits, Role, Slice,
/// };
/// use sbst::seeding::construction::ConstructionGraph;
///
/// let mut code = DependenceGraph::new();
/// let (xs, i) = (code.add(InstructionKind::Parameter(0), []), code.add(InstructionKind::Parameter(1), []));
/// let element = code.add(InstructionKind::Element, [(Role::Receiver, xs), (Role::Index, i)]);
/// let slice = Slice::of_branch(&code, [element], [], Limits::PUBLISHED)?;
/// let graph = ConstructionGraph::new(&slice);
/// let element = graph.node(Variable::new(2));
/// let operands = [element.receiver(), element.index()];
/// assert_eq!(operands, [0, 1].map(|number| Some(Variable::new(number))));
/// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Role {
    /// The object whose field or method it is, or the array.
    Receiver,
    /// The argument at this place, counted from 0 without the receiver.
    Argument(u32),
    /// Where in the array.
    Index,
    /// What flows through or into it: an operand of a cast or a computation; of a field: what was written to it before.
    Value,
    /// The value that a call with known code returns. A construction graph uses this role; an operand that is described with it to a
    /// slice is followed, and is no part of a call.
    Returned,
}

/// `receiver`, `argument 0`, `index`, `value` or `returned`.
impl Role {
    /// Its number, in the order of roles.
    pub(crate) const fn number(self) -> u64 {
        match self {
            Self::Receiver => 0,
            Self::Argument(place) => pair(1, place),
            Self::Index => pair(2, 0),
            Self::Value => pair(3, 0),
            Self::Returned => pair(4, 0),
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Receiver => f.pad("receiver"),
            Self::Argument(place) => f.pad(&format!("argument {place}")),
            Self::Index => f.pad("index"),
            Self::Value => f.pad("value"),
            Self::Returned => f.pad("returned"),
        }
    }
}
