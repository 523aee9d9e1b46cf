//! Several experiments at a time.

use super::runner::{ExperimentError, Job, Progress, run};
use super::store::{Key, Store};
use super::value::Experiment;
use crate::results::Results;
use crate::subject::{Subject, Suite};
use std::collections::BTreeSet;

/// Experiments that are done together, each with its own subjects: [`run`](Self::run) does a search
/// that several of them need once.
#[derive(Default)]
pub struct Plan<'e> {
    parts: Vec<(Experiment, Vec<&'e dyn Subject>)>,
}

impl<'e> Plan<'e> {
    /// Creates a plan without experiments.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an experiment.
    #[must_use]
    pub fn with(
        mut self,
        experiment: Experiment,
        subjects: impl IntoIterator<Item = &'e dyn Subject>,
    ) -> Self {
        self.parts.push((experiment, subjects.into_iter().collect()));
        self
    }

    /// Does all searches that the store does not have, and returns the outcomes of each experiment,
    /// in the order in which they were added.
    ///
    /// The searches of all experiments with one seed come before those with the next seed. So an
    /// early look at the store sees all experiments with few seeds. They are done by as many
    /// threads as the first experiment has. See [`Experiment::run`] for interruptions and errors.
    ///
    /// # Errors
    ///
    /// Those of [`Experiment::run`].
    pub fn run(
        &self,
        store: &mut Store,
        progress: impl FnMut(Progress<'_>),
    ) -> Result<Vec<Results>, ExperimentError> {
        let jobs = self.jobs(store);
        let total = self.keys().len();
        run(
            &jobs,
            total - jobs.len(),
            total,
            self.parts.first().map_or(1, |(first, _)| first.threads),
            store,
            progress,
        )?;
        Ok(self.known(store))
    }

    /// Returns the outcomes that the store has of each experiment, in the order in which they were
    /// added.
    #[must_use]
    pub fn known(&self, store: &Store) -> Vec<Results> {
        let known = |(experiment, subjects): &(Experiment, Vec<&'e dyn Subject>)| {
            let setting = experiment.setting();
            let mut results = Results::new();
            for seed in 0..experiment.seeds {
                for job in jobs(experiment, subjects, seed) {
                    let search = job.search();
                    if let Some(outcome) = store.get(&Key::new(&search, &setting)) {
                        results.add(search, outcome.clone());
                    }
                }
            }
            results
        };
        self.parts.iter().map(known).collect()
    }

    /// Returns the number of searches, and how many of them the store has.
    #[must_use]
    pub fn size(&self, store: &Store) -> (usize, usize) {
        let keys = self.keys();
        (keys.len(), keys.iter().filter(|key| store.get(key).is_some()).count())
    }

    fn keys(&self) -> BTreeSet<Key> {
        let mut keys = BTreeSet::new();
        for (experiment, subjects) in &self.parts {
            let setting = experiment.setting();
            for seed in 0..experiment.seeds {
                keys.extend(
                    jobs(experiment, subjects, seed).map(|job| Key::new(&job.search(), &setting)),
                );
            }
        }
        keys
    }

    /// Returns the searches to do, each once.
    fn jobs<'p>(&'p self, store: &Store) -> Vec<Job<'p>> {
        let (mut seen, mut todo) = (BTreeSet::new(), Vec::new());
        for seed in 0..self.parts.iter().map(|(experiment, _)| experiment.seeds).max().unwrap_or(0)
        {
            for (experiment, subjects) in
                self.parts.iter().filter(|(experiment, _)| seed < experiment.seeds)
            {
                let setting = experiment.setting();
                for job in jobs(experiment, subjects, seed) {
                    let key = Key::new(&job.search(), &setting);
                    if store.get(&key).is_none() && seen.insert(key) {
                        todo.push(job);
                    }
                }
            }
        }
        todo
    }
}

impl std::fmt::Debug for Plan<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_list().entries(self.parts.iter().map(|(experiment, _)| experiment)).finish()
    }
}

/// Returns the searches of an experiment with one seed.
fn jobs<'e>(
    experiment: &'e Experiment,
    subjects: &'e [&'e dyn Subject],
    seed: u64,
) -> impl Iterator<Item = Job<'e>> {
    let of = move |&subject: &&'e dyn Subject| {
        experiment.techniques().map(move |technique| Job { experiment, subject, technique, seed })
    };
    subjects.iter().flat_map(of)
}

impl Experiment {
    /// Does all searches that the store does not have, and returns the outcomes of all.
    ///
    /// Each outcome is in the store before the next search of the same thread begins, so an
    /// experiment that was interrupted loses at most what its threads were doing. With the same
    /// store it goes on, and has the same results as without the interruption. Searches of the same
    /// subject, technique, seed, budget and goals are shared by all experiments with this store: if
    /// you change what a technique or a subject does, change its name, or take another store.
    ///
    /// `progress` is called after each search, on the thread that called this method. Panics of
    /// subjects are results, and print nothing.
    ///
    /// # Errors
    ///
    /// [`ExperimentError`] if a search fails, or the store cannot be written. Searches that are
    /// under way end first.
    pub fn run(
        &self,
        subjects: &Suite,
        store: &mut Store,
        progress: impl FnMut(Progress<'_>),
    ) -> Result<Results, ExperimentError> {
        let results = Plan::new().with(self.clone(), subjects.iter()).run(store, progress)?;
        Ok(results.into_iter().next().unwrap_or_default())
    }

    /// Returns the outcomes that the store has of this experiment.
    #[must_use]
    pub fn known(&self, subjects: &Suite, store: &Store) -> Results {
        Plan::new()
            .with(self.clone(), subjects.iter())
            .known(store)
            .into_iter()
            .next()
            .unwrap_or_default()
    }
}
