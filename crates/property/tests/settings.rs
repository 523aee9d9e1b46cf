//! Settings of proptest, and properties that are hard on a search.
#![cfg(feature = "proptest")]

use proptest::prelude::*;
use proptest::strategy::Strategy;
use proptest::test_runner::{
    Config, RngAlgorithm, TestCaseResult, TestError, TestRng, basic_result_cache,
};
use sbst_property::{ClimbingRunner, Progress};
use std::cell::Cell;

/// Runs a property with settings and a fixed seed.
fn run<S: Strategy>(
    config: Config,
    strategy: S,
    test: impl Fn(S::Value) -> TestCaseResult,
) -> (Result<(), TestError<S::Value>>, Progress) {
    let config = Config { failure_persistence: None, ..config };
    let mut runner =
        ClimbingRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[3; 32]));
    let result = runner.run(&strategy, test);
    (result, runner.progress())
}

#[sbst::instrument]
fn door(code: u32) -> &'static str {
    if code == 4711 { "open" } else { "closed" }
}

#[test]
fn assumptions_that_repeated_values_break_do_not_abort_the_run() {
    let (result, progress) =
        run(Config::with_cases(8_000), (any::<u32>(), any::<u32>()), |(a, b)| {
            prop_assume!(a != b);
            door(a);
            Ok(())
        });
    assert!(result.is_ok(), "{result:?}");
    assert!(progress.cases == 8_000 && progress.steered > 1_000, "{progress:?}");
}

/// Distances of this function jump from one number to 1e300.
#[sbst::instrument]
fn jumps(x: u32) -> bool {
    let y = if x < 1_000 { 1e300 } else { f64::from(x) };
    y == 3.0
}

#[test]
fn distances_beyond_all_integers_do_no_harm() {
    for strategy in [(0..=u32::MAX).boxed(), any::<u32>().boxed(), (0..1_000_000_u32).boxed()] {
        let (result, _) = run(Config::with_cases(3_000), strategy, |x| {
            prop_assert!(!jumps(x));
            Ok(())
        });
        assert!(result.is_ok(), "{result:?}");
    }
}

#[test]
fn cases_whose_result_is_known_do_not_stop_a_climb() {
    let config = Config { cases: 3_000, result_cache: basic_result_cache, ..Config::default() };
    let executed = Cell::new(0_u64);
    let made = Cell::new(0_u64);
    let strategy = (0..1_000_000_u32).prop_map(|code| {
        made.set(made.get() + 1);
        code
    });
    let (result, progress) = run(config, strategy, |code| {
        executed.set(executed.get() + 1);
        door(code);
        Ok(())
    });
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(progress.cases, executed.get());
    // A climb asks whether small changes matter, and many do not change the value.
    assert!(made.get() < executed.get() + 600, "{} made, {} executed", made.get(), executed.get());
}

#[test]
fn other_generators_stay_as_they_are() {
    let config = Config {
        rng_algorithm: RngAlgorithm::XorShift,
        failure_persistence: None,
        ..Config::with_cases(200)
    };
    let mut runner = ClimbingRunner::new(config);
    let count = Cell::new(0);
    let result = runner.run(&any::<u32>(), |code| {
        count.set(count.get() + 1);
        door(code);
        Ok(())
    });
    assert!(result.is_ok() && count.get() == 200);
}

mod forms {
    use proptest::prelude::*;
    use sbst_property::proptest;

    #[test]
    fn without_functions() {
        proptest!(|(x in 0..5_u8, y: bool)| {
            prop_assert!(x < 5 || y);
        });
        proptest!(ProptestConfig::with_cases(3), |(x in 0..5_u8)| prop_assert!(x < 5));
    }
}
