//! The answers of an execution, asked once and kept.

use super::{Violation, Violations};
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Branch, Function};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

/// Answers of an execution about consecutive functions.
pub(super) struct Answers {
    blocks: Range<u32>,
    branches: Range<u32>,
    progress: Vec<Option<u32>>,
    distance: Vec<Option<Distance>>,
}

impl Answers {
    /// About the whole program.
    pub(super) fn of(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Self {
        Self::ask(graph, run, 0..graph.block_count() as u32, 0..graph.branch_count() as u32)
    }

    /// About one function, which the graph has.
    pub(super) fn about(graph: &FlowGraph, run: &(impl Execution + ?Sized), function: Function) -> Self {
        Self::ask(graph, run, graph.block_range(function), graph.branch_range_of(function))
    }

    fn ask(graph: &FlowGraph, run: &(impl Execution + ?Sized), blocks: Range<u32>, branches: Range<u32>) -> Self {
        let progress = blocks.clone().map(|block| run.progress(Block::new(block))).collect();
        let distance = branches.clone().map(|branch| run.branch_distance(graph.edge(Branch::new(branch)))).collect();
        Self { blocks, branches, progress, distance }
    }

    /// Asks for everything once more, in the other order.
    pub(super) fn ask_again(&self, graph: &FlowGraph, run: &(impl Execution + ?Sized), found: &mut Violations) {
        for (branch, &first) in self.branches.clone().map(Branch::new).zip(&self.distance).rev() {
            let second = run.branch_distance(graph.edge(branch));
            found.add_if(first != second, || Violation::DistanceChanged { branch, first, second });
        }
        for (block, &first) in self.blocks.clone().map(Block::new).zip(&self.progress).rev() {
            let second = run.progress(block);
            found.add_if(first != second, || Violation::ProgressChanged { block, first, second });
        }
    }

    /// Returns the progress in a block; `None` also for blocks that were not asked about.
    pub(super) fn progress(&self, block: Block) -> Option<u32> {
        let place = block.number().checked_sub(self.blocks.start)?;
        *self.progress.get(place as usize)?
    }

    /// Returns the distance of a branch; `None` also for branches that were not asked about.
    pub(super) fn distance(&self, branch: Branch) -> Option<Distance> {
        let place = branch.number().checked_sub(self.branches.start)?;
        *self.distance.get(place as usize)?
    }

    /// Returns `true` if anything is known of a function.
    pub(super) fn knows(&self, graph: &FlowGraph, function: Function) -> bool {
        let mut branches = graph.branch_range_of(function).map(Branch::new);
        graph.blocks_of(function).any(|block| self.progress(block).is_some())
            || branches.any(|branch| self.distance(branch).is_some())
    }

    /// Returns, for each function of the graph, `true` if an execution names it as entered. Other names are reported.
    pub(super) fn entered(graph: &FlowGraph, run: &(impl Execution + ?Sized), found: &mut Violations) -> Vec<bool> {
        let (mut named, mut outside) = (vec![false; graph.function_count()], None);
        run.entered(graph, &mut |function| match named.get_mut(function.index()) {
            Some(named) => *named = true,
            None => outside = outside.min(Some(function)).or(Some(function)),
        });
        found.extend(outside.map(|function| Violation::NoSuchFunction { function }));
        named
    }
}

/// The branches of a block by what they are decided by: the two sides of a predicate, and the arms of a selection. A block may have both.
pub(super) struct Decisions {
    sides: Vec<Edge>,
    arms: Vec<Edge>,
    pub(super) implicit: Vec<Edge>,
}

impl Decisions {
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

    /// Returns each decision that the block has, and whether its branches are all that can come of an evaluation: a side that is not there,
    /// or a value that no arm lists, may leave the function or end in an exception.
    pub(super) fn each(&self, graph: &FlowGraph, block: Block) -> impl Iterator<Item = (&[Edge], bool)> {
        let stays = !graph.is_exit(block) && self.implicit.is_empty();
        let has_default = self.arms.iter().any(|edge| edge.outcome == crate::flow::Outcome::Default);
        let all = [(&self.sides[..], stays || self.sides.len() == 2), (&self.arms[..], stays || has_default)];
        all.into_iter().filter(|(edges, _)| !edges.is_empty())
    }
}
