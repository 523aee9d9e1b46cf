//! Columns in ascending order of cost: linear for every automaton, however its edges loop.
//!
//! The insertions of a column are a search for shortest paths with costs 0 and 1, so the column is made level by level: the states
//! of cost 0, of cost 1, and so on. Each state is settled once, at its first level, and the order in which states are settled is
//! the order in which the next column reads them; no queue is needed.
//!
//! A substitution along an edge from p is only tried where p is settled by deletion, at that same level: had p been settled before,
//! an insertion along the edge would cost no more. So for each column an edge is followed twice at most: once to read the symbol,
//! once to ignore it. Levels at which nothing can happen are skipped: costs may be far apart.
//!
//! O(states + edges) for each symbol.

use super::tables::Tables;
use alloc::vec;
use alloc::vec::Vec;

/// A level of a column: the states that cost so much end there.
#[derive(Clone, Copy)]
struct Level {
    cost: usize,
    end: usize,
}

/// The states of one column by ascending cost.
#[derive(Default)]
struct Column {
    states: Vec<u32>,
    levels: Vec<Level>,
}

/// The last column, and the one before it.
pub(super) struct Levels<'a> {
    tables: &'a Tables,
    previous: Column,
    current: Column,
    /// By state: the stamp of the last column that settled it.
    settled: Vec<u32>,
    stamp: u32,
}

impl<'a> Levels<'a> {
    /// Returns the column with these costs, by state.
    pub(super) fn new(tables: &'a Tables, costs: &[i32]) -> Self {
        let mut states: Vec<_> = (0..tables.states() as u32).collect();
        states.sort_unstable_by_key(|&state| costs[state as usize]);
        let mut levels: Vec<Level> = Vec::new();
        for (at, &state) in states.iter().enumerate() {
            let (cost, end) = (costs[state as usize] as usize, at + 1);
            match levels.last_mut() {
                Some(level) if level.cost == cost => level.end = end,
                _ => levels.push(Level { cost, end }),
            }
        }
        let previous = Column { states: Vec::with_capacity(tables.states()), levels: Vec::new() };
        Self { tables, previous, current: Column { states, levels }, settled: vec![0; tables.states()], stamp: 0 }
    }

    /// Returns the column before the first symbol.
    pub(super) fn begin(tables: &'a Tables) -> Self {
        let mut levels = Self::new(tables, &vec![0; tables.states()]);
        levels.turn();
        levels.settle(0);
        let (mut tried, mut first, mut cost) = (0, 0, 0);
        loop {
            levels.close(first, cost);
            first = levels.current.states.len();
            if tried == first || levels.complete() {
                return levels;
            }
            levels.ignore(tried, first);
            tried = first;
            cost += 1;
        }
    }

    /// Computes the column after one more symbol, which the sets marked in `holds` hold.
    pub(super) fn read(&mut self, holds: &[bool]) {
        self.turn();
        let tables = self.tables;
        let mut level = 0;
        let mut cost = self.previous.levels[0].cost;
        // Previous states that cost one less than the level at work, and those of this column whose edges have not been followed.
        let (mut late, mut tried) = (0..0, 0);
        loop {
            let due = match self.previous.levels.get(level) {
                Some(next) if next.cost == cost => {
                    level += 1;
                    late.end..next.end
                }
                _ => late.end..late.end,
            };
            let first = self.current.states.len();
            for at in late {
                self.settle(self.previous.states[at]);
            }
            let deleted = self.current.states.len();
            self.ignore(tried, deleted);
            tried = deleted;
            for at in due.clone() {
                for &(set, target) in tables.edges.of(self.previous.states[at]) {
                    if holds[set as usize] {
                        self.settle(target);
                    }
                }
            }
            self.close(first, cost);
            if self.complete() {
                return;
            }
            let settled = self.current.states.len();
            cost = match self.previous.levels.get(level) {
                _ if !due.is_empty() || tried < settled => cost + 1,
                Some(next) => next.cost,
                None => return,
            };
            late = due;
        }
    }

    /// Makes room for a new column.
    fn turn(&mut self) {
        core::mem::swap(&mut self.previous, &mut self.current);
        self.current.states.clear();
        self.current.levels.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.settled.fill(0);
            self.stamp = 1;
        }
    }

    #[inline]
    fn settle(&mut self, state: u32) {
        let settled = &mut self.settled[state as usize];
        if *settled != self.stamp {
            *settled = self.stamp;
            self.current.states.push(state);
        }
    }

    /// Follows the edges of the settled states from `start` to `end` without regard to what they read: insertions and, from states
    /// that were just deleted into, substitutions.
    #[inline]
    fn ignore(&mut self, start: usize, end: usize) {
        let tables = self.tables;
        for at in start..end {
            for &(_, target) in tables.edges.of(self.current.states[at]) {
                self.settle(target);
            }
        }
    }

    /// Ends the level that began at `first`, with what its states reach for free.
    #[inline]
    fn close(&mut self, first: usize, cost: usize) {
        let tables = self.tables;
        let mut at = first;
        while at < self.current.states.len() {
            for &target in tables.free.of(self.current.states[at]) {
                self.settle(target);
            }
            at += 1;
        }
        if at > first {
            self.current.levels.push(Level { cost, end: at });
        }
    }

    /// Returns `true` if states that are not settled yet cannot matter: there are none, or they cost at least as much as a state from which
    /// every text is accepted.
    fn complete(&self) -> bool {
        let absorbed = self.tables.absorbing.is_some_and(|state| self.settled[state as usize] == self.stamp);
        absorbed || self.current.states.len() == self.tables.states()
    }

    /// Returns `true` if no further symbol can change the result.
    pub(super) fn absorbed(&self) -> bool {
        self.current.levels.len() == 1 && self.tables.absorbing.is_some_and(|state| self.settled[state as usize] == self.stamp)
    }

    /// Returns the least cost of an accepting state.
    pub(super) fn least_accepting(&self) -> Option<usize> {
        let at = self.current.states.iter().position(|&state| self.tables.accepting[state as usize])?;
        let level = self.current.levels.partition_point(|level| level.end <= at);
        self.current.levels.get(level).map(|level| level.cost)
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::Draft;
    use super::*;

    #[test]
    fn columns_survive_the_wrap_of_the_stamp() {
        let mut draft = Draft { accepting: vec![false, true], ..Draft::default() };
        let all = draft.sets.all::<u8>();
        draft.edge(0, all, 1);
        let tables = Tables::new::<u8>(draft);
        let mut levels = Levels::begin(&tables);
        levels.stamp = u32::MAX;
        levels.settled.fill(1); // as a column long ago may have left it
        for expected in 0..5 {
            levels.read(&[true]);
            assert_eq!(levels.least_accepting(), Some(expected));
        }
    }
}
