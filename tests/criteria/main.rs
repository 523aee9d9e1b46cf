//! Goals of all coverage criteria, per test and per suite.

mod eight;
mod faults;
mod own;
