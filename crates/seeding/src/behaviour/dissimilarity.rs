//! Distances between behaviours.

use crate::sort::sort_by;
use alloc::vec::Vec;
use core::cmp::Ordering;
use sbst::distance::edit;

/// A distance between behaviours that compares their actions and ignores the order of the actions.
/// It is in [0, 1].
///
/// The distance is 1 - i / (i + w (u - i)) for i actions in both behaviours, u actions in at least
/// one of them, and a positive weight w. The distance of two empty behaviours is 0. A distance on
/// sets counts each action once. A distance on multisets counts each action as often as it occurs:
/// for each action, i adds the lesser and u the greater of the two counts.
///
/// | | w | |
/// |---|---|---|
/// | [`JACCARD`](Self::JACCARD) | 1 | a metric; the default, and d of SEED 3.2.1 (see below) |
/// | [`DICE`](Self::DICE) | 1/2 | no metric: the triangle inequality fails |
/// | [`ANTI_DICE`](Self::ANTI_DICE) | 2 | a metric |
///
/// For every w >= 1, the distance is a metric on sets and on multisets of actions, up to rounding.
/// Two behaviours with equal sets (or multisets) of actions have distance 0, even if the order of
/// the actions differs.
///
/// The equation of SEED 3.2.1 prints the quotient of two sets; it means the quotient of their
/// sizes. The text there calls d the Jaccard index, which is 1 - d (SEED 2.3.1). The paper does not
/// mention two behaviours without actions; the distance 0 is a choice of this crate.
///
/// ```
/// use sbst_seeding::behaviour::Dissimilarity;
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Dissimilarity {
    /// The weight w: positive and finite.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "weight"))]
    weight: f64,
    /// `true` if an action counts as often as it occurs.
    multisets: bool,
}

/// An error for the weight of a [`Dissimilarity`] that is not positive and finite.
///
/// ```
/// use sbst_seeding::behaviour::{Dissimilarity, WeightError};
///
/// assert!(matches!(
///     Dissimilarity::with_weight(0.0),
///     Err(WeightError { weight: 0.0, .. })
/// )); // all would be alike
/// ```
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a dissimilarity with a weight of {weight}, which is not positive and finite: use 1 for \
     Jaccard, for example"
)]
#[non_exhaustive]
pub struct WeightError {
    /// The weight that was refused.
    pub weight: f64,
}

impl Default for Dissimilarity {
    fn default() -> Self {
        Self::JACCARD
    }
}

impl Dissimilarity {
    /// The Jaccard distance, w = 1: the fraction of all actions that is in one behaviour only.
    pub const JACCARD: Self = Self { weight: 1.0, multisets: false };
    /// The Dice distance, w = 1/2: actions in both behaviours count twice. The literature on test
    /// selection also calls it Gower-Legendre.
    pub const DICE: Self = Self { weight: 0.5, multisets: false };
    /// The anti-Dice distance, w = 2: actions in one behaviour only count twice.
    pub const ANTI_DICE: Self = Self { weight: 2.0, multisets: false };

    /// Creates a distance on sets with a given weight w.
    ///
    /// # Errors
    ///
    /// Returns [`WeightError`] if the weight is 0, negative, infinite or NaN.
    ///
    /// ```
    /// use sbst_seeding::behaviour::Dissimilarity;
    ///
    /// // one of two actions is in both: 1 - 1 / (1 + 4)
    /// let strict = Dissimilarity::with_weight(4.0)?;
    /// assert_eq!(strict.between(&["new"], &["new", "add"]), 0.8);
    /// # Ok::<(), sbst_seeding::behaviour::WeightError>(())
    /// ```
    pub fn with_weight(weight: f64) -> Result<Self, WeightError> {
        // NaN fails the first comparison.
        if weight > 0.0 && weight.is_finite() {
            Ok(Self { weight, multisets: false })
        } else {
            Err(WeightError { weight })
        }
    }

    /// Returns the distance with the same weight on multisets.
    #[must_use]
    pub const fn of_multisets(self) -> Self {
        Self { multisets: true, ..self }
    }

    /// Returns the distance of two behaviours, in [0, 1].
    ///
    /// O(n log n) for n actions. If the actions of both behaviours are sorted, the time is linear
    /// and nothing is allocated. Sort each behaviour once if you compare it often.
    ///
    /// ```
    /// use sbst_seeding::behaviour::Dissimilarity;
    ///
    /// assert_eq!(Dissimilarity::JACCARD.between(&[1, 2, 2, 5], &[2, 5, 7]), 0.5);
    /// ```
    #[must_use]
    pub fn between<A: Ord>(self, a: &[A], b: &[A]) -> f64 {
        if a.is_sorted() && b.is_sorted() {
            self.between_sorted(a, b)
        } else {
            self.between_sorted(&sorted(a), &sorted(b))
        }
    }

    /// Returns the distance of two sorted behaviours, in one pass over both.
    fn between_sorted<A: Ord>(self, a: &[A], b: &[A]) -> f64 {
        let (mut both, mut in_one, mut at, mut other) = (0_usize, 0_usize, 0, 0);
        // A merge of two sorted lists. `both` is i, and `in_one` is u - i, for the actions before
        // `at` and `other`.
        while at < a.len() || other < b.len() {
            let order = match (a.get(at), b.get(other)) {
                (Some(one), Some(two)) => one.cmp(two),
                (Some(_), None) => Ordering::Less,
                _ => Ordering::Greater,
            };
            // In a multiset, equal actions are matched one to one, which adds the lesser of the two
            // counts to i.
            both += usize::from(order.is_eq());
            in_one += usize::from(order.is_ne());
            at = if order.is_le() { self.after(a, at) } else { at };
            other = if order.is_ge() { self.after(b, other) } else { other };
        }
        let (both, in_one) = (both as f64, in_one as f64);
        match in_one {
            0.0 => 0.0,
            // 1 - i / (i + w (u - i)) = w (u - i) / (i + w (u - i)), without the rounding error of
            // the subtraction. A weight of 1 or more divides i: its product with u - i could
            // overflow, and infinity / infinity is NaN. A lesser weight multiplies u - i: i divided
            // by it could overflow.
            _ if self.weight < 1.0 => self.weight * in_one / (both + self.weight * in_one),
            _ => in_one / (both / self.weight + in_one),
        }
    }

    /// Returns the place of the next action that counts: the next one in a multiset, the next
    /// different one in a set.
    fn after<A: Ord>(self, behaviour: &[A], at: usize) -> usize {
        let same = behaviour[at..]
            .iter()
            .take_while(|&action| !self.multisets && *action == behaviour[at])
            .count();
        at + same.max(1)
    }
}

/// Returns references to the actions of a behaviour, in ascending order.
fn sorted<A: Ord>(behaviour: &[A]) -> Vec<&A> {
    let mut sorted: Vec<&A> = behaviour.iter().collect();
    sort_by(&mut sorted, Ord::cmp);
    sorted
}

/// Returns the [edit distance](edit) of two behaviours divided by the length of the longer
/// behaviour, in [0, 1].
///
/// Unlike a [`Dissimilarity`], it takes the order of the actions into account. The result is 0 if
/// both behaviours are empty. It is not a metric; [`edit::distance`] is one. The worst case is O(m
/// n / 64) for behaviours of m and n actions, plus comparisons of actions.
///
/// ```
/// use sbst_seeding::behaviour::edits_by_length;
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

/// Reads a weight, which is checked as for a caller.
#[cfg(feature = "serde")]
fn weight<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let weight = serde::Deserialize::deserialize(deserializer)?;
    let checked = Dissimilarity::with_weight(weight).map_err(serde::de::Error::custom)?;
    Ok(checked.weight)
}
