//! Subsumption of goals: which goals are covered whenever another goal is covered.
//!
//! A goal A *subsumes* a goal B if every test that covers A covers B. A search that pursues A need
//! not pursue B.
//!
//! | task | item |
//! |---|---|
//! | read off the control flow which goals subsume which | [`Structure`] |
//! | read off tests which goals subsume which | [`CoverageMatrix::relate`] |
//! | read off operators which mutants subsume which | [`mutants`] |
//! | add pairs of your own, or unite several relations | [`Subsumption`] |
//! | find equivalent goals, the minimal set, and goals to leave out | [`Subsumption::collapse`], [`SubsumptionGraph`] |
//! | learn why one goal subsumes another one | [`SubsumptionGraph::explain`] |
//! | draw the relation | [`SubsumptionGraph::reduction`] |
//! | choose few goals of several criteria (smart selection) | [`smart`] |
//! | measure how well tests tell where a fault is | [`CoverageMatrix::diagnosability`], [`Diagnosability`] |
//!
//! ```
//! use sbst::execution::Trace;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//! use sbst::objective::{Criterion, Goals, Program};
//! use sbst::subsumption::Structure;
//!
//! // 0: if a { 1 } else { 2 }
//! let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
//! let program = Program::new(&graph);
//! let mut goals = Goals::<Trace>::new();
//! goals.add(Criterion::Block, &program); // 3 blocks
//! goals.add(Criterion::Branch, &program); // 2 branches
//!
//! let relation = Structure::default().relate(&goals, &program, &[]);
//! let subsumption = relation.collapse(goals.ids());
//! // Covering both branches covers all blocks.
//! assert_eq!(subsumption.minimal().len(), 2);
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```
//!
//! To leave subsumed goals out of a search, pass them to
//! [`GoalGraph::without`](crate::objective::GoalGraph::without), or give [`Structure::subsumed`] to
//! a campaign ([`CampaignBuilder::without`](crate::campaign::CampaignBuilder::without)).
//!
//! # Definitions
//!
//! - Goals that subsume one another are *equivalent*. A set of equivalent goals has one
//!   *representative*, the goal with the lowest number.
//! - The *minimal set* holds each representative that only its own equivalents subsume. Covering
//!   the minimal set covers all goals.
//! - An *event* is an event of an execution that is no goal, such as entering a block. Events link
//!   goals: a branch goal subsumes a block goal because taking the branch enters the block.
//! - A relation from the control flow holds for every execution; [`Structure`] says under which
//!   assumptions. A relation from tests is a conjecture: a later test may refute it
//!   ([`SubsumptionGraph::covered_by`]).
//!
//! # Literature
//!
//! - Goals: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based
//!   Unit Test Generation" (2024), section 3.4.
//! - Dominators: Agrawal, "Dominators, Super Blocks, and Program Coverage" (1994).
//! - Mutants: Ammann, Delamaro, Offutt, "Establishing Theoretical Minimal Sets of Mutants" (2014).
//! - Diagnosis: see [`Diagnosability`].

mod ancestors;
mod bits;
mod coverage;
mod diagnosis;
mod draft;
mod explain;
mod graph;
pub mod mutants;
#[cfg(feature = "serde")]
mod plain;
mod reason;
mod reduction;
mod relation;
pub mod smart;
mod structure;

pub use coverage::{CoverageError, CoverageMatrix};
pub use diagnosis::Diagnosability;
pub use graph::SubsumptionGraph;
pub use reason::{Event, Implication, ImplicationReason};
pub use relation::Subsumption;
pub use structure::Structure;
