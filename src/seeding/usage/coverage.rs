//! The part of a model that behaviours cover.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::Table;
use alloc::vec;
use alloc::vec::Vec;

impl<A: Ord> UsageModel<A> {
    /// Returns the part of all transitions that some behaviour takes, in [0, 1]; 1 for a model that was not trained. Costs as
    /// [`missing`](Self::missing).
    ///
    /// A fixed number of behaviours may miss much of a large model, and repeat themselves in a small one (SEED 6.2.4, 7.1, section 8).
    /// Covering transitions is a classical criterion of its own to select behaviours; the publication prefers dissimilar ones (SEED 3.2.1).
    #[must_use]
    pub fn coverage(&self, behaviours: impl IntoIterator<Item = impl AsRef<[A]>>) -> f64 {
        match self.transition_count() {
            0 => 1.0,
            total => (total - self.missing(behaviours).len()) as f64 / total as f64,
        }
    }

    /// Returns the transitions that no behaviour takes, each with its state, in the order of the states.
    ///
    /// Pass the behaviours as drawn: a constructor that was put in front is no transition of the model. Steps that the model does not have
    /// count for nothing. O(n t log s) for t transitions and s states, and O(n log s) for each action.
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
    ///
    /// let model = UsageModel::from_iter([vec!["new", "add"], vec!["new", "size"]]);
    /// let missing = model.missing([["new", "add"]]);
    /// let missing: Vec<_> = missing
    ///     .iter()
    ///     .map(|(state, way)| (state.history(), way.action.copied()))
    ///     .collect();
    /// // the end counts, too
    /// assert_eq!(missing, [(&["new"][..], Some("size")), (&["size"], None)]);
    /// assert_eq!(model.coverage([["new", "add"]]), 0.6);
    /// assert_eq!(model.coverage([["new", "add"], ["new", "size"]]), 1.0);
    /// ```
    #[must_use]
    pub fn missing(&self, behaviours: impl IntoIterator<Item = impl AsRef<[A]>>) -> Vec<(State<'_, A>, Transition<'_, A>)> {
        let table = Table::new(self);
        let mut is_covered = vec![false; table.ways.len()];
        for behaviour in behaviours {
            let behaviour = behaviour.as_ref();
            for at in 0..=behaviour.len() {
                if let Some(way) = table.find(&behaviour[..at], behaviour.get(at)) {
                    is_covered[way] = true;
                }
            }
        }
        let mut missing = Vec::new();
        for state in 0..table.states.len() {
            let ways = table.transitions(state).filter(|&(way, _)| !is_covered[way]);
            missing.extend(ways.map(|(_, way)| (table.state(state), way)));
        }
        missing
    }
}
