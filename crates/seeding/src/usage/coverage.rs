//! Coverage of the transitions of a model by behaviours.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::Table;
use alloc::vec;
use alloc::vec::Vec;

impl<A: Ord> UsageModel<A> {
    /// Returns the fraction of all transitions that at least one behaviour takes, in [0, 1].
    ///
    /// The result is 1 for a model that was not trained. The costs are those of
    /// [`missing`](Self::missing).
    ///
    /// A fixed number of behaviours may miss many transitions of a large model. Of a small model,
    /// the behaviours may be too similar to each other (SEED 6.2.4, 7.1, section 8). Coverage of
    /// transitions is a classical criterion to select behaviours; the publication selects
    /// dissimilar ones instead (SEED 3.2.1).
    #[must_use]
    pub fn coverage(&self, behaviours: impl IntoIterator<Item = impl AsRef<[A]>>) -> f64 {
        match self.transition_count() {
            0 => 1.0,
            total => (total - self.missing(behaviours).len()) as f64 / total as f64,
        }
    }

    /// Returns the transitions that no behaviour takes, each with the state that it leaves.
    ///
    /// They are in the order of the states; within a state, the end comes first, then the actions
    /// in ascending order. Pass the behaviours as they were drawn: a constructor that was put in
    /// front is no transition of the model. Steps that the model lacks are ignored.
    ///
    /// O(n t log s) for t transitions and s states, plus O(n log s) for each action of the
    /// behaviours.
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let model = UsageModel::from_iter([vec!["new", "add"], vec!["new", "size"]]);
    /// let missing = model.missing([["new", "add"]]);
    /// let missing: Vec<_> = missing
    ///     .iter()
    ///     .map(|(state, way)| (state.history(), way.action.copied()))
    ///     .collect();
    /// // the end after "size" is a transition, too
    /// assert_eq!(missing, [(&["new"][..], Some("size")), (&["size"], None)]);
    /// assert_eq!(model.coverage([["new", "add"]]), 0.6);
    /// assert_eq!(model.coverage([["new", "add"], ["new", "size"]]), 1.0);
    /// ```
    #[must_use]
    pub fn missing(
        &self,
        behaviours: impl IntoIterator<Item = impl AsRef<[A]>>,
    ) -> Vec<(State<'_, A>, Transition<'_, A>)> {
        let table = Table::new(self);
        let mut is_covered = vec![false; table.ways.len()];
        for behaviour in behaviours {
            let behaviour = behaviour.as_ref();
            // One step more than actions: `get` gives `None` after the last action, which is the
            // transition to the end. Each step is looked up by its own history, so the steps after
            // one that the model lacks still count.
            for at in 0..=behaviour.len() {
                if let Some(way) = table.find(&behaviour[..at], behaviour.get(at)) {
                    is_covered[way] = true;
                }
            }
        }
        let mut missing = Vec::new();
        for state in 0..table.states.len() {
            let ways = table.ways(state).iter().zip(&is_covered[table.first[state]..]);
            let missed = ways.filter(|(_, is_covered)| !**is_covered);
            missing.extend(missed.map(|(way, _)| (table.states[state], way.transition)));
        }
        missing
    }
}
