//! The trait of aggregations, and the promises that the crate keeps for each of them.

use crate::{Distance, Shared};

/// A formula that combines many distances into one.
///
/// [`Aggregation`](super::Aggregation) has the formulas that the crate knows. Every
/// `Fn(&[Distance]) -> Distance` is an aggregation, too. The
/// [`FlagGradient`](https://docs.rs/sbst/latest/sbst/fitness/flag/struct.FlagGradient.html) of the
/// crate `sbst` takes any of them by value. To share one, use an `Arc`.
///
/// # Promises for any formula
///
/// If `sbst` takes a formula from you, these promises hold whatever the formula returns. So a goal
/// never looks covered, or out of reach, because of a formula.
///
/// - The formula is never called without distances.
/// - If all distances are 0, or all are infinite, so is the value.
/// - The value is 0 only if one of the distances is 0; any other 0 counts as
///   [`Distance::SMALLEST`].
/// - The value is infinite only if one of the distances is infinite; any other infinite value
///   counts as [`Distance::GREATEST`].
/// - If the formula is monotone, so are the values: a greater distance never gives a smaller value.
///
/// ```
/// use sbst_distance::{Aggregate, Aggregation, Distance};
///
/// // The median, or the lower one of two. The slice is in no particular order.
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
    message = "`{Self}` is not an aggregation",
    note = "write the type of a closure's parameter: `|distances: &[Distance]| ..`",
    note = "pass other formulas by value; to share one, use an `Arc`"
)]
pub trait Aggregate {
    /// Returns one distance for these distances. There is at least one, and they come in any order.
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
