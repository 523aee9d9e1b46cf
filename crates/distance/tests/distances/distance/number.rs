//! `Distance` as a number, its errors, and those of K.

use crate::effort::config;
use proptest::prelude::*;
use sbst_distance::{Decision, Distance, DistanceError, Rules};
use std::collections::HashSet;

/// A distance of any magnitude, subnormal and infinite ones included.
fn distances() -> impl Strategy<Value = Distance> {
    let any = any::<u64>().prop_map(|bits| f64::from_bits(bits).abs());
    let plain = (0..1000_u32).prop_map(f64::from);
    let few = prop::sample::select(vec![
        0.0,
        5e-324,
        f64::MIN_POSITIVE,
        1.0,
        2_f64.powi(53),
        f64::MAX,
        f64::INFINITY,
    ]);
    prop_oneof![any, plain, few].prop_filter_map("a number", |x| Distance::new(x).ok())
}

proptest! {
    #[test]
    fn order_equality_and_hash_are_those_of_the_numbers(a in distances(), b in distances()) {
        let (x, y) = (a.get(), b.get());
        prop_assert_eq!(Some(a.cmp(&b)), x.partial_cmp(&y));
        prop_assert_eq!(a.partial_cmp(&b), x.partial_cmp(&y));
        prop_assert_eq!(
            (a < b, a <= b, a > b, a >= b, a == b),
            (x < y, x <= y, x > y, x >= y, x == y)
        );
        prop_assert_eq!(HashSet::from([a, b]).len() == 1, a == b);
        prop_assert_eq!((a.max(b).get(), a.min(b).get()), (x.max(y), x.min(y)));
    }

    #[test]
    fn sums_saturate_and_only_infinite_parts_make_them_infinite(
        parts in prop::collection::vec(distances(), 0..6),
    ) {
        let sum: Distance = parts.iter().copied().sum();
        prop_assert_eq!(sum == Distance::INFINITE, parts.contains(&Distance::INFINITE));
        let slow = parts.iter().fold(0.0_f64, |sum, part| match part.get() {
            f64::INFINITY => f64::INFINITY,
            _ if sum == f64::INFINITY => sum,
            part => (sum + part).min(f64::MAX),
        });
        prop_assert_eq!(sum.get(), slow);
    }

    #[test]
    fn norm_is_in_its_range(d in distances()) {
        let norm = d.norm();
        prop_assert!((0.0..=1.0).contains(&norm));
        prop_assert_eq!(norm == 0.0, d == Distance::ZERO);
        prop_assert_eq!(norm == 1.0, d == Distance::INFINITE);
        if d != Distance::INFINITE {
            prop_assert!(norm <= 1.0 - f64::EPSILON / 2.0);
            let slow = if d.get() < 1e-300 { d.get() } else { 1.0 / (1.0 + 1.0 / d.get()) };
            prop_assert!(
                (norm - slow).abs() <= 4.0 * f64::EPSILON * norm,
                "{} against {}",
                norm,
                slow
            );
        }
    }

    #[test]
    fn norm_never_falls(a in distances(), b in distances()) {
        prop_assert!(a.min(b).norm() <= a.max(b).norm());
    }

    #[test]
    fn the_side_not_taken_is_never_zero(outcome in any::<bool>(), other in distances()) {
        let decision = Decision::observed(outcome, other);
        prop_assert_eq!(decision.holds(), outcome);
        prop_assert_eq!(decision.other_side().get(), other.get().max(f64::MIN_POSITIVE));
        let sides = [decision.to_true(), decision.to_false()];
        prop_assert_eq!(sides[usize::from(outcome)], decision.other_side());
        prop_assert_eq!(sides[usize::from(!outcome)].get().to_bits(), 0);
    }
}

proptest! {
    #![proptest_config(config(4000))]
    #[test]
    fn norm_never_falls_from_a_number_to_the_next(
        exponent in -60..60_i32,
        fraction in 1.0..2.0_f64,
    ) {
        let x = fraction * 2_f64.powi(exponent);
        let [here, next] = [x, x.next_up()].map(|x| Distance::new(x).expect("positive").norm());
        prop_assert!(here <= next, "{} at {:e}, {} right above", here, x, next);
    }
}

#[test]
fn norm_never_falls_where_1_plus_x_is_rounded() {
    for exponent in -56..56 {
        for fraction in [1.0, 1.25, 1.5, 1.75] {
            let mut x = fraction * 2_f64.powi(exponent);
            (0..8).for_each(|_| x = x.next_down());
            for _ in 0..16 {
                let [here, next] =
                    [x, x.next_up()].map(|x| Distance::new(x).expect("positive").norm());
                assert!(here <= next, "{here:?} at {x:?}, {next:?} right above");
                x = x.next_up();
            }
        }
    }
}

#[test]
fn norm_grows_strictly_over_small_integers() {
    let norms: Vec<f64> = (0..100_000).map(|n| Distance::from(n).norm()).collect();
    assert!(norms.windows(2).all(|pair| pair[0] < pair[1]));
    assert_eq!([norms[1], norms[3], norms[4]], [0.5, 0.75, 0.8]);
}

#[test]
fn norm_at_the_ends() {
    assert_eq!(Distance::SMALLEST.norm(), 5e-324);
    assert_eq!(Distance::GREATEST.norm(), 1.0_f64.next_down());
    assert_eq!(Distance::INFINITE.norm(), 1.0);
    assert_eq!(Distance::ZERO.norm().to_bits(), 0);
}

#[test]
fn what_is_no_distance() {
    assert_eq!(Distance::new(-0.5), Err(DistanceError::Negative(-0.5)));
    assert_eq!(Distance::new(-5e-324), Err(DistanceError::Negative(-5e-324)));
    assert_eq!(Distance::new(f64::NEG_INFINITY), Err(DistanceError::Negative(f64::NEG_INFINITY)));
    assert_eq!(Distance::new(f64::NAN), Err(DistanceError::NaN));
    assert_eq!(Distance::new(-f64::NAN), Err(DistanceError::NaN));
    assert!(DistanceError::Negative(-0.5).to_string().contains("-0.5"));
    assert_eq!(Distance::new(-0.0).expect("zero").get().to_bits(), 0);
    assert_eq!(Distance::new(5e-324), Ok(Distance::SMALLEST));
    assert_eq!(Distance::new(f64::INFINITY), Ok(Distance::INFINITE));
    assert_eq!(Distance::default(), Distance::ZERO);
    assert_eq!(Distance::from(u32::MAX).get(), 4_294_967_295.0);
    assert_eq!([Distance::INFINITE, Distance::from(7)].map(|d| d.to_string()), ["inf", "7"]);
}

#[test]
fn what_is_no_k() {
    for k in [0.0, -0.0, -1.0, -5e-324, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Rules::DEFAULT.with_k(k), Err(DistanceError::K(k)));
    }
    assert!(matches!(Rules::DEFAULT.with_k(f64::NAN), Err(DistanceError::K(k)) if k.is_nan()));
    assert!(DistanceError::K(-1.5).to_string().contains("-1.5"));
    for k in [5e-324, f64::MIN_POSITIVE, 0.1, 1.0, f64::MAX] {
        assert_eq!(Rules::KOREL.with_k(k).expect("positive and finite").k(), k);
    }
    let tiny = Rules::KOREL.with_k(5e-324).expect("positive and finite");
    assert_eq!(tiny.ne(3, 3).to_true().get(), f64::MIN_POSITIVE); // SMALLEST stays reserved
}

#[test]
fn n13_sums_saturate() {
    let greatest = Distance::new(f64::MAX).expect("finite");
    assert_eq!(greatest + greatest, Distance::GREATEST);
    assert_eq!((greatest + Distance::SMALLEST).get(), f64::MAX);
    assert_eq!(greatest + Distance::INFINITE, Distance::INFINITE);
    let wrong = Decision::observed(false, greatest);
    assert_eq!((wrong & wrong).to_true(), Distance::GREATEST);
    assert_eq!(sbst_distance::all([wrong, wrong, wrong]).to_true(), Distance::GREATEST);
}

#[test]
fn values_go_anywhere() {
    use sbst_distance::{Accumulator, Aggregation, Normaliser, Tolerance};

    fn anywhere<T: Send + Sync + Copy + std::fmt::Debug + 'static>() {}
    fn errors<T: Send + Sync + std::error::Error + 'static>() {}
    anywhere::<(Distance, Decision, Rules, Normaliser, Aggregation, Accumulator, Tolerance)>();
    errors::<DistanceError>();
}

#[test]
fn every_choice_has_a_name_for_tables() {
    use sbst_distance::collection::SetMetric;
    use sbst_distance::{Aggregation, Conjunction, DefaultArm, FloatMetric, Normaliser, Published};

    let odd = Rules::new(Published::Evosuite, Published::Tracey)
        .with_default_arm(DefaultArm::NearestUnlisted);
    assert_eq!(
        format!("{}|{:14}|{odd}", Rules::EVOSUITE, Rules::DEFAULT),
        "evosuite|tracey/korel  |evosuite/tracey, nearest unlisted"
    );
    assert_eq!(
        format!("{}|{:>16}|{}", Conjunction::Sum, Conjunction::NormalisedSum, Conjunction::Max),
        "sum|  normalised sum|max"
    );
    assert_eq!(format!("{}|{}", FloatMetric::Absolute, DefaultArm::Constant), "absolute|constant");
    assert_eq!(
        format!("{}|{}", SetMetric::SymmetricDifference, SetMetric::Jaccard),
        "symmetric difference|jaccard"
    );
    assert_eq!(
        format!("{:>12}|{}", Normaliser::RATIONAL, Normaliser::EXPONENTIAL),
        " x / (x + 1)|1 - 1.001^-x"
    );
    let power = Aggregation::power_mean(-0.5).unwrap();
    assert_eq!(
        format!("{:<9}|{power:>12}|{}", Aggregation::Harmonic, Aggregation::Min),
        "harmonic | power(-0.5)|min"
    );
}
