//! Properties as a user writes them: the macro, its forms, and what it says of a failure.
#![cfg(feature = "proptest")]
// As most people write it; `is_multiple_of` is younger.
#![allow(clippy::manual_is_multiple_of)]

use proptest::prelude::*;
use sbst_property::proptest;

#[sbst::instrument]
fn days_in(year: u16, month: u8) -> u8 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    }
}

/// What is to be paid for some articles with a coupon, in cents.
#[sbst::instrument]
fn payable(articles: u32, price: u32, coupon: &str) -> i64 {
    let sum = i64::from(articles) * i64::from(price);
    if coupon == "SUMMER" && articles == 3 { sum - 10_000 } else { sum } // the mistake
}

proptest! {
    /// Arguments of both forms, mutable ones, patterns, assumptions, and all checks.
    #[test]
    fn months_have_28_to_31_days(
        year: u16,
        mut month in 0..13_u8,
        (low, high) in (0..28_u8, 32..40_u8),
    ) {
        month += 1;
        prop_assume!(month <= 12);
        let days = days_in(year, month);
        prop_assert!(days > low);
        prop_assert!(days < high, "{} days", days);
        prop_assert_eq!(vec![days], vec![days]); // moved
        prop_assert_ne!(days, 0, "of {}", year);
        if days == 30 {
            return Ok(());
        }
        let text = days.to_string();
        let again: u8 = text.parse().map_err(|_| TestCaseError::fail("no number"))?;
        prop_assert_eq!(again, days);
    }

    #[test]
    fn nothing_is_instrumented_and_nothing_is_drawn(_x in Just(7)) {}
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 20_000,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    #[should_panic(expected = "minimal failing input: x = 77777\n")]
    fn an_equality_is_found_among_four_billions(x: u32) {
        prop_assert_ne!(x, 77_777);
    }

    #[test]
    #[should_panic(
        expected = "minimal failing input: articles = 3, price = 1, coupon = \"SUMMER\"\n"
    )]
    fn what_is_paid_is_never_negative(
        articles in 1..10_000_u32,
        price in 1..1_000_000_u32,
        coupon in "[A-Z]{1,8}",
    ) {
        prop_assert!(payable(articles, price, &coupon) >= 0);
    }

    #[test]
    #[should_panic(expected = "Test failed: far too many.\nminimal failing input: x = 1000000\n")]
    fn panics_are_failures(x: u64) {
        assert!(x < 1_000_000, "far too many");
    }

    #[test]
    #[should_panic(expected = "Test aborted: Too many global rejects")]
    fn assumptions_that_never_hold_abort(x in 0..10_u8) {
        prop_assume!(x > 10);
    }
}
