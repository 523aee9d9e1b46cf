//! Integers of any type, compared by value, and exact gaps between operands.

use super::{FloatMetric, Rules};
use core::cmp::Ordering;

/// An integer of any primitive type, by its mathematical value.
///
/// Use it to compare operands of two types. A cast changes values, and with them outcomes and
/// distances: `-1_i32 as u64` is 2^64 - 1. Convert both operands instead:
///
/// ```
/// use sbst_distance::{Integer, eq, lt};
///
/// let d = eq(Integer::from(-1_i32), Integer::from(1_u64));
/// assert_eq!(d.to_true().get(), 3.0); // gap 2, and K = 1
/// assert!(lt(Integer::from(i128::MIN), Integer::from(u128::MAX)).holds());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Integer {
    /// `true` for negative integers. It is never set for 0, so that derived equality is equality of
    /// values.
    pub(super) negative: bool,
    /// The absolute value.
    pub(super) magnitude: u128,
}

impl Integer {
    /// Returns |self - other|.
    #[inline]
    pub(super) const fn gap_to(self, other: Self) -> Gap {
        // On one side of 0, the gap is the difference of the magnitudes; on different sides, their
        // sum. i128 and u128 together span more than 2^128.
        if self.negative == other.negative {
            return Gap::Whole(self.magnitude.abs_diff(other.magnitude));
        }
        match self.magnitude.overflowing_add(other.magnitude) {
            (gap, false) => Gap::Whole(gap),
            (gap, true) => Gap::Overflow(gap),
        }
    }

    /// Returns the integer above (`up`) or below, or `None` if no primitive type holds it.
    pub(super) fn step(self, up: bool) -> Option<Self> {
        const LEAST: Integer = Integer { negative: true, magnitude: i128::MIN.unsigned_abs() };
        const GREATEST: Integer = Integer { negative: false, magnitude: u128::MAX };
        if self == if up { GREATEST } else { LEAST } {
            return None;
        }
        let away_from_zero = self.negative != up || self.magnitude == 0;
        let magnitude = if away_from_zero { self.magnitude + 1 } else { self.magnitude - 1 };
        // 0 has no sign: a step away from it takes the direction, and a step onto it clears the
        // sign.
        let negative = if self.magnitude == 0 { !up } else { self.negative && magnitude > 0 };
        Some(Self { negative, magnitude })
    }
}

impl Ord for Integer {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, false) => self.magnitude.cmp(&other.magnitude),
            // The greater magnitude is the lesser negative number.
            (true, true) => other.magnitude.cmp(&self.magnitude),
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
        }
    }
}

impl PartialOrd for Integer {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! from {
    (unsigned: $($unsigned:ty),*; signed: $($signed:ty),*) => {
        $( impl From<$unsigned> for Integer {
            #[inline]
            fn from(value: $unsigned) -> Self {
                Self { negative: false, magnitude: value as u128 }
            }
        } )*
        $( impl From<$signed> for Integer {
            #[inline]
            fn from(value: $signed) -> Self {
                Self { negative: value < 0, magnitude: value.unsigned_abs() as u128 }
            }
        } )*
    };
}

from! { unsigned: u8, u16, u32, u64, u128, usize; signed: i8, i16, i32, i64, i128, isize }

/// Error if the integer is above [`i128::MAX`].
///
/// ```
/// use sbst_distance::Integer;
///
/// assert_eq!(i128::try_from(Integer::from(-7_i8)), Ok(-7));
/// assert!(i128::try_from(Integer::from(u128::MAX)).is_err());
/// ```
impl TryFrom<Integer> for i128 {
    type Error = core::num::TryFromIntError;

    fn try_from(integer: Integer) -> Result<Self, Self::Error> {
        // No negative integer is below the least i128.
        match integer.negative {
            true => Ok(0_i128.wrapping_sub_unsigned(integer.magnitude)),
            false => integer.magnitude.try_into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_neighbours() {
        for n in -2..=2_i8 {
            assert_eq!(Integer::from(n).step(true), Some(Integer::from(n + 1)));
            assert_eq!(Integer::from(n).step(false), Some(Integer::from(n - 1)));
        }
    }
}

// Gaps between two operands, which stay exact until one rounding at the end.

/// A primitive number, with the gap between two of its values.
pub(super) trait Measured: Copy {
    /// Returns |a - b|. Only floats use the metric.
    fn gap(a: Self, b: Self, metric: FloatMetric) -> Gap;
}

/// The gap |a - b| before it is rounded.
#[derive(Clone, Copy, Debug)]
pub enum Gap {
    /// An integer of up to 128 bits.
    Whole(u128),
    /// An integer of 2^128 plus this number, between the widest signed and unsigned integers.
    Overflow(u128),
    /// A number that f64 holds exactly, such as an integer of 33 bits, or that is rounded already,
    /// such as a difference of floats. It may be infinite.
    Rounded(f64),
}

const TWO_53: u128 = 1 << 53;
const TWO_127: u128 = 1 << 127;

impl Gap {
    /// Returns the gap, rounded to nearest.
    pub(super) fn rounded(self) -> f64 {
        match self {
            Self::Rounded(gap) => gap,
            Self::Whole(gap) => to_float(gap),
            // 2^128 + low needs 129 bits. It is halved so that it fits, and the lowest bit is or-ed
            // in as a sticky bit, so that ties round as those of the whole number.
            Self::Overflow(low) => 2.0 * ((TWO_127 | low >> 1 | low & 1) as f64),
        }
    }

    /// Returns gap + K. If both are integers, their sum is exact before it is rounded.
    pub(super) fn plus_k(self, rules: &Rules) -> f64 {
        match self {
            Self::Whole(gap) if gap > TWO_53 && rules.whole_k() > 0 => {
                match gap.overflowing_add(rules.whole_k()) {
                    (sum, false) => to_float(sum),
                    (low, true) => Self::Overflow(low).rounded(),
                }
            }
            // This sum never wraps: the widest gap is 2^128 + 2^127 - 1, and K is below 2^53.
            Self::Overflow(low) if rules.whole_k() > 0 => {
                Self::Overflow(low + rules.whole_k()).rounded()
            }
            // Both parts are exact, or the gap is rounded by definition, so this rounds once.
            gap => saturating(gap.rounded(), rules.k),
        }
    }
}

/// Returns the nearest float. The conversion from 64 bits is cheap; from 128 bits it is a library
/// call.
fn to_float(gap: u128) -> f64 {
    /// In a function of its own, since the compiler would merge both conversions into the dear one.
    #[cold]
    #[inline(never)]
    fn wide(gap: u128) -> f64 {
        gap as f64
    }
    match u64::try_from(gap) {
        Ok(gap) => gap as f64,
        Err(_) => wide(gap),
    }
}

/// Returns a + b for a of at least 0 and b positive and finite. The sum of finite numbers is at
/// most `f64::MAX`.
fn saturating(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if sum == f64::INFINITY && a < f64::INFINITY { f64::MAX } else { sum }
}
