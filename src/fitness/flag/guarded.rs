//! The promises that are kept for every aggregation, whatever its formula does.

use crate::distance::{Aggregate, Distance};

/// Returns the aggregate of these distances, or `None` if there are none. It keeps the promises of
/// [`Aggregate`], whatever the formula does.
pub(super) fn guarded(
    distances: &[Distance],
    aggregation: &(impl Aggregate + ?Sized),
) -> Option<Distance> {
    let first = *distances.first()?;
    // All 0, or all infinite: the value is known, and the formula is not asked.
    if is_extreme(first) && distances.iter().all(|&distance| distance == first) {
        return Some(first);
    }
    let value = aggregation.aggregate(distances);
    // The search is made only for the values 0 and infinite: for every value, it would cost as much
    // as the value itself.
    if is_extreme(value) && !distances.contains(&value) {
        return Some(if value == Distance::ZERO { Distance::SMALLEST } else { Distance::GREATEST });
    }
    Some(value)
}

/// Returns `true` if the distance is 0 or infinite.
fn is_extreme(distance: Distance) -> bool {
    distance == Distance::ZERO || distance == Distance::INFINITE
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
