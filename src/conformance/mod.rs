//! Laws for whoever implements the traits of this crate, and strategies for whoever invents formulas over them.
//!
//! A control-flow graph or a trace store that is wrong in one place leads a search astray, and nothing says so. The laws do. Each function
//! asks an adapter everything, and returns all [`Violations`] with their places, so that one test is a line:
//!
//! ```
//! use sbst::conformance;
//! use sbst::distance::{Distance, Nearest, lt};
//! use sbst::execution::Execution;
//! use sbst::flow::{Edge, FlowBuilder, FlowGraph};
//! use sbst::id::Block;
//!
//! /// What an executor saw, by block.
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
//! conformance::control_flow(&body).expect_none();
//!
//! let graph = FlowGraph::of(&body)?;
//! let mut seen = Seen {
//!     ran: vec![Some(1), None, Some(0)],
//!     compared: vec![Nearest::default(); 3],
//! };
//! seen.compared[0].see(lt(7, 5));
//! conformance::execution(&graph, &seen).expect_none();
//!
//! // the decision is not counted as a statement, but declared as one
//! seen.ran[0] = Some(0);
//! let found = conformance::execution(&graph, &seen);
//! assert_eq!(
//!     found.to_string(),
//!     "e0 is known, but only 0 of 1 statements of its block b0 ran"
//! );
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! An adapter may answer whatever it likes: no law panics unless the adapter does, and none needs much more memory than the graph.
//!
//! # Control flow
//!
//! [`control_flow`](control_flow()) checks a description by itself: all for which [`FlowGraph::add`](crate::flow::FlowGraph::add) would
//! refuse it, each time that it occurs, and that the answers stay the same.
//!
//! # Executions
//!
//! [`execution`](execution()) asks an execution about all of its graph. The laws hold for every execution that was observed from the entry
//! of its functions on, in whatever way it ended, and for suites, merged and [refined](crate::fitness::flag::Refined) executions.
//!
//! | law | violation |
//! |---|---|
//! | Who is asked twice answers twice the same. | [`ProgressChanged`], [`DistanceChanged`], [`EnteredChanged`] |
//! | The execution [fits](crate::execution::Execution::fits) the graph. | [`OtherGraph`] |
//! | A function is named as entered iff something is known of it; it is one of the graph. | [`NotNamed`], [`NothingKnown`], [`NoSuchFunction`] |
//! | A block has no more progress than statements. | [`ProgressBeyond`] |
//! | A block that was entered lies on a way from the entry, by blocks that were entered, and branches that were taken, ways on out of blocks that ran to their end, or exceptions. | [`NoWayIn`] |
//! | A branch that is known belongs to a block that was entered, and, but for exceptions, ran to its end. | [`NotEntered`], [`Incomplete`] |
//! | An implicit branch has the distance 0, or none. | [`ImplicitDistance`] |
//! | Both sides of a predicate, or all arms and the default of a selection, are known, or none is. | [`PartlyKnown`] |
//! | One of them has the distance 0, unless what came out has no edge: where the block may leave, or has edges for exceptions, and the other side, or a default, is missing. | [`NothingTaken`] |
//!
//! Executors that do not see all blocks, such as those that know of lines only, break the laws about what was entered, and on purpose: that
//! is what [`Violations::except`] is for. So does a trace that is reset while frames are open. That the target of a branch that was taken
//! was entered is no law, for an execution may be cut short right there.
//!
//! No law can see what is wrong and consistent: a comparator that the program follows, evaluations that count twice, progress in a block
//! that threw, direct calls that are all calls. Record the same run a second time, in a [`Trace`](crate::execution::Trace), and compare:
//! `merged(&graph, &[trace.record()], &mine)`.
//!
//! | function | laws |
//! |---|---|
//! | [`evaluations`](evaluations()) | counts stay; are those of the predicate, 0 for implicit branches and where nothing is known, else positive; one evaluation takes one branch |
//! | [`grown`], [`grown_evaluations`] | later answers are at least as near, as far on, as many |
//! | [`merged`], [`merged_evaluations`] | the whole has the least distances, the most progress, the functions of all parts, the sum of their counts |
//!
//! # Operands
//!
//! [`equality`] and [`order`] check the distances of a number type or a structure of yours, on values that you give.
//!
//! # Capabilities
//!
//! | function | laws |
//! |---|---|
//! | [`all_criteria`] | those of [`execution`](execution()), of [`evaluations`](evaluations()), and all of the following but for call trees |
//! | [`direct_calls`] | direct calls are an execution, nowhere nearer and nowhere further on than all calls |
//! | [`direct_evaluations`] | in direct calls, counts are those of an execution, nowhere greater than in all calls |
//! | [`method_calls`] | answers stay; what returned was called |
//! | [`exceptions`] | answers stay; what is named was thrown, by a function of the graph, and what differs in one thing is named or was not |
//! | [`outputs`], [`inputs`] | answers stay; all partitions are known or none; a value near a partition is in it, or in one of its neighbours |
//! | [`infections`] | answers stay |
//! | [`effects`] | answers stay |
//! | [`call_tree`](call_tree()) | answers stay; callers come before what they call; each activation is an execution of its function, without what it calls, nowhere nearer and nowhere further on than the whole |
//! | [`complete_call_tree`] | the same, and the whole is nowhere nearer and nowhere further on than some activation |
//!
//! Outputs and inputs are for each value as [`Partition::distance`](crate::execution::Partition::distance) has it.
//!
//! # Strategies
//!
//! For properties of formulas and of adapters, with proptest: [`distances()`], [`decisions`]; [`bodies()`], [`graphs`]; [`walks()`], which
//! any trace records, and [`runs`], [`executions()`], [`suites`], which are records of some. They keep all laws, and shrink to little.
//!
//! ```
//! use proptest::prelude::*;
//! use sbst::conformance::{Sizes, executions};
//! use sbst::fitness::{Fitness, FitnessTable};
//!
//! // What was entered is covered, and nothing else.
//! proptest!(|((graph, run) in executions(Sizes::default()))| {
//!     use sbst::execution::Execution;
//!     let mut table = FitnessTable::new(&graph);
//!     table.sweep(&graph, &run);
//!     for block in graph.all_blocks() {
//!         prop_assert_eq!(table.block(block) == Fitness::COVERED, run.progress(block).is_some());
//!     }
//! });
//! ```
//!
//! Source: formulas F6 to F8 say what an execution is; the laws are what follows from that for its answers.
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

mod answers;
mod bodies;
mod call_tree;
mod capabilities;
mod control_flow;
mod copies;
mod distances;
mod execution;
mod executions;
mod operands;
mod pointwise;
mod sizes;
mod values;
mod violation;
mod violations;
mod walks;

pub use bodies::{bodies, graphs};
pub use call_tree::{call_tree, complete_call_tree};
pub use capabilities::{Questions, all_criteria, direct_calls, direct_evaluations, effects, exceptions, infections, method_calls};
pub use control_flow::control_flow;
pub use copies::copies;
pub use distances::{decisions, distances};
pub use execution::{evaluations, execution};
pub use executions::{executions, runs, suites};
pub use operands::{equality, order};
pub use pointwise::{grown, grown_evaluations, merged, merged_evaluations};
pub use sizes::Sizes;
pub use values::{inputs, outputs};
pub use violation::{ValuePlace, Violation};
pub use violations::Violations;
pub use walks::{Walk, walks};
