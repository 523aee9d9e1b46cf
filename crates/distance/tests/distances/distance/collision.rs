//! Where scalars of neighbouring whole numbers become equal.

use crate::effort::config;
use proptest::prelude::*;
use sbst_distance::{Distance, Normaliser};

/// Approach level and norm as one number, below the next level.
fn scalar(normaliser: Normaliser, level: u32, x: u64) -> f64 {
    let distance = Distance::new(x as f64).expect("from 0 on");
    let sum = f64::from(level) + distance.norm_by(normaliser);
    sum.min((f64::from(level) + 1.0).next_down())
}

/// The definition, from `start` on.
fn scan(normaliser: Normaliser, level: u32, start: u64, end: u64) -> Option<u64> {
    (start..end).find(|&x| scalar(normaliser, level, x) == scalar(normaliser, level, x + 1))
}

fn levels() -> impl Strategy<Value = u32> {
    prop_oneof![
        Just(0),
        Just(1),
        2..200_u32,
        any::<u32>(),
        (0..32_u32).prop_map(|e| 1 << e),
        (u32::MAX - 2)..=u32::MAX
    ]
}

/// With a first collision that a scan can find, most of them.
fn flat() -> impl Strategy<Value = Normaliser> {
    prop_oneof![
        (-1074..0_i32, 1.0..2.0_f64)
            .prop_map(
                |(e, f)| Normaliser::rational(f * 2_f64.powi(e.max(-60) - 24)).expect("positive")
            ),
        (50..1000_i32, 1.0..2.0_f64)
            .prop_map(|(e, f)| Normaliser::rational(f * 2_f64.powi(e)).expect("positive")),
        (-9..60_i32, 1.0..2.0_f64)
            .prop_map(|(e, f)| Normaliser::exponential(1.0 + f * 2_f64.powi(e)).expect("above 1")),
        (-52..-40_i32).prop_map(|e| Normaliser::exponential(1.0 + 2_f64.powi(e)).expect("above 1")),
        Just(Normaliser::LOGARITHMIC),
    ]
}

proptest! {
    #![proptest_config(config(120))]
    #[test]
    fn it_is_what_a_scan_finds(normaliser in flat(), level in levels()) {
        const END: u64 = 3_000;
        let found = normaliser.first_collision(level);
        prop_assert_eq!(
            found.filter(|&x| x < END),
            scan(normaliser, level, 0, END),
            "{} at level {}",
            normaliser,
            level
        );
        if let Some(x) = found {
            prop_assert_eq!(
                scan(normaliser, level, x.saturating_sub(2_000), x + 1),
                Some(x),
                "{} at level {}",
                normaliser,
                level
            );
        }
    }
}

#[test]
fn powers_of_two_keep_nobody_waiting() {
    // Their increments equal a step of the result but for less than any computed difference shows.
    for exponent in
        (-1074..=1023).step_by(if cfg!(debug_assertions) { 3 } else { 1 }).chain(118..210)
    {
        let b = if exponent < -1022 {
            f64::from_bits(1 << (exponent + 1074))
        } else {
            2_f64.powi(exponent)
        };
        let normaliser = Normaliser::rational(b).expect("positive");
        for level in [0, 1, u32::MAX] {
            let found = normaliser.first_collision(level);
            assert_eq!(
                found.filter(|&x| x < 50),
                scan(normaliser, level, 0, 50),
                "{normaliser} at level {level}"
            );
            if let Some(x) = found {
                assert_eq!(
                    scan(normaliser, level, x.saturating_sub(50), x + 1),
                    Some(x),
                    "{normaliser} at level {level}"
                );
            }
        }
    }
}

/// A number with spaces between its thousands.
fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut spaced = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            spaced.push(' ');
        }
        spaced.push(digit);
    }
    spaced
}

#[test]
fn the_laboratory_shows_the_table() {
    let docs = include_str!("../../../src/laboratory.rs");
    for normaliser in [Normaliser::RATIONAL, Normaliser::EXPONENTIAL, Normaliser::LOGARITHMIC] {
        let collision = |level| spaced(normaliser.first_collision(level).expect("below 2^53"));
        let row = [0, 1, 2, 10, 100].map(collision).join(" | ");
        let row = format!("//! | `{normaliser}` | {row} |");
        assert!(docs.lines().any(|line| line == row), "missing in the docs: {row}");
    }
}

#[test]
fn the_published_ones() {
    let table = [
        (Normaliser::RATIONAL, [94_911_150, 54_800_866, 42_453_315, 23_021_659, 8_360_203]),
        (Normaliser::EXPONENTIAL, [29_876, 28_835, 28_296, 27_100, 24_987]),
        (
            Normaliser::LOGARITHMIC,
            [
                9_447_688_909_296,
                3_370_497_255_085,
                2_088_738_816_741,
                665_159_594_439,
                100_677_108_155,
            ],
        ),
    ];
    for (normaliser, row) in table {
        assert_eq!(
            [0, 1, 2, 10, 100].map(|level| normaliser.first_collision(level)),
            row.map(Some),
            "{normaliser}"
        );
        for (level, x) in [0, 1, 2, 10, 100].into_iter().zip(row) {
            assert_eq!(scan(normaliser, level, x - 20_000, x + 1), Some(x));
        }
    }
    for level in [0, 1, 2, 10, 100] {
        let exponential = Normaliser::EXPONENTIAL;
        assert_eq!(scan(exponential, level, 0, 40_000), exponential.first_collision(level));
    }
}

#[test]
fn none_and_at_once() {
    assert_eq!(Normaliser::rational(f64::MAX).expect("positive").first_collision(0), None);
    assert_eq!(Normaliser::rational(f64::MAX).expect("positive").first_collision(1), Some(0));
    assert_eq!(Normaliser::rational(5e-324).expect("positive").first_collision(0), Some(1));
    assert_eq!(
        Normaliser::exponential(f64::MAX).expect("above 1").first_collision(u32::MAX),
        Some(1)
    );
    for level in [0, 1, u32::MAX] {
        let nearly_one = Normaliser::exponential(1.0_f64.next_up()).expect("above 1");
        let x = nearly_one.first_collision(level).expect("flat at last");
        assert_eq!(scalar(nearly_one, level, x), scalar(nearly_one, level, x + 1));
    }
}
