//! What one view of an execution records: which functions and blocks ran, and how near their branches came.

use super::chain::{Chain, NONE};
use super::switch::Switch;
use crate::distance::{Distance, Rules};
use crate::execution::Misuse;
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, Function};
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

/// The tables that the hooks of control flow write. A trace has one for all calls, and one for direct calls if it records them.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Recorder {
    pub(in crate::execution) rules: Rules,
    /// By function, and one more.
    pub(in crate::execution) first_block: Vec<u32>,
    /// The functions entered.
    pub(in crate::execution) functions: Chain,

    /// By block, and one more.
    pub(in crate::execution) slots: Vec<Slot>,
    /// The blocks entered. Apart from the slots, because a sweep asks all blocks of a function whether they were entered.
    pub(in crate::execution) blocks: Chain,
    pub(in crate::execution) function: Vec<u32>,
    pub(in crate::execution) leaves: Vec<bool>,

    /// By branch: the least distance, or [`UNSEEN`] or [`SELECTED`].
    pub(in crate::execution) distance: Vec<Cell<f64>>,
    /// The edges beside `True` and `False` of two-way blocks, by block.
    pub(in crate::execution) ways: Vec<Way>,
    /// Ascending by block.
    pub(in crate::execution) switches: Vec<Switch>,

    pub(in crate::execution) evaluated: Cell<u64>,
    /// The block that the last edge led to, for whoever follows the path.
    pub(in crate::execution) led_to: Cell<u32>,
    pub(in crate::execution) misuse: Cell<Option<Misuse>>,
}

/// The recorder's view of a block: what `decide` needs of it.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Slot {
    pub first_branch: u32,
    pub first_way: u32,
    pub statements: u32,
    /// Where `True` and `False` lead, if the block has both; else [`NONE`], and which of the switches it is, if it is one.
    pub targets: [u32; 2],
    pub progress: Cell<u32>,
    pub evaluations: Cell<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Way {
    pub outcome: Outcome,
    pub target: u32,
    /// [`NONE`] for the only edge of a block.
    pub branch: u32,
}

/// A branch about which nothing is known. `f64::min` ignores it.
const UNSEEN: f64 = f64::NAN;
/// A branch of a multi-way block: its distance is derived from the values seen.
pub(in crate::execution) const SELECTED: f64 = -1.0;

impl Recorder {
    /// Creates a recorder for a graph without functions.
    pub(in crate::execution) fn new(rules: Rules) -> Self {
        Self {
            rules,
            first_block: alloc::vec![0],
            functions: Chain::default(),
            slots: alloc::vec![Slot::new(0, 0, 0)],
            blocks: Chain::default(),
            function: Vec::new(),
            leaves: Vec::new(),
            distance: Vec::new(),
            ways: Vec::new(),
            switches: Vec::new(),
            evaluated: Cell::new(0),
            led_to: Cell::new(0),
            misuse: Cell::new(None),
        }
    }

    /// Returns a recorder for the same graph with nothing recorded.
    pub(in crate::execution) fn empty(&self) -> Self {
        let empty = self.clone();
        empty.reset();
        empty.misuse.set(None);
        empty
    }

    pub(in crate::execution) fn set_rules(&mut self, rules: Rules) {
        self.switches.iter().for_each(Switch::forget_derived);
        self.rules = rules;
    }

    /// Makes room for functions that were added to the graph since.
    pub(in crate::execution) fn fit(&mut self, graph: &FlowGraph) {
        let known = self.functions.len();
        let (next, branches) = (graph.block_range(Function::new(known as u32)), self.distance.len());
        if next.start as usize != self.blocks.len() || graph.branch_range(next.start as usize).start as usize != branches {
            return; // nothing new: another graph was refused before
        }
        self.slots.pop();
        for function in graph.functions().skip(known) {
            for block in graph.blocks_of(function) {
                self.function.push(function.number());
                self.leaves.push(graph.is_exit(block));
                self.fit_block(graph, block);
            }
            self.first_block.push(self.slots.len() as u32);
        }
        self.functions.grow(self.first_block.len() - 1);
        self.blocks.grow(self.function.len());
        self.slots.push(Slot::new(self.distance.len() as u32, self.ways.len() as u32, 0));
    }

    fn fit_block(&mut self, graph: &FlowGraph, block: Block) {
        let mut slot = Slot::new(self.distance.len() as u32, self.ways.len() as u32, graph.statements(block));
        let both = [Outcome::True, Outcome::False].map(|outcome| graph.branch(block, outcome));
        if let [Some(holds), Some(fails)] = both {
            slot.targets = [holds, fails].map(|branch| graph.edge(branch).target.number());
        }
        let branches = graph.branches_of(block).len() as u32;
        for (place, (outcome, target)) in (slot.first_branch..).zip(graph.successors(block)) {
            if slot.targets[0] == NONE || !matches!(outcome, Outcome::True | Outcome::False) {
                let branch = if branches > 0 { place } else { NONE };
                self.ways.push(Way { outcome, target: target.number(), branch });
            }
            if branches > 0 {
                let selected = outcome.is_selected() && graph.arms(block).is_some();
                self.distance.push(Cell::new(if selected { SELECTED } else { UNSEEN }));
            }
        }
        if let Some(arms) = graph.arms(block).filter(|_| branches > 0) {
            let mut edges = graph.branches_of(block).map(|branch| graph.edge(branch));
            let first = edges.find(|edge| edge.outcome.is_selected());
            let has_default = graph.branch(block, Outcome::Default).is_some();
            if slot.targets[0] == NONE {
                slot.targets[1] = self.switches.len() as u32;
            }
            self.switches.push(Switch::new(block, first.map_or(0, |edge| edge.branch.number()), arms.clone(), has_default));
        }
        self.slots.push(slot);
    }

    /// Linear in the blocks that were entered and their branches.
    pub(in crate::execution) fn reset(&self) {
        self.blocks.drain(|block| {
            let slot = &self.slots[block as usize];
            slot.progress.set(0);
            slot.evaluations.set(0);
            let mut selects = false;
            for distance in &self.distance[self.branches(block)] {
                // The arms of a switch keep their mark; the switch forgets for all of them.
                if distance.get() == SELECTED {
                    selects = true;
                } else {
                    distance.set(UNSEEN);
                }
            }
            if selects && let Some(switch) = self.switch_of(Block::new(block)) {
                switch.clear();
            }
        });
        self.functions.drain(|_| {});
        self.evaluated.set(0);
    }

    /// Returns the blocks of a function; if the graph has no such function, that is noted.
    pub(in crate::execution) fn blocks_of(&self, function: Function) -> Range<u32> {
        match self.first_block.get(function.index()..function.index().saturating_add(2)) {
            Some(&[start, end]) => start..end,
            _ => {
                self.note(Misuse::NoSuchFunction { function });
                0..0
            }
        }
    }

    /// Returns the function of a block, and its number within it, as the user wrote it.
    pub(in crate::execution) fn local(&self, block: Block) -> (Function, u32) {
        let function = self.function.get(block.index()).copied().unwrap_or(0);
        let first = self.first_block.get(function as usize).copied().unwrap_or(0);
        (Function::new(function), block.number().saturating_sub(first))
    }

    /// Returns the branches of a block.
    pub(in crate::execution) fn branches(&self, block: u32) -> Range<usize> {
        let of = |at: usize| self.slots.get(at).map_or(self.distance.len(), |slot| slot.first_branch as usize);
        of(block as usize)..of(block as usize + 1)
    }

    pub(in crate::execution) fn switch_of(&self, block: Block) -> Option<&Switch> {
        match self.slots.get(block.index())?.targets {
            [NONE, place] => self.switches.get(place as usize),
            // A two-way block that selects besides: legal, and nowhere seen.
            _ => self.switches.get(self.switches.binary_search_by_key(&block, |switch| switch.block).ok()?),
        }
    }

    #[inline]
    pub(in crate::execution) fn enter(&self, block: u32) {
        if self.blocks.add(block) {
            self.enter_function_of(block);
        }
    }

    /// Records that the function of a block is entered, with the first of its blocks that an execution enters.
    #[cold]
    fn enter_function_of(&self, block: u32) {
        if let Some(&function) = self.function.get(block as usize) {
            self.functions.add(function);
        }
    }

    pub(in crate::execution) fn note(&self, misuse: Misuse) {
        if self.misuse.get().is_none() {
            self.misuse.set(Some(misuse));
        }
    }

    #[inline]
    pub(in crate::execution) fn known(&self, branch: usize, source: Block) -> Option<Distance> {
        let distance = self.distance.get(branch)?.get();
        if distance == SELECTED {
            return self.switch_of(source)?.distance(branch as u32, &self.rules);
        }
        (distance >= 0.0).then(|| Distance::of(distance)) // NaN: unseen
    }

    pub(in crate::execution) fn evaluations(&self, branch: Edge) -> u32 {
        let slot = self.slots.get(branch.source.index()).filter(|_| branch.outcome.is_decided());
        slot.map_or(0, |slot| slot.evaluations.get())
    }

    #[inline]
    pub(in crate::execution) fn progress(&self, block: Block) -> Option<u32> {
        self.blocks.contains(block.number()).then(|| self.slots.get(block.index()).map_or(0, |slot| slot.progress.get()))
    }
}

impl Slot {
    fn new(first_branch: u32, first_way: u32, statements: u32) -> Self {
        Self { first_branch, first_way, statements, targets: [NONE; 2], progress: Cell::new(0), evaluations: Cell::new(0) }
    }
}
