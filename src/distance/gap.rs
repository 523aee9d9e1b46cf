//! The gap between two operands, exact until the one rounding at the end.

use super::{FloatMetric, Rules};

/// A primitive number: how far two of its values are apart.
pub(super) trait Measured: Copy + PartialOrd {
    const CLASS: Class;
    fn gap(self, other: Self, metric: FloatMetric) -> Gap;
}

/// Class of a type, which selects the rule that measures it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Integer,
    Float,
    /// Equal, or K apart.
    Bool,
}

/// |a - b|, not yet rounded.
#[derive(Clone, Copy, Debug)]
pub(super) enum Gap {
    /// Exact as it stands: at most 33 bits.
    Narrow(f64),
    /// An integer of up to 128 bits.
    Whole(u128),
    /// 2^128 plus this: the widest signed and unsigned integers are that far apart.
    Overflow(u128),
    /// Rounded already: a difference of floats, possibly infinite.
    Rounded(f64),
}

const TWO_53: u128 = 1 << 53;
const TWO_127: u128 = 1 << 127;

impl Gap {
    pub(super) fn rounded(self) -> f64 {
        match self {
            Self::Narrow(gap) | Self::Rounded(gap) => gap,
            Self::Whole(gap) if gap <= TWO_53 => gap as u64 as f64,
            Self::Whole(gap) => gap as f64,
            // Halved so that it fits, with a sticky last bit so that it still rounds as the whole number would.
            Self::Overflow(low) => 2.0 * ((TWO_127 | low >> 1 | low & 1) as f64),
        }
    }

    /// gap + K.
    pub(super) fn plus_k(self, rules: &Rules) -> f64 {
        let whole_k = u128::from(rules.whole_k);
        match self {
            Self::Whole(gap) if gap > TWO_53 && whole_k > 0 => match gap.checked_add(whole_k) {
                Some(sum) => sum as f64,
                None => Self::Overflow(gap.wrapping_add(whole_k)).rounded(),
            },
            // Never wraps: the widest gap is 2^128 + 2^127 - 1.
            Self::Overflow(low) if whole_k > 0 => Self::Overflow(low + whole_k).rounded(),
            // Both parts are exact (or the gap is rounded by definition), so this rounds once.
            gap => saturating(gap.rounded(), rules.k),
        }
    }
}

/// a + b for a ≥ 0, b > 0 finite: the sum of finite numbers stays finite.
fn saturating(a: f64, b: f64) -> f64 {
    let sum = a + b;
    if sum == f64::INFINITY && a < f64::INFINITY { f64::MAX } else { sum }
}
