//! Which of two equal tests is nearer is what F9 says.

mod faults;
mod gate;
mod golden;
#[path = "../oracle/mod.rs"]
mod oracle;
mod ranker;
mod vectors;
