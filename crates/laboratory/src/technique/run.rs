//! One search.

use super::{Budget, Count};
use crate::inputs::{Random, Shape};
use crate::results::{Covered, Outcome};
use crate::subject::{Subject, Test};
use sbst::Campaign;
use sbst::campaign::{self, CampaignBuilder, CampaignError};
use sbst::execution::Trace;
use sbst::id::GoalId;
use sbst::objective::{Criterion, Goal};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// One search: of a technique on a subject, with a seed and a budget.
///
/// The run creates the campaign, so that the goals that count are the first ones; executes the tests, and notes when goals are covered; and
/// says when the search is over.
pub struct Run<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    budget: Budget,
    count: Count,
    start: Instant,
    /// Goals of the campaign that count and are known beforehand. They are its first ones.
    known: Arc<AtomicUsize>,
    /// Of all goals of the campaign: whether they were counted.
    counted: Vec<bool>,
    outcome: Outcome,
}

impl<'s> Run<'s> {
    /// Starts a search.
    #[must_use]
    pub fn new(subject: &'s dyn Subject, seed: u64, budget: Budget, count: Count) -> Self {
        let (known, counted, outcome) = (Arc::default(), Vec::new(), Outcome::default());
        Self { subject, seed, budget, count, start: Instant::now(), known, counted, outcome }
    }

    /// Returns the subject.
    #[must_use]
    pub fn subject(&self) -> &'s dyn Subject {
        self.subject
    }

    /// Returns the set of inputs of the subject.
    #[must_use]
    pub fn shape(&self) -> &'s Shape {
        self.subject.shape()
    }

    /// Returns random numbers for a purpose. Two purposes have unrelated numbers. All techniques get the same numbers for the same purpose,
    /// so that they begin with the same tests: take `"tests"` for the tests themselves.
    #[must_use]
    pub fn random(&self, purpose: &str) -> Random {
        Random::named(self.seed, purpose)
    }

    /// Creates the campaign, with the goals that count. You may add settings and further goals.
    ///
    /// # Errors
    ///
    /// Those of [`Subject::campaign`].
    pub fn campaign(&self) -> Result<CampaignBuilder, CampaignError> {
        let known = Arc::clone(&self.known);
        let builder = self.subject.campaign()?.criteria(self.count.criteria().iter().copied());
        Ok(builder.goals(move |_, goals| known.store(goals.len(), Ordering::Relaxed)))
    }

    /// Executes a test, and counts the goals that it covers first.
    ///
    /// # Errors
    ///
    /// Those of [`Campaign::watch`] and [`Campaign::run`]. The execution counts all the same.
    pub fn execute<'c, C: Ord + Clone>(
        &mut self,
        campaign: &'c mut Campaign<Test, Trace, C>,
        test: &Test,
    ) -> Result<campaign::Outcome<'c, Trace>, CampaignError> {
        self.outcome.executions += 1;
        // A first test may cover nothing: the number of goals must be known all the same.
        self.outcome.goals = self.goals() as u32;
        let outcome = self.subject.code().execute(campaign, test)?;
        for &goal in outcome.covered {
            self.cover(goal, outcome.goals.goal(goal));
        }
        Ok(outcome)
    }

    /// Begins a search without a campaign. `goals` is the number of goals that count.
    ///
    /// Such a search executes tests itself, and calls [`executed`](Self::executed) after each of them.
    pub fn pursue(&mut self, goals: usize) {
        self.known.store(goals, Ordering::Relaxed);
        self.outcome.goals = goals as u32;
    }

    /// Counts an execution of a search without a campaign, which covered these goals. Their numbers are below that of
    /// [`pursue`](Self::pursue); others, and goals that were covered before, are ignored.
    pub fn executed(&mut self, covered: impl IntoIterator<Item = u32>) {
        self.outcome.executions += 1;
        let execution = self.outcome.executions;
        self.counted.resize(self.goals(), false);
        for goal in covered {
            if let Some(counted) = self.counted.get_mut(goal as usize)
                && !std::mem::replace(counted, true)
            {
                self.outcome.covered.push(Covered { goal, execution });
            }
        }
    }

    fn cover(&mut self, goal: GoalId, identity: Goal) {
        let known = self.known.load(Ordering::Relaxed);
        if self.counted.len() <= goal.index() {
            self.counted.resize(goal.index() + 1, false);
        }
        let discovered =
            identity.criterion() == Some(Criterion::Exception) && self.count.criteria().contains(&Criterion::Exception);
        if std::mem::replace(&mut self.counted[goal.index()], true) || goal.index() >= known && !discovered {
            return;
        }
        let number = if goal.index() < known {
            goal.number()
        } else {
            let others = self.outcome.covered.iter().filter(|covered| covered.goal >= known as u32).count();
            (known + others) as u32
        };
        self.outcome.covered.push(Covered { goal: number, execution: self.outcome.executions });
    }

    /// Returns `true` if the budget is used up, or all goals that count are covered and no more can be discovered.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let used_up = match self.budget {
            Budget::Executions(executions) => self.outcome.executions >= executions,
            Budget::Time(time) => self.start.elapsed() >= time,
        };
        let discovers = self.count.criteria().contains(&Criterion::Exception);
        // Before the first execution the number of goals is not known.
        used_up || !discovers && self.outcome.executions > 0 && self.outcome.is_complete()
    }

    /// Returns the share of the budget that is used up, in [0, 1].
    #[must_use]
    pub fn progress(&self) -> f64 {
        let share = match self.budget {
            Budget::Executions(executions) => self.outcome.executions as f64 / executions.max(1) as f64,
            Budget::Time(time) => self.start.elapsed().as_secs_f64() / time.as_secs_f64().max(f64::MIN_POSITIVE),
        };
        share.min(1.0)
    }

    /// Returns the number of executions so far.
    #[must_use]
    pub const fn executions(&self) -> u64 {
        self.outcome.executions
    }

    /// Returns the number of goals that count and are known beforehand: the first ones of the campaign. Returns 0 before the campaign is
    /// built.
    #[must_use]
    pub fn goals(&self) -> usize {
        self.known.load(Ordering::Relaxed)
    }

    /// Adds to a number that is reported with the outcome, such as how often a comparison decided.
    pub fn report(&mut self, name: &str, number: u64) {
        match self.outcome.counts.iter_mut().find(|(known, _)| known == name) {
            Some((_, count)) => *count += number,
            None => self.outcome.counts.push((name.to_owned(), number)),
        }
    }

    /// Ends the search, and returns its outcome.
    #[must_use]
    pub fn finish(mut self) -> Outcome {
        self.outcome.goals = self.goals() as u32;
        self.outcome.micros = self.start.elapsed().as_micros() as u64;
        self.outcome
    }
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = formatter.debug_struct("Run");
        text.field("subject", &self.subject.name())
            .field("seed", &self.seed)
            .field("outcome", &self.outcome)
            .finish_non_exhaustive()
    }
}
