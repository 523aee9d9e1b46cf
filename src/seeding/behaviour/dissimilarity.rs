//! Distances of behaviours.

use crate::distance::edit;
use crate::sort::sort_by;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A distance of behaviours by their actions, whatever the order of these: in [0, 1].
///
/// With i actions in both and u in either, it is 1 - i / (i + w (u - i)); 0 if both are empty. Sets count each action once, multisets as
/// often as it occurs (i sums the lesser, u the greater counts).
///
/// | | w | |
/// |---|---|---|
/// | [`JACCARD`](Self::JACCARD) | 1 | a metric; the default, and d of SEED 3.2.1 (see below) |
/// | [`DICE`](Self::DICE) | 1/2 | no metric: the triangle inequality fails |
/// | [`ANTI_DICE`](Self::ANTI_DICE) | 2 | a metric |
///
/// It is a metric for every w >= 1, for sets and multisets, up to rounding: two behaviours of equal actions have distance 0.
///
/// The equation of SEED 3.2.1 prints the quotient of the two sets where it means that of their sizes, and calls d the Jaccard index, which
/// is 1 - d (SEED 2.3.1). Two behaviours without actions are not mentioned there; 0 is ours.
///
/// ```
/// use sbst::seeding::behaviour::Dissimilarity;
///
/// let (a, b) = (["new", "add", "add"], ["new", "add", "size"]);
/// assert_eq!(Dissimilarity::JACCARD.between(&a, &b), 1.0 / 3.0);
/// assert_eq!(Dissimilarity::DICE.between(&a, &b), 0.5 / 2.5);
/// assert_eq!(Dissimilarity::ANTI_DICE.between(&a, &b), 2.0 / 4.0);
/// // new, add of new, add, add, size
/// assert_eq!(Dissimilarity::JACCARD.of_multisets().between(&a, &b), 0.5);
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
/// assert!(matches!(
///     Dissimilarity::with_weight(0.0),
///     Err(WeightError { weight: 0.0, .. })
/// )); // all would be alike
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
    /// w = 1: the part of all actions that is in one behaviour only.
    pub const JACCARD: Self = Self { weight: 1.0, multisets: false };
    /// w = 1/2: actions in both behaviours count twice. Also called Gower-Legendre in the literature on test selection.
    pub const DICE: Self = Self { weight: 0.5, multisets: false };
    /// w = 2: actions in one behaviour only count twice.
    pub const ANTI_DICE: Self = Self { weight: 2.0, multisets: false };

    /// Creates a distance with another weight w.
    ///
    /// # Errors
    ///
    /// [`WeightError`] unless the weight is positive and finite.
    ///
    /// ```
    /// use sbst::seeding::behaviour::Dissimilarity;
    ///
    /// // one of two actions is in both: 1 - 1 / (1 + 4)
    /// let strict = Dissimilarity::with_weight(4.0)?;
    /// assert_eq!(strict.between(&["new"], &["new", "add"]), 0.8);
    /// # Ok::<(), sbst::seeding::behaviour::WeightError>(())
    /// ```
    pub fn with_weight(weight: f64) -> Result<Self, WeightError> {
        if weight > 0.0 && weight.is_finite() { Ok(Self { weight, multisets: false }) } else { Err(WeightError { weight }) }
    }

    /// Returns this distance for multisets.
    #[must_use]
    pub const fn of_multisets(self) -> Self {
        Self { multisets: true, ..self }
    }

    /// Returns the distance of two behaviours, in [0, 1]. O(n log n). If the actions of both are sorted, it is linear and allocates nothing,
    /// which is faster if each behaviour is compared often.
    ///
    /// ```
    /// use sbst::seeding::behaviour::Dissimilarity;
    ///
    /// assert_eq!(Dissimilarity::JACCARD.between(&[1, 2, 2, 5], &[2, 5, 7]), 0.5);
    /// ```
    #[must_use]
    pub fn between<A: Ord>(self, a: &[A], b: &[A]) -> f64 {
        match a.is_sorted() && b.is_sorted() {
            true => self.between_sorted(a, b),
            false => self.between_sorted(&sorted(a), &sorted(b)),
        }
    }

    fn between_sorted<A: Ord>(self, a: &[A], b: &[A]) -> f64 {
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

    /// Returns the place of the next action that counts: in a set, of another one.
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

/// Returns the [edit distance](edit) of two behaviours, which also compares the order of actions, as a part of
/// the length of the longer behaviour: in [0, 1], 0 if both are empty. It is no metric; [`edit::distance`] alone is one. O(m n / 64) at
/// worst, and comparisons of actions.
///
/// ```
/// use sbst::seeding::behaviour::edits_by_length;
///
/// assert_eq!(
///     edits_by_length(&["new", "add", "size", "size"], &["new", "size", "size"]),
///     0.25
/// );
/// ```
#[must_use]
pub fn edits_by_length<A: Eq>(a: &[A], b: &[A]) -> f64 {
    match a.len().max(b.len()) {
        0 => 0.0,
        length => edit::distance(a, b) as f64 / length as f64,
    }
}
