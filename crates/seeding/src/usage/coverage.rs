//! What a model shows: how behaviours cover its transitions, and drawings.

use super::model::UsageModel;
use super::state::{State, Transition};
use super::table::Table;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

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

// Drawings of models.

impl<A: Ord> UsageModel<A> {
    /// Returns a drawing of the model as Graphviz text.
    ///
    /// Each state is a node, labelled with its actions, one per line; the start has an empty label.
    /// The end is a node with a double circle. Each transition is an edge, labelled with its action
    /// and its count. `label` gives the text of an action; special characters are escaped. The
    /// order of nodes and edges is the order of [`states`](Self::states) and their transitions.
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let mut model = UsageModel::new();
    /// model.train(["new", "add"]);
    /// let text = model.to_dot(|action| action.to_string());
    /// assert!(
    ///     text.contains(r#"s0 -> s2 [label="new (1)"]"#)
    ///         && text.contains(r#"s1 -> end [label="1"]"#)
    /// );
    /// ```
    #[must_use]
    pub fn to_dot(&self, label: impl Fn(&A) -> String) -> String {
        let mut text = String::from(
            "digraph usage {\n  node [shape=circle]\n  end [label=\"\", shape=doublecircle]\n",
        );
        // The table numbers the states, so that an edge can name the node to which it leads.
        let table = Table::new(self);
        for (number, state) in table.states.iter().enumerate() {
            let labels: Vec<String> = state.history.iter().map(&label).collect();
            text += &format!("  s{number} [label=\"{}\"]\n", escaped(&labels.join("\n")));
        }
        // A second loop, so that Graphviz meets all nodes, in the order of the states, before an
        // edge names one.
        for at in 0..table.states.len() {
            for way in table.ways(at) {
                let count = way.transition.count;
                text += &match way.transition.action {
                    None => format!("  s{at} -> end [label=\"{count}\"]\n"),
                    Some(action) => format!(
                        "  s{at} -> s{} [label=\"{} ({count})\"]\n",
                        way.to,
                        escaped(&label(action))
                    ),
                };
            }
        }
        text + "}\n"
    }
}

/// Returns a text as it stands between the quotes of a drawing.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "")
}
