//! How far flags are is what F11 says.

mod cascades;
mod definition;
#[path = "../oracle/effort.rs"]
mod effort;
mod errors;
mod faults;
mod formulas;
mod goals;
mod golden;
mod laws;
mod mistakes;
#[path = "../oracle/mod.rs"]
mod oracle;
mod own_executor;
mod pooled;
mod printed;
#[allow(unreachable_pub, reason = "written for any test binary")]
#[path = "../oracle/printed/flag.rs"]
mod printed_oracle;
mod subjects;
mod tree;
