//! Records: the observations of executions as plain data.
//!
//! - [`Record`] keeps the observations, and answers the questions of goals. Records can be merged
//!   and compared; with the feature `serde`, they can be written and read.
//! - [`Trace::record`](crate::execution::Trace::record) makes a record of a trace, and
//!   [`Trace::merge`](crate::execution::Trace::merge) merges a record into a trace.
//! - [`Record::of`] makes a record of a store of your own.

mod frozen;
mod of_store;
mod of_trace;
#[cfg(feature = "serde")]
mod plain;
mod rows;

pub use frozen::Record;
