//! How far an execution is from a crash is what F10 says.

mod calls;
mod definition;
mod faults;
mod goals;
mod golden;
mod inside;
mod laws;
mod printed;
mod readings;
mod seed;
mod stacks;
mod ties;
mod totality;
mod usage;
mod worlds;
