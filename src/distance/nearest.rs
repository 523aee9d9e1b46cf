//! The least distances over many evaluations.

use super::{Decision, Distance};

/// The least distance to either outcome over all evaluations of one two-way predicate: what an own store keeps for each.
///
/// Merging is commutative, associative and idempotent, so evaluations of one test, of several tests, and of several machines fold
/// in any order.
///
/// ```
/// use sbst::distance::{Nearest, lt};
///
/// let mut nearest = Nearest::default();
/// assert_eq!(nearest.to_true(), None); // never evaluated
/// for i in [9, 12, 7] {
///     nearest.see(lt(i, 5));
/// }
/// assert_eq!(nearest.to_true().map(|d| d.get()), Some(3.0)); // 7 came nearest
/// // and this side was taken
/// assert_eq!(nearest.to_false().map(|d| d.get()), Some(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Nearest {
    to_true: Distance,
    to_false: Distance,
}

impl Nearest {
    /// Takes in one more evaluation.
    pub fn see(&mut self, decision: Decision) {
        self.to_true = self.to_true.min(decision.to_true());
        self.to_false = self.to_false.min(decision.to_false());
    }

    /// Takes in all that `other` has seen.
    pub fn merge(&mut self, other: Self) {
        self.to_true = self.to_true.min(other.to_true);
        self.to_false = self.to_false.min(other.to_false);
    }

    /// Returns the least distance to the outcome `true`; 0 iff it was observed, `None` iff nothing was seen.
    #[must_use]
    pub fn to_true(self) -> Option<Distance> {
        self.seen().then_some(self.to_true)
    }

    /// Returns the least distance to the outcome `false`; 0 iff it was observed, `None` iff nothing was seen.
    #[must_use]
    pub fn to_false(self) -> Option<Distance> {
        self.seen().then_some(self.to_false)
    }

    /// Returns the least distance to either outcome: `to(true)` is [`to_true`](Self::to_true).
    #[must_use]
    pub fn to(self, outcome: bool) -> Option<Distance> {
        if outcome { self.to_true() } else { self.to_false() }
    }

    /// Every decision has a side at distance 0, so two positive sides mean that there was none.
    fn seen(self) -> bool {
        self.to_true == Distance::ZERO || self.to_false == Distance::ZERO
    }
}

/// Nothing seen yet.
impl Default for Nearest {
    fn default() -> Self {
        Self { to_true: Distance::INFINITE, to_false: Distance::INFINITE }
    }
}
