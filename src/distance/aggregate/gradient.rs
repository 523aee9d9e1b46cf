//! How the harmonic mean follows its distances.

use crate::distance::Distance;
use alloc::vec::Vec;

/// Returns the derivative of the harmonic mean H with respect to each of these distances: H² / (k d²), for k distances.
///
/// With exactly one distance 0 the mean is 0, and only moving that one changes it: k there, 0 elsewhere. With several it stays 0
/// whichever moves: 0 everywhere. At an infinite distance, 0. Each value is in [0, k]; of no distances there is none. Linear.
///
/// Source: Eq. 4 of Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in Search-Based Testing" (2020).
///
/// ```
/// use sbst::distance::{Distance, harmonic_gradient};
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
        return distances.iter().map(|&d| if zeros == 1 && d == Distance::ZERO { count } else { 0.0 }).collect();
    }
    let least = distances.iter().copied().min().unwrap_or(Distance::INFINITE).get();
    if least == f64::INFINITY {
        return alloc::vec![0.0; distances.len()];
    }
    // H / d = k (m / d) / sum of m / d_i, with m the least: nothing overflows, as H and d² could.
    let total: f64 = distances.iter().map(|d| least / d.get()).sum();
    let slope = |d: &Distance| {
        let share = least / d.get() / total; // (H / d)² / k = share² k
        (share * share * count).min(count)
    };
    distances.iter().map(slope).collect()
}
