//! Calls: callers, the frames of activations, and the call tree.

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
