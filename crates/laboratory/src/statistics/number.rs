//! Floating-point numbers with a total order.

use std::cmp::Ordering;

/// A floating-point number as a key of [`a12`](super::a12) and [`rank_sum`](super::rank_sum).
///
/// The order is total: `-0.0` equals `0.0`, and NaN equals NaN and is greater than infinity (a NaN
/// with negative sign likewise).
///
/// ```
/// use sbst_laboratory::statistics::{Number, a12};
///
/// let [fast, slow] = [[0.5, 0.7], [0.7, 0.9]].map(|sample| sample.map(Number));
/// assert_eq!(a12(&slow, &fast), 3.5 / 4.0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Number(pub f64);

impl Number {
    /// Returns the only representative of all numbers that are equal.
    fn canonical(self) -> f64 {
        // Zero of either sign plus zero is positive zero.
        if self.0.is_nan() { f64::NAN.copysign(1.0) } else { self.0 + 0.0 }
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        self.canonical().total_cmp(&other.canonical())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Number {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_total() {
        let mut numbers =
            [f64::NAN, 1.0, -f64::NAN, f64::INFINITY, -1.0, f64::NEG_INFINITY].map(Number);
        numbers.sort_unstable();
        assert_eq!(
            numbers.map(|number| number.0)[..4],
            [f64::NEG_INFINITY, -1.0, 1.0, f64::INFINITY]
        );
        assert_eq!(numbers[4], numbers[5]);
        assert_eq!(Number(0.0), Number(-0.0));
    }
}
