//! Sweeps: columns that are computed in the order of the states. They are fast if cycles rarely
//! cross each other, as in nearly all patterns.
//!
//! States are numbered so that nearly all edges lead to a greater number ([`Tables`]). First, every
//! state takes the costs that follow from the column before. Then one pass in the order of the
//! states adds the insertions, except along edges that lead back. If an edge that leads back gives
//! a lower cost, the states from there on are swept again. Patterns need one or two sweeps for each
//! symbol. Automata that need many are left to [`Levels`](super::levels::Levels).
//!
//! O(states + edges) for each symbol, with a small constant: there is no sorting and no queue, and
//! costs are signed 32-bit numbers, several of which are compared by one instruction.

use super::tables::{FAR, Tables};
use alloc::vec;
use alloc::vec::Vec;

/// The last column and the one before it, by state.
pub(super) struct Sweeps<'a> {
    /// The automaton.
    tables: &'a Tables,
    /// Costs before the last symbol.
    old: Vec<i32>,
    /// Costs after the last symbol.
    now: Vec<i32>,
    /// Greatest number of repeated sweeps of a column.
    again: u32,
}

impl<'a> Sweeps<'a> {
    /// Returns the column before the first symbol; `None` if it is not settled after the allowed
    /// number of repeated sweeps.
    pub(super) fn begin(tables: &'a Tables, again: u32) -> Option<Self> {
        let mut sweeps = Self {
            tables,
            old: vec![FAR; tables.states()],
            now: vec![FAR; tables.states()],
            again,
        };
        sweeps.now[0] = 0;
        sweeps.insert(0);
        sweeps.settle().then_some(sweeps)
    }

    /// Computes the column after one more symbol. `holds` says, for each set, whether it contains
    /// the symbol.
    ///
    /// Returns `false` if the column is not settled after the allowed number of repeated sweeps.
    /// Then [`before`](Self::before) is the last settled column.
    #[inline]
    #[must_use]
    pub(super) fn read(&mut self, holds: &[bool]) -> bool {
        core::mem::swap(&mut self.old, &mut self.now);
        let tables = self.tables;
        let (old, now) = (&self.old[..], &mut self.now[..]);
        // Step 1, edits of the symbol: deletion stays in the state, substitution follows an edge. A
        // free edge may be treated as a substitution, too: this is a deletion followed by the free
        // edge, at the same cost. First the edges from the state before, in one pass that the
        // compiler vectorises; then the others.
        let mut before = FAR;
        for ((now, &old), near) in now.iter_mut().zip(old).zip(&tables.near) {
            *now = old.min(before + (near - 1).max(0)) + 1;
            before = old;
        }
        for step in tables.far.iter().chain(&tables.back) {
            let now = &mut now[step.to as usize];
            *now = (*now).min(old[step.from as usize] + 1);
        }
        // Step 2, reading: an edge whose set contains the symbol costs nothing.
        for (set, _) in holds.iter().enumerate().filter(|(_, holds)| **holds) {
            for &(from, to) in tables.readers.of(set as u32) {
                let now = &mut now[to as usize];
                *now = (*now).min(old[from as usize]);
            }
        }
        // Step 3, insertions within the column.
        self.insert(0);
        self.settle()
    }

    /// Returns the column before the last symbol, which is settled.
    pub(super) fn before(&self) -> &[i32] {
        &self.old
    }

    /// Returns `true` if no further symbol can change the result.
    pub(super) fn absorbed(&self) -> bool {
        self.tables.absorbing.is_some_and(|state| self.now[state as usize] == 0)
    }

    /// Returns the least cost of an accepting state.
    pub(super) fn least_accepting(&self) -> Option<usize> {
        let accepting =
            self.now.iter().zip(&self.tables.accepting).filter(|(_, accepting)| **accepting);
        accepting.map(|(cost, _)| *cost as usize).min()
    }

    /// Follows the edges that lead back, and repeats the sweep from the first state whose cost
    /// fell. Returns `false` if costs still fall after the allowed number of repetitions.
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

    /// Adds insertions and free edges into the states after `first`, from states with smaller
    /// numbers.
    #[inline]
    fn insert(&mut self, first: usize) {
        let (now, near, far) = (&mut self.now[..], &self.tables.near[..], &self.tables.far[..]);
        // Runs of edges from each state to the next are handled by `pass_on`. They end where an
        // edge comes from farther away.
        let mut at = first;
        for step in &far[far.partition_point(|step| step.to as usize <= first)..] {
            let to = step.to as usize;
            pass_on(&mut now[at..to], &near[at..to]);
            // The edge from the state before is added here, because the next run begins with `to`,
            // and a run has no state before it.
            now[to] = now[to].min(now[to - 1] + near[to]).min(now[step.from as usize] + step.cost);
            at = to;
        }
        pass_on(&mut now[at..], &near[at..]);
    }
}

/// Adds insertions and free edges from each state of a run to the next. The cost of the state
/// before stays in a register: if it were read from memory, each state would wait for the write of
/// the one before.
#[inline]
fn pass_on(now: &mut [i32], near: &[i32]) {
    let mut last = FAR;
    for (now, near) in now.iter_mut().zip(near) {
        last = (*now).min(last + near);
        *now = last;
    }
}
