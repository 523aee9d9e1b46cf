//! All goals of one function at once.
//!
//! - Blocks are settled in reverse postorder. A settled block gives a value to its branches, and each branch hands its value on to
//!   the blocks that depend on it: a path in the post-dominator tree, so that nothing is searched and nothing is stored.
//! - A value flows backwards only around a loop, and then it is no improvement but in executions that no program has (a block ran
//!   without the decision that leads to it) or in irreducible graphs. If it is one, all values are computed anew, level by level
//!   ([`levels`](super::levels)). Without such a case every equation holds, and the values were handed on from observations, so
//!   they are the least solution.
//! - Functions with more dependences than a walk should visit go level by level from the start.

use super::Fitness;
use super::levels::{self, Scratch};
use super::reach::{BlockRow, State};
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Branch, Function};

/// An execution in which nothing ran.
pub(super) struct Nothing;

impl Execution for Nothing {
    fn branch_distance(&self, _: Edge) -> Option<Distance> {
        None
    }
    fn progress(&self, _: Block) -> Option<u32> {
        None
    }
    fn entered(&self, _: &FlowGraph, _: &mut dyn FnMut(Function)) {}
}

/// A(root).
pub(super) fn root(entered: bool) -> Fitness {
    Fitness::new(0, if entered { Distance::ZERO } else { Distance::INFINITE })
}

/// Fills the rows of one function.
pub(super) fn sweep(
    graph: &FlowGraph,
    function: Function,
    run: &(impl Execution + ?Sized),
    entered: bool,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) {
    let range = graph.block_range(function);
    if graph.is_crowded(function) {
        ask(graph, range.start, run, blocks, branches);
    } else if in_order(graph, function, run, entered, blocks, branches) {
        return;
    }
    levels::settle(graph, range.start, entered, blocks, branches, scratch);
}

/// Asks and settles in one pass; `false` if the order did not suffice.
fn in_order(
    graph: &FlowGraph,
    function: Function,
    run: &(impl Execution + ?Sized),
    entered: bool,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
) -> bool {
    let range = graph.block_range(function);
    let base = range.start;
    let first_branch = graph.branch_range(base as usize).start;
    let mut in_order = true;
    blocks.fill(BlockRow::OPEN);
    for block in graph.entry_path(base) {
        blocks[block.index() - base as usize].set(root(entered));
    }
    for &block in graph.in_order(range) {
        let row = &mut blocks[(block - base) as usize];
        if run.progress(Block::new(block)).is_some() {
            *row = BlockRow::ENTERED;
        } else {
            row.state = State::Settled;
        }
        let unobserved = row.value().one_level_up();
        for branch in graph.branch_range(block as usize) {
            let observed = graph.get_edge(Branch::new(branch)).and_then(|edge| run.branch_distance(edge));
            let value = observed.map_or(unobserved, Fitness::from);
            branches[(branch - first_branch) as usize] = value;
            for dependent in graph.dependents(Branch::new(branch)) {
                let row = &mut blocks[dependent.index() - base as usize];
                if value < row.value() {
                    in_order &= row.state == State::Open;
                    row.set(value);
                }
            }
        }
    }
    in_order
}

/// Asks only: entered blocks and observed branches, everything else open.
fn ask(graph: &FlowGraph, base: u32, run: &(impl Execution + ?Sized), blocks: &mut [BlockRow], branches: &mut [Fitness]) {
    for (block, row) in (base..).zip(blocks) {
        *row = if run.progress(Block::new(block)).is_some() { BlockRow::ENTERED } else { BlockRow::OPEN };
    }
    let first_branch = graph.branch_range(base as usize).start;
    for (branch, row) in (first_branch..).zip(branches) {
        let observed = graph.get_edge(Branch::new(branch)).and_then(|edge| run.branch_distance(edge));
        *row = observed.map_or(Fitness::NEVER, Fitness::from);
    }
}
