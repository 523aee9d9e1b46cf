//! When a costlier guide is asked.

mod endings;
mod history;
#[cfg(feature = "serde")]
mod plain;
mod rule;
mod signals;

pub use endings::Endings;
pub use history::{Histories, History};
pub use rule::{Gate, GateError};
pub use signals::Signals;
