//! Diagnosis: measures of how well tests tell where a fault is.
//!
//! A spectrum-based diagnosis ranks components by the tests that covered them. It cannot tell
//! components apart that the same tests cover. They form an ambiguity group. [`Diagnosability`]
//! lists the groups and computes the published measures of a suite.
//! [`CoverageMatrix::keep_apart`](super::CoverageMatrix::keep_apart) picks few tests that lose no
//! covered goal and no difference between groups.

mod keep_apart;
mod measures;

pub use measures::Diagnosability;
