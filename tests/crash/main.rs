//! How far an execution is from a crash is what F10 says.

mod calls;
mod definition;
#[path = "../oracle/effort.rs"]
mod effort;
mod faults;
mod goals;
mod golden;
mod inside;
mod laws;
#[path = "../oracle/mod.rs"]
mod oracle;
mod printed;
mod readings;
mod seed;
mod stacks;
mod ties;
mod totality;
mod usage;
mod worlds;
