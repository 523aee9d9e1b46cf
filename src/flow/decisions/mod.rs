//! Decisions with several conditions.
//!
//! Short-circuit evaluation makes one two-way block of each condition of `(a && b) || c`. A
//! [`CompoundDecision`] is the group of these blocks, as the graph
//! [says](crate::flow::FlowBuilder::decision) it, or as its shape shows it. Find the decisions of a
//! graph with [`CompoundDecision::all`], or create one from its conditions with
//! [`CompoundDecision::of`].
//!
//! The vectors of their conditions, and modified condition/decision coverage (MC/DC), are in the
//! crate [sbst-histories](https://docs.rs/sbst-histories).
//!
//! ```
//! use sbst::flow::decisions::CompoundDecision;
//! use sbst::flow::{FlowBuilder, FlowGraph};
//!
//! // if a && b { 2 } else { 3 }
//! let and = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
//! let graph = FlowGraph::of(&and)?;
//! let conditions = CompoundDecision::all(&graph).map(|found| found.conditions().len());
//! assert!(conditions.eq([2]));
//! # Ok::<(), sbst::flow::FlowError>(())
//! ```

mod decision;
mod region;

pub use decision::{CompoundDecision, DecisionError, Next};
pub use region::DecisionCheck;
