//! A drawing of what an execution covered.

use super::Reach;
use crate::flow::{Dot, FlowGraph};
use crate::id::Function;
use alloc::format;
use alloc::string::{String, ToString};

/// One function as Graphviz text, coloured by the execution that `reach` was swept for: covered blocks and branches are green, a
/// block whose controlling branch was taken but which was not reached is yellow. Other blocks and branches carry their value (level,
/// distance).
///
/// The result is a [`Dot`]: labels and attributes can still be replaced.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::{Reach, draw};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let f = Function::new(0);
/// let trace = Trace::new(&graph);
/// trace.call(f).decide(0, lt(9, 5));
/// let mut reach = Reach::new(&graph);
/// reach.sweep(&graph, &trace);
///
/// let text = draw(&graph, f, &reach).to_string();
/// assert!(text.contains(r#"b0 -> b1 [label="true (0, 5)"]"#));
/// assert!(text.contains(r#"b0 -> b2 [label="false", color=forestgreen, penwidth=2]"#));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
pub fn draw<'a>(graph: &'a FlowGraph, function: Function, reach: &'a Reach) -> Dot<'a> {
    let covered = |goal: Option<super::Fitness>| goal.is_some_and(super::Fitness::is_covered);
    Dot::new(graph, function)
        .block_label(move |block| match reach.get_block(block) {
            Some(goal) if !goal.is_covered() => format!("{block}\n{}", reach.get_dependence(block).unwrap_or(goal)),
            _ => block.to_string(),
        })
        .block_attributes(move |block| {
            if covered(reach.get_block(block)) {
                "style=filled, fillcolor=palegreen".into()
            } else if covered(reach.get_dependence(block)) {
                "style=filled, fillcolor=khaki".into()
            } else {
                String::new()
            }
        })
        .branch_label(move |branch| {
            let name = graph.get_edge(branch).map_or_else(String::new, |edge| edge.outcome.to_string());
            match reach.get_branch(branch) {
                Some(goal) if !goal.is_covered() => format!("{name} {goal}"),
                _ => name,
            }
        })
        .branch_attributes(move |branch| match covered(reach.get_branch(branch)) {
            true => "color=forestgreen, penwidth=2".into(),
            false => String::new(),
        })
}
