//! Distances of behaviours.

use crate::distance::edit;
use crate::distance::sort::sort_by;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// How different two behaviours are by what is done in them, whatever the order: in [0, 1].
///
/// With i actions in both and u in either, it is 1 - i / (i + w (u - i)); 0 if both are empty. Sets count each action once, multisets as
/// often as it occurs (i sums the lesser, u the greater counts).
///
/// | | w | |
/// |---|---|---|
/// | [`JACCARD`](Self::JACCARD) | 1 | a metric; the default, as published |
/// | [`DICE`](Self::DICE) | 1/2 | no metric: the triangle inequality fails |
/// | [`ANTI_DICE`](Self::ANTI_DICE) | 2 | a metric |
///
/// It is a metric for every w >= 1, for sets and multisets, up to rounding; 0 says that the same is done.
///
/// ```
/// use sbst::seeding::behaviour::Dissimilarity;
///
/// let (a, b) = (["new", "add", "add"], ["new", "add", "size"]);
/// assert_eq!(Dissimilarity::JACCARD.between(&a, &b), 1.0 / 3.0);
/// assert_eq!(Dissimilarity::DICE.between(&a, &b), 0.5 / 2.5);
/// assert_eq!(Dissimilarity::ANTI_DICE.between(&a, &b), 2.0 / 4.0);
/// assert_eq!(Dissimilarity::JACCARD.of_multisets().between(&a, &b), 0.5); // new, add of new, add, add, size
/// assert_eq!(Dissimilarity::JACCARD.between(&["new"], &["size"]), 1.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dissimilarity {
    pub(super) weight: f64,
    pub(super) multisets: bool,
}

/// A weight that is not positive and finite.
///
/// ```
/// use sbst::seeding::behaviour::{Dissimilarity, WeightError};
///
/// assert!(matches!(Dissimilarity::with_weight(0.0), Err(WeightError { weight: 0.0, .. }))); // all would be alike
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("a weight of {weight}, which is not positive and finite")]
#[non_exhaustive]
pub struct WeightError {
    /// The weight.
    pub weight: f64,
}

impl Default for Dissimilarity {
    fn default() -> Self {
        Self::JACCARD
    }
}

impl Dissimilarity {
    /// w = 1: the part of all actions that is in one only.
    pub const JACCARD: Self = Self { weight: 1.0, multisets: false };
    /// w = 1/2: what is in both counts twice. Also called Gower-Legendre in the literature on test selection.
    pub const DICE: Self = Self { weight: 0.5, multisets: false };
    /// w = 2: what is in one only counts twice.
    pub const ANTI_DICE: Self = Self { weight: 2.0, multisets: false };

    /// With another weight.
    ///
    /// # Errors
    ///
    /// [`WeightError`] unless it is positive and finite.
    ///
    /// ```
    /// use sbst::seeding::behaviour::Dissimilarity;
    ///
    /// let strict = Dissimilarity::with_weight(4.0)?; // one of two actions is in both: 1 - 1 / (1 + 4)
    /// assert_eq!(strict.between(&["new"], &["new", "add"]), 0.8);
    /// # Ok::<(), sbst::seeding::behaviour::WeightError>(())
    /// ```
    pub fn with_weight(weight: f64) -> Result<Self, WeightError> {
        if weight > 0.0 && weight.is_finite() { Ok(Self { weight, multisets: false }) } else { Err(WeightError { weight }) }
    }

    /// The same for multisets.
    #[must_use]
    pub const fn of_multisets(self) -> Self {
        Self { multisets: true, ..self }
    }

    /// Between two behaviours. O(n log n).
    #[must_use]
    pub fn between<A: Ord>(self, a: &[A], b: &[A]) -> f64 {
        self.between_sorted(&sorted(a), &sorted(b))
    }

    /// The same of behaviours whose actions are sorted, which is faster where each is compared often: linear, and nothing is allocated. Of
    /// others the result says nothing, but is in [0, 1].
    ///
    /// ```
    /// use sbst::seeding::behaviour::Dissimilarity;
    ///
    /// assert_eq!(Dissimilarity::JACCARD.between_sorted(&[1, 2, 2, 5], &[2, 5, 7]), 0.5);
    /// ```
    #[must_use]
    pub fn between_sorted<A: Ord>(self, a: &[A], b: &[A]) -> f64 {
        let (mut both, mut in_one, mut at, mut other) = (0_usize, 0_usize, 0, 0);
        while at < a.len() || other < b.len() {
            let order = match (a.get(at), b.get(other)) {
                (Some(one), Some(two)) => one.cmp(two),
                (Some(_), None) => Ordering::Less,
                _ => Ordering::Greater,
            };
            both += usize::from(order.is_eq());
            in_one += usize::from(order.is_ne());
            at = if order.is_le() { self.after(a, at) } else { at };
            other = if order.is_ge() { self.after(b, other) } else { other };
        }
        let (both, in_one) = (both as f64, in_one as f64);
        match in_one {
            0.0 => 0.0,
            // Either way, so that no product overflows and none vanishes.
            _ if self.weight < 1.0 => self.weight * in_one / (both + self.weight * in_one),
            _ => in_one / (both / self.weight + in_one),
        }
    }

    /// The place of the next action that counts: in a set, of another one.
    fn after<A: Ord>(self, behaviour: &[A], at: usize) -> usize {
        let same = behaviour[at..].iter().take_while(|&action| !self.multisets && *action == behaviour[at]).count();
        at + same.max(1)
    }
}

fn sorted<A: Ord>(behaviour: &[A]) -> Vec<&A> {
    let mut sorted: Vec<&A> = behaviour.iter().collect();
    sort_by(&mut sorted, Ord::cmp);
    sorted
}

/// How many actions must be inserted, deleted or replaced to make the one behaviour of the other: their [edit distance](edit). A metric.
/// O(m n / 64) at worst, and comparisons of actions.
///
/// ```
/// use sbst::seeding::behaviour::edits;
///
/// assert_eq!(edits(&["new", "add", "size"], &["new", "size"]), 1.0);
/// ```
#[must_use]
pub fn edits<A: Eq>(a: &[A], b: &[A]) -> f64 {
    edit::distance(a, b) as f64
}

/// The same as a part of the longer one: in [0, 1], 0 if both are empty. No metric.
///
/// ```
/// use sbst::seeding::behaviour::edits_by_length;
///
/// assert_eq!(edits_by_length(&["new", "add", "size", "size"], &["new", "size", "size"]), 0.25);
/// ```
#[must_use]
pub fn edits_by_length<A: Eq>(a: &[A], b: &[A]) -> f64 {
    match a.len().max(b.len()) {
        0 => 0.0,
        length => edits(a, b) / length as f64,
    }
}
