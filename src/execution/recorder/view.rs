//! Tables of control flow: the functions and blocks that were entered, and the least distance of
//! each branch.

use super::switch::Switch;
use crate::distance::{Distance, Rules};
use crate::execution::Misuse;
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, Function};
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

/// Tables that the hooks of control flow write. A trace has one recorder for all calls, one for
/// direct calls if it records them separately, and one for the copies of a history if there
/// is one.
///
/// All tables are indexed by function, block or branch. Two of them are also lists of what was
/// entered ([`Chain`]), so that resetting takes time linear in what was recorded, and not in the
/// size of the program.
#[derive(Clone, Debug, Default)]
pub(in crate::execution) struct Recorder {
    /// Rules that measure selections.
    pub(super) rules: Rules,
    /// First block of each function. One more entry marks the end of the last function.
    pub(in crate::execution) first_block: Vec<u32>,
    /// Functions that were entered.
    pub(in crate::execution) functions: Chain,

    /// Edges and progress of each block. One more entry marks the end of the last block.
    pub(in crate::execution) slots: Vec<Slot>,
    /// Blocks that were entered. This table is kept apart from the slots, so that a sweep, which
    /// asks about every block, reads little memory.
    pub(in crate::execution) blocks: Chain,
    /// Function of each block.
    pub(in crate::execution) function: Vec<u32>,
    /// `true` for each block that may leave its function.
    pub(super) leaves: Vec<bool>,

    /// Least distance of each branch, or one of the marks [`UNSEEN`] and [`SELECTED`].
    pub(in crate::execution) distance: Vec<Cell<f64>>,
    /// Edges of all blocks, in the order of blocks. The two sides of a predicate that has both are
    /// left out: they are in the slot.
    pub(super) ways: Vec<Way>,
    /// Blocks that select by a value, ascending.
    pub(in crate::execution) switches: Vec<Switch>,

    /// Number of evaluations of all predicates.
    pub(super) evaluated: Cell<u64>,
    /// Target of the edge that the last hook took, for the path check and the walks.
    pub(super) led_to: Cell<u32>,
    /// First misuse that was noted.
    pub(super) misuse: Cell<Option<Misuse>>,
}

/// Data of a block that hooks read and write. Most hooks read one cache line of this table.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Slot {
    /// First branch out of the block.
    pub first_branch: u32,
    /// Index of its first edge in `ways`.
    pub first_way: u32,
    /// Number of statements.
    pub statements: u32,
    /// Targets of the sides `True` and `False`, if the block has both. Otherwise the first entry is
    /// [`NONE`], and the second entry is the index in `switches` if the block selects by a value.
    pub targets: [u32; 2],
    /// Number of statements that completed.
    pub progress: Cell<u32>,
    /// Number of evaluations of its predicate.
    pub evaluations: Cell<u32>,
}

/// An edge out of a block.
#[derive(Clone, Copy, Debug)]
pub(in crate::execution) struct Way {
    /// Name of the edge.
    pub outcome: Outcome,
    /// Block that it leads to.
    pub target: u32,
    /// Branch of the edge; [`NONE`] for the only edge of a block, which is no branch.
    pub branch: u32,
}

/// Distance of a branch that was never evaluated. `f64::min` ignores NaN, so hooks need no test for
/// it.
const UNSEEN: f64 = f64::NAN;
/// Mark of an arm of a selection. The [`Switch`] derives its distance from the values when a goal
/// asks for it.
pub(in crate::execution) const SELECTED: f64 = -1.0;

impl Recorder {
    /// Creates a recorder for a graph without functions.
    pub(super) fn new(rules: Rules) -> Self {
        Self {
            rules,
            first_block: alloc::vec![0],
            slots: alloc::vec![Slot::new(0, 0, 0)],
            ..Self::default()
        }
    }

    /// Sets the rules. Distances of selections are then derived anew.
    pub(super) fn set_rules(&mut self, rules: Rules) {
        for switch in &self.switches {
            switch.forget_derived();
        }
        self.rules = rules;
    }

    /// Makes room for functions that were added to the graph since the last call. Linear in their
    /// size.
    pub(super) fn fit(&mut self, graph: &FlowGraph) {
        // Functions are numbered in the order in which they were added, so what is new follows what
        // is known. In an earlier state of the graph nothing is new; a different graph was refused
        // before.
        let new = self.functions.len()..graph.function_count();
        // The end marker is replaced by the slots of the new blocks and a new marker.
        self.slots.pop();
        for function in new.map(|number| Function::new(number as u32)) {
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

    /// Appends the slot, edges and branches of a block.
    fn fit_block(&mut self, graph: &FlowGraph, block: Block) {
        let mut slot =
            Slot::new(self.distance.len() as u32, self.ways.len() as u32, graph.statements(block));
        let both = graph.branch(block, Outcome::True).zip(graph.branch(block, Outcome::False));
        // With both sides, a decision needs one lookup: the targets are in the slot, and the
        // branches follow from the first one.
        if let Some((holds, fails)) = both {
            slot.targets = [graph.edge(holds).target.number(), graph.edge(fails).target.number()];
        }
        // A block with a single way out has no branches: its only edge then gets no cell for a
        // distance.
        let branches = graph.branches_of(block).len() as u32;
        for (place, (outcome, target)) in (slot.first_branch..).zip(graph.successors(block)) {
            // Sides of a two-way predicate are in the slot already. All other edges go into the
            // row, in the order of their names.
            if slot.targets[0] == NONE || !matches!(outcome, Outcome::True | Outcome::False) {
                let branch = if branches > 0 { place } else { NONE };
                self.ways.push(Way { outcome, target: target.number(), branch });
            }
            if branches > 0 {
                let selected = outcome.is_selected() && graph.arms(block).is_some();
                self.distance.push(Cell::new(if selected { SELECTED } else { UNSEEN }));
            }
        }
        // The edges of a selection have consecutive branches, in the order of arms, and the default
        // comes last. The switch counts from the first one.
        if branches > 0
            && let Some(arms) = graph.arms(block)
        {
            let mut edges = graph.branches_of(block).map(|branch| graph.edge(branch));
            let first = edges.find(|edge| edge.outcome.is_selected());
            let has_default = graph.branch(block, Outcome::Default).is_some();
            if slot.targets[0] == NONE {
                slot.targets[1] = self.switches.len() as u32;
            }
            self.switches.push(Switch::new(
                block,
                first.map_or(0, |edge| edge.branch.number()),
                arms.clone(),
                has_default,
            ));
        }
        self.slots.push(slot);
    }

    /// Forgets everything except misuse. Linear in the number of entered blocks and of their
    /// branches.
    pub(super) fn reset(&self) {
        self.blocks.drain(|block| {
            let slot = &self.slots[block as usize];
            slot.progress.set(0);
            slot.evaluations.set(0);
            let mut selects = false;
            for distance in &self.distance[self.branches(block)] {
                // Arms keep their mark, and the switch is cleared once for all of them.
                if distance.get() == SELECTED {
                    selects = true;
                } else {
                    distance.set(UNSEEN);
                }
            }
            // Found by its arms, because most blocks have no selection to look for.
            if selects && let Some(switch) = self.switch_of(Block::new(block)) {
                switch.clear();
            }
        });
        self.functions.drain(|_| {});
        self.evaluated.set(0);
    }

    /// Returns the range of blocks of a function, and notes misuse if the graph has no such
    /// function.
    pub(in crate::execution) fn blocks_of(&self, function: Function) -> Range<u32> {
        match self.first_block.get(function.index()..function.index().saturating_add(2)) {
            Some(&[start, end]) => start..end,
            _ => {
                self.note(Misuse::NoSuchFunction { function });
                0..0
            }
        }
    }

    /// Returns the function of a block, and the number of the block within the function. The
    /// numbers are those of the user's description.
    pub(in crate::execution) fn local(&self, block: Block) -> (Function, u32) {
        let function = self.function.get(block.index()).copied().unwrap_or(0);
        let first = self.first_block.get(function as usize).copied().unwrap_or(0);
        (Function::new(function), block.number().saturating_sub(first))
    }

    /// Returns the range of branches of a block.
    pub(in crate::execution) fn branches(&self, block: u32) -> Range<usize> {
        let of = |at: usize| {
            self.slots.get(at).map_or(self.distance.len(), |slot| slot.first_branch as usize)
        };
        of(block as usize)..of(block as usize + 1)
    }

    /// Returns the selection of a block, if it has one.
    pub(super) fn switch_of(&self, block: Block) -> Option<&Switch> {
        match self.slots.get(block.index())?.targets {
            [NONE, place] => self.switches.get(place as usize),
            // A block with both a predicate and a selection is legal, and so rare that a search
            // suffices.
            _ => self
                .switches
                .get(self.switches.binary_search_by_key(&block, |switch| switch.block).ok()?),
        }
    }

    /// Records that a block was entered. A number that is no block is ignored.
    #[inline]
    pub(in crate::execution) fn enter(&self, block: u32) {
        if self.blocks.add(block) {
            self.enter_function_of(block);
        }
    }

    /// Records that the function of a block was entered. It is called for the first entry of each
    /// block only.
    #[cold]
    fn enter_function_of(&self, block: u32) {
        if let Some(&function) = self.function.get(block as usize) {
            self.functions.add(function);
        }
    }

    /// Notes misuse. Only the first misuse is kept, because later ones often follow from it.
    pub(super) fn note(&self, misuse: Misuse) {
        if self.misuse.get().is_none() {
            self.misuse.set(Some(misuse));
        }
    }

    /// Returns the least distance of a branch out of block `source`; `None` if it was never
    /// evaluated.
    #[inline]
    pub(in crate::execution) fn known(&self, branch: usize, source: Block) -> Option<Distance> {
        let distance = self.distance.get(branch)?.get();
        match Distance::new(distance) {
            Ok(distance) => Some(distance),
            // An arm has no distance of its own here: the selection derives it.
            Err(_) if distance == SELECTED => {
                self.switch_of(source)?.distance(branch as u32, &self.rules)
            }
            Err(_) => None, // NaN, which was never evaluated
        }
    }

    /// Returns the number of evaluations of the decision that a branch belongs to.
    pub(super) fn evaluations(&self, branch: Edge) -> u32 {
        let slot = self.slots.get(branch.source.index()).filter(|_| branch.outcome.is_decided());
        slot.map_or(0, |slot| slot.evaluations.get())
    }

    /// Returns the progress in a block; `None` if it was not entered.
    #[inline]
    pub(super) fn progress(&self, block: Block) -> Option<u32> {
        self.blocks
            .contains(block.number())
            .then(|| self.slots.get(block.index()).map_or(0, |slot| slot.progress.get()))
    }
}

impl Slot {
    /// Creates the slot of a block that was not entered.
    fn new(first_branch: u32, first_way: u32, statements: u32) -> Self {
        Self {
            first_branch,
            first_way,
            statements,
            targets: [NONE; 2],
            progress: Cell::new(0),
            evaluations: Cell::new(0),
        }
    }
}

// A set of dense numbers, such as of the blocks that were entered, that is emptied in time linear in
// its size.

/// Mark of a number that is not in the set.
pub(in crate::execution) const NONE: u32 = u32::MAX;
/// Mark of the end of the list.
const END: u32 = u32::MAX - 1;

/// Set of numbers below a bound. The numbers in the set form a linked list, from the one that was
/// added last to the first.
///
/// A bit set would be emptied in time linear in the bound, that is, in the size of the program.
/// Emptying and listing a chain take time linear in its size. Adding a number, and asking for one,
/// take constant time.
#[derive(Clone, Debug)]
pub(in crate::execution) struct Chain {
    /// Link of each number: the number that was added before it, [`END`] for the first one,
    /// [`NONE`] if it is not in the set.
    next: Vec<Cell<u32>>,
    /// Number that was added last; [`END`] if the set is empty.
    last: Cell<u32>,
}

impl Default for Chain {
    fn default() -> Self {
        Self { next: Vec::new(), last: Cell::new(END) }
    }
}

impl Chain {
    /// Returns the bound: one more than the greatest number that the set can contain.
    pub(in crate::execution) fn len(&self) -> usize {
        self.next.len()
    }

    /// Raises the bound. A lower bound changes nothing.
    pub(super) fn grow(&mut self, bound: usize) {
        self.next.resize(bound.max(self.next.len()), Cell::new(NONE));
    }

    /// Returns `true` if the number is in the set.
    #[inline]
    pub(super) fn contains(&self, number: u32) -> bool {
        self.next.get(number as usize).is_some_and(|next| next.get() != NONE)
    }

    /// Adds a number, unless it is not below the bound. Returns `true` if the number is new.
    #[inline]
    pub(in crate::execution) fn add(&self, number: u32) -> bool {
        match self.next.get(number as usize) {
            // The number becomes the head of the list, and remembers the old head. The first number
            // of all remembers END, not NONE, so that it counts as a member.
            Some(next) if next.get() == NONE => {
                next.set(self.last.replace(number));
                true
            }
            _ => false,
        }
    }

    /// Visits the numbers, the one that was added last first.
    pub(super) fn each(&self, mut visit: impl FnMut(u32)) {
        // NONE and END are beyond every bound, so the lookup also ends the loop.
        let mut at = self.last.get();
        while let Some(next) = self.next.get(at as usize) {
            visit(at);
            at = next.get();
        }
    }

    /// Returns the numbers, ascending. O(n log n).
    pub(in crate::execution) fn sorted(&self) -> Vec<u32> {
        let mut all = Vec::new();
        self.each(|number| all.push(number));
        all.sort_unstable();
        all
    }

    /// Empties the set, and visits each number. Linear in the size of the set.
    pub(super) fn drain(&self, mut visit: impl FnMut(u32)) {
        // The mark replaces the link, so both are exchanged in one step.
        let mut at = self.last.replace(END);
        while let Some(next) = self.next.get(at as usize) {
            visit(at);
            at = next.replace(NONE);
        }
    }
}
