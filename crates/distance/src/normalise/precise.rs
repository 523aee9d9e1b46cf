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
pub(crate) struct Precise {
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

// The functions e^y - 1 and ln(1 + x) to about 98 bits.
//
// Library functions of 53 bits err by a fraction of the last place, differently at every argument.
// So the greater one of two neighbouring arguments may get the lesser value. With 45 bits to spare
// this cannot happen; the documentation of `normalise` has the proof.
//
// - e^y: write y = n ln 2 + r with |r| at most (ln 2) / 2, and u = r / 8. Sum the Taylor series of
//   e^u - 1 up to u^13. Then apply p ← p (p + 2) three times: it is e^2u - 1 for p = e^u - 1, and
//   it keeps small results accurate, as the squaring of e^u does not.
// - ln(1 + x): take `ln_1p` of `libm`, then one Newton step on e^y = 1 + x.

/// ln 2.
const LN_2: Precise = Precise { high: core::f64::consts::LN_2, low: 2.319_046_813_846_299_6e-17 };

/// 1.5 times 2^52. Added to a small number and subtracted again, it rounds the number to a whole
/// number.
const ROUNDER: f64 = 6_755_399_441_055_744.0;

/// The coefficients 1 / 8!, ..., 1 / 2! of the series.
const INVERSE_FACTORIALS: [Precise; 7] = [
    Precise { high: 2.480_158_730_158_73e-5, low: 2.151_194_786_677_588_2e-23 },
    Precise { high: 1.984_126_984_126_984e-4, low: 1.720_955_829_342_070_5e-22 },
    Precise { high: 1.388_888_888_888_889e-3, low: -5.300_543_954_373_577e-20 },
    Precise { high: 8.333_333_333_333_333e-3, low: 1.156_482_317_317_871_4e-19 },
    Precise { high: 4.166_666_666_666_666_4e-2, low: 2.312_964_634_635_742_7e-18 },
    Precise { high: 1.666_666_666_666_666_6e-1, low: 9.251_858_538_542_97e-18 },
    Precise { high: 0.5, low: 0.0 },
];

/// The coefficients 1 / 13!, ..., 1 / 9!. The terms are so small that 53 bits of them are enough.
const SMALL_INVERSE_FACTORIALS: [f64; 5] = [
    1.605_904_383_682_161_3e-10,
    2.087_675_698_786_81e-9,
    2.505_210_838_544_172e-8,
    2.755_731_922_398_589e-7,
    2.755_731_922_398_589_3e-6,
];

/// Returns (n, p) with e^y = 2^n (1 + p) and |p| below 0.42, for |y| up to 1000. For |y| below
/// 0.34, n is 0, and p is as accurate as y.
pub(super) fn exponential(y: Precise) -> (i32, Precise) {
    // The sum has no bits below 1, so this rounds to a whole number.
    let doublings = (y.high / LN_2.high + ROUNDER) - ROUNDER;
    let rest = if doublings == 0.0 { y } else { y - LN_2 * doublings.into() };
    let u = rest.scaled(0.125);
    // Horner: first the small terms in 53 bits, then the great ones in 106.
    let small = SMALL_INVERSE_FACTORIALS.iter().fold(0.0, |sum, term| sum * u.high + term);
    let series = INVERSE_FACTORIALS.iter().fold(Precise::from(small), |sum, &term| term + sum * u);
    let mut p = u + series * u * u;
    // Undo the division by 8: three doublings of the argument.
    for _ in 0..3 {
        p = p * (p + 2.0.into());
    }
    (doublings as i32, p)
}

/// Returns 2^n for |n| up to 1022.
pub(super) fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((1023 + n) as u64) << 52)
}

/// Returns e^y - 1 for y from 2^-200 to 709.7.
pub(super) fn exponential_minus_one(y: Precise) -> Precise {
    let (n, p) = exponential(y);
    // The power is applied in two halves, because 2^1024 is not an f64.
    let half = power_of_two(n / 2);
    let rest = power_of_two(n - n / 2);
    let grown = (p + Precise::from(1.0)).scaled(half).scaled(rest);
    if n == 0 { p } else { grown - Precise::from(1.0) }
}

/// Returns ln(1 + x) for finite x of at least 2^-200.
pub(super) fn logarithm_of_one_plus(x: f64) -> Precise {
    let guess = libm::log1p(x);
    let (n, p) = exponential(guess.into());
    let rest = if n == 0 {
        Precise::from(x) - p
    } else {
        // In two halves, for n = 1024.
        let scaled =
            Precise::sum(1.0, x).scaled(power_of_two(-(n / 2))).scaled(power_of_two(-(n - n / 2)));
        scaled - Precise::from(1.0) - p
    };
    // The Newton step to the second order: the guess is wrong by about 2^-53 of it, so the next
    // term vanishes.
    let step = rest.high / (1.0 + p.high);
    Precise::from(guess) + Precise::from(step - step * step / 2.0)
}
