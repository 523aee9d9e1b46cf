//! The archive of MIO: for each goal the tests that came nearest.

use super::table::Table;
use crate::distance::Distance;
use crate::fitness::Fitness;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::fmt;

/// For each goal the k tests of least (fitness, cost), whether they cover it or not, as the Many Independent Objective algorithm has them.
///
/// A test whose [heuristic] is 0 never enters: of how far it is nothing is known. Where there is no room, a test of the same
/// fitness and cost as the last one does not replace it. Offer each test once: offered again, it is another one.
///
/// Populations [merge](Self::merge), as archives do.
///
/// A goal that is covered keeps k tests as any other. MIO goes on with one, the first [of](Self::of) them, and samples it no more. A
/// [`Scheduler`](super::Scheduler) says which goal to sample next.
///
/// Source: Arcuri, "Many Independent Objective (MIO) Algorithm for Test Suite Generation" (SSBSE 2017).
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::selection::Populations;
///
/// let (goal, at) = (GoalId::new(0), |d: u32| Fitness::new(0, Distance::from(d)));
/// let mut tests = Populations::new(2);
/// tests.offer(goal, at(9), (1, 0), || "far");
/// tests.offer(goal, at(3), (4, 1), || "near");
/// tests.offer(goal, at(3), (2, 2), || "near and short");
/// assert!(!tests.offer(goal, Fitness::NEVER, (0, 3), || "nowhere"));
/// assert_eq!(tests.of(goal).map(|kept| kept.test).collect::<Vec<_>>(), ["near and short", "near"]);
/// ```
#[doc(alias = "MIO archive")]
#[derive(Clone)]
pub struct Populations<T, C = u64> {
    size: usize,
    pub(super) goals: Table<Vec<Kept<T, C>>>,
}

/// A test in a population.
///
/// ```
/// use sbst::fitness::Fitness;
/// use sbst::id::GoalId;
/// use sbst::selection::{Kept, Populations};
///
/// let mut populations = Populations::new(2);
/// populations.offer(GoalId::new(0), Fitness::new(0, 3.into()), 12, || "a test");
/// let best = Kept { fitness: Fitness::new(0, 3.into()), cost: 12, test: "a test" };
/// assert_eq!(populations.of(GoalId::new(0)).next(), Some(&best));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Kept<T, C = u64> {
    /// How near it came to the goal.
    pub fitness: Fitness,
    /// What it costs.
    pub cost: C,
    /// The test.
    pub test: T,
}

/// How promising a test is for a goal, from 0 to 1: h = 1 - norm(scalar), 1 iff it covers the goal, 0 iff the distance is infinite, at
/// any level: then nothing tells how to come nearer. Otherwise it never rises as the fitness grows.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
/// use sbst::selection::heuristic;
///
/// assert_eq!(heuristic(Fitness::COVERED), 1.0);
/// assert_eq!(heuristic(Fitness::new(0, Distance::from(1))), 2.0 / 3.0); // the scalar is 1/2
/// assert_eq!(heuristic(Fitness::new(0, Distance::INFINITE)), 0.0);
/// ```
#[must_use]
pub fn heuristic(fitness: Fitness) -> f64 {
    // 1 - s / (1 + s), without the rounding of the difference.
    match fitness {
        _ if fitness.is_covered() => 1.0,
        _ if fitness.distance == Distance::INFINITE => 0.0,
        _ => (1.0 / (1.0 + fitness.scalar())).min(1.0 - f64::EPSILON / 2.0),
    }
}

impl<T, C> Populations<T, C> {
    /// At most `size` tests for each goal; none at all if it is 0.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self { size, goals: Table::default() }
    }

    /// How many tests each goal may have.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Changes how many tests each goal may have, as MIO does while its search becomes more focused; drops the worst where there are
    /// more.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::selection::Populations;
    ///
    /// let (goal, mut populations) = (GoalId::new(0), Populations::new(3));
    /// for distance in [4, 2, 9] {
    ///     populations.offer(goal, Fitness::new(0, distance.into()), distance, || distance);
    /// }
    /// populations.resize(1); // the search becomes focused
    /// assert_eq!(populations.of(goal).map(|kept| kept.test).collect::<Vec<_>>(), [2]);
    /// ```
    pub fn resize(&mut self, size: usize) {
        self.size = size;
        self.goals.values_mut().for_each(|kept| kept.truncate(size));
    }

    /// The tests kept for a goal, the best first.
    pub fn of(&self, goal: GoalId) -> impl DoubleEndedIterator<Item = &Kept<T, C>> + ExactSizeIterator + Clone {
        self.goals.get(goal).map_or(&[][..], |kept| &kept[..]).iter()
    }

    /// The goals that have tests, ascending.
    pub fn goals(&self) -> impl Iterator<Item = GoalId> {
        self.goals.iter().filter(|(_, kept)| !kept.is_empty()).map(|(goal, _)| goal)
    }
}

impl<T, C: Ord> Populations<T, C> {
    /// Offers a test; it is made only if it is kept. Returns whether it is. O(size).
    pub fn offer(&mut self, goal: GoalId, fitness: Fitness, cost: C, test: impl FnOnce() -> T) -> bool {
        if self.size == 0 || heuristic(fitness) == 0.0 {
            return false;
        }
        let kept = self.goals.get_or_insert_with(goal, Vec::new);
        let place = kept.partition_point(|kept| kept.key() <= (fitness, &cost));
        if place >= self.size {
            return false;
        }
        let test = test();
        kept.truncate(self.size - 1);
        kept.insert(place, Kept { fitness, cost, test });
        true
    }

    /// Takes in the tests of another one, as far as there is room for them. A test of the same fitness and cost as one of this one counts
    /// as the same test, and the one that is here stays.
    ///
    /// Idempotent and associative; commutative if no two different tests share a cost: give the cost a tie-breaker that is unique to the
    /// test. All for equal k, and for goals numbered by the same registry. Linear in the tests of the goals that the other one has.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::selection::Populations;
    ///
    /// let goal = GoalId::new(0);
    /// let [mut here, mut there] = [Populations::new(3), Populations::new(3)];
    /// here.offer(goal, Fitness::COVERED, (5, 0), || "a");
    /// there.offer(goal, Fitness::COVERED, (4, 1), || "b");
    /// here.merge(there.clone());
    /// here.merge(there); // nothing new
    /// assert!(here.of(goal).map(|kept| kept.test).eq(["b", "a"]));
    /// ```
    pub fn merge(&mut self, other: Self) {
        for (goal, theirs) in other.goals.into_iter() {
            let kept = self.goals.get_or_insert_with(goal, Vec::new);
            let mut theirs = theirs.into_iter().peekable();
            let mut both = Vec::with_capacity(self.size.min(kept.len() + theirs.len()));
            for own in kept.drain(..) {
                while let Some(nearer) = theirs.next_if(|their| their.key() < own.key()) {
                    both.push(nearer);
                }
                // One for one: as many of the same key as the one has that has more.
                theirs.next_if(|their| their.key() == own.key());
                both.push(own);
            }
            both.extend(theirs);
            both.truncate(self.size);
            *kept = both;
        }
    }
}

impl<T, C> Kept<T, C> {
    /// What it is ranked by.
    pub(super) const fn key(&self) -> (Fitness, &C) {
        (self.fitness, &self.cost)
    }
}

impl<T: PartialEq, C: PartialEq> PartialEq for Populations<T, C> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.goals().eq(other.goals()) && self.goals().all(|goal| self.of(goal).eq(other.of(goal)))
    }
}

impl<T: Eq, C: Eq> Eq for Populations<T, C> {}

/// The goals with their tests.
impl<T: fmt::Debug, C: fmt::Debug> fmt::Debug for Populations<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.goals().map(|goal| (goal, self.goals.get(goal)))).finish()
    }
}
