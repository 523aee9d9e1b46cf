//! Results of operators on bits (BOR), of shifts, and of operators on one operand (UOI).

use super::arithmetic::{Arithmetic, Number, Overflow};
use crate::Bits;

/// An operator on the bits of two integers.
///
/// To apply it to bools, convert them to 0 and 1 (`u8::from`).
///
/// ```
/// use sbst_distance::infection::Bitwise;
///
/// assert_eq!(
///     Bitwise::ALL.map(|operator| operator.of(0b110_u8, 0b011)),
///     [0b010, 0b111, 0b101]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Bitwise {
    /// `a & b`
    And,
    /// `a | b`
    Or,
    /// `a ^ b`
    Xor,
}

/// A shift. The amount counts modulo the width.
///
/// ```
/// use sbst_distance::infection::Shift;
///
/// assert_eq!(Shift::ALL.map(|shift| shift.of(-8_i8, 1)), [-16, -4, 124]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Shift {
    /// `x << amount`
    Left,
    /// `x >> amount`. Signed numbers keep their sign.
    Right,
    /// `x >>> amount`. Zeros come in from the left.
    UnsignedRight,
}

/// An operator that is inserted in front of a value.
///
/// ```
/// use sbst_distance::infection::{Overflow, Unary};
///
/// assert_eq!(
///     Unary::ALL.map(|operator| operator.of(7, Overflow::Wraps)),
///     [Some(-7), Some(8), Some(6)]
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unary {
    /// -x
    Negate,
    /// x + 1
    Increment,
    /// x - 1
    Decrement,
}

impl Bitwise {
    /// The three operators.
    pub const ALL: [Self; 3] = [Self::And, Self::Or, Self::Xor];

    /// Returns the result for two operands.
    #[must_use]
    pub fn of<T: Bits>(self, a: T, b: T) -> T {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        }
    }
}

impl Shift {
    /// The three shifts.
    pub const ALL: [Self; 3] = [Self::Left, Self::Right, Self::UnsignedRight];

    /// Returns `x` shifted by `amount` bits, modulo the width.
    ///
    /// ```
    /// use sbst_distance::infection::Shift;
    ///
    /// assert_eq!(Shift::Right.of(-8_i8, 1), -4);
    /// assert_eq!(Shift::UnsignedRight.of(-8_i8, 1), 124);
    /// assert_eq!(Shift::Left.of(3_i8, 8), 3); // by 0
    /// ```
    #[must_use]
    pub fn of<T: Bits>(self, x: T, amount: u32) -> T {
        // Rust's own operators may panic at the width and above.
        let amount = amount % T::zero().count_zeros();
        match self {
            Self::Left => x << amount as usize,
            Self::Right => x >> amount as usize,
            Self::UnsignedRight => x.unsigned_shr(amount),
        }
    }
}

impl Unary {
    /// The three operators.
    pub const ALL: [Self; 3] = [Self::Negate, Self::Increment, Self::Decrement];

    /// Returns the result for one operand, or `None` for an overflow that throws.
    ///
    /// ```
    /// use sbst_distance::infection::{Overflow, Unary};
    ///
    /// assert_eq!(Unary::Negate.of(i8::MIN, Overflow::Wraps), Some(i8::MIN));
    /// assert_eq!(Unary::Negate.of(i8::MIN, Overflow::Throws), None);
    /// assert_eq!(Unary::Increment.of(0.5, Overflow::Throws), Some(1.5));
    /// ```
    #[must_use]
    pub fn of<T: Number>(self, x: T, overflow: Overflow) -> Option<T> {
        match self {
            // As sums and differences, so that overflow means the same as for the arithmetic
            // operators.
            Self::Negate => Arithmetic::Subtract.of(T::ZERO, x, overflow),
            Self::Increment => Arithmetic::Add.of(x, T::ONE, overflow),
            Self::Decrement => Arithmetic::Subtract.of(x, T::ONE, overflow),
        }
    }
}
