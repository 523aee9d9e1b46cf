//! Views of the states and transitions of a model.

use alloc::collections::BTreeMap;

/// A state of a model: the last n - 1 actions, with the transitions that leave the state.
///
/// It borrows from the model. Two states are equal if their histories and their transitions with
/// counts are equal, also in different models.
///
/// ```
/// use sbst_seeding::usage::UsageModel;
///
/// let mut model = UsageModel::new();
/// model.train(["open", "read", "close"]);
/// let start = model.state(&[]).expect("trained");
/// // open is the only first action
/// assert!(start.transitions().all(|way| way.action == Some(&"open")));
/// let open = model.state(&["open"]).expect("seen");
/// assert_eq!(open.history(), ["open"]);
/// assert_eq!(open.transitions().count(), 1); // only read followed
/// ```
#[derive(Debug, PartialEq)]
pub struct State<'a, A> {
    /// The last n - 1 actions, fewer near the start.
    pub(super) history: &'a [A],
    /// The transitions that leave the state.
    pub(super) next: &'a Next<A>,
}

impl<A> Clone for State<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for State<'_, A> {}

/// A transition that leaves a state: an action or the end, with its count.
///
/// ```
/// use sbst_seeding::usage::UsageModel;
///
/// let mut model = UsageModel::new();
/// model.train(["open", "close"]);
/// model.train(["open", "read", "close"]);
/// model.train(["open", "read", "read", "close"]);
/// let open = model.state(&["open"]).expect("was seen");
/// let ways: Vec<_> = open
///     .transitions()
///     .map(|way| (way.action.copied(), way.count, way.probability))
///     .collect();
/// assert_eq!(ways, [(Some("close"), 1, 1.0 / 3.0), (Some("read"), 2, 2.0 / 3.0)]);
/// ```
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct Transition<'a, A> {
    /// The action; `None` for the end.
    pub action: Option<&'a A>,
    /// Number of times that the transition was taken, at least 1. `u64::MAX` means this number or
    /// more.
    pub count: u64,
    /// `count` divided by the sum of the counts of all transitions of the state, in (0, 1].
    pub probability: f64,
}

impl<A> Clone for Transition<'_, A> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<A> Copy for Transition<'_, A> {}

impl<'a, A> State<'a, A> {
    /// Returns the last n - 1 actions; fewer near the start, and none at the start.
    #[must_use]
    pub const fn history(self) -> &'a [A] {
        self.history
    }

    /// Returns the transitions that leave the state: the end first, then the actions in ascending
    /// order.
    pub fn transitions(self) -> impl Iterator<Item = Transition<'a, A>> {
        let total = self.next.total();
        self.next.ways().map(move |(action, count)| Transition {
            action,
            count,
            probability: count as f64 / total,
        })
    }
}

// The transitions of a state.

/// The transitions of a state, with their counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Next<A> {
    /// Count of the transition to the end; 0 if no sequence ended in the state.
    pub(super) end: u64,
    /// Counts of the transitions by action, each at least 1.
    pub(super) actions: BTreeMap<A, u64>,
}

impl<A> Default for Next<A> {
    fn default() -> Self {
        Self { end: 0, actions: BTreeMap::new() }
    }
}

impl<A> Next<A> {
    /// Returns the number of times that a sequence left the state, at least 1, up to rounding.
    pub(super) fn total(&self) -> f64 {
        // In floating point: the sum of several counts near `u64::MAX` would overflow.
        self.actions.values().fold(self.end as f64, |total, &count| total + count as f64)
    }

    /// Returns the transitions that were taken, with their counts: the end (`None`) first, then the
    /// actions in ascending order.
    pub(super) fn ways(&self) -> impl Iterator<Item = (Option<&A>, u64)> + Clone {
        let end = (self.end > 0).then_some((None, self.end));
        end.into_iter().chain(self.actions.iter().map(|(action, &count)| (Some(action), count)))
    }
}

impl<A: Ord> Next<A> {
    /// Returns the count of a transition: 0 if it was never taken.
    pub(super) fn count(&self, action: Option<&A>) -> u64 {
        match action {
            None => self.end,
            Some(action) => self.actions.get(action).copied().unwrap_or(0),
        }
    }
}

impl<A: Ord + Clone> Next<A> {
    /// Adds `count` to the count of a transition, up to `u64::MAX`.
    pub(super) fn see(&mut self, action: Option<&A>, count: u64) {
        // Not `entry` alone: it would clone the action even if the state has the transition already.
        match action {
            None => self.end = self.end.saturating_add(count),
            Some(action) => match self.actions.get_mut(action) {
                Some(seen) => *seen = seen.saturating_add(count),
                None => {
                    self.actions.insert(action.clone(), count);
                }
            },
        }
    }
}
