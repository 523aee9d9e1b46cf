//! Experiments that compare techniques of search-based software testing.
#![forbid(unsafe_code)]

pub mod inputs;
pub mod report;
pub mod results;
pub mod statistics;
pub mod subject;
