//! Gaps between two operands, which stay exact until one rounding at the end.

use super::{FloatMetric, Rules};

/// A primitive number, with the gap between two of its values.
pub(super) trait Measured: Copy + PartialOrd {
    /// Class of the type.
    const CLASS: Class;
    /// Returns |self - other|. Only floats use the metric.
    fn gap(self, other: Self, metric: FloatMetric) -> Gap;
}

/// Class of a type, which selects the rule that measures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    /// Integers, chars and durations.
    Integer,
    /// `f32` and `f64`.
    Float,
    /// Bools, which are equal or K apart.
    Bool,
}

/// The gap |a - b| before it is rounded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gap {
    /// An integer of at most 33 bits, which f64 holds exactly.
    Narrow(f64),
    /// An integer of up to 128 bits.
    Whole(u128),
    /// An integer of 2^128 plus this number, between the widest signed and unsigned integers.
    Overflow(u128),
    /// A number that is rounded already, such as a difference of floats. It may be infinite.
    Rounded(f64),
}

const TWO_53: u128 = 1 << 53;
const TWO_127: u128 = 1 << 127;

impl Gap {
    /// Returns the gap, rounded to nearest.
    pub(super) fn rounded(self) -> f64 {
        match self {
            Self::Narrow(gap) | Self::Rounded(gap) => gap,
            Self::Whole(gap) => to_float(gap),
            // 2^128 + low needs 129 bits. It is halved so that it fits, and the lowest bit is or-ed
            // in as a sticky bit, so that ties round as those of the whole number.
            Self::Overflow(low) => 2.0 * ((TWO_127 | low >> 1 | low & 1) as f64),
        }
    }

    /// Returns gap + K. If both are integers, their sum is exact before it is rounded.
    pub(super) fn plus_k(self, rules: &Rules) -> f64 {
        let whole_k = u128::from(rules.whole_k);
        match self {
            Self::Whole(gap) if gap > TWO_53 && whole_k > 0 => match gap.checked_add(whole_k) {
                Some(sum) => to_float(sum),
                None => Self::Overflow(gap.wrapping_add(whole_k)).rounded(),
            },
            // This sum never wraps: the widest gap is 2^128 + 2^127 - 1, and K is below 2^53.
            Self::Overflow(low) if whole_k > 0 => Self::Overflow(low + whole_k).rounded(),
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
