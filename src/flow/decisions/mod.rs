//! Decisions with several conditions, and modified condition/decision coverage (MC/DC).
//!
//! - Find the decisions of a graph with [`CompoundDecision::all`], or create one from its
//!   conditions with [`CompoundDecision::of`].
//! - List the possible vectors of a decision with [`CompoundDecision::vectors`].
//! - Compute which conditions are covered by the vectors of some executions with
//!   [`DecisionCoverage::of`].
//! - Find the vectors that would complete an independence pair with [`CompoundDecision::wanted`].
//! - Make goals of vectors with [`UnrolledGraph`](crate::flow::UnrolledGraph).
//!
//! ```
//! use sbst::flow::decisions::{
//!     CompoundDecision, DecisionCoverage, Independence, ParseVectorError, Vector,
//! };
//! use sbst::flow::{FlowBuilder, FlowGraph};
//!
//! /// Reads the vectors that another tool has seen.
//! fn vectors(text: &str) -> Result<Vec<Vector>, ParseVectorError> {
//!     text.split_whitespace().map(str::parse).collect()
//! }
//!
//! // if a && b { 2 } else { 3 }
//! let and = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
//! let graph = FlowGraph::of(&and)?;
//! let seen = vectors("TT F")?; // both true; a false, b skipped
//! for decision in CompoundDecision::all(&graph) {
//!     let coverage =
//!         DecisionCoverage::of(&decision, &seen, Independence::UniqueCause);
//!     assert_eq!(coverage.covered(), 1); // a has a pair, b has none
//! }
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Definitions
//!
//! Short-circuit evaluation makes one two-way block of each condition of `(a && b) || c`. A
//! [`CompoundDecision`] is the group of these blocks, as the graph
//! [says](crate::flow::FlowBuilder::decision) it, or as its shape shows it. A [`Vector`] holds the
//! values of the conditions in one evaluation: `F-T` if `a` was false, `b` was skipped, and `c` was
//! true. Two vectors are an *independence pair* of a condition if they show that this condition by itself
//! changes the outcome; [`Independence`] is the rule. MC/DC requires one pair for each condition.
//!
//! Sources: see [`Independence`].

mod coverage;
mod decision;
mod pairs;
mod possible;
mod region;
mod vector;

pub use coverage::DecisionCoverage;
pub use decision::{CompoundDecision, DecisionError, Next, TooManyVectors};
pub use pairs::Independence;
pub(super) use region::DecisionCheck;
pub use vector::{ParseVectorError, Vector};
