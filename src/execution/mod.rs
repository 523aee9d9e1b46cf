//! Executions of the program under test: recording them, storing them, and answering the questions
//! that goals ask.
//!
//! | task | item |
//! |---|---|
//! | record functions that you can add hooks to | [`Trace`], [`Caller`], and a [`Frame`] for each call |
//! | record errors that leave a function by `?` | [`Frame::tried`], [`Frame::attempt`] |
//! | record results and arguments | [`Frame::returns`], [`Frame::argument`]; [`Domain`] lists the classes of values to look for |
//! | record exceptions | [`Frame::threw`], [`Thrown`]; after a caught panic, [`Trace::unwound`] |
//! | record mutants | [`Trace::infected`], [`Trace::affected`] |
//! | record an interpreter with its own program counter | [`Trace::enter`], and the hooks of [`Trace`] by program-wide block |
//! | switch on all records that the goals of a search need | [`Goals::trace`](crate::objective::Goals::trace) |
//! | find mistakes in hooks | [`Trace::with_path_check`], [`Trace::check`], [`Misuse`] |
//! | stop a program that may not end | [`Trace::evaluated`], [`Trace::depth`] |
//! | use a store of your own | [`Execution`], and of [`Facts`] what your store knows |
//! | keep the observations of a run, send them, or merge them | [`Record`] |
//! | measure a test suite as one execution | a slice of executions: `&runs[..]` |
//!
//! A program reports to a trace by hooks. Here one hook reports the decision of block 0, with its
//! operands, and two hooks report the blocks that return:
//!
//! ```
//! use sbst::distance::lt;
//! use sbst::execution::{Caller, Execution, Trace};
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::{Branch, Function};
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
//! let [taken, other] = [0, 1].map(|n| graph.edge(Branch::new(n)));
//! assert_eq!(trace.branch_distance(taken).map(|d| d.get()), Some(0.0));
//! // 3 < 10 must fail: 3 is 7 below 10, and a failing comparison adds K = 1.
//! assert_eq!(trace.branch_distance(other).map(|d| d.get()), Some(8.0));
//! assert_eq!(trace.progress(graph.block(CLAMP, 2)), None); // was not entered
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # What an execution answers
//!
//! An [`Execution`] answers two questions about each branch and each block:
//!
//! - *Branch distance*: the least amount by which the operands of a predicate missed the outcome
//!   that a branch needs, over all evaluations. It is 0 if and only if the branch was taken, and
//!   `None` if the predicate was never evaluated.
//! - *Progress*: the greatest number of statements of a block that ran to their end, over all
//!   visits. It is `None` if the block was never entered.
//!
//! Executions add up: until a [reset](Trace::reset), a trace answers for everything that it
//! recorded, and a slice answers for all its executions together, with the least distance and the
//! greatest progress. An execution that entered no function is *empty*.
//!
//! # Facts
//!
//! Some goals ask more questions. All of them are methods of [`Facts`], and all are provided: a
//! store implements those that it can answer, and says which in [`Facts::knows`]. A goal that reads
//! something else is refused with an error that names the criterion and the [`Fact`].
//!
//! | fact | question | needed by | [`Trace`] records it |
//! |---|---|---|---|
//! | [`Evaluations`](Fact::Evaluations) | How often was a predicate evaluated? | [published forms](crate::objective::Evaluated::Twice) | always |
//! | [`On`](Fact::On) the plane [`Direct`](Plane::Direct) | What happened in calls that the test made itself? | direct branches | [`with_direct_calls`](Trace::with_direct_calls) |
//! | [`MethodCalls`](Fact::MethodCalls) | Which functions did the test call, and which of them returned? | method coverage | always |
//! | [`Exceptions`](Fact::Exceptions), [`ImplicitExceptions`](Fact::ImplicitExceptions) | Which exceptions left which functions? | exception coverage | always |
//! | [`Outputs`](Fact::Outputs), [`Inputs`](Fact::Inputs) | How near did results and arguments come to a [`Partition`]? | output and input coverage | always |
//! | [`Infections`](Fact::Infections), [`Effects`](Fact::Effects) | How near did a mutant come to changing the state, or the output? | weak and strong mutation | [`with_mutants`](Trace::with_mutants) |
//! | [`On`](Fact::On) a [`History`](Plane::History) | What happened with the same history? | [goals of histories](crate::objective::HistoryGoal) | [`with_history`](Trace::with_history) |
//! | [`Calls`](Fact::Calls) | What happened in each call? | flags, crash reproduction | [`with_call_tree`](Trace::with_call_tree) |
//! | [`Operands`](Fact::Operands) | Which operands came nearest? | explanations | [`with_operands`](Trace::with_operands) |
//! | [`StackTraces`], a trait | Which stack traces were thrown? | crash reproduction | no: [`WithStackTraces`] adds it |
//! | one of yours | | goals of yours | no: [`With`] adds it |
//!
//! The table of [`Criterion`](crate::objective::Criterion) says which criterion reads which fact.
//! The crate [`sbst-conformance`](https://docs.rs/sbst-conformance) checks a store of your own.

mod calls;
mod facts;
mod record;
mod recorder;
mod stack;
mod values;
mod with;

pub use calls::{CallTreeLimits, Caller, Frame};
pub use facts::{Effect, Execution, Fact, Facts, HistoryId, On, Plane, taken};
pub(crate) use facts::{facts_of, methods};
pub use record::Record;
pub use recorder::{Misuse, NearestOperands, Trace};
pub use stack::{ExceptionKind, StackFrame, StackTrace, StackTraces, Thrown, WithStackTraces};
pub use values::{Domain, Fallible, NearestValues, Partition, Returned, Value};
pub use with::With;
