//! Rules for using a costlier guide.

mod endings;
mod rule;
mod signals;

pub use endings::Endings;
pub use rule::{Gate, GateError};
pub use signals::{Histories, History, Signals};
