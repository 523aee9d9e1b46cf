//! What the crate promises of formulas that users bring, however hostile they are.

use crate::effort::config;
use proptest::prelude::*;
use sbst_distance::{Decision, Distance, Normalise, Normaliser};
use std::sync::Arc;

const ANSWERS: [f64; 12] = [
    f64::NAN,
    f64::NEG_INFINITY,
    -1.0,
    -0.0,
    0.0,
    5e-324,
    0.25,
    0.999_999_999_999_999_9,
    1.0,
    1.5,
    f64::MAX,
    f64::INFINITY,
];

/// Answers anything, in no order; asked for 0 or infinite, it panics.
fn hostile(seed: u64) -> impl Fn(Distance) -> f64 + Copy + Send + Sync + 'static {
    move |distance| {
        assert!(
            distance > Distance::ZERO && distance < Distance::INFINITE,
            "nobody has to ask for {distance}"
        );
        let mixed = (distance.get().to_bits() ^ seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ANSWERS[mixed as usize % ANSWERS.len()]
    }
}

fn distances() -> impl Strategy<Value = Distance> {
    let bits = prop_oneof![
        4 => 0..=0x7ff0_0000_0000_0000_u64,
        1 => (0..1_000_u32).prop_map(|n| f64::from(n).to_bits()),
        1 => Just(0.0_f64.to_bits()),
        1 => Just(f64::INFINITY.to_bits()),
    ];
    bits.prop_map(|bits| Distance::new(f64::from_bits(bits)).expect("from 0 on"))
}

fn own() -> impl Strategy<Value = Normaliser> {
    prop::sample::select(vec![
        Normaliser::RATIONAL,
        Normaliser::EXPONENTIAL,
        Normaliser::LOGARITHMIC,
        Normaliser::rational(7.5).expect("positive"),
        Normaliser::exponential(2.0).expect("above 1"),
    ])
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn a_norm_stays_in_its_range(seed in any::<u64>(), distance in distances()) {
        let norm = distance.norm_by(hostile(seed));
        prop_assert!((0.0..=1.0).contains(&norm), "{}: {:e}", distance, norm); // NaN fails it
        prop_assert_eq!(norm == 0.0, distance == Distance::ZERO);
        prop_assert_eq!(norm == 1.0, distance == Distance::INFINITE);
    }

    #[test]
    fn a_formula_that_never_falls_gives_norms_that_never_fall(
        steps in 1..9_u32,
        scale in 1e-3..1e9_f64,
        one in distances(),
        other in distances(),
    ) {
        // A stair that leaves [0, 1] on both sides.
        let stairs = move |d: Distance| {
            (d.get() / scale * f64::from(steps)).floor() / f64::from(steps) - 0.5
        };
        let (near, far) = (one.min(other), one.max(other));
        prop_assert!(near.norm_by(stairs) <= far.norm_by(stairs), "{} {}", near, far);
    }

    #[test]
    fn a_closure_that_asks_an_own_formula_gives_its_bits(
        normaliser in own(),
        distance in distances(),
    ) {
        let closure = move |distance| normaliser.normalise(distance);
        let shared: Arc<dyn Normalise + Send + Sync> = Arc::new(closure);
        let expected = distance.norm_by(normaliser).to_bits();
        prop_assert_eq!(distance.norm_by(closure).to_bits(), expected);
        prop_assert_eq!(distance.norm_by(shared).to_bits(), expected);
        if normaliser == Normaliser::RATIONAL {
            prop_assert_eq!(distance.norm().to_bits(), expected);
        }
    }

    #[test]
    fn only_the_side_taken_is_one(
        seed in any::<u64>(),
        holds in any::<bool>(),
        distance in distances(),
    ) {
        let [of_true, of_false] = Decision::observed(holds, distance).heuristics(hostile(seed));
        prop_assert_eq!((of_true == 1.0, of_false == 1.0), (holds, !holds));
        prop_assert!(of_true >= 0.0 && of_false >= 0.0);
        prop_assert_eq!(of_true.min(of_false) == 0.0, distance == Distance::INFINITE);
    }
}

#[test]
fn a_hostile_formula_is_hostile() {
    let asked = |seed| hostile(seed)(Distance::from(1));
    let answers: Vec<f64> = (0..200).map(asked).collect();
    assert!(
        answers.iter().any(|x| x.is_nan())
            && answers.contains(&0.0)
            && answers.contains(&f64::INFINITY)
    );
}
