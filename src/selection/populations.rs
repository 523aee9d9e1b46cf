//! The archive of MIO: the nearest tests of each goal.

use super::table::Table;
use crate::distance::Distance;
use crate::fitness::Fitness;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::fmt;

/// Populations of the Many Independent Objective algorithm (MIO): for each goal the k tests of
/// least (fitness, cost), covering or not.
///
/// A test whose [heuristic] is 0 never enters, because its value does not say how far the test is
/// from the goal. In a full population, a test does not replace the last test if fitness and cost
/// are equal. Offer each test once: a test that is offered again counts as another test.
///
/// [`merge`](Self::merge) merges two populations, as it does for archives.
///
/// A covered goal keeps up to k tests as other goals do. MIO keeps only one test of a covered goal,
/// the first one of [`of`](Self::of), and no longer samples the goal.
/// [`Frontier::next_goal`](super::Frontier::next_goal) chooses the goal to sample next.
///
/// Source: Arcuri, "Many Independent Objective (MIO) Algorithm for Test Suite Generation" (SSBSE
/// 2017).
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
/// assert_eq!(
///     tests.of(goal).map(|kept| kept.test).collect::<Vec<_>>(),
///     ["near and short", "near"]
/// );
/// ```
#[doc(alias = "MIO archive")]
#[derive(Clone)]
pub struct Populations<T, C = u64> {
    /// Maximum number of tests of a goal.
    size: usize,
    /// By goal: its tests, the best first.
    pub(super) goals: Table<Vec<Kept<T, C>>>,
}

/// A test in a population, with its value and cost.
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
    /// Value of the test for the goal.
    pub fitness: Fitness,
    /// Cost of the test.
    pub cost: C,
    /// The test itself.
    pub test: T,
}

/// Returns how promising a test is for a goal, in \[0, 1\]: h = 1 - norm(scalar).
///
/// It is 1 iff the test covers the goal, and 0 iff the distance is infinite, at any level: then the
/// value does not say how to come nearer. Otherwise it never rises as the fitness grows.
///
/// ```
/// use sbst::distance::Distance;
/// use sbst::fitness::Fitness;
/// use sbst::selection::heuristic;
///
/// assert_eq!(heuristic(Fitness::COVERED), 1.0);
/// // the scalar is 1/2
/// assert_eq!(heuristic(Fitness::new(0, Distance::from(1))), 2.0 / 3.0);
/// assert_eq!(heuristic(Fitness::new(0, Distance::INFINITE)), 0.0);
/// ```
#[must_use]
pub fn heuristic(fitness: Fitness) -> f64 {
    // 1 - s / (1 + s) = 1 / (1 + s); this form avoids the rounding error of the difference. The
    // bound keeps a tiny distance from being rounded up to 1, which would mean covered.
    match fitness {
        _ if fitness.is_covered() => 1.0,
        _ if fitness.distance == Distance::INFINITE => 0.0,
        _ => (1.0 / (1.0 + fitness.scalar())).min(1.0 - f64::EPSILON / 2.0),
    }
}

impl<T, C> Populations<T, C> {
    /// Creates populations of at most `size` tests for each goal. With size 0 no test is kept.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self { size, goals: Table::default() }
    }

    /// Returns the maximum number of tests of a goal.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Sets the maximum number of tests of a goal, and drops the worst tests of larger populations.
    /// MIO reduces the number as its search becomes more focused.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::id::GoalId;
    /// use sbst::selection::Populations;
    ///
    /// let (goal, mut populations) = (GoalId::new(0), Populations::new(3));
    /// for distance in [4, 2, 9] {
    ///     populations
    ///         .offer(goal, Fitness::new(0, distance.into()), distance, || distance);
    /// }
    /// populations.resize(1); // the search becomes focused
    /// assert_eq!(populations.of(goal).map(|kept| kept.test).collect::<Vec<_>>(), [2]);
    /// ```
    pub fn resize(&mut self, size: usize) {
        self.size = size;
        for kept in self.goals.values_mut() {
            kept.truncate(size);
        }
    }

    /// Returns an iterator over the tests of a goal, the best first.
    pub fn of(
        &self,
        goal: GoalId,
    ) -> impl DoubleEndedIterator<Item = &Kept<T, C>> + ExactSizeIterator + Clone {
        self.goals.get(goal).map_or(&[][..], |kept| &kept[..]).iter()
    }

    /// Returns an iterator over the goals that have tests, ascending.
    pub fn goals(&self) -> impl Iterator<Item = GoalId> {
        self.goals.iter().filter(|(_, kept)| !kept.is_empty()).map(|(goal, _)| goal)
    }
}

impl<T, C: Ord> Populations<T, C> {
    /// Offers a test for a goal, and returns `true` if it is kept. `test` is called only in that
    /// case. O(size).
    pub fn offer(
        &mut self,
        goal: GoalId,
        fitness: Fitness,
        cost: C,
        test: impl FnOnce() -> T,
    ) -> bool {
        if self.size == 0 || heuristic(fitness) == 0.0 {
            return false;
        }
        let kept = self.goals.get_or_insert_with(goal, Vec::new);
        // After all tests of the same key: an equal test that came earlier stays in front, so that
        // a full population does not replace it.
        let place = kept.partition_point(|kept| kept.key() <= (fitness, &cost));
        if place >= self.size {
            return false;
        }
        let test = test();
        kept.truncate(self.size - 1);
        kept.insert(place, Kept { fitness, cost, test });
        true
    }

    /// Merges other populations into these: for each goal, the best tests of both stay, up to the
    /// size. Two tests of equal fitness and cost, one on each side, count as the same test, and the
    /// test on this side stays.
    ///
    /// Merging is idempotent and associative. It is commutative if no two different tests have the
    /// same cost: add a tie-breaker to the cost that is unique to the test. These laws hold if all
    /// sizes are equal and goals are numbered by the same registry. Linear in the tests of the
    /// goals that the other populations have.
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
            // Merge step of a merge sort: both lists ascend by key.
            let mut theirs = theirs.into_iter().peekable();
            let mut both = Vec::with_capacity(self.size.min(kept.len() + theirs.len()));
            for own in kept.drain(..) {
                while let Some(nearer) = theirs.next_if(|their| their.key() < own.key()) {
                    both.push(nearer);
                }
                // Equal keys pair off one by one, so that each key has the larger of the two
                // counts. Taking both would break idempotence; taking one of each key would lose
                // different tests that happen to have equal keys.
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
    /// Returns the key by which the test is ranked.
    pub(super) const fn key(&self) -> (Fitness, &C) {
        (self.fitness, &self.cost)
    }
}

impl<T: PartialEq, C: PartialEq> PartialEq for Populations<T, C> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
            && self.goals().eq(other.goals())
            && self.goals().all(|goal| self.of(goal).eq(other.of(goal)))
    }
}

impl<T: Eq, C: Eq> Eq for Populations<T, C> {}

/// Shows a map from each goal to its tests.
impl<T: fmt::Debug, C: fmt::Debug> fmt::Debug for Populations<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.goals().map(|goal| (goal, self.goals.get(goal)))).finish()
    }
}
