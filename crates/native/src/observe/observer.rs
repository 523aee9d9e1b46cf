//! What is known of a program from its executions so far, and what an execution adds.

use super::attention::Attention;
use super::decider::{Decider, Explained};
use super::event::{Events, Width};
use super::nearness::Nearness;
use super::replay::{Compared, Replay};
use super::seen::{Operands, Seen};
use super::site::{Site, Sites};
use super::switch::{Cases, Switch};
use super::watch::{Glance, Watches};
use crate::program::Program;
use sbst::distance::{ObservedComparison, Relation};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU32;

/// Everything that was learned of sites and blocks.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    pub(crate) sites: Sites,
    /// By block.
    deciders: Vec<Decider>,
    /// By the number that their site has.
    pub(super) switches: Vec<Switch>,
    /// Strings that were compared, and that nobody took yet.
    strings: BTreeSet<Box<[u8]>>,
    /// The addresses of functions, to complete those of places.
    high: Vec<usize>,
    /// By branch: whether an earlier execution took it.
    taken: Vec<bool>,
    /// By block: the comparison or the switch that decided it last.
    deciding: Vec<Option<Deciding>>,
    /// Reads the cases of a switch from memory.
    cases: fn(u64) -> Cases,
}

/// The site that decided a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deciding {
    pub(super) site: u32,
    pub(super) kind: Kind,
    /// The block that compared: the one that is decided, or an earlier one.
    pub(super) block: u32,
}

/// A comparison that decides a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ComparedAt {
    /// Its address, if it is in a function of the program.
    pub(crate) address: Option<usize>,
    /// Whether it decided an earlier block, in both ways. A branch that was never taken after that is often decided by something else.
    pub(crate) is_spent: bool,
}

/// A kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Words,
    /// Words that are the result of a comparison of bytes.
    Bytes,
    /// Several words, which are to be equal to others.
    Conjunction,
    Switch,
}

/// Number of bytes of code after the last function within which a place is taken for one of that function.
const LARGEST_FUNCTION: usize = 1 << 24;
/// Number of strings that are remembered until somebody takes them.
const STRINGS: usize = 512;

impl Knowledge {
    pub(super) fn site(&mut self, program: &Program, place: u32) -> u32 {
        let high = &self.high;
        self.sites.find_or_add(place, || {
            let addresses = high.iter().map(|high| high | place as usize);
            // The nearest function before it; a place far from all belongs to code that the tables do not have.
            let found = addresses.filter_map(|address| Some((program.distance_from_entry(address)?, address))).min();
            let address = found.filter(|found| found.0 < LARGEST_FUNCTION).map(|found| found.1);
            Site::new(place, address, address.and_then(|address| program.function_at(address)))
        })
    }

    pub(super) fn switch(&mut self, site: u32, cases: u64) {
        let number = &mut self.sites.at_mut(site).switch;
        if number.is_none() {
            *number = Some(self.switches.len() as u32);
            self.switches.push(Switch::new((self.cases)(cases)));
        }
    }

    /// Returns `true` if an earlier execution took a branch. Then its distance matters to nobody: whatever is not covered and lies after it
    /// is nearer to the execution that took it.
    #[inline(always)]
    pub(super) fn is_taken(&self, branch: u32) -> bool {
        self.taken[branch as usize]
    }

    pub(super) fn decided(&mut self, block: u32, by: Option<Deciding>) {
        self.deciding[block as usize] = by;
    }

    pub(super) fn deciding_switch(&mut self, block: u32, site: u32) {
        self.decided(block, Some(Deciding { site, kind: Kind::Switch, block }));
    }

    pub(super) fn explain(&mut self, block: u32, compared: &[Compared], outcome: bool) -> Explained {
        self.deciders[block as usize].explain(block, compared, outcome)
    }

    /// Returns the relation of a site that decides a block, if only one is left.
    pub(super) fn relation(&self, block: u32, site: u32) -> Option<(Relation, bool)> {
        self.deciders[block as usize].relation(site)
    }

    /// Remembers the constant of a comparison: if it has several bytes, it may be a word of a text or of a format.
    pub(super) fn see_constant(&mut self, site: u32, constant: u64, width: Width) {
        if constant > 0xFF && self.sites.at(site).last == (0, 0) {
            let word = constant.to_le_bytes();
            self.see_bytes(&word[..width.bytes()], &[]);
        }
    }

    pub(super) fn see_bytes(&mut self, a: &[u8], b: &[u8]) {
        for string in [a, b] {
            if self.strings.len() < STRINGS && !string.is_empty() && !self.strings.contains(string) {
                self.strings.insert(string.into());
            }
        }
    }
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
    /// Creates an observer that knows nothing. `cases` reads the cases of a switch from the address that the log has.
    pub(crate) fn new(program: &Program, cases: fn(u64) -> Cases) -> Self {
        let (blocks, branches) = (program.blocks.len(), program.graph().all_branches().len());
        let mut high: Vec<usize> = program.blocks.iter().map(|block| block.address & !0xFFFF_FFFF).collect();
        high.sort_unstable();
        high.dedup();
        let knowledge = Knowledge {
            sites: Sites::new(),
            deciders: vec![Decider::default(); blocks],
            switches: Vec::new(),
            strings: BTreeSet::new(),
            high,
            taken: vec![false; branches],
            deciding: vec![None; blocks],
            cases,
        };
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
    /// A glance misses little: a branch whose decider is not known yet, an alarm that is passed over, and edges that the compiler does not
    /// split, such as those to landing pads, which enter no new block. The caller reads a sample in full, and [`end`](Self::end) tells.
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

    /// Ends an execution that was read in full: it counts from now on. Returns `true` if it entered a block or took a branch that none before
    /// did, or came nearer to a branch that was never taken: then its input must be kept, since later ones are compared with it.
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
                    watches.watch_switch(&mut knowledge.sites, site, &knowledge.switches, branches, nearest);
                }
                watches.watch(program, &mut knowledge.sites, branch, 0.0, None, None);
                continue;
            }
            let least = nearest[branch as usize];
            let decider = &knowledge.deciders[block as usize];
            // The side that was taken: the other one.
            let outcome = program.branch(block, 0) != branch;
            let by = deciding.filter(|_| least > 0.0).map(|deciding| {
                let (comparison, bytes) = decider.of(deciding.site).unwrap_or((ObservedComparison::new(64), 8));
                (deciding, Nearness::new(comparison, bytes, outcome))
            });
            let is_together = deciding.is_some_and(|deciding| deciding.kind == Kind::Conjunction);
            let together = decider.conjunction().filter(|together| is_together && together.wanted(!outcome) == Some(true));
            // That one of several differs has no operands that are nearer than others.
            let by = by.filter(|_| !is_together || together.is_some());
            watches.watch(program, &mut knowledge.sites, branch, least, by, together);
        }
    }

    /// Returns `true` once if something was learned since the last call that makes distances of earlier executions doubtful.
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

    /// Returns the strings that were compared since the last call, and those among the operands that look like words of a text.
    pub(crate) fn take_strings(&mut self) -> BTreeSet<Box<[u8]>> {
        std::mem::take(&mut self.knowledge.strings)
    }
}
