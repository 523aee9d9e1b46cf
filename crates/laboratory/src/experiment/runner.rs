//! Searches in parallel.

use super::store::{Key, Store, StoreError};
use super::value::Experiment;
use crate::parallel::in_parallel;
use crate::results::{Outcome, Search};
use crate::subject::Subject;
use crate::technique::{Run, SearchError, Technique};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

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
    #[error("technique {:?} on subject {:?} with seed {}: \
        {error}", search.technique, search.subject, search.seed)]
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

/// A search to do.
pub(super) struct Job<'e> {
    pub(super) experiment: &'e Experiment,
    pub(super) subject: &'e dyn Subject,
    pub(super) technique: &'e dyn Technique,
    pub(super) seed: u64,
}

impl Job<'_> {
    pub(super) fn search(&self) -> Search {
        let (subject, technique) =
            (self.subject.name().to_owned(), self.technique.name().to_owned());
        Search { subject, technique, seed: self.seed }
    }

    /// Does the search. A panic of the technique, or of hooks, is an error of this search.
    fn run(&self) -> Result<Outcome, SearchError> {
        let Self { experiment, subject, technique, seed } = *self;
        let mut run = Run::new(subject, seed, experiment.budget, experiment.count.clone());
        match catch_unwind(AssertUnwindSafe(|| technique.search(&mut run))) {
            Ok(result) => result.map(|()| run.finish()),
            Err(payload) => {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text
                    .or_else(|| payload.downcast_ref::<&str>().copied())
                    .unwrap_or("no message");
                Err(SearchError::Other(format!("it panicked: {text}").into()))
            }
        }
    }
}

/// Does searches in parallel. `done` of `total` were done before.
pub(super) fn run(
    jobs: &[Job<'_>],
    mut done: usize,
    total: usize,
    threads: usize,
    store: &mut Store,
    mut progress: impl FnMut(Progress<'_>),
) -> Result<(), ExperimentError> {
    let mut failed = None;
    let take = |at: usize, result| {
        let job: &Job<'_> = &jobs[at];
        let search = job.search();
        let saved = match result {
            Ok(outcome) => store
                .add(Key::new(&search, &job.experiment.setting()), &outcome)
                .map(|()| outcome)
                .map_err(Into::into),
            Err(error) => {
                Err(ExperimentError::Search { search: search.clone(), error: Box::new(error) })
            }
        };
        match saved {
            Ok(outcome) => {
                done += 1;
                progress(Progress { done, total, search: &search, outcome: &outcome });
                ControlFlow::Continue(())
            }
            Err(error) => {
                failed.get_or_insert(error);
                ControlFlow::Break(())
            }
        }
    };
    in_parallel(jobs, threads, Job::run, take).map_err(ExperimentError::Threads)?;
    failed.map_or(Ok(()), Err)
}
