//! Anchors, worked into the states.
//!
//! Whether an anchor lets a text pass depends on what was read before it, and what may be read
//! after: nothing before `^`, nothing after `$`. Each state is split by these two facts, as far as
//! some anchor asks for them, and then the anchors are free edges or absent:
//!
//! - a symbol can be read where the end was not asserted, and leads to where something was read;
//! - the beginning can be asserted where nothing was read;
//! - the end can be asserted anywhere, and leads to where nothing can be read.
//!
//! Only the states that can be reached are made; at most four for each, in O(states + edges).

use super::super::draft::Draft;
use super::super::rows::Rows;
use alloc::vec;
use alloc::vec::Vec;

/// Assertion of an edge about the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Nothing was read.
    #[default]
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

/// No number.
const NONE: u32 = u32::MAX;

/// Returns the same language with `anchors` among its edges.
pub(super) fn split(draft: Draft, anchors: &Anchors) -> Draft {
    if anchors.is_empty() {
        return draft;
    }
    let count = draft.accepting.len();
    let edges = Rows::new(count, draft.edges.iter().copied());
    let free = Rows::new(count, draft.free.iter().copied());
    let asserted = Rows::new(count, anchors.iter().copied());
    // Without `^` it does not matter whether something was read.
    let read =
        if anchors.iter().any(|(_, (anchor, _))| *anchor == Anchor::Start) { READ } else { 0 };

    let mut states = States { numbers: vec![NONE; count * FACTS as usize], found: Vec::new() };
    let mut new = Draft { sets: draft.sets, ..Draft::default() };
    new.start = states.number(draft.start, 0);
    let mut at = 0;
    while let Some(&(state, facts)) = states.found.get(at) {
        let own = at as u32;
        at += 1;
        new.accepting.push(draft.accepting[state as usize]);
        for &target in free.of(state) {
            new.free(own, states.number(target, facts));
        }
        for &(anchor, target) in asserted.of(state) {
            match anchor {
                Anchor::Start if facts & READ == 0 => new.free(own, states.number(target, facts)),
                Anchor::Start => {}
                Anchor::End => new.free(own, states.number(target, facts | ENDED)),
            }
        }
        if facts & ENDED == 0 {
            for &(set, target) in edges.of(state) {
                new.edge(own, Some(set), states.number(target, facts | read));
            }
        }
    }
    new
}

/// Numbers of split states, in the order in which they are found.
struct States {
    numbers: Vec<u32>,
    found: Vec<(u32, u32)>,
}

impl States {
    fn number(&mut self, state: u32, facts: u32) -> u32 {
        let number = &mut self.numbers[(state * FACTS + facts) as usize];
        if *number == NONE {
            *number = self.found.len() as u32;
            self.found.push((state, facts));
        }
        *number
    }
}
