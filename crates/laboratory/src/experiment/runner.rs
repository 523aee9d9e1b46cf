//! Runs of experiments: in parallel, and resumed.

use super::store::{Key, Store, StoreError};
use super::value::Experiment;
use crate::results::{Outcome, Results, Search};
use crate::subject::{Subject, Suite};
use crate::technique::{Run, SearchError, Technique};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Progress of an experiment.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Number of searches that are done, including those that the store had before.
    pub done: usize,
    /// Number of searches of the experiment.
    pub total: usize,
    /// The search that was done last.
    pub search: &'a Search,
    /// Its outcome.
    pub outcome: &'a Outcome,
}

/// Reason why an experiment ended early. The store has all outcomes of the searches before.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExperimentError {
    /// A search failed.
    #[error("technique {:?} on subject {:?} with seed {}: {error}", search.technique, search.subject, search.seed)]
    Search {
        /// The search.
        search: Search,
        /// Its error.
        error: Box<SearchError>,
    },
    /// The system refused to create a thread.
    #[error("no thread for the searches: {0}")]
    Threads(std::io::Error),
    /// The store could not be written.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Size of the stack of a thread in bytes. Functions that call themselves for every element of an input need more than usual.
const STACK: usize = 64 << 20;

/// A search to do.
struct Job<'e> {
    subject: &'e dyn Subject,
    technique: &'e dyn Technique,
    seed: u64,
}

impl Job<'_> {
    fn search(&self) -> Search {
        let (subject, technique) = (self.subject.name().to_owned(), self.technique.name().to_owned());
        Search { subject, technique, seed: self.seed }
    }
}

impl Experiment {
    /// Does all searches that the store does not have, and returns the outcomes of all.
    ///
    /// Each outcome is in the store before the next search of the same thread begins, so an experiment that was interrupted loses at most
    /// what its threads were doing. With the same store it goes on, and has the same results as without the interruption. Searches of
    /// the same subject, technique, seed, budget and goals are shared by all experiments with this store: if you change what a technique or
    /// a subject does, change its name, or take another store.
    ///
    /// `progress` is called after each search, on the thread that called this method. Panics of subjects are results, and print nothing.
    ///
    /// # Errors
    ///
    /// [`ExperimentError`] if a search fails, or the store cannot be written. Searches that are under way end first.
    pub fn run(&self, subjects: &Suite, store: &mut Store, progress: impl FnMut(Progress<'_>)) -> Result<Results, ExperimentError> {
        self.run_on(subjects, |_| true, store, progress)
    }

    /// Does the same as [`run`](Self::run) with the subjects whose names `choose` accepts.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn run_on(
        &self,
        subjects: &Suite,
        choose: impl Fn(&str) -> bool,
        store: &mut Store,
        mut progress: impl FnMut(Progress<'_>),
    ) -> Result<Results, ExperimentError> {
        let setting = self.setting();
        let key = |search: &Search| Key::new(search, &setting);
        let (mut results, mut jobs) = (Results::new(), Vec::new());
        // All subjects and techniques with one seed, then with the next, so that an early look at the results sees all of them.
        for seed in 0..self.seeds {
            for subject in subjects.iter().filter(|subject| choose(subject.name())) {
                for technique in self.techniques() {
                    let job = Job { subject, technique, seed };
                    let search = job.search();
                    match store.get(&key(&search)) {
                        Some(outcome) => results.add(search, outcome.clone()),
                        None => jobs.push(job),
                    }
                }
            }
        }
        let total = results.len() + jobs.len();
        let (next, jobs) = (AtomicUsize::new(0), &jobs);
        let (send, receive) = mpsc::channel();
        thread::scope(|scope| {
            let mut workers = 0;
            for _ in 0..self.threads.min(jobs.len()) {
                let (worker, next) = (send.clone(), &next);
                let work = move || {
                    while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if worker.send((job.search(), self.search(job))).is_err() {
                            break;
                        }
                    }
                };
                match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                    Ok(_) => workers += 1,
                    // Those that there are do the work.
                    Err(_) if workers > 0 => break,
                    Err(error) => return Err(ExperimentError::Threads(error)),
                }
            }
            drop(send);
            let stop = || next.store(jobs.len(), Ordering::Relaxed);
            let mut failed = None;
            for (search, result) in receive {
                let saved = match result {
                    Ok(outcome) => store.add(key(&search), &outcome).map(|()| outcome).map_err(ExperimentError::from),
                    Err(error) => Err(ExperimentError::Search { search: search.clone(), error: Box::new(error) }),
                };
                match saved {
                    Ok(outcome) => {
                        results.add(search.clone(), outcome);
                        if let Some(outcome) = results.get(&search) {
                            progress(Progress { done: results.len(), total, search: &search, outcome });
                        }
                    }
                    Err(error) => {
                        stop();
                        failed.get_or_insert(error);
                    }
                }
            }
            match failed {
                Some(error) => Err(error),
                None => Ok(results),
            }
        })
    }

    /// Does a search. A panic of the technique, or of hooks, is an error of this search.
    fn search(&self, job: &Job<'_>) -> Result<Outcome, SearchError> {
        let mut run = Run::new(job.subject, job.seed, self.budget, self.count.clone());
        match catch_unwind(AssertUnwindSafe(|| job.technique.search(&mut run))) {
            Ok(result) => result.map(|()| run.finish()),
            Err(payload) => {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
                Err(SearchError::Other(format!("it panicked: {text}").into()))
            }
        }
    }

    /// Returns the outcomes that the store has of this experiment.
    #[must_use]
    pub fn known(&self, subjects: &Suite, store: &Store) -> Results {
        let setting = self.setting();
        let mut results = Results::new();
        for subject in subjects.iter() {
            for technique in self.techniques() {
                for seed in 0..self.seeds {
                    let search = Job { subject, technique, seed }.search();
                    if let Some(outcome) = store.get(&Key::new(&search, &setting)) {
                        results.add(search, outcome.clone());
                    }
                }
            }
        }
        results
    }
}
