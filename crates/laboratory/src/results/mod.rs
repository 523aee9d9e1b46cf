//! Results of experiments.
//!
//! | item | is |
//! |---|---|
//! | [`Outcome`] | the outcome of one search |
//! | [`Search`] | which search it was: subject, technique, seed |
//! | [`Results`] | outcomes of many searches |

mod outcome;
mod results;

pub use outcome::{Covered, Outcome};
pub use results::{Results, Search};
