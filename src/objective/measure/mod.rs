//! What can be measured, and what it is measured on.

pub(super) mod direct_sweep;
mod from_fn;
pub(super) mod needs;
mod number;
pub(super) mod objective;
mod observed;
pub(super) mod source;

pub use from_fn::{FromFn, from_fn};
pub use needs::Needs;
pub use number::{at_least, to_zero};
pub use objective::Objective;
pub use observed::{Observed, Tables};
pub use source::Observable;
