//! Calls: their callers, the frames of activations, and what is recorded of each of them.

pub(super) mod activations;
mod arena;
mod caller;
mod ending;
mod frame;
mod limits;
mod opening;
mod results;
mod siblings;

pub use caller::Caller;
pub use frame::Frame;
pub use limits::CallTreeLimits;
