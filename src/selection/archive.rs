//! The archive: the best test for each goal that was covered.

use super::table::Table;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::fmt;

/// For each goal the covering test of the least cost.
///
/// The cost is the caller's: any ordered value, a length, a pair of (threw, length), a struct. Its order is followed exactly; a test of
/// equal cost does not replace the one that is there.
///
/// A cost that is a float needs an order: [`Distance`](crate::distance::Distance) has one.
///
/// Archives merge, as long as both number their goals alike: by the same registry. [`merge`](Self::merge) is idempotent and
/// associative; it is commutative if no two different tests share a cost: give the cost a tie-breaker that is unique to the test, as
/// (length, number of the test).
///
/// Memory follows the goals that are covered, in pages of 64 goals; a goal of a very large number costs at most two megabytes more.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Archive;
///
/// let (goal, other) = (GoalId::new(0), GoalId::new(7));
/// let mut archive = Archive::new();
/// assert!(archive.offer(goal, (12, 1), || "a long test"));
/// assert!(!archive.offer(goal, (12, 2), || "as long")); // not called: the test that is there stays
/// assert!(archive.offer(goal, (5, 3), || "short"));
/// archive.offer(other, (9, 4), || "another");
/// assert_eq!(archive.get(goal), Some((&(5, 3), &"short")));
/// assert_eq!(archive.goals().collect::<Vec<_>>(), [goal, other]);
/// ```
#[derive(Clone)]
pub struct Archive<T, C = u64> {
    pub(super) best: Table<(C, T)>,
}

impl<T, C> Archive<T, C> {
    /// No goal is covered.
    #[must_use]
    pub fn new() -> Self {
        Self { best: Table::default() }
    }

    /// How many goals are covered.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.best.len()
    }

    /// Whether no goal is covered.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.best.len() == 0
    }

    /// Returns `true` if a goal is covered.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.best.get(goal).is_some()
    }

    /// The best test for a goal, and its cost; `None` if it is not covered.
    #[must_use]
    pub fn get(&self, goal: GoalId) -> Option<(&C, &T)> {
        self.best.get(goal).map(|(cost, test)| (cost, test))
    }

    /// The goals that are covered, ascending.
    pub fn goals(&self) -> impl Iterator<Item = GoalId> {
        self.best.iter().map(|(goal, _)| goal)
    }

    /// Each goal that is covered, ascending, with the cost of its test, and the test.
    pub fn iter(&self) -> impl Iterator<Item = (GoalId, &C, &T)> {
        self.best.iter().map(|(goal, (cost, test))| (goal, cost, test))
    }
}

impl<T, C: Ord> Archive<T, C> {
    /// Offers a test that covers a goal; it is made only if it is kept: if the goal was not covered, or by a test of higher cost. Returns
    /// whether it is kept. Constant time, amortised.
    pub fn offer(&mut self, goal: GoalId, cost: C, test: impl FnOnce() -> T) -> bool {
        match self.best.get_mut(goal) {
            Some(kept) if kept.0 <= cost => false,
            Some(kept) => {
                *kept = (cost, test());
                true
            }
            None => {
                self.best.get_or_insert_with(goal, || (cost, test()));
                true
            }
        }
    }

    /// Offers a test for all goals that it covers. It is made once, if it is kept for any, and cloned for each; the cost is cloned for
    /// every goal. So let both be cheap to clone: an `Rc`, a number. Returns for how many goals it is kept. Constant time for each goal,
    /// amortised.
    ///
    /// ```
    /// use sbst::fitness::Fitness;
    /// use sbst::objective::covered;
    /// use sbst::selection::Archive;
    /// use std::rc::Rc;
    ///
    /// let row = [Fitness::COVERED, Fitness::NEVER, Fitness::COVERED];
    /// let mut archive = Archive::new();
    /// assert_eq!(archive.offer_all(covered(&row), 7, || Rc::new(vec![1, 2, 3])), 2);
    /// ```
    pub fn offer_all(&mut self, goals: impl IntoIterator<Item = GoalId>, cost: C, test: impl FnOnce() -> T) -> usize
    where
        T: Clone,
        C: Clone,
    {
        let (mut make, mut made) = (Some(test), None);
        let mut get = || made.get_or_insert_with(|| make.take().expect("it is made once")()).clone();
        goals.into_iter().filter(|&goal| self.offer(goal, cost.clone(), &mut get)).count()
    }

    /// Takes in another archive: for each goal the test of least cost stays, among equal costs that of this archive. Linear in the goals
    /// that the other one covers.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Archive;
    ///
    /// let [mut here, mut there] = [Archive::new(), Archive::new()];
    /// here.offer(GoalId::new(0), 5, || "here");
    /// there.offer(GoalId::new(0), 3, || "there");
    /// here.merge(there);
    /// assert_eq!(here.get(GoalId::new(0)), Some((&3, &"there")));
    /// ```
    pub fn merge(&mut self, other: Self) {
        for (goal, (cost, test)) in other.best.into_iter() {
            self.offer(goal, cost, || test);
        }
    }
}

/// Each goal that is covered, ascending, with the cost of its test, and the test.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Archive;
///
/// // An archive of another registry, whose goal 0 is goal 3 here.
/// let [mut here, mut there] = [Archive::new(), Archive::new()];
/// there.offer(GoalId::new(0), 7, || "test");
/// for (goal, cost, test) in there {
///     here.offer(GoalId::new(goal.number() + 3), cost, || test);
/// }
/// assert!(here.is_covered(GoalId::new(3)));
/// ```
impl<T, C> IntoIterator for Archive<T, C> {
    type Item = (GoalId, C, T);
    type IntoIter = alloc::vec::IntoIter<(GoalId, C, T)>;

    fn into_iter(self) -> Self::IntoIter {
        self.best.into_iter().map(|(goal, (cost, test))| (goal, cost, test)).collect::<Vec<_>>().into_iter()
    }
}

impl<T, C> Default for Archive<T, C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: PartialEq, C: PartialEq> PartialEq for Archive<T, C> {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl<T: Eq, C: Eq> Eq for Archive<T, C> {}

/// The goals with cost and test.
impl<T: fmt::Debug, C: fmt::Debug> fmt::Debug for Archive<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(goal, cost, test)| (goal, (cost, test)))).finish()
    }
}
