//! Computation of one goal on demand.

use super::Fitness;
#[cfg(doc)]
use super::FitnessTable;
use super::row::{BlockRow, flat};
use super::sweep::{Nothing, sweep};
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::FlowGraph;
use crate::id::{Block, Branch, Function, Statement};
use alloc::vec;
use alloc::vec::Vec;

/// Returns the value of the goal to enter a block, without a table: the value of
/// [`FitnessTable::block`] after a sweep.
///
/// The search goes backwards from the block, level by level, up to the first level on which the
/// execution observed anything. That is cheap for one goal and wasteful for many. Where the number
/// of dependences is quadratic, the whole function is computed instead.
///
/// # Panics
///
/// If the graph has no such block, or the execution belongs to another graph. Check with
/// [`FlowGraph::get_function_of`] and [`Execution::fits`].
///
/// ```
/// use sbst::distance::eq;
/// use sbst::execution::Trace;
/// use sbst::fitness::fitness_of_block;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// let f = trace.root().enter(Function::new(0));
/// f.decide(0, eq(3, 7));
/// let then = graph.block(Function::new(0), 1);
/// assert_eq!(fitness_of_block(&graph, &trace, then).scalar(), 5.0 / 6.0);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
#[track_caller]
pub fn fitness_of_block(
    graph: &FlowGraph,
    run: &(impl Execution + ?Sized),
    block: Block,
) -> Fitness {
    run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
    let function = graph.function_of(block);
    if has_entered(graph, run, function) {
        one(graph, run, true, function, block).goal()
    } else {
        one(graph, &Nothing, false, function, block).goal()
    }
}

/// Returns the value of the goal to take a branch, without a table: the value of
/// [`FitnessTable::branch`] after a sweep.
///
/// # Panics
///
/// If the graph has no such branch, or the execution belongs to another graph. Check with
/// [`FlowGraph::get_edge`] and [`Execution::fits`].
///
/// ```
/// use sbst::distance::eq;
/// use sbst::execution::Trace;
/// use sbst::fitness::fitness_of_branch;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
///
/// // 0: if a == 7 { 1: if b { 2 } } 3
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3),
/// )?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).decide(0, eq(3, 7));
/// let fitness =
///     |number| fitness_of_branch(&graph, &trace, Branch::new(number)).to_string();
/// // a is 5 away, and then b must hold
/// assert_eq!([0, 2].map(fitness), ["(0, 5)", "(1, 5)"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
#[track_caller]
pub fn fitness_of_branch(
    graph: &FlowGraph,
    run: &(impl Execution + ?Sized),
    branch: Branch,
) -> Fitness {
    run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
    let edge = graph.edge(branch);
    let function = graph.function_of(edge.source);
    if !has_entered(graph, run, function) {
        return one(graph, &Nothing, false, function, edge.source).value().one_level_up();
    }
    match run.branch_distance(edge) {
        Some(distance) => distance.into(),
        None => one(graph, run, true, function, edge.source).value().one_level_up(),
    }
}

/// Returns the value of the goal to reach a statement in its flat form: the value of
/// [`FitnessTable::flat_statement`] after a sweep.
pub(super) fn flat_statement_of(
    graph: &FlowGraph,
    run: &(impl Execution + ?Sized),
    statement: Statement,
) -> Fitness {
    let Statement { block, index } = statement;
    match run.progress(block) {
        Some(progress) => flat(progress, index),
        None if graph.get_function_of(block).is_some() => fitness_of_block(graph, run, block),
        None => Fitness::NEVER,
    }
}

/// Returns `true` if the execution entered the function.
fn has_entered(graph: &FlowGraph, run: &(impl Execution + ?Sized), function: Function) -> bool {
    let mut entered = false;
    run.entered(graph, &mut |f| entered |= f == function);
    entered
}

/// Returns A(block), and whether the block was entered.
fn one(
    graph: &FlowGraph,
    run: &(impl Execution + ?Sized),
    entered: bool,
    function: Function,
    block: Block,
) -> BlockRow {
    if let Some(progress) = run.progress(block) {
        return BlockRow::entered(progress);
    }
    let root = if entered { Fitness::COVERED } else { Distance::INFINITE.into() };
    let blocks = graph.block_range(function);
    let place = |block: Block| block.index() - blocks.start as usize;
    if graph.index(function).is_some() {
        // The search below walks each dependence, of which there are too many here.
        let mut rows = vec![BlockRow::OPEN; blocks.len()];
        let mut branches = vec![Fitness::NEVER; graph.branch_range_of(function).len()];
        sweep(graph, function, run, root, &mut rows, &mut branches, &mut Default::default());
        return rows[place(block)];
    }
    // Breadth-first search over control dependence, one wave for each level. Invariant: every block
    // in `wave` needs `level` decisions before the goal, and nothing on a lower level was observed.
    // An entered source whose branch was not observed contributes (level + 1, 0), so it takes part
    // in the next wave, with distance 0.
    let mut seen = vec![false; blocks.len()];
    seen[place(block)] = true;
    let (mut wave, mut next) = (vec![block], Vec::new());
    let mut level = 0;
    let mut least = Fitness::NEVER;
    let mut entered_before = false;
    while least == Fitness::NEVER && (entered_before || !wave.is_empty()) {
        if core::mem::take(&mut entered_before) {
            least = Fitness::new(level, Distance::ZERO);
        }
        for block in wave.drain(..) {
            if graph.depends_on_entry(block) {
                least = least.min(Fitness::new(level, root.distance));
            }
            // A control that was observed ends the search after this wave; one of an entered block
            // ends it after the next; the others extend it. `seen` keeps the search linear where
            // chains meet.
            for edge in graph.controls(block).filter_map(|branch| graph.get_edge(branch)) {
                if let Some(distance) = run.branch_distance(edge) {
                    least = least.min(Fitness::new(level, distance));
                } else if run.progress(edge.source).is_some() {
                    entered_before = true;
                } else if !core::mem::replace(&mut seen[place(edge.source)], true) {
                    next.push(edge.source);
                }
            }
        }
        core::mem::swap(&mut wave, &mut next);
        level += 1;
    }
    BlockRow::settled(least)
}
