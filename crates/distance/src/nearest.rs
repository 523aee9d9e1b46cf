//! The least distances over many evaluations.

use super::{Decision, Distance};

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
