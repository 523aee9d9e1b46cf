//! Errors of usage models.

/// The greatest n of an n-gram model.
///
/// Each action that a model learns costs up to n - 1 clones and comparisons, so that an unlimited n would cost quadratic time and space
/// in the length of a sequence. The publication uses n = 2 (SEED 3.1), because a larger n allows fewer behaviours that were not seen.
///
/// ```
/// use sbst::seeding::usage::{MAX_ORDER, UsageError, UsageModel};
///
/// assert!(UsageModel::<u32>::with_order(MAX_ORDER).is_ok());
/// let refused = UsageModel::<u32>::with_order(usize::MAX);
/// assert_eq!(refused, Err(UsageError::OrderTooLarge { order: usize::MAX }));
/// ```
pub const MAX_ORDER: usize = 32;

/// The reason why a model cannot be made, merged, or relieved of a sequence.
///
/// ```
/// use sbst::seeding::usage::{UsageError, UsageModel};
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
    /// n is 0: n-grams have at least one action.
    #[error("an n-gram model with n = 0")]
    NoOrder,
    /// n is greater than [`MAX_ORDER`].
    #[error("an n-gram model with n = {order}, greater than {MAX_ORDER}")]
    OrderTooLarge {
        /// The n that was asked for.
        order: usize,
    },
    /// Two models count histories of different lengths.
    #[error("a model with n = {theirs} merged into one with n = {ours}")]
    DifferentOrders {
        /// n of the model merged into.
        ours: usize,
        /// n of the other model.
        theirs: usize,
    },
    /// A model cannot have been trained with the sequences that are to be taken out of it.
    #[error("sequences taken out of a model that was not trained with them")]
    NotTrained,
    /// A count that is to be reduced reached `u64::MAX`, so that its true value is not known.
    #[error("sequences taken out of a model whose counts are at their limit")]
    Saturated,
    /// With n > 2, more pairs of a block and a history than 2^18 are on the walks of a function.
    #[error("too many histories of {order} - 1 actions in one function")]
    TooManyHistories {
        /// The n that was asked for.
        order: usize,
    },
}
