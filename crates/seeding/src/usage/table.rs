//! Dense form of a model, in which states are numbers and each transition names the state to which
//! it leads; what a model shows by it: its height, how behaviours cover it, and drawings.

use super::model::UsageModel;
use super::state::{State, Transition};
use crate::search::distances;
use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};

/// The target of a transition to a state that the model lacks. Training makes no such transition; a
/// file may contain one.
pub(super) const MISSING: usize = usize::MAX;

/// The states of a model, in their order, and their transitions: of each state the end first, then
/// the actions in ascending order.
///
/// Making it takes O(n t log s) comparisons for t transitions and s states.
#[derive(Clone, Debug)]
pub(super) struct Table<'m, A> {
    /// The states, in ascending order of their histories.
    pub(super) states: Vec<State<'m, A>>,
    /// By state: its transitions.
    pub(super) ways: Vec<Vec<Way<'m, A>>>,
}

/// A transition of a [`Table`].
#[derive(Clone, Debug)]
pub(super) struct Way<'m, A> {
    /// The public view of the transition.
    pub(super) transition: Transition<'m, A>,
    /// The number of the state to which the transition leads. The number of states stands for the
    /// end, [`MISSING`] for no state.
    pub(super) to: usize,
}

impl<'m, A: Ord> Table<'m, A> {
    /// Creates the table of a model.
    pub(super) fn new(model: &'m UsageModel<A>) -> Self {
        let states: Vec<State<'m, A>> = model.states().collect();
        let mut ways = Vec::with_capacity(states.len());
        for state in &states {
            let (history, mut of_state) = (state.history, Vec::new());
            for transition in state.transitions() {
                let to = match transition.action {
                    None => states.len(),
                    Some(action) => {
                        // The next state is the last n - 1 actions of this history and the action.
                        // The states are sorted, so the next one is found without building its
                        // history.
                        let kept = (history.len() + 1).saturating_sub(model.order() - 1);
                        let after = history.iter().chain([action]).skip(kept);
                        states
                            .binary_search_by(|state| state.history.iter().cmp(after.clone()))
                            .unwrap_or(MISSING)
                    }
                };
                of_state.push(Way { transition, to });
            }
            ways.push(of_state);
        }
        Self { states, ways }
    }

    /// Returns each transition as the numbers of its source and its target. One that leads to no
    /// state, because the order of the actions contradicts itself, leads nowhere.
    pub(super) fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let ways = self.ways.iter().enumerate();
        let edges = ways.flat_map(|(state, ways)| ways.iter().map(move |way| (state, way.to)));
        edges.filter(|edge| edge.1 != MISSING)
    }

    /// Returns, for each state and the end, the least number of transitions from the start.
    pub(super) fn depths(&self) -> Vec<usize> {
        let backwards = self.edges().map(|(from, to)| (to, from));
        distances(self.states.len() + 1, backwards, |state| state == 0)
    }
}

impl<A: Ord> UsageModel<A> {
    /// Returns the height of the model: the greatest number of actions on a shortest walk from the
    /// start to a state.
    ///
    /// The height of a model that was not trained is 0. Together with the numbers of states and
    /// transitions, the height measures the size of a model (SEED Table 2).
    ///
    /// ```
    /// use sbst_seeding::usage::UsageModel;
    ///
    /// let model =
    ///     UsageModel::from_iter([vec!["new", "add", "size"], vec!["new", "size"]]);
    /// assert_eq!(
    ///     (model.states().count(), model.transition_count(), model.height()),
    ///     (4, 5, 2)
    /// );
    /// ```
    #[must_use]
    pub fn height(&self) -> usize {
        // SEED Table 2 calls it the height of a breadth-first search.
        let heights = Table::new(self).depths();
        let reached = heights[..self.states.len()].iter().filter(|&&height| height != usize::MAX);
        reached.copied().max().unwrap_or(0)
    }
}

// How behaviours cover the transitions of a model.

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
        let mut is_covered: Vec<Vec<bool>> =
            table.ways.iter().map(|ways| vec![false; ways.len()]).collect();
        for behaviour in behaviours {
            let behaviour = behaviour.as_ref();
            // One step more than actions: `get` gives `None` after the last action, which is the
            // transition to the end. Each step is looked up by its own history, so the steps after
            // one that the model lacks still count.
            for at in 0..=behaviour.len() {
                let (history, action) = (self.last(&behaviour[..at]), behaviour.get(at));
                let state = table.states.binary_search_by(|state| state.history.cmp(history));
                let Ok(state) = state else { continue };
                // The end comes before all actions, and `None` is less than each `Some`.
                let ways = &table.ways[state];
                if let Ok(way) = ways.binary_search_by(|way| way.transition.action.cmp(&action)) {
                    is_covered[state][way] = true;
                }
            }
        }
        let mut missing = Vec::new();
        for (state, ways) in table.ways.iter().enumerate() {
            let missed =
                ways.iter().zip(&is_covered[state]).filter(|(_, is_covered)| !**is_covered);
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
        for (at, ways) in table.ways.iter().enumerate() {
            for way in ways {
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
