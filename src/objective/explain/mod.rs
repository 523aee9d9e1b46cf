//! Explanations of the value of a goal.

mod describe;
mod explanation;
mod reason;

pub use explanation::{Cause, Explanation};
pub(super) use reason::explain;
