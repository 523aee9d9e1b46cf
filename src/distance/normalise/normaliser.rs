//! The normalisations that the crate knows.

use super::curves::{TINY, of_exponential, of_logarithm, scaled_ratio};
use super::elementary::{exponential_minus_one, logarithm_of_one_plus};
use super::formula::Normalise;
use super::precise::Precise;
use crate::distance::{BELOW_ONE, Distance, DistanceError};
use alloc::format;
use alloc::string::String;

/// A normalisation that the crate knows, as a value.
///
/// [`Normalise::normalise`] gives 0 for 0, 1 for an infinite distance, and for any other a number within one unit in the last place of the
/// exact value, at least 2^-1074 and at most 1 - 2^-53. All forms keep the order of distances, of neighbouring f64, too. They differ in
/// where they are steep: the rational form up to a few times b, the exponential one up to about 1 / ln a and then soon flat, the
/// logarithmic one evenly over all magnitudes. For whole distances, [`first_collision`](Self::first_collision) says how far each reaches.
///
/// Source: Arcuri, "It really does matter how you normalize the branch distance in search-based software testing" (2013), which
/// compares x / (x + 1) with the older 1 - 1.001^-x.
///
/// ```
/// use sbst::distance::{Distance, Normalise, Normaliser};
///
/// let three = Distance::from(3);
/// assert_eq!(Normaliser::RATIONAL.normalise(three), 0.75);
/// assert_eq!(Normaliser::rational(9.0)?.normalise(three), 0.25);
/// assert!(Normaliser::EXPONENTIAL.normalise(three) < 0.003);
/// assert_eq!(Normaliser::RATIONAL.inverse(0.75)?, three);
/// # Ok::<(), sbst::distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Normaliser(pub(super) Form);

/// The formula with its parameters, all of them valid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Form {
    Rational { offset: f64 },
    Exponential { base: f64, logarithm: Precise },
    Logarithmic,
}

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
    /// [`DistanceError::Offset`] unless `b` is positive and finite.
    pub const fn rational(b: f64) -> Result<Self, DistanceError> {
        // NaN fails the guard, too.
        if b > 0.0 && b < f64::INFINITY { Ok(Self(Form::Rational { offset: b })) } else { Err(DistanceError::Offset(b)) }
    }

    /// Creates the normalisation 1 - a^-x: one half at the distance ln 2 / ln a, and flat after fifty times as much.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Base`] unless `a` is greater than 1 and finite.
    ///
    /// ```
    /// use sbst::distance::{Distance, DistanceError, Normalise, Normaliser};
    ///
    /// let halving = Normaliser::exponential(2.0)?; // what is left halves with each step
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

    /// Returns the distance that has this normalised value: 0 for 0, infinite for 1, else positive and finite. Exact to a few units in the
    /// last place.
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

    /// Returns the distance that another tool's heuristic stands for: the inverse of 1 - `heuristic`. The heuristic is 1 for an outcome that
    /// holds, and falls towards 0 as the outcome gets further away.
    ///
    /// The caller says whether the outcome held, because a rounded heuristic does not tell. An outcome that held is at distance 0, whatever
    /// the heuristic. Of an outcome that did not hold, 1 gives [`Distance::SMALLEST`], 0 gives [`Distance::INFINITE`], and any other
    /// heuristic a finite distance. [`Decision::heuristics`](crate::distance::Decision::heuristics) is the way there.
    ///
    /// ```
    /// use sbst::distance::{Decision, Distance, Normaliser, eq};
    ///
    /// let import = |outcome, heuristic| Normaliser::RATIONAL.import(outcome, heuristic);
    /// assert_eq!(import(false, 0.25)?, Distance::from(3));
    /// assert_eq!(import(false, 1.0)?, Distance::SMALLEST); // rounded elsewhere
    /// assert_eq!(import(true, 1.0)?, Distance::ZERO);
    /// // A predicate that came out as `false`, with a heuristic for `true`, becomes a
    /// // decision again.
    /// // gap 2, and K = 1
    /// assert_eq!(Decision::observed(false, import(false, 0.25)?), eq(7, 9));
    ///
    /// # Ok::<(), sbst::distance::DistanceError>(())
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
        // 1 - h rounds to 1 for a small h, but only 0 means that nobody can tell how far.
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
        let value = match self.0 {
            Form::Rational { offset } => scaled_ratio(x, offset),
            Form::Exponential { logarithm, .. } => of_exponential(x, logarithm),
            Form::Logarithmic => of_logarithm(x),
        };
        value.clamp(Distance::SMALLEST.get(), BELOW_ONE)
    }
}

impl Normaliser {
    pub(in crate::distance) fn formula(self) -> String {
        match self.0 {
            Form::Rational { offset } => format!("x / (x + {})", Distance::of(offset)),
            Form::Exponential { base, .. } => format!("1 - {}^-x", Distance::of(base)),
            Form::Logarithmic => String::from("ln(1 + x) / (1 + ln(1 + x))"),
        }
    }
}

// The parameters are numbers.
impl Eq for Normaliser {}

/// x / (x + b), b = 1.
impl Default for Normaliser {
    fn default() -> Self {
        Self::RATIONAL
    }
}
