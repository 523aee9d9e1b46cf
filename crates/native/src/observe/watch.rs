//! Branches that were never taken, watched: does an execution come nearer to one of them?

use super::alarms::{Alarms, Rang};
use super::attention::Attention;
use super::conjunction::Conjunction;
use super::event::{Event, Events};
use super::knowledge::{Deciding, Kind};
use super::nearness::Nearness;
use super::replay::distance_of_bytes;
use super::site::Sites;
use super::switch::Switch;
use super::watched::{Last, SEEN, Spot, SwitchWatch, Together, Watch, limit};
use crate::program::Program;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicU32;

/// The result of a glance at a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct Glance {
    /// A block was entered that no execution entered before. The rest of the log was not looked at.
    pub(crate) is_new: bool,
    /// An execution came nearer to a branch that was never taken. The rest of the log was not
    /// looked at.
    pub(crate) is_nearer: bool,
    /// It came as near to the branch in focus as the nearest one.
    pub(crate) is_as_near: bool,
}

/// In place of the number of a spot.
const NEVER_ENTERED: u32 = u32::MAX;
/// In place of the number of a spot: the block was entered, and nothing is watched there.
const NO_SPOT: u32 = u32::MAX - 1;
/// Number of comparisons of bytes before a comparison of words among which the one is looked for
/// whose result the word is. Between both, a function that was called may have compared bytes.
const LOOKED_BACK: usize = 4;

/// The set of watched branches.
#[derive(Debug)]
pub(super) struct Watches {
    /// By block: the number of its spot, or one of the marks above. Most blocks have none, so that
    /// they cost a look at one word.
    blocks: Vec<u32>,
    spots: Vec<Spot>,
    lasts: Vec<Last>,
    switches: Vec<SwitchWatch>,
    /// By branch that is decided by several comparisons: the numbers of their last operands, and
    /// the distances.
    together: BTreeMap<u32, Together>,
    /// Where the comparisons of bytes are in the log that is looked at.
    bytes: Vec<usize>,
    /// The time when the execution that is looked at began.
    began: u64,
    /// The branch that the search pursues.
    focus: u32,
    /// The watch of that branch, and the number of the spot that has it, if hooks record it for the
    /// focus only.
    in_focus: Option<(u32, Watch)>,
    rang: Vec<Rang>,
    /// What changed of what hooks must record.
    changes: Vec<Attention>,
}

impl Watches {
    pub(super) fn new(blocks: usize) -> Self {
        Self {
            blocks: vec![NEVER_ENTERED; blocks],
            spots: Vec::new(),
            lasts: Vec::new(),
            switches: Vec::new(),
            together: BTreeMap::new(),
            bytes: Vec::new(),
            began: 0,
            focus: u32::MAX,
            in_focus: None,
            rang: Vec::new(),
            changes: vec![Attention::Blocks(blocks as u32)],
        }
    }

    /// Sets the branch that the search pursues.
    pub(super) fn focus(&mut self, program: &Program, branch: u32) {
        if let Some((spot, watch)) = self.in_focus.take() {
            self.ask(spot as usize, watch, false);
        }
        self.focus = branch;
        if branch == u32::MAX {
            return;
        }
        let Some(spot) = program.sibling(branch).and_then(|sibling| self.spot(sibling)) else {
            return;
        };
        let watch = self.spots[spot].watches.iter().find(|watch| watch.branch == branch).copied();
        // Those that operands can come nearer to are recorded anyway.
        if let Some(watch) =
            watch.filter(|watch| !watch.can_be_nearer() && watch.kind != Kind::Conjunction)
        {
            self.in_focus = Some((spot as u32, watch));
            self.ask(spot, watch, true);
        }
    }

    /// Takes out what changed of what hooks must record.
    pub(super) fn take_changes(&mut self) -> impl Iterator<Item = Attention> + '_ {
        self.changes.drain(..)
    }

    /// Says that hooks must record all that a glance needs for a watch of a spot, or takes that
    /// back.
    fn ask(&mut self, spot: usize, watch: Watch, is_asked_for: bool) {
        let together = self.together.get(&watch.branch).filter(|_| watch.kind == Kind::Conjunction);
        for &slot in together.map_or(&[watch.slot][..], |together| &together.slots) {
            self.changes.push(Attention::Place(self.lasts[slot as usize].place, is_asked_for));
        }
        let Spot { asked, block, .. } = &mut self.spots[spot];
        let before = *asked;
        *asked = if is_asked_for { before + 1 } else { before - 1 };
        if (before > 0) != (*asked > 0) {
            self.changes.push(Attention::Block(*block, is_asked_for));
        }
    }

    pub(super) fn has_entered(&self, block: u32) -> bool {
        self.blocks[block as usize] != NEVER_ENTERED
    }

    pub(super) fn entered(&mut self, block: u32) {
        let spot = &mut self.blocks[block as usize];
        if *spot == NEVER_ENTERED {
            *spot = NO_SPOT;
            self.changes.push(Attention::Block(block, false));
        }
    }

    /// Returns the number of the spot of a block, if it has one.
    fn spot(&self, block: u32) -> Option<usize> {
        let spot = self.blocks[block as usize];
        (spot < NO_SPOT).then_some(spot as usize)
    }

    /// Returns the number of the spot of a block that was entered, which may be a new one.
    fn find_or_add_spot(&mut self, block: u32) -> usize {
        self.spot(block).unwrap_or_else(|| {
            self.entered(block);
            self.blocks[block as usize] = self.spots.len() as u32;
            self.spots.push(Spot { block, ..Spot::default() });
            self.spots.len() - 1
        })
    }

    /// Forgets which blocks were entered, and every watch.
    pub(super) fn forget(&mut self, sites: &mut Sites) {
        self.blocks.fill(NEVER_ENTERED);
        self.in_focus = None;
        self.changes.clear();
        self.changes.push(Attention::Blocks(self.blocks.len() as u32));
        self.spots.clear();
        self.lasts.clear();
        self.switches.clear();
        self.together.clear();
        self.rang.clear();
        sites.forget_watches();
    }

    /// Reads a log once, quickly: can it change anything? `nearest` has the least distance of each
    /// branch so far.
    ///
    /// A branch is decided when its block is left, so operands are looked at when the other
    /// successor is entered.
    pub(super) fn glance(
        &mut self,
        words: &[AtomicU32],
        sites: &Sites,
        switches: &[Switch],
        nearest: &[f64],
    ) -> Glance {
        let began = self.began;
        self.began += words.len() as u64 + 1;
        let mut glance = Glance::default();
        self.bytes.clear();
        let mut events = Events::new(words);
        loop {
            let before = events.position();
            let Some(event) = events.next() else { return glance };
            let time = began + 1 + before as u64;
            match event {
                Event::Entered(block) => {
                    match self.blocks.get(block as usize) {
                        // Of a library that was loaded after the tables were read.
                        None | Some(&NO_SPOT) => {}
                        Some(&NEVER_ENTERED) => {
                            glance.is_new = true;
                            return glance;
                        }
                        Some(&spot) => {
                            let spot = spot as usize;
                            for at in 0..self.spots[spot].watches.len() {
                                self.look(spot, at, words, began, &mut glance);
                            }
                            if glance.is_nearer {
                                return glance;
                            }
                        }
                    }
                }
                Event::Compared { place, a, b, .. } => {
                    if let Some(last) = self.lasts.get_mut(sites.watch_at(place) as usize) {
                        *last = Last { time, a, b, bytes: self.bytes.len(), ..*last };
                    }
                }
                Event::Switched { place, value, .. } => {
                    let Some(watch) = self.switches.get_mut(sites.watch_at(place) as usize) else {
                        continue;
                    };
                    let switch = &switches[watch.switch as usize];
                    let seen = &mut watch.seen[value as usize % SEEN];
                    let distance = match *seen {
                        Some((known, distance)) if known == value => distance,
                        _ => {
                            let Some(distance) = switch.nearest_unknown(value) else { continue };
                            *seen = Some((value, distance));
                            distance
                        }
                    };
                    let least = nearest[watch.branch as usize];
                    if distance < least {
                        if watch.alarms.ring() {
                            self.rang.push(Rang {
                                branch: watch.branch,
                                least,
                                unknown: switch.unknown_count(),
                            });
                            glance.is_nearer = true;
                            return glance;
                        }
                    } else if distance == least && watch.branches.contains(&self.focus) {
                        glance.is_as_near = true;
                    }
                }
                Event::Bytes { .. } => self.bytes.push(before),
            }
        }
    }

    /// Looks at a branch that was missed just now.
    #[inline(always)]
    fn look(
        &mut self,
        spot: usize,
        at: usize,
        words: &[AtomicU32],
        began: u64,
        glance: &mut Glance,
    ) {
        let watch = &self.spots[spot].watches[at];
        if !watch.can_be_nearer() && watch.branch != self.focus {
            return;
        }
        let last = &self.lasts[watch.slot as usize];
        if last.time <= began {
            return;
        }
        // The distance of several comparisons together is at least that of one of them.
        if watch.kind != Kind::Bytes && watch.nearness.gap(last.a, last.b) > watch.limit {
            return;
        }
        self.look_closely(spot, at, words, glance);
    }

    /// Looks at a branch that was missed by about the least distance. Not a part of the loop, which
    /// is faster without.
    #[inline(never)]
    fn look_closely(&mut self, spot: usize, at: usize, words: &[AtomicU32], glance: &mut Glance) {
        let watch = &mut self.spots[spot].watches[at];
        let last = &self.lasts[watch.slot as usize];
        let of_several = match watch.kind {
            Kind::Bytes => {
                let before = self.bytes[..last.bytes].iter().rev().take(LOOKED_BACK);
                before.copied().find_map(|position| {
                    distance_of_bytes(words, position, watch.nearness.bytes(), last.b)
                })
            }
            Kind::Conjunction => self.together.get(&watch.branch).map(|together| {
                let lasts = together.slots.iter().map(|&slot| &self.lasts[slot as usize]);
                together.conjunction.distance(lasts.map(|last| (last.a, last.b)), true)
            }),
            Kind::Words | Kind::Switch => None,
        };
        let distance = of_several.unwrap_or_else(|| watch.nearness.distance(last.a, last.b));
        if distance < watch.least {
            if watch.alarms.ring() {
                self.rang.push(Rang { branch: watch.branch, least: watch.least, unknown: 0 });
                glance.is_nearer = true;
            }
        } else if distance == watch.least && watch.branch == self.focus {
            glance.is_as_near = true;
        }
    }

    /// Takes in whether executions that seemed to come nearer to branches did.
    pub(super) fn judge(&mut self, program: &Program, switches: &[Switch], nearest: &[f64]) {
        for Rang { branch, least, unknown } in std::mem::take(&mut self.rang) {
            let is_nearer = nearest[branch as usize] < least;
            let spot = program.sibling(branch).and_then(|sibling| self.spot(sibling));
            let watch = spot.and_then(|spot| {
                self.spots[spot].watches.iter_mut().find(|watch| watch.branch == branch)
            });
            let (alarms, is_right) = if let Some(watch) = watch {
                (&mut watch.alarms, is_nearer)
            } else if let Some(watch) =
                self.switches.iter_mut().find(|watch| watch.branches.contains(&branch))
            {
                // Another branch of the switch may have been taken for the first time.
                (
                    &mut watch.alarms,
                    is_nearer || switches[watch.switch as usize].unknown_count() < unknown,
                )
            } else {
                continue;
            };
            alarms.in_vain = if is_right { 0 } else { alarms.in_vain + 1 };
        }
        // More may be known of their cases.
        for switch in &mut self.switches {
            switch.seen = [None; SEEN];
        }
    }

    /// Watches a branch of a block with two, whose least distance so far is `least`, or stops
    /// watching it. If several comparisons decide it, they are `together`.
    pub(super) fn watch(
        &mut self,
        program: &Program,
        sites: &mut Sites,
        branch: u32,
        least: f64,
        by: Option<(Deciding, Nearness)>,
        together: Option<&Conjunction>,
    ) {
        let Some(sibling) = program.sibling(branch) else { return };
        let before = self.spot(sibling).and_then(|spot| {
            let watches = &mut self.spots[spot].watches;
            let at = watches.iter().position(|watch| watch.branch == branch)?;
            let before = watches.swap_remove(at);
            if before.can_be_nearer() {
                self.ask(spot, before, false);
            }
            Some(before)
        });
        self.together.remove(&branch);
        let Some((deciding, nearness)) = by else { return };
        let spot = self.find_or_add_spot(sibling);
        let slot = self.slot(sites, deciding.site);
        if let Some(conjunction) = together {
            let slots = conjunction.sites().map(|site| self.slot(sites, site)).collect();
            self.together.insert(branch, Together { slots, conjunction: conjunction.clone() });
        }
        let alarms = before.map_or(Alarms::default(), |before| before.alarms);
        let watch = Watch {
            branch,
            slot,
            least,
            limit: limit(least),
            nearness,
            kind: deciding.kind,
            alarms,
        };
        self.spots[spot].watches.push(watch);
        if watch.can_be_nearer() {
            self.ask(spot, watch, true);
        }
    }

    /// Returns the number of the last operands of a site, from now on.
    fn slot(&mut self, sites: &mut Sites, site: u32) -> u32 {
        let known = sites.watch_of(site);
        if known != u32::MAX {
            return known;
        }
        let slot = self.lasts.len() as u32;
        sites.set_watch(site, slot);
        self.lasts.push(Last { place: sites.at(site).place(), ..Last::default() });
        slot
    }

    /// Watches a switch as long as one of its branches was never taken.
    pub(super) fn watch_switch(
        &mut self,
        sites: &mut Sites,
        site: u32,
        switches: &[Switch],
        branches: Range<u32>,
        nearest: &[f64],
    ) {
        let Some(switch) = sites.at(site).switch else { return };
        let known = &switches[switch as usize];
        let mut open = branches.clone().filter(|&branch| nearest[branch as usize] > 0.0);
        let open = open.find(|branch| !known.is_known(branch - branches.start));
        match (self.switches.get_mut(sites.watch_of(site) as usize), open) {
            (Some(watch), Some(branch)) => watch.branch = branch,
            (None, Some(branch)) => {
                sites.set_watch(site, self.switches.len() as u32);
                self.changes.push(Attention::Place(sites.at(site).place(), true));
                self.switches.push(SwitchWatch {
                    switch,
                    branches,
                    branch,
                    seen: [None; SEEN],
                    alarms: Alarms::default(),
                });
            }
            // What was watched stays in the list, and nobody looks at it.
            (Some(_), None) => {
                sites.set_watch(site, u32::MAX);
                self.changes.push(Attention::Place(sites.at(site).place(), false));
            }
            (None, None) => {}
        }
    }
}
