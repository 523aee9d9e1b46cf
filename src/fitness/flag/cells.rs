//! How far one activation is from what is required of it.

use super::flags::{Flags, Required};
use crate::distance::Distance;
use crate::execution::{CallTree, Execution, Within};
use crate::fitness::Fitness;
use crate::fitness::row::{BlockRow, Scratch};
use crate::fitness::sweep::sweep;
use crate::flow::{Edge, FlowGraph};
use crate::id::{Block, Function};
use alloc::vec::Vec;

/// The values of all goals of one function in one activation.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    blocks: Vec<BlockRow>,
    branches: Vec<Fitness>,
    scratch: Scratch,
}

/// One activation as an execution whose flags are refined.
pub(super) struct View<'a, X: ?Sized> {
    run: Within<'a, X>,
    flags: &'a Flags,
    /// From its first flag on.
    values: &'a [f64],
}

impl<'a, X: ?Sized> View<'a, X> {
    pub(super) const fn new(run: Within<'a, X>, flags: &'a Flags, values: &'a [f64]) -> Self {
        Self { run, flags, values }
    }
}

impl<X: CallTree + ?Sized> Execution for View<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        match self.flags.number_of(branch.branch) {
            Some(number) => {
                let value = self.values.get(self.flags.flag(number).place as usize)?;
                (!value.is_nan()).then(|| Distance::of(*value))
            }
            None => self.run.branch_distance(branch),
        }
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.run.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.run.entered(graph, visit);
    }
}

/// How far one activation is from what is required of it.
pub(super) struct Cells<'a, X: ?Sized> {
    graph: &'a FlowGraph,
    function: Function,
    view: View<'a, X>,
    table: &'a mut Table,
    /// Whether the table is that of this activation: mostly, it need not be.
    is_swept: bool,
    /// The block that was asked for last: branches of one block follow each other.
    last: Option<(Block, Fitness)>,
}

impl<'a, X: CallTree + ?Sized> Cells<'a, X> {
    pub(super) const fn new(graph: &'a FlowGraph, function: Function, view: View<'a, X>, table: &'a mut Table) -> Self {
        Self { graph, function, view, table, is_swept: false, last: None }
    }

    /// Level + part, at least [`Distance::SMALLEST`].
    pub(super) fn cell(&mut self, required: &Required, answer: impl FnOnce(u32) -> Distance) -> Distance {
        let fitness = match *required {
            Required::Branch(edge) => match self.view.branch_distance(edge) {
                Some(distance) => distance.into(),
                None => self.dependence(edge.source).one_level_up(),
            },
            Required::Call { block, question } => match self.view.progress(block) {
                Some(_) => answer(question).into(),
                None => self.dependence(block).one_level_up(),
            },
        };
        if fitness.level == u32::MAX {
            return Distance::INFINITE; // of another graph
        }
        Distance::of(fitness.scalar()).max(Distance::SMALLEST)
    }

    /// A(block).
    fn dependence(&mut self, block: Block) -> Fitness {
        match self.last {
            Some((last, value)) if last == block => value,
            _ => {
                let value = self.search(block);
                self.last = Some((block, value));
                value
            }
        }
    }

    fn search(&mut self, block: Block) -> Fitness {
        if self.view.progress(block).is_some() || self.graph.depends_on_entry(block) {
            return Fitness::COVERED;
        }
        if !self.is_swept && self.graph.crowd(self.function).is_none() {
            let controls = self.graph.controls(block).filter_map(|branch| self.graph.get_edge(branch));
            if let Some(nearest) = controls.filter_map(|edge| self.view.branch_distance(edge)).min() {
                return nearest.into();
            }
        }
        let place = block.index().wrapping_sub(self.graph.block_range(self.function).start as usize);
        self.sweep().blocks.get(place).map_or(Fitness::NEVER, BlockRow::value)
    }

    fn sweep(&mut self) -> &Table {
        let Table { blocks, branches, scratch } = &mut *self.table;
        if !core::mem::replace(&mut self.is_swept, true) {
            let (graph, function) = (self.graph, self.function);
            blocks.clear();
            blocks.resize(graph.block_range(function).len(), BlockRow::OPEN);
            branches.clear();
            branches.resize(graph.branch_range_of(function).len(), Fitness::NEVER);
            if !blocks.is_empty() {
                sweep(graph, function, &self.view, true, blocks, branches, scratch);
            }
        }
        self.table
    }
}
