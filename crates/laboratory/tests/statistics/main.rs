//! Tests of significance against their definitions and against SciPy.

#![allow(missing_docs, reason = "a test")]

mod definitions;
mod faults;
mod scipy;
