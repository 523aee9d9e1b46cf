//! How far flags are is what F11 says.

mod as_compiled;
mod cascades;
mod definition;
#[cfg(feature = "seeding")]
mod derived;
mod errors;
mod faults;
mod formulas;
mod generalised;
mod goals;
mod golden;
mod laws;
mod mistakes;
mod own_executor;
mod pooled;
mod printed;
#[allow(unreachable_pub, reason = "written for any test binary")]
#[path = "../../oracle/printed/flag.rs"]
mod printed_oracle;
mod subjects;
mod tree;
