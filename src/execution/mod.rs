//! What an execution observed, and a recorder that observes it.
//!
//! - [`Execution`] is the one trait that fitness needs: two questions. Implement it for a store of your own.
//! - [`Evaluations`], [`DirectCalls`], [`DirectEvaluations`], [`MethodCalls`], [`Exceptions`], [`ImplicitExceptions`], [`Outputs`], [`Inputs`], [`Infections`], [`Operands`],
//!   [`StackTraces`] and [`CallTree`] are capabilities: what some goals need and others do not. An executor implements those that its goals need.
//! - [`Trace`] is the recorder for those who have no store: the subject calls its hooks. [`Record`] is a frozen run, to be kept
//!   with a test, sent elsewhere, and merged.
//! - A slice of executions is an execution: what a test suite observed (`&runs[..]`).
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::{Caller, Execution, Trace};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//!
//! const CLAMP: Function = Function::new(0);
//!
//! fn clamp(c: Caller<'_>, x: i32) -> i32 {
//!     let f = c.enter(CLAMP);
//!     if f.decide(0, lt(x, 10)) { f.returns(1, x) } else { f.returns(2, 10) }
//! }
//!
//! let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let trace = Trace::new(&graph);
//! assert_eq!(clamp(trace.root(), 3), 3);
//!
//! let [taken, other] = [0, 1].map(|n| graph.edge(sbst::id::Branch::new(n)));
//! assert_eq!(trace.branch_distance(taken).map(|d| d.get()), Some(0.0));
//! assert_eq!(trace.branch_distance(other).map(|d| d.get()), Some(8.0));
//! assert_eq!(trace.progress(graph.block(CLAMP, 2)), None);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

mod calls;
mod capabilities;
mod record;
mod recorder;
mod stack;
mod values;

pub use calls::{CallTreeLimits, Caller, Frame};
pub use capabilities::{
    AllCriteria, CallTree, Copies, Direct, DirectCalls, DirectEvaluations, Effect, Effects, Evaluations, Exceptions, Execution,
    ImplicitExceptions, InCopies, Infections, Inputs, MethodCalls, Operands, Outputs, Within, taken,
};
pub use record::{Capability, Record};
pub use recorder::{Misuse, NearestOperands, Trace};
pub use stack::{ExceptionKind, StackFrame, StackTrace, StackTraces, Thrown, WithStackTraces};
pub use values::{Domain, Fallible, NearestValues, Partition, Returned, Value};
