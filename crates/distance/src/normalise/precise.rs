//! Numbers of about 106 bits, as unevaluated sums of two f64.
//!
//! `high` is the sum rounded to nearest, and `low` is the part that this rounding lost. Each
//! operation has a relative error of a few 2^-104. So a function that is computed in these numbers,
//! and rounded once at the end, keeps the order of the exact function wherever the values of
//! neighbours differ by more than the error.
//!
//! - Sums of two f64 are exact (Knuth, "The Art of Computer Programming", volume 2, 4.2.2, theorem
//!   B).
//! - Products of two f64 are exact, too: the factors are split into halves whose products fit into
//!   an f64 (Dekker, "A Floating-Point Technique for Extending the Available Precision", 1971). A
//!   fused multiply-add would be shorter, but `core` has none that is fast on every machine.
//!
//! Nothing here guards against overflow or underflow. Callers keep products between 2^-900 and
//! 2^1000.

use core::ops::{Add, Div, Mul, Neg, Sub};

/// The number high + low.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Precise {
    /// The number, rounded to nearest.
    pub(super) high: f64,
    /// The part that the rounding lost.
    pub(super) low: f64,
}

/// Splits `x` into a high and a low half, each of at most 26 bits, for |x| below 2^1023.
fn halves(x: f64) -> (f64, f64) {
    const LOW_BITS: u32 = 27;
    // The high half is rounded, not truncated. So the low half is a signed number of 26 bits, and
    // the product of two low halves fits into 53.
    let high = f64::from_bits((x.to_bits() + (1 << (LOW_BITS - 1))) >> LOW_BITS << LOW_BITS);
    (high, x - high)
}

/// Returns a - b c for a product close to `a`, without the rounding of the product.
pub(super) fn residue(a: f64, b: f64, c: f64) -> f64 {
    let ((b, b_low), (c, c_low)) = (halves(b), halves(c));
    // The four partial products are exact. They are subtracted in falling order, so that nothing is
    // lost where they cancel.
    (((a - b * c) - b * c_low) - b_low * c) - b_low * c_low
}

impl Precise {
    /// Creates a number from its two parts.
    pub(super) const fn new(high: f64, low: f64) -> Self {
        Self { high, low }
    }

    /// Returns a + b, exactly.
    pub(super) fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let b_seen = high - a;
        // What rounding took from a, and what it took from b.
        Self { high, low: (a - (high - b_seen)) + (b - b_seen) }
    }

    /// Returns a + b, exactly, for |a| at least |b| or a = 0.
    fn ordered_sum(a: f64, b: f64) -> Self {
        let high = a + b;
        Self { high, low: b - (high - a) }
    }

    /// Returns a b, exactly.
    fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        Self { high, low: -residue(high, a, b) }
    }

    /// Returns the number times a power of two, exactly.
    pub(super) fn scaled(self, power: f64) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }
}

impl From<f64> for Precise {
    fn from(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }
}

impl Neg for Precise {
    type Output = Self;
    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl Add for Precise {
    type Output = Self;
    /// Adds two numbers. The sum is accurate even where the parts cancel.
    fn add(self, other: Self) -> Self {
        // The shorter form adds the low parts in f64. Its relative error has no bound where the
        // high parts cancel.
        let (high, low) = (Self::sum(self.high, other.high), Self::sum(self.low, other.low));
        let first = Self::ordered_sum(high.high, high.low + low.high);
        Self::ordered_sum(first.high, first.low + low.low)
    }
}

impl Sub for Precise {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for Precise {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        // The product of the two low parts is below the error.
        let exact = Self::product(self.high, other.high);
        Self::ordered_sum(exact.high, exact.low + (self.high * other.low + self.low * other.high))
    }
}

impl Div for Precise {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        let quotient = self.high / other.high;
        // One step of long division: the remainder of the rounded quotient gives the low part.
        let rest = residue(self.high, quotient, other.high) + (self.low - quotient * other.low);
        Self::ordered_sum(quotient, rest / other.high)
    }
}
