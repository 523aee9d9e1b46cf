//! Techniques, and the run of one of them on a subject.
//!
//! | item | is |
//! |---|---|
//! | [`Technique`] | a way to search for tests |
//! | [`Run`] | one search: counts executions and goals, ends when the budget is used up |
//! | [`Budget`] | the number of executions, or the time, that a search may take |
//! | [`Count`] | the goals that count |
//!
//! Most techniques are settings of the searches in [`search`](crate::search). Implement
//! [`Technique`] for searches of your own:
//!
//! ```
//! use sbst::Campaign;
//! use sbst::fitness::Fitness;
//! use sbst_laboratory::subject::Test;
//! use sbst_laboratory::technique::{Run, SearchError, Technique};
//! use std::sync::Arc;
//!
//! /// Changes the nearest test of one goal at a time. The newer of two equally near tests stays, so that plateaus are crossed.
//! struct Climber;
//!
//! impl Technique for Climber {
//!     fn name(&self) -> &str {
//!         "climber"
//!     }
//!
//!     fn search(&self, run: &mut Run<'_>) -> Result<(), SearchError> {
//!         // A campaign keeps the first of two equal tests, so the climber keeps its own.
//!         let mut campaign: Campaign<Test> = run.campaign()?.build()?;
//!         let mut random = run.random("climber");
//!         while !run.is_over() {
//!             let mut parent = Arc::new(run.shape().make(&mut random));
//!             let mut nearest = Fitness::NEVER;
//!             let Some(goal) = campaign.next_goal(random.unit()) else { break };
//!             for _ in 0..100 {
//!                 let child = Arc::new(run.shape().change(&parent, &mut random));
//!                 let value = run.execute(&mut campaign, &child)?.row[goal.index()];
//!                 if value <= nearest {
//!                     (parent, nearest) = (child, value);
//!                 }
//!                 if value.is_covered() || run.is_over() {
//!                     break;
//!                 }
//!             }
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
    /// Returns the name, by which results are stored. It may consist of any characters. Two
    /// techniques that differ in anything should have different names.
    fn name(&self) -> &str;

    /// Searches until the run [is over](Run::is_over). All executions must go through
    /// [`Run::execute`], which counts them.
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
