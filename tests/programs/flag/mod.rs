//! How far flags are is what F11 says.

mod as_compiled;
mod beside;
mod cascades;
mod definition;
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
use sbst_oracle::printed::flag as printed_oracle;
mod subjects;
mod tree;
