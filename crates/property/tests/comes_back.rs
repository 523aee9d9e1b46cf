//! A failure comes back: from what proptest has persisted, in both runners, whether the case was a
//! plain or a steered one.
#![cfg(feature = "proptest")]

use proptest::prelude::*;
use proptest::strategy::Strategy;
use proptest::test_runner::{
    Config, FailurePersistence, MapFailurePersistence, PersistedSeed, RngAlgorithm, TestCaseResult,
    TestError, TestRng, TestRunner,
};
use sbst_property::ClimbingRunner;
use std::any::Any;
use std::cell::Cell;
use std::fmt::Debug;
use std::sync::{Arc, Mutex};

/// Failures that outlive their run.
#[derive(Clone, Debug, Default)]
struct Kept(Arc<Mutex<MapFailurePersistence>>);

impl FailurePersistence for Kept {
    fn load_persisted_failures2(&self, file: Option<&'static str>) -> Vec<PersistedSeed> {
        self.0.lock().unwrap().load_persisted_failures2(file)
    }
    fn save_persisted_failure2(
        &mut self,
        file: Option<&'static str>,
        seed: PersistedSeed,
        value: &dyn Debug,
    ) {
        self.0.lock().unwrap().save_persisted_failure2(file, seed, value);
    }
    fn box_clone(&self) -> Box<dyn FailurePersistence> {
        Box::new(self.clone())
    }
    fn eq(&self, other: &dyn FailurePersistence) -> bool {
        other.as_any().is::<Self>()
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl Kept {
    fn config(&self, cases: u32) -> Config {
        Config {
            cases,
            max_shrink_iters: 100_000,
            failure_persistence: Some(Box::new(self.clone())),
            source_file: Some("here"),
            ..Config::default()
        }
    }

    /// The seeds as they would stand in the file.
    fn lines(&self) -> Vec<String> {
        self.load_persisted_failures2(Some("here")).iter().map(PersistedSeed::to_string).collect()
    }
}

/// What shrinking a failure again comes to.
#[derive(Clone, Copy, PartialEq)]
enum Shrinks {
    /// The same value.
    TheSame,
    /// Perhaps another one: `prop_flat_map` draws anew while it shrinks.
    Anew,
}

/// Lets a property fail, and then tests it again, in both runners: the first execution must be that
/// failure.
fn comes_back<S: Strategy<Value: PartialEq + Clone>>(
    strategy: S,
    shrinks: Shrinks,
    test: impl Fn(S::Value) -> TestCaseResult,
) -> Vec<String> {
    let mut lines = Vec::new();
    for seed in 0..4 {
        let kept = Kept::default();
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
        let failed = ClimbingRunner::new_with_rng(kept.config(20_000), rng).run(&strategy, &test);
        let Err(TestError::Fail(_, smallest)) = failed else {
            panic!("not found with seed {seed}: {failed:?}")
        };
        lines.extend(kept.lines());
        assert_eq!(kept.lines().len(), 1);

        let first = Cell::new(None);
        let again = |value: S::Value| {
            let result = test(value);
            first.set(first.get().or(Some(result.is_err())));
            result
        };
        let results = [
            TestRunner::new(kept.config(20_000)).run(&strategy, again),
            ClimbingRunner::new(kept.config(20_000)).run(&strategy, again),
        ];
        assert_eq!(first.get(), Some(true));
        for result in results {
            let Err(TestError::Fail(_, value)) = result else { panic!("gone: {result:?}") };
            assert!(shrinks == Shrinks::Anew || value == smallest);
        }
    }
    lines
}

#[sbst::instrument]
fn door(code: u32) -> &'static str {
    if code == 4711 { "open" } else { "closed" }
}

#[test]
fn a_steered_case() {
    let lines = comes_back((any::<u32>(), "[a-z]{0,4}"), Shrinks::TheSame, |(code, _)| {
        prop_assert!(door(code) == "closed");
        Ok(())
    });
    assert!(lines.iter().all(|line| line.starts_with("pt ")), "{lines:?}");
    assert!(lines.iter().all(|line| line.len() < 400), "{lines:?}");
}

#[test]
fn a_case_that_repeats_values() {
    let lines = comes_back(prop::collection::vec(any::<u8>(), 0..60), Shrinks::TheSame, |bytes| {
        door(bytes.len() as u32);
        prop_assert!(bytes.len() < 6 || bytes[..6].iter().any(|byte| *byte != bytes[0]));
        Ok(())
    });
    assert!(lines.iter().all(|line| line.starts_with("pt ")), "{lines:?}");
}

#[test]
fn a_case_of_a_strategy_that_forks() {
    let pairs = (1..100_usize).prop_flat_map(|length| prop::collection::vec(0..1_000_u32, length));
    let lines = comes_back(pairs, Shrinks::Anew, |codes| {
        door(codes[0]);
        prop_assert!(codes.len() < 8 || codes[2].abs_diff(codes[5]) > 10);
        Ok(())
    });
    assert!(lines.iter().all(|line| line.starts_with("cc ")), "{lines:?}");
}

#[test]
fn a_plain_case() {
    let lines = comes_back(any::<u32>(), Shrinks::TheSame, |number| {
        prop_assert!(number % 2 == 0);
        Ok(())
    });
    assert!(lines.iter().all(|line| line.starts_with("cc ")), "{lines:?}");
}

/// A strategy that has changed since a failure was persisted: it draws more than the seed has, or
/// forks.
fn changes<S: Strategy>(strategy: &S) {
    let kept = Kept::default();
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[1; 32]);
    let failed = ClimbingRunner::new_with_rng(kept.config(20_000), rng).run(
        &(any::<u32>(), 0..9_u8),
        |(code, _)| {
            prop_assert!(door(code) == "closed");
            Ok(())
        },
    );
    assert!(failed.is_err() && kept.lines()[0].starts_with("pt "));
    let executed = Cell::new(0);
    let result = ClimbingRunner::new(kept.config(10)).run(strategy, |_| {
        executed.set(executed.get() + 1);
        Ok(())
    });
    assert!(
        result.is_ok() && executed.get() == 11,
        "the old failure and 10 cases: {}",
        executed.get()
    );
}

#[test]
fn seeds_of_strategies_that_have_changed_do_no_harm() {
    changes(&prop::collection::vec(0..1_000_u32, 500..600));
    changes(&(0..9_usize).prop_flat_map(|length| prop::collection::vec(0..10_u32, length)));
    changes(&prop::collection::vec(prop_oneof![0..3_u32, 5..9_u32], 50..60).boxed());
    changes(&Just(7));
}
