//! Strategies that fork the generator, or draw much.
//!
//! The generator of proptest that plays bytes back gives zeros once they are used up, and ranges
//! draw for ever then. So it counts that these tests end.
#![cfg(feature = "proptest")]

use proptest::prelude::*;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng};
use sbst_property::ClimbingRunner;

#[sbst::instrument]
fn door(code: u32) -> &'static str {
    if code == 4711 { "open" } else { "closed" }
}

/// The number of cases, and of steered ones among them, with a strategy whose values contain a
/// code.
fn steered<S: Strategy>(strategy: &S, code: impl Fn(&S::Value) -> u32) -> (u64, u64) {
    let config = Config { cases: 600, failure_persistence: None, ..Config::default() };
    let mut runner =
        ClimbingRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]));
    let result = runner.run(strategy, |value| {
        door(code(&value));
        Ok(())
    });
    assert!(result.is_ok());
    (runner.progress().cases, runner.progress().steered)
}

#[test]
fn strategies_that_fork_often_are_not_steered() {
    let digit = prop_oneof![4 => 0..3_u32, 1 => 7..10_u32, 1 => any::<u32>()];
    assert_eq!(
        steered(&prop::collection::vec(digit, 0..60), |codes| codes
            .iter()
            .fold(0_u32, |sum, code| sum.wrapping_add(*code)))
        .1,
        0
    );
    let tree = (0..10_u32).prop_recursive(8, 64, 4, |inner| {
        prop_oneof![
            inner.clone(),
            prop::collection::vec(inner, 0..4).prop_map(|codes| codes.iter().sum())
        ]
    });
    assert_eq!(steered(&tree, |code| *code).1, 0);
    assert_eq!(steered(&tree.boxed(), |code| *code).1, 0);
}

#[test]
fn strategies_that_fork_once_are_not_steered_either() {
    let lengths = (1..9_usize).prop_flat_map(|length| prop::collection::vec(any::<u16>(), length));
    assert_eq!(
        steered(&lengths, |codes| codes.iter().map(|code| u32::from(*code)).sum()),
        (600, 0)
    );
    let choice = prop_oneof![1 => Just(3_u32), 3 => any::<u32>()].boxed();
    assert_eq!(steered(&choice, |code| *code), (600, 0));
}

#[test]
fn boxed_strategies_that_do_not_fork_are_steered() {
    let (cases, count) = steered(&(any::<u32>(), 0..9_u8).boxed(), |(code, _)| *code);
    assert!(cases == 600 && count > 80, "{count} of {cases}");
}

#[test]
fn strategies_that_draw_much_are_steered() {
    let (cases, count) =
        steered(&prop::collection::vec(0..10_u32, 0..5_000), |codes| codes.iter().sum());
    assert!(cases == 600 && count > 80, "{count} of {cases}");
}

#[test]
fn rare_options_of_long_lists_do_no_harm() {
    for seed in 0..6 {
        let operation = prop_oneof![99 => 0..3_u32, 1 => 5_000..6_000_u32];
        let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
        let mut runner = ClimbingRunner::new_with_rng(
            config,
            TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]),
        );
        let result = runner.run(&prop::collection::vec(operation, 20..60), |codes| {
            door(codes.iter().sum());
            Ok(())
        });
        assert!(result.is_ok());
    }
}
