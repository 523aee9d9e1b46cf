//! Distances from one activation to what is required of it.

use super::flags::Required;
use super::forms::{InnerFlags, Job};
use super::key::{Key, Keys};
use super::tree::Answer;
use super::ways::At;
use crate::distance::{Decision, Distance, Normalise};
use crate::execution::{Execution, Facts, On, Plane};
use crate::fitness::Fitness;
use crate::fitness::row::{BlockRow, Scratch};
use crate::fitness::sweep::sweep;
use crate::flow::{Edge, FlowGraph};
use crate::formula::computed;
use crate::id::{Activation, Block, Function};
use alloc::vec::Vec;

/// Values of all goals of one function in one activation.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    blocks: Vec<BlockRow>,
    branches: Vec<Fitness>,
    scratch: Scratch,
}

/// One activation, as an execution whose flags are refined.
pub(super) struct View<'a, X: ?Sized> {
    /// The computation that it belongs to.
    pub job: &'a Job<'a, X>,
    pub function: Function,
    /// The activation, as it was recorded; without it, an assumed one that ended at the entry.
    pub activation: Option<Activation>,
    /// By flag of the function, from its first one on: the observed distance, NaN if the flag was
    /// not evaluated here, and 0 if it was taken.
    pub observed: &'a [f64],
    /// By question of the function, from its first one on: the answer.
    pub answers: &'a [Answer],
    /// By question: whether the last call of this activation returned what is needed.
    pub met: &'a [Answer],
    /// The sets of keys that the answers are for, for calls whose results are handed on.
    pub keys: &'a [u32],
}

impl<'a, X: ?Sized> View<'a, X> {
    /// Returns an assumed activation that ended at the entry of the function.
    pub(super) const fn of_entry(job: &'a Job<'a, X>, function: Function) -> Self {
        let (observed, answers, met, keys) = (&[], &[], &[], &[]);
        Self { job, function, activation: None, observed, answers, met, keys }
    }

    /// Returns what was recorded of the activation.
    fn within(&self) -> Option<On<'a, X>> {
        Some(On(self.job.run, Plane::Within(self.activation?)))
    }
}

impl<X: Facts + ?Sized> Execution for View<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        let run = self.within()?;
        let Job { flags, forms, .. } = self.job;
        match flags.number_of(branch.branch) {
            Some(number) if forms.inner_flags == InnerFlags::Nearest => {
                // F takes the place of the observed distance (F11).
                let flag = flags.flag(number);
                let observed = *self.observed.get(flag.place as usize)?;
                let distance = flag.needs.distance(self.answers, self.met, observed);
                Some(distance).filter(|distance| !distance.is_nan()).map(computed)
            }
            _ => run.branch_distance(branch),
        }
    }
    fn progress(&self, block: Block) -> Option<u32> {
        match self.within() {
            Some(run) => run.progress(block),
            None => {
                (block.number() == self.job.graph.block_range(self.function).start).then_some(0)
            }
        }
    }
    // Nobody asks: the one function of a view was entered.
    fn entered(&self, _: &FlowGraph, _: &mut dyn FnMut(Function)) {}
}

/// Returns the distance of a decision from an outcome among these keys, infinite if no outcome is
/// among them.
pub(super) fn decision_distance(decision: Decision, keys: &Keys) -> Distance {
    let side = |outcome: bool, distance: Distance| {
        if keys.contains(Key::from(outcome)) { distance } else { Distance::INFINITE }
    };
    side(true, decision.to_true()).min(side(false, decision.to_false()))
}

/// Returns the decision that an activation set its result to in a block.
pub(super) fn result_in<X: Facts + ?Sized>(
    run: &X,
    activation: Activation,
    block: Block,
) -> Option<Decision> {
    let mut found = None;
    run.results_in(activation, &mut |at, decision| {
        if at == block {
            found = Some(decision);
        }
    });
    found
}

/// Returns `true` if an activation came this way.
pub(super) fn came(run: &(impl Execution + ?Sized), at: At) -> bool {
    match at {
        At::Block(block) => run.progress(block).is_some(),
        At::Edge(edge) => run.branch_distance(edge) == Some(Distance::ZERO),
    }
}

/// Computation of the cells of one activation: its distances to what is required of it.
pub(super) struct Cells<'a, X: ?Sized> {
    /// The activation.
    view: View<'a, X>,
    /// One of these results is needed.
    wanted: &'a Keys,
    /// The index of `wanted` among the sets that the activation was asked for.
    place: Option<usize>,
    /// Scratch space for its goals.
    table: &'a mut Table,
    /// `true` if the table was swept for this activation. Most activations do not need it.
    is_swept: bool,
    /// The block that was computed last: branches of one block follow each other.
    last: Option<(Block, Fitness)>,
}

impl<'a, X: Facts + ?Sized> Cells<'a, X> {
    /// Starts the cells of one activation for a result among these keys; `table` is scratch space.
    pub(super) fn new(view: View<'a, X>, keys: u32, table: &'a mut Table) -> Self {
        let place = view.keys.binary_search(&keys).ok();
        let wanted = &view.job.flags.keys[keys as usize];
        Self { view, wanted, place, table, is_swept: false, last: None }
    }

    /// Returns level + part. The cell is at least [`Distance::SMALLEST`].
    pub(super) fn cell(&mut self, required: &Required) -> Distance {
        let fitness = match *required {
            Required::Branch(edge) => match self.of_flag(edge) {
                Some(refined) => refined.into(),
                None => self.branch(edge),
            },
            Required::Call(at, delegation) => {
                let known = self.handed_on(delegation);
                // Algorithm 2, line 4: as in `of_flag`, the algorithm does not test how far this
                // activation came.
                if came(&self.view, at)
                    || (known.is_some() && self.view.job.forms.inner_flags == InnerFlags::Required)
                {
                    // If nothing is known, K = 1, as for a plain flag.
                    computed(known.unwrap_or(1.0)).into()
                } else {
                    self.way(at).one_level_up()
                }
            }
            // An activation that recorded a decision in a block was there, whatever its progress
            // says.
            Required::Decision(at, block) => match self.decision(block) {
                Some(decision) if at == At::Block(block) || came(&self.view, at) => {
                    decision_distance(decision, self.wanted).into()
                }
                _ => self.way(at).one_level_up(),
            },
        };
        // NEVER: the scalar of such a level would be finite.
        if fitness.level == u32::MAX {
            return Distance::INFINITE; // of another graph
        }
        // Eq. 1: approach level plus the normalised distance. At least the smallest positive,
        // because an aggregate with a 0 is 0, which would mean that the flag was taken.
        let normaliser = &self.view.job.forms.normaliser;
        let cell = fitness.scalar_by(|distance: Distance| normaliser.normalise(distance));
        computed(cell).max(Distance::SMALLEST)
    }

    /// Returns F of the call whose result is handed on, if it is known.
    fn handed_on(&self, delegation: u32) -> Option<f64> {
        let sheet = self.view.job.flags.sheet(self.view.function)?;
        let number = sheet.handed_on(delegation as usize, self.view.keys.len(), self.place?);
        self.view.answers.get(number)?.known()
    }

    /// Returns the last decision that the result was set to in a block.
    fn decision(&self, block: Block) -> Option<Decision> {
        result_in(self.view.job.run, self.view.activation?, block)
    }

    /// Returns the distance of the activation from coming this way.
    fn way(&mut self, at: At) -> Fitness {
        match at {
            At::Block(block) => self.dependence(block),
            At::Edge(edge) => self.branch(edge),
        }
    }

    /// Returns D(branch), F7 for one activation.
    fn branch(&mut self, edge: Edge) -> Fitness {
        match self.view.branch_distance(edge) {
            Some(distance) => distance.into(),
            None => self.dependence(edge.source).one_level_up(),
        }
    }

    /// Returns F of a required branch that is a flag: Algorithm 2, lines 1 to 6. `None` for any
    /// other branch, and if no call is known from which a distance could be taken, because Eq. 3 is
    /// not defined for no distances.
    ///
    /// The algorithm does not test how far this activation came. A flag that was not taken (line 4)
    /// has F even if it was never evaluated, and a flag that was taken (line 1) has F of its
    /// contrary.
    fn of_flag(&self, required: Edge) -> Option<Distance> {
        let Job { flags, forms, .. } = self.view.job;
        if forms.inner_flags == InnerFlags::Nearest {
            return None;
        }
        let flag = flags.flag(flags.number_of(required.branch)?);
        let observed = *self.view.observed.get(flag.place as usize)?;
        flag.asked(observed).known_distance(self.view.answers, self.view.met).map(computed)
    }

    /// Returns A(block), F7 for one activation.
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

    /// Computes A(block).
    fn search(&mut self, block: Block) -> Fitness {
        let graph = self.view.job.graph;
        if self.view.progress(block).is_some() || graph.depends_on_entry(block) {
            return Fitness::COVERED;
        }
        // Most activations decide one level before the block, where the least observed control is
        // A(block) already: if any control was observed, no chain can give level 0 and a lesser
        // distance. Only otherwise is the whole function swept, once for each activation.
        if !self.is_swept && graph.index(self.view.function).is_none() {
            let controls = graph.controls(block).filter_map(|branch| graph.get_edge(branch));
            if let Some(nearest) = controls.filter_map(|edge| self.view.branch_distance(edge)).min()
            {
                return nearest.into();
            }
        }
        let place =
            block.index().wrapping_sub(graph.block_range(self.view.function).start as usize);
        self.sweep().blocks.get(place).map_or(Fitness::NEVER, BlockRow::value)
    }

    /// Returns the table of all goals of the activation, swept once.
    fn sweep(&mut self) -> &Table {
        let Table { blocks, branches, scratch } = &mut *self.table;
        if !core::mem::replace(&mut self.is_swept, true) {
            let (graph, function) = (self.view.job.graph, self.view.function);
            blocks.clear();
            blocks.resize(graph.block_range(function).len(), BlockRow::OPEN);
            branches.clear();
            branches.resize(graph.branch_range_of(function).len(), Fitness::NEVER);
            if !blocks.is_empty() {
                sweep(graph, function, &self.view, Fitness::COVERED, blocks, branches, scratch);
            }
        }
        self.table
    }
}
