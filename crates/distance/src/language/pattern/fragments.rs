//! A parsed expression as edges between states.
//!
//! Each part of the expression gets two states, and puts edges and states of its own between them
//! such that the texts which lead from the first to the second are those that the part matches
//! (Thompson, "Regular expression search algorithm", 1968). It adds no edge into the first and none
//! out of the second, so parts share states unless a loop is to be kept apart. The parts that wait
//! are a stack of our own: the parser bounds their depth, but not the stack that the caller has
//! left.
//!
//! Counted repetitions are written out, and may be nested; so states and edges are counted while
//! they are made.

use super::super::draft::Draft;
use super::super::sets::Set;
use super::{LIMIT, Letter, PatternError};
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ptr;
use regex_syntax::hir::{Class, Hir, HirKind, Look, Repetition};

/// A symbol with its own reading of literals and classes.
pub(super) trait Unit: Letter {
    /// Whether patterns are about chars rather than bytes.
    const UNICODE: bool;
    fn literal(bytes: &[u8]) -> Result<Vec<Self>, PatternError>;
    fn class(
        fragments: &mut Fragments<'_, Self>,
        class: &Class,
        ends: Ends,
    ) -> Result<(), PatternError>;
}

/// The two states of a part: where it begins, where it ends.
pub(super) type Ends = (u32, u32);

/// The automaton at work.
pub(super) struct Fragments<'a, S> {
    draft: Draft,
    anchors: Anchors,
    /// The parts that still have to be put between their ends.
    waiting: Vec<(&'a Hir, Ends)>,
    /// The sets of the classes met, by address: a repetition meets the same class again and again.
    sets: BTreeMap<*const Class, Option<Set>>,
    /// States and edges so far.
    size: usize,
    symbol: PhantomData<S>,
}

impl<'a, S: Unit> Fragments<'a, S> {
    pub(super) fn build(tree: &'a Hir) -> Result<(Draft, Anchors), PatternError> {
        let draft = Draft { accepting: vec![false, true], ..Draft::default() };
        let waiting = vec![(tree, (0, 1))];
        let mut fragments = Self {
            draft,
            anchors: Vec::new(),
            waiting,
            sets: BTreeMap::new(),
            size: 2,
            symbol: PhantomData,
        };
        while let Some((part, ends)) = fragments.waiting.pop() {
            fragments.put(part, ends)?;
        }
        Ok((fragments.draft, fragments.anchors))
    }

    fn put(&mut self, part: &'a Hir, ends: Ends) -> Result<(), PatternError> {
        match part.kind() {
            HirKind::Empty => self.free(ends),
            HirKind::Literal(literal) => {
                let symbols = S::literal(&literal.0)?;
                self.chain(symbols.len(), ends, |fragments, number, ends| {
                    fragments.edge([(symbols[number], symbols[number])], ends)
                })
            }
            HirKind::Class(class) => S::class(self, class, ends),
            HirKind::Look(look) => self.anchor(*look, ends),
            HirKind::Repetition(repetition) => self.repeat(repetition, ends),
            HirKind::Capture(capture) => {
                self.waiting.push((&capture.sub, ends));
                Ok(())
            }
            HirKind::Concat(parts) => self.chain(parts.len(), ends, |fragments, number, ends| {
                fragments.waiting.push((&parts[number], ends));
                Ok(())
            }),
            HirKind::Alternation(parts) => {
                self.waiting.extend(parts.iter().map(|part| (part, ends)));
                Ok(())
            }
        }
    }

    /// Puts `count` pieces, at least one, one after the other.
    fn chain(
        &mut self,
        count: usize,
        (from, to): Ends,
        mut put: impl FnMut(&mut Self, usize, Ends) -> Result<(), PatternError>,
    ) -> Result<(), PatternError> {
        let mut at = from;
        for number in 1..=count {
            let next = if number < count { self.state()? } else { to };
            put(self, number - 1, (at, next))?;
            at = next;
        }
        Ok(())
    }

    fn repeat(&mut self, repetition: &'a Repetition, (from, to): Ends) -> Result<(), PatternError> {
        let part = &*repetition.sub;
        // The last copy of an open repetition is the loop: another copy beside it would double with
        // every level of nesting.
        let copies = repetition.max.unwrap_or(repetition.min.saturating_sub(1));
        self.room(copies as usize)?; // before anything is written out
        let mut at = from;
        for copy in 0..copies {
            if copy >= repetition.min {
                self.free((at, to))?;
            }
            let last = repetition.max == Some(copy + 1);
            let next = if last { to } else { self.state()? };
            self.waiting.push((part, (at, next)));
            at = next;
        }
        match repetition.max {
            None => {
                // States of their own, because the loop leads from the one into the other.
                let begin = self.state()?;
                let end = if repetition.min == 0 { begin } else { self.state()? };
                self.free((at, begin))?;
                self.waiting.push((part, (begin, end)));
                if begin != end {
                    self.free((end, begin))?;
                }
                self.free((end, to))
            }
            Some(0) => self.free((from, to)),
            Some(_) => Ok(()),
        }
    }

    fn anchor(&mut self, look: Look, (from, to): Ends) -> Result<(), PatternError> {
        let unsupported = |what| Err(PatternError::Unsupported { what });
        let anchor = match look {
            Look::Start => Anchor::Start,
            Look::End => Anchor::End,
            Look::StartLF | Look::EndLF => return unsupported("anchors of lines"),
            Look::StartCRLF | Look::EndCRLF => {
                return unsupported("anchors of lines that end by CRLF");
            }
            _ => return unsupported("word boundaries"),
        };
        self.spend()?;
        self.anchors.push((from, (anchor, to)));
        Ok(())
    }

    pub(super) fn state(&mut self) -> Result<u32, PatternError> {
        self.spend()?;
        Ok(self.draft.add_state())
    }

    pub(super) fn free(&mut self, ends: Ends) -> Result<(), PatternError> {
        self.spend()?;
        self.draft.free.push(ends);
        Ok(())
    }

    /// Adds an edge that reads one symbol of these ranges; without ranges the edge is counted, but
    /// not added.
    pub(super) fn edge(
        &mut self,
        ranges: impl IntoIterator<Item = (S, S)>,
        ends: Ends,
    ) -> Result<(), PatternError> {
        let set = self.intern(ranges);
        self.labelled(set, ends)
    }

    /// Adds an edge that reads any symbol of a class.
    pub(super) fn class_edge(
        &mut self,
        class: &Class,
        ranges: impl IntoIterator<Item = (S, S)>,
        ends: Ends,
    ) -> Result<(), PatternError> {
        let address = ptr::from_ref(class);
        let set = match self.sets.get(&address) {
            Some(set) => *set,
            None => self.intern(ranges),
        };
        self.sets.insert(address, set);
        self.labelled(set, ends)
    }

    fn intern(&mut self, ranges: impl IntoIterator<Item = (S, S)>) -> Option<Set> {
        let ranges = ranges.into_iter().map(|(low, high)| (low.number(), high.number()));
        self.draft.sets.intern::<S>(ranges.collect())
    }

    fn labelled(&mut self, set: Option<Set>, (from, to): Ends) -> Result<(), PatternError> {
        self.spend()?;
        self.draft.edge(from, set, to);
        Ok(())
    }

    /// Counts one state or edge.
    fn spend(&mut self) -> Result<(), PatternError> {
        self.room(1)?;
        self.size += 1;
        Ok(())
    }

    fn room(&self, more: usize) -> Result<(), PatternError> {
        if self.size.saturating_add(more) > LIMIT {
            Err(PatternError::TooLarge { limit: LIMIT })
        } else {
            Ok(())
        }
    }
}

impl Unit for char {
    const UNICODE: bool = true;

    fn literal(bytes: &[u8]) -> Result<Vec<Self>, PatternError> {
        // The parser was told to let nothing else pass.
        let text = str::from_utf8(bytes)
            .map_err(|_| PatternError::Unsupported { what: "literals that are not UTF-8" })?;
        Ok(text.chars().collect())
    }

    fn class(
        fragments: &mut Fragments<'_, Self>,
        class: &Class,
        ends: Ends,
    ) -> Result<(), PatternError> {
        match class {
            Class::Unicode(chars) => fragments.class_edge(
                class,
                chars.iter().map(|range| (range.start(), range.end())),
                ends,
            ),
            // ASCII, for the same reason.
            Class::Bytes(bytes) => fragments.class_edge(
                class,
                bytes.iter().map(|range| (range.start().into(), range.end().into())),
                ends,
            ),
        }
    }
}

// Anchors, worked into the states.
//
// Whether an anchor lets a text pass depends on what was read before it, and what may be read
// after: nothing before `^`, nothing after `$`. Each state is split by these two facts, as far as
// some anchor asks for them, and then the anchors are free edges or absent:
//
// - a symbol can be read where the end was not asserted, and leads to where something was read;
// - the beginning can be asserted where nothing was read;
// - the end can be asserted anywhere, and leads to where nothing can be read.
//
// Four states for each, in O(states + edges). Those that cannot be reached are dropped with all
// useless states.

/// Assertion of an edge about the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Nothing was read.
    Start,
    /// Nothing will be read.
    End,
}

/// Edges that read nothing and are only there at the beginning or the end of a text.
pub(super) type Anchors = Vec<(u32, (Anchor, u32))>;

/// What is known in a split state: two bits.
const READ: u32 = 1;
const ENDED: u32 = 2;
const FACTS: u32 = 4;

/// Returns the same language with `anchors` among its edges.
pub(super) fn split(draft: Draft, anchors: &Anchors) -> Draft {
    if anchors.is_empty() {
        return draft;
    }
    // Without `^` it does not matter whether something was read.
    let read =
        if anchors.iter().any(|(_, (anchor, _))| *anchor == Anchor::Start) { READ } else { 0 };
    let split = |state: u32, facts: u32| state * FACTS + facts;
    let mut new = Draft { start: split(draft.start, 0), sets: draft.sets, ..Draft::default() };
    for accepting in draft.accepting {
        new.accepting.extend([accepting; FACTS as usize]);
    }
    for facts in 0..FACTS {
        for &(from, to) in &draft.free {
            new.free.push((split(from, facts), split(to, facts)));
        }
        for &(from, (anchor, to)) in anchors {
            match anchor {
                Anchor::Start if facts & READ == 0 => {
                    new.free.push((split(from, facts), split(to, facts)));
                }
                Anchor::Start => {}
                Anchor::End => new.free.push((split(from, facts), split(to, facts | ENDED))),
            }
        }
        if facts & ENDED == 0 {
            for &(from, (set, to)) in &draft.edges {
                new.edge(split(from, facts), Some(set), split(to, facts | read));
            }
        }
    }
    new
}
