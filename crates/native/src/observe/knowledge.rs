//! What is known of the comparisons of a program from its executions so far.

use super::compared::Compared;
use super::decider::{Decider, Explained};
use super::event::Width;
use super::site::{Site, Sites};
use super::switch::{Cases, Switch};
use crate::program::Program;
use sbst::distance::Relation;
use std::collections::BTreeSet;

/// Everything that was learned of sites and blocks.
#[derive(Clone, Debug)]
pub(crate) struct Knowledge {
    pub(crate) sites: Sites,
    /// By block.
    pub(super) deciders: Vec<Decider>,
    /// By the number that their site has.
    pub(super) switches: Vec<Switch>,
    /// Strings that were compared, and that nobody took yet.
    pub(super) strings: BTreeSet<Box<[u8]>>,
    /// The addresses of functions, to complete those of places.
    high: Vec<usize>,
    /// By branch: whether an earlier execution took it.
    pub(super) taken: Vec<bool>,
    /// By block: the comparison or the switch that decided it last.
    pub(super) deciding: Vec<Option<Deciding>>,
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

/// Number of bytes of code after the last function within which a place is taken for one of that
/// function.
const LARGEST_FUNCTION: usize = 1 << 24;
/// Number of strings that are remembered until somebody takes them.
const STRINGS: usize = 512;

impl Knowledge {
    pub(super) fn new(program: &Program, cases: fn(u64) -> Cases) -> Self {
        let blocks = program.blocks.len();
        let mut high: Vec<usize> =
            program.blocks.iter().map(|block| block.address & !0xFFFF_FFFF).collect();
        high.sort_unstable();
        high.dedup();
        Self {
            sites: Sites::new(),
            deciders: vec![Decider::default(); blocks],
            switches: Vec::new(),
            strings: BTreeSet::new(),
            high,
            taken: vec![false; program.graph().all_branches().len()],
            deciding: vec![None; blocks],
            cases,
        }
    }

    pub(super) fn site(&mut self, program: &Program, place: u32) -> u32 {
        let high = &self.high;
        self.sites.find_or_add(place, || {
            let addresses = high.iter().map(|high| high | place as usize);
            // The nearest function before it; a place far from all belongs to code that the tables
            // do not have.
            let found = addresses
                .filter_map(|address| Some((program.distance_from_entry(address)?, address)))
                .min();
            let address = found.filter(|found| found.0 < LARGEST_FUNCTION).map(|found| found.1);
            Site::new(place, address, address.and_then(|address| program.function_at(address)))
        })
    }

    pub(super) fn switch(&mut self, site: u32, cases: u64) {
        let number = &mut self.sites.at_mut(site).switch;
        if number.is_none() {
            *number = Some(self.switches.len() as u32);
            let switch = Switch::new((self.cases)(cases));
            for word in switch.words().take(STRINGS / 8) {
                self.see_word(word, switch.bytes());
            }
            self.switches.push(switch);
        }
    }

    /// Returns `true` if the switch at a site has a case for a value.
    pub(super) fn has_case(&self, site: u32, value: u64) -> bool {
        self.sites.at(site).switch.is_some_and(|switch| self.switches[switch as usize].has(value))
    }

    /// Returns `true` if an earlier execution took a branch. Then its distance matters to nobody:
    /// whatever is not covered and lies after it is nearer to the execution that took it.
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

    pub(super) fn explain(
        &mut self,
        block: u32,
        compared: &[Compared],
        outcome: bool,
    ) -> Explained {
        self.deciders[block as usize].explain(block, compared, outcome)
    }

    /// Returns the relation of a site that decides a block, if only one is left.
    pub(super) fn relation(&self, block: u32, site: u32) -> Option<(Relation, bool)> {
        self.deciders[block as usize].relation(site)
    }

    /// Remembers the constant of a comparison: if it has several bytes, it may be a word of a text
    /// or of a format.
    pub(super) fn see_constant(&mut self, constant: u64, width: Width) {
        if constant > 0xFF {
            let word = constant.to_le_bytes();
            self.see_bytes(&word[..width.bytes()], &[]);
            self.see_word(constant, width.bytes());
        }
    }

    /// Remembers a number of `bytes` bytes if all of them are letters: formats mark their parts
    /// with such texts, and programs read them as numbers, in either order of the bytes.
    fn see_word(&mut self, word: u64, bytes: usize) {
        let mut text = word.to_le_bytes();
        let text = &mut text[..bytes];
        if bytes > 1 && text.iter().all(|byte| matches!(byte, b' '..=b'~')) {
            self.see_bytes(text, &[]);
            text.reverse();
            self.see_bytes(text, &[]);
        }
    }

    pub(super) fn see_bytes(&mut self, a: &[u8], b: &[u8]) {
        for string in [a, b] {
            if self.strings.len() < STRINGS && !string.is_empty() && !self.strings.contains(string)
            {
                self.strings.insert(string.into());
            }
        }
    }
}
