//! Exceptions and the stacks that they left.

mod stack_trace;
mod thrown;
mod with_stack_traces;

pub use stack_trace::{StackFrame, StackTrace};
pub use thrown::{ExceptionKind, Thrown};
pub use with_stack_traces::WithStackTraces;
