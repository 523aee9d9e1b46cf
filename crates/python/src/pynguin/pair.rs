//! Pairs of level and distance, and their normalisation.

use std::cmp::Ordering;

/// Compares pairs, of which no distance is NaN.
pub(super) fn by_pair(a: (u32, f64), b: (u32, f64)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.partial_cmp(&b.1).unwrap_or(Ordering::Equal))
}

/// Returns x / (1 + x), and 1 for an infinite distance.
pub(super) fn normalised(distance: f64) -> f64 {
    if distance.is_infinite() { 1.0 } else { distance / (1.0 + distance) }
}
