//! placeholder
mod answers;
mod bodies;
mod call_tree;
mod capabilities;
mod control_flow;
mod distances;
mod execution;
mod executions;
mod pointwise;
mod values;
mod violation;
mod violations;
mod walks;

pub use bodies::{bodies, graphs};
pub use call_tree::{call_tree, complete_call_tree};
pub use capabilities::{Questions, all_criteria, direct_calls, exceptions, infections, method_calls};
pub use control_flow::control_flow;
pub use distances::{decisions, distances};
pub use execution::{evaluations, execution};
pub use executions::{Sizes, executions, runs, suites};
pub use pointwise::{grown, grown_evaluations, merged, merged_evaluations};
pub use values::{inputs, outputs};
pub use violation::{ValuePlace, Violation};
pub use violations::Violations;
pub use walks::{Walk, walks};
