//! Normalisers: order, range, exactness, inverse.

use super::fixed::{self, Fixed};
use crate::effort::config;
use proptest::prelude::*;
use sbst_distance::{Distance, DistanceError, Normalise, Normaliser};

const NAMED: [Normaliser; 3] =
    [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC];

fn distance(x: f64) -> Distance {
    Distance::new(x).expect("a number from 0 on")
}

/// Positive and finite, of any magnitude.
fn positive() -> impl Strategy<Value = f64> {
    prop_oneof![
        3 => (1..0x7ff0_0000_0000_0000_u64).prop_map(f64::from_bits),
        6 => (-70..70_i32, 1.0..2.0_f64).prop_map(|(exponent, fraction)| fraction * 2_f64.powi(exponent)),
        1 => (1_u64..1 << 52).prop_map(f64::from_bits),
    ]
}

/// Where roundings and the pieces of the formulas meet: near powers of two, near multiples of ln 2,
/// at the ends.
fn awkward() -> impl Strategy<Value = f64> {
    prop_oneof![
        (-1074..1024_i32).prop_map(|exponent| 2_f64.powi(exponent)),
        (1..120_u32, -4..12_i32).prop_map(|(n, exponent)| f64::from(n) * std::f64::consts::LN_2
            / 2.0
            * 10_f64.powi(exponent)),
        (0..1_000_000_u64).prop_map(|m| 2_f64.powi(54) / (2 * m + 1) as f64 - 1.0), // x / (1 + x) is nearly half way
        (-1022..1023_i32).prop_map(|exponent| 2_f64.powi(exponent).exp_m1()),
        prop::sample::select(vec![
            5e-324,
            f64::MIN_POSITIVE,
            37.4,
            40.0,
            38e3,
            40e3,
            1e300,
            f64::MAX.next_down()
        ]),
    ]
    .prop_filter("positive and finite", |x| *x > 0.0 && x.is_finite())
}

fn any_distance() -> impl Strategy<Value = f64> {
    prop_oneof![positive(), awkward(), Just(0.0), Just(f64::INFINITY)]
}

fn normalisers() -> impl Strategy<Value = Normaliser> {
    let bases = prop_oneof![
        (-52..40_i32, 1.0..2.0_f64).prop_map(|(e, f)| 1.0 + f * 2_f64.powi(e)),
        1.0..f64::MAX,
        1.0..1e3_f64
    ];
    prop_oneof![
        prop::sample::select(NAMED.to_vec()),
        positive().prop_map(|b| Normaliser::rational(b).expect("positive")),
        bases
            .prop_filter("above 1", |a| *a > 1.0)
            .prop_map(|a| Normaliser::exponential(a).expect("above 1")),
    ]
}

/// The first pair of neighbours from `x` on in the wrong order.
fn falls(normalise: impl Fn(f64) -> f64, x: f64, steps: u32) -> Option<f64> {
    let (mut x, mut here) = (x, normalise(x));
    for _ in 0..steps {
        let above = normalise(x.next_up());
        if here > above {
            return Some(x);
        }
        (x, here) = (x.next_up(), above);
    }
    None
}

proptest! {
    #[test]
    fn it_never_falls(normaliser in normalisers(), x in any_distance(), y in any_distance()) {
        let [less, more] = [x.min(y), x.max(y)].map(|x| normaliser.normalise(distance(x)));
        prop_assert!(less <= more, "{} at {:e}, {:e}: {:e} {:e}", normaliser, x, y, less, more);
    }

    #[test]
    fn it_is_in_its_range(normaliser in normalisers(), x in any_distance()) {
        let value = normaliser.normalise(distance(x));
        prop_assert_eq!(value == 0.0, x == 0.0);
        prop_assert_eq!(value == 1.0, x == f64::INFINITY);
        prop_assert!((0.0..=1.0).contains(&value));
    }

    #[test]
    fn the_norm_by_a_normaliser_is_its_number(normaliser in normalisers(), x in any_distance()) {
        prop_assert_eq!(distance(x).norm_by(normaliser), normaliser.normalise(distance(x)));
    }

    #[test]
    fn the_inverse_leads_back(
        normaliser in normalisers(),
        value in 0.0..=1.0_f64,
        tiny in 0..1_u64 << 60,
    ) {
        for value in [value, f64::from_bits(tiny), 1.0 - value * 1e-14] {
            let x = normaliser.inverse(value).expect("in range");
            prop_assert_eq!(x == Distance::ZERO, value == 0.0);
            prop_assert_eq!(x == Distance::INFINITE, value == 1.0);
            // Where x or the value is at an end of its range, there is no way back.
            if x > Distance::SMALLEST
                && x < Distance::GREATEST
                && x.get() > f64::MIN_POSITIVE
                && value > f64::MIN_POSITIVE
            {
                let back = normaliser.normalise(x);
                prop_assert!(
                    (back - value).abs() <= 4.0 * f64::EPSILON * value,
                    "{} {:e} to {:e} to {:e}",
                    normaliser,
                    value,
                    x.get(),
                    back
                );
            }
        }
    }

    #[test]
    fn the_way_there_and_back(
        normaliser in normalisers(),
        fraction in 1.0..2.0_f64,
        exponent in -60..60_i32,
    ) {
        let x = fraction * 2_f64.powi(exponent);
        let value = normaliser.normalise(distance(x));
        if value > 1e-200 && value < 0.5 {
            let back = normaliser.inverse(value).expect("in range").get();
            // Half a unit of the value may be many of x: ln(1 + x) is that flat.
            let slope = if normaliser == Normaliser::LOGARITHMIC { 4.0 } else { 1.0 };
            prop_assert!(
                (back - x).abs() <= 6.0 * slope * f64::EPSILON * x,
                "{} {:e} {:e}",
                normaliser,
                x,
                back
            );
        }
    }

    #[test]
    fn numbers_out_of_range_have_no_inverse(normaliser in normalisers(), x in positive()) {
        for value in [-x, 1.0_f64.next_up() + x, f64::NAN, f64::INFINITY] {
            let wrong = |error: DistanceError| matches!(error, DistanceError::OutOfRange(v) if v == value || value.is_nan());
            prop_assert!(normaliser.inverse(value).is_err_and(wrong));
            for held in [false, true] {
                prop_assert!(normaliser.import(held, value).is_err_and(wrong));
            }
        }
    }

    #[test]
    fn import_believes_the_outcome(normaliser in normalisers(), heuristic in 0.0..=1.0_f64) {
        prop_assert_eq!(normaliser.import(true, heuristic), Ok(Distance::ZERO));
        let failed = normaliser.import(false, heuristic).expect("in range");
        prop_assert!(failed > Distance::ZERO);
        if heuristic < 1.0 {
            prop_assert_eq!(Ok(failed), normaliser.inverse(1.0 - heuristic));
        }
    }
}

proptest! {
    #![proptest_config(config(600))]
    #[test]
    fn it_never_falls_from_a_number_to_the_next(
        normaliser in normalisers(),
        x in prop_oneof![positive(), awkward()],
    ) {
        let start = (0..30).fold(x, |x, _| if x > 5e-324 { x.next_down() } else { x });
        let wrong = falls(|x| normaliser.normalise(distance(x.min(f64::MAX))), start, 200);
        prop_assert_eq!(wrong, None, "{}", normaliser);
    }

    #[test]
    fn plain_formulas_of_the_named_ones_are_within_a_few_units(x in positive()) {
        let plain = [x / (1.0 + x), -(-x * 1.001_f64.ln()).exp_m1(), 1.0 / (1.0 + 1.0 / x.ln_1p())];
        for (normaliser, plain) in NAMED.into_iter().zip(plain) {
            let value = normaliser.normalise(distance(x));
            let near = (value - plain).abs() <= 4e-13 * plain || plain < 1e-300 && value < 1e-300;
            prop_assert!(near, "{} {:e} {:e} {:e}", normaliser, x, value, plain);
        }
    }
}

proptest! {
    #![proptest_config(config(150))]
    #[test]
    fn it_is_exact_to_one_unit(
        x in 1.0..2.0_f64,
        b in 1.0..2.0_f64,
        e in -50..70_i32,
        s in -40..40_i32,
        a in -40..6_i32,
    ) {
        let x = x * 2_f64.powi(e);
        let check = |normaliser: Normaliser, exact: Fixed| {
            let value = normaliser.normalise(distance(x));
            let clamped = value == 1.0_f64.next_down() && exact.ulps_from(1.0) < 2.0;
            prop_assert!(
                clamped || exact.ulps_from(value) <= 0.500_001,
                "{} at {:e}: {:e}",
                normaliser,
                x,
                value
            );
            Ok(())
        };
        check(Normaliser::RATIONAL, fixed::rational(x, 1.0))?;
        check(Normaliser::LOGARITHMIC, fixed::logarithmic(x))?;
        let offset = b * 2_f64.powi(s);
        check(Normaliser::rational(offset).expect("positive"), fixed::rational(x, offset))?;
        for base in [1.001, 1.0 + b * 2_f64.powi(a)] {
            if x * base.ln() < 200.0 {
                check(
                    Normaliser::exponential(base).expect("above 1"),
                    fixed::exponential(x, base),
                )?;
            }
        }
    }
}

/// The reason for the double-double arithmetic: of the library function alone, many neighbours come
/// out in the wrong order.
#[test]
fn the_plain_logarithmic_formula_falls() {
    let plain = |x: f64| libm::log1p(x) / (1.0 + libm::log1p(x));
    let ours = |x: f64| Normaliser::LOGARITHMIC.normalise(distance(x));
    let starts = || (1..100).map(|n| f64::from(n) * 7.389);
    assert!(starts().any(|x| falls(plain, x, 200).is_some()));
    assert!(starts().all(|x| falls(ours, x, 200).is_none()));
}

#[test]
fn the_rational_one_is_norm_bit_by_bit() {
    for exponent in -1074..1024 {
        for fraction in [1.0, 1.1, 1.3, 1.7, 1.999] {
            let x = distance(2_f64.powi(exponent) * fraction);
            assert_eq!(Normaliser::RATIONAL.normalise(x).to_bits(), x.norm().to_bits());
            let one = Normaliser::rational(1.0).expect("positive");
            assert_eq!(one, Normaliser::RATIONAL);
        }
    }
    assert_eq!(Normaliser::default(), Normaliser::RATIONAL);
}

#[test]
fn the_ends() {
    for normaliser in NAMED {
        assert_eq!(normaliser.normalise(Distance::ZERO).to_bits(), 0);
        assert_eq!(normaliser.normalise(Distance::INFINITE), 1.0);
        assert_eq!(normaliser.inverse(0.0), Ok(Distance::ZERO));
        assert_eq!(normaliser.inverse(-0.0).map(|d| d.get().to_bits()), Ok(0));
        assert_eq!(normaliser.inverse(1.0), Ok(Distance::INFINITE));
    }
    assert_eq!(Normaliser::EXPONENTIAL.normalise(Distance::GREATEST), 1.0_f64.next_down());
    assert_eq!(Normaliser::EXPONENTIAL.normalise(Distance::SMALLEST), 5e-324); // 0.001 of it is no number
    assert_eq!(Normaliser::LOGARITHMIC.normalise(Distance::SMALLEST), 5e-324);
    let [steep, gentle] = [5e-324, f64::MAX].map(|b| Normaliser::rational(b).expect("positive"));
    assert_eq!(
        [steep.normalise(Distance::SMALLEST), gentle.normalise(Distance::GREATEST)],
        [0.5, 0.5]
    );
    assert_eq!(gentle.normalise(Distance::SMALLEST), 5e-324);
    assert_eq!(steep.normalise(Distance::from(1)), 1.0_f64.next_down());
    assert_eq!(gentle.inverse(1.0_f64.next_down()), Ok(Distance::GREATEST));
    assert_eq!(steep.inverse(1e-10), Ok(Distance::SMALLEST));
    assert_eq!(Normaliser::LOGARITHMIC.inverse(0.999), Ok(Distance::GREATEST));
}

#[test]
fn pinned_values() {
    let ten = Distance::from(10);
    assert_eq!(
        NAMED.map(|n| n.normalise(ten)),
        [0.909_090_909_090_909_1, 0.009_945_219_286_995_917, 0.705_700_170_336_197_6]
    );
    assert_eq!(Normaliser::rational(2.5).expect("positive").normalise(ten), 0.8);
    assert_eq!(Normaliser::exponential(1.001).expect("above 1"), Normaliser::EXPONENTIAL);
    let names = ["x / (x + 1)", "1 - 1.001^-x", "ln(1 + x) / (1 + ln(1 + x))"];
    assert_eq!(NAMED.map(|n| n.to_string()), names);
}

#[test]
fn what_is_no_parameter() {
    for b in [0.0, -0.0, -1.0, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(Normaliser::rational(b), Err(DistanceError::Offset(b)));
    }
    for a in [1.0, 0.5, -2.0, f64::INFINITY] {
        assert_eq!(Normaliser::exponential(a), Err(DistanceError::Base(a)));
    }
    assert!(Normaliser::rational(f64::NAN).is_err() && Normaliser::exponential(f64::NAN).is_err());
    assert!(DistanceError::Base(0.5).to_string().contains("0.5"));
}

#[test]
fn z3_every_positive_distance_counts_in_proportion() {
    for normaliser in NAMED {
        let values: Vec<f64> =
            (0..20_000).map(|n| normaliser.normalise(Distance::from(n))).collect();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{normaliser}");
        let small =
            [0.0, 1e-300, 1e-20, 1e-5, 0.1, 0.5, 0.9].map(|x| normaliser.normalise(distance(x)));
        assert!(small.windows(2).all(|pair| pair[0] < pair[1]), "{normaliser}");
    }
}
