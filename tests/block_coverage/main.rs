//! Which of two equal tests is nearer is what F9 says.

mod definition;
#[path = "../oracle/effort.rs"]
mod effort;
mod faults;
mod gate;
mod golden;
mod laws;
#[path = "../oracle/mod.rs"]
mod oracle;
mod ranker;
mod vectors;
