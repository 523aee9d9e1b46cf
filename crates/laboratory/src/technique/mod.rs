//! Techniques, and the run of one of them on a subject.
//!
//! | item | is |
//! |---|---|
//! | [`Technique`] | a way to search for tests |
//! | [`Run`] | one search: counts executions and goals, ends when the budget is used up |
//! | [`Budget`] | the number of executions, or the time, that a search may take |
//! | [`Count`] | the goals that count |
//!
//! Most techniques are settings of the searches in [`search`](crate::search). Implement [`Technique`] for searches of your own:
//!
//! ```
//! use sbst_laboratory::technique::{Run, SearchError, Technique};
//! use std::sync::Arc;
//!
//! /// Changes the test before, and never looks back.
//! struct Drift;
//!
//! impl Technique for Drift {
//!     fn name(&self) -> &str {
//!         "drift"
//!     }
//!
//!     fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError> {
//!         let (mut campaign, mut random) = (run.campaign()?.build()?, run.random("drift"));
//!         let mut test = Arc::new(run.shape().make(&mut random));
//!         while !run.is_over() {
//!             run.execute(&mut campaign, &test)?;
//!             test = Arc::new(run.shape().change(&test, &mut random));
//!         }
//!         Ok(())
//!     }
//! }
//! ```

mod budget;
mod run;

pub use budget::{Budget, Count};
pub use run::Run;

use sbst::campaign::CampaignError;

/// A way to search for tests.
pub trait Technique: Send + Sync {
    /// Returns the name, by which results are stored. It may consist of any characters. Two techniques that differ in anything should
    /// have different names.
    fn name(&self) -> &str;

    /// Searches until the run [is over](Run::is_over). All executions must go through [`Run::execute`], which counts them.
    ///
    /// # Errors
    ///
    /// Any. The experiment ends with this error, and keeps the outcomes of the searches before.
    fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError>;
}

/// Error of a search.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The campaign could not be built, or refused an execution.
    #[error("the campaign: {0}")]
    Campaign(#[from] CampaignError),
    /// An error of the technique or the subject.
    #[error("{0}")]
    Other(#[from] Box<dyn std::error::Error + Send + Sync>),
}
