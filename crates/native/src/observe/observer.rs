//! What is known of a program from its executions so far, and what one more adds.

use super::attention::Attention;
use super::event::Events;
use super::knowledge::{Deciding, Kind, Knowledge};
use super::nearness::Nearness;
use super::replay::Replay;
use super::seen::{Operands, Seen};
use super::switch::Cases;
use super::watch::{Glance, Watches};
use crate::program::Program;
use sbst::distance::ObservedComparison;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU32;

/// A comparison that decides a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ComparedAt {
    /// Its address, if it is in a function of the program.
    pub(crate) address: Option<usize>,
    /// Whether it decided an earlier block, in both ways. A branch that was never taken after that
    /// is often decided by something else.
    pub(crate) is_spent: bool,
}

/// Reads executions, and knows what all of them came to.
#[derive(Debug)]
pub(crate) struct Observer {
    knowledge: Knowledge,
    replay: Replay,
    seen: Seen,
    watches: Watches,
    /// Number of branches that some execution took.
    taken: usize,
    /// By branch: the least distance of all executions.
    nearest: Vec<f64>,
    /// By branch that was not taken: the operands of the nearest evaluation.
    operands: BTreeMap<u32, Operands>,
}

impl Observer {
    /// Creates an observer that knows nothing. `cases` reads the cases of a switch from the address
    /// that the log has.
    pub(crate) fn new(program: &Program, cases: fn(u64) -> Cases) -> Self {
        let (blocks, branches) = (program.blocks.len(), program.graph().all_branches().len());
        let knowledge = Knowledge::new(program, cases);
        Self {
            knowledge,
            replay: Replay::default(),
            seen: Seen::new(program),
            watches: Watches::new(blocks),
            taken: 0,
            nearest: vec![f64::INFINITY; branches],
            operands: BTreeMap::new(),
        }
    }

    /// Sets the branch that the search pursues.
    pub(crate) fn focus(&mut self, program: &Program, branch: u32) {
        self.watches.focus(program, branch);
    }

    /// Takes out what changed of what hooks must record for a glance, in this order.
    pub(crate) fn take_changes(&mut self) -> impl Iterator<Item = Attention> + '_ {
        self.watches.take_changes()
    }

    /// Reads a log once, quickly: can it change anything? Linear in its words.
    ///
    /// A glance misses little: a branch whose decider is not known yet, an alarm that is passed
    /// over, and edges that the compiler does not split, such as those to landing pads, which enter
    /// no new block. The caller reads a sample in full, and [`end`](Self::end) tells.
    pub(crate) fn glance(&mut self, words: &[AtomicU32]) -> Glance {
        self.watches.glance(words, &self.knowledge.sites, &self.knowledge.switches, &self.nearest)
    }

    /// Reads the logs of all threads of an execution in full.
    pub(crate) fn begin(&mut self) {
        self.seen.clear();
    }

    /// Reads the log of one more thread of the same execution in full.
    pub(crate) fn read(&mut self, program: &Program, words: &[AtomicU32]) {
        self.replay.read(program, &mut self.knowledge, Events::new(words), &mut self.seen);
    }

    /// Ends an execution that was read in full: it counts from now on. Returns `true` if it entered
    /// a block or took a branch that none before did, or came nearer to a branch that was never
    /// taken: then its input must be kept, since later ones are compared with it.
    pub(crate) fn end(&mut self, program: &Program) -> bool {
        let mut is_news = false;
        for &block in self.seen.blocks() {
            is_news |= !self.watches.has_entered(block);
            self.watches.entered(block);
        }
        for (branch, distance) in self.seen.branches() {
            let nearest = &mut self.nearest[branch as usize];
            if distance < *nearest {
                is_news = true;
                *nearest = distance;
                self.taken += usize::from(distance == 0.0);
                if distance == 0.0 {
                    self.knowledge.taken[branch as usize] = true;
                    self.operands.remove(&branch);
                } else {
                    self.operands.insert(branch, self.seen.nearest(branch).clone());
                }
            }
        }
        self.watches.judge(program, &self.knowledge.switches, &self.nearest);
        self.watch(program);
        is_news
    }

    /// Returns the execution that was read last.
    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Watches the comparisons that decided branches of this execution that were never taken.
    fn watch(&mut self, program: &Program) {
        let Self { knowledge, watches, nearest, .. } = self;
        for (branch, _) in self.seen.branches() {
            let block = program.source(branch);
            let deciding = knowledge.deciding[block as usize];
            if let Some(Deciding { kind: Kind::Switch, site, .. }) = deciding {
                // All branches of a switch are decided together.
                let branches = program.branches(block);
                if branch == branches.start {
                    watches.watch_switch(
                        &mut knowledge.sites,
                        site,
                        &knowledge.switches,
                        branches,
                        nearest,
                    );
                }
                watches.watch(program, &mut knowledge.sites, branch, 0.0, None, None);
                continue;
            }
            let least = nearest[branch as usize];
            let decider = &knowledge.deciders[block as usize];
            // The side that was taken: the other one.
            let outcome = program.branch(block, 0) != branch;
            let by = deciding.filter(|_| least > 0.0).map(|deciding| {
                let (comparison, bytes) =
                    decider.of(deciding.site).unwrap_or((ObservedComparison::new(64), 8));
                // Of several that decide together, not all are candidates.
                let together = decider.conjunction().filter(|_| deciding.kind == Kind::Conjunction);
                let of_one = || Nearness::new(comparison, bytes, outcome);
                (
                    deciding,
                    together
                        .and_then(|together| together.nearness(deciding.site))
                        .unwrap_or_else(of_one),
                )
            });
            let is_together = deciding.is_some_and(|deciding| deciding.kind == Kind::Conjunction);
            let together = decider
                .conjunction()
                .filter(|together| is_together && together.wanted(!outcome) == Some(true));
            // That one of several differs has no operands that are nearer than others.
            let by = by.filter(|_| !is_together || together.is_some());
            watches.watch(program, &mut knowledge.sites, branch, least, by, together);
        }
    }

    /// Returns `true` once if something was learned since the last call that makes distances of
    /// earlier executions doubtful.
    pub(crate) fn take_narrowed(&mut self) -> bool {
        std::mem::take(&mut self.replay.narrowed)
    }

    /// Forgets all distances, and keeps what was learned of sites.
    pub(crate) fn forget_distances(&mut self) {
        self.taken = 0;
        self.knowledge.taken.fill(false);
        self.nearest.fill(f64::INFINITY);
        self.watches.forget(&mut self.knowledge.sites);
        self.operands.clear();
    }

    /// Returns the operands of the evaluation that came nearest to a branch that was not taken.
    pub(crate) fn operands(&self, branch: u32) -> &Operands {
        self.operands.get(&branch).unwrap_or(&Operands::Unknown)
    }

    /// Returns the comparison, or the switch, that decided a block last.
    pub(crate) fn compared_at(&self, program: &Program, block: u32) -> Option<ComparedAt> {
        let deciding = |block: u32| self.knowledge.deciding[block as usize];
        let Deciding { site, block: earlier, .. } = deciding(block)?;
        let is_spent = earlier != block
            && deciding(earlier).is_some_and(|deciding| deciding.site == site)
            && program.branches(earlier).all(|branch| self.knowledge.is_taken(branch));
        Some(ComparedAt { address: self.knowledge.sites.at(site).address, is_spent })
    }

    /// Returns `true` if some execution entered the block.
    pub(crate) fn has_entered(&self, block: u32) -> bool {
        self.watches.has_entered(block)
    }

    /// Returns the number of branches that some execution took.
    pub(crate) fn taken_count(&self) -> usize {
        self.taken
    }

    /// Returns the strings that were compared since the last call, and those among the operands
    /// that look like words of a text.
    pub(crate) fn take_strings(&mut self) -> BTreeSet<Box<[u8]>> {
        std::mem::take(&mut self.knowledge.strings)
    }
}
