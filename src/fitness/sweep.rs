//! Computation of all goals of one function in one pass.
//!
//! - Blocks are settled in reverse postorder. A block takes the least value of its controls, which
//!   were settled before it, and gives a value to its branches.
//! - Controls that come after a block in this order come around a loop. Their values improve
//!   something only in irreducible graphs, or in executions that no program produces (a block ran
//!   without the decision that leads to it). A block that such a value improves hands the value on.
//!   If that happens too often, all values are computed anew, level by level ([`levels`]). At the
//!   end every equation holds, and all values were handed on from observations, so the values are
//!   the least solution.
//! - Functions with too many dependences to walk are computed level by level from the start.

use super::Fitness;
use super::levels;
use super::row::{BlockRow, Scratch};
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::{BACKWARD, Edge, FlowGraph, FunctionRows};
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// The execution in which nothing ran.
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

/// Fills the rows of one function with the values of F7.
pub(super) fn sweep(
    graph: &FlowGraph,
    function: Function,
    run: &(impl Execution + ?Sized),
    root: Fitness,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) {
    let rows = graph.rows(function);
    let index = graph.index(function);
    if index.is_some() {
        ask(&rows, run, blocks, branches);
    } else if in_order(&rows, run, root, blocks, branches, scratch) {
        return;
    }
    levels::settle(&rows, index, root, blocks, branches, scratch);
}

/// Queries the execution and settles blocks in reverse postorder. Returns `false` if too many
/// values flowed backwards; the rows are then unfinished.
///
/// All branches are queried first, in one flat pass, because a loop that queries branches block by
/// block is hard for the processor to predict. Until its block is settled, a branch that was not
/// observed has the level of [`Fitness::NEVER`].
fn in_order(
    rows: &FunctionRows<'_>,
    run: &(impl Execution + ?Sized),
    root: Fitness,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) -> bool {
    let Scratch { queue, stray, .. } = scratch;
    stray.clear();
    for ((place, value), &source) in branches.iter_mut().enumerate().zip(rows.source) {
        *value =
            run.branch_distance(rows.edge(source, place)).map_or(Fitness::NEVER, Fitness::from);
    }
    for &block in rows.order {
        let local = (block - rows.first_block) as usize;
        let progress = run.progress(Block::new(block));
        let entered_block = progress.is_some();
        let row = if let Some(progress) = progress {
            BlockRow::entered(progress)
        } else {
            // A(b) of F7: the least over the root and the branches that b depends on. Controls
            // marked BACKWARD are not settled yet; `flow_backward` handles them.
            let mut values = rows.controls(local).iter().filter(|&&branch| branch < BACKWARD);
            let value = |&branch: &u32| branches[(branch - rows.first_branch) as usize];
            let mut least = if rows.depends_on_entry(local) {
                root
            } else {
                values.next().map_or(Fitness::NEVER, value)
            };
            for branch in values {
                let value = value(branch);
                least = if value < least { value } else { least };
            }
            BlockRow::settled(least)
        };
        blocks[local] = row;
        // D(x) of F7: an observed branch (level 0) keeps its distance, all others are one level
        // above their source. Selects instead of jumps, because outcomes of branches are hard to
        // predict.
        let unobserved = row.value().one_level_up();
        let places = rows.places(local);
        for (place, value) in (places.start as u32..).zip(&mut branches[places]) {
            let observed = value.level == 0;
            *value = if observed { *value } else { unobserved };
            if observed & !entered_block {
                stray.push(place); // it may improve its own block
            }
        }
    }
    (rows.backward.is_empty() && stray.is_empty())
        || flow_backward(rows, stray, blocks, branches, queue)
}

/// Hands on the values that came backwards. Returns `false` if there are too many of them.
#[cold]
fn flow_backward(
    rows: &FunctionRows<'_>,
    stray: &[u32],
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    improved: &mut Vec<u32>,
) -> bool {
    improved.clear();
    // Number of steps after which computing level by level is cheaper. This bound keeps the sweep
    // linear. In functions that never end and of which little ran, values flow around many loops,
    // and each value is improved again and again. At most one step for each goal is spent on
    // finding that out.
    let mut budget = blocks.len() + branches.len();
    let backward = rows.backward.iter().map(|branch| branch - rows.first_branch);
    for place in backward.chain(stray.iter().copied()).map(|place| place as usize) {
        if rows.is_reachable((rows.source[place] - rows.first_block) as usize) {
            hand_on(rows, place, branches[place], blocks, improved, &mut budget);
        }
    }
    // Worklist to the least fixed point: values only fall, so the loop ends, and each value in it
    // was handed on from an observation. A single extra pass in reverse postorder would not be
    // enough in irreducible graphs.
    let mut at = 0;
    while budget > 0 && at < improved.len() {
        let local = improved[at] as usize;
        at += 1;
        budget = budget.saturating_sub(1 + rows.places(local).len());
        let value = blocks[local].value().one_level_up();
        for place in rows.places(local) {
            if branches[place].level > 0 && value < branches[place] {
                branches[place] = value;
                hand_on(rows, place, value, blocks, improved, &mut budget);
            }
        }
    }
    budget > 0
}

/// Gives the value of a branch to the blocks that depend on it, and appends the blocks that it
/// improves to `improved`.
fn hand_on(
    rows: &FunctionRows<'_>,
    place: usize,
    value: Fitness,
    blocks: &mut [BlockRow],
    improved: &mut Vec<u32>,
    budget: &mut usize,
) {
    // Ferrante, Ottenstein, Warren: the dependents of a branch x -> z are the path in the
    // post-dominator tree from z up to, not including, the parent of x.
    let stop = rows.parent[(rows.source[place] - rows.first_block) as usize];
    let mut at = rows.target[place];
    while at != stop && *budget > 0 {
        *budget -= 1;
        let local = at - rows.first_block;
        let row = &mut blocks[local as usize];
        if value < row.value() {
            row.set(value);
            improved.push(local);
        }
        at = rows.parent[local as usize];
    }
}

/// Reads the observations only: entered blocks and observed branches. Everything else is left open.
fn ask(
    rows: &FunctionRows<'_>,
    run: &(impl Execution + ?Sized),
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
) {
    for (local, row) in blocks.iter_mut().enumerate() {
        let block = rows.first_block + local as u32;
        *row = run.progress(Block::new(block)).map_or(BlockRow::OPEN, BlockRow::entered);
        for place in rows.places(local) {
            branches[place] =
                run.branch_distance(rows.edge(block, place)).map_or(Fitness::NEVER, Fitness::from);
        }
    }
}
