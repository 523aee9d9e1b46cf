//! What is wrong with a number that was to become a distance, or a parameter of a formula.

use super::Aggregation;

/// Why a number is no [`Distance`](super::Distance), or no parameter of a formula, or why two aggregates do not belong together.
///
/// ```
/// use sbst::distance::{
///     Aggregation, Distance, DistanceError, Normaliser, Rules, Tolerance,
/// };
///
/// assert_eq!(Distance::new(-2.0), Err(DistanceError::Negative(-2.0)));
/// assert_eq!(DistanceError::NaN.to_string(), "a distance is never NaN");
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
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum DistanceError {
    /// A distance is never below 0.
    #[error("a distance is at least 0, but {0} was given")]
    Negative(f64),
    /// A distance is a number.
    #[error("a distance is never NaN")]
    NaN,
    /// K is what makes a failing side positive, hence itself positive; and finite.
    #[error("K must be positive and finite, but {0} was given")]
    K(f64),
    /// The b of x / (x + b) is the distance that gives one half.
    #[error("b of x / (x + b) must be positive and finite, but {0} was given")]
    Offset(f64),
    /// With a base of 1 or less, 1 - a^-x does not grow.
    #[error("a of 1 - a^-x must be greater than 1 and finite, but {0} was given")]
    Base(f64),
    /// Normalised distances and heuristics are numbers from 0 to 1.
    #[error("a number from 0 to 1 was expected, but {0} was given")]
    OutOfRange(f64),
    /// The exponent of a power mean is a number.
    #[error("the exponent of a power mean is never NaN")]
    Exponent,
    /// A tolerance is at least 0 and finite.
    #[error("a tolerance is at least 0 and finite, but {0} was given")]
    Tolerance(f64),
    /// Parts of one mean tell nothing about another.
    #[error("an aggregate of `{right}` cannot be merged into one of `{left}`")]
    Different {
        /// What the aggregate computes that was to take in the other.
        left: Aggregation,
        /// What the other computes.
        right: Aggregation,
    },
}
