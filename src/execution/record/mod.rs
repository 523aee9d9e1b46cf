//! Records of executions, made from traces and from stores of your own.

mod capability;
mod frozen;
mod of_store;
mod of_trace;
#[cfg(feature = "serde")]
mod plain;
mod rows;

pub use capability::Capability;
pub use frozen::Record;
