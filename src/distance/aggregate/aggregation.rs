//! The aggregations that the crate knows.

#[cfg(doc)]
use crate::distance::Distance;
use crate::distance::DistanceError;

/// Rule by which many distances become one.
///
/// ```
/// use sbst::distance::{Aggregation, Distance};
///
/// let distances = [1, 3].map(Distance::from);
/// let of = |aggregation: Aggregation| aggregation.of(distances).map(Distance::get);
/// assert_eq!(of(Aggregation::Min), Some(1.0));
/// assert_eq!(of(Aggregation::Harmonic), Some(1.5));
/// assert_eq!(of(Aggregation::Mean), Some(2.0));
/// assert_eq!(of(Aggregation::Sum), Some(4.0));
/// assert_eq!(of(Aggregation::power_mean(f64::INFINITY)?), Some(3.0)); // the greatest
/// assert_eq!(Aggregation::Harmonic.of([]), None);
/// # Ok::<(), sbst::distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Aggregation {
    /// The least: only the nearest counts. Eq. 2 of Lin et al. (2020).
    Min,
    /// The sum, at most [`Distance::GREATEST`] unless a part is infinite: all must become 0.
    Sum,
    /// The arithmetic mean.
    Mean,
    /// The harmonic mean: the nearest counts most; 0 iff one of them is. The default. Eq. 3 of Lin et al. (2020).
    #[default]
    Harmonic,
    /// The power mean: from the least (p = -∞) through the harmonic (-1), geometric (0) and arithmetic mean (1) to the greatest
    /// (+∞).
    PowerMean(Power),
}

/// The exponent p of a power mean, made by [`Aggregation::power_mean`]: any number, infinite ones included.
///
/// ```
/// use sbst::distance::{Aggregation, Distance};
///
/// let quadratic = Aggregation::power_mean(2.0)?;
/// // the root of (1 + 49) / 2
/// assert_eq!(quadratic.of([1, 7].map(Distance::from)), Some(Distance::from(5)));
/// let Aggregation::PowerMean(power) = quadratic else { unreachable!() };
/// assert_eq!(power.get(), 2.0);
/// # Ok::<(), sbst::distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power(f64);

impl Power {
    /// Returns the exponent `p`; -0.0 becomes 0.0.
    pub(in crate::distance) const fn new(p: f64) -> Result<Self, DistanceError> {
        if p.is_nan() { Err(DistanceError::Exponent) } else { Ok(Self(p + 0.0)) }
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Aggregation {
    /// Returns the power mean with exponent `p`: [`PowerMean`](Self::PowerMean). Those of -∞, -1 and 1 compute what [`Min`](Self::Min),
    /// [`Harmonic`](Self::Harmonic) and [`Mean`](Self::Mean) compute, bit by bit, and merge with them.
    ///
    /// ```
    /// use sbst::distance::{Aggregation, Distance};
    ///
    /// let distances = [1, 4, 16].map(Distance::from);
    /// // the geometric mean
    /// assert_eq!(Aggregation::power_mean(0.0)?.of(distances), Some(Distance::from(4)));
    /// assert_eq!(
    ///     Aggregation::power_mean(1.0)?.of(distances),
    ///     Aggregation::Mean.of(distances)
    /// );
    /// # Ok::<(), sbst::distance::DistanceError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`DistanceError::Exponent`] if `p` is NaN.
    pub const fn power_mean(p: f64) -> Result<Self, DistanceError> {
        match Power::new(p) {
            Ok(power) => Ok(Self::PowerMean(power)),
            Err(error) => Err(error),
        }
    }

    /// Returns the aggregation by the name that it has in the table, where a power mean has one: equal formulas are then computed alike,
    /// bit by bit.
    pub(super) const fn canonical(self) -> Self {
        match self {
            Self::PowerMean(Power(f64::NEG_INFINITY)) => Self::Min,
            Self::PowerMean(Power(-1.0)) => Self::Harmonic,
            Self::PowerMean(Power(1.0)) => Self::Mean,
            other => other,
        }
    }
}
