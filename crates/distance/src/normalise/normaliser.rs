//! The normalisations that the crate knows.

use super::formula::Normalise;
use super::precise::{
    Precise, exponential, exponential_minus_one, logarithm_of_one_plus, power_of_two, residue,
};
use crate::{BELOW_ONE, Distance, DistanceError};
use alloc::format;
use alloc::string::String;
use core::fmt;

/// A normalisation that the crate knows, as a value.
///
/// [`Normalise::normalise`] maps 0 to 0 and an infinite distance to 1. For any other distance it
/// returns a number within one unit in the last place of the exact value, at least 2^-1074 and at
/// most 1 - 2^-53. All forms keep the order of distances, also of neighbouring f64. They differ in
/// the distances that they tell apart best:
///
/// - the rational form is steep up to a few times b,
/// - the exponential form is steep up to about 1 / ln a, and flat soon after,
/// - the logarithmic form is equally steep over all magnitudes.
///
/// For whole distances, [`first_collision`](Self::first_collision) returns the distance from which
/// a form fails to tell neighbours apart.
///
/// Source: Arcuri, "It really does matter how you normalize the branch distance in search-based
/// software testing" (2013), which compares x / (x + 1) with the older 1 - 1.001^-x.
///
/// ```
/// use sbst_distance::{Distance, Normalise, Normaliser};
///
/// let three = Distance::from(3);
/// assert_eq!(Normaliser::RATIONAL.normalise(three), 0.75);
/// assert_eq!(Normaliser::rational(9.0)?.normalise(three), 0.25);
/// assert!(Normaliser::EXPONENTIAL.normalise(three) < 0.003);
/// assert_eq!(Normaliser::RATIONAL.inverse(0.75)?, three);
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normaliser(pub(crate) Form);

/// A formula with its parameters, all of which are valid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// x / (x + offset), with a positive and finite offset.
    Rational { offset: f64 },
    /// 1 - base^-x, with a finite base above 1 and its natural logarithm.
    Exponential { base: f64, logarithm: Precise },
    /// l / (1 + l), with l = ln(1 + x).
    Logarithmic,
}

impl Normaliser {
    /// The form x / (x + 1), which [`Distance::norm`] computes, too.
    pub const RATIONAL: Self = Self(Form::Rational { offset: 1.0 });
    /// The form 1 - 1.001^-x.
    pub const EXPONENTIAL: Self = Self(Form::Exponential {
        base: 1.001,
        logarithm: Precise { high: 9.995_003_330_834_232e-4, low: -6.782_451_268_011_377e-20 },
    });
    /// The form l / (1 + l) with l = ln(1 + x). It tells far distances apart, too: the greatest
    /// finite distance gives 0.9986.
    pub const LOGARITHMIC: Self = Self(Form::Logarithmic);

    /// Creates the normalisation x / (x + b). It is one half at the distance b.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Offset`] unless `b` is positive and finite.
    pub const fn rational(b: f64) -> Result<Self, DistanceError> {
        // NaN fails the guard, too.
        if b > 0.0 && b < f64::INFINITY {
            Ok(Self(Form::Rational { offset: b }))
        } else {
            Err(DistanceError::Offset(b))
        }
    }

    /// Creates the normalisation 1 - a^-x. It is one half at the distance ln 2 / ln a, and flat
    /// beyond fifty times that distance.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Base`] unless `a` is greater than 1 and finite.
    ///
    /// ```
    /// use sbst_distance::{Distance, DistanceError, Normalise, Normaliser};
    ///
    /// let halving = Normaliser::exponential(2.0)?; // the rest halves with each step
    /// assert_eq!(
    ///     [0, 1, 2].map(|d| halving.normalise(Distance::from(d))),
    ///     [0.0, 0.5, 0.75]
    /// );
    /// assert_eq!(Normaliser::exponential(1.0), Err(DistanceError::Base(1.0)));
    /// # Ok::<(), DistanceError>(())
    /// ```
    pub fn exponential(a: f64) -> Result<Self, DistanceError> {
        // NaN fails the guard, too.
        if a > 1.0 && a < f64::INFINITY {
            Ok(Self(Form::Exponential { base: a, logarithm: logarithm_of_one_plus(a - 1.0) }))
        } else {
            Err(DistanceError::Base(a))
        }
    }

    /// Returns the distance that has this normalised value.
    ///
    /// It is 0 for 0, infinite for 1, and positive and finite for any other value, exact to a few
    /// units in the last place.
    ///
    /// # Errors
    ///
    /// [`DistanceError::OutOfRange`] unless `value` is in [0, 1].
    pub fn inverse(self, value: f64) -> Result<Distance, DistanceError> {
        if !(0.0..=1.0).contains(&value) {
            return Err(DistanceError::OutOfRange(value)); // NaN fails the guard, too
        }
        if value == 0.0 {
            return Ok(Distance::ZERO);
        }
        if value == 1.0 {
            return Ok(Distance::INFINITE);
        }
        // v / (1 - v), the inverse of l / (1 + l). The difference 1 - v loses bits in f64 for a
        // small v.
        let odds = Precise::from(value) / Precise::sum(1.0, -value);
        let x = match self.0 {
            Form::Rational { offset } => value / (1.0 - value) * offset,
            Form::Exponential { logarithm, .. } => -libm::log1p(-value) / logarithm.high,
            // So small a value equals its distance, and its products would underflow.
            Form::Logarithmic if value < TINY => value,
            // e^709.78 is beyond the greatest f64.
            Form::Logarithmic if odds.high > 709.78 => f64::MAX,
            Form::Logarithmic => exponential_minus_one(odds).high,
        };
        Ok(Distance::of(x.clamp(Distance::SMALLEST.get(), f64::MAX)))
    }

    /// Returns the distance that a heuristic of another tool stands for.
    ///
    /// A heuristic is 1 for an outcome that holds, and falls towards 0 as the outcome gets further
    /// away. The distance is the [inverse](Self::inverse) of 1 - `heuristic`. The caller passes the
    /// outcome, because a rounded heuristic does not tell it:
    ///
    /// | the outcome | heuristic | distance |
    /// |---|---|---|
    /// | held | any | 0 |
    /// | did not hold | 1 | [`Distance::SMALLEST`] |
    /// | did not hold | 0 | [`Distance::INFINITE`] |
    /// | did not hold | any other | positive and finite |
    ///
    /// [`Decision::heuristics`](crate::Decision::heuristics) is the opposite direction.
    ///
    /// ```
    /// use sbst_distance::{Decision, Distance, Normaliser, eq};
    ///
    /// let import = |outcome, heuristic| Normaliser::RATIONAL.import(outcome, heuristic);
    /// assert_eq!(import(false, 0.25)?, Distance::from(3));
    /// assert_eq!(import(false, 1.0)?, Distance::SMALLEST); // rounded elsewhere
    /// assert_eq!(import(true, 1.0)?, Distance::ZERO);
    /// // A predicate that was false, with a heuristic for `true`, becomes a decision
    /// // again: gap 2, and K = 1.
    /// assert_eq!(Decision::observed(false, import(false, 0.25)?), eq(7, 9));
    ///
    /// # Ok::<(), sbst_distance::DistanceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DistanceError::OutOfRange`] unless `heuristic` is in [0, 1].
    pub fn import(self, outcome: bool, heuristic: f64) -> Result<Distance, DistanceError> {
        if !(0.0..=1.0).contains(&heuristic) {
            return Err(DistanceError::OutOfRange(heuristic)); // NaN fails the guard, too
        }
        if outcome {
            return Ok(Distance::ZERO);
        }
        // 1 - h rounds to 1 for a small h, and would give an infinite distance. Only the heuristic
        // 0 says that the distance is unknown.
        let value = if heuristic > 0.0 { (1.0 - heuristic).min(BELOW_ONE) } else { 1.0 };
        self.inverse(value).map(|distance| distance.max(Distance::SMALLEST))
    }
}

impl Normalise for Normaliser {
    fn normalise(&self, distance: Distance) -> f64 {
        let x = distance.get();
        if x == f64::INFINITY {
            return 1.0;
        }
        if x == 0.0 {
            return 0.0;
        }
        // The curves are exact enough to be monotone; the cut at both ends keeps the order.
        let value = match self.0 {
            Form::Rational { offset } => scaled_ratio(x, offset),
            Form::Exponential { logarithm, .. } => of_exponential(x, logarithm),
            Form::Logarithmic => of_logarithm(x),
        };
        value.clamp(Distance::SMALLEST.get(), BELOW_ONE)
    }
}

/// Writes the formula, such as `1 - 1.001^-x`.
impl fmt::Display for Normaliser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self.0 {
            Form::Rational { offset } => format!("x / (x + {})", Distance::of(offset)),
            Form::Exponential { base, .. } => format!("1 - {}^-x", Distance::of(base)),
            Form::Logarithmic => String::from("ln(1 + x) / (1 + ln(1 + x))"),
        })
    }
}

// Equality is an equivalence, because no parameter is NaN.
impl Eq for Normaliser {}

/// Returns [`RATIONAL`](Normaliser::RATIONAL).
impl Default for Normaliser {
    fn default() -> Self {
        Self::RATIONAL
    }
}

// The formulas of the normalisers, with the guarantees of the module.

/// 2^-200. Below it, x, e^x - 1 and ln(1 + x) differ by less than any rounding. Above it, no
/// computation here underflows.
pub(super) const TINY: f64 = f64::from_bits((1023 - 200) << 52);

/// Returns x / (x + b) for finite x of at least 0 and b from 2^-500 to 2^500. x / b must be at
/// least 2^-200, unless b = 1.
pub(crate) fn ratio(x: f64, b: f64) -> f64 {
    // Up to 2^40 b the quotient is computed directly. Beyond, its elasticity is too small, and the
    // result is 1 - b / (x + b).
    const STEEP: f64 = (1_u64 << 40) as f64;
    // From 2^54 b on, b / (x + b) is below half the last place of 1.
    const FLAT: f64 = (1_u64 << 54) as f64;
    let sum = b + x;
    let lost = x.min(b) - (sum - x.max(b)); // what rounding took from the sum, exactly
    if x > b * STEEP {
        if x >= b * FLAT {
            return BELOW_ONE;
        }
        // The quotient and the part that its rounding and the rounding of the sum lost: together
        // about 100 bits.
        let rest = b / sum;
        let correction = (residue(b, rest, sum) - rest * lost) / sum;
        // The module calls this s + t: s is `difference.high`, and t the bracket.
        let difference = Precise::sum(1.0, -rest);
        return (difference.high + (difference.low - correction)).min(BELOW_ONE);
    }
    let quotient = x / sum;
    // The sum is exact, so the quotient is rounded only once.
    if lost == 0.0 {
        return quotient;
    }
    quotient + (residue(x, quotient, sum) - quotient * lost) / sum
}

/// Returns x / (x + b) for any positive finite numbers.
pub(super) fn scaled_ratio(x: f64, b: f64) -> f64 {
    const GREAT: f64 = f64::from_bits((1023 + 500) << 52);
    const SMALL: f64 = 1.0 / GREAT;
    // The ratio depends on x / b only, so both are scaled by a power of two until nothing overflows
    // or underflows. For a tiny x / b, the sum equals b.
    if x < b * TINY {
        x / b
    } else if b > GREAT {
        ratio(x * SMALL, b * SMALL)
    } else if b < SMALL && x < 1.0 {
        ratio(x * GREAT, b * GREAT)
    } else {
        ratio(x, b)
    }
}

/// Returns 1 - e^-(x ln a) for positive finite x.
pub(super) fn of_exponential(x: f64, logarithm: Precise) -> f64 {
    const FLAT: f64 = 40.0;
    const UP: f64 = f64::from_bits((1023 + 600) << 52);
    // e^-40 is below half the last place of 1.
    if x * logarithm.high >= FLAT {
        return BELOW_ONE;
    }
    if x < TINY {
        // So small an x gives x ln a; it is scaled up, because the product would underflow.
        return (Precise::from(x * UP) * logarithm).high / UP;
    }
    // 1 - 2^n (1 + p). For n = 0 it is -p, which is accurate also for small results.
    let (n, p) = exponential(-(Precise::from(x) * logarithm));
    if n == 0 {
        -p.high
    } else {
        (Precise::from(1.0) - (p + Precise::from(1.0)).scaled(power_of_two(n))).high
    }
}

/// Returns l / (1 + l) with l = ln(1 + x), for positive finite x.
pub(super) fn of_logarithm(x: f64) -> f64 {
    if x < TINY {
        return x;
    }
    let l = logarithm_of_one_plus(x);
    (l / (l + Precise::from(1.0))).high
}
