//! The runner of properties.

use crate::persistence::{Exchange, Persistence};
use crate::playback::Playback;
use crate::search::Search;
use crate::steered::{State, Steered};
use proptest::prelude::Rng as _;
use proptest::strategy::Strategy;
use proptest::test_runner::{
    Config, RngAlgorithm, TestCaseError, TestCaseResult, TestError, TestRng, TestRunner,
};
use sbst::campaign::CampaignBuilder;
use sbst::objective::Criterion;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;

/// Runs a property on plain cases and on cases that climb: in place of the `TestRunner` of
/// proptest.
///
/// The goals are branches of functions with the attribute `#[sbst::instrument]`. The assertions of
/// the property are among them only if the property is such a function: the macro
/// [`proptest!`](crate::proptest!) sees to that by itself.
///
/// ```
/// use proptest::prelude::*;
/// use sbst_property::ClimbingRunner;
///
/// #[sbst::instrument]
/// fn is_small(x: u32) -> Result<(), TestCaseError> {
///     prop_assert!(x < 4_000_000_000);
///     Ok(())
/// }
///
/// let mut runner = ClimbingRunner::new(ProptestConfig::default());
/// assert!(runner.run(&any::<u32>(), is_small).is_err());
/// ```
///
/// Create a runner for each property: as that of proptest, it has executed its cases after one run.
#[derive(Debug)]
pub struct ClimbingRunner {
    runner: TestRunner,
    exchange: Arc<Exchange>,
    goals: Option<CampaignBuilder>,
    progress: Progress,
    /// Whether the strategy of the last run could not be steered.
    forks: bool,
}

/// Counts of one run of a property: its cases, and the goals that they covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Cases that were executed, without replayed failures and those of shrinking.
    pub cases: u64,
    /// Cases among them that were steered.
    pub steered: u64,
    /// Goals that were pursued: the branches of all instrumented functions of the test binary,
    /// unless others were set.
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
        config.failure_persistence = config.failure_persistence.map(
            |inner| -> Box<dyn proptest::test_runner::FailurePersistence> {
                Box::new(Persistence { inner, exchange: Arc::clone(&exchange) })
            },
        );
        Self {
            runner: runner(config),
            exchange,
            goals: None,
            progress: Progress::default(),
            forks: false,
        }
    }

    /// Sets the goals of the next run. Without, they are the branches of all instrumented
    /// functions.
    #[must_use]
    pub fn pursue(mut self, goals: CampaignBuilder) -> Self {
        self.goals = Some(goals);
        self
    }

    /// Tests a property, as `TestRunner::run` does.
    ///
    /// # Errors
    ///
    /// The errors of `TestRunner::run`: the property failed, or the run was aborted, also if the
    /// goals cannot be made.
    pub fn run<S: Strategy>(
        &mut self,
        strategy: &S,
        test: impl Fn(S::Value) -> TestCaseResult,
    ) -> Result<(), TestError<S::Value>> {
        self.progress = Progress::default();
        self.forks = false;
        // The executions of forked processes are not seen here, and other generators than the
        // default one do not say what they gave.
        if self.runner.config().fork() || self.runner.config().rng_algorithm != RngAlgorithm::ChaCha
        {
            return self.runner.run(strategy, test);
        }
        let goals =
            self.goals.take().unwrap_or_else(|| sbst::campaign!().criteria([Criterion::Branch]));
        let seed = self.runner.rng().clone().next_u64();
        let search =
            Search::new(goals, seed).map_err(|error| TestError::Abort(error.to_string().into()))?;
        let playback = Playback::new(strategy, self.runner.config());
        let state = RefCell::new(State::new(search, Arc::clone(&self.exchange), playback));
        let steered = Steered { inner: strategy, state: &state };
        let counts = Cell::new((0, 0));
        let result = self.runner.run(&steered, |value| {
            let (case, is_new) = {
                let state = &mut *state.borrow_mut();
                (state.pending.take(), mem::take(&mut state.is_new))
            };
            let is_steered = case.as_ref().is_some_and(|(_, is_steered)| *is_steered);
            let (cases, steered) = counts.get();
            counts.set((cases + u64::from(is_new), steered + u64::from(is_steered)));
            let Some((case, _)) = case else { return test(value) };
            let mut result = None;
            let mut value = Some(value);
            let mut run = || {
                let value = value.take();
                result = value.map(|value| catch_unwind(AssertUnwindSafe(|| test(value))));
            };
            let state = &mut *state.borrow_mut();
            if let Err(error) = state.search.execute(&case, is_steered, &mut run) {
                state.ended.get_or_insert(error);
            }
            match result {
                // Cases that repeat values break assumptions more often than plain ones, and
                // proptest gives up after some of these.
                Some(Ok(Err(TestCaseError::Reject(_)))) if is_steered => Ok(()),
                Some(Ok(result)) => result,
                Some(Err(panic)) => resume_unwind(panic),
                None => unreachable!("a campaign executes each test"),
            }
        });
        let State { search, ended, playback, .. } = state.into_inner();
        let (cases, steered) = counts.get();
        self.forks = playback.forks();
        self.progress = Progress {
            cases,
            steered,
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
        let why = if self.forks { " (the strategy forks its generator)" } else { "" };
        writeln!(f, "\tsteered: {steered} of {cases} cases{why}")?;
        writeln!(f, "\tcovered: {covered} of {goals} branches of instrumented functions")
    }
}
