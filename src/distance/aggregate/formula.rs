//! What an aggregation is, and what the crate promises of any.

use crate::distance::Distance;
use crate::distance::Shared;

/// A formula that makes one distance of many.
///
/// [`Aggregation`](super::Aggregation) has the formulas that the crate knows; every `Fn(&[Distance]) -> Distance` is another one.
/// [`FlagGradient`](crate::fitness::flag::FlagGradient) takes any of them by value. To share one, use an `Arc`.
///
/// # What the crate promises of any formula
///
/// Wherever the crate takes a formula, it never asks it for the value of no distances. The answer is 0 only if one of the distances is 0,
/// and infinite only if one is infinite: any other 0 counts as [`Distance::SMALLEST`], any other infinite answer as [`Distance::GREATEST`].
/// If all distances are 0, or all infinite, so is the value. So a goal never looks covered, or out of reach, because of a formula. A greater
/// distance never gives a smaller value if the formula gives none.
///
/// ```
/// use sbst::distance::{Aggregate, Aggregation, Distance};
///
/// // The median, for an even number the lower one. The slice comes in no particular
/// // order.
/// let median = |distances: &[Distance]| {
///     let mut sorted = distances.to_vec();
///     sorted.sort();
///     sorted[(sorted.len() - 1) / 2]
/// };
/// let calls = [9, 1, 2, 40].map(Distance::from);
/// assert_eq!(median.aggregate(&calls), Distance::from(2));
/// assert_eq!(Aggregation::Mean.aggregate(&calls), Distance::from(13));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no aggregation",
    note = "a closure says the type of its parameter: `|distances: &[Distance]| ..`; a value is passed by value; to share it, use an `Arc`"
)]
pub trait Aggregate {
    /// Returns one distance for these, of which there is at least one.
    fn aggregate(&self, distances: &[Distance]) -> Distance;
}

impl<F: Fn(&[Distance]) -> Distance> Aggregate for F {
    fn aggregate(&self, distances: &[Distance]) -> Distance {
        self(distances)
    }
}

impl<A: Aggregate + ?Sized> Aggregate for Shared<A> {
    fn aggregate(&self, distances: &[Distance]) -> Distance {
        (**self).aggregate(distances)
    }
}

/// Returns the value of these distances, `None` of none, and keeps the promises above, whatever the formula does.
pub(crate) fn guarded(distances: &[Distance], aggregation: &(impl Aggregate + ?Sized)) -> Option<Distance> {
    let first = *distances.first()?;
    if first.is_extreme() && distances.iter().all(|&distance| distance == first) {
        return Some(first);
    }
    let value = aggregation.aggregate(distances);
    // Asked only where it matters: a search for each value would cost as much as the value.
    if value.is_extreme() && !distances.contains(&value) {
        return Some(if value == Distance::ZERO { Distance::SMALLEST } else { Distance::GREATEST });
    }
    Some(value)
}
