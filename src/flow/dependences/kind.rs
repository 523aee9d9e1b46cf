//! The kinds of instructions, and the roles of their operands.

use crate::id::Symbol;
use alloc::format;
use core::fmt;

/// The kind of an instruction, or of a variable of a construction graph.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
/// use sbst::id::Symbol;
///
/// // cart.items[i].price, where `cart` is the object and `i` a parameter of its method
/// let mut code = DependenceGraph::new();
/// let (cart, i) = (
///     code.add(InstructionKind::This, []),
///     code.add(InstructionKind::Parameter(0), []),
/// );
/// let items =
///     code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, cart)]);
/// let item =
///     code.add(InstructionKind::Element, [(Role::Receiver, items), (Role::Index, i)]);
/// let price =
///     code.add(InstructionKind::Field(Symbol::new(1)), [(Role::Receiver, item)]);
/// assert_eq!(code.kind(price), Some(InstructionKind::Field(Symbol::new(1))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum InstructionKind {
    /// The object whose method is executed.
    This,
    /// The parameter at this place, counted from 0 without [`This`](Self::This).
    Parameter(u32),
    /// A static field, or anything else that exists without an object: a global variable, the
    /// environment. Its name identifies it.
    StaticField(Symbol),
    /// A field of its receiver, by name. A query of an object whose code cannot be sliced, such as
    /// the size of a list of a library, can also be described as a field.
    Field(Symbol),
    /// The element of its receiver at its index.
    Element,
    /// The result of a method. In a construction graph, a call with known code is a variable if
    /// something is read from its result.
    Call,
    /// One of its operands, unchanged: a cast, a local variable with several definitions, a
    /// conditional expression.
    Cast,
    /// Any other instruction that is computed from its operands. Without operands: a constant, or a
    /// new object. Describe equal constants as one instruction, so that elements at equal indices
    /// are one variable.
    Other,
}

/// The role of an operand for the instruction that uses it.
///
/// ```
/// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
///
/// // xs[i]
/// let mut code = DependenceGraph::new();
/// let (xs, i) = (
///     code.add(InstructionKind::Parameter(0), []),
///     code.add(InstructionKind::Parameter(1), []),
/// );
/// let element =
///     code.add(InstructionKind::Element, [(Role::Receiver, xs), (Role::Index, i)]);
/// let index = code.operands(element).find(|(role, _)| *role == Role::Index);
/// assert_eq!(index, Some((Role::Index, i)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Role {
    /// The object whose field is read or whose method is called, or the array.
    Receiver,
    /// The argument at this place, counted from 0 without the receiver.
    Argument(u32),
    /// The index in the array.
    Index,
    /// The value that flows through the instruction or into it: an operand of a cast or of a
    /// computation; for a field, a value that was written to it before.
    Value,
    /// The value that a call with known code returns. A construction graph uses this role. If an
    /// operand is described with this role, a slice follows it, but does not treat it as the code
    /// of a call.
    Returned,
}

/// For example `receiver`, `argument 0`, `index`, `value` or `returned`.
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

// The computations through which results of calls flow.

/// The computation of an instruction, as far as results of calls flow through it.
///
/// A branch that tests the result of a call is a flag. So is a branch that tests its negation, or
/// the results of two calls. Other computations of a program need no description.
///
/// ```
/// use sbst::flow::dependences::{Computation, DependenceGraph, InstructionKind, Role};
///
/// // if !check(x) { .. }
/// let mut code = DependenceGraph::new();
/// let x = code.add(InstructionKind::Parameter(0), []);
/// let check = code.add(InstructionKind::Call, [(Role::Argument(0), x)]);
/// let not = code.compute(Computation::Not, [check]);
/// assert_eq!(code.computation(not), Some(Computation::Not));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Computation {
    /// This number, without operands: `false` is 0, `true` is 1, and you number variants.
    Constant(#[cfg_attr(feature = "serde", serde(with = "crate::distance::form::integer"))] i128),
    /// A comparison, or any other computation whose outcome and distance the execution records as a
    /// [`Decision`](crate::distance::Decision) if it is the result of a function.
    Comparison,
    /// The negation of its operand.
    Not,
    /// The conjunction of its two operands, both of which are evaluated.
    And,
    /// The disjunction of its two operands, both of which are evaluated.
    Or,
    /// `true` if its two operands are equal: two `bool`s, or a value and a constant.
    Equal,
    /// `true` if its two operands differ: two `bool`s, or a value and a constant.
    NotEqual,
    /// `true` if its operand is in this range. For example, `x < 0` is the range up to -1, and
    /// `x >= 0` is the range from 0.
    Within {
        /// The least number in the range.
        #[cfg_attr(feature = "serde", serde(with = "crate::distance::form::integer"))]
        low: i128,
        /// The greatest number in the range.
        #[cfg_attr(feature = "serde", serde(with = "crate::distance::form::integer"))]
        high: i128,
    },
}
