//! The correction of p values for their number.

use super::Number;

/// Returns p values adjusted for their number, in the order given: Holm, "A Simple Sequentially
/// Rejective Multiple Test Procedure" (1979).
///
/// If all differences with an adjusted value below 0.05 are called significant, the probability
/// that any of them is chance is below 0.05. The i-th smallest of n values is multiplied by n - i +
/// 1; an adjusted value is never below that of a smaller one, and at most
/// 1. A NaN counts as 1. Time O(n log n).
///
/// ```
/// use sbst_laboratory::statistics::holm;
///
/// assert_eq!(holm(&[0.03, 0.01, 0.04, 0.016]), [0.06, 0.04, 0.06, 0.048]);
/// assert!(holm(&[]).is_empty());
/// ```
#[must_use]
pub fn holm(p: &[f64]) -> Vec<f64> {
    let p: Vec<f64> = p.iter().map(|&p| if p.is_nan() { 1.0 } else { p }).collect();
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by_key(|&at| Number(p[at]));
    let (mut adjusted, mut greatest) = (vec![0.0; p.len()], 0.0_f64);
    for (rank, at) in order.into_iter().enumerate() {
        greatest = greatest.max((p[at] * (p.len() - rank) as f64).min(1.0));
        adjusted[at] = greatest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjusted_values_are_monotone_and_at_most_one() {
        // 4 * 0.02 = 0.08, 3 * 0.021 = 0.063 is raised to 0.08, 2 * 0.5 and 1 * 0.6 is raised to 1.
        assert_eq!(holm(&[0.6, 0.02, 0.5, 0.021]), [1.0, 0.08, 1.0, 0.08]);
        assert_eq!(holm(&[0.04]), [0.04]);
        assert_eq!(holm(&[f64::NAN, 0.01]), [1.0, 0.02]);
    }
}
