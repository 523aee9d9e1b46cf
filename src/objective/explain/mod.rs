//! Explanations of the value of a goal.

mod describe;
mod explanation;

pub(super) use explanation::explain;
pub use explanation::{Cause, Explanation};
