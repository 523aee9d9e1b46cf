//! Exceptions and stack traces.
//!
//! - [`Thrown`] is an exception that left a function: the identity of an exception goal.
//!   [`ExceptionKind`] is its origin.
//! - [`StackTrace`] is an exception with the calls that were open, each a [`StackFrame`]: the input
//!   of crash reproduction.
//! - [`StackTraces`] is the trait of executions that know them. [`WithStackTraces`] adds it to
//!   any execution.

mod stack_trace;
mod thrown;

pub use stack_trace::{StackFrame, StackTrace, StackTraces, WithStackTraces};
pub use thrown::{ExceptionKind, Thrown};
