//! Drawing of a construction graph.

use super::graph::ConstructionGraph;
use super::node::Node;
use crate::dot::escaped;
use alloc::format;
use alloc::string::String;
use sbst::flow::dependences::InstructionKind;

impl ConstructionGraph {
    /// Returns the graph as text for Graphviz.
    ///
    /// Each variable is a node with the text that `label` returns for it. The object and parameters
    /// are boxes, attributes are ellipses, and all other variables are dashed. An edge leads from
    /// each variable to each variable that is made of it, with the role as its label. Time and
    /// space linear in the graph.
    ///
    /// ```
    /// use sbst::flow::dependences::{DependenceGraph, InstructionKind, Role};
    /// use sbst::id::Symbol;
    /// use sbst_seeding::construction::ConstructionGraph;
    /// use sbst_seeding::slice::{Limits, Slice};
    ///
    /// let mut code = DependenceGraph::new();
    /// let a = code.add(InstructionKind::Parameter(0), []);
    /// let size = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, a)]);
    /// let graph = ConstructionGraph::new(&Slice::of_branch(
    ///     &code,
    ///     [size],
    ///     [],
    ///     Limits::PUBLISHED,
    /// )?);
    /// let text = graph.to_dot(|node| format!("{:?}", node.kind));
    /// assert!(text.contains(r#"v0 [label="Parameter(0)", shape=box]"#));
    /// assert!(text.contains(r#"v0 -> v1 [label="receiver"]"#));
    /// # Ok::<(), sbst::flow::dependences::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn to_dot(&self, label: impl Fn(&Node) -> String) -> String {
        let mut text = String::from("digraph construction {\n");
        for node in self.nodes() {
            let shape = match node.kind {
                InstructionKind::This | InstructionKind::Parameter(_) => "shape=box",
                _ if node.is_state() => "shape=ellipse",
                _ => "style=dashed",
            };
            text +=
                &format!("  {} [label=\"{}\", {shape}]\n", node.variable, escaped(&label(node)));
        }
        for node in self.nodes() {
            for &(role, user) in &node.users {
                text += &format!("  {} -> {user} [label=\"{role}\"]\n", node.variable);
            }
        }
        text + "}\n"
    }
}
