//! What an instruction computes, where others depend on it.

/// What an instruction computes from its operands, as far as results of calls flow through it.
///
/// A branch that tests the result of a call is a flag; so is one that tests its contrary, or the results of two calls. The other
/// computations of a program need no description.
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
    /// This number: `false` is 0 and `true` is 1; variants are numbered by you. No operands.
    Constant(i64),
    /// A comparison, or anything else whose outcome and distance the execution records as a
    /// [`Decision`](crate::distance::Decision) where it is the result of a function.
    Comparison,
    /// The contrary of its operand.
    Not,
    /// Whether both of its operands are true, both evaluated.
    And,
    /// Whether one of its operands is true, both evaluated.
    Or,
    /// Whether its two operands are equal: two `bool`s, or a value and a constant.
    Equal,
    /// Whether its two operands differ: two `bool`s, or a value and a constant.
    NotEqual,
    /// Whether its operand is in this range: `x < 0` is the range up to -1, `x >= 0` that from 0 on.
    Within {
        /// The least number in the range.
        low: i64,
        /// The greatest number in the range.
        high: i64,
    },
}
