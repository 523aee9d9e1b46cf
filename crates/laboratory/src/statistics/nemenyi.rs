//! The test of Nemenyi, after that of Friedman.

use super::distribution::{level, normal};
use super::{Number, Rounded};
use std::f64::consts::{SQRT_2, TAU};

/// Returns the critical difference of mean ranks of the test of Nemenyi (1963), as Demšar uses it:
/// "Statistical Comparisons of Classifiers over Multiple Data Sets" (2006), section 3.2.2.
///
/// Two techniques differ significantly at level `alpha` (usual: 0.05 or 0.10) if their mean ranks
/// over the subjects differ by at least this. It is `q * sqrt(k (k + 1) / (6 n))` for k techniques
/// and n subjects; q is the quantile of the studentised range of k values with infinite degrees of
/// freedom, divided by the root of 2, found numerically to 9 digits.
///
/// The result is infinite without subjects, and 0 for fewer than 2 techniques. Alpha is clamped to
/// 10⁻¹²..=1.
///
/// ```
/// use sbst_laboratory::statistics::critical_difference;
///
/// // The example of Demšar: 4 techniques, 14 data sets.
/// assert_eq!((critical_difference(4, 14, 0.05) * 100.0).round(), 125.0);
/// ```
#[must_use]
pub fn critical_difference(techniques: usize, subjects: usize, alpha: f64) -> f64 {
    if techniques < 2 {
        return 0.0;
    }
    let k = techniques as f64;
    quantile(1.0 - alpha, techniques) * (k * (k + 1.0) / (6.0 * subjects as f64)).sqrt()
}

/// Returns the groups of techniques of which no difference is shown: each largest set of techniques
/// whose mean ranks lie within less than the critical difference. Differences that equal it, but
/// for rounding, are not less.
///
/// A group holds the indices of at least two techniques, by ascending mean rank; groups are in the
/// same order and can overlap. The diagrams of Demšar draw a bar for each. The result is empty if
/// all techniques differ significantly.
///
/// ```
/// use sbst_laboratory::statistics::groups;
///
/// assert_eq!(groups(&[3.1, 1.2, 2.0, 3.6], 1.25), [vec![1, 2], vec![2, 0], vec![0, 3]]);
/// ```
#[must_use]
pub fn groups(mean_ranks: &[f64], critical_difference: f64) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..mean_ranks.len()).collect();
    order.sort_by_key(|&at| Number(mean_ranks[at]));
    let (mut groups, mut end) = (Vec::new(), 0);
    for (start, &best) in order.iter().enumerate() {
        let close = |&&at: &&usize| {
            Rounded::difference(mean_ranks[at], mean_ranks[best]).is_below(critical_difference)
        };
        let own = start + order[start..].iter().take_while(close).count();
        // A group that ends where an earlier one does is part of it.
        if own > end && own > start + 1 {
            groups.push(order[start..own].to_vec());
        }
        end = end.max(own);
    }
    groups
}

/// Returns the quantile of the studentised range of `count` values, divided by the root of 2.
fn quantile(probability: f64, count: usize) -> f64 {
    let probability = level(probability);
    let [mut low, mut high] = [0.0, 1.0];
    // Rounding can keep the probability of any width below a level near 1; no quantile is
    // beyond 64.
    while high < 64.0 && range_at_most(high, count) < probability {
        high *= 2.0;
    }
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        if range_at_most(middle, count) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    high / SQRT_2
}

/// Returns the probability that `count` standard normal values lie within a range of `width`.
fn range_at_most(width: f64, count: usize) -> f64 {
    // Any of the values is the least one, z; the others lie above it, within the width: the
    // integral of k φ(z) (Φ(z + width) - Φ(z))^(k-1). The integrand and its derivatives vanish at
    // both ends, so the trapezoidal rule converges faster than any power of the step.
    const STEPS: i32 = 200;
    const END: f64 = 9.0;
    let step = 2.0 * END / f64::from(STEPS);
    let integrand = |at: i32| {
        let z = f64::from(at) * step - END;
        let others = (normal(z + width) - normal(z)).max(0.0);
        (-z * z / 2.0).exp() / TAU.sqrt() * others.powf(count as f64 - 1.0)
    };
    count as f64 * step * (0..=STEPS).map(integrand).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_demsar() {
        // Table 5 (a), for 2 to 10 techniques; for 0.05 and 4 techniques it prints 2.569, as
        // computed.
        let table = |alpha: f64| {
            (2..=10)
                .map(|count| (quantile(1.0 - alpha, count) * 1e3).round() / 1e3)
                .collect::<Vec<_>>()
        };
        // Its last digits are rounded values of q, divided: they can differ by 1.
        for (alpha, printed) in [
            (0.05, [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]),
            (0.10, [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]),
        ] {
            for (computed, printed) in table(alpha).into_iter().zip(printed) {
                assert!((computed - printed).abs() < 1.5e-3, "{computed} {printed}");
            }
        }
    }

    #[test]
    fn quantiles_of_scipy() {
        // studentized_range.ppf(1 - alpha, k, inf) / sqrt(2)
        for (count, alpha, expected) in [
            (2, 0.05, 1.959_963_984_540),
            (3, 0.05, 2.343_700_586_378),
            (5, 0.1, 2.459_515_764_271),
            (10, 0.05, 3.163_683_577_053),
            (50, 0.01, 4.404_138_649_421),
        ] {
            let computed = quantile(1.0 - alpha, count);
            assert!((computed - expected).abs() < 1e-7, "{count} {computed} {expected}");
        }
    }

    #[test]
    fn few_techniques_or_subjects() {
        assert_eq!([critical_difference(0, 9, 0.05), critical_difference(1, 9, 0.05)], [0.0; 2]);
        assert_eq!(critical_difference(3, 0, 0.05), f64::INFINITY);
        assert!(
            critical_difference(2, 5, 0.0).is_finite() && critical_difference(2, 5, 1.0) < 1e-9
        );
    }

    #[test]
    fn groups_are_the_largest() {
        assert_eq!(groups(&[1.0, 2.0, 3.0], 9.0), [vec![0, 1, 2]]);
        assert_eq!(groups(&[1.0, 2.0, 3.0], 1.0), Vec::<Vec<usize>>::new());
        assert_eq!(groups(&[1.0, 1.5, 3.0, 3.2], 1.0), [vec![0, 1], vec![2, 3]]);
        // The differences are 0.1, 0.1 and 0.2.
        assert_eq!(groups(&[0.2, 0.3, 0.1], 0.1), Vec::<Vec<usize>>::new());
        assert_eq!(groups(&[], 1.0), Vec::<Vec<usize>>::new());
    }
}
