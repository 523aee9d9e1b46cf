//! Distances from an execution to coverage goals: approach level and branch distance.
//!
//! | to | use |
//! |---|---|
//! | compute the values of all branches and blocks of an execution | [`FitnessTable`]: one sweep, in time linear in the functions that ran |
//! | compute the value of one goal | [`fitness_of_block`], [`fitness_of_branch`] |
//! | compare values, or turn one into a number | [`Fitness`], the pair (level, distance) that goals, frontier, ranking and archives use |
//! | get values in functions that the execution did not enter | [`FitnessTable::across_calls`]: the distance to the nearest call |
//! | find out why a goal has its value | [`Chain`]: what was observed, and the further decisions that must take the required outcome |
//! | draw what an execution covered | [`draw()`] |
//! | compute the published fitness of whole suites | [`published::whole_suite`](crate::published::whole_suite) |
//! | reproduce a crash | [`crash`] |
//! | compare two executions of equal fitness by their progress within blocks | [`block_coverage`] |
//! | get a gradient for a branch that tests the result of a call | [`flag`] |
//! | decide when block coverage breaks a tie, or when flags are refined | [`published::Gate`](crate::published::Gate) |
//!
//! ```
//! use sbst::distance::gt;
//! use sbst::execution::Trace;
//! use sbst::fitness::FitnessTable;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::id::Function;
//!
//! // 0: if a > 0 { 1: if b > 0 { 2: ... } }  3: return; branch(block, where true leads, where false leads)
//! let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3);
//! let graph = FlowGraph::of(&body)?;
//! let f = Function::new(0);
//! let trace = Trace::new(&graph);
//! trace.root().enter(f).decide(0, gt(-4, 0)); // a is -4
//!
//! let mut table = FitnessTable::new(&graph);
//! table.sweep(&graph, &trace);
//! let value = |block| table.block(graph.block(f, block)).to_string();
//! assert_eq!(value(1), "(0, 5)"); // a must grow by 5
//! assert_eq!(value(2), "(1, 5)"); // and then b > 0 must hold
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! # The definition
//!
//! A value is a pair (level, distance), and less is nearer: levels are compared first, then
//! distances. The level is a whole number, the distance a number from 0 to
//! [`INFINITE`](crate::distance::Distance::INFINITE) that is not normalised. [`Fitness::COVERED`]
//! is (0, 0), and [`Fitness::NEVER`] is greater than all other values. [`Fitness::scalar`] turns a
//! pair into one number, level + d / (d + 1): 5/6 for (0, 5).
//!
//! A is the value of a block, D the value of a branch. For one execution, or several merged
//! executions, A(block) and D(branch) are the least solution of
//!
//! ```text
//! A(entry of f) = (0, 0) if f was entered, else (0, INFINITE)
//! A(b)          = (0, 0) if b was entered,
//!                 else the least D(branch) or A(entry), over the branches
//!                 and the entry that b depends on
//! D(x)          = (0, d) if the decision of x was evaluated; d is the least
//!                 distance to x over all evaluations, 0 if x was taken
//!                 else A(source block of x) + (1, 0)
//! ```
//!
//! What a block depends on is given by [`FlowGraph::controls`] and [`FlowGraph::depends_on_entry`].
//!
//! The level is the *approach level* over control dependence: the number of decisions that must
//! still take the required outcome after the decision at which the execution took a wrong turn and
//! left every path to the goal. The distance is the branch distance at that decision. If several
//! chains of dependences lead to a goal, the chain with the least value counts, whatever the order
//! of edges.
//!
//! An exception can end an execution before it takes any wrong turn. A branch whose decision was
//! not evaluated then has the value (1, 0). A block that was not entered although its branch was
//! taken has A = (0, 0); as a goal it has the least positive distance in place of 0, so that (0, 0)
//! always means "covered".
//!
//! The value of merged executions is the least of their values.
//!
//! Source: Wegener, Baresel, Sthamer, "Evolutionary Test Environment for Automatic Structural
//! Testing" (2001).

mod across_calls;
pub mod block_coverage;
mod chain;
pub mod crash;
mod draw;
pub mod flag;
mod pair;
mod row;
mod single;
mod sweep;
mod table;
mod values;

pub use chain::{CallStep, Chain, Divergence};
pub use draw::draw;
pub use pair::Fitness;
pub use single::{fitness_of_block, fitness_of_branch};
pub use table::FitnessTable;

#[cfg(doc)]
use crate::flow::FlowGraph;
