//! From distances to one number: normalisers and aggregations.

use super::legal;
use crate::number;
use arbitrary::{Result, Unstructured};
use sbst::distance::{Aggregation, Decision, Distance, Normalise, Normaliser, harmonic_gradient};
use sbst::fitness::Fitness;

/// Some distances under every formula.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    let parameter = number::float(u)?;
    let count = u.arbitrary::<u8>()? % 8;
    let distances = (0..count).map(|_| number::distance(u)).collect::<Result<Vec<_>>>()?;
    let (rational, exponential) =
        (Normaliser::rational(parameter).ok(), Normaliser::exponential(parameter).ok());
    let known = [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC];
    for normaliser in known.into_iter().chain(rational).chain(exponential) {
        normalised(normaliser, &distances, u32::from(count) * 1_000_003);
    }
    let power = Aggregation::power_mean(parameter).ok();
    let known = [Aggregation::Min, Aggregation::Sum, Aggregation::Mean, Aggregation::Harmonic];
    for aggregation in known.into_iter().chain(power) {
        aggregated(aggregation, &distances);
    }
    let gradient = harmonic_gradient(&distances);
    assert_eq!(gradient.len(), distances.len());
    assert!(
        gradient.iter().all(|slope| (0.0..=f64::from(count)).contains(slope)),
        "{distances:?} \
        {gradient:?}"
    );
    Ok(())
}

fn normalised(normaliser: Normaliser, distances: &[Distance], level: u32) {
    let mut sorted = distances.to_vec();
    sorted.sort_unstable();
    let values: Vec<f64> = sorted.iter().map(|&distance| normaliser.normalise(distance)).collect();
    assert!(values.is_sorted(), "{normaliser:?} {sorted:?} {values:?}");
    for (&distance, &value) in sorted.iter().zip(&values) {
        assert!((0.0..=1.0).contains(&value));
        assert_eq!(
            (value == 0.0, value == 1.0),
            (distance == Distance::ZERO, distance == Distance::INFINITE)
        );
        let inverse = normaliser.inverse(value).expect("in range");
        assert_eq!(
            (inverse == Distance::ZERO, inverse == Distance::INFINITE),
            (value == 0.0, value == 1.0)
        );
        let scalar = Fitness::new(level, distance).scalar_by(normaliser);
        assert!(f64::from(level) <= scalar && scalar <= f64::from(level) + 1.0);
        assert_eq!(scalar == f64::from(level) + 1.0, distance == Distance::INFINITE);
        for outcome in [false, true] {
            legal(normaliser.import(outcome, value).expect("in range"));
            let decision = Decision::observed(outcome, distance);
            let heuristics = decision.heuristics(normaliser);
            assert_eq!(heuristics.map(|heuristic| heuristic == 1.0), [outcome, !outcome]);
            legal(normaliser.import(false, heuristics[usize::from(outcome)]).expect("in range"));
        }
    }
}

fn aggregated(aggregation: Aggregation, distances: &[Distance]) {
    let Some(value) = aggregation.of(distances.iter().copied()) else {
        return assert!(distances.is_empty());
    };
    legal(value);
    let least = distances.iter().copied().min().unwrap_or_default();
    let greatest = distances.iter().copied().max().unwrap_or_default();
    let is_sum = aggregation == Aggregation::Sum;
    assert!(
        least <= value && (is_sum || value <= greatest),
        "{aggregation} of {distances:?} is \
        {value}"
    );
    if greatest == Distance::ZERO || least == Distance::INFINITE {
        assert_eq!(value, greatest);
    }
    assert!(
        greatest < Distance::INFINITE || least < Distance::INFINITE || value == Distance::INFINITE
    );
    if least > Distance::ZERO {
        assert!(value > Distance::ZERO);
    }
    // Two halves, merged.
    let (one, other) = distances.split_at(distances.len() / 2);
    let [mut left, mut right] = [one, other].map(|half| {
        let mut aggregate = aggregation.accumulator();
        aggregate.extend(half.iter().copied());
        aggregate
    });
    let backwards = {
        let mut both = right;
        both.merge(&left).expect("the same formula");
        both.get()
    };
    left.merge(&right).expect("the same formula");
    right = left;
    assert_eq!(right.count(), distances.len() as u64);
    for merged in [left.get(), backwards].into_iter().flatten() {
        legal(merged);
        assert_eq!(
            (merged == Distance::INFINITE, merged == Distance::ZERO),
            (value == Distance::INFINITE, value == Distance::ZERO)
        );
        // Up to rounding, which is coarse among the least of all numbers.
        let close =
            (merged.get() - value.get()).abs() <= 1e-9 * value.get() || value.get() < 1e-300;
        assert!(
            close || merged == value,
            "{aggregation} of {distances:?}: {value}, merged \
            {merged}"
        );
    }
}
