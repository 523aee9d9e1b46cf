//! The least values of a suite, goal by goal, in memory that is linear in the goals seen, whatever
//! their numbers.
//!
//! The goals of a registry have the numbers from 0 on: an array holds their values. A map holds the
//! values of goals far beyond them. The map moves into the array once an array up to its greatest
//! goal would have at most four new places for each value of the map.

use crate::fitness::Fitness;
use crate::id::{GoalId, IdMap};
#[cfg(doc)]
use crate::objective::Goals;
use alloc::vec::Vec;

/// Maximum number of new places in the array for each value that moves into it.
const SPARSE: usize = 4;

/// The least value of each goal over the tests of a suite.
///
/// Rows may differ in length: a goal that is found later was not measured on earlier tests. A goal
/// that was measured on no test has the worst value, [`Fitness::NEVER`]. In a sum this value counts
///
/// - 1 for goals whose values have no level: branches without levels, definitions of lines and
///   mutants, entries, methods, exceptions, partitions;
/// - 2 for augmented lines and mutants, and just below 2 for flat lines and statements;
/// - 2^32 for goals with levels.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::objective::suite::SuiteRow;
///
/// let mut suite = SuiteRow::new();
/// suite.add(&[Fitness::new(0, 3.into()), Fitness::NEVER]); // by goal
/// suite.add(&[Fitness::new(1, 2.into()), Fitness::COVERED]);
/// let [first, second] = [0, 1].map(|goal| suite.fitness(GoalId::new(goal)));
/// assert_eq!((first, second), (Fitness::new(0, 3.into()), Fitness::COVERED));
/// ```
#[derive(Clone, Debug, Default)]
pub struct SuiteRow {
    /// Values of the goals from 0 on.
    pub(in crate::objective) near: Vec<Fitness>,
    /// Values of goals beyond the array.
    pub(in crate::objective) far: IdMap<GoalId, Fitness>,
}

impl SuiteRow {
    /// Creates the row of an empty suite.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// // no test was added
    /// assert_eq!(SuiteRow::new().fitness(GoalId::new(0)), Fitness::NEVER);
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self { near: Vec::new(), far: IdMap::new() }
    }

    /// Adds the row of one test, indexed by goal as [`Goals::measure`] writes it. Commutative.
    /// Linear in the goals.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::new(2, 1.into())]);
    /// suite.add(&[Fitness::new(0, 7.into()), Fitness::COVERED]); // a new goal
    /// assert_eq!(suite.fitness(GoalId::new(0)), Fitness::new(0, 7.into()));
    /// assert!(suite.fitness(GoalId::new(1)).is_covered());
    /// ```
    pub fn add(&mut self, row: &[Fitness]) {
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
                self.see(goal, value);
            }
        }
    }

    /// Adds the value of one goal on one test, for searches that measure only the goals that are
    /// still open.
    ///
    /// Memory is linear in the number of goals that were seen, whatever their ids. Amortised
    /// constant time if goals come roughly in the order of their ids, else logarithmic.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// let (open, mut suite) = (GoalId::new(5), SuiteRow::new());
    /// for distance in [9, 4, 6] {
    ///     suite.see(open, Fitness::new(0, distance.into()));
    /// }
    /// assert_eq!(suite.fitness(open), Fitness::new(0, 4.into()));
    /// ```
    pub fn see(&mut self, goal: GoalId, value: Fitness) {
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

    /// Merges another suite into this one. Both must have been measured with the same registry,
    /// because registries number goals differently. Commutative, associative and idempotent.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// // Two machines, one registry.
    /// let [mut here, mut there] = [SuiteRow::new(), SuiteRow::new()];
    /// here.add(&[Fitness::COVERED, Fitness::NEVER]);
    /// there.add(&[Fitness::NEVER, Fitness::COVERED]);
    /// here.merge(&there);
    /// there.merge(&here);
    /// assert_eq!(here, there);
    /// ```
    pub fn merge(&mut self, other: &Self) {
        self.add(&other.near);
        for (goal, &value) in other.far.iter() {
            self.see(goal, value);
        }
    }

    /// Returns the least value of a goal, or [`Fitness::NEVER`] if it was measured on no test.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::objective::suite::SuiteRow;
    ///
    /// let mut suite = SuiteRow::new();
    /// suite.add(&[Fitness::new(0, 3.into())]);
    /// assert_eq!(
    ///     [0, 1].map(|goal| suite.fitness(GoalId::new(goal))),
    ///     [Fitness::new(0, 3.into()), Fitness::NEVER]
    /// );
    /// ```
    #[must_use]
    pub fn fitness(&self, goal: GoalId) -> Fitness {
        let near = self.near.get(goal.index()).copied();
        near.or_else(|| self.far.get(goal).copied()).unwrap_or(Fitness::NEVER)
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
impl PartialEq for SuiteRow {
    fn eq(&self, other: &Self) -> bool {
        self.seen().eq(other.seen())
    }
}

impl Eq for SuiteRow {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn value(number: u32) -> Fitness {
        Fitness::new(0, number.into())
    }

    #[test]
    fn od6_memory_follows_what_was_seen() {
        let mut least = SuiteRow::new();
        for (count, goal) in [20_000_000, u32::MAX, 7, 1 << 31, 12].into_iter().enumerate() {
            least.see(GoalId::new(goal), value(goal));
            assert!(
                least.near.capacity() + least.far.len() <= SPARSE * (count + 1) + 4,
                "{least:?}"
            );
        }
        assert_eq!(
            [20_000_000, u32::MAX, 7, 1 << 31, 12]
                .map(|goal| least.fitness(GoalId::new(goal)).distance.get()),
            [20_000_000.0, f64::from(u32::MAX), 7.0, f64::from(1_u32 << 31), 12.0]
        );
        assert_eq!(least.fitness(GoalId::new(20_000_001)), Fitness::NEVER);
    }

    #[test]
    fn od6_goals_of_a_registry_stand_side_by_side() {
        for order in [vec![3, 0, 2, 1], (0..1_000).collect(), (0..1_000).rev().collect()] {
            let mut least = SuiteRow::new();
            for &goal in &order {
                least.see(GoalId::new(goal), value(goal));
            }
            assert!(least.far.is_empty() && least.near.len() == order.len());
            assert!((0..).zip(&least.near).all(|(goal, &found)| found == value(goal)));
        }
    }
}
