//! The recorder.

use super::switch::Switch;
use super::{Evaluations, Execution, Misuse};
use crate::distance::{Distance, Rules};
use crate::flow::{Edge, FlowGraph, Outcome};
use crate::id::{Block, Function};
use alloc::vec::Vec;
use core::cell::Cell;
use core::ops::Range;

/// Records executions: the subject calls its hooks, the search asks it as an [`Execution`].
///
/// [`call`](Self::call) opens an activation of a function and returns a [`Frame`](super::Frame), whose hooks take block numbers
/// local to that function. Interpreters that work with program-wide blocks use the hooks of the trace itself.
///
/// - `decide`, `switch` and `choose` evaluate the predicate of a block: they complete it and enter the block they lead to. A block
///   that jumps is completed by `end`, or by `done(block, k)` as far as k statements. Entering any block enters its function. So a
///   subject whose blocks all decide needs no other hook.
/// - Hooks take `&self`, so that calls nest in conditions and closures. They never panic: inside a subject a panic would look like
///   a crash *of the subject*. A hook that does not fit the graph is noted; ask [`check`](Self::check).
/// - [`reset`](Self::reset) makes it ready for the next execution. Without it, executions add up, and the trace answers for all
///   of them.
///
/// Recording, resetting and answering cost what the run touched and allocate nothing, whatever the size of the program; `record`
/// allocates the record. One `decide` takes a few nanoseconds. A trace is `Send`, not `Sync`: one for each thread.
///
/// ```
/// use sbst::distance::{eq, flag};
/// use sbst::execution::{Execution, Trace};
/// use sbst::flow::{Body, FlowGraph};
/// use sbst::id::Function;
///
/// const PARSE: Function = Function::new(0);
///
/// /// Block 0 decides; block 1 has two statements, the second may fail, which ends the function.
/// fn parse(t: &Trace, text: &str) -> Result<i32, std::num::ParseIntError> {
///     let f = t.call(PARSE);
///     if f.decide(0, flag(text.is_empty())) {
///         return Ok(0);
///     }
///     let digits = text.trim();
///     f.done(1, 1);
///     f.tried(1, digits.parse())
/// }
///
/// let graph = FlowGraph::of(&Body::new().branch(0, 2, 1).statements(1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// assert!(parse(&trace, " x ").is_err());
/// assert_eq!(trace.progress(graph.block(PARSE, 1)), Some(1));
/// trace.reset();
/// assert!(parse(&trace, " 7 ").is_ok());
/// assert_eq!(trace.progress(graph.block(PARSE, 1)), Some(2));
/// assert_eq!(trace.check(), Ok(()));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trace {
    rules: Rules,
    /// By function, and one more.
    pub(super) first_block: Vec<u32>,
    /// By function: the next entered one.
    pub(super) entered: Vec<Cell<u32>>,
    last_entered: Cell<u32>,

    /// By block, and one more.
    pub(super) slots: Vec<Slot>,
    /// By block: links those that were entered, from the last one back; [`NONE`] if this one was not. Apart from the slots, because
    /// a sweep asks all blocks of a function whether they were entered.
    pub(super) next: Vec<Cell<u32>>,
    pub(super) function: Vec<u32>,
    pub(super) leaves: Vec<bool>,
    pub(super) last_touched: Cell<u32>,

    /// By branch: the least distance, or [`UNSEEN`] or [`SELECTED`].
    pub(super) distance: Vec<Cell<f64>>,
    /// The edges beside `True` and `False` of two-way blocks, by block.
    pub(super) ways: Vec<Way>,
    /// Ascending by block.
    pub(super) switches: Vec<Switch>,

    pub(super) evaluated: Cell<u64>,
    pub(super) depth: Cell<u32>,
    misuse: Cell<Option<Misuse>>,
}

/// The recorder's view of a block: what `decide` needs of it.
#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub first_branch: u32,
    pub first_way: u32,
    pub statements: u32,
    /// Where `True` and `False` lead, if the block has both; else [`NONE`], and which of the switches it is, if it is one.
    pub targets: [u32; 2],
    pub progress: Cell<u32>,
    pub evaluations: Cell<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub outcome: Outcome,
    pub target: u32,
    /// [`NONE`] for the only edge of a block.
    pub branch: u32,
}

pub(super) const NONE: u32 = u32::MAX;
/// Ends the linked lists.
const END: u32 = u32::MAX - 1;
/// A branch about which nothing is known. `f64::min` ignores it.
const UNSEEN: f64 = f64::NAN;
/// A branch of a multi-way block: its distance is derived from the values seen.
pub(super) const SELECTED: f64 = -1.0;

// A hook leaves no cell half written, and a panic of the subject is something to record, not something that spoils the record.
impl core::panic::RefUnwindSafe for Trace {}

impl Trace {
    /// A trace for all functions of `graph`, nothing recorded. Linear in the size of the graph.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let mut trace = Self {
            rules: Rules::DEFAULT,
            first_block: alloc::vec![0],
            entered: Vec::new(),
            last_entered: Cell::new(END),
            slots: alloc::vec![Slot::new(0, 0, 0)],
            next: Vec::new(),
            function: Vec::new(),
            leaves: Vec::new(),
            last_touched: Cell::new(END),
            distance: Vec::new(),
            ways: Vec::new(),
            switches: Vec::new(),
            evaluated: Cell::new(0),
            depth: Cell::new(0),
            misuse: Cell::new(None),
        };
        trace.fit(graph);
        trace
    }

    /// The same with other [`Rules`]: they measure multi-way decisions, and a subject that asks [`rules`](Self::rules) for its
    /// comparisons is written once for all of them. To be set before the first hook: what was measured stays as it was measured.
    #[must_use]
    pub fn with_rules(self, rules: Rules) -> Self {
        self.switches.iter().for_each(Switch::forget_derived);
        Self { rules, ..self }
    }

    /// The rules to compare operands with: `f.decide(3, t.rules().lt(a, b))`.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Makes room for functions that were added to the graph since. What was recorded stays. Another graph, whose functions so far
    /// have other numbers of blocks or branches, adds nothing. Linear in what is new.
    pub fn fit(&mut self, graph: &FlowGraph) {
        let (next, branches) = (graph.block_range(Function::new(self.entered.len() as u32)), self.distance.len());
        if next.start as usize != self.next.len() || graph.branch_range(next.start as usize).start as usize != branches {
            return; // nothing new, or another graph
        }
        self.slots.pop();
        for function in graph.functions().skip(self.entered.len()) {
            self.entered.push(Cell::new(NONE));
            for block in graph.blocks_of(function) {
                self.next.push(Cell::new(NONE));
                self.function.push(function.number());
                self.leaves.push(graph.is_exit(block));
                self.fit_block(graph, block);
            }
            self.first_block.push(self.slots.len() as u32);
        }
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

    /// Forgets the recorded executions; what [`check`](Self::check) tells stays. Linear in the blocks that were entered and their
    /// branches.
    pub fn reset(&self) {
        let mut at = self.last_touched.replace(END);
        while let Some((slot, next)) = self.slots.get(at as usize).zip(self.next.get(at as usize)) {
            slot.progress.set(0);
            slot.evaluations.set(0);
            let mut selects = false;
            for distance in &self.distance[self.branches(at)] {
                // The arms of a switch keep their mark; the switch forgets for all of them.
                if distance.get() == SELECTED {
                    selects = true;
                } else {
                    distance.set(UNSEEN);
                }
            }
            if selects && let Some(switch) = self.switch_of(Block::new(at)) {
                switch.clear();
            }
            at = next.replace(NONE);
        }
        let mut at = self.last_entered.replace(END);
        while let Some(next) = self.entered.get(at as usize) {
            at = next.replace(NONE);
        }
        self.evaluated.set(0);
    }

    /// Whether every hook fitted the graph so far, resets included.
    ///
    /// It cannot tell that a hook is missing, or that a hook names another block of the same kind.
    ///
    /// # Errors
    ///
    /// The first [`Misuse`] since the trace was made.
    pub fn check(&self) -> Result<(), Misuse> {
        self.misuse.get().map_or(Ok(()), Err)
    }

    /// How many predicates were evaluated by hooks since the last reset (merged records do not count): a fuel gauge for subjects that
    /// may not end.
    #[must_use]
    pub fn evaluated(&self) -> u64 {
        self.evaluated.get()
    }

    /// How many frames are open, resets or not: a gauge for subjects that may recurse without end, and 0 between executions.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.depth.get()
    }

    /// The branches of a block.
    pub(super) fn branches(&self, block: u32) -> Range<usize> {
        let of = |at: usize| self.slots.get(at).map_or(self.distance.len(), |slot| slot.first_branch as usize);
        of(block as usize)..of(block as usize + 1)
    }

    pub(super) fn switch_of(&self, block: Block) -> Option<&Switch> {
        match self.slots.get(block.index())?.targets {
            [NONE, place] => self.switches.get(place as usize),
            // A two-way block that selects besides: legal, and nowhere seen.
            _ => self.switches.get(self.switches.binary_search_by_key(&block, |switch| switch.block).ok()?),
        }
    }

    #[inline]
    pub(super) fn enter(&self, block: u32) {
        if let Some(next) = self.next.get(block as usize)
            && next.get() == NONE
        {
            self.touch(block, next);
        }
    }

    /// Enters a block for the first time.
    #[cold]
    fn touch(&self, block: u32, next: &Cell<u32>) {
        if let Some(&function) = self.function.get(block as usize) {
            next.set(self.last_touched.replace(block));
            self.enter_function(function);
        }
    }

    pub(super) fn enter_function(&self, function: u32) {
        if let Some(next) = self.entered.get(function as usize)
            && next.get() == NONE
        {
            next.set(self.last_entered.replace(function));
        }
    }

    pub(super) fn note(&self, misuse: Misuse) {
        if self.misuse.get().is_none() {
            self.misuse.set(Some(misuse));
        }
    }

    pub(super) fn each_entered(&self, mut visit: impl FnMut(Function)) {
        let mut at = self.last_entered.get();
        while let Some(next) = self.entered.get(at as usize) {
            visit(Function::new(at));
            at = next.get();
        }
    }

    #[inline]
    pub(super) fn known(&self, branch: usize, source: Block) -> Option<Distance> {
        let distance = self.distance.get(branch)?.get();
        if distance == SELECTED {
            return self.switch_of(source)?.distance(branch as u32, &self.rules);
        }
        (distance >= 0.0).then(|| Distance::of(distance)) // NaN: unseen
    }
}

impl Slot {
    fn new(first_branch: u32, first_way: u32, statements: u32) -> Self {
        Self { first_branch, first_way, statements, targets: [NONE; 2], progress: Cell::new(0), evaluations: Cell::new(0) }
    }
}

impl Execution for Trace {
    #[inline]
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.known(branch.branch.index(), branch.source)
    }

    #[inline]
    fn progress(&self, block: Block) -> Option<u32> {
        let entered = self.next.get(block.index())?.get() != NONE;
        entered.then(|| self.slots.get(block.index()).map_or(0, |slot| slot.progress.get()))
    }

    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.each_entered(visit);
    }
}

impl Evaluations for Trace {
    fn evaluations(&self, branch: Edge) -> u32 {
        let slot = self.slots.get(branch.source.index()).filter(|_| branch.outcome.is_decided());
        slot.map_or(0, |slot| slot.evaluations.get())
    }
}
