//! Where nothing is instrumented, cases are those of proptest: the same ones, in the same order.
#![cfg(feature = "proptest")]

use proptest::prelude::*;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sbst_property::ClimbingRunner;
use std::cell::RefCell;

/// The cases of both runners, with the same seed.
fn both<S: Strategy<Value: Clone>>(
    strategy: &S,
    property: impl Fn(&S::Value) -> bool,
) -> [Vec<S::Value>; 2] {
    let config = Config { cases: 300, failure_persistence: None, ..Config::default() };
    let rng = || TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let seen = RefCell::new(Vec::new());
    let test = |value: S::Value| {
        let holds = property(&value);
        seen.borrow_mut().push(value);
        prop_assert!(holds);
        Ok(())
    };
    let _ = TestRunner::new_with_rng(config.clone(), rng()).run(strategy, test);
    let plain = seen.take();
    let _ = ClimbingRunner::new_with_rng(config, rng()).run(strategy, test);
    [plain, seen.take()]
}

#[test]
fn without_instrumented_functions_all_cases_are_plain() {
    let [plain, climbing] =
        both(&(any::<u32>(), "[a-z]{0,9}", prop::collection::vec(any::<f64>(), 0..9)), |_| true);
    assert_eq!(plain.len(), 300);
    assert_eq!(format!("{plain:?}"), format!("{climbing:?}"));
}

#[test]
fn shrinking_takes_the_same_steps() {
    let [plain, climbing] = both(&prop::collection::vec(any::<u16>(), 0..20), |numbers| {
        numbers.iter().all(|&number| number < 60_000)
    });
    assert!(plain.len() > 20 && plain == climbing);
}

#[test]
fn strategies_that_fork_the_generator_are_tested_too() {
    let strategy = (0..9_usize)
        .prop_flat_map(|length| prop::collection::vec(any::<u8>(), length))
        .prop_perturb(|mut bytes, mut rng| {
            bytes.push(rng.random());
            bytes
        });
    let [plain, climbing] = both(&strategy, |_| true);
    assert_eq!((plain.len(), climbing.len()), (300, 300));
}

#[test]
fn a_run_without_cases_has_none() {
    let config = Config { cases: 0, ..Config::default() };
    let mut runner = ClimbingRunner::new(config);
    assert!(runner.run(&any::<u8>(), |_| panic!("executed")).is_ok());
    assert_eq!(runner.progress().cases, 0);
}
