//! The n-gram model: its states, transitions and counts, and the probabilities that follow from the
//! counts.

use super::state::{Next, State};
use super::{MAX_ORDER, UsageError};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// An n-gram model of the behaviour of the objects of one class (SEED 3.1).
///
/// A *state* is the last n - 1 actions; near the start, where there were fewer, it is all actions
/// so far. A *transition* counts how often an action, or the end of the sequence, followed a state.
/// The model accepts each sequence that it was trained with, and every other sequence of
/// transitions from the start to the end.
///
/// In the publication, a behaviour ends when it returns to the initial state (SEED 2.3). Here the
/// end is a transition of its own. Counts are an addition of this crate: the transition systems of
/// the publication have none, and it names probabilities as future work (SEED section 8).
///
/// The order of training does not matter: models that learned the same sequences, each equally
/// often, are equal.
///
/// Training costs O(n log s) comparisons for each action, with s states, and up to n - 1 clones for
/// a new state. n is at most [`MAX_ORDER`]. Actions should be cheap to clone: numbers, `&str`,
/// `Rc<str>`.
///
/// ```
/// use sbst_seeding::usage::UsageModel;
///
/// let mut model = UsageModel::new(); // n = 2: an action depends on the one before it
/// model.train(["open", "read", "close"]);
/// model.train(["open", "read", "read", "close"]);
/// model.train(["open", "close"]);
/// assert!(model.accepts(&["open", "read", "read", "read", "close"]));
/// assert!(!model.accepts(&["read", "close"]) && !model.accepts(&["open", "read"]));
/// assert_eq!(model.probability(&["open"], Some(&"read")), 2.0 / 3.0);
/// assert_eq!(model.probability(&["close"], None), 1.0); // the end
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageModel<A> {
    /// n, in 1..=[`MAX_ORDER`].
    pub(super) order: usize,
    /// Number of sequences that were learned, with their weights; up to `u64::MAX`.
    pub(super) sequences: u64,
    /// Transitions by state, where a state is its last actions. The start, the empty history, is
    /// the first state.
    pub(super) states: BTreeMap<Vec<A>, Next<A>>,
}

impl<A> Default for UsageModel<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> UsageModel<A> {
    /// Creates an empty model with n = 2: an action depends on the action before it.
    ///
    /// The publication uses n = 2 (SEED 3.1).
    #[must_use]
    pub const fn new() -> Self {
        Self { order: 2, sequences: 0, states: BTreeMap::new() }
    }

    /// Creates an empty model with a given n: an action depends on the n - 1 actions before it.
    /// With n = 1, it depends on nothing.
    ///
    /// # Errors
    ///
    /// Returns [`UsageError::NoOrder`] if n is 0, and [`UsageError::OrderTooLarge`] if n is greater
    /// than [`MAX_ORDER`].
    ///
    /// ```
    /// use sbst_seeding::usage::{UsageError, UsageModel};
    ///
    /// let accepts = |order| {
    ///     let mut model = UsageModel::with_order(order)?;
    ///     model.train(["open", "close"]);
    ///     Ok(model.accepts(&["close", "open"]))
    /// };
    /// assert_eq!((accepts(1)?, accepts(2)?), (true, false)); // n = 1 sees no order
    /// assert_eq!(accepts(0), Err(UsageError::NoOrder));
    /// # Ok::<(), UsageError>(())
    /// ```
    pub const fn with_order(order: usize) -> Result<Self, UsageError> {
        match order {
            0 => Err(UsageError::NoOrder),
            1..=MAX_ORDER => Ok(Self { order, sequences: 0, states: BTreeMap::new() }),
            _ => Err(UsageError::OrderTooLarge { order }),
        }
    }

    /// Returns n: an action depends on the n - 1 actions before it.
    #[must_use]
    pub const fn order(&self) -> usize {
        self.order
    }

    /// Returns the number of sequences that the model learned, with their weights.
    ///
    /// A sequence of weight w counts w times. A model of a control flow, made by
    /// [`models`](super::models()), counts as one sequence. The number stops at `u64::MAX`.
    #[must_use]
    pub const fn sequences(&self) -> u64 {
        self.sequences
    }

    /// Returns the number of transitions, including those to the end; 0 for a model that was not
    /// trained.
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let model = UsageModel::from_iter([["open", "close"]]);
    /// assert_eq!(model.transition_count(), 3); // open, close, the end
    /// ```
    #[must_use]
    pub fn transition_count(&self) -> usize {
        self.states.values().map(|next| usize::from(next.end > 0) + next.actions.len()).sum()
    }

    /// Returns the number of linearly independent walks from the start to the end: transitions -
    /// states + 1.
    ///
    /// The result is 0 for a model that was not trained. It is a number of behaviours to draw that
    /// grows with the model: every other walk is a combination of independent walks, and each
    /// branching of the model adds one (McCabe, "A Complexity Measure", 1976). A dense model, in
    /// which most actions follow most actions, has very many: for n = 2, up to about the square of
    /// the number of actions. Limit the number of behaviours to the size of the population:
    /// `model.independent_walks().min(100)`.
    ///
    /// The publication draws a fixed number for every model, the size of the population (SEED
    /// 5.2.3, 6.2.4). It finds the number too small for large models (6.2.4) and too great for
    /// small ones (7.1).
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let mut model = UsageModel::new();
    /// model.train(["open", "read", "close"]);
    /// assert_eq!(model.independent_walks(), 1);
    /// model.train(["open", "write", "close"]);
    /// assert_eq!(model.independent_walks(), 2);
    /// ```
    #[must_use]
    pub fn independent_walks(&self) -> usize {
        if self.states.is_empty() { 0 } else { self.transition_count() + 1 - self.states.len() }
    }
}

impl<A: Ord> UsageModel<A> {
    /// Returns the last n - 1 actions of a history, on which the next action depends: the state
    /// after the history.
    pub(super) fn last<'h>(&self, history: &'h [A]) -> &'h [A] {
        &history[history.len().saturating_sub(self.order - 1)..]
    }

    /// Returns the probability of each step of a behaviour.
    fn steps(&self, behaviour: &[A]) -> impl Iterator<Item = f64> {
        // A behaviour of k actions has k + 1 steps; the last one goes to the end, where `get`
        // returns `None`.
        (0..=behaviour.len()).map(|at| self.probability(&behaviour[..at], behaviour.get(at)))
    }

    /// Returns `true` if the model has a transition for every action of a sequence and for its end.
    ///
    /// A model that was not trained accepts no sequence, not even the empty one. O(n log s)
    /// comparisons for each action.
    #[must_use]
    pub fn accepts(&self, sequence: &[A]) -> bool {
        (0..=sequence.len()).all(|at| {
            let next = self.states.get(self.last(&sequence[..at]));
            next.is_some_and(|next| next.count(sequence.get(at)) > 0)
        })
    }

    /// Returns the probability that an action, or the end (`None`), follows a history, in [0, 1].
    ///
    /// It is the count of the transition divided by the sum of the counts of all transitions of the
    /// state. Only the last n - 1 actions of the history matter. The result is 0 if the model lacks
    /// the state. The probabilities of all transitions of a state sum to 1, up to rounding.
    #[must_use]
    pub fn probability(&self, history: &[A], action: Option<&A>) -> f64 {
        let next = self.states.get(self.last(history));
        next.map_or(0.0, |next| next.count(action) as f64 / next.total())
    }

    /// Returns the probability of a whole behaviour, in [0, 1].
    ///
    /// It is the product of the probabilities of all transitions of the behaviour, including the
    /// end. The result is 0 if the model does not accept the behaviour. The probabilities of all
    /// behaviours sum to 1. A walk by [`Choice::Frequent`](super::Choice::Frequent) gives each
    /// behaviour with this probability. For long behaviours the result underflows to 0; the result
    /// of [`log_probability_of`](Self::log_probability_of) does not.
    ///
    /// The publication proposes such probabilities to select behaviours by use, for example the
    /// most uncommon first (SEED section 8).
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let model = UsageModel::from_iter([
    ///     vec!["new", "add"],
    ///     vec!["new", "size"],
    ///     vec!["new", "add", "size"],
    /// ]);
    /// // after new: add in 2 of 3 cases; after add: the end in 1 of 2 cases
    /// assert_eq!(model.probability_of(&["new", "add"]), 2.0 / 3.0 * 0.5);
    /// assert_eq!(model.probability_of(&["new", "size"]), 1.0 / 3.0);
    /// assert_eq!(model.probability_of(&["add"]), 0.0);
    /// ```
    #[must_use]
    pub fn probability_of(&self, behaviour: &[A]) -> f64 {
        // The chain rule for a model whose actions depend on the last n - 1 actions only.
        self.steps(behaviour).product()
    }

    /// Returns the natural logarithm of the probability of a behaviour, in [-infinity, 0].
    ///
    /// Use it for behaviours so long that the probability itself is 0 in floating point. The result
    /// is negative infinity if the model does not accept the behaviour.
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// // again: 1/3, end: 2/3
    /// let model = UsageModel::from_iter([vec!["add", "add"], vec!["add"]]);
    /// let behaviour = ["add"; 2000];
    /// assert_eq!(model.probability_of(&behaviour), 0.0);
    /// assert!((model.log_probability_of(&behaviour) + 2196.6).abs() < 0.1);
    /// assert_eq!(model.log_probability_of(&["size"]), f64::NEG_INFINITY);
    /// ```
    #[must_use]
    pub fn log_probability_of(&self, behaviour: &[A]) -> f64 {
        // A sum of logarithms, not the logarithm of the product, which underflows. The logarithm of
        // 0 is negative infinity, and no term is positive, so no sum is NaN.
        self.steps(behaviour).map(libm::log).sum()
    }

    /// Returns all states, in the lexicographic order of their actions. The start is the first one.
    pub fn states(
        &self,
    ) -> impl DoubleEndedIterator<Item = State<'_, A>> + ExactSizeIterator + Clone {
        self.states.iter().map(|(history, next)| State { history, next })
    }

    /// Returns the state after a history, or `None` if the model lacks it.
    ///
    /// Only the last n - 1 actions of the history matter. The empty history gives the start.
    #[must_use]
    pub fn state(&self, history: &[A]) -> Option<State<'_, A>> {
        let (history, next) = self.states.get_key_value(self.last(history))?;
        Some(State { history, next })
    }
}
