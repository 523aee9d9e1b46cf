//! Exceptions and stack traces.

mod stack_trace;
mod thrown;

pub use stack_trace::{StackFrame, StackTrace, StackTraces, WithStackTraces};
pub use thrown::{ExceptionKind, Thrown};
