//! Choice of the goal to sample next.

mod merge;
mod sampling;
mod scheduler;
mod tournament;

pub use sampling::{Mio, MioPhase, Order, Sampling};
pub use scheduler::Scheduler;
