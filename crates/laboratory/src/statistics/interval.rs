//! Confidence intervals.

use super::distribution::normal_within;

/// A closed interval, such as a confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Least value.
    pub low: f64,
    /// Greatest value, at least [`low`](Self::low).
    pub high: f64,
}

impl Interval {
    /// Returns `true` if the interval contains `value`, its ends included.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// Returns a confidence interval, within 0..=1, of the probability of success, given the number of
/// successes and trials.
///
/// It is Wilson's interval (1927), which keeps its coverage for few trials and for rates near 0
/// and 1. Without trials it is 0..=1. More successes than trials count as all. The confidence is
/// clamped to 0..=1 - 10⁻¹².
///
/// ```
/// use sbst_laboratory::statistics::success_interval;
///
/// // All of 30 searches succeeded: the rate may still be as low as 89 %.
/// let interval = success_interval(30, 30, 0.95);
/// assert_eq!(((interval.low * 100.0).round(), interval.high), (89.0, 1.0));
/// ```
#[must_use]
pub fn success_interval(successes: usize, trials: usize, confidence: f64) -> Interval {
    if trials == 0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let (n, z) = (trials as f64, normal_within(confidence));
    let rate = successes.min(trials) as f64 / n;
    let shrink = 1.0 + z * z / n;
    let centre = (rate + z * z / (2.0 * n)) / shrink;
    let half = z * (rate * (1.0 - rate) / n + z * z / (4.0 * n * n)).sqrt() / shrink;
    // The interval ends at 0 or 1 if the rate does; rounding would miss it by a little.
    let low = if successes == 0 { 0.0 } else { (centre - half).clamp(0.0, rate) };
    let high = if successes >= trials { 1.0 } else { (centre + half).clamp(rate, 1.0) };
    Interval { low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_of_scipy() {
        // binomtest(k, n).proportion_ci(0.95, method="wilson")
        for (successes, trials, low, high) in [
            (7, 30, 0.117_923_881_444_894_96, 0.409_283_261_581_221_64),
            (0, 30, 0.0, 0.113_513_393_173_968_75),
            (1, 1, 0.206_549_314_377_237_45, 1.0),
        ] {
            let interval = success_interval(successes, trials, 0.95);
            assert!(
                (interval.low - low).abs() < 1e-9 && (interval.high - high).abs() < 1e-9,
                "{interval:?}"
            );
        }
    }

    #[test]
    fn no_trials() {
        assert_eq!(success_interval(0, 0, 0.95), Interval { low: 0.0, high: 1.0 });
        assert_eq!(success_interval(9, 3, 0.9).high, 1.0);
    }
}
