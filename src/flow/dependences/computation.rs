//! The computations through which results of calls flow.

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
    Constant(#[cfg_attr(feature = "serde", serde(with = "crate::plain::key"))] i128),
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
        #[cfg_attr(feature = "serde", serde(with = "crate::plain::key"))]
        low: i128,
        /// The greatest number in the range.
        #[cfg_attr(feature = "serde", serde(with = "crate::plain::key"))]
        high: i128,
    },
}
