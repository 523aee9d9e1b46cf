//! Objectives, and the observations that they are measured on.

mod in_copies;
mod mismatch;
pub(super) mod needs;
pub(super) mod objective;
mod observed;
mod reads;

pub use mismatch::{NotRecorded, ObserveError, Reader};
pub use needs::Needs;
pub use objective::{Objective, from_fn};
pub use observed::{Observed, Tables};
