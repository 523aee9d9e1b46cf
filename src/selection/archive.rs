//! The archive: the best test of each covered goal.

use super::table::Table;
use crate::id::GoalId;
use alloc::vec::Vec;
use core::fmt;

/// Archive of covering tests: for each covered goal, the covering test of least cost. It is for
/// searches of your own; [`KeptTests`](crate::report::KeptTests) keep the nearest tests, too.
///
/// The cost is any ordered value of the caller: a length, a pair of (threw, length), a struct. The
/// archive follows the order of the cost exactly; a test does not replace an archived test of equal
/// cost. A float needs a total order to be a cost: [`Distance`](crate::distance::Distance) has one.
///
/// Two archives can be merged if both use the goal numbers of the same registry.
/// [`merge`](Self::merge) is idempotent and associative. It is commutative if no two different
/// tests have the same cost: add a tie-breaker to the cost that is unique to the test, such as
/// (length, number of the test).
///
/// Memory is linear in the covered goals, in pages of 64 goals; a goal with a very large number
/// costs at most two megabytes more.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Archive;
///
/// let (goal, other) = (GoalId::new(0), GoalId::new(7));
/// let mut archive = Archive::new();
/// assert!(archive.offer(goal, (12, 1), || "a long test"));
/// // not called: the archived test stays
/// assert!(!archive.offer(goal, (12, 2), || "as long"));
/// assert!(archive.offer(goal, (5, 3), || "short"));
/// archive.offer(other, (9, 4), || "another");
/// assert_eq!(archive.get(goal), Some((&(5, 3), &"short")));
/// assert_eq!(archive.goals().collect::<Vec<_>>(), [goal, other]);
/// ```
#[derive(Clone)]
pub struct Archive<T, C = u64> {
    /// By covered goal: the cost and the test.
    pub(super) best: Table<(C, T)>,
}

impl<T, C> Archive<T, C> {
    /// Creates an empty archive.
    #[must_use]
    pub fn new() -> Self {
        Self { best: Table::default() }
    }

    /// Returns the number of covered goals.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.best.len
    }

    /// Returns `true` if no goal is covered.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.best.len == 0
    }

    /// Returns `true` if a goal is covered.
    #[must_use]
    pub fn is_covered(&self, goal: GoalId) -> bool {
        self.best.get(goal).is_some()
    }

    /// Returns the cost and the best test of a goal, or `None` if the goal is not covered.
    #[must_use]
    pub fn get(&self, goal: GoalId) -> Option<(&C, &T)> {
        self.best.get(goal).map(|(cost, test)| (cost, test))
    }

    /// Returns an iterator over the covered goals, ascending.
    pub fn goals(&self) -> impl Iterator<Item = GoalId> {
        self.best.iter().map(|(goal, _)| goal)
    }

    /// Returns an iterator over (goal, cost, test) of the covered goals, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (GoalId, &C, &T)> {
        self.best.iter().map(|(goal, (cost, test))| (goal, cost, test))
    }
}

impl<T, C: Ord> Archive<T, C> {
    /// Offers a test that covers `goal`, and returns `true` if the archive keeps it.
    ///
    /// The archive keeps the test if the goal was not covered, or was covered by a test of higher
    /// cost. `test` is called only in that case. Amortised constant time.
    pub fn offer(&mut self, goal: GoalId, cost: C, test: impl FnOnce() -> T) -> bool {
        match self.best.get_mut(goal) {
            // `<=`: of equal costs the first stays, so that offering a test again changes nothing
            // (merge is idempotent).
            Some(kept) if kept.0 <= cost => false,
            Some(kept) => {
                *kept = (cost, test());
                true
            }
            None => {
                // The entry is counted after `test` returned, so a panic in it leaves the archive
                // as it was.
                self.best.get_or_insert_with(goal, || (cost, test()));
                true
            }
        }
    }

    /// Offers a test for all goals that it covers, and returns the number of goals for which the
    /// archive keeps it.
    ///
    /// `test` is called once if the archive keeps the test for at least one goal; its result is
    /// cloned for each such goal, and the cost is cloned for every goal. Use types that are cheap
    /// to clone, such as an `Rc` or a number. Amortised constant time for each goal.
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
    pub fn offer_all(
        &mut self,
        goals: impl IntoIterator<Item = GoalId>,
        cost: C,
        test: impl FnOnce() -> T,
    ) -> usize
    where
        T: Clone,
        C: Clone,
    {
        // The first goal that keeps the test makes it; the others clone it. If no goal keeps it, it
        // is never made, because making a test may be expensive.
        let (mut make, mut made) = (Some(test), None);
        let mut get =
            || made.get_or_insert_with(|| make.take().expect("it is made once")()).clone();
        goals.into_iter().filter(|&goal| self.offer(goal, cost.clone(), &mut get)).count()
    }

    /// Merges another archive into this one: for each goal, the test of least cost stays; if the
    /// costs are equal, the test of this archive stays. Linear in the goals that the other archive
    /// covers.
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
        // For each goal a minimum by (cost, side): associative, since minima are, and idempotent.
        for (goal, (cost, test)) in other.best.into_iter() {
            self.offer(goal, cost, || test);
        }
    }
}

/// Iterates over (goal, cost, test) of the covered goals, ascending.
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
        self.best
            .into_iter()
            .map(|(goal, (cost, test))| (goal, cost, test))
            .collect::<Vec<_>>()
            .into_iter()
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

/// Shows a map from each covered goal to its cost and test.
impl<T: fmt::Debug, C: fmt::Debug> fmt::Debug for Archive<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(goal, cost, test)| (goal, (cost, test)))).finish()
    }
}
