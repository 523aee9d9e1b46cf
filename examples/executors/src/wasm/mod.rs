//! WebAssembly: covers the branches of any module, text or binary.

mod comparison;
mod condition;
mod graph;
mod hooks;
mod instance;
mod instrument;
mod module;
mod path;
mod plan;
mod report;
mod search;

pub use instance::{Instance, Trap};
pub use module::{Export, Module, ModuleError};
pub use report::{BranchReport, FunctionReport, Report};
pub use search::{Call, Options, Test, search};
