//! What is known of a program from its executions so far, and what an execution adds.

use super::decider::{Decider, Explained};
use super::event::{Event, Events, Width};
use super::nearness::Nearness;
use super::replay::{Compared, Replay, bytes_distance, new_site};
use super::seen::{Operands, Seen};
use super::site::Sites;
use super::switch::Switch;
use crate::program::Program;
use sbst::distance::{ObservedComparison, Relation};
use sbst::id::Branch;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicU32;

/// Everything that was learned of sites and blocks.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    pub(crate) sites: Sites,
    /// By block.
    deciders: Vec<Decider>,
    /// By site.
    pub(super) switches: BTreeMap<u32, Switch>,
    /// Strings that were compared, as many as are worth trying.
    strings: BTreeSet<Box<[u8]>>,
    /// Those that nobody took yet.
    new_strings: Vec<Box<[u8]>>,
    /// The addresses of functions, to complete those of places.
    high: Vec<usize>,
    /// By block: the comparison or the switch that decided it last.
    deciding: Vec<Option<Deciding>>,
    /// Reads the cases of a switch from memory.
    cases: fn(u64) -> &'static [u64],
}

/// The site that decided a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Deciding {
    pub(super) site: u32,
    pub(super) kind: Kind,
}

/// A kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Words,
    /// Words that are the result of a comparison of bytes.
    Bytes,
    Switch,
}

/// Number of strings that are remembered.
const STRINGS: usize = 512;

impl Knowledge {
    pub(super) fn site(&mut self, program: &Program, place: u32) -> u32 {
        let high = &self.high;
        self.sites.find_or_add(place, || {
            let address = high.iter().map(|high| high | place as usize).find(|&address| program.function_at(address).is_some());
            new_site(program, address)
        })
    }

    pub(super) fn switch(&mut self, site: u32, cases: u64) {
        let read = self.cases;
        self.switches.entry(site).or_insert_with(|| Switch::new(read(cases)));
    }

    pub(super) fn decided(&mut self, block: u32, by: Option<Deciding>) {
        self.deciding[block as usize] = by;
    }

    pub(super) fn deciding_switch(&mut self, block: u32, site: u32) {
        self.decided(block, Some(Deciding { site, kind: Kind::Switch }));
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
                self.new_strings.push(string.into());
            }
        }
    }
}

/// A comparison whose operands decide a branch that was never taken.
#[derive(Clone, Copy, Debug)]
struct Watch {
    /// How far operands are from the outcome that was never seen.
    nearness: Nearness,
    /// The branch that was never taken. Of a switch, any of them.
    branch: u32,
    kind: Kind,
    /// Number of alarms in a row that turned out to be none: the block was not reached after the comparison, or something else decided it.
    false_alarms: u32,
    /// Number of alarms that were passed over since the last one.
    passed: u32,
}

impl Watch {
    /// Returns `true` if the log is to be read because the operands came nearer than any before: always at first, and less often the more
    /// often it was in vain.
    fn rings(&mut self) -> bool {
        self.passed += 1;
        if self.passed >> self.false_alarms.min(MOST_PASSED) == 0 {
            return false;
        }
        self.passed = 0;
        true
    }
}

/// At most two to the power of this many alarms in a row are passed over.
const MOST_PASSED: u32 = 8;

/// The result of a glance at a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Glance {
    /// A block was entered that no execution entered before.
    pub(crate) is_new: bool,
    /// An execution came nearer to a branch that was never taken.
    pub(crate) is_nearer: bool,
    /// It came as near to the branch in focus as the nearest one.
    pub(crate) is_as_near: bool,
}

/// Reads executions, and knows what all of them came to.
#[derive(Debug)]
pub(crate) struct Observer {
    knowledge: Knowledge,
    replay: Replay,
    seen: Seen,
    /// By the number that the site has: the branches that it decides and that were never taken.
    watches: Vec<Vec<Watch>>,
    /// By block: whether an execution entered it.
    entered: Vec<bool>,
    /// Number of branches that some execution took.
    taken: usize,
    /// By branch: the least distance of all executions.
    nearest: Vec<f64>,
    /// By branch that was not taken: the operands of the nearest evaluation.
    operands: BTreeMap<u32, Operands>,
    /// The branch that the search pursues.
    focus: u32,
    /// Watches that rang since the last log was read in full: the number of their site, their branch, its distance then.
    rang: Vec<(u32, u32, f64)>,
}

impl Observer {
    /// Creates an observer that knows nothing. `cases` reads the cases of a switch from the address that the log has.
    pub(crate) fn new(program: &Program, cases: fn(u64) -> &'static [u64]) -> Self {
        let (blocks, branches) = (program.blocks.len(), program.graph().all_branches().len());
        let mut high: Vec<usize> = program.blocks.iter().map(|block| block.address & !0xFFFF_FFFF).collect();
        high.sort_unstable();
        high.dedup();
        let knowledge = Knowledge {
            sites: Sites::new(),
            deciders: vec![Decider::default(); blocks],
            switches: BTreeMap::new(),
            strings: BTreeSet::new(),
            new_strings: Vec::new(),
            high,
            deciding: vec![None; blocks],
            cases,
        };
        Self {
            knowledge,
            replay: Replay::default(),
            seen: Seen::new(program),
            watches: Vec::new(),
            entered: vec![false; blocks],
            taken: 0,
            nearest: vec![f64::INFINITY; branches],
            operands: BTreeMap::new(),
            focus: u32::MAX,
            rang: Vec::new(),
        }
    }

    /// Sets the branch that the search pursues.
    pub(crate) fn focus(&mut self, branch: u32) {
        self.focus = branch;
    }

    /// Reads a log once, quickly: can it change anything? Linear in its words.
    ///
    /// An execution that enters no new block and comes nearer to no branch that was never taken brings no goal nearer: every goal that is
    /// not covered lies after such a branch.
    pub(crate) fn glance(&mut self, words: &[AtomicU32]) -> Glance {
        let mut glance = Glance::default();
        let mut bytes = 0.0;
        for event in Events::new(words) {
            match event {
                Event::Entered(block) => glance.is_new |= !self.entered.get(block as usize).copied().unwrap_or(true),
                Event::Compared { place, a, b, .. } => {
                    if let Some(site) = self.knowledge.sites.find(place) {
                        let watch = self.knowledge.sites.at(site).watch;
                        if watch != u32::MAX {
                            self.look(site, watch, (a, b), bytes, &mut glance);
                        }
                    }
                }
                Event::Switched { place, value, .. } => {
                    if let Some(site) = self.knowledge.sites.find(place) {
                        let watch = self.knowledge.sites.at(site).watch;
                        if watch != u32::MAX {
                            self.look(site, watch, (value, 0), bytes, &mut glance);
                        }
                    }
                }
                Event::Bytes { what, a, b, .. } => {
                    // Rarely watched; the distance is computed here, since the operands are gone afterwards.
                    let (x, y): (Vec<u8>, Vec<u8>) = (a.kept().collect(), b.kept().collect());
                    bytes = bytes_distance(what, &x, &y, a.length.abs_diff(b.length));
                }
            }
        }
        glance
    }

    /// Looks at the operands of a site that is watched.
    fn look(&mut self, site: u32, number: u32, (a, b): (u64, u64), bytes: f64, glance: &mut Glance) {
        let Self { watches, nearest, knowledge, focus, rang, .. } = self;
        for watch in &mut watches[number as usize] {
            let distance = match watch.kind {
                Kind::Bytes => bytes,
                Kind::Words => watch.nearness.distance(a, b),
                Kind::Switch => {
                    let switch = knowledge.switches.get(&site);
                    switch.and_then(|switch| switch.nearest_unknown(a)).unwrap_or(f64::INFINITY)
                }
            };
            let least = nearest[watch.branch as usize];
            if distance < least {
                // Once for each execution is enough.
                let is_told = rang.iter().any(|told| told.0 == number && told.1 == watch.branch);
                if !is_told && watch.rings() {
                    rang.push((number, watch.branch, least));
                    glance.is_nearer = true;
                }
            } else if distance == least && watch.branch == *focus {
                glance.is_as_near = true;
            }
        }
    }

    /// Reads the logs of all threads of an execution in full.
    pub(crate) fn begin(&mut self) {
        self.seen.clear();
    }

    /// Reads the log of one more thread of the same execution in full.
    pub(crate) fn read(&mut self, program: &Program, words: &[AtomicU32]) {
        self.replay.read(program, &mut self.knowledge, Events::new(words), &mut self.seen);
    }

    /// Ends an execution that was read in full: it counts from now on.
    pub(crate) fn end(&mut self, program: &Program) -> &Seen {
        for &block in self.seen.blocks() {
            self.entered[block as usize] = true;
        }
        for (branch, distance) in self.seen.branches() {
            let nearest = &mut self.nearest[branch as usize];
            if distance < *nearest {
                *nearest = distance;
                self.taken += usize::from(distance == 0.0);
                if distance == 0.0 {
                    self.operands.remove(&branch);
                } else {
                    self.operands.insert(branch, self.seen.nearest(branch).clone());
                }
            }
        }
        for (number, branch, least) in std::mem::take(&mut self.rang) {
            if let Some(watch) = self.watches[number as usize].iter_mut().find(|watch| watch.branch == branch) {
                watch.false_alarms = if self.nearest[branch as usize] < least { 0 } else { watch.false_alarms + 1 };
            }
        }
        self.watch(program);
        &self.seen
    }

    /// Returns the execution that was read last.
    pub(crate) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Watches the comparisons that decided branches of this execution that were never taken.
    fn watch(&mut self, program: &Program) {
        for (branch, _) in self.seen.branches() {
            let block = program.graph().edge(Branch::new(branch)).source;
            let Some(deciding) = self.knowledge.deciding[block.index()] else { continue };
            let site = self.knowledge.sites.at_mut(deciding.site);
            if site.watch == u32::MAX {
                site.watch = self.watches.len() as u32;
                self.watches.push(Vec::new());
            }
            let watches = &mut self.watches[site.watch as usize];
            let before = watches.iter().position(|watch| watch.branch == branch).map(|at| watches.swap_remove(at));
            if self.nearest[branch as usize] > 0.0 {
                let known = self.knowledge.deciders[block.index()].of(deciding.site);
                let (comparison, bytes) = known.unwrap_or((ObservedComparison::new(64), 8));
                // The side that was taken: the other one.
                let outcome = program.branch(block.number(), 0) != branch;
                let nearness = Nearness::new(comparison, bytes, outcome);
                let (false_alarms, passed) = before.map_or((0, 0), |before| (before.false_alarms, before.passed));
                watches.push(Watch { nearness, branch, kind: deciding.kind, false_alarms, passed });
            }
        }
    }

    /// Returns `true` once if something was learned since the last call that makes distances of earlier executions doubtful.
    pub(crate) fn take_narrowed(&mut self) -> bool {
        std::mem::take(&mut self.replay.narrowed)
    }

    /// Forgets all distances, and keeps what was learned of sites.
    pub(crate) fn forget_distances(&mut self) {
        self.taken = 0;
        self.nearest.fill(f64::INFINITY);
        self.entered.fill(false);
        self.operands.clear();
    }

    /// Returns the operands of the evaluation that came nearest to a branch that was not taken.
    pub(crate) fn operands(&self, branch: u32) -> &Operands {
        self.operands.get(&branch).unwrap_or(&Operands::Unknown)
    }

    /// Returns `true` if some execution entered the block.
    pub(crate) fn has_entered(&self, block: u32) -> bool {
        self.entered[block as usize]
    }

    /// Returns the number of branches that some execution took.
    pub(crate) fn taken_count(&self) -> usize {
        self.taken
    }

    /// Returns the strings that were compared since the last call, and those among the operands that look like words of a text.
    pub(crate) fn take_strings(&mut self) -> Vec<Box<[u8]>> {
        std::mem::take(&mut self.knowledge.new_strings)
    }
}
