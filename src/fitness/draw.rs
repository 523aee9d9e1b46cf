//! Drawings of what an execution covered.

use super::FitnessTable;
use crate::flow::{Dot, FlowGraph};
use crate::id::Function;
use alloc::format;
use alloc::string::{String, ToString};

/// Draws one function as Graphviz text, coloured by the execution that `table` was swept for.
///
/// - Covered blocks and branches are green.
/// - A block is yellow if its controlling branch was taken but the block was not reached.
/// - Other blocks and branches carry their value (level, distance).
///
/// The result is a [`Dot`]: its labels and attributes can still be replaced.
///
/// # Panics
///
/// If the table was made for another graph. Check with `graph.check(table.made_for())`. A table
/// that has grown further than `graph` is accepted.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::fitness::{FitnessTable, draw};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let f = Function::new(0);
/// let trace = Trace::new(&graph);
/// trace.root().enter(f).decide(0, lt(9, 5));
/// let mut table = FitnessTable::new(&graph);
/// table.sweep(&graph, &trace);
///
/// let text = draw(&graph, f, &table).to_string();
/// assert!(text.contains(r#"b0 -> b1 [label="true (0, 5)"]"#));
/// assert!(
///     text.contains(r#"b0 -> b2 [label="false", color=forestgreen, penwidth=2]"#)
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
#[track_caller]
pub fn draw<'a>(graph: &'a FlowGraph, function: Function, table: &'a FitnessTable) -> Dot<'a> {
    table.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
    let covered = |goal: Option<super::Fitness>| goal.is_some_and(super::Fitness::is_covered);
    Dot::new(graph, function)
        .block_label(move |block| match table.get_block(block) {
            Some(goal) if !goal.is_covered() => {
                format!("{}\n{}", graph.label(block), table.get_dependence(block).unwrap_or(goal))
            }
            _ => graph.label(block),
        })
        .block_attributes(move |block| {
            if covered(table.get_block(block)) {
                "style=filled, fillcolor=palegreen".into()
            } else if covered(table.get_dependence(block)) {
                "style=filled, fillcolor=khaki".into()
            } else {
                String::new()
            }
        })
        .branch_label(move |branch| {
            let name =
                graph.get_edge(branch).map_or_else(String::new, |edge| edge.outcome.to_string());
            match table.get_branch(branch) {
                Some(goal) if !goal.is_covered() => format!("{name} {goal}"),
                _ => name,
            }
        })
        .branch_attributes(move |branch| match covered(table.get_branch(branch)) {
            true => "color=forestgreen, penwidth=2".into(),
            false => String::new(),
        })
}
