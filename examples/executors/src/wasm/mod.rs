//! WebAssembly: covers the branches of any module, text or binary.
//!
//! The ecosystem's parts do their work: `wasmparser` reads and checks a module, `wasm-encoder`
//! writes it again, `wasmi` runs it. Between them stands this executor, in lines of code without
//! comments:
//!
//! | lines | what | where |
//! |---|---|---|
//! | 413 | graphs: operators become basic blocks, and these a [`FlowBuilder`](sbst::flow::FlowBuilder) | `graph`, `operators`, `plan` |
//! | 261 | distances: which comparisons a branch decides by, and what they come to | `comparison`, `condition` |
//! | 346 | results of calls: which branches test them, and where functions set theirs | `origin`, `returns` |
//! | 206 | instrumentation: the module with calls of hooks | `instrument` |
//! | 121 | hooks: what the host tells the [`Trace`](sbst::execution::Trace) | `hooks` |
//! | 357 | reading and running: instances, stubs for imports, fuel | `module`, `instance` |
//! | 244 | search and report | `search`, `report` |
//!
//! Of this `Plan::body`, what adds it to the graph, the methods of `Recording` and the hooks that
//! call the trace, the `decide` of comparisons and conditions, and the results of calls are there
//! for the sake of the library. The rest is between the three parts, and whatever library measured
//! the tests would need it.
//!
//! What results of calls mean is read off the operand stack, and nobody declares it. A function
//! returns the number on top of the stack: that is followed back over `return`, the results of
//! blocks, `select`, and locals, to the blocks that set it. A comparison that becomes the result is
//! recorded with its operands. Where a block carries two numbers towards the result, where a result
//! comes out of memory or arithmetic, and behind tail calls, nothing is said, and the values are
//! those without flags.
//!
//! Hooks name blocks program-wide and the trace knows which activation is the innermost, so the
//! host keeps nothing but operands. Traces that [check
//! paths](sbst::execution::Trace::with_path_check) tell if a hook is missing or in the wrong place:
//! searches use them, and take hardly longer.
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
mod origin;
mod plan;
mod report;
mod returns;
mod sampling;
mod search;

pub use crate::options::Options;
pub use instance::{Instance, Trap};
pub use module::{Export, Module, ModuleError};
pub use report::{BranchReport, FunctionReport, Report};
pub(crate) use sampling::{sample, search_conditions};
pub use search::{Call, Test, search};
