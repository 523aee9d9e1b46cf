//! A log, read in full: activations, decisions, distances.
//!
//! Calls and returns are not in the log. An entry of a function is a call. An activation has
//! returned when another one goes on that was below it, or when it is in a block without successors
//! and something else happens. Panics and `longjmp` end activations in the same way.

use super::compared::Compared;
use super::decider::TOGETHER;
use super::event::{Bytes, Comparison, Event, Events};
use super::knowledge::{Deciding, Kind, Knowledge};
use super::letters::Letters;
use super::nearness::complement;
use super::seen::{Operands, Seen};
use crate::program::Program;
use sbst::distance::Relation;
use std::sync::atomic::AtomicU32;

/// Number of last comparisons that an activation remembers at least: its next decision may depend
/// on them.
const REMEMBERED: usize = 2 * TOGETHER;
/// Number of comparisons that an activation holds before the older ones are dropped.
const HELD: usize = 2 * REMEMBERED;

/// The distance of a branch that was missed now and taken by an earlier execution. What it is does
/// not matter.
const TAKEN_BEFORE: f64 = 1.0;

/// An activation that has not returned.
#[derive(Debug)]
struct Frame {
    function: u32,
    block: u32,
    /// The last comparisons, the last one last.
    compared: Vec<Compared>,
    /// The last switch: its block, its site, its value.
    switch: Option<(u32, u32, u64)>,
    /// The last comparison of bytes, by its index, and its result, until that is compared.
    bytes: Option<(usize, u32)>,
    letters: Letters,
}

/// A comparison of bytes: its distance from equality, and what was kept of both operands.
#[derive(Debug)]
struct BytesSeen {
    distance: f64,
    a: Box<[u8]>,
    b: Box<[u8]>,
}

/// Space for reading one log, used again for the next one.
#[derive(Debug, Default)]
pub(crate) struct Replay {
    frames: Vec<Frame>,
    /// Frames that are not in use, with their space.
    spare: Vec<Frame>,
    bytes: Vec<BytesSeen>,
    /// Whether something was learned that makes distances of earlier executions doubtful.
    pub(crate) narrowed: bool,
}

impl Replay {
    /// Reads the log of one thread, and adds it to what was seen.
    pub(crate) fn read(
        &mut self,
        program: &Program,
        knowledge: &mut Knowledge,
        events: Events<'_>,
        seen: &mut Seen,
    ) {
        self.bytes.clear();
        for event in events {
            match event {
                // Of a library that was loaded after the tables were read.
                Event::Entered(block) if block as usize >= program.blocks.len() => {}
                Event::Entered(block) => self.enter(program, knowledge, block, seen),
                Event::Compared { place, width, a, b, is_constant } => {
                    let site = knowledge.site(program, place);
                    let is_new = knowledge.sites.at(site).last == (0, 0);
                    if is_constant && is_new {
                        knowledge.see_constant(a, width);
                    }
                    knowledge.sites.at_mut(site).last = (a, b);
                    let of = knowledge.sites.at(site).function;
                    if let Some(frame) = self.frame_of(program, of) {
                        // Code that compares the result of a comparison of bytes with 0 asks for
                        // its outcome. Other words are compared with 0, too, before the result is,
                        // and some results are never compared.
                        let asks = is_constant && a == 0;
                        if is_constant {
                            frame.letters.compare(a, b, is_new);
                        }
                        let bytes = frame
                            .bytes
                            .take_if(|bytes| asks && is_result(bytes.1, width.bytes(), b));
                        let compared = Compared {
                            site,
                            block: frame.block,
                            width,
                            a,
                            b,
                            bytes: bytes.map(|bytes| bytes.0),
                        };
                        remember(&mut frame.compared, compared);
                    }
                }
                Event::Switched { place, value, cases } => {
                    let site = knowledge.site(program, place);
                    knowledge.switch(site, cases);
                    let of = knowledge.sites.at(site).function;
                    // A block that switches has successors: even an activation of the same function
                    // has returned if its block has none.
                    while self.frames.len() > 1 && self.has_ended(program) {
                        self.leave();
                    }
                    if let Some(frame) = self.frame_of(program, of) {
                        frame.switch = Some((frame.block, site, value));
                    }
                }
                Event::Bytes { what, result, a, b, .. } => {
                    // The library's function has no block of its own: the caller is on top, or was,
                    // and is at its end.
                    let distance = bytes_distance(what, a, b);
                    let (a, b): (Box<[u8]>, Box<[u8]>) = (a.kept().collect(), b.kept().collect());
                    knowledge.see_bytes(&a, &b);
                    let number = self.bytes.len();
                    self.bytes.push(BytesSeen { distance, a, b });
                    if let Some(frame) = self.frames.last_mut() {
                        frame.bytes = Some((number, result));
                    }
                }
            }
        }
        self.spare.append(&mut self.frames);
    }

    /// Returns the activation that compares at a place of this function: the one on top, unless it
    /// has ended and another one below is of this function.
    fn frame_of(&mut self, program: &Program, function: Option<u32>) -> Option<&mut Frame> {
        if let Some(function) = function {
            while let [.., below, top] = &self.frames[..] {
                if top.function == function
                    || !self.has_ended(program)
                    || below.function != function
                {
                    break;
                }
                self.leave();
            }
        }
        self.frames.last_mut()
    }

    /// Returns `true` if the activation on top is in a block after which it returns.
    fn has_ended(&self, program: &Program) -> bool {
        self.frames.last().is_some_and(|top| program.successors(top.block).is_empty())
    }

    /// Ends the activation on top. What it compared last may be what its caller decides by.
    fn leave(&mut self) {
        let Some(mut ended) = self.frames.pop() else { return };
        if let (Some(caller), Some(&last)) = (self.frames.last_mut(), ended.compared.last()) {
            let block = caller.block;
            remember(&mut caller.compared, Compared { block, ..last });
        }
        if let (Some(caller), Some(bytes)) = (self.frames.last_mut(), ended.bytes) {
            caller.bytes = Some(bytes);
        }
        ended.compared.clear();
        self.spare.push(ended);
    }

    fn call(&mut self, function: u32, block: u32) {
        let spare = self.spare.pop();
        let mut compared = spare.map(|frame| frame.compared).unwrap_or_default();
        compared.clear();
        self.frames.push(Frame {
            function,
            block,
            compared,
            switch: None,
            bytes: None,
            letters: Letters::default(),
        });
    }

    /// Takes in that a block is entered.
    fn enter(&mut self, program: &Program, knowledge: &mut Knowledge, block: u32, seen: &mut Seen) {
        let function = program.function_of(block);
        seen.enter(function, block);
        if program.blocks[block as usize].is_entry {
            while self.has_ended(program) {
                self.leave();
            }
            self.call(function, block);
            return;
        }
        // Nearly always the activation on top goes on, or the one below it after a return.
        let goes_on = |frame: &Frame| {
            frame.function == function && program.successors(frame.block).contains(&block)
        };
        let Some(depth) = self.frames.iter().rposition(goes_on) else {
            // A jump that the compiler does not describe, such as `longjmp`, or a log that does not
            // begin at its begin.
            match self.frames.iter().rposition(|frame| frame.function == function) {
                Some(depth) => {
                    while self.frames.len() > depth + 1 {
                        self.leave();
                    }
                    self.frames[depth].block = block;
                }
                None => self.call(function, block),
            }
            return;
        };
        while self.frames.len() > depth + 1 {
            self.leave();
        }
        let frame = &mut self.frames[depth];
        let from = frame.block;
        frame.block = block;
        if let Some((text, length)) = frame.letters.go_on() {
            knowledge.see_bytes(&text[..length], &[]);
        }
        if let Some((_, site, value)) = frame.switch.filter(|switch| switch.0 == from)
            && knowledge.has_case(site, value)
        {
            frame.letters.choose(value);
        }
        let successors = program.successors(from);
        if successors.len() < 2 {
            return;
        }
        let Some(taken) = successors.iter().position(|&next| next == block) else { return };
        let branches = program.branches(from);
        if branches.clone().all(|branch| knowledge.is_taken(branch)) {
            for (at, branch) in branches.enumerate() {
                seen.decide(branch, if at == taken { 0.0 } else { TAKEN_BEFORE }, || {
                    Operands::Unknown
                });
            }
            return;
        }
        if let Some((_, site, value)) = frame.switch.take().filter(|switch| switch.0 == from) {
            self.narrowed |= switch(program, knowledge, seen, (from, taken), (site, value));
        } else if successors.len() == 2 {
            let compared = if program.may_unwind(from) { &[][..] } else { &frame.compared };
            let explained = knowledge.explain(from, compared, taken == 0);
            self.narrowed |= explained.narrowed;
            let by = explained.by.map(|at| compared[at]);
            let alone = by.filter(|_| !explained.is_together);
            let bytes = alone
                .and_then(|by| by.bytes)
                .map(|at| &self.bytes[at])
                .filter(|bytes| bytes.distance > 0.0);
            // The result of a comparison of bytes is not 0: how far the bytes are apart says more
            // than how far the result is from 0.
            let bytes = bytes.filter(|_| {
                by.is_some_and(|by| may_be_equality(knowledge.relation(from, by.site)))
            });
            let distance = bytes.map_or(explained.distance, |bytes| bytes.distance);
            let kind = match bytes {
                Some(_) => Kind::Bytes,
                None if explained.is_together => Kind::Conjunction,
                None => Kind::Words,
            };
            knowledge.decided(from, by.map(|by| Deciding { site: by.site, kind, block: by.block }));
            seen.decide(program.branch(from, taken), 0.0, || Operands::Unknown);
            seen.decide(program.branch(from, 1 - taken), distance, || match (by, bytes) {
                (_, Some(bytes)) => Operands::Bytes(bytes.a.clone(), bytes.b.clone()),
                (Some(by), None) => {
                    // The relation holds on the side of the first successor; here the other side
                    // was taken or missed.
                    let relation =
                        knowledge.relation(from, by.site).map(|found| missed(found, taken == 0));
                    Operands::Words { a: by.a, b: by.b, bytes: by.width.bytes(), relation }
                }
                (None, None) => Operands::Unknown,
            });
        } else {
            // Several ways, and nobody tells by what: an indirect jump.
            for at in 0..successors.len() {
                seen.decide(program.branch(from, at), if at == taken { 0.0 } else { 1.0 }, || {
                    Operands::Unknown
                });
            }
        }
        // What was compared before this block decides nothing after it, unless it was kept: then it
        // stays among the last ones.
    }
}

/// Returns `true` if the relation by which a block decides is one of equality, or may be.
fn may_be_equality(relation: Option<(Relation, bool)>) -> bool {
    relation.is_none_or(|found| matches!(found.0, Relation::Equal | Relation::NotEqual))
}

/// Returns the relation that would have to hold for the side that was missed. `holds`: whether the
/// relation held.
fn missed((relation, is_signed): (Relation, bool), holds: bool) -> (Relation, bool) {
    (if holds { complement(relation) } else { relation }, is_signed)
}

/// Gives all branches of a switch their distances, after it chose a successor. Returns `true` if
/// something was learned.
fn switch(
    program: &Program,
    knowledge: &mut Knowledge,
    seen: &mut Seen,
    (from, taken): (u32, usize),
    (site, value): (u32, u64),
) -> bool {
    let Some(number) = knowledge.sites.at(site).switch else { return false };
    let is_news = knowledge.switches[number as usize].learn(value, taken as u32);
    knowledge.deciding_switch(from, site);
    let switch = &knowledge.switches[number as usize];
    for at in 0..program.successors(from).len() {
        let branch = program.branch(from, at);
        if at == taken || knowledge.is_taken(branch) {
            seen.decide(branch, if at == taken { 0.0 } else { TAKEN_BEFORE }, || Operands::Unknown);
            continue;
        }
        let near = switch.distance(value, at as u32).filter(|near| near.0 > 0.0);
        seen.decide(branch, near.map_or(f64::INFINITY, |near| near.0), || match near {
            Some((_, wanted)) => {
                let relation = Some((Relation::Equal, switch.reads_better_signed(value, wanted)));
                Operands::Words { a: value, b: wanted, bytes: switch.bytes(), relation }
            }
            None => Operands::Unknown,
        });
    }
    is_news
}

/// Appends a comparison, and now and then drops those that are not among the last ones.
fn remember(compared: &mut Vec<Compared>, new: Compared) {
    if compared.len() == HELD {
        compared.drain(..=HELD - REMEMBERED);
    }
    compared.push(new);
}

/// Returns the distance of two strings from equality: of their first bytes, and 1 for each byte
/// that one has more.
fn bytes_distance(what: Comparison, a: Bytes<'_>, b: Bytes<'_>) -> f64 {
    let fold =
        |byte: u8| if what == Comparison::FoldedText { byte.to_ascii_lowercase() } else { byte };
    let common: u64 =
        a.kept().zip(b.kept()).map(|(a, b)| u64::from(fold(a).abs_diff(fold(b)))).sum();
    // Bytes that one string has more are as far as a byte can be.
    let gap = common + 256 * u64::from(a.length.abs_diff(b.length));
    if gap == 0 { 0.0 } else { gap as f64 + 1.0 }
}

/// Returns `true` if a word of this width may be the result of a comparison of bytes. Programs keep
/// results in wider words, with their sign or without, and in narrower ones.
fn is_result(result: u32, bytes: usize, word: u64) -> bool {
    let unused = 32 - 8 * bytes.min(4);
    (result ^ word as u32) << unused == 0
}

/// Returns the distance of the strings of a comparison of bytes at a position in a log, if a word
/// of this width may be its result, and they differ.
pub(super) fn distance_of_bytes(
    words: &[AtomicU32],
    position: usize,
    bytes: usize,
    word: u64,
) -> Option<f64> {
    match Events::new(words.get(position..)?).next() {
        Some(Event::Bytes { what, result, a, b, .. }) if is_result(result, bytes, word) => {
            Some(bytes_distance(what, a, b)).filter(|distance| *distance > 0.0)
        }
        _ => None,
    }
}
