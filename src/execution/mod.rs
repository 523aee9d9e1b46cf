//! Executions: what is observed while a test runs, and a recorder that observes it.
//!
//! | you want to | use |
//! |---|---|
//! | record functions with hooks | [`Trace`], and a [`Frame`] for each call: `f.decide(block, lt(a, b))` |
//! | record an interpreter with its own program counter | the hooks of [`Trace`] itself, by program-wide block |
//! | let your own store answer | [`Execution`]: two methods; the capabilities below as your goals need them |
//! | keep the observations of a run, send or merge them | [`Record`] |
//! | measure a test suite as one execution | a slice of executions: `&runs[..]` |
//! | find mistakes in hooks | [`Trace::with_path_check`], [`Trace::check`], [`Misuse`] |
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
//!
//! # Capabilities
//!
//! [`Execution`] answers how near each branch came to being taken, and how far each block was executed. Some goals need more. Each
//! capability is a trait of its own, so that a missing one is a compile error, not a goal that is never covered.
//!
//! | capability | question | needed by |
//! |---|---|---|
//! | [`Evaluations`] | How often was a predicate evaluated? | published forms |
//! | [`DirectCalls`], [`DirectEvaluations`] | What happened in calls that the test made itself? | direct branches |
//! | [`MethodCalls`] | Which functions did the test call? | method coverage |
//! | [`Exceptions`], [`ImplicitExceptions`] | Which exceptions left which functions? | exception coverage |
//! | [`Outputs`], [`Inputs`] | Which values were returned and given? | output and input coverage |
//! | [`Infections`], [`Effects`] | How near did a mutant come to changing the state, or the output? | weak and strong mutation |
//! | [`Copies`] | What happened with the same history? | conditions, definitions and uses, paths, contexts |
//! | [`CallTree`] | What happened in each call? | flags, crash reproduction |
//! | [`StackTraces`] | Which stack traces were thrown? | crash reproduction |
//! | [`Operands`] | Which values came nearest? | explanations |
//!
//! [`Trace`] has all of them except [`StackTraces`], which [`WithStackTraces`] adds. Some must be switched on:
//! [`Goals::trace`](crate::objective::Goals::trace) switches on what the goals of a search need.
//! [`conformance`](crate::conformance) (feature `conformance`) checks your own store.
//!
//! Source: formulas F6 to F8 of the project define what an execution is.

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
