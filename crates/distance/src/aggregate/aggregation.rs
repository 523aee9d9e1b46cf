//! The aggregations that the crate knows.

#[cfg(doc)]
use crate::Distance;
use crate::DistanceError;

/// Rule by which many distances become one distance.
///
/// ```
/// use sbst_distance::{Aggregation, Distance, Power};
///
/// let distances = [1, 3].map(Distance::from);
/// let of = |aggregation: Aggregation| aggregation.of(distances).map(Distance::get);
/// assert_eq!(of(Aggregation::Min), Some(1.0));
/// assert_eq!(of(Aggregation::Harmonic), Some(1.5));
/// assert_eq!(of(Aggregation::Mean), Some(2.0));
/// assert_eq!(of(Aggregation::Sum), Some(4.0));
/// assert_eq!(of(Aggregation::power_mean(f64::INFINITY)?), Some(3.0)); // the greatest
/// assert_eq!(Aggregation::Harmonic.of([]), None);
///
/// // How a table of results calls them.
/// fn name(aggregation: Aggregation) -> String {
///     match aggregation {
///         Aggregation::PowerMean(power) => name_of_power(power),
///         other => format!("{other:?}"),
///     }
/// }
/// fn name_of_power(power: Power) -> String {
///     match power.get() {
///         0.0 => "geometric mean".to_string(),
///         p => format!("power mean, p = {p}"),
///     }
/// }
/// assert_eq!(name(Aggregation::power_mean(0.0)?), "geometric mean");
/// assert_eq!(name(Aggregation::power_mean(2.0)?), "power mean, p = 2");
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Aggregation {
    /// The least distance: only the nearest one counts. Eq. 2 of Lin et al. (2020).
    Min,
    /// The sum, so that all distances must become 0. It is at most [`Distance::GREATEST`] unless a
    /// distance is infinite.
    Sum,
    /// The arithmetic mean.
    Mean,
    /// The harmonic mean, in which the nearest distance counts most. It is 0 if and only if a
    /// distance is 0. The default. Eq. 3 of Lin et al. (2020).
    #[default]
    Harmonic,
    /// The power mean. It goes from the least distance (p = -∞) through the harmonic (-1),
    /// geometric (0) and arithmetic (1) means to the greatest distance (+∞).
    PowerMean(Power),
}

/// The exponent p of a power mean: any number except NaN, infinite ones included.
///
/// [`Aggregation::power_mean`] makes it.
///
/// ```
/// use sbst_distance::{Aggregation, Distance};
///
/// let quadratic = Aggregation::power_mean(2.0)?;
/// // the root of (1 + 49) / 2
/// assert_eq!(quadratic.of([1, 7].map(Distance::from)), Some(Distance::from(5)));
/// let Aggregation::PowerMean(power) = quadratic else { unreachable!() };
/// assert_eq!(power.get(), 2.0);
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power(f64);

impl Power {
    /// Creates the exponent `p`. -0.0 becomes 0.0.
    pub(crate) const fn new(p: f64) -> Result<Self, DistanceError> {
        if p.is_nan() { Err(DistanceError::Exponent) } else { Ok(Self(p + 0.0)) }
    }

    /// Returns the exponent as a number, never NaN.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Aggregation {
    /// Creates the power mean with exponent `p`.
    ///
    /// The exponents -∞, -1 and 1 compute what [`Min`](Self::Min), [`Harmonic`](Self::Harmonic) and
    /// [`Mean`](Self::Mean) compute, bit by bit, and their accumulators merge with each other.
    ///
    /// ```
    /// use sbst_distance::{Aggregation, Distance};
    ///
    /// let distances = [1, 4, 16].map(Distance::from);
    /// // the geometric mean
    /// assert_eq!(Aggregation::power_mean(0.0)?.of(distances), Some(Distance::from(4)));
    /// assert_eq!(
    ///     Aggregation::power_mean(1.0)?.of(distances),
    ///     Aggregation::Mean.of(distances)
    /// );
    /// # Ok::<(), sbst_distance::DistanceError>(())
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

    /// Returns the variant without an exponent that computes this aggregation, if there is one. So
    /// equal formulas are computed alike, bit by bit.
    pub(super) const fn canonical(self) -> Self {
        match self {
            Self::PowerMean(Power(f64::NEG_INFINITY)) => Self::Min,
            Self::PowerMean(Power(-1.0)) => Self::Harmonic,
            Self::PowerMean(Power(1.0)) => Self::Mean,
            other => other,
        }
    }
}
