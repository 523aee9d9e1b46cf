//! Results of experiments.
//!
//! | item | is |
//! |---|---|
//! | [`Outcome`] | the outcome of one search |
//! | [`Measure`] | what a search is judged by |
//! | [`Search`] | which search it was: subject, technique, seed |
//! | [`Results`] | outcomes of many searches |

mod collection;
mod measure;
mod outcome;

pub use collection::{Results, Search};
pub use measure::{Measure, budget};
pub use outcome::{Covered, Outcome};
