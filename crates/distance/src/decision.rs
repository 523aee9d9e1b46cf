//! An evaluated predicate: its outcome and the distance to the other one; the nearest of many.

use super::{BELOW_ONE, Distance, Normalise};

/// One evaluated two-way predicate: the observed outcome, and the distance to the other outcome.
///
/// The distance to the observed outcome is 0. The distance to the other outcome is positive, at
/// least [`f64::MIN_POSITIVE`]. So exactly one side has distance 0, and no outcome is ever inferred
/// from a distance.
///
/// A decision takes 8 bytes. It is one signed number: the sign is the outcome, and the magnitude is
/// the distance of the side not taken.
///
/// ```
/// use sbst_distance::{Decision, Distance, gt};
///
/// let d = gt(3, 10); // 3 > 10 ?
/// assert!(!d.holds());
/// assert_eq!((d.to_true().get(), d.to_false().get()), (8.0, 0.0));
/// assert_eq!(!d, sbst_distance::le(3, 10));
///
/// // From a distance of your own: it did not hold, and was 2.5 away from holding.
/// let own = Decision::observed(false, Distance::new(2.5)?);
/// assert_eq!(own.to_true().get(), 2.5);
/// # Ok::<(), sbst_distance::DistanceError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[must_use = "a decision guides a search only if it is recorded"]
pub struct Decision(pub(super) f64);

impl Decision {
    /// Creates a decision with this outcome, `other_side` away from the other outcome.
    ///
    /// If the predicate held, `other_side` is the distance to `false`; if it did not hold, the
    /// distance to `true`. If you measure how far a relation is from *holding*, whatever its
    /// outcome is, use [`Rules::relation`](super::Rules::relation).
    ///
    /// An `other_side` below [`f64::MIN_POSITIVE`] is raised to it, because the side not taken is
    /// never at distance 0.
    #[inline]
    pub const fn observed(outcome: bool, other_side: Distance) -> Self {
        // The magnitude must not be 0: -0.0 and 0.0 would lose the outcome, and both sides would be
        // at distance 0.
        let magnitude = other_side.get().max(f64::MIN_POSITIVE);
        Self(if outcome { magnitude } else { -magnitude })
    }

    /// Returns the decision if it has this outcome, else `None`.
    ///
    /// An executor that sees which way the program went, and measures the comparison that it
    /// believes the program made, checks its belief with this method. If the two disagree, the
    /// program is right.
    ///
    /// ```
    /// use sbst_distance::{Rules, eq};
    ///
    /// // A language that compares floats with a tolerance went this way, whatever the
    /// // operands.
    /// let measured = eq(0.1 + 0.2, 0.3);
    /// let decision =
    ///     measured.confirmed(true).unwrap_or_else(|| Rules::DEFAULT.flag(true));
    /// assert!(decision.holds());
    /// ```
    #[must_use]
    #[inline]
    pub fn confirmed(self, outcome: bool) -> Option<Self> {
        (self.holds() == outcome).then_some(self)
    }

    /// Returns the outcome of the predicate.
    #[must_use]
    #[inline]
    pub const fn holds(self) -> bool {
        self.0 > 0.0
    }

    /// Returns the distance to the outcome `true`. It is 0 if the predicate held, and positive
    /// otherwise.
    #[must_use]
    #[inline]
    pub const fn to_true(self) -> Distance {
        Distance::of((-self.0).max(0.0))
    }

    /// Returns the distance to the outcome `false`. It is 0 if the predicate did not hold, and
    /// positive otherwise.
    #[must_use]
    #[inline]
    pub const fn to_false(self) -> Distance {
        Distance::of(self.0.max(0.0))
    }

    /// Returns the distance of the side not taken: positive, possibly infinite.
    ///
    /// ```
    /// use sbst_distance::lt;
    ///
    /// // 7 and 10 are 4 away from the other outcome, whichever way the condition went.
    /// assert_eq!((lt(7, 10).other_side().get(), lt(7, 10).holds()), (4.0, true));
    /// assert_eq!((lt(10, 7).other_side().get(), lt(10, 7).holds()), (4.0, false));
    /// ```
    #[must_use]
    #[inline]
    pub const fn other_side(self) -> Distance {
        Distance::of(self.0.abs())
    }

    /// Returns the heuristics of both outcomes, `true` first, each in [0, 1].
    ///
    /// The side taken has the heuristic 1. The other side has 1 - norm, at most 1 - 2^-53: if it
    /// were rounded to nearest, a distance below about 10^-16 would give 1, and the side would look
    /// taken. Only an infinite distance gives 0, whatever the normalisation is.
    ///
    /// EvoMaster uses this form (Arcuri, "EvoMaster: Evolutionary Multi-context Automated System
    /// Test Generation", 2018). To read heuristics of other tools, use
    /// [`Normaliser::import`](super::Normaliser::import). It needs the outcome, because a pair of
    /// heuristics that was rounded elsewhere may not tell it.
    ///
    /// ```
    /// use sbst_distance::{Distance, Normaliser, eq, gt};
    ///
    /// // gap 2, and K = 1
    /// assert_eq!(eq(7, 9).heuristics(Normaliser::RATIONAL), [0.25, 1.0]);
    /// let capped = |d: Distance| d.get() / 100.0; // of your own: cut at 1
    /// assert_eq!(gt(51, 101).heuristics(capped), [0.49, 1.0]); // 51 away
    /// assert!(gt(51, 1001).heuristics(capped)[0] > 0.0);
    /// ```
    #[must_use]
    pub fn heuristics(self, normaliser: impl Normalise) -> [f64; 2] {
        // Cut below 1, so that the side not taken never looks taken.
        let other = (1.0 - self.other_side().norm_by(normaliser)).min(BELOW_ONE);
        if self.holds() { [1.0, other] } else { [other, 1.0] }
    }
}

// The least distances over many evaluations.

/// The least distance to either outcome, over all evaluations of one two-way predicate.
///
/// A store of your own keeps one of these for each predicate. Merging is commutative, associative
/// and idempotent. So the evaluations of one test, of several tests, and of several machines may be
/// merged in any order.
///
/// ```
/// use sbst_distance::{Nearest, lt};
///
/// let mut nearest = Nearest::default();
/// assert_eq!(nearest.to_true(), None); // never evaluated
/// for i in [9, 12, 7] {
///     nearest.see(lt(i, 5));
/// }
/// assert_eq!(nearest.to_true().map(|d| d.get()), Some(3.0)); // 7 came nearest
/// // this side was taken
/// assert_eq!(nearest.to_false().map(|d| d.get()), Some(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nearest {
    /// The least distance to `true`, infinite without an evaluation.
    to_true: Distance,
    /// The least distance to `false`, infinite without an evaluation.
    to_false: Distance,
}

impl Nearest {
    /// Adds one evaluation.
    #[inline]
    pub fn see(&mut self, decision: Decision) {
        // One of the two distances is 0: the outcome that this evaluation had.
        self.to_true = self.to_true.min(decision.to_true());
        self.to_false = self.to_false.min(decision.to_false());
    }

    /// Adds all evaluations of `other`.
    #[inline]
    pub fn merge(&mut self, other: Self) {
        self.to_true = self.to_true.min(other.to_true);
        self.to_false = self.to_false.min(other.to_false);
    }

    /// Returns the least distance to the outcome `true`. It is 0 if and only if this outcome was
    /// observed, and `None` if nothing was evaluated.
    #[must_use]
    #[inline]
    pub fn to_true(self) -> Option<Distance> {
        self.seen().then_some(self.to_true)
    }

    /// Returns the least distance to the outcome `false`. It is 0 if and only if this outcome was
    /// observed, and `None` if nothing was evaluated.
    #[must_use]
    #[inline]
    pub fn to_false(self) -> Option<Distance> {
        self.seen().then_some(self.to_false)
    }

    /// Returns the least distance to this outcome: [`to_true`](Self::to_true) or
    /// [`to_false`](Self::to_false).
    #[must_use]
    #[inline]
    pub fn to(self, outcome: bool) -> Option<Distance> {
        if outcome { self.to_true() } else { self.to_false() }
    }

    /// Returns `true` if there was an evaluation. Every decision has a side at distance 0, so two
    /// positive distances mean that there was none.
    #[inline]
    fn seen(self) -> bool {
        self.to_true == Distance::ZERO || self.to_false == Distance::ZERO
    }
}

/// Creates a value without any evaluation.
impl Default for Nearest {
    #[inline]
    fn default() -> Self {
        Self { to_true: Distance::INFINITE, to_false: Distance::INFINITE }
    }
}
