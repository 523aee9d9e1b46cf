//! Results of experiments.
//!
//! | item | is |
//! |---|---|
//! | [`Outcome`] | the outcome of one search |
//! | [`Search`] | which search it was: subject, technique, seed |
//! | [`Results`] | outcomes of many searches |

mod collection;
mod outcome;

pub use collection::{Results, Search};
pub use outcome::{Covered, Outcome};
