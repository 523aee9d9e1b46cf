//! The runner of properties.

use crate::persistence::{Exchange, Persistence};
use crate::playback::Playback;
use crate::search::Search;
use crate::steered::{State, Steered};
use proptest::prelude::Rng as _;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, TestCaseResult, TestError, TestRng, TestRunner};
use sbst::campaign::CampaignBuilder;
use sbst::objective::Criterion;
use std::cell::RefCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Runs a property on plain cases and on cases that climb: in place of the `TestRunner` of proptest.
#[derive(Debug)]
pub struct ClimbingRunner {
    runner: TestRunner,
    exchange: Arc<Exchange>,
    goals: Option<CampaignBuilder>,
    progress: Progress,
}

/// Counts of one run of a property: its cases, and the goals that they covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Cases that were executed, without those of shrinking.
    pub cases: u64,
    /// Cases among them that were steered.
    pub steered: u64,
    /// Goals that were pursued: the branches of the instrumented functions, and of the property.
    pub goals: usize,
    /// Goals that a case covered.
    pub covered: usize,
}

impl ClimbingRunner {
    /// Creates a runner, as `TestRunner::new` does.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self::of(config, TestRunner::new)
    }

    /// Creates a runner with a source of random numbers, as `TestRunner::new_with_rng` does.
    #[must_use]
    pub fn new_with_rng(config: Config, rng: TestRng) -> Self {
        Self::of(config, |config| TestRunner::new_with_rng(config, rng))
    }

    fn of(mut config: Config, runner: impl FnOnce(Config) -> TestRunner) -> Self {
        let exchange = Arc::new(Exchange::default());
        config.failure_persistence =
            config.failure_persistence.map(|inner| -> Box<dyn proptest::test_runner::FailurePersistence> {
                Box::new(Persistence { inner, exchange: Arc::clone(&exchange) })
            });
        Self { runner: runner(config), exchange, goals: None, progress: Progress::default() }
    }

    /// Sets the goals of the next run. Without, they are the branches of all instrumented functions.
    #[must_use]
    pub fn pursue(mut self, goals: CampaignBuilder) -> Self {
        self.goals = Some(goals);
        self
    }

    /// Tests a property, as `TestRunner::run` does.
    ///
    /// # Errors
    ///
    /// The errors of `TestRunner::run`: the property failed, or the run was aborted, also if the goals cannot be made.
    pub fn run<S: Strategy>(&mut self, strategy: &S, test: impl Fn(S::Value) -> TestCaseResult) -> Result<(), TestError<S::Value>> {
        self.progress = Progress::default();
        if self.runner.config().fork() {
            // The executions are in another process, which this one does not see.
            return self.runner.run(strategy, test);
        }
        let goals = self.goals.take().unwrap_or_else(|| sbst::campaign!().criteria([Criterion::Branch]));
        let seed = self.runner.rng().clone().next_u64();
        let search = Search::new(goals, seed).map_err(|error| TestError::Abort(error.to_string().into()))?;
        let state = RefCell::new(State::new(search, Arc::clone(&self.exchange), Playback::new(strategy)));
        let steered = Steered { inner: strategy, state: &state };
        let result = self.runner.run(&steered, |value| {
            let Some((case, is_steered)) = state.borrow_mut().pending.take() else { return test(value) };
            let mut result = None;
            let run = || result = Some(catch_unwind(AssertUnwindSafe(|| test(value))));
            let state = &mut *state.borrow_mut();
            let seen = state.search.execute(&case, is_steered, run);
            if let Err(error) = seen {
                state.ended.get_or_insert(error);
            }
            match result {
                Some(Ok(result)) => result,
                Some(Err(panic)) => resume_unwind(panic),
                None => Ok(()),
            }
        });
        let State { search, ended, .. } = state.into_inner();
        self.progress = Progress {
            cases: search.campaign.runs(),
            steered: search.mix.count(),
            goals: search.campaign.goals().len(),
            covered: search.campaign.tests().covered_count(),
        };
        if let Some(error) = ended {
            eprintln!("sbst-property: some cases were not measured: {error}");
        }
        result
    }

    /// Returns how far the last run came.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }
}

impl fmt::Display for ClimbingRunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { cases, steered, goals, covered } = self.progress;
        self.runner.fmt(f)?;
        writeln!(f, "\tsteered: {steered} of {cases} cases")?;
        writeln!(f, "\tcovered: {covered} of {goals} branches")
    }
}
