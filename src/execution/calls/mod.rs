//! Calls: the callers of functions, the frames of activations, and the call tree.
//!
//! - [`Caller`] is passed to each function that is called: the test, or an activation.
//! - [`Frame`] is an open activation, with the hooks that its function calls.
//! - [`CallTreeLimits`] bounds the number of activations that a trace records separately.
//!
//! An activation is opened and closed in each part of the trace that records calls: `opening` does
//! both, and `frame` and `ending` have the hooks in between. The call tree is in `activations`. It
//! keeps its cells in an `arena`, counts calls in `siblings`, and keeps Boolean results in
//! `results`.

pub(super) mod activations;
mod arena;
mod caller;
mod ending;
mod frame;
mod limits;
mod opening;
mod results;

pub use caller::Caller;
pub use frame::Frame;
pub use limits::CallTreeLimits;
