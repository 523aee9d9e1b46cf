//! Rules for using a costlier guide.

mod endings;
mod history;
mod rule;
mod signals;

pub use endings::Endings;
pub use history::{Histories, History};
pub use rule::{Gate, GateError};
pub use signals::Signals;
