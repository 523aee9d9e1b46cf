//! Surveys: the landscapes of many subjects, in parallel.

use super::{Formula, Landscape, LandscapeSettings};
use crate::subject::{Subject, Suite};
use sbst::campaign::CampaignError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// The landscapes of one subject under several formulas.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct SubjectLandscapes {
    /// Name of the subject.
    pub subject: String,
    /// [Family](Subject::family) of the subject.
    pub family: String,
    /// `true` if inputs of the subject contain texts or bytes.
    pub has_text: bool,
    /// Landscapes, in the order of the formulas.
    pub landscapes: Vec<Landscape>,
}

/// Progress of a [`survey`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SurveyProgress<'a> {
    /// Number of landscapes that are done.
    pub done: usize,
    /// Number of landscapes of the survey.
    pub total: usize,
    /// Name of the subject whose landscape was done last.
    pub subject: &'a str,
}

/// Reason why a survey ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurveyError {
    /// A subject has no legal control flow, or an execution does not fit it.
    #[error("{subject}: {error}")]
    Subject {
        /// Name of the subject.
        subject: String,
        /// Its error.
        error: Box<CampaignError>,
    },
    /// The system refused to create a thread.
    #[error("no thread for the walks: {0}")]
    Threads(std::io::Error),
}

/// Size of the stack of a thread in bytes. Functions that call themselves for every element of an input need more than usual.
const STACK: usize = 64 << 20;

/// Measures the landscapes of all subjects under all formulas. Returns them in the order of the subjects.
///
/// The landscapes do not depend on the number of threads, which is at least 1. `progress` is called after each landscape, on the thread
/// that called this function. The costs are those of [`Landscape::of`] for each subject and formula.
///
/// # Errors
///
/// [`SurveyError`] of the first subject, in the order of the suite, that cannot be measured. Landscapes that are under way end first.
///
/// ```
/// use sbst_laboratory::landscape::{Formula, LandscapeSettings, survey};
/// use sbst_laboratory::subject::Suite;
///
/// let subjects = Suite::new(); // yours
/// let found = survey(&subjects, &[Formula::new("pairs")], &LandscapeSettings::default(), 2, |_| {})?;
/// assert!(found.is_empty());
/// # Ok::<(), sbst_laboratory::landscape::SurveyError>(())
/// ```
pub fn survey(
    subjects: &Suite,
    formulas: &[Formula],
    settings: &LandscapeSettings,
    threads: usize,
    mut progress: impl FnMut(SurveyProgress<'_>),
) -> Result<Vec<SubjectLandscapes>, SurveyError> {
    let jobs: Vec<(&dyn Subject, &Formula)> =
        subjects.iter().flat_map(|subject| formulas.iter().map(move |formula| (subject, formula))).collect();
    let (next, jobs) = (AtomicUsize::new(0), &jobs);
    let mut found: Vec<Option<Result<Landscape, CampaignError>>> = jobs.iter().map(|_| None).collect();
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        let mut workers = 0;
        for _ in 0..threads.max(1).min(jobs.len()) {
            let (worker, next) = (send.clone(), &next);
            let work = move || {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some((subject, formula)) = jobs.get(at) else { break };
                    if worker.send((at, Landscape::of(*subject, formula, settings))).is_err() {
                        break;
                    }
                }
            };
            match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work) {
                Ok(_) => workers += 1,
                // The threads that there are do the work.
                Err(_) if workers > 0 => break,
                Err(error) => return Err(SurveyError::Threads(error)),
            }
        }
        drop(send);
        for (done, (at, result)) in receive.into_iter().enumerate() {
            if result.is_err() {
                next.store(jobs.len(), Ordering::Relaxed);
            }
            found[at] = Some(result);
            progress(SurveyProgress { done: done + 1, total: jobs.len(), subject: jobs[at].0.name() });
        }
        Ok(())
    })?;
    let mut found = found.into_iter();
    let mut surveyed = Vec::new();
    for subject in subjects.iter() {
        let mut landscapes = Vec::new();
        // Landscapes are missing only after an error of a subject. Jobs start in order, so no landscape before the first error is
        // missing.
        for result in found.by_ref().take(formulas.len()).flatten() {
            let name = || subject.name().to_owned();
            landscapes.push(result.map_err(|error| SurveyError::Subject { subject: name(), error: Box::new(error) })?);
        }
        let (name, family, has_text) = (subject.name().to_owned(), subject.family().to_owned(), subject.shape().has_text());
        surveyed.push(SubjectLandscapes { subject: name, family, has_text, landscapes });
    }
    Ok(surveyed)
}
