//! Choice of the goal to sample next.

mod choice;
mod sampler;
mod sampling;
mod tournament;

pub(super) use sampler::Sampler;
pub use sampling::{Mio, MioPhase, Order, Sampling};
