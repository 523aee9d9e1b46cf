//! Usage models: which action follows which, learned from call sequences.
//!
//! - [`UsageModel`] is an n-gram model: its *states* are the last n - 1 actions, its *transitions* what came next and how often. Start and
//!   end are no actions.
//! - [`UsageModel::walk`] draws a behaviour: a sequence that the model accepts.
//! - [`sequences`] collects call sequences from a control-flow graph: for each object and path, what is called on it.
//!   [`by_object`] collects them from a log.
//!
//! Source: Derakhshanfar et al., "Search-based crash reproduction using behavioural model seeding" (2020), section 3.1.

mod collect;
mod drawing;
mod model;
#[cfg(feature = "serde")]
mod plain;
mod walk;

pub use collect::{by_object, sequences};
pub use model::{State, Transition, UsageError, UsageModel};
pub use walk::Choice;
