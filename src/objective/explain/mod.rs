//! Why a goal has its value.

mod describe;
mod explanation;
mod reason;

pub use explanation::{Cause, Explanation};
pub(super) use reason::explain;
