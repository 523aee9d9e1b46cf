//! Many distances as one: values against the definition, laws of merging, gradient.

use proptest::prelude::*;
use sbst_distance::{Accumulator, Aggregation, Distance, DistanceError, harmonic_gradient};

fn distance(x: f64) -> Distance {
    Distance::new(x).expect("a number from 0 on")
}

fn power(p: f64) -> Aggregation {
    Aggregation::power_mean(p).expect("a number")
}

fn value(aggregation: Aggregation, xs: &[f64]) -> f64 {
    aggregation.of(xs.iter().copied().map(distance)).expect("not none").get()
}

/// From 0 to infinity, of any magnitude.
fn any_number() -> impl Strategy<Value = f64> {
    prop_oneof![
        4 => (0..=0x7ff0_0000_0000_0000_u64).prop_map(f64::from_bits),
        4 => (0..20_u32).prop_map(f64::from),
        2 => (-40..40_i32, 1.0..2.0_f64).prop_map(|(e, f)| f * 2_f64.powi(e)),
        3 => prop::sample::select(vec![0.0, 5e-324, f64::MIN_POSITIVE, 1.0, 1.0_f64.next_up(), f64::MAX, f64::INFINITY]),
    ]
}

/// Numbers for which a direct computation is accurate.
fn moderate() -> impl Strategy<Value = f64> {
    (-8..8_i32, 1.0..2.0_f64).prop_map(|(e, f)| f * 2_f64.powi(e))
}

fn several<T: std::fmt::Debug>(one: impl Strategy<Value = T>) -> impl Strategy<Value = Vec<T>> {
    prop::collection::vec(one, 1..12)
}

fn exponents() -> impl Strategy<Value = f64> {
    prop_oneof![
        -5.0..5.0_f64,
        (-330..308_i32, prop::sample::select(vec![-1.0, 1.0]))
            .prop_map(|(e, sign): (i32, f64)| sign * 10_f64.powi(e)),
        prop::sample::select(vec![
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.0,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::MAX,
            5e-324,
            -5e-324
        ]),
    ]
}

fn aggregations() -> impl Strategy<Value = Aggregation> {
    prop_oneof![
        prop::sample::select(vec![
            Aggregation::Min,
            Aggregation::Sum,
            Aggregation::Mean,
            Aggregation::Harmonic
        ]),
        exponents().prop_map(power),
    ]
}

fn means() -> impl Strategy<Value = Aggregation> {
    aggregations().prop_filter("a mean", |aggregation| *aggregation != Aggregation::Sum)
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    a == b || (a - b).abs() <= tolerance * a.max(b) || a.max(b) < 1e-300
}

fn seen(aggregation: Aggregation, xs: &[f64]) -> Accumulator {
    let mut aggregate = aggregation.accumulator();
    aggregate.extend(xs.iter().copied().map(distance));
    aggregate
}

fn merged(mut a: Accumulator, b: &Accumulator) -> Accumulator {
    a.merge(b).expect("the same aggregation");
    a
}

/// k / sum(1 / d) of positive integers as a fraction.
fn harmonic_fraction(xs: &[u32]) -> (u128, u128) {
    let product: u128 = xs.iter().map(|&x| u128::from(x)).product();
    let sum: u128 = xs.iter().map(|&x| product / u128::from(x)).sum();
    (xs.len() as u128 * product, sum)
}

proptest! {
    #[test]
    fn means_lie_between_the_least_and_the_greatest(
        aggregation in means(),
        xs in several(any_number()),
    ) {
        let mean = value(aggregation, &xs);
        let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = xs.iter().copied().fold(0.0, f64::max);
        prop_assert!((least..=greatest).contains(&mean), "{} of {:?}: {:e}", aggregation, xs, mean);
    }

    #[test]
    fn zero_and_infinite_follow_the_table(
        aggregation in aggregations(),
        xs in several(any_number()),
    ) {
        let result = value(aggregation, &xs);
        let (zeros, infinite) = (xs.contains(&0.0), xs.contains(&f64::INFINITY));
        let (all_zero, all_infinite) =
            (xs.iter().all(|&x| x == 0.0), xs.iter().all(|&x| x == f64::INFINITY));
        let p = match aggregation {
            Aggregation::Min => f64::NEG_INFINITY,
            Aggregation::Harmonic => -1.0,
            Aggregation::PowerMean(p) => p.get(),
            _ => 1.0,
        };
        prop_assert_eq!(
            result == 0.0,
            if p <= 0.0 { zeros } else { all_zero },
            "{} of {:?}",
            aggregation,
            xs
        );
        let expected = if p < 0.0 { all_infinite } else { infinite && (p > 0.0 || !zeros) };
        prop_assert_eq!(result == f64::INFINITY, expected, "{} of {:?}", aggregation, xs);
    }

    #[test]
    fn one_distance_is_its_own_value(aggregation in aggregations(), x in any_number()) {
        prop_assert_eq!(value(aggregation, &[x]), x);
    }

    #[test]
    fn equal_distances_are_their_own_mean(
        aggregation in means(),
        x in any_number(),
        count in 1..9_usize,
    ) {
        prop_assert_eq!(value(aggregation, &vec![x; count]), x);
    }

    #[test]
    fn merging_is_having_seen_both(
        aggregation in aggregations(),
        a in several(any_number()),
        b in several(any_number()),
        c in several(any_number()),
    ) {
        let whole = [a.as_slice(), &b, &c].concat();
        let expected = value(aggregation, &whole);
        let [a, b, c] = [a, b, c].map(|xs| seen(aggregation, &xs));
        let (left, right) = (merged(merged(a, &b), &c), merged(a, &merged(b, &c)));
        prop_assert_eq!(merged(a, &b).get(), merged(b, &a).get());
        for tree in [left, right, merged(merged(c, &a), &b)] {
            let result = tree.get().expect("not none").get();
            prop_assert!(
                close(result, expected, 1e-12),
                "{}: {:e} {:e}",
                aggregation,
                result,
                expected
            );
            prop_assert_eq!(tree.count(), whole.len() as u64);
        }
        let nothing = aggregation.accumulator();
        prop_assert_eq!(merged(nothing, &a).get(), a.get());
        prop_assert_eq!(merged(a, &nothing).get(), a.get());
    }

    #[test]
    fn the_order_does_not_matter(
        aggregation in aggregations(),
        xs in several(any_number()).prop_shuffle(),
    ) {
        let mut sorted = xs.clone();
        sorted.sort_by(f64::total_cmp);
        let (a, b) = (value(aggregation, &xs), value(aggregation, &sorted));
        prop_assert!(close(a, b, 1e-12), "{} of {:?}: {:e} {:e}", aggregation, xs, a, b);
    }

    #[test]
    fn a_greater_distance_never_lessens_the_value(
        aggregation in aggregations(),
        xs in several(any_number()),
        more in any_number(),
    ) {
        let mut greater = xs.clone();
        greater[0] = greater[0].max(more);
        let (a, b) = (value(aggregation, &xs), value(aggregation, &greater));
        prop_assert!(
            a <= b || close(a, b, 1e-12),
            "{} of {:?} or {:?}: {:e} {:e}",
            aggregation,
            xs,
            greater,
            a,
            b
        );
    }

    #[test]
    fn power_means_grow_with_the_exponent(
        p in exponents(),
        q in exponents(),
        xs in several(moderate()),
    ) {
        let [a, b] = [p.min(q), p.max(q)].map(|p| value(power(p), &xs));
        prop_assert!(a <= b || close(a, b, 1e-13), "{} {}: {:e} {:e}", p, q, a, b);
    }

    #[test]
    fn power_means_are_what_the_formula_says(
        p in prop_oneof![0.01..12.0_f64, -12.0..-0.01_f64],
        xs in several(moderate()),
    ) {
        let direct = (xs.iter().map(|x| x.powf(p)).sum::<f64>() / xs.len() as f64).powf(1.0 / p);
        let ours = value(power(p), &xs);
        prop_assert!(
            close(ours, direct, 1e-14 * (10.0 + 10.0 / p.abs())),
            "{} of {:?}: {:e} {:e}",
            p,
            xs,
            ours,
            direct
        );
    }

    #[test]
    fn tiny_exponents_give_the_geometric_mean(
        p in (-300..-16_i32).prop_map(|e| 10_f64.powi(e)),
        xs in several(moderate()),
    ) {
        let direct = (xs.iter().map(|x| x.ln()).sum::<f64>() / xs.len() as f64).exp();
        for p in [p, -p, 0.0] {
            let ours = value(power(p), &xs);
            prop_assert!(close(ours, direct, 1e-14), "{} of {:?}: {:e} {:e}", p, xs, ours, direct);
        }
    }

    #[test]
    fn huge_exponents_give_the_least_and_the_greatest(
        p in (20..308_i32).prop_map(|e| 10_f64.powi(e)),
        xs in several(moderate()),
    ) {
        let (least, greatest) = (
            xs.iter().copied().fold(f64::INFINITY, f64::min),
            xs.iter().copied().fold(0.0, f64::max),
        );
        prop_assert!(close(value(power(-p), &xs), least, 1e-15));
        prop_assert!(close(value(power(p), &xs), greatest, 1e-15));
    }

    #[test]
    fn named_power_means_are_the_named_ones_bit_by_bit(xs in several(any_number())) {
        for (p, named) in [
            (-1.0, Aggregation::Harmonic),
            (1.0, Aggregation::Mean),
            (f64::NEG_INFINITY, Aggregation::Min),
        ] {
            prop_assert_eq!(value(power(p), &xs), value(named, &xs));
            prop_assert_eq!(power(p).accumulator().aggregation(), named);
        }
        prop_assert_eq!(value(power(f64::INFINITY), &xs), xs.iter().copied().fold(0.0, f64::max));
        prop_assert_eq!(
            value(Aggregation::Min, &xs),
            xs.iter().copied().fold(f64::INFINITY, f64::min)
        );
    }

    #[test]
    fn scaling_the_distances_scales_the_mean(
        aggregation in means(),
        xs in several(moderate()),
        e in -1000..1000_i32,
    ) {
        let scaled: Vec<f64> = xs.iter().map(|x| x * 2_f64.powi(e)).collect();
        let (a, b) = (value(aggregation, &xs), value(aggregation, &scaled) * 2_f64.powi(-e));
        prop_assert!(close(a, b, 1e-13), "{} of {:?}: {:e} {:e}", aggregation, xs, a, b);
    }

    #[test]
    fn h1_the_harmonic_mean_is_exact(xs in prop::collection::vec(1..60_u32, 1..12)) {
        let (above, below) = harmonic_fraction(&xs);
        let exact = above as f64 / below as f64;
        let ours =
            value(Aggregation::Harmonic, &xs.iter().copied().map(f64::from).collect::<Vec<_>>());
        prop_assert!(close(ours, exact, 12.0 * f64::EPSILON), "{:?}: {} {}", xs, ours, exact);
    }

    #[test]
    fn the_gradient_is_the_slope(xs in several(moderate()), at in any::<prop::sample::Index>()) {
        let at = at.index(xs.len());
        let step = xs[at] * 1e-6;
        let moved = |by: f64| {
            let mut xs = xs.clone();
            xs[at] += by;
            value(Aggregation::Harmonic, &xs)
        };
        let slope = (moved(step) - moved(-step)) / (2.0 * step);
        let gradient = harmonic_gradient(&xs.iter().copied().map(distance).collect::<Vec<_>>());
        let error = (gradient[at] - slope).abs();
        prop_assert!(
            error <= 1e-7 * gradient[at] + 1e-9 * moved(0.0) / xs[at],
            "{:?}: {} {}",
            xs,
            gradient[at],
            slope
        );
    }

    #[test]
    fn gradients_are_numbers_from_0_to_k(xs in prop::collection::vec(any_number(), 0..12)) {
        let gradient = harmonic_gradient(&xs.iter().copied().map(distance).collect::<Vec<_>>());
        prop_assert_eq!(gradient.len(), xs.len());
        for (&slope, &x) in gradient.iter().zip(&xs) {
            prop_assert!((0.0..=xs.len() as f64).contains(&slope));
            prop_assert!(x < f64::INFINITY || slope == 0.0);
        }
        let zeros = xs.iter().filter(|&&x| x == 0.0).count();
        let expected = |x: f64| if zeros == 1 && x == 0.0 { xs.len() as f64 } else { 0.0 };
        prop_assert!(
            zeros == 0 || gradient.iter().zip(&xs).all(|(&slope, &x)| slope == expected(x))
        );
    }
}

#[test]
fn the_published_value() {
    let mean = Aggregation::Harmonic.of([100.0 / 101.0, 1.5].map(distance)).expect("two");
    assert!((mean.get() - 1.192_843).abs() < 5e-7);
    assert!((mean.norm() - 0.543_971).abs() < 5e-7);
    assert_eq!(Aggregation::default(), Aggregation::Harmonic);
}

#[test]
fn h1_more_distances_of_the_same_size_are_no_better() {
    for count in [1, 2, 3, 10, 1000] {
        assert_eq!(value(Aggregation::Harmonic, &vec![5.0; count]), 5.0);
    }
    assert_eq!(value(Aggregation::Harmonic, &[0.0, 7.0, f64::INFINITY]), 0.0); // a target that is reached
    assert!(value(Aggregation::Harmonic, &[1.0, 9.0]) < value(Aggregation::Harmonic, &[1.0, 90.0]));
}

#[test]
fn h4_infinite_distances_count_by_the_table_and_not_by_some_great_number() {
    let far = [2.0, f64::INFINITY];
    assert_eq!(value(Aggregation::Harmonic, &far), 4.0); // 2 / (1/2 + 0)
    assert_eq!(value(Aggregation::Min, &far), 2.0);
    for aggregation in [
        Aggregation::Sum,
        Aggregation::Mean,
        power(0.0),
        power(1e-300),
        power(2.0),
        power(f64::INFINITY),
    ] {
        assert_eq!(value(aggregation, &far), f64::INFINITY);
    }
    assert!((value(power(-2.0), &far) - 8_f64.sqrt()).abs() < 1e-14); // (1/4 / 2)^(-1/2)
    assert_eq!(value(power(-1e-5), &far), f64::MAX); // 2^(10^5) times 2, finite
    assert_eq!(value(power(0.0), &[0.0, f64::INFINITY]), 0.0);
    assert_eq!(value(Aggregation::Harmonic, &[f64::MAX, f64::INFINITY]), f64::MAX);
}

#[test]
fn nothing_overflows_or_vanishes() {
    assert_eq!(value(Aggregation::Mean, &[f64::MAX, f64::MAX]), f64::MAX);
    assert_eq!(value(Aggregation::Mean, &[f64::MAX, 0.0]), f64::MAX / 2.0);
    assert_eq!(value(Aggregation::Mean, &[f64::MAX, f64::MAX, 0.0, 0.0]), f64::MAX / 2.0);
    assert_eq!(value(Aggregation::Mean, &[5e-324, 0.0, 0.0]), 5e-324);
    assert_eq!(value(Aggregation::Sum, &[f64::MAX, f64::MAX]), f64::MAX);
    assert_eq!(value(Aggregation::Harmonic, &[5e-324, 5e-324]), 5e-324);
    assert_eq!(value(Aggregation::Harmonic, &[f64::MAX, f64::MAX, f64::MAX]), f64::MAX);
    assert_eq!(value(Aggregation::Harmonic, &[5e-324, f64::MAX]), 1e-323);
    assert_eq!(value(power(1e-5), &[0.0, 1.0]), 5e-324); // 2^(-10^5), positive
    assert!(close(
        value(power(0.0), &[5e-324, f64::MAX]),
        (5e-324_f64.ln() / 2.0 + f64::MAX.ln() / 2.0).exp(),
        1e-12
    ));
    assert!(close(value(power(2.0), &[1e-200, 3e-200]), 5_f64.sqrt() * 1e-200, 1e-15));
    assert!(close(value(power(2.0), &[3e200, 4e200]), 12.5_f64.sqrt() * 1e200, 1e-15));
    assert_eq!(harmonic_gradient(&[5e-324, f64::MAX].map(distance)), [2.0, 0.0]);
    assert_eq!(harmonic_gradient(&[1e300, 1e300].map(distance)), [0.5, 0.5]);
    assert_eq!(harmonic_gradient(&[Distance::INFINITE, Distance::from(1)]), [0.0, 2.0]);
    assert_eq!(harmonic_gradient(&[Distance::INFINITE; 2]), [0.0, 0.0]);
}

#[test]
fn what_cannot_be_merged() {
    let (mut harmonic, mean) =
        (seen(Aggregation::Harmonic, &[1.0, 2.0]), seen(Aggregation::Mean, &[3.0]));
    let before = harmonic.get();
    let error = harmonic.merge(&mean).expect_err("different");
    assert_eq!(
        error,
        DistanceError::Different { left: Aggregation::Harmonic, right: Aggregation::Mean }
    );
    assert_eq!(
        error.to_string(),
        "an accumulator of `mean` cannot be merged into one of `harmonic`; create both with the \
         same aggregation"
    );
    assert_eq!((harmonic.get(), harmonic.count()), (before, 2));
    assert!(seen(power(2.0), &[1.0]).merge(&seen(power(3.0), &[1.0])).is_err());
    assert!(seen(power(1.0), &[1.0]).merge(&mean).is_ok());
    assert_eq!(Aggregation::power_mean(f64::NAN), Err(DistanceError::Exponent));
    let exponent = |aggregation| {
        if let Aggregation::PowerMean(p) = aggregation { p.get().to_bits() } else { 1 }
    };
    assert_eq!(Aggregation::power_mean(-0.0).map(exponent), Ok(0));
    assert_eq!(Aggregation::Sum.of([]), None);
    assert_eq!(power(3.0).accumulator().get(), None);
    assert!(size_of::<Accumulator>() <= 64);
}

#[test]
fn a_million_distances() {
    let xs = || {
        (0..1_000_000_u32).map(|n| distance(f64::from(n.wrapping_mul(2_654_435_761) >> 8) + 1.0))
    };
    let exact: f64 = 1e6 / xs().map(|d| 1.0 / d.get()).sum::<f64>();
    let ours = Aggregation::Harmonic.of(xs()).expect("many").get();
    assert!(close(ours, exact, 1e-11), "{ours} {exact}");
    let (square, exact) = (
        power(2.0).of(xs()).expect("many").get(),
        (xs().map(|d| d.get() * d.get()).sum::<f64>() / 1e6).sqrt(),
    );
    assert!(close(square, exact, 1e-10), "{square} {exact}");
}
