//! How far an execution is from each goal: approach level and branch distance.
//!
//! - [`Fitness`] is the pair, and the one currency of goals, frontier, ranking and archives.
//! - [`FitnessTable`] holds it for every branch and block: one sweep for each execution, in time linear in the functions that ran.
//! - [`fitness_of_block`] and [`fitness_of_branch`] compute one goal on demand.
//! - [`AcrossCalls`] has the values of functions that were not entered: how far the nearest call is.
//! - [`Chain`] says why a value is what it is: what was observed, and which decisions must still go right behind that.
//! - [`whole_suite`] holds the published fitness of whole suites.
//! - [`block_coverage`] says which of two executions with equal fitness is nearer within the blocks.
//! - [`flag`] gives branches that test the result of a call a gradient.
//! - [`Gate`] says when such a guide is asked.
//! - [`draw()`] colours a drawing of a function by what an execution covered.
//!
//! # The definition
//!
//! For one execution, or several merged, A(block) and D(branch) are the least solution of
//!
//! ```text
//! A(root of f) = (0, 0) if f was entered, else (0, INFINITE)
//! A(b)         = (0, 0) if b was entered, else the least of D(branch), A(root) over what b depends on
//! D(x)         = (0, d) if the execution observed distance d for x, else A(source block of x) + (1, 0)
//! ```
//!
//! with pairs in lexicographic order and b's dependences those of [`FlowGraph::controls`] and [`FlowGraph::depends_on_entry`]. The
//! level counts the decisions that must still go right after the one where the execution went wrong, whose distance is known: the
//! *approach level* over control dependence (Wegener, Baresel, Sthamer, "Evolutionary Test Environment for Automatic Structural Testing", 2001; with the least
//! over all chains of dependences, whatever the order of edges).
//!
//! The value of merged executions is the least of theirs.

mod across_calls;
pub mod block_coverage;
mod chain;
pub mod crash;
mod draw;
pub mod flag;
mod gate;
mod levels;
mod pair;
mod row;
mod single;
mod sweep;
mod table;
mod values;
pub mod whole_suite;

pub use across_calls::AcrossCalls;
pub use chain::{CallStep, Chain, Divergence};
pub use draw::draw;
pub use gate::{Endings, Gate, GateError, Histories, History, Signals};
pub use pair::Fitness;
pub use single::{fitness_of_block, fitness_of_branch};
pub use table::FitnessTable;

#[cfg(doc)]
use crate::flow::FlowGraph;
