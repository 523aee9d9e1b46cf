//! How far one activation is from what is required of it.

use super::flags::{Flags, Required};
use super::forms::InnerFlags;
use crate::distance::{Distance, Normalisation, scalar};
use crate::execution::{CallTree, Execution, Within};
use crate::fitness::Fitness;
use crate::fitness::row::{BlockRow, Scratch};
use crate::fitness::sweep::sweep;
use crate::flow::{Edge, FlowGraph, GraphMismatch};
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
    pub run: Within<'a, X>,
    pub flags: &'a Flags,
    pub inner_flags: InnerFlags,
    /// Of the part of a cell.
    pub normaliser: &'a Normalisation,
    /// By flag of the function, from its first one on: NaN if it was not evaluated here, 0 if it was taken.
    pub values: &'a [f64],
    /// By question of the function, from its first one on: F, NaN if nobody asked.
    pub answers: &'a [f64],
}

impl<X: ?Sized> View<'_, X> {
    /// F of a question; infinite if nobody asked, as for a store that said before that the exit was not reached.
    fn answer(&self, question: u32) -> Distance {
        self.answers.get(question as usize).and_then(|&answer| Distance::new(answer).ok()).unwrap_or(Distance::INFINITE)
    }
}

impl<X: CallTree + ?Sized> Execution for View<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        match self.flags.number_of(branch.branch) {
            Some(number) if self.inner_flags == InnerFlags::Nearest => {
                let flag = self.flags.flag(number);
                match *self.values.get(flag.place as usize)? {
                    value if value > 0.0 => Some(self.answer(flag.question).max(Distance::SMALLEST)),
                    value if value.is_nan() => None,
                    _ => Some(Distance::ZERO),
                }
            }
            _ => self.run.branch_distance(branch),
        }
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.run.progress(block)
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.run.entered(graph, visit);
    }
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.run.fits(graph)
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

    /// Returns level + part, at least [`Distance::SMALLEST`].
    pub(super) fn cell(&mut self, required: &Required) -> Distance {
        let fitness = match *required {
            Required::Branch(edge) => match self.of_flag(edge) {
                Some(refined) => refined.into(),
                None => match self.view.branch_distance(edge) {
                    Some(distance) => distance.into(),
                    None => self.dependence(edge.source).one_level_up(),
                },
            },
            Required::Call { block, question } => match self.view.progress(block) {
                Some(_) => self.view.answer(question).into(),
                None => match self.view.answer(question) {
                    // Algorithm 2, line 4: as in `of_flag`, the algorithm does not ask how far this activation came.
                    refined if refined < Distance::INFINITE && self.view.inner_flags == InnerFlags::Required => refined.into(),
                    _ => self.dependence(block).one_level_up(),
                },
            },
        };
        if fitness.level == u32::MAX {
            return Distance::INFINITE; // of another graph
        }
        let cell = scalar(fitness.level, fitness.distance, self.view.normaliser);
        Distance::of(cell).max(Distance::SMALLEST)
    }

    /// Algorithm 2, lines 1 to 6, for a required branch that is a flag; `None` for any other branch, and where no call was made from
    /// which a distance could be taken: Eq. 3 of nothing is not defined.
    ///
    /// The algorithm does not ask how far this activation came: what is not taken (line 4) has F also where it was never evaluated, and
    /// what is taken (line 1) the F of its contrary.
    fn of_flag(&self, required: Edge) -> Option<Distance> {
        if self.view.inner_flags == InnerFlags::Nearest {
            return None;
        }
        let flag = self.view.flags.flag(self.view.flags.number_of(required.branch)?);
        let is_taken = self.view.values.get(flag.place as usize) == Some(&0.0);
        let refined = self.view.answer(if is_taken { flag.reverse } else { flag.question });
        (refined < Distance::INFINITE).then_some(refined)
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
        if !self.is_swept && self.graph.index(self.function).is_none() {
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
