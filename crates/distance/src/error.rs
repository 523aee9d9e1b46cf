//! Errors of numbers that do not make a distance, and of parameters that do not make a formula.

use super::Aggregation;
use core::fmt;

/// Error of a number that is not a [`Distance`](super::Distance), of a parameter outside its range,
/// or of two accumulators that cannot be merged.
///
/// ```
/// use sbst_distance::{
///     Aggregation, Distance, DistanceError, Normaliser, Rules, Tolerance,
/// };
///
/// assert_eq!(Distance::new(-2.0), Err(DistanceError::Negative(-2.0)));
/// // a failing side would be 0
/// assert_eq!(Rules::DEFAULT.with_k(0.0), Err(DistanceError::K(0.0)));
/// assert_eq!(Normaliser::rational(0.0), Err(DistanceError::Offset(0.0)));
/// assert_eq!(Normaliser::RATIONAL.inverse(1.5), Err(DistanceError::OutOfRange(1.5)));
/// assert_eq!(Aggregation::power_mean(f64::NAN), Err(DistanceError::Exponent));
/// assert_eq!(Tolerance::absolute(-0.5), Err(DistanceError::Tolerance(-0.5)));
/// let (left, right) = (Aggregation::Mean, Aggregation::Sum);
/// let merged = left.accumulator().merge(&right.accumulator());
/// assert_eq!(merged, Err(DistanceError::Different { left, right }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum DistanceError {
    /// The number of a distance is below 0.
    Negative(f64),
    /// The number of a distance is NaN.
    NaN,
    /// K is not positive or not finite. K makes a failing side positive, so it must be positive
    /// itself.
    K(f64),
    /// The parameter b of x / (x + b) is not positive or not finite. It is the distance that gives
    /// one half.
    Offset(f64),
    /// The parameter a of 1 - a^-x is at most 1 or not finite. With a base of 1 or less, 1 - a^-x
    /// does not grow.
    Base(f64),
    /// A normalised distance or a heuristic is outside the range from 0 to 1.
    OutOfRange(f64),
    /// The exponent of a power mean is NaN.
    Exponent,
    /// A tolerance is below 0 or not finite.
    Tolerance(f64),
    /// Two accumulators of different aggregations were to be merged. Their sums have different
    /// meanings.
    Different {
        /// The aggregation of the accumulator that was to take in the other.
        left: Aggregation,
        /// The aggregation of the other accumulator.
        right: Aggregation,
    },
}

impl fmt::Display for DistanceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (rule, value) = match self {
            Self::NaN => {
                return f.write_str(
                    "a distance is never NaN; if it is unknown, use `Distance::INFINITE`",
                );
            }
            Self::Exponent => {
                return f.write_str(
                    "the exponent of a power mean is never NaN; infinite exponents are allowed",
                );
            }
            Self::Different { left, right } => {
                return write!(
                    f,
                    "an accumulator of `{right}` cannot be merged into one of `{left}`; create \
                     both with the same aggregation"
                );
            }
            Self::Negative(value) => ("a distance is at least 0", value),
            Self::K(k) => ("K must be positive and finite", k),
            Self::Offset(b) => ("the parameter b of x / (x + b) must be positive and finite", b),
            Self::Base(a) => ("the parameter a of 1 - a^-x must be greater than 1 and finite", a),
            Self::OutOfRange(value) => {
                ("a normalised distance or a heuristic must be from 0 to 1", value)
            }
            Self::Tolerance(value) => ("a tolerance is at least 0 and finite", value),
        };
        write!(f, "{rule}, but {value} was given")
    }
}

impl core::error::Error for DistanceError {}
