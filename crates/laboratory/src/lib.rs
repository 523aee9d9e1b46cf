//! Experiments that compare techniques of search-based software testing.
#![forbid(unsafe_code)]

pub mod claims;
pub mod command;
pub mod experiment;
pub mod inputs;
pub mod results;
pub mod search;
pub mod statistics;
pub mod subject;
pub mod technique;
