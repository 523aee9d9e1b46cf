//! All goals of one function at once.
//!
//! - Blocks are settled in reverse postorder: a block takes the least of the values of its controls, which were settled before it,
//!   and gives a value to its branches.
//! - Controls that the order puts behind a block come around a loop. Their values improve nothing but in irreducible graphs, or in
//!   executions that no program has (a block ran without the decision that leads to it). A block that such a value improves hands it
//!   on; if that happens too often, all values are computed anew, level by level ([`levels`]). In the end every
//!   equation holds, and all values were handed on from observations, so they are the least solution.
//! - Functions with more dependences than a walk should visit go level by level from the start.

use super::Fitness;
use super::levels;
use super::row::{BlockRow, Scratch, root};
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::{BACKWARD, Edge, FlowGraph, FunctionRows};
use crate::id::{Block, Function};
use alloc::vec::Vec;

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
    let rows = graph.rows(function);
    let index = graph.index(function);
    if index.is_some() {
        ask(&rows, run, blocks, branches);
    } else if in_order(&rows, run, entered, blocks, branches, scratch) {
        return;
    }
    levels::settle(&rows, index, entered, blocks, branches, scratch);
}

/// Asks and settles in order; `false` if too much flowed backwards.
///
/// All branches are asked first, in a flat pass: a loop that asks for each block would be hard to predict. Until its block is settled, a
/// branch that was not observed is known by the level of [`Fitness::NEVER`].
fn in_order(
    rows: &FunctionRows<'_>,
    run: &(impl Execution + ?Sized),
    entered: bool,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) -> bool {
    let Scratch { queue, stray, .. } = scratch;
    stray.clear();
    for ((place, value), &source) in branches.iter_mut().enumerate().zip(rows.source) {
        *value = run.branch_distance(rows.edge(source, place)).map_or(Fitness::NEVER, Fitness::from);
    }
    for &block in rows.order {
        let local = (block - rows.first_block) as usize;
        let progress = run.progress(Block::new(block));
        let entered_block = progress.is_some();
        let row = if let Some(progress) = progress {
            BlockRow::entered(progress)
        } else {
            let mut values = rows.controls(local).iter().filter(|&&branch| branch < BACKWARD);
            let value = |&branch: &u32| branches[(branch - rows.first_branch) as usize];
            let mut least = if rows.depends_on_entry(local) { root(entered) } else { values.next().map_or(Fitness::NEVER, value) };
            for branch in values {
                let value = value(branch);
                least = if value < least { value } else { least };
            }
            BlockRow::settled(least)
        };
        blocks[local] = row;
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
    (rows.backward.is_empty() && stray.is_empty()) || flow_backward(rows, stray, blocks, branches, queue)
}

/// Hands on what the order could not; `false` if it is too much.
#[cold]
fn flow_backward(
    rows: &FunctionRows<'_>,
    stray: &[u32],
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    improved: &mut Vec<u32>,
) -> bool {
    improved.clear();
    // Steps beyond which the other way is cheaper; it keeps the sweep linear. In functions that never end and of which little ran, values
    // flow around many loops, and each is improved again and again: no more than one step for each goal is spent on finding that out.
    let mut budget = blocks.len() + branches.len();
    let backward = rows.backward.iter().map(|branch| branch - rows.first_branch);
    for place in backward.chain(stray.iter().copied()).map(|place| place as usize) {
        if rows.is_reachable((rows.source[place] - rows.first_block) as usize) {
            hand_on(rows, place, branches[place], blocks, improved, &mut budget);
        }
    }
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

/// Gives the value of a branch to the blocks that depend on it; those that it improves are noted.
fn hand_on(
    rows: &FunctionRows<'_>,
    place: usize,
    value: Fitness,
    blocks: &mut [BlockRow],
    improved: &mut Vec<u32>,
    budget: &mut usize,
) {
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

/// Asks only: entered blocks and observed branches, everything else open.
fn ask(rows: &FunctionRows<'_>, run: &(impl Execution + ?Sized), blocks: &mut [BlockRow], branches: &mut [Fitness]) {
    for (local, row) in blocks.iter_mut().enumerate() {
        let block = rows.first_block + local as u32;
        *row = run.progress(Block::new(block)).map_or(BlockRow::OPEN, BlockRow::entered);
        for place in rows.places(local) {
            branches[place] = run.branch_distance(rows.edge(block, place)).map_or(Fitness::NEVER, Fitness::from);
        }
    }
}
