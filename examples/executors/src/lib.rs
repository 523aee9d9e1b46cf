//! Two executors that others wrote, driven by `sbst`: a WebAssembly interpreter and a script
//! language.
//!
//! [`wasm`] takes any module and [`script`] any script; both build the flow graphs from the code,
//! add hooks to it, run it in the ecosystem's interpreter, and search for arguments that cover all
//! branches.

// Both are shared with the examples of the library.
#[allow(dead_code, reason = "the examples use the rest")]
#[path = "../../subjects/evolution.rs"]
mod evolution;
#[allow(dead_code, reason = "the examples use the rest")]
#[path = "../../subjects/random.rs"]
mod random;

pub mod arguments;
pub mod compare;
pub mod conditions;
mod experiment;
mod options;
mod results;
pub mod sampling;
pub mod script;
pub mod wasm;
