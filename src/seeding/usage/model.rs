//! The model: states, transitions, and their counts.

use super::error::{MAX_ORDER, UsageError};
use super::next::Next;
use super::state::State;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// An n-gram model of the behaviour of the objects of one class (SEED 3.1).
///
/// A *state* is the last n - 1 actions, fewer near the start. A *transition* counts how often an action, or the end, followed a state. The
/// model accepts each sequence that it was trained with, and every other sequence of transitions from the start to the end.
///
/// In the publication, a behaviour ends where it returns to the initial state (SEED 2.3); here the end is a transition of its own. Counts are
/// ours: the publication's transition systems have none, and name probabilities as future work (SEED section 8).
///
/// The order of training does not matter: two models are equal if their sequences were seen equally often. Training costs O(n log s)
/// comparisons for each action, with s states, and up to n - 1 clones for a new state, n being at most [`MAX_ORDER`]. Actions should be
/// cheap to clone: numbers, `&str`, `Rc<str>`.
///
/// ```
/// use sbst::seeding::usage::UsageModel;
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
    pub(super) order: usize,
    pub(super) sequences: u64,
    /// By the last actions.
    pub(super) states: BTreeMap<Vec<A>, Next<A>>,
}

impl<A> Default for UsageModel<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> UsageModel<A> {
    /// Creates an empty model with n = 2, as in the publication (SEED 3.1): an action depends on the one before it.
    #[must_use]
    pub const fn new() -> Self {
        Self { order: 2, sequences: 0, states: BTreeMap::new() }
    }

    /// Creates an empty model with another n: an action depends on the last n - 1 actions; with n = 1, on nothing.
    ///
    /// # Errors
    ///
    /// [`UsageError::NoOrder`] for 0, [`UsageError::OrderTooLarge`] for more than [`MAX_ORDER`].
    ///
    /// ```
    /// use sbst::seeding::usage::{UsageError, UsageModel};
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

    /// Returns n.
    #[must_use]
    pub const fn order(&self) -> usize {
        self.order
    }

    /// Returns the number of sequences that the model was trained with, each as often as its weight says; a control flow counts as one.
    #[must_use]
    pub const fn sequences(&self) -> u64 {
        self.sequences
    }

    /// Returns the number of transitions.
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
    ///
    /// let model = UsageModel::from_iter([["open", "close"]]);
    /// assert_eq!(model.transition_count(), 3); // open, close, the end
    /// ```
    #[must_use]
    pub fn transition_count(&self) -> usize {
        self.states.values().map(|next| usize::from(next.end > 0) + next.actions.len()).sum()
    }

    /// Returns the number of linearly independent walks from the start to the end, transitions - states + 1: a number of behaviours to draw
    /// that grows with the model. 0 if the model was not trained.
    ///
    /// Every other walk is a combination of these, and each branching of the model adds one (McCabe, "A Complexity Measure", 1976). The
    /// publication draws a fixed number for every model, the size of the population (SEED 5.2.3, 6.2.4), and finds that too few for large
    /// models (6.2.4) and too many for small ones (7.1). A dense model has very many independent walks, up to the square of its actions: cap
    /// them at the size of the population, `model.independent_walks().min(100)`.
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
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
    /// Returns the actions of a history that count for its next action.
    pub(super) fn last<'h>(&self, history: &'h [A]) -> &'h [A] {
        &history[history.len().saturating_sub(self.order - 1)..]
    }

    /// Returns each step of a behaviour: what was seen in its state, and the action that follows there; `None` for the end.
    fn steps<'m>(&'m self, behaviour: &'m [A]) -> impl Iterator<Item = (Option<&'m Next<A>>, Option<&'m A>)> + 'm {
        (0..=behaviour.len()).map(|at| (self.states.get(self.last(&behaviour[..at])), behaviour.get(at)))
    }

    /// Returns `true` if every action of a sequence, and its end, was seen to follow the actions before it.
    #[must_use]
    pub fn accepts(&self, sequence: &[A]) -> bool {
        self.steps(sequence).all(|(next, action)| next.is_some_and(|next| next.count(action) > 0))
    }

    /// Returns the part of all times that a history was seen in which an action, or the end (`None`), followed it: in [0, 1], 0 if the
    /// history was never seen. The probabilities of all transitions of a state sum to 1, up to rounding.
    #[must_use]
    pub fn probability(&self, history: &[A], action: Option<&A>) -> f64 {
        self.states.get(self.last(history)).map_or(0.0, |next| next.probability(action))
    }

    /// Returns the probability of a whole behaviour, the product of those of its transitions and of its end: in [0, 1], 0 if the model
    /// does not accept it.
    ///
    /// The probabilities of all behaviours sum to 1. That of a walk by [`Choice::Frequent`](super::Choice::Frequent) is this one. Long
    /// behaviours underflow to 0; [`log_probability_of`](Self::log_probability_of) does not. The publication proposes such probabilities
    /// to select behaviours by use, the most uncommon first for example (SEED section 8).
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
    ///
    /// let model = UsageModel::from_iter([
    ///     vec!["new", "add"],
    ///     vec!["new", "size"],
    ///     vec!["new", "add", "size"],
    /// ]);
    /// // add, then the end
    /// assert_eq!(model.probability_of(&["new", "add"]), 2.0 / 3.0 * 0.5);
    /// assert_eq!(model.probability_of(&["new", "size"]), 1.0 / 3.0);
    /// assert_eq!(model.probability_of(&["add"]), 0.0);
    /// ```
    #[must_use]
    pub fn probability_of(&self, behaviour: &[A]) -> f64 {
        self.steps(behaviour).map(|(next, action)| next.map_or(0.0, |next| next.probability(action))).product()
    }

    /// Returns the natural logarithm of the probability of a behaviour, in [-infinity, 0]: for behaviours so long that the probability
    /// itself is 0 in floating point.
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
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
        self.steps(behaviour).map(|(next, action)| libm::log(next.map_or(0.0, |next| next.probability(action)))).sum()
    }

    /// Returns all states, ordered by their actions: the start first.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = State<'_, A>> + ExactSizeIterator + Clone {
        self.states.iter().map(|(history, next)| State { history, next })
    }

    /// Returns the state after a history, or `None` if it was never seen.
    #[must_use]
    pub fn state(&self, history: &[A]) -> Option<State<'_, A>> {
        let (history, next) = self.states.get_key_value(self.last(history))?;
        Some(State { history, next })
    }
}
