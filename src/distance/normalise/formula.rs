//! The trait of normalisations, and the promises that the crate keeps for each of them.

use crate::distance::Shared;
use crate::distance::{BELOW_ONE, Distance};

/// A formula that maps distances to numbers from 0 to 1.
///
/// [`Normaliser`](super::Normaliser) has the formulas that the crate knows. Every `Fn(Distance) ->
/// f64` is a normalisation, too. These take any of them by value:
///
/// - [`Fitness::scalar_by`](crate::fitness::Fitness::scalar_by)
/// - [`Scalar::with_normaliser`](crate::objective::Scalar::with_normaliser)
/// - [`FlagGradient::with_normaliser`](crate::fitness::flag::FlagGradient::with_normaliser)
/// - [`Signals::and_stalled`](crate::fitness::Signals::and_stalled)
/// - [`Decision::heuristics`](crate::distance::Decision::heuristics)
///
/// To lend a formula, write `|distance: Distance| mine.normalise(distance)`. The compiler does not
/// infer the type of the parameter. To share a formula, use an `Arc`.
///
/// # Promises for any formula
///
/// If the crate takes a formula from you, these promises hold whatever the formula returns. So a
/// goal never looks covered because a formula rounds to 0, and a finite distance stays below the
/// next level.
///
/// - The formula is called only for distances that are neither 0 nor infinite. 0 gives 0, and
///   infinite gives 1.
/// - Its answer is raised to at least 2^-1074, and cut to at most 1 - 2^-53. NaN counts as 1 -
///   2^-53.
/// - If the formula is monotone, so are the results: a greater distance never gets a smaller
///   number.
///
/// ```
/// use sbst::distance::{Distance, Normaliser};
/// use sbst::fitness::Fitness;
///
/// // A reciprocal fitness, 1 / (d + 1)², subtracted from 1 so that less is better.
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
    message = "`{Self}` is not a normalisation",
    note = "write the type of a closure's parameter: `|distance: Distance| ..`",
    note = "pass other formulas by value; to share one, use an `Arc`"
)]
pub trait Normalise {
    /// Returns a number from 0 to 1 for this distance, greater for a greater distance.
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

/// Returns level + the normalised distance. It keeps the promises of [`Normalise`], whatever the
/// formula does.
///
/// The result is the level for distance 0, level + 1 if and only if the distance is infinite, and a
/// number between the two otherwise. At level 0, it is 0 if and only if the distance is.
#[inline]
pub(crate) fn scalar(
    level: u32,
    distance: Distance,
    normaliser: &(impl Normalise + ?Sized),
) -> f64 {
    let level = f64::from(level);
    if distance == Distance::ZERO {
        return level;
    }
    if distance == Distance::INFINITE {
        return level + 1.0;
    }
    let norm = normaliser.normalise(distance);
    // NaN fails the comparison, and gets the greatest number.
    let norm = if norm < BELOW_ONE { norm.max(Distance::SMALLEST.get()) } else { BELOW_ONE };
    // At level 1, for example, 1 + (1 - 2^-53) rounds to 2, which would look like the next level.
    // The sum is cut again.
    (level + norm).min((level + 1.0).next_down())
}
