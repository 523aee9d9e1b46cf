//! Results of arithmetic operators, for mutants that replace one by another (AOR).

/// An arithmetic operator.
///
/// ```
/// use sbst_distance::infection::{Arithmetic, Overflow};
///
/// let results = Arithmetic::ALL.map(|operator| operator.of(7, 2, Overflow::Wraps));
/// assert_eq!(results, [Some(9), Some(5), Some(14), Some(3), Some(1)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Arithmetic {
    /// `a + b`
    Add,
    /// `a - b`
    Subtract,
    /// `a * b`
    Multiply,
    /// `a / b`. For integers, it truncates.
    Divide,
    /// `a % b`, with the sign of the left operand.
    Remainder,
}

/// Meaning of an integer result outside its type. Floats ignore it.
///
/// ```
/// use sbst_distance::infection::{
///     Arithmetic::{Add, Subtract},
///     Overflow, values,
/// };
///
/// // 200 + 100 of bytes: 44 if it wraps, and 100 for the mutant; an exception
/// // otherwise, which differs, too.
/// let infection = |a: u8, b, overflow| {
///     values(Add.of(a, b, overflow), Subtract.of(a, b, overflow)).get()
/// };
/// assert_eq!(
///     [Overflow::Wraps, Overflow::Throws]
///         .map(|overflow| infection(200, 100, overflow)),
///     [0.0, 0.0]
/// );
/// assert_eq!(infection(200, 128, Overflow::Wraps), 1.0); // 72 either way
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Overflow {
    /// The result is the value modulo 2^width.
    Wraps,
    /// The result is an exception.
    Throws,
}

/// A primitive integer or float.
///
/// The trait is sealed.
///
/// ```
/// use sbst_distance::Distance;
/// use sbst_distance::infection::{
///     Arithmetic::{Add, Subtract},
///     Number,
///     Overflow::Throws,
///     values,
/// };
///
/// /// The hook of a mutant in code that is generic itself.
/// fn minus_for_plus<T: Number>(a: T, b: T) -> Distance {
///     values(Add.of(a, b, Throws), Subtract.of(a, b, Throws))
/// }
///
/// assert_eq!(minus_for_plus(7_u8, 0).get(), 1.0); // adding nothing
/// assert_eq!(minus_for_plus(7.0, 0.5).get(), 0.0);
/// ```
pub trait Number: Copy + PartialEq + sealed::Compute {}

mod sealed {
    #![allow(unreachable_pub, reason = "a sealed trait is as public as the trait that it seals")]

    use super::{Arithmetic, Overflow};

    pub trait Compute: Sized {
        /// Returns the result, or `None` for an exception.
        fn compute(self, operator: Arithmetic, other: Self, overflow: Overflow) -> Option<Self>;
        /// The neutral elements: -x, x + 1 and x - 1 are sums and differences of them.
        const ZERO: Self;
        /// The step of an increment and a decrement.
        const ONE: Self;
    }
}

use sealed::Compute;

macro_rules! integers {
    ($($type:ty)*) => { $(
        impl Number for $type {}
        impl Compute for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            fn compute(self, operator: Arithmetic, other: Self, overflow: Overflow) -> Option<Self> {
                let (wrapped, overflows) = match operator {
                    Arithmetic::Add => self.overflowing_add(other),
                    Arithmetic::Subtract => self.overflowing_sub(other),
                    Arithmetic::Multiply => self.overflowing_mul(other),
                    // A division by zero throws, however overflows are treated.
                    Arithmetic::Divide | Arithmetic::Remainder if other == 0 => return None,
                    // The least integer divided by -1 overflows, too.
                    Arithmetic::Divide => self.overflowing_div(other),
                    Arithmetic::Remainder => self.overflowing_rem(other),
                };
                (overflow == Overflow::Wraps || !overflows).then_some(wrapped)
            }
        }
    )* };
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

macro_rules! floats {
    ($($type:ty)*) => { $(
        impl Number for $type {}
        impl Compute for $type {
            // Negative zero changes no sign as a minuend: -0.0 - x is -x for every x, also for both
            // zeros.
            const ZERO: Self = -0.0;
            const ONE: Self = 1.0;
            fn compute(self, operator: Arithmetic, other: Self, _: Overflow) -> Option<Self> {
                // Floats never throw: a division by zero gives infinity or NaN.
                Some(match operator {
                    Arithmetic::Add => self + other,
                    Arithmetic::Subtract => self - other,
                    Arithmetic::Multiply => self * other,
                    Arithmetic::Divide => self / other,
                    Arithmetic::Remainder => self % other,
                })
            }
        }
    )* };
}

floats! { f32 f64 }

impl Arithmetic {
    /// The five operators.
    ///
    /// ```
    /// use sbst_distance::infection::{Arithmetic, Overflow, values};
    ///
    /// // The mutants of a `+`, and which of them 2 and 2 infect.
    /// let result = |operator: Arithmetic| operator.of(2, 2, Overflow::Wraps);
    /// let mutants =
    ///     Arithmetic::ALL.into_iter().filter(|&mutant| mutant != Arithmetic::Add);
    /// let infected = mutants
    ///     .filter(|&mutant| values(result(Arithmetic::Add), result(mutant)).get() == 0.0);
    /// assert_eq!(
    ///     infected.collect::<Vec<_>>(),
    ///     [Arithmetic::Subtract, Arithmetic::Divide, Arithmetic::Remainder]
    /// );
    /// ```
    pub const ALL: [Self; 5] =
        [Self::Add, Self::Subtract, Self::Multiply, Self::Divide, Self::Remainder];

    /// Returns the result, or `None` for an exception: a division by zero of integers, or an
    /// overflow that throws.
    ///
    /// ```
    /// use sbst_distance::infection::{Arithmetic, Overflow};
    ///
    /// assert_eq!(Arithmetic::Add.of(250_u8, 10, Overflow::Wraps), Some(4));
    /// assert_eq!(Arithmetic::Add.of(250_u8, 10, Overflow::Throws), None);
    /// assert_eq!(Arithmetic::Divide.of(1.0, 0.0, Overflow::Throws), Some(f64::INFINITY));
    /// assert_eq!(Arithmetic::Remainder.of(-7, 3, Overflow::Wraps), Some(-1));
    /// ```
    #[must_use]
    pub fn of<T: Number>(self, a: T, b: T, overflow: Overflow) -> Option<T> {
        a.compute(self, b, overflow)
    }
}
