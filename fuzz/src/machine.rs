//! Automata made of bytes, and their distances by the definition: rounds over all states and
//! positions until nothing changes.

use arbitrary::{Result, Unstructured};
use core::ops::RangeInclusive;
use sbst::distance::language::{Automaton, Letter as Symbol, StateSketch};

/// An edge: ranges of symbols, or nothing for a free one.
#[derive(Clone, Debug)]
pub struct Edge<S> {
    pub from: u32,
    pub ranges: Option<Vec<RangeInclusive<S>>>,
    pub to: u32,
}

/// An automaton as it was read.
#[derive(Clone, Debug)]
pub struct Machine<S> {
    pub accepting: Vec<bool>,
    pub edges: Vec<Edge<S>>,
}

/// A letter of the alphabet that texts are made of: few, so that they meet; and those at the ends.
pub trait Letter: Symbol + Ord + core::fmt::Debug {
    fn read(u: &mut Unstructured<'_>) -> Result<Self>;
}

impl Letter for u8 {
    fn read(u: &mut Unstructured<'_>) -> Result<Self> {
        let byte: u8 = u.arbitrary()?;
        Ok(if byte < 248 {
            b'a' + byte % 4
        } else {
            [0, 255, 1, 254, b'_', b'z', 127, 128][usize::from(byte - 248)]
        })
    }
}

impl Letter for char {
    fn read(u: &mut Unstructured<'_>) -> Result<Self> {
        const ENDS: [char; 8] =
            ['\0', char::MAX, '\u{D7FF}', '\u{E000}', 'é', '\u{FF}', '\u{100}', 'z'];
        let byte: u8 = u.arbitrary()?;
        Ok(if byte < 248 { char::from(b'a' + byte % 4) } else { ENDS[usize::from(byte - 248)] })
    }
}

/// A text of up to so many letters.
pub fn text<S: Letter>(u: &mut Unstructured<'_>, most: u8) -> Result<Vec<S>> {
    let count = u.arbitrary::<u8>()? % (most + 1);
    (0..count).map(|_| S::read(u)).collect()
}

impl<S: Letter> Machine<S> {
    /// Up to 12 states and twice as many edges; one edge in many leads nowhere, or has a range that
    /// ends before it begins.
    pub fn read(u: &mut Unstructured<'_>) -> Result<Self> {
        let states = u.arbitrary::<u8>()? % 13;
        let mut accepting: Vec<bool> =
            (0..states).map(|_| Ok(u.arbitrary::<u8>()? & 3 == 3)).collect::<Result<_>>()?;
        if let Some(last) = accepting.last_mut() {
            *last |= states & 1 == 0;
        }
        let count = u.arbitrary::<u8>()? % (2 * states + 1);
        let edges = (0..count).map(|_| Self::edge(u, states)).collect::<Result<_>>()?;
        Ok(Self { accepting, edges })
    }

    fn edge(u: &mut Unstructured<'_>, states: u8) -> Result<Edge<S>> {
        let [kind, from, to]: [u8; 3] = u.arbitrary()?;
        let to = if to == 255 {
            u32::MAX
        } else {
            u32::from(to) % (u32::from(states) + u32::from(to == 254))
        };
        let range = |u: &mut Unstructured<'_>| -> Result<RangeInclusive<S>> {
            let (a, b) = (S::read(u)?, S::read(u)?);
            Ok(if kind < 252 { a.min(b)..=a.max(b) } else { a..=b })
        };
        let ranges = match kind % 8 {
            0 => None,
            7 => Some((0..kind / 64).map(|_| range(u)).collect::<Result<_>>()?),
            1 | 2 => Some(vec![range(u)?]),
            _ => {
                let letter = S::read(u)?;
                Some(vec![letter..=letter])
            }
        };
        Ok(Edge { from: u32::from(from) % u32::from(states), ranges, to })
    }

    /// Whether a language can be made of it.
    pub fn is_legal(&self) -> bool {
        let leads = |edge: &Edge<S>| (edge.to as usize) < self.accepting.len();
        let ordered = |edge: &Edge<S>| edge.ranges.iter().flatten().all(|range| !range.is_empty());
        !self.accepting.is_empty() && self.edges.iter().all(|edge| leads(edge) && ordered(edge))
    }

    /// Edits from `text` to the nearest text of the language, `None` if there is none; with
    /// `search`, to the nearest text some part of which is in the language.
    ///
    /// Every symbol is in reach of a substitution, so one edge with at least one symbol is enough
    /// to replace or insert.
    pub fn edits(&self, text: &[S], search: bool) -> Option<u32> {
        const FAR: u32 = u32::MAX / 2;
        let mut column = vec![FAR; self.accepting.len()];
        column[0] = 0;
        self.insert(&mut column);
        let mut least = self.least(&column, FAR);
        for symbol in text {
            // What is deleted is still there, so a search may begin anywhere.
            let mut next: Vec<u32> =
                column.iter().map(|cost| cost.saturating_add(1).min(FAR)).collect();
            for edge in &self.edges {
                let Some(ranges) = edge.ranges.as_ref().filter(|ranges| !ranges.is_empty()) else {
                    continue;
                };
                let cost = u32::from(!ranges.iter().any(|range| range.contains(symbol)));
                let to = &mut next[edge.to as usize];
                *to = (column[edge.from as usize] + cost).min(*to);
            }
            if search {
                next[0] = 0;
            }
            self.insert(&mut next);
            column = next;
            least =
                if search { least.min(self.least(&column, FAR)) } else { self.least(&column, FAR) };
        }
        (least < FAR).then_some(least)
    }

    fn insert(&self, column: &mut [u32]) {
        let mut changed = true;
        while changed {
            changed = false;
            for edge in &self.edges {
                let cost = match &edge.ranges {
                    None => 0,
                    Some(ranges) if !ranges.is_empty() => 1,
                    Some(_) => continue,
                };
                let through = column[edge.from as usize] + cost;
                if through < column[edge.to as usize] {
                    column[edge.to as usize] = through;
                    changed = true;
                }
            }
        }
    }

    fn least(&self, column: &[u32], far: u32) -> u32 {
        let costs = column
            .iter()
            .zip(&self.accepting)
            .filter(|(_, accepting)| **accepting)
            .map(|(cost, _)| *cost);
        costs.min().unwrap_or(far)
    }
}

impl<S: Letter> Automaton for Machine<S> {
    type Letter = S;

    fn state_count(&self) -> usize {
        self.accepting.len()
    }

    fn describe(&self, state: u32, out: &mut StateSketch<'_, S>) {
        if self.accepting[state as usize] {
            out.accepting();
        }
        for edge in self.edges.iter().filter(|edge| edge.from == state) {
            match &edge.ranges {
                Some(ranges) => out.on(ranges.iter().cloned(), edge.to),
                None => out.free(edge.to),
            };
        }
    }
}
