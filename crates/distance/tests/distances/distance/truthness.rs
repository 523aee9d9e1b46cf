//! Decisions as pairs of heuristics.

use proptest::prelude::*;
use sbst_distance::{Decision, Distance, DistanceError, Normaliser, flag};

fn normalisers() -> impl Strategy<Value = Normaliser> {
    prop::sample::select(vec![
        Normaliser::RATIONAL,
        Normaliser::EXPONENTIAL,
        Normaliser::LOGARITHMIC,
    ])
}

/// The way back: the heuristic of the side not taken tells how far it is.
fn decision(normaliser: Normaliser, holds: bool, [of_true, of_false]: [f64; 2]) -> Decision {
    Decision::observed(
        holds,
        normaliser.import(false, if holds { of_false } else { of_true }).expect("in range"),
    )
}

proptest! {
    #[test]
    fn z2_only_the_side_taken_is_one(
        normaliser in normalisers(),
        holds in any::<bool>(),
        bits in 0..=0x7ff0_0000_0000_0000_u64,
    ) {
        let heuristics =
            Decision::observed(holds, Distance::new(f64::from_bits(bits)).expect("from 0 on"))
                .heuristics(normaliser);
        prop_assert_eq!(heuristics.map(|heuristic| heuristic == 1.0), [holds, !holds]);
        prop_assert!(heuristics.iter().all(|heuristic| *heuristic >= 0.0));
        prop_assert_eq!(decision(normaliser, holds, heuristics).holds(), holds);
    }

    #[test]
    fn there_and_back(
        normaliser in normalisers(),
        holds in any::<bool>(),
        exponent in -10..12_i32,
        fraction in 1.0..2.0_f64,
    ) {
        let there = Decision::observed(
            holds,
            Distance::new(fraction * 2_f64.powi(exponent)).expect("positive"),
        );
        let back = decision(normaliser, holds, there.heuristics(normaliser));
        let [x, y] = [there, back].map(|d| d.other_side().get());
        prop_assert!((x - y).abs() <= 1e-8 * x, "{} {:e} {:e}", normaliser, x, y);
    }

    #[test]
    fn the_outcome_is_never_inferred(
        normaliser in normalisers(),
        of_true in 0.0..=1.0_f64,
        of_false in 0.0..=1.0_f64,
        holds in any::<bool>(),
    ) {
        prop_assert_eq!(decision(normaliser, holds, [of_true, of_false]).holds(), holds);
    }
}

#[test]
fn z2_a_rounded_heuristic_of_one_is_not_covered() {
    let tiny = Decision::observed(false, Distance::new(5e-17).expect("positive"));
    assert_eq!(1.0 - tiny.to_true().norm(), 1.0); // what such tools compute
    assert_eq!(tiny.heuristics(Normaliser::RATIONAL), [1.0_f64.next_down(), 1.0]);
    let decision = decision(Normaliser::RATIONAL, false, [1.0, 1.0]);
    assert!(decision.to_true() > Distance::ZERO && decision.to_false() == Distance::ZERO);
    assert_eq!(Normaliser::RATIONAL.import(false, 1.0), Ok(Distance::SMALLEST));
}

#[test]
fn what_is_no_heuristic() {
    for wrong in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
        for outcome in [false, true] {
            let error = Normaliser::RATIONAL.import(outcome, wrong);
            assert!(
                matches!(error, Err(DistanceError::OutOfRange(x)) if x == wrong || wrong.is_nan())
            );
        }
    }
    assert_eq!(flag(true).heuristics(Normaliser::RATIONAL), [1.0, 0.5]);
    let unknown = Decision::observed(true, Distance::INFINITE);
    assert_eq!(unknown.heuristics(Normaliser::RATIONAL), [1.0, 0.0]);
    assert_eq!(decision(Normaliser::RATIONAL, true, [1.0, 0.0]), unknown);
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
    let unknown = Decision::observed(true, Distance::INFINITE).heuristics(Normaliser::RATIONAL);
    assert!(unknown[1].is_sign_positive());
    assert_eq!(Normaliser::RATIONAL.import(false, -0.0), Ok(Distance::INFINITE));
}
