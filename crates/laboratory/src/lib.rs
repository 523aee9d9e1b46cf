//! Experiments that compare techniques of search-based software testing.
#![forbid(unsafe_code)]

pub mod inputs;
pub mod landscape;
pub mod results;
pub mod subject;
