//! Strategies for distances and decisions.

use proptest::prelude::*;
use sbst::distance::{Decision, Distance};

/// Generates distances of all sizes: zero, the smallest positive numbers, small and large numbers,
/// infinity. Shrinks towards zero.
///
/// ```
/// use proptest::prelude::*;
/// use sbst_conformance::distances;
///
/// proptest!(|(distance in distances())| {
///     prop_assert!((0.0..=1.0).contains(&distance.norm()));
/// });
/// ```
pub fn distances() -> impl Strategy<Value = Distance> + Clone {
    let small = || (0..20_u32).prop_map(Distance::from);
    let border = proptest::sample::select(&BORDERS[..]).prop_map(distance);
    prop_oneof![
        4 => small(),
        2 => (0.0..1e3_f64).prop_map(distance),
        1 => (0.0..f64::MAX).prop_map(distance),
        2 => border,
    ]
}

/// Distances at which formulas often fail: zero, subnormal numbers, the end of exact integers,
/// overflow, infinity.
const BORDERS: [f64; 9] = [
    0.0,
    1.0,
    0.5,
    f64::MIN_POSITIVE,
    5e-324,
    9_007_199_254_740_992.0,
    94_911_150.0,
    f64::MAX,
    f64::INFINITY,
];

/// Returns the distance of a value; infinite for NaN and negative values, which are not generated.
fn distance(value: f64) -> Distance {
    Distance::new(value).unwrap_or(Distance::INFINITE)
}

/// Generates evaluated predicates of either outcome. The distance of the other side is one of
/// [`distances`], except zero.
///
/// ```
/// use proptest::prelude::*;
/// use sbst_conformance::decisions;
/// use sbst::distance::{Distance, Nearest};
///
/// proptest!(|(decision in decisions())| {
///     let mut nearest = Nearest::default();
///     nearest.see(decision);
///     prop_assert_eq!(nearest.to(decision.holds()), Some(Distance::ZERO));
/// });
/// ```
pub fn decisions() -> impl Strategy<Value = Decision> + Clone {
    (any::<bool>(), distances())
        .prop_map(|(outcome, other_side)| Decision::observed(outcome, other_side))
}
