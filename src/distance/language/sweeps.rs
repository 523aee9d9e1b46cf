//! Columns in the order of the states: fast where loops do not cross each other much, which is nearly always.
//!
//! States are numbered such that nearly all edges lead to a greater number ([`Tables`]). What the column before contributes is
//! noted for all states, then one pass in that order settles the column but for the edges that lead back. Where one of those finds
//! a lower cost, what follows is swept again. Patterns need one or two sweeps for each symbol; automata that need many, and only
//! those, are left to [`Levels`](super::levels::Levels).
//!
//! O(states + edges) for each symbol, with a small constant: no order is kept, nothing is queued, and costs have 32 bits with a
//! sign, which every processor compares several at once.

use super::tables::{FAR, Tables};
use alloc::vec;
use alloc::vec::Vec;

/// The last column, and the one before it, by state.
pub(super) struct Sweeps<'a> {
    tables: &'a Tables,
    old: Vec<i32>,
    now: Vec<i32>,
    /// How often a column may be swept again.
    again: u32,
}

impl<'a> Sweeps<'a> {
    /// Returns the column before the first symbol; `None` if it is not settled after as many more sweeps as are allowed for each column.
    pub(super) fn begin(tables: &'a Tables, again: u32) -> Option<Self> {
        let mut sweeps = Self { tables, old: vec![FAR; tables.states()], now: vec![FAR; tables.states()], again };
        sweeps.now[0] = 0;
        sweeps.insert(0);
        sweeps.settle().then_some(sweeps)
    }

    /// Returns the column after one more symbol, which the sets marked in `holds` hold. `false` if it is not settled as for
    /// [`begin`](Self::begin); then [`before`](Self::before) is the last one that is.
    #[inline]
    #[must_use]
    pub(super) fn read(&mut self, holds: &[bool]) -> bool {
        core::mem::swap(&mut self.old, &mut self.now);
        let tables = self.tables;
        let (old, now) = (&self.old[..], &mut self.now[..]);
        // Deletion, and substitution along any edge: along a free one it is a deletion before the edge, which costs no less.
        let mut before = FAR;
        for ((now, &old), near) in now.iter_mut().zip(old).zip(&tables.near) {
            *now = old.min(before + (near - 1).max(0)) + 1;
            before = old;
        }
        for step in tables.far.iter().chain(&tables.back) {
            let now = &mut now[step.to as usize];
            *now = (*now).min(old[step.from as usize] + 1);
        }
        for (set, _) in holds.iter().enumerate().filter(|(_, holds)| **holds) {
            for &(from, to) in tables.readers.of(set as u32) {
                let now = &mut now[to as usize];
                *now = (*now).min(old[from as usize]);
            }
        }
        self.insert(0);
        self.settle()
    }

    /// Returns the last column that is settled, given that the one after it is not.
    pub(super) fn before(&self) -> &[i32] {
        &self.old
    }

    /// Returns `true` if no further symbol can change the result.
    pub(super) fn absorbed(&self) -> bool {
        self.tables.absorbing.is_some_and(|state| self.now[state as usize] == 0)
    }

    /// Returns the least cost of an accepting state.
    pub(super) fn least_accepting(&self) -> Option<usize> {
        let accepting = self.now.iter().zip(&self.tables.accepting).filter(|(_, accepting)| **accepting);
        accepting.map(|(cost, _)| *cost as usize).min()
    }

    /// Follows the edges that lead back, and sweeps again from where that changed something, until nothing changes.
    #[inline]
    fn settle(&mut self) -> bool {
        let states = self.now.len();
        for _ in 0..=self.again {
            let mut first = states;
            for step in &self.tables.back {
                let cost = self.now[step.from as usize] + step.cost;
                let to = step.to as usize;
                if cost < self.now[to] {
                    self.now[to] = cost;
                    first = first.min(to);
                }
            }
            if first == states {
                return true;
            }
            self.insert(first);
        }
        false
    }

    /// Insertions and free edges into the states after `first`, out of smaller ones.
    #[inline]
    fn insert(&mut self, first: usize) {
        let (now, near, far) = (&mut self.now[..], &self.tables.near[..], &self.tables.far[..]);
        let mut at = first;
        for step in &far[far.partition_point(|step| step.to as usize <= first)..] {
            let to = step.to as usize;
            pass_on(&mut now[at..to], &near[at..to]);
            // From the state before it, too: the next run begins with `to`, and there is nothing before a run.
            now[to] = now[to].min(now[to - 1] + near[to]).min(now[step.from as usize] + step.cost);
            at = to;
        }
        pass_on(&mut now[at..], &near[at..]);
    }
}

/// Insertions and free edges from each state of a run to the next. The cost of the state before is handed on in a register: through
/// memory, each state would wait for the one before.
#[inline]
fn pass_on(now: &mut [i32], near: &[i32]) {
    let mut last = FAR;
    for (now, near) in now.iter_mut().zip(near) {
        last = (*now).min(last + near);
        *now = last;
    }
}
