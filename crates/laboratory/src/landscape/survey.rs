//! Surveys: the landscapes of many subjects, in parallel.

use super::{Formula, Landscape, LandscapeSettings};
use crate::parallel::in_parallel;
use crate::subject::{Subject, Suite};
use sbst::campaign::CampaignError;
use std::ops::ControlFlow;

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

/// Measures the landscapes of all subjects under all formulas. Returns them in the order of the
/// subjects.
///
/// The landscapes do not depend on the number of threads, which is at least 1. `progress` is called
/// after each landscape, on the thread that called this function. The costs are those of
/// [`Landscape::of`] for each subject and formula.
///
/// # Errors
///
/// [`SurveyError`] of the first subject, in the order of the suite, that cannot be measured.
/// Landscapes that are under way end first.
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
    let jobs: Vec<(&dyn Subject, &Formula)> = subjects
        .iter()
        .flat_map(|subject| formulas.iter().map(move |formula| (subject, formula)))
        .collect();
    let mut found: Vec<Option<Result<Landscape, CampaignError>>> =
        jobs.iter().map(|_| None).collect();
    let mut count = 0;
    let done = |at: usize, result: Result<_, _>| {
        let flow = if result.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        found[at] = Some(result);
        count += 1;
        progress(SurveyProgress { done: count, total: jobs.len(), subject: jobs[at].0.name() });
        flow
    };
    in_parallel(
        &jobs,
        threads,
        |&(subject, formula)| Landscape::of(subject, formula, settings),
        done,
    )
    .map_err(SurveyError::Threads)?;
    let mut found = found.into_iter();
    let mut surveyed = Vec::new();
    for subject in subjects.iter() {
        let mut landscapes = Vec::new();
        // Landscapes are missing only after an error of a subject. Jobs start in order, so no
        // landscape before the first error is missing.
        for result in found.by_ref().take(formulas.len()).flatten() {
            let name = || subject.name().to_owned();
            landscapes.push(result.map_err(|error| SurveyError::Subject {
                subject: name(),
                error: Box::new(error),
            })?);
        }
        let (name, family, has_text) =
            (subject.name().to_owned(), subject.family().to_owned(), subject.shape().has_text());
        surveyed.push(SubjectLandscapes { subject: name, family, has_text, landscapes });
    }
    Ok(surveyed)
}
