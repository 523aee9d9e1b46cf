//! Coverage goals about the history of an execution, for [`sbst`]: MC/DC and multiple conditions,
//! definitions and uses, paths, calling contexts.
//!
//! A branch goal asks what was executed; these goals ask what was executed before it. Each is an
//! ordinary goal among copies of the blocks of the program, one copy for each history that is told
//! apart: so it has an approach level and a branch distance, and a search climbs to it.
//!
//! | criterion | give to a campaign |
//! |---|---|
//! | MC/DC: each condition changes the outcome of its decision by itself | [`Pairing`] |
//! | multiple conditions, all-uses, all-definitions, paths, context branches | [`HistoryGoals`] of an [`UnrolledGraph`] |
//! | MC/DC of vectors that another tool recorded, without a search | [`decisions::DecisionCoverage`] |
//! | lists of paths, and of definitions with their uses | [`paths`], [`definitions`] |
//!
//! ```
//! use sbst::Campaign;
//! use sbst::distance::gt;
//! use sbst::flow::FlowBuilder;
//! use sbst::id::Function;
//! use sbst::objective::Criterion;
//! use sbst_histories::Pairing;
//! use sbst_histories::decisions::Independence;
//!
//! // if a > 0 && b > 0 { 2 } else { 3 }
//! let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
//! let mut campaign = Campaign::builder()
//!     .function(&body)?
//!     .criteria([Criterion::Block])
//!     .discover(|program| Ok(Pairing::of(program, Independence::UniqueCause)?))
//!     .build()?;
//! for test in [[3, 3], [3, -3], [-3, 3]] {
//!     campaign.run(&test, |caller, &[a, b]| {
//!         let f = caller.enter(Function::new(0));
//!         if f.decide(0, gt(a, 0)) && f.decide(1, gt(b, 0)) { f.end(2) } else { f.end(3) }
//!     })?;
//! }
//! let pairing = campaign.discovery().finder::<Pairing>().expect("it was given");
//! assert!(pairing.coverage().all(|decision| decision.is_complete()));
//! # Ok::<(), sbst::campaign::CampaignError>(())
//! ```
//!
//! # Features
//!
//! - `serde`: vectors, definitions and paths can be written and read.
//!
//! The crate is `no_std`, and uses the public surface of [`sbst`] only: [`UnrolledGraph`] makes a
//! [`History`](sbst::flow::History) of automata, and its goals are
//! [`HistoryGoal`](sbst::objective::HistoryGoal)s. A crate of your own can do the same.

#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;

mod criterion;
pub mod decisions;
pub mod definitions;
mod goals;
mod pairing;
pub mod paths;
mod steps;
mod unrolled;

pub use criterion::{HistoryCriterion, HistoryGoals};
pub use goals::{CONTEXT, CONTEXT_ENTRY, DEFINITION, DEFINITION_USE, PATH, VECTOR};
pub use pairing::Pairing;
pub use unrolled::{CallContext, CopiedVector, UnrolledBuilder, UnrolledError, UnrolledGraph};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
