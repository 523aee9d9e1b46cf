//! The definition of distances between sequences, from distances between elements.

use proptest::prelude::*;
use sbst_distance::{Decision, Published, Rules};

pub(crate) fn norm(x: f64) -> f64 {
    if x == f64::INFINITY { 1.0 } else { x / (1.0 + x) }
}

/// Element by element; what has no partner counts 1.
pub(crate) fn aligned<T>(a: &[T], b: &[T], gap: impl Fn(&T, &T) -> f64) -> f64 {
    let mut sum = a.len().abs_diff(b.len()) as f64;
    for i in 0..a.len().min(b.len()) {
        sum += norm(gap(&a[i], &b[i]));
    }
    sum
}

pub(crate) fn beginning<T>(a: &[T], prefix: &[T], gap: impl Fn(&T, &T) -> f64) -> f64 {
    aligned(&a[..a.len().min(prefix.len())], prefix, gap)
}

pub(crate) fn end<T>(a: &[T], suffix: &[T], gap: impl Fn(&T, &T) -> f64) -> f64 {
    let missing = suffix.len().saturating_sub(a.len());
    missing as f64 + aligned(&a[a.len() - (suffix.len() - missing)..], &suffix[missing..], gap)
}

pub(crate) fn window<T>(a: &[T], part: &[T], gap: impl Fn(&T, &T) -> f64) -> f64 {
    let (short, long) = if a.len() < part.len() { (a, part) } else { (part, a) };
    let missing = if a.len() < part.len() { part.len() - a.len() } else { 0 };
    (0..=long.len() - short.len())
        .map(|at| missing as f64 + aligned(short, &long[at..at + short.len()], &gap))
        .fold(f64::INFINITY, f64::min)
}

/// To reach `a < b` (strictly) or `a <= b`, which do not hold. `element` is the distance of two
/// elements to that relation.
pub(crate) fn order<T: PartialEq>(
    a: &[T],
    b: &[T],
    strictly: bool,
    k: f64,
    element: impl Fn(&T, &T) -> f64,
) -> f64 {
    for i in 0..a.len().min(b.len()) {
        if a[i] != b[i] {
            return element(&a[i], &b[i]);
        }
    }
    a.len().abs_diff(b.len()) as f64 + if strictly { k } else { 0.0 }
}

/// Compares one decision with the definition, up to rounding of sums.
pub(crate) fn agrees(
    decision: Decision,
    holds: bool,
    other_side: f64,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(decision.holds(), holds);
    let (taken, other) = if holds {
        (decision.to_true(), decision.to_false())
    } else {
        (decision.to_false(), decision.to_true())
    };
    prop_assert_eq!(taken.get().to_bits(), 0);
    prop_assert!(other.get() > 0.0);
    let rounded =
        other_side < f64::INFINITY && (other.get() - other_side).abs() <= 1e-12 * other_side;
    let near = other.get() == other_side.max(f64::MIN_POSITIVE) || rounded;
    prop_assert!(near, "{} instead of {}", other, other_side);
    Ok(())
}

/// All columns, several K.
pub(crate) fn rules() -> impl Strategy<Value = Rules> {
    let column =
        || prop::sample::select(vec![Published::Tracey, Published::Korel, Published::Evosuite]);
    let k = prop::sample::select(vec![1.0, 0.5, 3.0, 1e300]);
    (column(), column(), k).prop_map(|(integers, floats, k)| {
        Rules::new(integers, floats).with_k(k).expect("positive and finite")
    })
}
