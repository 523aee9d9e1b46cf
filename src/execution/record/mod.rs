//! Frozen executions, made of traces and of stores.

mod capability;
mod frozen;
mod of_store;
mod of_trace;
#[cfg(feature = "serde")]
mod plain;
mod rows;

pub use capability::Capability;
pub use frozen::Record;
