//! Neutrality: how often, and how long, a walk sees the value that it saw before.

/// Returns the share of steps of a walk that do not change the value, from 0 to 1: 0 if every step
/// changes it, 1 on a plateau.
///
/// Returns `None` for fewer than two values: without steps there is no share.
///
/// Reidys and Stadler (2002), "Neutrality in fitness landscapes", define the neutrality of a point
/// as the share of its neighbours that have equal fitness. Each step of a random walk draws one
/// neighbour, so the share of neutral steps estimates the mean neutrality of the points on the
/// walk. O(n) for n values.
///
/// ```
/// use sbst_laboratory::landscape::neutrality;
///
/// assert_eq!(neutrality(&[3, 3, 3, 1, 1]), Some(0.75));
/// assert_eq!(neutrality(&[3]), None);
/// ```
#[must_use]
pub fn neutrality<T: PartialEq>(values: &[T]) -> Option<f64> {
    let steps = values.len().checked_sub(1).filter(|&steps| steps > 0)?;
    Some((steps + 1 - neutral_areas(values)) as f64 / steps as f64)
}

/// Returns the number of steps from the start of a walk until its value changes, at least 1.
///
/// If the value never changes, returns the number of values. This is one more than the number of
/// steps, and a lower bound: a longer walk may have gone on without a change. Returns 0 without
/// values.
///
/// This is the neutrality distance of Albunian, Fraser and Sudholt (2020), "Causes and effects of
/// fitness landscapes in unit test generation". O(n) for n values.
///
/// ```
/// use sbst_laboratory::landscape::neutrality_distance;
///
/// assert_eq!(neutrality_distance(&[3, 3, 3, 1, 1]), 3);
/// assert_eq!(neutrality_distance(&[3, 1, 3]), 1);
/// assert_eq!(neutrality_distance(&[3, 3]), 2); // not known
/// ```
#[must_use]
pub fn neutrality_distance<T: PartialEq>(values: &[T]) -> usize {
    let Some(first) = values.first() else { return 0 };
    values.iter().position(|value| value != first).unwrap_or(values.len())
}

/// Returns the number of neutral areas of a walk: of runs of equal values that are as long as
/// possible. It is 1 on a plateau, the number of values if every step changes the value, and 0
/// without values.
///
/// This is the neutrality volume of Albunian, Fraser and Sudholt (2020). O(n) for n values.
///
/// ```
/// use sbst_laboratory::landscape::neutral_areas;
///
/// assert_eq!(neutral_areas(&[3, 3, 1, 1, 1, 3]), 3);
/// ```
#[must_use]
pub fn neutral_areas<T: PartialEq>(values: &[T]) -> usize {
    if values.is_empty() {
        return 0;
    }
    1 + values.windows(2).filter(|pair| pair[0] != pair[1]).count()
}
