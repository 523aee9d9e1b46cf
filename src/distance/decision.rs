//! One evaluated predicate.

use super::{BELOW_ONE, Distance, Normalise, scalar};

/// One evaluated two-way predicate: the outcome that was observed, and how far the other one was.
///
/// It is one signed number: the sign is the outcome, the magnitude the distance of the side not taken. The magnitude is at least
/// [`f64::MIN_POSITIVE`], hence exactly one side has distance 0, always, and the outcome is never inferred from a distance.
///
/// ```
/// use sbst::distance::{Decision, Distance, gt};
///
/// let d = gt(3, 10); // 3 > 10 ?
/// assert!(!d.holds());
/// assert_eq!((d.to_true().get(), d.to_false().get()), (8.0, 0.0));
/// assert_eq!(!d, sbst::distance::le(3, 10));
///
/// // From a distance of your own: it did not hold, and was 2.5 away from holding.
/// let own = Decision::observed(false, Distance::new(2.5)?);
/// assert_eq!(own.to_true().get(), 2.5);
/// # Ok::<(), sbst::distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "a decision that nobody records guides no search"]
pub struct Decision(f64);

impl Decision {
    /// Creates a predicate that came out as `outcome` and was `other_side` away from the other outcome: from `false` if it held. For a
    /// measure of how far it is from *holding*, whatever came out, there is [`Rules::relation`](super::Rules::relation).
    ///
    /// `other_side` below [`f64::MIN_POSITIVE`] is raised to it: the side not taken is never at distance 0.
    pub const fn observed(outcome: bool, other_side: Distance) -> Self {
        let magnitude = other_side.get().max(f64::MIN_POSITIVE);
        Self(if outcome { magnitude } else { -magnitude })
    }

    /// Returns the decision, if it came out as `outcome`; `None` if not.
    ///
    /// For executors that see what the program does, and measure what they think that it compares: the program is right.
    ///
    /// ```
    /// use sbst::distance::{Rules, eq};
    ///
    /// // A language that compares floats with a tolerance went this way, whatever the
    /// // operands.
    /// let measured = eq(0.1 + 0.2, 0.3);
    /// let decision =
    ///     measured.confirmed(true).unwrap_or_else(|| Rules::DEFAULT.flag(true));
    /// assert!(decision.holds());
    /// ```
    #[must_use]
    pub fn confirmed(self, outcome: bool) -> Option<Self> {
        (self.holds() == outcome).then_some(self)
    }

    /// Returns the outcome of the predicate.
    #[must_use]
    pub const fn holds(self) -> bool {
        self.0 > 0.0
    }

    /// Returns the distance to the outcome `true`: 0 iff the predicate held.
    #[must_use]
    pub const fn to_true(self) -> Distance {
        Distance::of((-self.0).max(0.0))
    }

    /// Returns the distance to the outcome `false`: 0 iff the predicate did not hold.
    #[must_use]
    pub const fn to_false(self) -> Distance {
        Distance::of(self.0.max(0.0))
    }

    /// Returns the distance of the side not taken: positive, possibly infinite.
    ///
    /// ```
    /// use sbst::distance::lt;
    ///
    /// // What a report says of a condition, whichever way it went: 7 and 10 are 4 away
    /// // from the other outcome.
    /// assert_eq!((lt(7, 10).other_side().get(), lt(7, 10).holds()), (4.0, true));
    /// assert_eq!((lt(10, 7).other_side().get(), lt(10, 7).holds()), (4.0, false));
    /// ```
    #[must_use]
    pub const fn other_side(self) -> Distance {
        Distance::of(self.0.abs())
    }

    /// Returns the heuristics of both outcomes, `true` first, each in [0, 1]: 1 for the side taken, 1 - norm for the other one.
    ///
    /// This is the form of EvoMaster (Arcuri, "EvoMaster: Evolutionary Multi-context Automated System Test Generation", 2018), for
    /// exchanging values with such tools. The other side is at most 1 - 2^-53: rounded to nearest it would become 1, thus look taken, from
    /// a distance of 10^-16 down. Only an infinite distance gives 0, whatever the normalisation.
    /// [`Normaliser::import`](super::Normaliser::import) is the way back, given the outcome: a pair that was rounded elsewhere can lose it.
    ///
    /// ```
    /// use sbst::distance::{Distance, Normaliser, eq, gt};
    ///
    /// // gap 2, and K = 1
    /// assert_eq!(eq(7, 9).heuristics(Normaliser::RATIONAL), [0.25, 1.0]);
    /// let capped = |d: Distance| d.get() / 100.0; // of your own: cut at 1
    /// assert_eq!(gt(51, 101).heuristics(capped), [0.49, 1.0]); // 51 away
    /// assert!(gt(51, 1001).heuristics(capped)[0] > 0.0);
    /// ```
    #[must_use]
    pub fn heuristics(self, normaliser: impl Normalise) -> [f64; 2] {
        let other = (1.0 - scalar(0, self.other_side(), &normaliser)).min(BELOW_ONE);
        if self.holds() { [1.0, other] } else { [other, 1.0] }
    }

    pub(super) const fn negated(self) -> Self {
        Self(-self.0)
    }
}
