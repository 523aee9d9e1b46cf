//! Graphviz text.

use super::{FlowGraph, Outcome};
use crate::id::{Block, Branch, Function};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt::{self, Display, Write};

/// The drawing of one function as Graphviz text. Write it with `{}` or `to_string()`, and pass it
/// to the program `dot`.
///
/// Closures set labels and attributes. Labels are escaped; attributes are copied unchanged. Without
/// a closure, the label of a block is its name, or its id if it has no name. The title of the
/// drawing is the name of the function, if it has one.
///
/// ```
/// use sbst::flow::{Dot, FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let names = ["while", "body", "done"];
/// let text = Dot::new(&graph, sbst::id::Function::new(0))
///     .block_label(|b| names[graph.local(b) as usize].into())
///     .to_string();
/// assert!(text.contains(r#"b0 [label="while"]"#));
/// assert!(text.contains(r#"b0 -> b2 [label="false"]"#));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub struct Dot<'a> {
    graph: &'a FlowGraph,
    function: Function,
    block_label: Box<dyn Fn(Block) -> String + 'a>,
    branch_label: Box<dyn Fn(Branch) -> String + 'a>,
    block_attributes: Box<dyn Fn(Block) -> String + 'a>,
    branch_attributes: Box<dyn Fn(Branch) -> String + 'a>,
}

impl<'a> Dot<'a> {
    /// Creates a drawing with names or ids of blocks and outcomes of branches as labels. For a
    /// function of another graph, nothing is drawn.
    #[must_use]
    pub fn new(graph: &'a FlowGraph, function: Function) -> Self {
        Self {
            graph,
            function,
            block_label: Box::new(|block| graph.label(block)),
            branch_label: Box::new(|branch| {
                graph.get_edge(branch).map_or_else(String::new, |edge| edge.outcome.to_string())
            }),
            block_attributes: Box::new(|_| String::new()),
            branch_attributes: Box::new(|_| String::new()),
        }
    }

    /// Sets the label of each block.
    ///
    /// ```
    /// use sbst::flow::{Dot, FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let dot = Dot::new(&graph, Function::new(0))
    ///     .block_label(|block| format!("{block}: return"));
    /// assert!(dot.to_string().contains("b0 [label=\"b0: return\""));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn block_label(mut self, label: impl Fn(Block) -> String + 'a) -> Self {
        self.block_label = Box::new(label);
        self
    }

    /// Sets the label of each branch.
    ///
    /// ```
    /// use sbst::flow::{Dot, FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let dot = Dot::new(&graph, Function::new(0))
    ///     .branch_label(|branch| format!("{branch} of the loop"));
    /// assert!(dot.to_string().contains("b0 -> b1 [label=\"e0 of the loop\""));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn branch_label(mut self, label: impl Fn(Branch) -> String + 'a) -> Self {
        self.branch_label = Box::new(label);
        self
    }

    /// Sets additional Graphviz attributes of each block, such as `style=filled, fillcolor=gold`.
    ///
    /// ```
    /// use sbst::flow::{Dot, FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let marked =
    ///     |block| String::from(if block == Block::new(1) { "color=red" } else { "" });
    /// let dot = Dot::new(&graph, Function::new(0)).block_attributes(marked).to_string();
    /// assert_eq!(dot.matches("color=red").count(), 1);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn block_attributes(mut self, attributes: impl Fn(Block) -> String + 'a) -> Self {
        self.block_attributes = Box::new(attributes);
        self
    }

    /// Sets additional Graphviz attributes of each branch.
    ///
    /// ```
    /// use sbst::flow::{Dot, FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let dot = Dot::new(&graph, Function::new(0))
    ///     .branch_attributes(|_| String::from("style=dashed"))
    ///     .to_string();
    /// assert_eq!(dot.matches("style=dashed").count(), 2);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn branch_attributes(mut self, attributes: impl Fn(Branch) -> String + 'a) -> Self {
        self.branch_attributes = Box::new(attributes);
        self
    }
}

impl fmt::Debug for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dot").field("function", &self.function).finish_non_exhaustive()
    }
}

impl Display for Dot<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "digraph {} {{", self.function)?;
        if let Some(name) = self.graph.function_name(self.function) {
            writeln!(f, "  label=\"{}\"", Escaped(name))?;
        }
        writeln!(f, "  node [shape=box]")?;
        for block in self.graph.blocks_of(self.function) {
            let shape = if self.graph.is_exit(block) { "peripheries=2" } else { "" };
            write!(f, "  {block} [label=\"{}\"", Escaped(&(self.block_label)(block)))?;
            attributes(f, shape)?;
            attributes(f, &(self.block_attributes)(block))?;
            writeln!(f, "]")?;
        }
        for block in self.graph.blocks_of(self.function) {
            let mut branches = self.graph.branches_of(block);
            for (outcome, target) in self.graph.successors(block) {
                write!(f, "  {block} -> {target}")?;
                // If a block has branches, they are its edges, in the same order.
                if let Some(branch) = branches.next() {
                    write!(f, " [label=\"{}\"", Escaped(&(self.branch_label)(branch)))?;
                    attributes(f, &(self.branch_attributes)(branch))?;
                    f.write_str("]")?;
                } else if outcome != Outcome::Next {
                    write!(f, " [label=\"{outcome}\"]")?;
                }
                writeln!(f)?;
            }
        }
        writeln!(f, "}}")
    }
}

impl FlowGraph {
    /// Returns the label of a block: its name, or its id if it has no name.
    pub(crate) fn label(&self, block: Block) -> String {
        self.block_name(block).map_or_else(|| block.to_string(), String::from)
    }
}

/// Writes attributes after those that are there.
fn attributes(f: &mut fmt::Formatter<'_>, attributes: &str) -> fmt::Result {
    if attributes.is_empty() { Ok(()) } else { write!(f, ", {attributes}") }
}

/// A text, escaped for a quoted Graphviz string.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                '\r' => {}
                _ => f.write_char(c)?,
            }
        }
        Ok(())
    }
}
