//! Levels: columns that are computed in ascending order of cost, in linear time for every
//! automaton, even with many cycles.
//!
//! The insertions of a column are a search for shortest paths with edges of cost 0 and 1. So the
//! column is computed level by level: first the states of the least cost, then those of the next
//! cost, and so on. Each state is *settled* once, at its first level. The next column reads the
//! states in the order in which they were settled, so that no queue is needed.
//!
//! A substitution along an edge from p is tried only if p is settled by a deletion at the same
//! level. If p was settled before, an insertion along the edge costs no more. So each edge is
//! followed at most twice for each column: once to read the symbol, once to ignore it. Levels at
//! which nothing can happen are skipped, because costs may be far apart.
//!
//! O(states + edges) for each symbol.

use super::tables::Tables;
use alloc::vec;
use alloc::vec::Vec;

/// A level of a column: the states of one cost.
#[derive(Clone, Copy)]
struct Level {
    /// Cost of the states.
    cost: usize,
    /// End of the level in the list of states.
    end: usize,
}

/// The states of one column by ascending cost.
#[derive(Default)]
struct Column {
    /// Settled states, ascending by cost.
    states: Vec<u32>,
    /// Levels, ascending by cost.
    levels: Vec<Level>,
}

/// The last column, and the one before it.
pub(super) struct Levels<'a> {
    /// The automaton.
    tables: &'a Tables,
    /// Column before the last symbol.
    previous: Column,
    /// Column after the last symbol.
    current: Column,
    /// By state: the stamp of the last column that settled it.
    settled: Vec<u32>,
    /// Stamp of the current column. A new stamp clears `settled` in constant time.
    stamp: u32,
}

impl<'a> Levels<'a> {
    /// Returns the column with these costs, by state.
    pub(super) fn new(tables: &'a Tables, costs: &[i32]) -> Self {
        let mut states: Vec<_> = (0..tables.states() as u32).collect();
        crate::sort::sort_by(&mut states, |&one, &other| {
            costs[one as usize].cmp(&costs[other as usize])
        });
        // Consecutive states of equal cost form a level.
        let mut levels: Vec<Level> = Vec::new();
        for (at, &state) in states.iter().enumerate() {
            let (cost, end) = (costs[state as usize] as usize, at + 1);
            match levels.last_mut() {
                Some(level) if level.cost == cost => level.end = end,
                _ => levels.push(Level { cost, end }),
            }
        }
        let previous = Column { states: Vec::with_capacity(tables.states()), levels: Vec::new() };
        Self {
            tables,
            previous,
            current: Column { states, levels },
            settled: vec![0; tables.states()],
            stamp: 0,
        }
    }

    /// Returns the column before the first symbol.
    pub(super) fn begin(tables: &'a Tables) -> Self {
        let mut levels = Self::new(tables, &vec![0; tables.states()]);
        // The start costs 0, and each further level is one insertion away from the level before.
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

    /// Computes the column after one more symbol. `holds` says, for each set, whether it contains
    /// the symbol.
    pub(super) fn read(&mut self, holds: &[bool]) {
        self.turn();
        let tables = self.tables;
        let mut level = 0;
        let mut cost = self.previous.levels[0].cost;
        // `late` are previous states that cost one less than the current level. `tried` is the
        // number of states of this column whose edges have been followed.
        let (mut late, mut tried) = (0..0, 0);
        loop {
            // Previous states of exactly this cost.
            let due = match self.previous.levels.get(level) {
                Some(next) if next.cost == cost => {
                    level += 1;
                    late.end..next.end
                }
                _ => late.end..late.end,
            };
            let first = self.current.states.len();
            // Deletion: the symbol is dropped, for one edit.
            for at in late {
                self.settle(self.previous.states[at]);
            }
            // Insertion from the level before, and substitution from states that were just settled
            // by a deletion: both for one edit.
            let deleted = self.current.states.len();
            self.ignore(tried, deleted);
            tried = deleted;
            // Reading: an edge whose set contains the symbol costs nothing.
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
            // The next level is one more, if an edit can lead there; else it is the next cost of
            // the previous column.
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

    /// Adds a state to the current level, unless it is settled already.
    #[inline]
    fn settle(&mut self, state: u32) {
        let settled = &mut self.settled[state as usize];
        if *settled != self.stamp {
            *settled = self.stamp;
            self.current.states.push(state);
        }
    }

    /// Follows the edges of the settled states from `start` to `end` regardless of their sets:
    /// insertions, and substitutions from states that were just settled by a deletion.
    #[inline]
    fn ignore(&mut self, start: usize, end: usize) {
        let tables = self.tables;
        for at in start..end {
            for &(_, target) in tables.edges.of(self.current.states[at]) {
                self.settle(target);
            }
        }
    }

    /// Ends the level that began at `first`, after adding the states that free edges reach from it.
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

    /// Returns `true` if the remaining states cannot matter: all are settled, or a settled state
    /// accepts whatever follows, and the remaining states cost at least as much.
    fn complete(&self) -> bool {
        let absorbed =
            self.tables.absorbing.is_some_and(|state| self.settled[state as usize] == self.stamp);
        absorbed || self.current.states.len() == self.tables.states()
    }

    /// Returns `true` if no further symbol can change the result.
    pub(super) fn absorbed(&self) -> bool {
        self.current.levels.len() == 1
            && self.tables.absorbing.is_some_and(|state| self.settled[state as usize] == self.stamp)
    }

    /// Returns the least cost of an accepting state.
    pub(super) fn least_accepting(&self) -> Option<usize> {
        let at =
            self.current.states.iter().position(|&state| self.tables.accepting[state as usize])?;
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
