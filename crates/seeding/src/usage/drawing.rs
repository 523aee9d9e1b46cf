//! Drawings of models.

use super::UsageModel;
use super::table::Table;
use crate::dot::escaped;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

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
