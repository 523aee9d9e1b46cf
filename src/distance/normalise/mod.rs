//! Distances of any size as numbers from 0 to 1, and back.
//!
//! | [`Normaliser`] | of a distance x | source |
//! |---|---|---|
//! | [`RATIONAL`](Normaliser::RATIONAL) | x / (x + b), b = 1 | Arcuri, "It really does matter how you normalize the branch distance in search-based software testing" (2013) |
//! | [`EXPONENTIAL`](Normaliser::EXPONENTIAL) | 1 - a^-x, a = 1.001 | compared in the same publication |
//! | [`LOGARITHMIC`](Normaliser::LOGARITHMIC) | l / (1 + l), l = ln(1 + x) | own: for distances that span many magnitudes |
//!
//! 0 goes to 0, an infinite distance to 1, anything between to at least 2^-1074 and at most 1 - 2^-53, and a greater distance never
//! to a lesser number: for all f64, neighbours and subnormal ones included, and all b and a.
//!
//! # Why it never falls
//!
//! Formulas in 53 bits err by a fraction of the last place, and where the function is flatter than its argument (nearly everywhere)
//! many neighbours share a last place: some of them come out in the wrong order. Here the value before the last rounding has about
//! 98 bits or more.
//!
//! - Neighbouring x differ by at least 2^-53 of x, hence neighbouring f(x) by 2^-53 of f(x) times the elasticity x f'(x) / f(x).
//!   It is at least 2^-41 for the rational form up to x = 2^40 b, 0.8 for the exponential one up to x = 0.34 / ln a, and 2^-19 for the
//!   logarithmic one everywhere. The errors are below 2^-100 for the rational form and 2^-95 for the others: the exact values of
//!   neighbours are further apart than that, so the values before rounding are ordered, and rounding keeps the order.
//! - Beyond those x, the result is 1 - g with g computed as above. The elasticity of g is at least 0.3 there, however near 1 the result.
//!   1 - g is rounded twice, as s + t with s the rounded difference from the high part of g and t what remains, rounded; but the
//!   points where s + t changes its last place are themselves f64 in t, and rounding t cannot carry it past one of them.
//! - 1 is replaced by 1 - 2^-53, and 0 by 2^-1074; both keep the order.
//!
//! Time: a few nanoseconds for the rational form, about 100 for the exponential and 250 for the logarithmic one.

mod collision;
mod elementary;
#[cfg(feature = "serde")]
mod plain;
mod precise;
mod truthness;

pub use truthness::Truthness;

use super::{BELOW_ONE, Distance};
use alloc::format;
use alloc::string::String;
use elementary::{exponential, exponential_minus_one, logarithm_of_one_plus, power_of_two};
use precise::{Precise, residue};

/// How a distance becomes a number from 0 to 1: the formula, as a value.
///
/// All of them keep the order of distances, of neighbouring f64, too. They differ in where they are steep: the rational form up to
/// a few times b, the exponential one up to about 1 / ln a and then soon flat, the logarithmic one evenly over all magnitudes. For
/// whole distances, [`first_collision`](Self::first_collision) says how far each reaches.
///
/// Source: Arcuri, "It really does matter how you normalize the branch distance in search-based software testing" (2013), which
/// compares x / (x + 1) with the older 1 - 1.001^-x.
///
/// ```
/// use sbst::distance::{Distance, Normaliser};
///
/// let three = Distance::from(3);
/// assert_eq!(Normaliser::RATIONAL.normalise(three), 0.75);
/// assert_eq!(Normaliser::rational(9.0)?.normalise(three), 0.25);
/// assert!(Normaliser::EXPONENTIAL.normalise(three) < 0.003);
/// assert_eq!(Normaliser::RATIONAL.inverse(0.75)?, three);
/// assert_eq!(Normaliser::RATIONAL.scalar(2, three), 2.75); // two approach levels further away
/// # Ok::<(), sbst::distance::NormaliserError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normaliser(Form);

/// The formula with its parameters, all of them valid.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Form {
    Rational { offset: f64 },
    Exponential { base: f64, logarithm: Precise },
    Logarithmic,
}

/// Why there is no such [`Normaliser`], or why a number is none of its values.
///
/// ```
/// use sbst::distance::{Normaliser, NormaliserError};
///
/// assert_eq!(Normaliser::rational(0.0), Err(NormaliserError::Offset(0.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum NormaliserError {
    /// The b of x / (x + b) is the distance that gives one half.
    #[error("b of x / (x + b) must be positive and finite, but {0} was given")]
    Offset(f64),
    /// With a base of 1 or less, 1 - a^-x does not grow.
    #[error("a of 1 - a^-x must be greater than 1 and finite, but {0} was given")]
    Base(f64),
    /// Normalised distances and heuristics are numbers from 0 to 1.
    #[error("a number from 0 to 1 was expected, but {0} was given")]
    OutOfRange(f64),
}

/// Below it, x and both e^x - 1 and ln(1 + x) differ by less than any rounding; above it, nothing here underflows.
const TINY: f64 = f64::from_bits((1023 - 200) << 52);

impl Normaliser {
    /// x / (x + 1), the same as [`Distance::norm`].
    pub const RATIONAL: Self = Self(Form::Rational { offset: 1.0 });
    /// 1 - 1.001^-x.
    pub const EXPONENTIAL: Self =
        Self(Form::Exponential { base: 1.001, logarithm: Precise::new(9.995_003_330_834_232e-4, -6.782_451_268_011_377e-20) });
    /// l / (1 + l) with l = ln(1 + x): far distances still differ; the greatest finite one gives 0.9986.
    pub const LOGARITHMIC: Self = Self(Form::Logarithmic);

    /// x / (x + b): one half at the distance b.
    ///
    /// # Errors
    ///
    /// [`NormaliserError::Offset`] unless `b` is positive and finite.
    pub const fn rational(b: f64) -> Result<Self, NormaliserError> {
        // NaN fails the guard, too.
        if b > 0.0 && b < f64::INFINITY { Ok(Self(Form::Rational { offset: b })) } else { Err(NormaliserError::Offset(b)) }
    }

    /// 1 - a^-x: one half at the distance ln 2 / ln a, and flat after fifty times as much.
    ///
    /// # Errors
    ///
    /// [`NormaliserError::Base`] unless `a` is greater than 1 and finite.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normaliser, NormaliserError};
    ///
    /// let halving = Normaliser::exponential(2.0)?; // what is left halves with each step
    /// assert_eq!([0, 1, 2].map(|d| halving.normalise(Distance::from(d))), [0.0, 0.5, 0.75]);
    /// assert_eq!(Normaliser::exponential(1.0), Err(NormaliserError::Base(1.0)));
    /// # Ok::<(), NormaliserError>(())
    /// ```
    pub fn exponential(a: f64) -> Result<Self, NormaliserError> {
        // NaN fails the guard, too.
        if a > 1.0 && a < f64::INFINITY {
            Ok(Self(Form::Exponential { base: a, logarithm: logarithm_of_one_plus(a - 1.0) }))
        } else {
            Err(NormaliserError::Base(a))
        }
    }

    /// The distance as a number in [0, 1]: 0 iff it is 0, 1 iff it is infinite, and never less for a greater distance.
    ///
    /// Within one unit in the last place of the exact value, or at the limits 2^-1074 and 1 - 2^-53 of what is neither 0 nor
    /// infinite.
    #[must_use]
    pub fn normalise(self, distance: Distance) -> f64 {
        let x = distance.get();
        if x == f64::INFINITY {
            return 1.0;
        }
        if x == 0.0 {
            return 0.0;
        }
        let value = match self.0 {
            Form::Rational { offset } => scaled_ratio(x, offset),
            Form::Exponential { logarithm, .. } => of_exponential(x, logarithm),
            Form::Logarithmic => of_logarithm(x),
        };
        value.clamp(Distance::SMALLEST.get(), BELOW_ONE)
    }

    /// The distance that has this normalised value: 0 for 0, infinite for 1, else positive and finite. Exact to a few units in the
    /// last place.
    ///
    /// # Errors
    ///
    /// [`NormaliserError::OutOfRange`] unless `value` is in [0, 1].
    pub fn inverse(self, value: f64) -> Result<Distance, NormaliserError> {
        if !(0.0..=1.0).contains(&value) {
            return Err(NormaliserError::OutOfRange(value)); // NaN fails the guard, too
        }
        if value == 0.0 {
            return Ok(Distance::ZERO);
        }
        if value == 1.0 {
            return Ok(Distance::INFINITE);
        }
        let odds = Precise::from(value) / Precise::sum(1.0, -value);
        let x = match self.0 {
            Form::Rational { offset } => value / (1.0 - value) * offset,
            Form::Exponential { logarithm, .. } => -libm::log1p(-value) / logarithm.high,
            Form::Logarithmic if value < TINY => value,
            Form::Logarithmic if odds.high > 709.78 => f64::MAX,
            Form::Logarithmic => exponential_minus_one(odds).high,
        };
        Ok(Distance::of(x.clamp(Distance::SMALLEST.get(), f64::MAX)))
    }

    /// level + the normalised distance, for formulas that want one number.
    ///
    /// A finite distance stays below level + 1, so levels never overlap; an infinite one gives level + 1. Distances that differ may
    /// give equal scalars: [`first_collision`](Self::first_collision) says from where on. A pair such as
    /// [`Fitness`](crate::fitness::Fitness) has neither flaw.
    #[must_use]
    pub fn scalar(self, level: u32, distance: Distance) -> f64 {
        let level = f64::from(level);
        if distance == Distance::INFINITE {
            level + 1.0
        } else {
            // 1 + (1 - 2^-53) rounds to 2
            (level + self.normalise(distance)).min((level + 1.0).next_down())
        }
    }

    /// The distance behind a heuristic of another tool that is 1 for an outcome that holds and falls towards 0 the further it is
    /// away: the inverse of 1 - `heuristic`.
    ///
    /// Whether the outcome held is for the caller to say, because a heuristic that was rounded cannot: 1 of an outcome that did not
    /// hold gives [`Distance::SMALLEST`], 0 gives [`Distance::INFINITE`], all between a finite distance. An outcome that held is at
    /// distance 0, whatever the heuristic.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normaliser};
    ///
    /// let import = |outcome, heuristic| Normaliser::RATIONAL.import(outcome, heuristic);
    /// assert_eq!(import(false, 0.25)?, Distance::from(3));
    /// assert_eq!(import(false, 1.0)?, Distance::SMALLEST); // rounded elsewhere
    /// assert_eq!(import(true, 1.0)?, Distance::ZERO);
    /// # Ok::<(), sbst::distance::NormaliserError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NormaliserError::OutOfRange`] unless `heuristic` is in [0, 1].
    pub fn import(self, outcome: bool, heuristic: f64) -> Result<Distance, NormaliserError> {
        if !(0.0..=1.0).contains(&heuristic) {
            return Err(NormaliserError::OutOfRange(heuristic)); // NaN fails the guard, too
        }
        if outcome {
            return Ok(Distance::ZERO);
        }
        // 1 - h rounds to 1 for a small h, but only 0 means that nobody can tell how far.
        let value = if heuristic > 0.0 { (1.0 - heuristic).min(BELOW_ONE) } else { 1.0 };
        self.inverse(value).map(|distance| distance.max(Distance::SMALLEST))
    }
}

impl Normaliser {
    pub(super) fn formula(self) -> String {
        match self.0 {
            Form::Rational { offset } => format!("x / (x + {})", Distance::of(offset)),
            Form::Exponential { base, .. } => format!("1 - {}^-x", Distance::of(base)),
            Form::Logarithmic => String::from("ln(1 + x) / (1 + ln(1 + x))"),
        }
    }
}

/// x / (x + b), b = 1.
impl Default for Normaliser {
    fn default() -> Self {
        Self::RATIONAL
    }
}

/// x / (x + b) for finite x from 0 on and b from 2^-500 to 2^500, neither with x / b below 2^-200 unless b = 1.
pub(super) fn ratio(x: f64, b: f64) -> f64 {
    const STEEP: f64 = (1_u64 << 40) as f64;
    const FLAT: f64 = (1_u64 << 54) as f64;
    let sum = b + x;
    let lost = x.min(b) - (sum - x.max(b)); // what rounding took from the sum, exactly
    if x > b * STEEP {
        if x >= b * FLAT {
            return BELOW_ONE;
        }
        let rest = b / sum;
        let correction = (residue(b, rest, sum) - rest * lost) / sum;
        let difference = Precise::sum(1.0, -rest);
        return (difference.high + (difference.low - correction)).min(BELOW_ONE);
    }
    let quotient = x / sum;
    if lost == 0.0 {
        return quotient;
    }
    quotient + (residue(x, quotient, sum) - quotient * lost) / sum
}

/// x / (x + b) for any positive finite numbers.
fn scaled_ratio(x: f64, b: f64) -> f64 {
    const GREAT: f64 = f64::from_bits((1023 + 500) << 52);
    const SMALL: f64 = 1.0 / GREAT;
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

/// 1 - e^-(x ln a) for positive finite x.
fn of_exponential(x: f64, logarithm: Precise) -> f64 {
    const FLAT: f64 = 40.0;
    const UP: f64 = f64::from_bits((1023 + 600) << 52);
    if x * logarithm.high >= FLAT {
        return BELOW_ONE;
    }
    if x < TINY {
        return (Precise::from(x * UP) * logarithm).high / UP;
    }
    let (n, p) = exponential(-(Precise::from(x) * logarithm));
    if n == 0 { -p.high } else { (Precise::from(1.0) - (p + Precise::from(1.0)).scaled(power_of_two(n))).high }
}

/// l / (1 + l), l = ln(1 + x), for positive finite x.
fn of_logarithm(x: f64) -> f64 {
    if x < TINY {
        return x;
    }
    let l = logarithm_of_one_plus(x);
    (l / (l + Precise::from(1.0))).high
}
