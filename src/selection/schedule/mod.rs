//! Choice of the goal to sample next.

mod merge;
mod mio;
mod sampling;
mod scheduler;
mod tournament;

pub use mio::{Mio, MioPhase};
pub use sampling::{Order, Sampling};
pub use scheduler::Scheduler;
