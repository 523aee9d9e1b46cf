//! What a normalisation is, and what the crate promises of any.

use crate::distance::Shared;
use crate::distance::{BELOW_ONE, Distance};

/// A formula that makes a number from 0 to 1 of a distance.
///
/// [`Normaliser`](super::Normaliser) has the formulas that the crate knows; every `Fn(Distance) -> f64` is another one.
/// [`Fitness::scalar_by`](crate::fitness::Fitness::scalar_by), [`Scalar::with_normaliser`](crate::objective::Scalar::with_normaliser),
/// [`FlagGradient::with_normaliser`](crate::fitness::flag::FlagGradient::with_normaliser),
/// [`Signals::and_stalled`](crate::fitness::Signals::and_stalled) and [`Decision::heuristics`](crate::distance::Decision::heuristics) take any of them by value. To
/// lend a formula, write `|distance: Distance| mine.normalise(distance)`, with the type, which the compiler does not infer; to share one, use an `Arc`.
///
/// # What the crate promises of any formula
///
/// Wherever the crate takes a formula, it asks it only for distances that are neither 0 nor infinite: 0 is 0, and infinite is 1. The
/// answer is cut to at least 2^-1074 and at most 1 - 2^-53, and NaN counts as 1 - 2^-53. So a goal never looks covered because a formula
/// rounds to 0, and a finite distance stays below the next level. A greater distance never gets a smaller number if the formula gives it
/// none.
///
/// ```
/// use sbst::distance::{Distance, Normaliser};
/// use sbst::fitness::Fitness;
///
/// // A reciprocal fitness, 1 / (d + 1)², turned round so that less is better.
/// let reciprocal = |d: Distance| 1.0 - (d.get() + 1.0).powi(-2);
///
/// let near = Fitness::new(2, Distance::from(1));
/// assert_eq!(near.scalar_by(reciprocal), 2.75); // 2 + 1 - 1/4
/// assert_eq!(near.scalar_by(Normaliser::RATIONAL), 2.5);
///
/// // It rounds to 1 from 10^8 on, but that is still below the next level.
/// let far = Fitness::new(2, Distance::GREATEST);
/// assert_eq!(reciprocal(far.distance), 1.0);
/// assert!(far.scalar_by(reciprocal) < 3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no normalisation",
    note = "a closure says the type of its parameter: `|distance: Distance| ..`; a value is passed by value; to share it, use an `Arc`"
)]
pub trait Normalise {
    /// Returns the distance as a number from 0 to 1, greater for a greater distance.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normalise, Normaliser};
    ///
    /// /// 1 - 1 / (d + 1)^n
    /// struct Reciprocal(i32);
    ///
    /// impl Normalise for Reciprocal {
    ///     fn normalise(&self, distance: Distance) -> f64 {
    ///         1.0 - (distance.get() + 1.0).powi(-self.0)
    ///     }
    /// }
    /// assert_eq!(Reciprocal(2).normalise(Distance::from(1)), 0.75);
    /// assert_eq!(Normaliser::RATIONAL.normalise(Distance::from(3)), 0.75);
    /// ```
    fn normalise(&self, distance: Distance) -> f64;
}

impl<F: Fn(Distance) -> f64> Normalise for F {
    fn normalise(&self, distance: Distance) -> f64 {
        self(distance)
    }
}

impl<N: Normalise + ?Sized> Normalise for Shared<N> {
    fn normalise(&self, distance: Distance) -> f64 {
        (**self).normalise(distance)
    }
}

/// Returns level + the normalised distance, and keeps the promises above, whatever the formula does: the level for 0, level + 1 iff the
/// distance is infinite, else a number between the two. At level 0 it is 0 iff the distance is.
#[inline]
pub(crate) fn scalar(level: u32, distance: Distance, normaliser: &(impl Normalise + ?Sized)) -> f64 {
    let level = f64::from(level);
    if distance == Distance::ZERO {
        return level;
    }
    if distance == Distance::INFINITE {
        return level + 1.0;
    }
    let norm = normaliser.normalise(distance);
    // Written so that NaN is the greatest.
    let norm = if norm < BELOW_ONE { norm.max(Distance::SMALLEST.get()) } else { BELOW_ONE };
    // 1 + (1 - 2^-53) rounds to 2.
    (level + norm).min((level + 1.0).next_down())
}
