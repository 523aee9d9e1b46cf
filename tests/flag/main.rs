//! How far flags are is what F11 says.

mod cascades;
mod errors;
mod faults;
mod goals;
mod golden;
mod own_executor;
mod subjects;
