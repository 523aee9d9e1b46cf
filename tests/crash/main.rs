//! How far an execution is from a crash is what F10 says.

mod calls;
mod faults;
mod goals;
mod golden;
mod stacks;
mod usage;
