//! The model: states, transitions, and how often they were seen.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

/// How objects of one class are used: an n-gram model over actions.
///
/// A *state* is what was done last: the last n - 1 actions, fewer at the start. What followed it, an action or the end, is counted. The
/// model accepts each sequence that it was trained with, and all that go on at every step as some of these did.
///
/// It does not depend on the order of training: equal if the same sequences were seen as often. Each action takes O(n log s) comparisons
/// for s states, and up to n - 1 clones for a new state; so n should be small, and actions cheap to clone: numbers, `&str`, `Rc<str>`.
///
/// ```
/// use sbst::seeding::usage::UsageModel;
///
/// let mut model = UsageModel::new(); // n = 2: what follows an action
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
    order: usize,
    pub(super) sequences: u64,
    /// By the last actions.
    pub(super) states: BTreeMap<Vec<A>, Next<A>>,
}

/// What followed a state, and how often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Next<A> {
    /// 0 if no sequence ended there.
    pub(super) end: u64,
    pub(super) actions: BTreeMap<A, u64>,
}

/// A state of a model, to be read.
///
/// ```
/// use sbst::seeding::usage::UsageModel;
///
/// let mut model = UsageModel::new();
/// model.train(["open", "read", "close"]);
/// let start = model.state(&[]).expect("trained");
/// let open = start.after(&"open").expect("it begins so");
/// assert_eq!(open.history(), ["open"]);
/// assert!(open.after(&"close").is_none()); // nobody closed at once
/// ```
pub struct State<'a, A> {
    model: &'a UsageModel<A>,
    history: &'a [A],
    next: &'a Next<A>,
}

impl<A> Clone for State<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for State<'_, A> {}

/// The same actions, and the same ways on.
impl<A: PartialEq> PartialEq for State<'_, A> {
    fn eq(&self, other: &Self) -> bool {
        (self.history, self.next) == (other.history, other.next)
    }
}

impl<A: fmt::Debug> fmt::Debug for State<'_, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("history", &self.history).field("next", self.next).finish()
    }
}

/// A way on from a state.
///
/// ```
/// use sbst::seeding::usage::UsageModel;
///
/// let mut model = UsageModel::new();
/// model.train(["open", "close"]);
/// model.train(["open", "read", "close"]);
/// model.train(["open", "read", "read", "close"]);
/// let open = model.state(&["open"]).expect("was seen");
/// let ways: Vec<_> = open.transitions().map(|way| (way.action.copied(), way.count, way.probability)).collect();
/// assert_eq!(ways, [(Some("close"), 1, 1.0 / 3.0), (Some("read"), 2, 2.0 / 3.0)]);
/// ```
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct Transition<'a, A> {
    /// The action; `None` for the end.
    pub action: Option<&'a A>,
    /// How often it was taken.
    pub count: u64,
    /// How often, of all times that the state was left: in (0, 1].
    pub probability: f64,
}

impl<A> Clone for Transition<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Transition<'_, A> {}

/// Why a model cannot be made, or two cannot be merged.
///
/// ```
/// use sbst::seeding::usage::{UsageError, UsageModel};
///
/// let mut pairs = UsageModel::<&str>::new();
/// let triples = UsageModel::with_order(3)?;
/// assert_eq!(pairs.merge(&triples), Err(UsageError::DifferentOrders { ours: 2, theirs: 3 }));
/// # Ok::<(), UsageError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UsageError {
    /// n-grams have at least one action.
    #[error("an n-gram model with n = 0")]
    NoOrder,
    /// Models of different n say different things.
    #[error("a model with n = {theirs} merged into one with n = {ours}")]
    DifferentOrders {
        /// Of the model merged into.
        ours: usize,
        /// Of the other one.
        theirs: usize,
    },
}

impl<A> Default for UsageModel<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> UsageModel<A> {
    /// An empty model with n = 2: what follows an action depends on that action. As published.
    #[must_use]
    pub const fn new() -> Self {
        Self { order: 2, sequences: 0, states: BTreeMap::new() }
    }

    /// An empty model with this n: what follows depends on the last n - 1 actions; with 1, on nothing.
    ///
    /// # Errors
    ///
    /// [`UsageError::NoOrder`] for 0.
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
            _ => Ok(Self { order, sequences: 0, states: BTreeMap::new() }),
        }
    }

    /// Its n.
    #[must_use]
    pub const fn order(&self) -> usize {
        self.order
    }

    /// How many sequences it was trained with.
    #[must_use]
    pub const fn sequences(&self) -> u64 {
        self.sequences
    }

    /// How many behaviours to draw from the model, by its size: as many as it has linearly independent walks from start to end, that is
    /// transitions - states + 1. Every other walk is a combination of these; so each branching of the model adds
    /// one. 0 if it was not trained.
    ///
    /// The publication takes a fixed number for all classes, and names that as a weakness. Source of the rule: McCabe, "A Complexity
    /// Measure" (1976). A dense model has very many, at most the square of its actions: so cap it at what the search can use,
    /// `model.independent_walks().min(50)`.
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
        let transitions: usize = self.states.values().map(|next| usize::from(next.end > 0) + next.actions.len()).sum();
        if self.states.is_empty() { 0 } else { transitions + 1 - self.states.len() }
    }
}

impl<A: Ord> UsageModel<A> {
    /// The actions of a history that count for what follows.
    pub(super) fn last<'h>(&self, history: &'h [A]) -> &'h [A] {
        &history[history.len().saturating_sub(self.order - 1)..]
    }

    /// Whether each action, and the end, was seen to follow what is before it.
    #[must_use]
    pub fn accepts(&self, sequence: &[A]) -> bool {
        (0..=sequence.len()).all(|at| {
            let next = self.states.get(self.last(&sequence[..at]));
            next.is_some_and(|next| match sequence.get(at) {
                Some(action) => next.actions.contains_key(action),
                None => next.end > 0,
            })
        })
    }

    /// How often an action, or the end, followed a history, of all times that this was seen: in [0, 1], 0 if it was not seen. The
    /// probabilities of all that followed a history sum to 1, up to rounding.
    #[must_use]
    pub fn probability(&self, history: &[A], action: Option<&A>) -> f64 {
        let Some(next) = self.states.get(self.last(history)) else { return 0.0 };
        let count = action.map_or(next.end, |action| next.actions.get(action).copied().unwrap_or(0));
        count as f64 / next.total()
    }

    /// All states, ordered by their actions: the start first.
    pub fn states(&self) -> impl Iterator<Item = State<'_, A>> {
        self.states.iter().map(|(history, next)| State { model: self, history, next })
    }

    /// The state after a history, if it was seen.
    #[must_use]
    pub fn state(&self, history: &[A]) -> Option<State<'_, A>> {
        let (history, next) = self.states.get_key_value(self.last(history))?;
        Some(State { model: self, history, next })
    }
}

impl<A: Ord + Clone> UsageModel<A> {
    /// Learns from one sequence; one without actions says that objects are made and not used.
    pub fn train(&mut self, sequence: impl IntoIterator<Item = A>) {
        let sequence: Vec<A> = sequence.into_iter().collect();
        for at in 0..=sequence.len() {
            let history = self.last(&sequence[..at]);
            match self.states.get_mut(history) {
                Some(next) => next.see(sequence.get(at), 1),
                None => {
                    let mut next = Next::default();
                    next.see(sequence.get(at), 1);
                    self.states.insert(history.to_vec(), next);
                }
            }
        }
        self.sequences = self.sequences.saturating_add(1);
    }

    /// Takes in all that another model has learned: the same as training with the sequences of both. Commutative and associative.
    ///
    /// # Errors
    ///
    /// [`UsageError::DifferentOrders`] if their n differ; then nothing changes.
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
    ///
    /// let [mut one, mut other, mut both] = [const { UsageModel::new() }; 3];
    /// one.train(["new", "add"]);
    /// other.train(["new", "size"]);
    /// both.extend([["new", "size"], ["new", "add"]]);
    /// one.merge(&other)?;
    /// assert_eq!(one, both);
    /// # Ok::<(), sbst::seeding::usage::UsageError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), UsageError> {
        if self.order != other.order {
            return Err(UsageError::DifferentOrders { ours: self.order, theirs: other.order });
        }
        for (history, theirs) in &other.states {
            let ours = match self.states.get_mut(history) {
                Some(ours) => ours,
                None => self.states.entry(history.clone()).or_default(),
            };
            ours.see(None, theirs.end);
            theirs.actions.iter().for_each(|(action, &count)| ours.see(Some(action), count));
        }
        self.sequences = self.sequences.saturating_add(other.sequences);
        Ok(())
    }
}

/// Learns from each of these sequences.
impl<A: Ord + Clone, S: IntoIterator<Item = A>> Extend<S> for UsageModel<A> {
    fn extend<I: IntoIterator<Item = S>>(&mut self, sequences: I) {
        sequences.into_iter().for_each(|sequence| self.train(sequence));
    }
}

/// A model with n = 2 that has learned from each of these sequences.
impl<A: Ord + Clone, S: IntoIterator<Item = A>> FromIterator<S> for UsageModel<A> {
    fn from_iter<I: IntoIterator<Item = S>>(sequences: I) -> Self {
        let mut model = Self::new();
        model.extend(sequences);
        model
    }
}

impl<'a, A: Ord + Clone> State<'a, A> {
    /// The state after an action, if that was seen.
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
    ///
    /// let model = UsageModel::from_iter([["open", "read", "close"]]);
    /// let opened = model.state(&[]).and_then(|start| start.after(&"open")).expect("seen");
    /// assert_eq!(opened.history(), ["open"]);
    /// assert!(opened.after(&"close").is_none());
    /// ```
    #[must_use]
    pub fn after(self, action: &A) -> Option<State<'a, A>> {
        self.next.actions.get(action)?;
        let history: Vec<A> = self.history.iter().chain([action]).cloned().collect();
        self.model.state(&history)
    }
}

impl<A> Default for Next<A> {
    fn default() -> Self {
        Self { end: 0, actions: BTreeMap::new() }
    }
}

impl<A> Next<A> {
    /// How often the state was left: at least once.
    pub(super) fn total(&self) -> f64 {
        self.actions.values().fold(self.end as f64, |total, &count| total + count as f64)
    }
}

impl<A: Ord + Clone> Next<A> {
    fn see(&mut self, action: Option<&A>, count: u64) {
        let seen = match action {
            None => &mut self.end,
            Some(action) => match self.actions.get_mut(action) {
                Some(seen) => seen,
                None => self.actions.entry(action.clone()).or_insert(0),
            },
        };
        *seen = seen.saturating_add(count);
    }
}

impl<'a, A> State<'a, A> {
    /// The last actions: n - 1 of them, fewer at the start.
    #[must_use]
    pub const fn history(self) -> &'a [A] {
        self.history
    }

    /// The ways on: the end first, then by action.
    pub fn transitions(self) -> impl Iterator<Item = Transition<'a, A>> {
        let total = self.next.total();
        let end = Some(self.next.end).filter(|&count| count > 0).map(|count| (None, count));
        let actions = self.next.actions.iter().map(|(action, &count)| (Some(action), count));
        end.into_iter().chain(actions).map(move |(action, count)| Transition { action, count, probability: count as f64 / total })
    }
}
