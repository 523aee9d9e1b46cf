//! Floats that are equal within a tolerance.

use super::integer::Measured;
use super::primitive::Steps;
use super::{Decision, Distance, DistanceError, FloatMetric, Rules};

/// Tolerance within which two floats still count as equal: a validated value. Of f32 operands, it
/// is rounded to f32.
///
/// | tolerance | holds iff equal, or both finite and |
/// |---|---|
/// | [`absolute`](Self::absolute) | \|a - b\| ≤ t |
/// | [`relative`](Self::relative) | \|a - b\| ≤ t max(\|a\|, \|b\|) |
/// | [`ulps`](Self::ulps) | at most t representable values lie from one to the other |
///
/// ```
/// use sbst_distance::{Tolerance, approx_eq};
///
/// let (a, b) = (1000.0, 1000.5);
/// // at most 1.0005 apart
/// assert!(approx_eq(a, b, Tolerance::relative(0.001)?).holds());
/// assert!(!approx_eq(a, b, Tolerance::absolute(0.25)?).holds());
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "Kind", into = "Kind"))]
pub struct Tolerance(Kind);

#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename = "Tolerance"))]
enum Kind {
    Absolute(f64),
    Relative(f64),
    Ulps(u64),
}

impl TryFrom<Kind> for Tolerance {
    type Error = DistanceError;

    fn try_from(kind: Kind) -> Result<Self, DistanceError> {
        match kind {
            // NaN is in no range.
            Kind::Absolute(t) | Kind::Relative(t) if !(0.0..f64::INFINITY).contains(&t) => {
                Err(DistanceError::Tolerance(t))
            }
            kind => Ok(Self(kind)),
        }
    }
}

impl From<Tolerance> for Kind {
    fn from(tolerance: Tolerance) -> Self {
        tolerance.0
    }
}

impl Tolerance {
    /// Creates a tolerance for an absolute difference of at most `t`.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Tolerance`] unless `t` is at least 0 and finite.
    pub fn absolute(t: impl Into<f64>) -> Result<Self, DistanceError> {
        Self::try_from(Kind::Absolute(t.into()))
    }

    /// Creates a tolerance for a relative difference of at most `t` of the operand with the greater
    /// magnitude.
    ///
    /// # Errors
    ///
    /// [`DistanceError::Tolerance`] unless `t` is at least 0 and finite.
    pub fn relative(t: impl Into<f64>) -> Result<Self, DistanceError> {
        Self::try_from(Kind::Relative(t.into()))
    }

    /// Creates a tolerance of at most `steps` steps from one representable value to the next.
    #[must_use]
    pub const fn ulps(steps: u64) -> Self {
        Self(Kind::Ulps(steps))
    }
}

/// `f32` or `f64`. Sealed.
///
/// ```
/// use sbst_distance::{Decision, Float, Tolerance, approx_eq};
///
/// /// The hook of code that is generic itself.
/// fn nearly<F: Float>(a: F, b: F) -> Decision {
///     approx_eq(a, b, Tolerance::ulps(4))
/// }
///
/// assert!(nearly(0.1 + 0.2, 0.3).holds());
/// assert!(!nearly(0.25_f32, 0.5).holds());
/// ```
pub trait Float: Into<f64> + sealed::Close {}

mod sealed {
    #![allow(unreachable_pub, reason = "a sealed trait is as public as the trait that it seals")]

    use super::Tolerance;

    pub trait Close: crate::Neighbours + Copy {
        /// Returns the outcome in the arithmetic of the type, and by how much the difference
        /// exceeds the tolerance if it does. As rounding keeps order, that is not negative then.
        fn close(self, other: Self, tolerance: Tolerance) -> (bool, f64);
    }
}

use sealed::Close;

macro_rules! floats {
    ($($type:ty)*) => { $(
        impl Float for $type {}

        impl Close for $type {
            fn close(self, other: Self, tolerance: Tolerance) -> (bool, f64) {
                if self == other {
                    return (true, 0.0);
                }
                if !(self.is_finite() && other.is_finite()) {
                    return (false, f64::INFINITY);
                }
                let difference = (self - other).abs();
                let greater = self.abs().max(other.abs());
                let gap = |metric| Self::gap(self, other, metric).rounded();
                match tolerance.0 {
                    Kind::Absolute(t) => {
                        let t = t as Self;
                        (difference <= t, gap(FloatMetric::Absolute) - f64::from(t))
                    }
                    Kind::Relative(t) => {
                        let t = t as Self;
                        (difference <= t * greater, gap(FloatMetric::Absolute) - f64::from(t) * f64::from(greater))
                    }
                    Kind::Ulps(t) => {
                        let steps = self.steps_to(other);
                        (steps <= t, steps.saturating_sub(t) as f64)
                    }
                }
            }
        }
    )* };
}

floats! { f32 f64 }

impl Rules {
    /// Are `a` and `b` equal within the tolerance? Under these rules; see [`approx_eq()`].
    pub fn approx_eq<F: Float>(&self, a: F, b: F, tolerance: Tolerance) -> Decision {
        let (holds, excess) = a.close(b, tolerance);
        self.relation(holds, || Distance::of(excess))
    }
}

/// Are `a` and `b` equal within the tolerance? Under [`Rules::DEFAULT`]; [`Rules::approx_eq`] takes
/// any other rules.
///
/// The outcome is computed in the type of the operands, as a program does. To make it hold: what
/// the difference exceeds the tolerance by (in steps between representable values for
/// [`Tolerance::ulps`]); NaN, and an infinity beside another value, are infinitely far. To make it
/// fail: K. Constant time.
///
/// ```
/// use sbst_distance::{Tolerance, any, approx_eq};
///
/// let cents = Tolerance::absolute(0.01)?;
/// assert!(approx_eq(0.1 + 0.2, 0.3, cents).holds());
/// assert_eq!(approx_eq(1.0, 1.51, cents).to_true().get(), 0.5);
/// assert_eq!(
///     approx_eq(1.0, 1.0 + 3.0 * f64::EPSILON, Tolerance::ulps(1)).to_true().get(),
///     2.0
/// );
///
/// // One of two tolerances is enough, as for `isclose` in several languages.
/// let (relative, absolute) =
///     (Tolerance::relative(1e-9)?, Tolerance::absolute(1e-12)?);
/// let close = |a, b| any([approx_eq(a, b, relative), approx_eq(a, b, absolute)]);
/// assert!(close(1e12, 1e12 + 1.0).holds() && close(0.0, 1e-13).holds());
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
pub fn approx_eq<F: Float>(a: F, b: F, tolerance: Tolerance) -> Decision {
    Rules::DEFAULT.approx_eq(a, b, tolerance)
}
