//! A model for people to look at.

use super::UsageModel;
use crate::flow::Escaped;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

impl<A: Ord> UsageModel<A> {
    /// The model as Graphviz text: a node for each state, labelled with its actions, the start without a label, and one for the end; an
    /// edge for each transition, labelled with its action and how often it was taken.
    ///
    /// ```
    /// use sbst::seeding::usage::UsageModel;
    ///
    /// let mut model = UsageModel::new();
    /// model.train(["new", "add"]);
    /// let text = model.to_dot(|action| action.to_string());
    /// assert!(text.contains(r#"s0 -> s2 [label="new (1)"]"#) && text.contains(r#"s1 -> end [label="1"]"#));
    /// ```
    #[must_use]
    pub fn to_dot(&self, label: impl Fn(&A) -> String) -> String {
        let mut text = String::from("digraph usage {\n  node [shape=circle]\n  end [label=\"\", shape=doublecircle]\n");
        let states: Vec<&Vec<A>> = self.states.keys().collect();
        let number = |history: &[&A]| states.binary_search_by(|state| state.iter().cmp(history.iter().copied()));
        for (state, (history, _)) in self.states.iter().enumerate() {
            let labels: Vec<String> = history.iter().map(&label).collect();
            text += &format!("  s{state} [label=\"{}\"]\n", Escaped(&labels.join("\n")));
        }
        for (at, state) in self.states().enumerate() {
            for transition in state.transitions() {
                let count = transition.count;
                let Some(action) = transition.action else {
                    text += &format!("  s{at} -> end [label=\"{count}\"]\n");
                    continue;
                };
                let history: Vec<&A> = state.history().iter().chain([action]).collect();
                let kept = history.len().saturating_sub(self.order() - 1);
                if let Ok(to) = number(&history[kept..]) {
                    text += &format!("  s{at} -> s{to} [label=\"{} ({count})\"]\n", Escaped(&label(action)));
                }
            }
        }
        text + "}\n"
    }
}
