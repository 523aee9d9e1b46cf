//! Goals as targets of Hegel: what they find, and that a failure comes back.
#![cfg(feature = "hegel")]

use hegel::generators::integers;
use hegel::{HealthCheck, Hegel, Phase, Settings, TestCase, Verbosity};
use sbst_property::hegel::{texts, watch};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// What is to be paid for some articles with a coupon, in cents.
#[sbst::instrument]
fn payable(articles: u32, price: u32, coupon: &str) -> i64 {
    let sum = i64::from(articles) * i64::from(price);
    if coupon == "SUMMER" {
        if sum >= 10_000 {
            return sum - 2_000;
        }
        if articles == 3 {
            return sum - 10_000; // the mistake
        }
    }
    sum
}

/// How a property is executed, if not as it is.
type Around = fn(&TestCase, &dyn Fn());

/// Runs the property in a thread of its own, on which no goal is covered yet. Returns the number of
/// the first case that fails.
fn first_failure(settings: Settings, around: Around) -> Option<u64> {
    let run = move || {
        let (cases, failed) = (Cell::new(0), Cell::new(None));
        let property = |tc: TestCase| {
            let articles = tc.draw(integers::<u32>().min_value(1).max_value(9_999));
            let price = tc.draw(integers::<u32>().min_value(1).max_value(999_999));
            let coupon = tc.draw(texts('A'..='Z', 1..=8));
            cases.set(cases.get() + 1);
            around(&tc, &|| {
                let payable = payable(articles, price, &coupon);
                if payable < 0 {
                    failed.set(failed.get().or(Some(cases.get())));
                }
                assert!(payable >= 0);
            });
        };
        let result =
            catch_unwind(AssertUnwindSafe(|| Hegel::new(property).settings(settings).run()));
        assert_eq!(result.is_err(), failed.get().is_some());
        failed.get()
    };
    thread::spawn(run).join().expect("it is caught")
}

fn settings(seed: u64) -> Settings {
    Settings::new()
        .test_cases(2_000)
        .seed(Some(seed))
        .database(None)
        .phases([Phase::Generate, Phase::Target])
        .verbosity(Verbosity::Quiet)
        .suppress_health_check(HealthCheck::all())
}

#[test]
fn targets_find_what_is_not_found_without() {
    let count =
        |around: Around| (0..10).filter_map(|seed| first_failure(settings(seed), around)).count();
    let plain = count(|_, property| property());
    let watched = count(|tc, property| watch(tc, property));
    assert!(plain == 0 && watched >= 5, "{plain} and {watched} of 10");
}

#[test]
fn a_failure_comes_back() {
    let folder = std::env::temp_dir().join(format!("sbst-property-hegel-{}", std::process::id()));
    let kept = |settings: Settings| {
        settings.database(folder.to_str().map(str::to_owned)).database_key("payable")
    };
    let found = (0..10).find(|&seed| {
        let settings = settings(seed).phases([Phase::Generate, Phase::Target, Phase::Shrink]);
        first_failure(kept(settings), |tc, property| watch(tc, property))
            .is_some_and(|cases| cases > 1)
    });
    assert!(found.is_some());
    let again = |around| first_failure(kept(settings(99).phases([Phase::Reuse])), around);
    assert_eq!(again(|tc, property| watch(tc, property)), Some(1));
    assert_eq!(again(|_, property| property()), Some(1));
    std::fs::remove_dir_all(&folder).expect("it was made");
}
