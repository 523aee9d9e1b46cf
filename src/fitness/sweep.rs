//! Computation of all goals of one function: in one pass, or level by level.
//!
//! - Blocks are settled in reverse postorder. A block takes the least value of its controls, which
//!   were settled before it, and gives a value to its branches.
//! - Controls that come after a block in this order come around a loop. Their values improve
//!   something only in irreducible graphs, or in executions that no program produces (a block ran
//!   without the decision that leads to it). A block that such a value improves hands the value on.
//!   If that happens too often, all values are computed anew, level by level. At the end every
//!   equation holds, and all values were handed on from observations, so the values are the least
//!   solution.
//! - Functions with too many dependences to walk are computed level by level from the start.
//!
//! Level by level, the values are exact for every graph and execution, in nearly linear time where
//! the number of dependences is quadratic:
//!
//! - Whatever an execution observed has level 0: entered blocks, the entry, and branches with their
//!   distances. These branches are taken in ascending order of distance.
//! - A branch gives its value to the blocks on its path of dependents (a path in the post-dominator
//!   tree) that have no value yet. Union-find skips the blocks that have one, because an earlier
//!   value is never greater.
//! - A block that gets its value gives the next level to its unobserved branches, which join the
//!   end of the queue. So the queue stays in ascending order, and each block and each branch is
//!   handled once.
//!
//! Time O(n log n) for n blocks and branches; linear memory.

use super::Fitness;
use super::row::{BlockRow, EXIT, Scratch};
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::{BACKWARD, DependenceIndex, Edge, FlowGraph, FunctionRows};
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
    settle(&rows, index, root, blocks, branches, scratch);
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

/// Computes all values of one function from what was observed. On entry, `blocks` must be right for
/// entered blocks, and `branches` for observed branches (level 0); all other rows are computed
/// anew.
fn settle(
    rows: &FunctionRows<'_>,
    index: Option<&DependenceIndex>,
    root: Fitness,
    blocks: &mut [BlockRow],
    branches: &mut [Fitness],
    scratch: &mut Scratch,
) {
    // F7, "pathological graphs". Storing each dependence and walking it (as [`in_order`] does) is
    // quadratic for d nested do-while loops, so the dependents of a branch are walked as a tree
    // path, and no block is visited twice.
    scratch.up.begin(blocks.len() as u32 + 1);
    scratch.queue.clear();
    scratch
        .queue
        .extend((0..branches.len() as u32).filter(|&branch| branches[branch as usize].level == 0));
    scratch.queue.sort_unstable_by_key(|&branch| (branches[branch as usize].distance, branch));

    // Invariant from here on: the values in `queue` ascend, and no block without a value can still
    // get one that is less than the value at the front. It holds at the start because all observed
    // branches have level 0 and are sorted, and it stays because a branch that is appended has a
    // level above the front's.
    let mut levels = Levels { rows, index, blocks, branches, scratch };
    for block in 0..levels.blocks.len() {
        if levels.blocks[block].is_entered() {
            levels.assign(block as u32, Fitness::COVERED);
        } else {
            levels.blocks[block] = BlockRow::OPEN;
        }
    }
    // The entry comes first. If the function was entered, its value (0, 0) is the least possible.
    // If not, the execution observed nothing in the function, so no branch can be nearer.
    levels.hand_on(rows.first_block, EXIT, root);
    let mut at = 0;
    while let Some(&branch) = levels.scratch.queue.get(at) {
        at += 1;
        let source = (rows.source[branch as usize] - rows.first_block) as usize;
        // A block that cannot be reached has no parent in the post-dominator tree, so its branches
        // have no path.
        if rows.is_reachable(source) {
            levels.hand_on(
                rows.target[branch as usize],
                rows.parent[source],
                levels.branches[branch as usize],
            );
        }
    }
}

/// State of one computation.
struct Levels<'a> {
    rows: &'a FunctionRows<'a>,
    index: Option<&'a DependenceIndex>,
    blocks: &'a mut [BlockRow],
    branches: &'a mut [Fitness],
    scratch: &'a mut Scratch,
}

impl Levels<'_> {
    /// Gives `value` to each block without a value on the path in the post-dominator tree from
    /// `target` up to, not including, `stop`.
    fn hand_on(&mut self, target: u32, stop: u32, value: Fitness) {
        let base = self.rows.first_block;
        let stop = if stop == EXIT { self.blocks.len() as u32 } else { stop - base };
        let mut at = target - base;
        if let Some(index) = self.index {
            // `first_from` may jump over `stop`: union-find joins finished blocks across it. So the
            // loop compares positions in the tree (a block is below `stop` if its position is
            // greater) and not block numbers. The exit has position 0.
            let position = |at: u32| {
                if at as usize == self.rows.parent.len() { 0 } else { index.position(at) }
            };
            let stop = position(stop);
            at = self.scratch.up.first_from(at);
            while position(at) > stop {
                self.assign(at, value);
                at = self.scratch.up.first_from(at);
            }
        } else {
            // Without an index the function has few dependences, so paths are short, and walking
            // one is cheaper than skipping.
            while at != stop {
                if !self.scratch.up.is_done(at) {
                    self.assign(at, value);
                }
                at = self.above(at);
            }
        }
    }

    /// Returns the parent of a block in the post-dominator tree, as a local number; the exit is the
    /// number of blocks.
    fn above(&self, block: u32) -> u32 {
        match self.rows.parent[block as usize] {
            EXIT => self.blocks.len() as u32,
            parent => parent - self.rows.first_block,
        }
    }

    /// Gives a block its value, and one level more to those of its branches that were not observed.
    fn assign(&mut self, block: u32, value: Fitness) {
        let row = &mut self.blocks[block as usize];
        // An entered block keeps its row, which holds its progress.
        if !row.is_entered() {
            *row = BlockRow::settled(value);
        }
        self.scratch.up.finish(block, self.above(block));
        for place in self.rows.places(block as usize) {
            let row = &mut self.branches[place];
            if row.level > 0 {
                *row = value.one_level_up();
                self.scratch.queue.push(place as u32);
            }
        }
    }
}
