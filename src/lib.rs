//! The fitness primitives of search-based software testing: how far an execution is from each goal.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod distance;
pub mod execution;
pub mod fitness;
pub mod flow;
pub mod id;
pub mod objective;
