//! Many distances as one: the choice of the formula, and the gradient of the harmonic mean.
//!
//! | of d_1, ..., d_k | value | any 0 | any infinite |
//! |---|---|---|---|
//! | [`Min`](Aggregation::Min) | least | 0 | the least of the others |
//! | [`Sum`](Aggregation::Sum) | sum | ignored | infinite |
//! | [`Mean`](Aggregation::Mean) | sum / k | counts in k | infinite |
//! | [`Harmonic`](Aggregation::Harmonic) | k / (1 / d_1 + ... + 1 / d_k) | 0 | counts in k, adds nothing to the sum |
//! | [`PowerMean`](Aggregation::PowerMean), p > 0 | ((d_1^p + ... + d_k^p) / k)^(1 / p) | counts in k | infinite |
//! | p = 0 | (d_1 ... d_k)^(1 / k), the geometric mean | 0 | infinite unless any is 0 |
//! | p < 0 | as p > 0 | 0 | counts in k, adds nothing to the sum |
//!
//! Distances that are all infinite give an infinite one, and of none there is no value. A finite result that overflows is
//! [`Distance::GREATEST`]; one that is not 0 is at least [`Distance::SMALLEST`]; NaN never occurs. Means lie between the least and
//! the greatest distance.
//!
//! The least is Eq. 2, the harmonic mean Eq. 3, and its gradient Eq. 4 of Lin et al., "Recovering Fitness Gradients for
//! Interprocedural Boolean Flags in Search-Based Testing" (2020). They aggregate the iterations of a flag's calls, and its required
//! branches, by the harmonic mean (3.5): the nearest one dominates, and the others still count. Eq. 4 prints k (sum of 1 / d)^-2 d^-2,
//! which is H² / (k d²).

mod accumulator;

pub use accumulator::Aggregate;

use super::Distance;
use alloc::vec::Vec;

/// How many distances become one.
///
/// ```
/// use sbst::distance::{Aggregation, Distance, Power};
///
/// let distances = [1, 3].map(Distance::from);
/// let of = |aggregation: Aggregation| aggregation.of(distances).map(Distance::get);
/// assert_eq!(of(Aggregation::Min), Some(1.0));
/// assert_eq!(of(Aggregation::Harmonic), Some(1.5));
/// assert_eq!(of(Aggregation::Mean), Some(2.0));
/// assert_eq!(of(Aggregation::Sum), Some(4.0));
/// assert_eq!(of(Aggregation::PowerMean(Power::new(f64::INFINITY)?)), Some(3.0));
/// assert_eq!(Aggregation::Harmonic.of([]), None);
/// # Ok::<(), sbst::distance::PowerError>(())
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

/// The exponent p of a power mean: any number, infinite ones included.
///
/// ```
/// use sbst::distance::{Aggregation, Distance, Power};
///
/// let quadratic = Aggregation::PowerMean(Power::new(2.0)?);
/// assert_eq!(quadratic.of([1, 7].map(Distance::from)), Some(Distance::from(5))); // the root of (1 + 49) / 2
/// # Ok::<(), sbst::distance::PowerError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Power(f64);

/// Why a number is no [`Power`].
///
/// ```
/// use sbst::distance::{Power, PowerError};
///
/// assert_eq!(Power::new(f64::NAN), Err(PowerError::NaN));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PowerError {
    /// The exponent of a power mean is a number.
    #[error("the exponent of a power mean is never NaN")]
    NaN,
}

/// Why two [`Aggregate`]s cannot be merged.
///
/// ```
/// use sbst::distance::{Aggregation, MergeError};
///
/// let (left, right) = (Aggregation::Mean, Aggregation::Sum);
/// let merged = left.accumulator().merge(&right.accumulator());
/// assert_eq!(merged, Err(MergeError::Different { left, right }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// Parts of one mean tell nothing about another.
    #[error("an aggregate of `{right}` cannot be merged into one of `{left}`")]
    Different {
        /// What the aggregate computes that was to take in the other.
        left: Aggregation,
        /// What the other computes.
        right: Aggregation,
    },
}

impl Power {
    /// The exponent `p`; -0.0 becomes 0.0.
    ///
    /// # Errors
    ///
    /// [`PowerError::NaN`] if `p` is NaN.
    pub const fn new(p: f64) -> Result<Self, PowerError> {
        if p.is_nan() { Err(PowerError::NaN) } else { Ok(Self(p + 0.0)) }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl Aggregation {
    /// The power mean with exponent `p`: [`PowerMean`](Self::PowerMean). Those of -∞, -1 and 1 compute what [`Min`](Self::Min),
    /// [`Harmonic`](Self::Harmonic) and [`Mean`](Self::Mean) compute, bit by bit, and merge with them.
    ///
    /// ```
    /// use sbst::distance::{Aggregation, Distance};
    ///
    /// let distances = [1, 4, 16].map(Distance::from);
    /// assert_eq!(Aggregation::power_mean(0.0)?.of(distances), Some(Distance::from(4))); // the geometric mean
    /// assert_eq!(Aggregation::power_mean(1.0)?.of(distances), Aggregation::Mean.of(distances));
    /// # Ok::<(), sbst::distance::PowerError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`PowerError::NaN`] if `p` is none.
    pub const fn power_mean(p: f64) -> Result<Self, PowerError> {
        match Power::new(p) {
            Ok(power) => Ok(Self::PowerMean(power)),
            Err(error) => Err(error),
        }
    }

    /// The value of these distances, `None` of none. Linear, no allocation.
    pub fn of(self, distances: impl IntoIterator<Item = Distance>) -> Option<Distance> {
        let mut aggregate = self.accumulator();
        aggregate.extend(distances);
        aggregate.get()
    }

    /// An accumulator that has seen nothing yet.
    #[must_use]
    pub const fn accumulator(self) -> Aggregate {
        Aggregate::new(self)
    }

    /// The same with the name it has in the table, where a power mean has one: equal formulas are then computed alike, bit by bit.
    pub(super) const fn canonical(self) -> Self {
        match self {
            Self::PowerMean(Power(f64::NEG_INFINITY)) => Self::Min,
            Self::PowerMean(Power(-1.0)) => Self::Harmonic,
            Self::PowerMean(Power(1.0)) => Self::Mean,
            other => other,
        }
    }
}

/// How the harmonic mean H of these distances grows with each of them: H² / (k d²), for k distances.
///
/// With exactly one distance 0 the mean is 0, and only moving that one changes it: k there, 0 elsewhere. With several it stays 0
/// whichever moves: 0 everywhere. At an infinite distance, 0. Each value is in [0, k]; of no distances there is none. Linear.
///
/// Source: Eq. 4 of Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (2020).
///
/// ```
/// use sbst::distance::{Distance, harmonic_gradient};
///
/// assert_eq!(harmonic_gradient(&[1, 3].map(Distance::from)), [1.125, 0.125]); // H = 3/2
/// assert_eq!(harmonic_gradient(&[0, 3].map(Distance::from)), [2.0, 0.0]);
/// ```
#[must_use]
pub fn harmonic_gradient(distances: &[Distance]) -> Vec<f64> {
    let count = distances.len() as f64;
    let zeros = distances.iter().filter(|&&d| d == Distance::ZERO).count();
    if zeros > 0 {
        return distances.iter().map(|&d| if zeros == 1 && d == Distance::ZERO { count } else { 0.0 }).collect();
    }
    let least = distances.iter().copied().min().unwrap_or(Distance::INFINITE).get();
    if least == f64::INFINITY {
        return alloc::vec![0.0; distances.len()];
    }
    // H / d = k (m / d) / sum of m / d_i, with m the least: nothing overflows, as H and d² could.
    let total: f64 = distances.iter().map(|d| least / d.get()).sum();
    let slope = |d: &Distance| {
        let share = least / d.get() / total; // (H / d)² / k = share² k
        (share * share * count).min(count)
    };
    distances.iter().map(slope).collect()
}
