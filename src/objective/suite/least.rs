//! The least value of each goal, in memory that is linear in the goals seen, whatever their
//! numbers.
//!
//! The goals of a registry have the numbers from 0 on: an array holds their values. A map holds the
//! values of goals far beyond them. The map moves into the array once an array up to its greatest
//! goal would have at most four new places for each value of the map.

use crate::fitness::Fitness;
use crate::id::{GoalId, IdMap};
use alloc::vec::Vec;

/// The least value of each goal; [`Fitness::NEVER`] for goals that were not seen.
#[derive(Clone, Debug, Default)]
pub(in crate::objective) struct Least {
    /// Values of the goals from 0 on.
    pub(in crate::objective) near: Vec<Fitness>,
    /// Values of goals beyond the array.
    pub(in crate::objective) far: IdMap<GoalId, Fitness>,
}

/// Maximum number of new places in the array for each value that moves into it.
const SPARSE: usize = 4;

impl Least {
    /// Creates a table in which no goal was seen.
    pub(in crate::objective) const fn new() -> Self {
        Self { near: Vec::new(), far: IdMap::new() }
    }

    /// Returns the least value of a goal.
    pub(in crate::objective) fn get(&self, goal: GoalId) -> Fitness {
        let near = self.near.get(goal.index()).copied();
        near.or_else(|| self.far.get(goal).copied()).unwrap_or(Fitness::NEVER)
    }

    /// Adds the values of one test, for the goals from 0 on.
    pub(in crate::objective) fn add(&mut self, row: &[Fitness]) {
        // Values of the common part are minima; the rest of a longer row is new. A shorter row
        // leaves the rest as it is.
        let known = self.near.len().min(row.len());
        for (least, &value) in self.near.iter_mut().zip(row) {
            *least = value.min(*least);
        }
        self.near.extend_from_slice(&row[known..]);
        if self.far.ends().is_some_and(|(first, _)| first.index() < self.near.len()) {
            // The array has grown over goals of the map: they move, so that each goal has one place
            // only.
            for (goal, &value) in core::mem::take(&mut self.far).iter() {
                match self.near.get_mut(goal.index()) {
                    Some(least) => *least = value.min(*least),
                    None => {
                        self.far.get_or_insert_with(goal, || value);
                    }
                }
            }
        }
    }

    /// Adds one value. The number of the goal does not influence memory.
    pub(in crate::objective) fn see(&mut self, goal: GoalId, value: Fitness) {
        if let Some(least) = self.near.get_mut(goal.index()) {
            *least = value.min(*least);
            return;
        }
        let least = self.far.get_or_insert_with(goal, || value);
        *least = value.min(*least);
        let Some(last) = self.far.ends().map(|(_, last)| last.index()) else { return };
        // The map holds only goals beyond the array. Growing the array to the greatest of them
        // costs at most SPARSE places for each of them, so the memory stays linear in what was
        // seen, and goals that come in order end in the array at once.
        if last - self.near.len() < self.far.len().saturating_mul(SPARSE) {
            self.near.resize(last + 1, Fitness::NEVER);
            for (goal, &value) in core::mem::take(&mut self.far).iter() {
                self.near[goal.index()] = value;
            }
        }
    }

    /// Adds the values of another table.
    pub(in crate::objective) fn merge(&mut self, other: &Self) {
        self.add(&other.near);
        for (goal, &value) in other.far.iter() {
            self.see(goal, value);
        }
    }

    /// Returns an iterator over the goals that were seen, with their values.
    fn seen(&self) -> impl Iterator<Item = (usize, Fitness)> + '_ {
        // `near` can hold `NEVER` in its gaps, which mean "not seen": equality must not depend on
        // the order of `see`.
        let near = self.near.iter().copied().enumerate();
        let far = self.far.iter().map(|(goal, &value)| (goal.index(), value));
        near.chain(far).filter(|&(_, value)| value != Fitness::NEVER)
    }
}

/// Equal if each goal has the same value. The order in which goals were seen does not matter.
impl PartialEq for Least {
    fn eq(&self, other: &Self) -> bool {
        self.seen().eq(other.seen())
    }
}

impl Eq for Least {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn value(number: u32) -> Fitness {
        Fitness::new(0, number.into())
    }

    #[test]
    fn od6_memory_follows_what_was_seen() {
        let mut least = Least::new();
        for (count, goal) in [20_000_000, u32::MAX, 7, 1 << 31, 12].into_iter().enumerate() {
            least.see(GoalId::new(goal), value(goal));
            assert!(
                least.near.capacity() + least.far.len() <= SPARSE * (count + 1) + 4,
                "{least:?}"
            );
        }
        assert_eq!(
            [20_000_000, u32::MAX, 7, 1 << 31, 12]
                .map(|goal| least.get(GoalId::new(goal)).distance.get()),
            [20_000_000.0, f64::from(u32::MAX), 7.0, f64::from(1_u32 << 31), 12.0]
        );
        assert_eq!(least.get(GoalId::new(20_000_001)), Fitness::NEVER);
    }

    #[test]
    fn od6_goals_of_a_registry_stand_side_by_side() {
        for order in [vec![3, 0, 2, 1], (0..1_000).collect(), (0..1_000).rev().collect()] {
            let mut least = Least::new();
            for &goal in &order {
                least.see(GoalId::new(goal), value(goal));
            }
            assert!(least.far.is_empty() && least.near.len() == order.len());
            assert!((0..).zip(&least.near).all(|(goal, &found)| found == value(goal)));
        }
    }
}
