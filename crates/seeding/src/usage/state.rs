//! Views of the states and transitions of a model.

use super::next::Next;

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
