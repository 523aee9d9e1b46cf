//! The recorder: the tables of a trace, their hooks, and the hooks for interpreters.

mod affected;
mod answers;
mod chain;
mod effects;
pub(super) mod hooks;
mod interpreter;
mod misuse;
pub(super) mod observations;
mod operands;
pub(super) mod path;
mod remembered;
mod settings;
mod switch;
mod trace;
mod unwinds;
pub(super) mod view;
pub(super) mod walks;

pub use misuse::Misuse;
pub use remembered::NearestOperands;
pub use trace::Trace;
