//! Which of two equal tests is nearer is what F9 says.

#[path = "../oracle/mod.rs"]
mod oracle;
mod vectors;
