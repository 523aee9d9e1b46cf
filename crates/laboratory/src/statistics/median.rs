//! Medians and other quantiles.

use super::distribution::{fair_at_most, level};
use super::{Interval, Number, Rounded};

/// Returns the median: the mean of the two middle values if their number is even. Returns `None`
/// for no values.
///
/// ```
/// use sbst_laboratory::statistics::median;
///
/// assert_eq!(median(&[3.0, 1.0, 10.0]), Some(3.0));
/// assert_eq!(median(&[3.0, 1.0]), Some(2.0));
/// assert_eq!(median(&[]), None);
/// ```
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// Returns the value below which a `share` of the values lies, between neighbours by linear
/// interpolation (type 7 of Hyndman and Fan 1996, the default of R and NumPy). Returns `None` for
/// no values.
///
/// The share is clamped to 0..=1 (NaN is 0). Infinite values are allowed. NaN counts as infinite,
/// so that the result is never NaN.
///
/// ```
/// use sbst_laboratory::statistics::quantile;
///
/// assert_eq!(quantile(&[10.0, 20.0, 30.0], 0.25), Some(15.0));
/// ```
#[must_use]
pub fn quantile(values: &[f64], share: f64) -> Option<f64> {
    let sorted = sorted(values);
    let share = if share.is_nan() { 0.0 } else { share.clamp(0.0, 1.0) };
    let at = share * sorted.len().checked_sub(1)? as f64;
    // A place that is missed by rounding only would give its neighbour a part.
    let at = if Rounded::difference(at, at.round()).is_zero() { at.round() } else { at };
    let (low, high) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    let part = at.fract();
    // The difference of infinities would be NaN; that of opposite ones has no middle, and the
    // nearer of the two is taken.
    if low == high || part == 0.0 {
        return Some(low);
    }
    if low.is_infinite() && high.is_infinite() {
        return Some(if part < 0.5 { low } else { high });
    }
    Some(low * (1.0 - part) + high * part)
}

/// Returns a confidence interval of the median, between two of the values. Returns `None` if there
/// are too few values for the confidence: fewer than 6 for 0.95.
///
/// The ends are the order statistics `l` and `n + 1 - l` with the greatest `l` so that the binomial
/// distribution gives at least the confidence; no assumption about the distribution of the values
/// is made. Time O(n log n).
///
/// ```
/// use sbst_laboratory::statistics::{Interval, median_interval};
///
/// let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0];
/// assert_eq!(median_interval(&values, 0.95), Some(Interval { low: 2.0, high: 8.0 }));
/// assert_eq!(median_interval(&values[..5], 0.95), None);
/// ```
#[must_use]
pub fn median_interval(values: &[f64], confidence: f64) -> Option<Interval> {
    let sorted = sorted(values);
    let last = sorted.len().checked_sub(1)?;
    // A little more, so that rounding does not refuse a probability that equals it.
    let tail = (1.0 - level(confidence)) / 2.0 * (1.0 + 1e-9);
    // The median is below the value at index `at` with the probability of at most `at` values below
    // the median.
    let allowed = |at: usize| fair_at_most(at as u64, sorted.len() as u64) <= tail;
    let at = (0..=last / 2).rev().find(|&at| allowed(at))?;
    Some(Interval { low: sorted[at], high: sorted[last - at] })
}

/// Returns the values in ascending order. NaN becomes infinite.
fn sorted(values: &[f64]) -> Vec<f64> {
    let mut values: Vec<f64> =
        values.iter().map(|&value| if value.is_nan() { f64::INFINITY } else { value }).collect();
    values.sort_unstable_by_key(|&value| Number(value));
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_numpy() {
        // quantile([9, 4, 7, 1, 5, 3], q)
        let values = [9.0, 4.0, 7.0, 1.0, 5.0, 3.0];
        assert_eq!(
            [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&values, share).unwrap()),
            [1.0, 3.25, 4.5, 6.5, 9.0]
        );
    }

    #[test]
    fn od55_a_place_is_found_in_spite_of_rounding() {
        // 0.07 * 100 is a little more than 7.
        let place = |at: i32| if at <= 7 { f64::from(at) } else { f64::INFINITY };
        let values: Vec<f64> = (0..=100).map(place).collect();
        assert_eq!(
            [0.07, 0.071].map(|share| quantile(&values, share).unwrap()),
            [7.0, f64::INFINITY]
        );
    }

    #[test]
    fn infinite_values() {
        let values = [1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
        assert_eq!(
            [0.0, 0.1, 0.4, 0.5, 1.0].map(|share| quantile(&values, share).unwrap().to_string()),
            ["-inf", "-inf", "inf", "inf", "inf"]
        );
        assert_eq!(quantile(&[f64::NEG_INFINITY, f64::INFINITY], 0.5), Some(f64::INFINITY));
    }

    #[test]
    fn order_statistics_of_the_tables() {
        // Ranks of the 95 % interval of the median, as in Conover, "Practical Nonparametric
        // Statistics": 6: 1, 6; 10: 2, 9; 30: 10, 21.
        for (count, low, high) in [(6, 1.0, 6.0), (10, 2.0, 9.0), (30, 10.0, 21.0)] {
            let values: Vec<f64> = (1..=count).map(f64::from).collect();
            assert_eq!(median_interval(&values, 0.95), Some(Interval { low, high }), "{count}");
        }
        for count in 0..6 {
            assert_eq!(median_interval(&vec![0.5; count], 0.95), None);
        }
        assert_eq!(median_interval(&[1.0, 2.0, 3.0], 0.0), Some(Interval { low: 2.0, high: 2.0 }));
    }
}
