//! Models of how objects are used, learned from call sequences and from control flow.
//!
//! | task | item |
//! |---|---|
//! | learn call sequences | [`UsageModel::train`], [`UsageModel::train_weighted`] |
//! | add what another model learned | [`UsageModel::merge`], [`UsageModel::merge_weighted`] |
//! | collect call sequences from a log | [`by_object`] |
//! | collect call sequences from the paths of a control-flow graph, up to a cap | [`sequences`](sequences()) |
//! | learn from control flow without listing paths, and without a cap | [`models`](models()) |
//! | draw a behaviour | [`UsageModel::walk`] |
//! | draw behaviours with your own weights, that always end, or that contain a given action | [`Walker`] |
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

mod flow;
mod model;
#[cfg(feature = "serde")]
mod plain;
mod state;
mod table;
mod train;
mod walk;

pub use flow::{MissingTransition, Sequences, models, sequences};
pub use model::UsageModel;
pub use state::{State, Transition};
pub use train::by_object;
pub use walk::{Choice, Walker};

// Errors of usage models.

/// The greatest n of an n-gram model: 32.
///
/// Each action that a model learns costs up to n - 1 clones and comparisons. Without a limit, time
/// and space could be quadratic in the length of a sequence. The publication uses n = 2 (SEED 3.1),
/// because a model with a larger n allows fewer behaviours that were not learned.
///
/// ```
/// use sbst_seeding::usage::{MAX_ORDER, UsageError, UsageModel};
///
/// assert!(UsageModel::<u32>::with_order(MAX_ORDER).is_ok());
/// let refused = UsageModel::<u32>::with_order(usize::MAX);
/// assert_eq!(refused, Err(UsageError::OrderTooLarge { order: usize::MAX }));
/// ```
pub const MAX_ORDER: usize = 32;

/// An error of making a model, or of merging two models.
///
/// ```
/// use sbst_seeding::usage::{UsageError, UsageModel};
///
/// let mut pairs = UsageModel::<&str>::new();
/// let triples = UsageModel::with_order(3)?;
/// assert_eq!(
///     pairs.merge(&triples),
///     Err(UsageError::DifferentOrders { ours: 2, theirs: 3 })
/// );
/// # Ok::<(), UsageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UsageError {
    /// n is 0, but an n-gram has at least one action.
    #[error("an n-gram model with n = 0: n must be from 1 to {MAX_ORDER}, and 2 is usual")]
    NoOrder,
    /// n is greater than [`MAX_ORDER`].
    #[error("an n-gram model with n = {order}: n must be from 1 to {MAX_ORDER}, and 2 is usual")]
    OrderTooLarge {
        /// The n that the caller passed.
        order: usize,
    },
    /// Two models that are to be merged have different n.
    #[error(
        "a model with n = {theirs} does not fit a model with n = {ours}: train both models with \
         the same n"
    )]
    DifferentOrders {
        /// n of the model on which the method was called.
        ours: usize,
        /// n of the other model, the argument.
        theirs: usize,
    },
    /// With n > 2, the walks of a function have more than 2^18 pairs of a block and a history of
    /// one object.
    #[error("a function has too many histories of {order} - 1 actions: use a smaller n, such as 2")]
    TooManyHistories {
        /// The n that the caller passed.
        order: usize,
    },
}
