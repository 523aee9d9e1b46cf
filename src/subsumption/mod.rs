//! Which goals imply which: covering the one covers the other.
//!
//! A search need not pursue a goal that is covered along with another one.
//!
//! - [`Subsumption`] is the relation: pairs of goals, of the caller or of the sources below, and their union.
//! - [`Structure`] reads it off the control flow: dominators, branches, statements, lines; with normal termination post-dominators, too.
//! - [`CoverageMatrix`] reads it off tests: which goals were covered together.
//! - [`Diagnosability`] says how well tests tell goals apart: a search for a fault needs it.
//! - [`mutants`] knows it of mutants that replace one operator.
//! - [`SubsumptionGraph`] is what follows: classes of equivalent goals, the minimal set, who represents whom, what is lost if other
//!   goals are kept, the transitive reduction for drawing, and why one goal subsumes another one ([`Implication`]).
//!
//! [`GoalGraph::without`](crate::objective::GoalGraph::without) takes the goals that a frontier may do without.

mod ancestors;
mod bits;
mod coverage;
mod diagnosis;
mod draft;
mod drawing;
mod explain;
mod graph;
mod histories;
pub mod mutants;
#[cfg(feature = "serde")]
mod plain;
mod reason;
mod relation;
pub mod smart;
mod structure;

pub use coverage::{CoverageError, CoverageMatrix};
pub use diagnosis::Diagnosability;
pub use graph::SubsumptionGraph;
pub use reason::{Fact, Implication, ImplicationReason};
pub use relation::Subsumption;
pub use structure::Structure;
