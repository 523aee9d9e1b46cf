//! Integers of any type, compared by value.

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
    /// Returns |self - other| modulo 2^128, and `true` if the difference is 2^128 or more.
    #[inline]
    pub(super) const fn gap_to(self, other: Self) -> (u128, bool) {
        if self.negative == other.negative {
            // On one side of 0, the gap is the difference of the magnitudes; on different sides,
            // their sum.
            (self.magnitude.abs_diff(other.magnitude), false)
        } else {
            self.magnitude.overflowing_add(other.magnitude)
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
