//! The gradient of the harmonic mean.

use crate::Distance;
use alloc::vec::Vec;

/// Returns the derivative of the harmonic mean H with respect to each of these distances: H² / (k
/// d²) for k distances.
///
/// Each value is in [0, k]. The value at an infinite distance is 0. If exactly one distance is 0,
/// the mean is 0, and only a change of this distance changes it: its value is k, and the values at
/// all others are 0. If several distances are 0, no change of a single one changes the mean: all
/// values are 0. Without distances the result is empty. Linear time.
///
/// Source: Eq. 4 of Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in
/// Search-Based Testing" (2020).
///
/// ```
/// use sbst_distance::{Distance, harmonic_gradient};
///
/// // H = 3/2
/// assert_eq!(harmonic_gradient(&[1, 3].map(Distance::from)), [1.125, 0.125]);
/// assert_eq!(harmonic_gradient(&[0, 3].map(Distance::from)), [2.0, 0.0]);
/// ```
#[must_use]
pub fn harmonic_gradient(distances: &[Distance]) -> Vec<f64> {
    let count = distances.len() as f64;
    let zeros = distances.iter().filter(|&&d| d == Distance::ZERO).count();
    if zeros > 0 {
        return distances
            .iter()
            .map(|&d| if zeros == 1 && d == Distance::ZERO { count } else { 0.0 })
            .collect();
    }
    let least = distances.iter().copied().min().unwrap_or(Distance::INFINITE).get();
    if least == f64::INFINITY {
        return alloc::vec![0.0; distances.len()];
    }
    // H / d = k (m / d) / (the sum of m / d_i), with m the least distance. In this form nothing
    // overflows, as H and d² could.
    let total: f64 = distances.iter().map(|d| least / d.get()).sum();
    let slope = |d: &Distance| {
        let share = least / d.get() / total; // (H / d)² / k = share² k
        (share * share * count).min(count)
    };
    distances.iter().map(slope).collect()
}
