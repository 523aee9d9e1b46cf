//! WebAssembly: covers the branches of any module, text or binary.
//!
//! The ecosystem's parts do their work: `wasmparser` reads and checks a module, `wasm-encoder` writes it again, `wasmi` runs it.
//! Between them stands this executor, in lines of code without comments:
//!
//! | lines | what | where |
//! |---|---|---|
//! | 348 | graphs: operators become basic blocks, and these a [`Body`](sbst::flow::Body) | `graph`, `operators`, `plan` |
//! | 247 | distances: which comparisons a branch decides by, and what they come to | `comparison`, `condition` |
//! | 184 | instrumentation: the module with calls of hooks | `instrument` |
//! | 145 | hooks: what the host tells the [`Trace`](sbst::execution::Trace) | `hooks` |
//! | 349 | reading and running: instances, stubs for imports, fuel | `module`, `instance` |
//! | 243 | search and report | `search`, `report` |
//! | 43 | a check of all this, in debug builds | `path` |
//!
//! About 110 of them speak of the library: `Plan::body`, what adds it to the graph, the methods of `Recording`, and the `decide` of
//! comparisons and conditions. The rest is between the three parts, and whatever library measured the tests would need it.
//!
//! ```
//! use sbst_executors::wasm::{Module, Options, search};
//!
//! let code = "(module (func (export \"f\") (param i32) (if (i32.eq (local.get 0) (i32.const 1972)) (then nop))))";
//! let module = Module::new(code.as_bytes())?;
//! let report = search(&module, Options::default());
//! assert_eq!((report.covered(), report.branch_count()), (2, 2));
//! # Ok::<(), sbst_executors::wasm::ModuleError>(())
//! ```

mod comparison;
mod condition;
mod graph;
mod hooks;
mod instance;
mod instrument;
mod module;
mod operators;
mod plan;
mod report;
mod search;

pub use instance::{Instance, Trap};
pub use module::{Export, Module, ModuleError};
pub use report::{BranchReport, FunctionReport, Report};
pub use search::{Call, Options, Test, search};
