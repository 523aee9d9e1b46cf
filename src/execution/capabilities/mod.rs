//! The trait of executions, which all goals need, and the capabilities, which some goals need in
//! addition.
//!
//! - [`Execution`] has the two questions that every executor answers.
//! - Each capability is a trait of its own. The page of
//!   [`execution`](crate::execution#capabilities) lists them, with the goals that need them.
//!   [`AllCriteria`] puts the capabilities of all criteria together.
//! - [`Direct`], [`InCopies`] and [`Within`] turn the answers of a capability into an execution
//!   that can be swept.
//! - Slices of executions answer like one execution (a test suite). References and smart pointers
//!   pass questions on.
//! - [`taken`](taken()) lists the branches that an execution took.

mod all;
mod call_tree;
mod copies;
mod criteria;
mod direct;
mod effects;
mod execution;
mod forward;
mod slice;
mod taken;

pub use all::AllCriteria;
pub use call_tree::{CallTree, Within};
pub use copies::{Copies, InCopies};
pub use criteria::{
    Evaluations, Exceptions, ImplicitExceptions, Infections, Inputs, MethodCalls, Operands, Outputs,
};
pub use direct::{Direct, DirectCalls, DirectEvaluations};
pub use effects::{Effect, Effects};
pub use execution::Execution;
pub use taken::taken;
