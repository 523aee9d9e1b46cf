//! The effect size of Vargha and Delaney.

use super::Interval;
use super::distribution::normal_within;
use super::ranks::Ranks;
use std::fmt;

/// Returns the probability that a value of `first` is greater than one of `second`, ties counted
/// half: Vargha, Delaney, "A Critique and Improvement of the CL Common Language Effect Size
/// Statistics of McGraw and Wong" (2000), Eq. 14.
///
/// The result is in 0..=1. It is 0.5 if either is greater equally often, and for empty samples;
/// `a12(a, b) + a12(b, a)` is 1. Keys can be numbers or anything else in order, and are compared as
/// they are; floating-point numbers need [`Number`](super::Number). Time O(n log n).
///
/// ```
/// use sbst_laboratory::statistics::{Magnitude, a12};
///
/// // Of 16 pairs 13 are greater, 2 equal and 1 is less.
/// let effect = a12(&[6, 5, 4, 3], &[4, 3, 2, 1]);
/// assert_eq!(effect, 14.0 / 16.0);
/// assert_eq!(Magnitude::of(effect), Magnitude::Large);
/// ```
#[must_use]
pub fn a12<K: Ord>(first: &[K], second: &[K]) -> f64 {
    share(wins(first.len(), &Ranks::of_both(first, second)), [first.len(), second.len()])
}

/// Returns the pairs in which the value of the first sample, of this size, is greater, ties counted
/// half: U of Mann and Whitney.
pub(super) fn wins(size: usize, ranks: &Ranks) -> f64 {
    let n = size as f64;
    ranks.ranks[..size].iter().sum::<f64>() - n * (n + 1.0) / 2.0
}

/// Returns the share of the pairs that are won: 0.5 without pairs.
pub(super) fn share(wins: f64, sizes: [usize; 2]) -> f64 {
    let pairs = sizes[0] as f64 * sizes[1] as f64;
    if pairs > 0.0 { wins / pairs } else { 0.5 }
}

/// Returns a confidence interval, within 0..=1, of an effect size [`a12`] of samples of the given
/// sizes.
///
/// It is the interval that Newcombe recommends: "Confidence intervals for an effect size measure
/// based on the Mann-Whitney statistic. Part 2" (2006), method 5. It contains each value whose
/// distance from `a12` is at most z standard errors, where the standard error is that of Hanley and
/// McNeil (1982) at this value, with both sizes replaced by their mean. Unlike the interval of
/// DeLong it is not a single point if one sample beats the other completely. It assumes that values
/// hardly tie; with ties it is somewhat too wide.
///
/// The interval contains `a12`, which is clamped to 0..=1 (NaN is 0.5). It is 0..=1 if a sample is
/// empty. The confidence is clamped to 0..=1 - 10⁻¹².
///
/// ```
/// use sbst_laboratory::statistics::a12_interval;
///
/// let interval = a12_interval(1.0, [30, 30], 0.95);
/// assert!((interval.low - 0.933).abs() < 1e-3 && interval.high == 1.0);
/// ```
#[must_use]
pub fn a12_interval(a12: f64, sizes: [usize; 2], confidence: f64) -> Interval {
    let [n, m] = sizes.map(|size| size as f64);
    if n * m == 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let a12 = if a12.is_nan() { 0.5 } else { a12.clamp(0.0, 1.0) };
    let z = normal_within(confidence);
    let others = (n + m) / 2.0 - 1.0;
    let variance = |value: f64| {
        let dependent = (1.0 - value) / (2.0 - value) + value / (1.0 + value);
        value * (1.0 - value) / (n * m) * (1.0 + others * dependent)
    };
    let inside = |value: f64| (value - a12).powi(2) <= z * z * variance(value);
    // Near `a12` values are inside, at 0 and 1 the variance is 0 and they are outside: halving
    // finds the border.
    let border = |mut outside: f64| {
        let mut within = a12;
        for _ in 0..60 {
            let middle = f64::midpoint(outside, within);
            if inside(middle) {
                within = middle;
            } else {
                outside = middle;
            }
        }
        within
    };
    Interval { low: border(0.0), high: border(1.0) }
}

/// The magnitude of an effect size [`a12`], by the thresholds of Vargha and Delaney.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Magnitude {
    /// An effect size below 0.56, and above 0.44.
    Negligible,
    /// An effect size of at least 0.56, or at most 0.44.
    Small,
    /// An effect size of at least 0.64, or at most 0.36.
    Medium,
    /// An effect size of at least 0.71, or at most 0.29.
    Large,
}

impl Magnitude {
    /// Returns the magnitude of an effect size, in either direction. NaN is negligible.
    #[must_use]
    pub fn of(a12: f64) -> Self {
        // The distance of 0.29 from 0.5 is less than that of 0.71 after rounding; a little is
        // allowed for.
        match (a12 - 0.5).abs() + 1e-9 {
            distance if distance >= 0.21 => Self::Large,
            distance if distance >= 0.14 => Self::Medium,
            distance if distance >= 0.06 => Self::Small,
            _ => Self::Negligible,
        }
    }

    /// Returns `true` if an interval lies wholly where effects are negligible. NaN does not.
    pub(crate) fn is_negligible(interval: Interval) -> bool {
        let ends = [interval.low, interval.high];
        ends.iter().all(|end| !end.is_nan() && Self::of(*end) == Self::Negligible)
    }

    /// Returns the name: "negligible", "small", "medium" or "large".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Negligible => "negligible",
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }
}

impl fmt::Display for Magnitude {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_by_pairs() {
        let first: Vec<u64> = (0..40).map(|at| at * at % 23).collect();
        let second: Vec<u64> = (0..31).map(|at| at * 7 % 19).collect();
        let pairs = first.iter().flat_map(|a| second.iter().map(move |b| a.cmp(b)));
        let won: f64 = pairs.map(|order| f64::from(order as i8 + 1) / 2.0).sum();
        assert_eq!(a12(&first, &second), won / (40.0 * 31.0));
        assert_eq!(a12(&first, &second) + a12(&second, &first), 1.0);
    }

    #[test]
    fn of_empty_samples_nothing_is_known() {
        assert_eq!([a12::<u8>(&[], &[]), a12(&[], &[1]), a12(&[1], &[])], [0.5; 3]);
        assert_eq!(a12_interval(0.5, [0, 9], 0.95), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn intervals_of_scipy() {
        // Roots of (t - a12)² - z² V(t), by brentq.
        for (a12, sizes, low, high) in SCIPY {
            let interval = a12_interval(a12, sizes, 0.95);
            assert!(
                (interval.low - low).abs() < 1e-9 && (interval.high - high).abs() < 1e-9,
                "{interval:?}"
            );
            let mirrored = a12_interval(1.0 - a12, [sizes[1], sizes[0]], 0.95);
            assert!(
                (mirrored.low - (1.0 - high)).abs() < 1e-9
                    && (mirrored.high - (1.0 - low)).abs() < 1e-9
            );
        }
    }

    const SCIPY: [(f64, [usize; 2], f64, f64); 4] = [
        (0.5, [30, 30], 0.359_799_566_349, 0.640_200_433_651),
        (0.875, [4, 4], 0.452_827_057_027, 0.981_170_133_186),
        (0.71, [30, 20], 0.545_885_403_079, 0.828_359_337_053),
        (1.0, [30, 30], 0.933_023_821_819, 1.0),
    ];

    #[test]
    fn thresholds() {
        let magnitudes = [0.5, 0.559, 0.56, 0.44, 0.64, 0.36, 0.71, 0.29, 0.0]
            .map(|a12| Magnitude::of(a12).name());
        let expected = [
            "negligible",
            "negligible",
            "small",
            "small",
            "medium",
            "medium",
            "large",
            "large",
            "large",
        ];
        assert_eq!(magnitudes, expected);
        assert_eq!(Magnitude::of(f64::NAN), Magnitude::Negligible);
    }
}
