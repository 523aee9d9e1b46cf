//! Measures of series against their definitions.

use crate::oracle;
use proptest::prelude::*;
use sbst_laboratory::landscape::{Series, neutral_areas, neutrality, neutrality_distance};

/// Series with plateaus, slopes and outliers.
fn series() -> impl Strategy<Value = Vec<f64>> {
    let number = prop_oneof![
        4 => (0_i8..3).prop_map(f64::from),
        2 => (0_u32..40).prop_map(|x| f64::from(x) / 8.0),
        1 => -1e6..1e6,
    ];
    prop::collection::vec(number, 0..40)
}

fn near(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() < 1e-9,
        (one, other) => one == other,
    }
}

proptest! {
    #[test]
    fn measures_are_as_defined(numbers in series(), epsilon in 0_u8..8, lag in 0_usize..6) {
        let epsilon = f64::from(epsilon) / 4.0;
        let series = Series::new(numbers.clone()).expect("finite");
        let [h, m] =
            [series.information_content(epsilon), series.partial_information_content(epsilon)];
        prop_assert!(near(Some(h), Some(oracle::information_content(&numbers, epsilon))));
        prop_assert!(near(Some(m), Some(oracle::partial_information_content(&numbers, epsilon))));
        let basins = series.density_basin_information(epsilon);
        prop_assert!(near(
            Some(basins),
            Some(oracle::density_basin_information(&numbers, epsilon))
        ));
        prop_assert!(near(Some(series.ruggedness()), Some(oracle::ruggedness(&numbers))));
        prop_assert_eq!(series.information_stability(), oracle::information_stability(&numbers));
        prop_assert!(near(series.autocorrelation(lag), oracle::autocorrelation(&numbers, lag)));
        prop_assert_eq!(neutrality(&numbers), oracle::neutrality(&numbers));
        prop_assert_eq!(neutrality_distance(&numbers), oracle::neutrality_distance(&numbers));
        let areas = oracle::areas(&numbers);
        prop_assert_eq!(neutral_areas(&numbers), areas.len());
        prop_assert_eq!(neutrality_distance(&numbers), areas.first().copied().unwrap_or(0));
    }

    #[test]
    fn ranges_hold(numbers in series(), epsilon in -1.0..4.0, lag in 0_usize..6) {
        let series = Series::new(numbers).expect("finite");
        let range = -1e-12..=1.0 + 1e-12;
        prop_assert!(range.contains(&series.information_content(epsilon)));
        prop_assert!(range.contains(&series.density_basin_information(epsilon)));
        prop_assert!(range.contains(&series.partial_information_content(epsilon)));
        prop_assert!(series.autocorrelation(lag).is_none_or(|rho| (-1.0..=1.0).contains(&rho)));
        prop_assert!(
            series.correlation_length().is_none_or(|length| length >= 0.0 && length.is_finite())
        );
    }

    /// From the information stability on, there is nothing to be seen.
    #[test]
    fn the_stable_series_is_flat(numbers in series()) {
        let series = Series::new(numbers).expect("finite");
        let epsilon = series.information_stability();
        prop_assert_eq!(series.information_content(epsilon), 0.0);
        prop_assert_eq!(series.partial_information_content(epsilon), 0.0);
        if epsilon > 0.0 {
            prop_assert!(series.partial_information_content(epsilon.next_down()) > 0.0);
        }
    }

    /// Upside down, a landscape has the same characteristics.
    #[test]
    fn signs_do_not_matter(numbers in series(), lag in 0_usize..4) {
        let [up, down] =
            [1.0, -1.0].map(|sign| Series::new(numbers.iter().map(|x| sign * x)).expect("finite"));
        prop_assert!(near(Some(up.information_content(0.5)), Some(down.information_content(0.5))));
        prop_assert_eq!(up.partial_information_content(0.5), down.partial_information_content(0.5));
        prop_assert_eq!(up.information_stability(), down.information_stability());
        prop_assert!(near(up.autocorrelation(lag), down.autocorrelation(lag)));
    }
}

/// Worked by hand. The symbols are 1 1 -1 0 0 1 -1: pairs 11, 1-1, -10, 00, 01, 1-1.
#[test]
fn a_worked_series() {
    let series = Series::new([0.0, 1.0, 3.0, 2.0, 2.0, 2.0, 5.0, 1.0]).expect("finite");
    // 1-1 twice, -10 and 01 once, of six.
    let [third, sixth] = [1.0 / 3.0, 1.0 / 6.0].map(|share: f64| -share * share.log(6.0));
    assert!((series.information_content(0.0) - (third + 2.0 * sixth)).abs() < 1e-12);
    let sixth = -(1.0 / 6.0) * (1.0_f64 / 6.0).log(3.0);
    assert!((series.density_basin_information(0.0) - 2.0 * sixth).abs() < 1e-12);
    // Slopes: 1 -1 1 -1.
    assert_eq!(series.partial_information_content(0.0), 4.0 / 7.0);
    // At ε = 1, steps of 1 are level: 0 1 0 0 0 1 -1.
    assert_eq!(series.partial_information_content(1.0), 2.0 / 7.0);
    assert_eq!(series.information_stability(), 4.0);
}

/// Six pairs of different symbols, each of them once, and no other: the most information there is.
#[test]
fn information_content_reaches_one() {
    // 1 -1 1 0 -1 0 1: pairs 1-1, -11, 10, 0-1, -10, 01.
    let mut numbers = vec![0.0];
    for step in [1.0, -1.0, 1.0, 0.0, -1.0, 0.0, 1.0] {
        numbers.push(numbers[numbers.len() - 1] + step);
    }
    let series = Series::new(numbers).expect("finite");
    assert!((series.information_content(0.0) - 1.0).abs() < 1e-12);
    assert_eq!(series.density_basin_information(0.0), 0.0);
}

/// A first-order process f(t + 1) = r f(t) + noise has ρ(k) = r^k and correlation length -1 / ln r
/// (Weinberger 1990).
#[test]
fn an_autoregressive_series_has_its_correlation_length() {
    let mut random = sbst_laboratory::inputs::Random::new(3);
    let mut now = 0.0;
    let numbers: Vec<f64> = (0..200_000)
        .map(|_| {
            now = 0.9 * now + random.unit() - 0.5;
            now
        })
        .collect();
    let series = Series::new(numbers).expect("finite");
    let rho = [1, 2, 5].map(|lag| series.autocorrelation(lag).expect("not constant"));
    for (rho, expected) in rho.into_iter().zip([0.9, 0.81, 0.590_49]) {
        assert!((rho - expected).abs() < 0.01, "{rho} {expected}");
    }
    let length = series.correlation_length().expect("not constant");
    assert!((length - 9.491).abs() < 0.5, "{length}");
}

#[test]
fn constant_and_short_series_are_defined() {
    for numbers in [vec![], vec![0.1], vec![0.1; 10]] {
        let series = Series::new(numbers).expect("finite");
        assert_eq!(
            [series.information_content(0.0), series.density_basin_information(0.0)],
            [0.0; 2]
        );
        assert_eq!(
            [series.partial_information_content(0.0), series.information_stability()],
            [0.0; 2]
        );
        assert_eq!((series.autocorrelation(1), series.correlation_length()), (None, None));
    }
    let two = Series::new([0.0, 1.0]).expect("finite");
    assert_eq!((two.information_content(0.0), two.partial_information_content(0.0)), (0.0, 1.0));
}

#[test]
fn extreme_numbers_do_no_harm() {
    let series = Series::new([f64::MAX, f64::MIN, f64::MAX]).expect("finite");
    assert_eq!(series.autocorrelation(1), None);
    assert_eq!(series.information_stability(), f64::INFINITY);
    assert_eq!(series.partial_information_content(f64::NAN), 1.0);
    assert!(Series::new([f64::NAN]).is_none());
}
