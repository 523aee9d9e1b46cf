//! Distribution functions, with defined values outside of their ranges.

use statrs::distribution::{Binomial, ContinuousCDF, DiscreteCDF, FisherSnedecor, Normal};
use statrs::function::erf::erfc;
use std::f64::consts::SQRT_2;

/// Returns the probability that a standard normal value is at most `z`.
pub(super) fn normal(z: f64) -> f64 {
    erfc(-z / SQRT_2) / 2.0
}

/// Returns the probability that a standard normal value is at least as far from 0 as `z`.
pub(super) fn normal_two_sided(z: f64) -> f64 {
    erfc(z.abs() / SQRT_2).min(1.0)
}

/// Returns the distance from 0 that a standard normal value keeps with probability `confidence`.
/// The confidence is clamped to 0..=1 - 10⁻¹², so the result is finite.
pub(super) fn normal_within(confidence: f64) -> f64 {
    let tail = (1.0 - level(confidence)) / 2.0;
    -Normal::standard().inverse_cdf(tail)
}

/// Clamps a probability to 0..=1 - 10⁻¹². NaN becomes 0.
pub(super) fn level(probability: f64) -> f64 {
    if probability.is_nan() { 0.0 } else { probability.clamp(0.0, 1.0 - 1e-12) }
}

/// Returns the probability that a value of the F distribution is at least `x`: 1 without degrees of
/// freedom, 0 for infinite `x`.
pub(super) fn f_above(x: f64, freedom: [f64; 2]) -> f64 {
    match FisherSnedecor::new(freedom[0], freedom[1]) {
        Ok(_) if x == f64::INFINITY => 0.0,
        Ok(distribution) if x > 0.0 => distribution.sf(x),
        _ => 1.0,
    }
}

/// Returns the probability of at most `successes` in `trials` tosses of a fair coin.
pub(super) fn fair_at_most(successes: u64, trials: u64) -> f64 {
    if trials > 1_000 {
        return Binomial::new(0.5, trials).map_or(1.0, |distribution| distribution.cdf(successes));
    }
    // Counts up to 2⁵³ are exact, and none is infinite.
    let (mut ways, mut sum) = (1.0, 1.0);
    for at in 0..successes.min(trials) {
        ways = ways * (trials - at) as f64 / (at + 1) as f64;
        sum += ways;
    }
    sum / 2_f64.powi(trials as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_scipy() {
        let close = |ours: f64, theirs: f64| {
            assert!((ours - theirs).abs() <= 1e-10 * theirs.abs().max(1e-3), "{ours} {theirs}");
        };
        // norm.cdf(-1.5), 2 * norm.sf(2.5), norm.ppf(0.975)
        close(normal(-1.5), 0.066_807_201_268_858_07);
        close(normal_two_sided(-2.5), 0.012_419_330_651_552_265);
        close(normal_within(0.95), 1.959_963_984_540_054);
        // f.sf(3.69, 3, 39), binom.cdf(3, 14, 0.5)
        close(f_above(3.69, [3.0, 39.0]), 0.019_744_099_689_488_88);
        close(fair_at_most(3, 14), 0.028_686_523_437_5);
        // binom.cdf(480, 1000, 0.5), binom.cdf(480, 1001, 0.5)
        close(fair_at_most(480, 1_000), 0.10872414660207075);
        close(fair_at_most(480, 1_001), 0.1030536554164765);
        assert_eq!([fair_at_most(0, 1), fair_at_most(7, 7), fair_at_most(9, 7)], [0.5, 1.0, 1.0]);
    }

    #[test]
    fn values_outside_of_the_ranges() {
        assert_eq!(
            [
                f_above(f64::INFINITY, [3.0, 9.0]),
                f_above(2.0, [0.0, 0.0]),
                f_above(0.0, [3.0, 9.0])
            ],
            [0.0, 1.0, 1.0]
        );
        assert_eq!(fair_at_most(0, 0), 1.0);
        assert_eq!(level(f64::NAN), 0.0);
        assert!(normal_within(1.0).is_finite() && normal_within(0.0).abs() < 1e-9);
    }
}
