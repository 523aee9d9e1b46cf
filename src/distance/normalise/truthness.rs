//! Decisions as pairs of heuristics in [0, 1], the form of EvoMaster.

use super::formula::{Normalise, scalar};
use super::normaliser::{Normaliser, NormaliserError};
use crate::distance::{BELOW_ONE, Decision, Distance};

/// How nearly a predicate was true, and how nearly false: 1 for the side that holds, less the further a side is away.
///
/// The form of EvoMaster (Arcuri, "EvoMaster: Evolutionary Multi-context Automated System Test Generation", 2018), for exchanging
/// values with such tools. Unlike a [`Decision`], a pair of rounded numbers can lose which side was taken: `(1, 1)` is a pair.
///
/// ```
/// use sbst::distance::{Normaliser, Truthness, eq};
///
/// let truthness = Truthness::of(eq(7, 9), Normaliser::RATIONAL); // gap 2, and K = 1
/// assert_eq!((truthness.of_true(), truthness.of_false()), (0.25, 1.0));
/// assert_eq!(Normaliser::RATIONAL.decision(false, truthness), eq(7, 9));
/// assert!(Truthness::new(0.5, 1.5).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(try_from = "Pair"))]
pub struct Truthness {
    of_true: f64,
    of_false: f64,
}

impl Truthness {
    /// The pair.
    ///
    /// # Errors
    ///
    /// [`NormaliserError::OutOfRange`] with the first number that is not in [0, 1].
    pub const fn new(of_true: f64, of_false: f64) -> Result<Self, NormaliserError> {
        // NaN fails the guards, too.
        if !(of_true >= 0.0 && of_true <= 1.0) {
            Err(NormaliserError::OutOfRange(of_true))
        } else if !(of_false >= 0.0 && of_false <= 1.0) {
            Err(NormaliserError::OutOfRange(of_false))
        } else {
            Ok(Self { of_true: of_true + 0.0, of_false: of_false + 0.0 }) // turns -0.0 into 0.0
        }
    }

    /// Returns the pair of a decision: 1 for the side taken, 1 - norm for the other.
    ///
    /// The other side is at most 1 - 2^-53. Rounded to nearest it would become 1, thus look taken, from a distance of 10^-16 down.
    ///
    /// ```
    /// use sbst::distance::{Distance, Truthness, gt};
    ///
    /// let capped = |d: Distance| d.get() / 100.0; // of your own: cut at 1
    /// let truthness = Truthness::of(gt(51, 101), capped); // 51 away
    /// assert_eq!((truthness.of_true(), truthness.of_false()), (0.49, 1.0));
    /// assert!(Truthness::of(gt(51, 1001), capped).of_true() > 0.0); // only an infinite distance gives 0
    /// ```
    #[must_use]
    pub fn of(decision: Decision, normaliser: impl Normalise) -> Self {
        let other = (1.0 - scalar(0, decision.other_side(), &normaliser)).min(BELOW_ONE);
        if decision.holds() { Self { of_true: 1.0, of_false: other } } else { Self { of_true: other, of_false: 1.0 } }
    }

    /// How nearly the predicate was true, in [0, 1].
    #[must_use]
    pub const fn of_true(self) -> f64 {
        self.of_true
    }

    /// How nearly the predicate was false, in [0, 1].
    #[must_use]
    pub const fn of_false(self) -> f64 {
        self.of_false
    }
}

impl Normaliser {
    /// The decision of a predicate that came out as `outcome`, with the distance of the other side from its heuristic h: the
    /// inverse of 1 - h, and at least [`f64::MIN_POSITIVE`].
    ///
    /// `outcome` is what was observed. No heuristic tells it reliably, so none is asked; that of the side taken is ignored.
    pub fn decision(self, outcome: bool, truthness: Truthness) -> Decision {
        let heuristic = if outcome { truthness.of_false } else { truthness.of_true };
        // In range by construction.
        let other = self.import(false, heuristic).unwrap_or(Distance::INFINITE);
        Decision::observed(outcome, other)
    }
}

/// What may be no [`Truthness`].
#[cfg(feature = "serde")]
#[derive(serde::Deserialize)]
#[serde(rename = "Truthness")]
struct Pair {
    of_true: f64,
    of_false: f64,
}

#[cfg(feature = "serde")]
impl TryFrom<Pair> for Truthness {
    type Error = NormaliserError;
    fn try_from(pair: Pair) -> Result<Self, NormaliserError> {
        Self::new(pair.of_true, pair.of_false)
    }
}
