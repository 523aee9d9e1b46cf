//! A construction graph for people to look at.

use super::dependences::{InstructionKind, Role};
use super::graph::ConstructionGraph;
use super::node::Node;
use crate::flow::Escaped;
use alloc::format;
use alloc::string::String;
use core::fmt;

impl ConstructionGraph {
    /// The graph as Graphviz text: a node for each variable, inputs as boxes, attributes as ellipses, all others dashed; an edge from each
    /// variable to what is made of it, labelled with the role. Linear in the graph.
    ///
    /// ```
    /// use sbst::id::Symbol;
    /// use sbst::seeding::construction::{
    ///     ConstructionGraph, DependenceGraph, InstructionKind, Limits, Role, Slice,
    /// };
    ///
    /// let mut code = DependenceGraph::new();
    /// let a = code.add(InstructionKind::Parameter(0), []);
    /// let size = code.add(InstructionKind::Field(Symbol::new(0)), [(Role::Receiver, a)]);
    /// let graph = ConstructionGraph::new(&Slice::new(&code, [size], Limits::PUBLISHED)?);
    /// let text = graph.to_dot(|node| format!("{:?}", node.kind()));
    /// assert!(text.contains(r#"v0 [label="Parameter(0)", shape=box]"#));
    /// assert!(text.contains(r#"v0 -> v1 [label="receiver"]"#));
    /// # Ok::<(), sbst::seeding::construction::UnknownInstruction>(())
    /// ```
    #[must_use]
    pub fn to_dot(&self, label: impl Fn(Node<'_>) -> String) -> String {
        let mut text = String::from("digraph construction {\n");
        for node in self.nodes() {
            let shape = match node.kind() {
                InstructionKind::This | InstructionKind::Parameter(_) => "shape=box",
                _ if node.is_state() => "shape=ellipse",
                _ => "style=dashed",
            };
            text += &format!("  {} [label=\"{}\", {shape}]\n", node.variable(), Escaped(&label(node)));
        }
        for node in self.nodes() {
            for &(role, user) in node.users() {
                text += &format!("  {} -> {user} [label=\"{role}\"]\n", node.variable());
            }
        }
        text + "}\n"
    }
}

/// `receiver`, `argument 0`, `index`, `value` or `returned`.
impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Receiver => f.pad("receiver"),
            Self::Argument(place) => f.pad(&format!("argument {place}")),
            Self::Index => f.pad("index"),
            Self::Value => f.pad("value"),
            Self::Returned => f.pad("returned"),
        }
    }
}
