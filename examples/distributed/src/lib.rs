//! A population of tests, evaluated on many workers: threads, or processes that talk over the
//! network.
//!
//! - [`evaluate`] runs tests and folds what they tell into a [`Part`]: the best test for each goal,
//!   how near the population came to each, the mean distance of each branch, and what all runs
//!   together observed.
//! - Parts are plain data and merge in any order, so [`dataflow`] lets every worker evaluate the
//!   tests that it is given, and folds the parts as they arrive.

pub mod dataflow;
pub mod evaluate;
mod subject;

pub use evaluate::{Part, Test, alone, population};
