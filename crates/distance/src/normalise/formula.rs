//! The trait of normalisations, and the promises that the crate keeps for each of them.

use crate::{BELOW_ONE, Distance, Shared};

/// A formula that maps distances to numbers from 0 to 1.
///
/// [`Normaliser`](super::Normaliser) has the formulas that the crate knows. Every `Fn(Distance) ->
/// f64` is a normalisation, too. These take any of them by value:
///
/// - [`Distance::norm_by`]
/// - [`Decision::heuristics`](crate::Decision::heuristics)
/// - in the crate `sbst`: [`Fitness::scalar_by`], [`Scalar::with_normaliser`],
///   [`FlagGradient::with_normaliser`] and [`Signals::and_stalled`]
///
/// To lend a formula, write `|distance: Distance| mine.normalise(distance)`. The compiler does not
/// infer the type of the parameter. To share a formula, use an `Arc`.
///
/// [`Fitness::scalar_by`]:
///     https://docs.rs/sbst/latest/sbst/fitness/struct.Fitness.html#method.scalar_by
/// [`Scalar::with_normaliser`]:
///     https://docs.rs/sbst/latest/sbst/objective/struct.Scalar.html#method.with_normaliser
/// [`FlagGradient::with_normaliser`]:
///     https://docs.rs/sbst/latest/sbst/fitness/flag/struct.FlagGradient.html#method.with_normaliser
/// [`Signals::and_stalled`]:
///     https://docs.rs/sbst/latest/sbst/published/struct.Signals.html#method.and_stalled
///
/// # Promises for any formula
///
/// If one of these takes a formula from you, these promises hold whatever the formula returns. So a
/// goal never looks covered because a formula rounds to 0, and a finite distance stays below the
/// next approach level.
///
/// - The formula is called only for distances that are neither 0 nor infinite. 0 gives 0, and
///   infinite gives 1.
/// - Its answer is raised to at least 2^-1074, and cut to at most 1 - 2^-53. NaN counts as 1 -
///   2^-53.
/// - If the formula is monotone, so are the results: a greater distance never gets a smaller
///   number.
///
/// ```
/// use sbst_distance::{Distance, Normaliser};
///
/// // A reciprocal fitness, 1 / (d + 1)², subtracted from 1 so that less is better.
/// let reciprocal = |d: Distance| 1.0 - (d.get() + 1.0).powi(-2);
///
/// let near = Distance::from(1);
/// assert_eq!(near.norm_by(reciprocal), 0.75); // 1 - 1/4
/// assert_eq!(near.norm_by(Normaliser::RATIONAL), 0.5);
///
/// // It rounds to 1 from 10^8 on, but only an infinite distance gets 1.
/// let far = Distance::GREATEST;
/// assert_eq!(reciprocal(far), 1.0);
/// assert!(far.norm_by(reciprocal) < 1.0);
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
    /// use sbst_distance::{Distance, Normalise, Normaliser};
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

impl Distance {
    /// Returns the normalised distance by any formula: a number in [0, 1], never NaN.
    ///
    /// It keeps the promises of [`Normalise`], whatever the formula returns: it is 0 if and only if
    /// the distance is 0, and 1 if and only if the distance is infinite.
    ///
    /// ```
    /// use sbst_distance::{Distance, Normaliser, lt};
    ///
    /// let missed = lt(12, 10).to_true(); // 3
    /// assert_eq!(missed.norm_by(Normaliser::rational(9.0)?), 0.25);
    /// assert_eq!(missed.norm_by(|d: Distance| d.get() / 12.0), 0.25);
    /// // it never rounds to 0 or to 1
    /// assert!(missed.norm_by(|_: Distance| 0.0) > 0.0);
    /// assert!(missed.norm_by(|_: Distance| f64::NAN) < 1.0);
    /// # Ok::<(), sbst_distance::DistanceError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn norm_by(self, normaliser: impl Normalise) -> f64 {
        if self == Self::ZERO {
            return 0.0;
        }
        if self == Self::INFINITE {
            return 1.0;
        }
        let norm = normaliser.normalise(self);
        // NaN fails the comparison, and gets the greatest number.
        if norm < BELOW_ONE { norm.max(Self::SMALLEST.get()) } else { BELOW_ONE }
    }
}
