//! Models of how objects are used, learned from call sequences and from control flow.
//!
//! A [`UsageModel`] is an n-gram model: its *states* are the last n - 1 actions, its *transitions* count what came next, an action or the
//! end. Objects are used in new ways that are like those that were seen: the model accepts every walk from the start to the end.
//!
//! - [`UsageModel::train`] learns a call sequence, [`UsageModel::merge`] another model, both with weights for their sources;
//!   [`UsageModel::unmerge`] takes them out again after a change of the code.
//! - [`by_object`] collects call sequences from a log, [`sequences`](sequences()) from the paths of a control-flow graph, up to a cap;
//!   [`models`](models()) learns from the control flow itself, without paths and without a cap.
//! - [`UsageModel::walk`] and [`UsageModel::walk_by`] draw a behaviour: a sequence that the model accepts. A [`Walker`] makes walks that
//!   always end, and walks through a given action.
//! - [`UsageModel::probability_of`] is the probability of a behaviour, [`UsageModel::coverage`] the part of a model that behaviours cover.
//!
//! For a table of the paper's items, see the [module `seeding`](super#seed-item-by-item).
//!
//! Source: Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen, "Search-based crash reproduction using behavioral model seeding" (SEED,
//! 2020), section 3.1.

mod collect;
mod coverage;
mod drawing;
mod error;
mod flow;
mod model;
mod next;
#[cfg(feature = "serde")]
mod plain;
mod state;
mod table;
mod train;
mod walk;
mod walker;

pub use collect::by_object;
pub use error::{MAX_ORDER, UsageError};
pub use flow::{MissingTransition, Sequences, models, sequences};
pub use model::UsageModel;
pub use state::{State, Transition};
pub use walk::Choice;
pub use walker::Walker;
