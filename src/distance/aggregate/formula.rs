//! The trait of aggregations, and the promises that the crate keeps for each of them.

use crate::distance::Distance;
use crate::distance::Shared;

/// A formula that combines many distances into one.
///
/// [`Aggregation`](super::Aggregation) has the formulas that the crate knows. Every
/// `Fn(&[Distance]) -> Distance` is an aggregation, too.
/// [`FlagGradient`](crate::fitness::flag::FlagGradient) takes any of them by value. To share one,
/// use an `Arc`.
///
/// # Promises for any formula
///
/// If the crate takes a formula from you, these promises hold whatever the formula returns. So a
/// goal never looks covered, or out of reach, because of a formula.
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
/// use sbst::distance::{Aggregate, Aggregation, Distance};
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

/// Returns the aggregate of these distances, or `None` if there are none. It keeps the promises of
/// [`Aggregate`], whatever the formula does.
pub(crate) fn guarded(
    distances: &[Distance],
    aggregation: &(impl Aggregate + ?Sized),
) -> Option<Distance> {
    let first = *distances.first()?;
    // All 0, or all infinite: the value is known, and the formula is not asked.
    if first.is_extreme() && distances.iter().all(|&distance| distance == first) {
        return Some(first);
    }
    let value = aggregation.aggregate(distances);
    // The search is made only for the values 0 and infinite: for every value, it would cost as much
    // as the value itself.
    if value.is_extreme() && !distances.contains(&value) {
        return Some(if value == Distance::ZERO { Distance::SMALLEST } else { Distance::GREATEST });
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_has_no_say_where_all_distances_agree() {
        for wild in [Distance::ZERO, Distance::from(5), Distance::INFINITE] {
            let value = |distances: &[Distance]| guarded(distances, &|_: &[Distance]| wild);
            assert_eq!(value(&[]), None);
            assert_eq!(value(&[Distance::ZERO; 3]), Some(Distance::ZERO));
            assert_eq!(value(&[Distance::INFINITE; 2]), Some(Distance::INFINITE));
            let between = value(&[Distance::from(1), Distance::from(2)]).expect("not none");
            assert!(between > Distance::ZERO && between < Distance::INFINITE, "{between}");
        }
        let first = |distances: &[Distance]| distances[0];
        assert_eq!(guarded(&[Distance::ZERO, Distance::from(1)], &first), Some(Distance::ZERO));
        assert_eq!(guarded(&[Distance::from(1), Distance::ZERO], &first), Some(Distance::from(1)));
    }
}
