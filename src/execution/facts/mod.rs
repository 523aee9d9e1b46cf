//! What executions answer: the two questions of every execution, and the facts beside them.
//!
//! - [`Execution`] has the two questions that every executor answers.
//! - [`Facts`] has all other questions; a store answers those that it can, and says which.
//! - A [`Plane`] is a graph with what an execution did in it: [`On`] turns the answers about one
//!   into an execution that can be swept. A [`Fact`] is the name of what an execution may know.
//! - Slices of executions answer like one execution (a test suite). References and smart pointers
//!   pass questions on.
//! - [`taken`](taken()) lists the branches that an execution took.

mod effects;
mod execution;
mod fact;
mod forward;
mod questions;
mod slice;

pub use effects::Effect;
pub(in crate::execution) use execution::sorted;
pub use execution::{Execution, taken};
pub use fact::{Fact, HistoryId, Plane};
pub use forward::On;
pub(crate) use forward::{facts_of, methods};
pub use questions::Facts;
