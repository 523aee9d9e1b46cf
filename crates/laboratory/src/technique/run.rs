//! One search.

use super::{Budget, Count, SearchError};
use crate::inputs::{Random, Shape};
use crate::results::{Covered, Outcome};
use crate::subject::{Subject, Test};
use sbst::Campaign;
use sbst::campaign::{self, CampaignBuilder, CampaignError};
use sbst::execution::Trace;
use sbst::flow::Lines;
use sbst::id::Function;
use sbst::id::GoalId;
use sbst::objective::{Criterion, Goal, Goals, ImplicitExceptionCoverage, Program};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// One search: of a technique on a subject, with a seed and a budget.
///
/// The run creates the campaign, so that the goals that count are the first ones; executes the
/// tests, and notes when goals are covered; and says when the search is over. Executions after that
/// count for nothing.
pub struct Run<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    budget: Budget,
    count: Count,
    start: Instant,
    known: Arc<Mutex<Known>>,
    /// Of the goals that are known beforehand: whether they were covered.
    covered: Vec<bool>,
    /// Number of those that were not.
    open: usize,
    /// Goals that count and were discovered.
    discovered: Vec<Goal>,
    /// Methods that threw an implicit exception, if those count.
    threw: BTreeSet<Function>,
    outcome: Outcome,
}

/// What is known of the program when the campaign is built.
#[derive(Debug, Default)]
struct Known {
    /// Number of goals that count, by criterion. They are the first ones of the campaign.
    parts: Vec<u32>,
    methods: BTreeSet<Function>,
    lines: Lines,
}

impl Known {
    fn of(criteria: &[Criterion], program: &Program<'_>, goals: &Goals<Trace>) -> Self {
        let number = |criterion| {
            goals.ids().filter(|&id| goals.goal(id).criterion() == Some(criterion)).count() as u32
        };
        let methods = program.methods().iter().map(|method| method.function).collect();
        let lines = program.lines().cloned().unwrap_or_default();
        Self { parts: criteria.iter().copied().map(number).collect(), methods, lines }
    }
}

impl<'s> Run<'s> {
    /// Starts a search.
    #[must_use]
    pub fn new(subject: &'s dyn Subject, seed: u64, budget: Budget, count: Count) -> Self {
        let (covered, open, discovered, threw) = (Vec::new(), 0, Vec::new(), BTreeSet::new());
        let (start, known, outcome) = (Instant::now(), Arc::default(), Outcome::default());
        Self {
            subject,
            seed,
            budget,
            count,
            start,
            known,
            covered,
            open,
            discovered,
            threw,
            outcome,
        }
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

    /// Returns random numbers for a purpose. Two purposes have unrelated numbers. All techniques
    /// get the same numbers for the same purpose, so that they begin with the same tests: take
    /// `"tests"` for the tests themselves.
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
        let (known, criteria) = (Arc::clone(&self.known), self.count.criteria().to_owned());
        let builder = self.subject.campaign()?.criteria(criteria.iter().copied());
        Ok(builder.goals(move |program, goals| {
            *known.lock().unwrap_or_else(PoisonError::into_inner) =
                Known::of(&criteria, program, goals);
        }))
    }

    /// Returns the lines of the program. There are none before the campaign is built.
    #[must_use]
    pub fn lines(&self) -> Lines {
        self.known().lines.clone()
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Executes a test, and counts the goals that it covers first.
    ///
    /// # Errors
    ///
    /// Those of [`Campaign::watch`] and [`Campaign::run`], for which the execution counts all the
    /// same; and if the campaign was not built by [`campaign`](Self::campaign).
    pub fn execute<'c, C: Ord + Clone>(
        &mut self,
        campaign: &'c mut Campaign<Test, Trace, C>,
        test: &Test,
    ) -> Result<campaign::Achieved<'c, Trace>, SearchError> {
        let is_over = self.is_over();
        if self.outcome.executions == 0 {
            let parts = self.known().parts.clone();
            self.begin(parts);
        }
        if self.outcome.parts.is_empty() || campaign.goals().len() < self.goals() {
            return Err(SearchError::Other(
                "the campaign is not one that the run has created".into(),
            ));
        }
        if is_over {
            return Ok(self.subject.code().execute(campaign, test)?);
        }
        self.outcome.executions += 1;
        let outcome = self.subject.code().execute(campaign, test)?;
        for &goal in outcome.covered {
            self.cover(goal, &outcome.goals.goal(goal));
        }
        if self.count.has_implicit_exceptions() {
            let (mut threw, known) =
                (ImplicitExceptionCoverage::default(), Arc::clone(&self.known));
            let known = known.lock().unwrap_or_else(PoisonError::into_inner);
            threw.see(outcome.run, |function| known.methods.contains(&function));
            for method in threw.methods {
                if self.threw.insert(method) {
                    self.discover();
                }
            }
        }
        Ok(outcome)
    }

    /// Begins a search without a campaign. `goals` is the number of goals that count.
    ///
    /// Such a search executes tests itself, and calls [`executed`](Self::executed) after each of
    /// them.
    pub fn pursue(&mut self, goals: u32) {
        self.begin(vec![goals]);
    }

    fn begin(&mut self, parts: Vec<u32>) {
        self.outcome.goals = parts.iter().sum();
        self.outcome.parts = parts;
        self.open = self.outcome.goals as usize;
        self.covered = vec![false; self.open];
    }

    /// Counts an execution of a search without a campaign, which covered these goals. Their numbers
    /// are below that of [`pursue`](Self::pursue); others, and goals that were covered before, are
    /// ignored.
    pub fn executed(&mut self, covered: impl IntoIterator<Item = u32>) {
        if self.is_over() {
            return;
        }
        self.outcome.executions += 1;
        for goal in covered {
            self.first(goal);
        }
    }

    fn cover(&mut self, goal: GoalId, identity: &Goal) {
        if goal.index() < self.covered.len() {
            self.first(goal.number());
        } else if self.count.has_exceptions()
            && identity.criterion() == Some(Criterion::Exception)
            // Another campaign may have other numbers for what it discovers.
            && !self.discovered.contains(identity)
        {
            self.discovered.push(*identity);
            self.discover();
        }
    }

    /// Counts a goal that was known beforehand, if it was not covered before.
    fn first(&mut self, goal: u32) {
        let execution = self.outcome.executions;
        if let Some(covered) = self.covered.get_mut(goal as usize)
            && !std::mem::replace(covered, true)
        {
            self.open -= 1;
            self.outcome.covered.push(Covered { goal, execution });
        }
    }

    /// Counts a goal that was discovered.
    fn discover(&mut self) {
        let known = self.outcome.covered.len() - (self.covered.len() - self.open);
        let goal = self.outcome.goals + known as u32;
        self.outcome.covered.push(Covered { goal, execution: self.outcome.executions });
    }

    /// Counts only these of the goals that are known beforehand: for a search that generates fewer
    /// tests than it executed.
    pub fn retain(&mut self, is_kept: impl Fn(u32) -> bool) {
        let goals = self.outcome.goals;
        self.outcome.covered.retain(|covered| covered.goal >= goals || is_kept(covered.goal));
    }

    /// Returns `true` if the budget is used up, or all goals that count are covered and no more can
    /// be discovered.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let used_up = match self.budget {
            Budget::Executions(executions) => self.outcome.executions >= executions,
            Budget::Time(time) => self.start.elapsed() >= time,
        };
        let discovers = self.count.has_exceptions() || self.count.has_implicit_exceptions();
        // Before the first execution the number of goals is not known.
        used_up || !discovers && self.outcome.executions > 0 && self.open == 0
    }

    /// Returns the share of the budget that is used up, in [0, 1].
    #[must_use]
    pub fn progress(&self) -> f64 {
        let share = match self.budget {
            Budget::Executions(executions) => {
                self.outcome.executions as f64 / executions.max(1) as f64
            }
            Budget::Time(time) => {
                self.start.elapsed().as_secs_f64() / time.as_secs_f64().max(f64::MIN_POSITIVE)
            }
        };
        share.min(1.0)
    }

    /// Returns the number of executions so far.
    #[must_use]
    pub const fn executions(&self) -> u64 {
        self.outcome.executions
    }

    /// Returns the number of goals that count and are known beforehand: the first ones of the
    /// campaign. Returns 0 before the campaign is built.
    #[must_use]
    pub fn goals(&self) -> usize {
        if self.outcome.parts.is_empty() {
            self.known().parts.iter().sum::<u32>() as usize
        } else {
            self.covered.len()
        }
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
        if self.outcome.parts.is_empty() {
            // Not a single execution.
            let parts = self.known().parts.clone();
            self.begin(parts);
        }
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
