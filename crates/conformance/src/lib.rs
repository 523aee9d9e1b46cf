//! Tests of your own adapters: laws that a graph, a store of executions or an operand type must
//! keep, and random programs to test with.
//!
//! A mistake in an adapter, such as a statement that is counted twice, misleads a search without
//! any error. The functions of this crate find such mistakes: each asks an adapter every question
//! that it can answer, compares the answers, and returns all [`Violations`] with their places.
//!
//! | you implement | check it with |
//! |---|---|
//! | [`ControlFlow`](sbst::flow::ControlFlow) | [`control_flow`](control_flow()) |
//! | [`Execution`](sbst::execution::Execution) | [`execution`](execution()) |
//! | [`Facts`](sbst::execution::Facts) | [`facts`](facts()) |
//! | merging, or recording that goes on | [`merged`], [`grown`] |
//! | [`EqualityDistance`](sbst::distance::EqualityDistance), [`OrderDistance`](sbst::distance::OrderDistance) | [`equality`], [`order`] |
//!
//! To test formulas of your own with proptest, use the [strategies](#strategies).
//!
//! ```
//! use sbst::distance::{Distance, Nearest, lt};
//! use sbst::execution::Execution;
//! use sbst::flow::{Edge, FlowBuilder, FlowGraph};
//! use sbst::id::Block;
//!
//! /// Answers of an executor, by block.
//! struct Seen {
//!     ran: Vec<Option<u32>>,
//!     compared: Vec<Nearest>,
//! }
//!
//! impl Execution for Seen {
//!     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
//!         self.compared[branch.source.index()].to(branch.outcome.holds()?)
//!     }
//!     fn progress(&self, block: Block) -> Option<u32> {
//!         self.ran[block.index()]
//!     }
//! }
//!
//! let body = FlowBuilder::new().branch(0, 1, 2).statements(0, 1).exit(1).exit(2);
//! sbst_conformance::control_flow(&body).expect_none();
//!
//! let graph = FlowGraph::of(&body)?;
//! let mut seen = Seen {
//!     ran: vec![Some(1), None, Some(0)],
//!     compared: vec![Nearest::default(); 3],
//! };
//! seen.compared[0].see(lt(7, 5));
//! sbst_conformance::execution(&graph, &seen).expect_none();
//!
//! // A mistake: the block has one statement, and the executor counted none.
//! seen.ran[0] = Some(0);
//! let found = sbst_conformance::execution(&graph, &seen);
//! assert_eq!(
//!     found.to_string(),
//!     "e0 has a distance, but only 0 of 1 statements of its block b0 were executed"
//! );
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! An adapter may give any answer: no law panics unless the adapter does. Memory is linear in the
//! size of the graph.
//!
//! # Executions
//!
//! [`execution`](execution()) asks an execution about every block and branch of its graph. The laws
//! hold for every execution that was observed from the entry of its functions on, however it ended,
//! and for suites, merged and [refined](sbst::fitness::flag::Refined) executions.
//!
//! | law | violation |
//! |---|---|
//! | The same question has the same answer each time. | [`ProgressChanged`], [`DistanceChanged`], [`EnteredChanged`] |
//! | The execution [fits](sbst::execution::Execution::fits) the graph. | [`OtherGraph`] |
//! | The functions that are reported as entered are in the graph. They are the functions of which a block or branch has an answer. | [`NotNamed`], [`NothingKnown`], [`NoSuchFunction`] |
//! | The progress in a block is at most its number of statements. | [`ProgressBeyond`] |
//! | There is a path from the entry to each entered block. All blocks on the path were entered; each edge on it is a branch that was taken, the jump at the end of a completed block, or an exception. If only exceptions lead to a block, one of them has the distance 0. | [`NoWayIn`] |
//! | A branch with a distance leaves a block that was entered. Except for exceptions, the block was completed. | [`NotEntered`], [`Incomplete`] |
//! | An implicit branch has the distance 0 or none, unless it is an exception: that has any. | [`ImplicitDistance`] |
//! | All branches of a decision have a distance, or none has. | [`PartlyKnown`] |
//! | One branch of an evaluated decision has the distance 0. Exception: a block that lacks a side or the default, and that may leave the function or has edges for exceptions. | [`NothingTaken`] |
//!
//! An executor that does not see all blocks, for example because it sees lines only, breaks the
//! laws about entered blocks on purpose: leave these violations out with [`Violations::except`].
//! The same is true of a trace that is reset while frames are open. It is no law that the target of
//! a taken branch was entered, because an execution may be stopped between the two.
//!
//! ```
//! use sbst_conformance::{Violation, Violations};
//! use sbst::execution::Execution;
//! # use sbst::execution::Trace;
//! use sbst::flow::FlowGraph;
//!
//! /// Checks an executor that does not see blocks without statements.
//! fn check(graph: &FlowGraph, run: &impl Execution) -> Violations {
//!     use Violation::{NoWayIn, NotEntered};
//!     sbst_conformance::execution(graph, run).except(|violation| {
//!         matches!(violation, NoWayIn { .. } | NotEntered { .. })
//!     })
//! }
//! # check(&FlowGraph::new(), &Trace::new(&FlowGraph::new())).expect_none();
//! ```
//!
//! No law finds a mistake that is consistent in itself: a comparison that is wrong in the program
//! too, evaluations that are always counted twice, progress in a block that threw, or a store that
//! counts every call as direct. To find these, record the same run a second time in a
//! [`Trace`](sbst::execution::Trace) and compare: `merged(&graph, &[trace.record()], &mine)`.
//!
//! | function | laws |
//! |---|---|
//! | [`evaluations`](evaluations()) | All branches of a decision have the same count, the same each time: positive if the decision has distances, else 0. Implicit branches have the count 0. Of a decision that was evaluated once, one branch was taken. |
//! | [`grown`] | As recording goes on, distances never grow, and progress never falls. |
//! | [`merged`], [`merged_evaluations`] | A merged execution has the least distance, the greatest progress, all entered functions and the sum of the counts of its parts. |
//!
//! # Facts
//!
//! All answers must be the same each time. The other laws:
//!
//! | function | laws |
//! |---|---|
//! | [`facts`](facts()) | The laws of [`execution`](execution()), [`evaluations`](evaluations()), and of the functions below about facts that the execution knows, except for [`copies`](copies()) and [`complete_call_tree`]. |
//! | [`direct_calls`] | Direct calls are an execution, and all calls contain them: no distance is less and no progress is greater than in all calls. So are the numbers of evaluations, if they are known: no count is greater than in all calls. |
//! | [`method_calls`] | A function that returned to the test was called by it. |
//! | [`exceptions`] | The exceptions that are listed are the exceptions that were thrown, by functions of the graph. |
//! | [`outputs`], [`inputs`] | All partitions of a value have a distance, or none has. A value near a partition is in it or in a partition beside it. Arguments with values are listed. The distances follow [`Partition::distance`](sbst::execution::Partition::distance). |
//! | [`infections`], [`effects`] | Mutants with an answer are listed. |
//! | [`copies`](copies()) | What happened in the copies of a history is an execution of their graph, and happened in the program. |
//! | [`call_tree`](call_tree()) | A caller comes before its callees. Each activation is an execution of its function without the calls that it makes, and all calls contain it. |
//! | [`complete_call_tree`] | In addition, everything that was observed was observed in some activation. |
//!
//! # Strategies
//!
//! These generate random input for proptest. Everything generated keeps all laws, and shrinks
//! towards small examples.
//!
//! | strategy | generates |
//! |---|---|
//! | [`distances()`], [`decisions`] | distances of all sizes, evaluated predicates |
//! | [`bodies()`], [`graphs`] | functions with every kind of block, and graphs of them |
//! | [`walks()`] | what a program does; any trace can record it |
//! | [`runs`], [`executions()`], [`suites`] | records of walks: of a given graph, with a graph, several with a graph |
//!
//! ```
//! use proptest::prelude::*;
//! use sbst_conformance::{Sizes, executions};
//! use sbst::execution::Execution;
//! use sbst::fitness::{Fitness, FitnessTable};
//!
//! // A block is covered if and only if it was entered.
//! proptest!(|((graph, run) in executions(Sizes::default()))| {
//!     let mut table = FitnessTable::new(&graph);
//!     table.sweep(&graph, &run);
//!     for block in graph.all_blocks() {
//!         let is_covered = table.block(block) == Fitness::COVERED;
//!         prop_assert_eq!(is_covered, run.progress(block).is_some());
//!     }
//! });
//! ```
//!
//! Source: own; the laws follow from the [definition of an
//! execution](sbst::execution#what-an-execution-answers).
//!
//! [`ProgressChanged`]: Violation::ProgressChanged
//! [`DistanceChanged`]: Violation::DistanceChanged
//! [`EnteredChanged`]: Violation::EnteredChanged
//! [`NotNamed`]: Violation::NotNamed
//! [`NothingKnown`]: Violation::NothingKnown
//! [`OtherGraph`]: Violation::OtherGraph
//! [`NoSuchFunction`]: Violation::NoSuchFunction
//! [`ProgressBeyond`]: Violation::ProgressBeyond
//! [`NoWayIn`]: Violation::NoWayIn
//! [`NotEntered`]: Violation::NotEntered
//! [`Incomplete`]: Violation::Incomplete
//! [`ImplicitDistance`]: Violation::ImplicitDistance
//! [`PartlyKnown`]: Violation::PartlyKnown
//! [`NothingTaken`]: Violation::NothingTaken

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

extern crate alloc;

mod answers;
mod bodies;
mod call_tree;
mod control_flow;
mod distances;
mod execution;
mod facts;
mod operands;
mod pointwise;
mod values;
mod violation;
mod violations;
mod walks;

pub use bodies::{Sizes, bodies, graphs};
pub use call_tree::{call_tree, complete_call_tree};
pub use control_flow::{control_flow, control_flow_with};
pub use distances::{decisions, distances};
pub use execution::{copies, evaluations, execution};
pub use facts::{direct_calls, effects, exceptions, facts, infections, method_calls};
pub use operands::{equality, order};
pub use pointwise::{grown, merged, merged_evaluations};
pub use values::{inputs, outputs};
pub use violation::{ValuePlace, Violation};
pub use violations::Violations;
pub use walks::{Walk, executions, runs, suites, walks};

/// The example of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
