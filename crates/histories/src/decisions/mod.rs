//! Vectors of the conditions of decisions, and modified condition/decision coverage (MC/DC).
//!
//! - Find the decisions of a graph with [`CompoundDecision::all`], or create one from its
//!   conditions with [`CompoundDecision::of`].
//! - List the possible vectors of a decision with [`Vectors::all`].
//! - Compute which conditions are covered by the vectors of some executions with
//!   [`DecisionCoverage::of`].
//! - Find the vectors that would complete an independence pair with [`Vectors::wanted`].
//! - Make goals of vectors with [`Pairing`](crate::Pairing), or of all of them with
//!   [`HistoryGoals`](crate::HistoryGoals).
//!
//! ```
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst_histories::decisions::{
//!     CompoundDecision, DecisionCoverage, Independence, ParseVectorError, Vector,
//! };
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
//! A [`CompoundDecision`] is the group of the blocks of the conditions of one expression, such as
//! `(a && b) || c`. A [`Vector`] holds the values of the conditions in one evaluation: `F-T` if `a`
//! was false, `b` was skipped, and `c` was true. Two vectors are an *independence pair* of a
//! condition if they show that this condition by itself changes the outcome; [`Independence`] is
//! the rule. MC/DC requires one pair for each condition.
//!
//! Sources: see [`Independence`].

mod coverage;
mod pairs;
mod vector;
mod vectors;

pub use coverage::DecisionCoverage;
pub use pairs::Independence;
pub use sbst::flow::decisions::CompoundDecision;
pub use vector::{ParseVectorError, Vector};
pub use vectors::{TooManyVectors, Vectors};
