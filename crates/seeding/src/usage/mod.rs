//! Models of how objects are used, learned from call sequences and from control flow.
//!
//! | task | item |
//! |---|---|
//! | learn call sequences | [`UsageModel::train`], [`UsageModel::train_weighted`] |
//! | add what another model learned, or remove it after a change of the code | [`UsageModel::merge`], [`UsageModel::unmerge`] |
//! | collect call sequences from a log | [`by_object`] |
//! | collect call sequences from the paths of a control-flow graph, up to a cap | [`sequences`](sequences()) |
//! | learn from control flow without listing paths, and without a cap | [`models`](models()) |
//! | draw a behaviour | [`UsageModel::walk`], or [`UsageModel::walk_by`] with your own weights |
//! | draw behaviours that always end, or that contain a given action | [`Walker`] |
//! | ask how probable a behaviour is | [`UsageModel::probability_of`] |
//! | ask how much of a model some behaviours cover | [`UsageModel::coverage`], [`UsageModel::missing`] |
//! | inspect a model | [`UsageModel::states`], [`UsageModel::to_dot`] |
//!
//! ```
//! use sbst_seeding::usage::UsageModel;
//!
//! let mut model = UsageModel::new();
//! model.train(["open", "read", "close"]);
//! model.train(["open", "read", "read", "close"]);
//! assert!(model.accepts(&["open", "read", "read", "read", "close"])); // new
//! assert!(!model.accepts(&["read", "close"])); // no sequence starts with read
//! ```
//!
//! # Definitions
//!
//! - An *action* is a call on an object. It is of any type with an order: a number, a name, a
//!   method with its class.
//! - A [`UsageModel`] is an n-gram model. Its *states* are the last n - 1 actions. Its
//!   *transitions* count what followed a state: an action, or the end of the sequence.
//! - A *behaviour* is the sequence of actions on a walk from the start of the model to its end. The
//!   model accepts every such sequence, even if it was not learned. So objects are used in new ways
//!   that are similar to the learned ones.
//!
//! The [module `seeding`](super#seed-item-by-item) has a table of the items of the paper.
//!
//! # Source
//!
//! Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen, "Search-based crash reproduction using
//! behavioral model seeding" (SEED, 2020), section 3.1.

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
