//! Decisions as pairs of heuristics.

use proptest::prelude::*;
use sbst::distance::{Decision, Distance, Normaliser, NormaliserError, Truthness, flag};

fn normalisers() -> impl Strategy<Value = Normaliser> {
    prop::sample::select(vec![Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC])
}

proptest! {
    #[test]
    fn z2_only_the_side_taken_is_one(normaliser in normalisers(), holds in any::<bool>(), bits in 0..=0x7ff0_0000_0000_0000_u64) {
        let decision = Decision::observed(holds, Distance::new(f64::from_bits(bits)).expect("from 0 on"));
        let truthness = Truthness::of(decision, normaliser);
        prop_assert_eq!((truthness.of_true() == 1.0, truthness.of_false() == 1.0), (holds, !holds));
        prop_assert!(truthness.of_true() >= 0.0 && truthness.of_false() >= 0.0);
        prop_assert_eq!(normaliser.decision(holds, truthness).holds(), holds);
    }

    #[test]
    fn there_and_back(normaliser in normalisers(), holds in any::<bool>(), exponent in -10..12_i32, fraction in 1.0..2.0_f64) {
        let decision = Decision::observed(holds, Distance::new(fraction * 2_f64.powi(exponent)).expect("positive"));
        let back = normaliser.decision(holds, Truthness::of(decision, normaliser));
        let [x, y] = [decision, back].map(|d| d.other_side().get());
        prop_assert!((x - y).abs() <= 1e-8 * x, "{} {:e} {:e}", normaliser, x, y);
    }

    #[test]
    fn the_outcome_is_never_inferred(normaliser in normalisers(), of_true in 0.0..=1.0_f64, of_false in 0.0..=1.0_f64, holds in any::<bool>()) {
        let decision = normaliser.decision(holds, Truthness::new(of_true, of_false).expect("in range"));
        prop_assert_eq!(decision.holds(), holds);
    }
}

#[test]
fn z2_a_rounded_heuristic_of_one_is_not_covered() {
    let tiny = Decision::observed(false, Distance::new(5e-17).expect("positive"));
    assert_eq!(1.0 - tiny.to_true().norm(), 1.0); // what such tools compute
    assert_eq!(Truthness::of(tiny, Normaliser::RATIONAL).of_true(), 1.0_f64.next_down());
    let both = Truthness::new(1.0, 1.0).expect("in range");
    let decision = Normaliser::RATIONAL.decision(false, both);
    assert!(decision.to_true() > Distance::ZERO && decision.to_false() == Distance::ZERO);
    assert_eq!(Normaliser::RATIONAL.import(false, 1.0), Ok(Distance::SMALLEST));
}

#[test]
fn what_is_no_truthness() {
    for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        for (a, b) in [(wrong, 0.5), (0.5, wrong)] {
            assert!(matches!(Truthness::new(a, b), Err(NormaliserError::OutOfRange(x)) if x == wrong || wrong.is_nan()));
        }
    }
    assert_eq!(Truthness::of(flag(true), Normaliser::RATIONAL), Truthness::new(1.0, 0.5).expect("in range"));
    let unknown = Decision::observed(true, Distance::INFINITE);
    assert_eq!(Truthness::of(unknown, Normaliser::RATIONAL).of_false(), 0.0);
    assert_eq!(Normaliser::RATIONAL.decision(true, Truthness::new(1.0, 0.0).expect("in range")), unknown);
}

#[test]
fn a_heuristic_above_0_is_a_finite_distance() {
    for normaliser in [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC] {
        let import = |heuristic| normaliser.import(false, heuristic).expect("in range");
        assert_eq!(import(0.0), Distance::INFINITE);
        let nearer = [5e-324, 1e-300, 1e-17, 1e-15, 0.5, 1.0_f64.next_down()].map(import);
        assert!(nearer[0] < Distance::INFINITE && nearer[5] > Distance::ZERO);
        assert!(nearer.is_sorted_by(|far, near| far >= near), "{normaliser}: {nearer:?}");
    }
}

#[test]
fn there_is_no_negative_zero() {
    let pair = Truthness::new(-0.0, 1.0).expect("in range");
    assert!(pair.of_true().is_sign_positive());
    assert!(Truthness::new(1.0, -0.0).expect("in range").of_false().is_sign_positive());
}
