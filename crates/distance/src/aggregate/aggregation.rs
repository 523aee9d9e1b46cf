//! The trait of aggregations, those that the crate knows, and the gradient of one.

use crate::{Distance, DistanceError, Shared};
use alloc::vec::Vec;

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

// The trait of aggregations, and the promises that the crate keeps for each of them.

/// A formula that combines many distances into one.
///
/// [`Aggregation`] has the formulas that the crate knows. Every
/// `Fn(&[Distance]) -> Distance` is an aggregation, too. The
/// [`FlagGradient`](https://docs.rs/sbst/latest/sbst/fitness/flag/struct.FlagGradient.html) of the
/// crate `sbst` takes any of them by value. To share one, use an `Arc`.
///
/// # Promises for any formula
///
/// If `sbst` takes a formula from you, these promises hold whatever the formula returns. So a goal
/// never looks covered, or out of reach, because of a formula.
///
/// - The formula is never called without distances.
/// - If all distances are 0, or all are infinite, so is the value.
/// - The value is 0 only if one of the distances is 0; any other 0 counts as
///   [`Distance::SMALLEST`].
/// - The value is infinite only if one of the distances is infinite; any other infinite value
///   counts as [`Distance::GREATEST`].
/// - If the formula is monotone, so are the values: a greater distance never gives a smaller value.
///
/// ```
/// use sbst_distance::{Aggregate, Aggregation, Distance};
///
/// // The median, or the lower one of two. The slice is in no particular order.
/// let median = |distances: &[Distance]| {
///     let mut sorted = distances.to_vec();
///     sorted.sort();
///     sorted[(sorted.len() - 1) / 2]
/// };
/// let calls = [9, 1, 2, 40].map(Distance::from);
/// assert_eq!(median.aggregate(&calls), Distance::from(2));
/// assert_eq!(Aggregation::Mean.aggregate(&calls), Distance::from(13));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an aggregation",
    note = "write the type of a closure's parameter: `|distances: &[Distance]| ..`",
    note = "pass other formulas by value; to share one, use an `Arc`"
)]
pub trait Aggregate {
    /// Returns one distance for these distances. There is at least one, and they come in any order.
    fn aggregate(&self, distances: &[Distance]) -> Distance;
}

impl<F: Fn(&[Distance]) -> Distance> Aggregate for F {
    fn aggregate(&self, distances: &[Distance]) -> Distance {
        self(distances)
    }
}

impl<A: Aggregate + ?Sized> Aggregate for Shared<A> {
    fn aggregate(&self, distances: &[Distance]) -> Distance {
        (**self).aggregate(distances)
    }
}

// The gradient of the harmonic mean.

/// Returns the derivative of the harmonic mean H with respect to each of these distances: H² / (k
/// d²) for k distances.
///
/// Each value is in [0, k]. The value at an infinite distance is 0. If exactly one distance is 0,
/// the mean is 0, and only a change of this distance changes it: its value is k, and the values at
/// all others are 0. If several distances are 0, no change of a single one changes the mean: all
/// values are 0. Without distances the result is empty. Linear time.
///
/// Source: Eq. 4 of Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in
/// Search-Based Testing" (2020).
///
/// ```
/// use sbst_distance::{Distance, harmonic_gradient};
///
/// // H = 3/2
/// assert_eq!(harmonic_gradient(&[1, 3].map(Distance::from)), [1.125, 0.125]);
/// assert_eq!(harmonic_gradient(&[0, 3].map(Distance::from)), [2.0, 0.0]);
/// ```
#[must_use]
pub fn harmonic_gradient(distances: &[Distance]) -> Vec<f64> {
    let count = distances.len() as f64;
    let zeros = distances.iter().filter(|&&d| d == Distance::ZERO).count();
    if zeros > 0 {
        return distances
            .iter()
            .map(|&d| if zeros == 1 && d == Distance::ZERO { count } else { 0.0 })
            .collect();
    }
    let least = distances.iter().copied().min().unwrap_or(Distance::INFINITE).get();
    if least == f64::INFINITY {
        return alloc::vec![0.0; distances.len()];
    }
    // H / d = k (m / d) / (the sum of m / d_i), with m the least distance. In this form nothing
    // overflows, as H and d² could.
    let total: f64 = distances.iter().map(|d| least / d.get()).sum();
    let slope = |d: &Distance| {
        let share = least / d.get() / total; // (H / d)² / k = share² k
        (share * share * count).min(count)
    };
    distances.iter().map(slope).collect()
}
