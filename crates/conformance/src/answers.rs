//! Answers of an execution, asked for once and kept.

use super::{Violation, Violations};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use sbst::distance::Distance;
use sbst::execution::Execution;
use sbst::flow::{Edge, FlowGraph, Outcome};
use sbst::id::{Block, Branch, Function};

/// Answers of an execution about consecutive functions.
pub(super) struct Answers {
    /// Blocks that were asked about.
    blocks: Range<u32>,
    /// Branches that were asked about.
    branches: Range<u32>,
    /// Progress of each of the blocks.
    progress: Vec<Option<u32>>,
    /// Distance of each of the branches.
    distance: Vec<Option<Distance>>,
}

impl Answers {
    /// Asks about the whole program.
    pub(super) fn of(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Self {
        Self::ask(graph, run, graph.all_blocks(), graph.all_branches())
    }

    /// Asks about these blocks and branches.
    pub(super) fn ask(
        graph: &FlowGraph,
        run: &(impl Execution + ?Sized),
        blocks: impl Iterator<Item = Block> + Clone,
        branches: impl Iterator<Item = Branch> + Clone,
    ) -> Self {
        let progress: Vec<_> = blocks.clone().map(|block| run.progress(block)).collect();
        let edges = branches.clone().map(|branch| graph.edge(branch));
        let distance: Vec<_> = edges.map(|edge| run.branch_distance(edge)).collect();
        // The blocks and branches of a graph, or of a function, follow each other.
        let span = |first: u32, count: usize| first..first + count as u32;
        let first = (blocks.map(Block::number).next(), branches.map(Branch::number).next());
        Self {
            blocks: span(first.0.unwrap_or(0), progress.len()),
            branches: span(first.1.unwrap_or(0), distance.len()),
            progress,
            distance,
        }
    }

    /// Asks every question again, in reverse order, and reports answers that changed.
    pub(super) fn ask_again(
        &self,
        graph: &FlowGraph,
        run: &(impl Execution + ?Sized),
        found: &mut Violations,
    ) {
        for (branch, &first) in self.branches.clone().map(Branch::new).zip(&self.distance).rev() {
            let second = run.branch_distance(graph.edge(branch));
            found.add_if(first != second, Violation::DistanceChanged { branch, first, second });
        }
        for (block, &first) in self.blocks.clone().map(Block::new).zip(&self.progress).rev() {
            let second = run.progress(block);
            found.add_if(first != second, Violation::ProgressChanged { block, first, second });
        }
    }

    /// Returns the progress in a block; `None` also for a block that was not asked about.
    pub(super) fn progress(&self, block: Block) -> Option<u32> {
        let place = block.number().checked_sub(self.blocks.start)?;
        *self.progress.get(place as usize)?
    }

    /// Returns the distance of a branch; `None` also for a branch that was not asked about.
    pub(super) fn distance(&self, branch: Branch) -> Option<Distance> {
        let place = branch.number().checked_sub(self.branches.start)?;
        *self.distance.get(place as usize)?
    }

    /// Returns `true` if a block or branch of the function has an answer.
    pub(super) fn knows(&self, graph: &FlowGraph, function: Function) -> bool {
        let mut branches = graph.branches_in(function);
        graph.blocks_of(function).any(|block| self.progress(block).is_some())
            || branches.any(|branch| self.distance(branch).is_some())
    }

    /// Returns, for each function of the graph, `true` if the execution reports it as entered. Adds
    /// a violation for the first function that the graph does not have.
    pub(super) fn entered(
        graph: &FlowGraph,
        run: &(impl Execution + ?Sized),
        found: &mut Violations,
    ) -> Vec<bool> {
        let (mut named, mut outside) = (vec![false; graph.functions().len()], None);
        run.entered(graph, &mut |function| match named.get_mut(function.index()) {
            Some(named) => *named = true,
            None => outside = outside.min(Some(function)).or(Some(function)),
        });
        found.extend(outside.map(|function| Violation::NoSuchFunction { function }));
        named
    }
}

/// Returns what an execution visits. Needs no memory for what it visits again.
pub(super) fn listed<T: Ord>(each: impl FnOnce(&mut dyn FnMut(T))) -> BTreeSet<T> {
    let mut all = BTreeSet::new();
    each(&mut |item| {
        all.insert(item);
    });
    all
}

/// Branches of a block, grouped by the decision that they belong to. A block may have both kinds of
/// decision.
pub(super) struct Decisions {
    /// Sides of the predicate.
    sides: Vec<Edge>,
    /// Arms and default of the selection.
    arms: Vec<Edge>,
    /// Branches that no decision takes: exceptions, and jumps beside exceptions.
    pub(super) implicit: Vec<Edge>,
}

impl Decisions {
    /// Groups the branches of a block.
    pub(super) fn of(graph: &FlowGraph, block: Block) -> Self {
        let mut decisions = Self { sides: Vec::new(), arms: Vec::new(), implicit: Vec::new() };
        for edge in graph.branches_of(block).map(|branch| graph.edge(branch)) {
            match (edge.outcome.holds(), edge.outcome.is_decided()) {
                (Some(_), _) => decisions.sides.push(edge),
                (None, true) => decisions.arms.push(edge),
                (None, false) => decisions.implicit.push(edge),
            }
        }
        decisions
    }

    /// Returns the branches of each decision of the block, with `true` if an evaluation must take
    /// one of them. It need not if a side or the default is missing and the block may leave the
    /// function or throw.
    pub(super) fn each(
        &self,
        graph: &FlowGraph,
        block: Block,
    ) -> impl Iterator<Item = (&[Edge], bool)> {
        let stays = !graph.is_exit(block) && self.implicit.is_empty();
        let has_both = self.sides.len() == 2;
        let has_default = self.arms.iter().any(|edge| edge.outcome == Outcome::Default);
        let all = [(&self.sides[..], stays || has_both), (&self.arms[..], stays || has_default)];
        all.into_iter().filter(|(edges, _)| !edges.is_empty())
    }
}
