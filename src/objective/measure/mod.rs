//! Objectives, and the observations that they are measured on.

mod in_copies;
mod mismatch;
pub(super) mod needs;
pub(super) mod objective;
mod observed;
mod reads;
mod tables;

pub use mismatch::{NotRecorded, ObserveError, Reader};
pub use needs::Needs;
pub use objective::{Objective, from_fn};
pub use observed::Observed;
pub(super) use tables::{Copies, Span};
pub use tables::{LiveRow, Tables, Unmeasured};
