//! The fewest tests that keep all covered goals.

use super::Archive;
use crate::distance::sort::sort_by;
use crate::id::GoalId;
use alloc::collections::{BTreeMap, BinaryHeap};
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Tests, what each costs and which goals it covers: [`minimise`](Self::minimise) picks few of them that cover all the goals.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::Suite;
///
/// let goals = |numbers: &[u32]| numbers.iter().copied().map(GoalId::new).collect::<Vec<_>>();
/// let mut suite = Suite::new();
/// suite.add(3, goals(&[0, 1]));
/// suite.add(4, goals(&[2, 3]));
/// suite.add(5, goals(&[0, 1, 2]));
/// suite.add(9, goals(&[3]));
/// assert_eq!(suite.minimise(), [1, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Suite<C = u64> {
    pub(super) tests: Vec<Test<C>>,
    /// What each test covers, one after the other, without repetitions.
    covered: Vec<GoalId>,
}

#[derive(Clone, Debug)]
pub(super) struct Test<C> {
    pub(super) cost: C,
    /// Where the goals of the next test begin.
    end: usize,
}

impl<C> Suite<C> {
    /// No tests.
    #[must_use]
    pub const fn new() -> Self {
        Self { tests: Vec::new(), covered: Vec::new() }
    }

    /// How many tests there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.tests.len()
    }

    /// Whether there is no test.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.tests.is_empty()
    }

    /// Adds a test and returns its number: the next one.
    pub fn add(&mut self, cost: C, covers: impl IntoIterator<Item = GoalId>) -> usize {
        // What was read when an iterator panicked is no test's.
        let start = self.tests.last().map_or(0, |test| test.end);
        self.covered.truncate(start);
        self.covered.extend(covers);
        self.covered[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.covered.len() {
            if kept == start || self.covered[kept - 1] != self.covered[at] {
                self.covered[kept] = self.covered[at];
                kept += 1;
            }
        }
        self.covered.truncate(kept);
        self.tests.push(Test { cost, end: kept });
        self.tests.len() - 1
    }

    /// Returns the goals that a test covers, ascending; none if there is no such test.
    #[must_use]
    pub fn goals_of(&self, test: usize) -> &[GoalId] {
        let end = self.tests.get(test).map_or(0, |test| test.end);
        let start = if end == 0 || test == 0 { 0 } else { self.tests[test - 1].end };
        &self.covered[start..end]
    }
}

impl<C: Ord> Suite<C> {
    /// Tests that together cover every goal that any test covers, ascending, and none of them in vain: without any one of them some goal is
    /// lost.
    ///
    /// To find the fewest is NP-hard. This is the greedy choice, which needs at most H(g) times as many, for g the goals of the
    /// largest test and H(g) = 1 + 1/2 + .. + 1/g (Chvátal, "A Greedy Heuristic for the Set-Covering Problem", 1979): always the test that
    /// covers most of what is left, among equals the cheapest, then the first; in the end those that later ones have made superfluous go,
    /// the most expensive first. O(s log s) for the sum s of what the tests cover, if values change little; at most s times tests.
    #[must_use]
    pub fn minimise(&self) -> Vec<usize> {
        let mut by_cost: Vec<usize> = (0..self.len()).collect();
        sort_by(&mut by_cost, |&a, &b| self.tests[a].cost.cmp(&self.tests[b].cost));
        let numbers: BTreeMap<GoalId, usize> = {
            let mut goals = self.covered.clone();
            goals.sort_unstable();
            goals.dedup();
            goals.into_iter().zip(0..).collect()
        };
        // Goals become dense numbers once.
        let dense: Vec<usize> = self.covered.iter().map(|goal| numbers[goal]).collect();
        let goals_of = |test: usize| {
            let start = if test == 0 { 0 } else { self.tests[test - 1].end };
            &dense[start..self.tests[test].end]
        };
        // By goal: how many of the chosen tests cover it.
        let mut times = vec![0_u32; numbers.len()];
        let mut heap: BinaryHeap<_> =
            by_cost.iter().enumerate().map(|(rank, &test)| (goals_of(test).len(), Reverse(rank))).collect();
        let mut chosen = Vec::new();
        while let Some((gain, rank)) = heap.pop() {
            let goals = goals_of(by_cost[rank.0]);
            // It can only have become less.
            let now = goals.iter().filter(|&&goal| times[goal] == 0).count();
            if now == 0 {
                continue;
            }
            if now < gain {
                heap.push((now, rank));
                continue;
            }
            goals.iter().for_each(|&goal| times[goal] += 1);
            chosen.push(rank.0);
        }
        chosen.sort_unstable();
        let mut kept = Vec::new();
        for rank in chosen.into_iter().rev() {
            let goals = goals_of(by_cost[rank]);
            if goals.iter().all(|&goal| times[goal] > 1) {
                goals.iter().for_each(|&goal| times[goal] -= 1);
            } else {
                kept.push(by_cost[rank]);
            }
        }
        kept.sort_unstable();
        kept
    }
}

impl<C> Default for Suite<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, C: Ord> Archive<T, C> {
    /// Few of the archived tests that together cover every goal of the archive, in the order of their costs: see [`Suite::minimise`].
    /// `covers` tells all goals that a test covers; it may name others than the archive's.
    ///
    /// Tests of the same cost are one test where it covers the goals of both. O(goals of the archive) calls of `covers` at most, one for
    /// each test if costs tell tests apart.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Archive;
    ///
    /// /// A test is what it covers.
    /// let tests = [vec![0, 1], vec![1, 2], vec![2, 0, 1]].map(|test| test.into_iter().map(GoalId::new).collect::<Vec<_>>());
    /// let mut archive = Archive::new();
    /// for (number, test) in tests.iter().enumerate() {
    ///     for &goal in test {
    ///         archive.offer(goal, (test.len(), number), || test.clone());
    ///     }
    /// }
    /// assert_eq!(archive.minimise(|test| test.iter().copied()), [&tests[0], &tests[1]]);
    /// ```
    pub fn minimise<'a, I: IntoIterator<Item = GoalId>>(&'a self, mut covers: impl FnMut(&'a T) -> I) -> Vec<&'a T> {
        let mut entries: Vec<_> = self.iter().collect();
        sort_by(&mut entries, |a, b| a.1.cmp(b.1));
        let (mut suite, mut tests, mut last) = (Suite::new(), Vec::new(), None);
        for (goal, cost, test) in entries {
            // Archived for several goals, a test comes several times: its cost tells, or another test of this cost will do as well.
            let known = last.is_some_and(|(number, same)| same == cost && suite.goals_of(number).binary_search(&goal).is_ok());
            if !known {
                let archived = covers(test).into_iter().filter(|&goal| self.is_covered(goal));
                let number = suite.add(cost, archived.chain([goal]));
                tests.push(test);
                last = Some((number, cost));
            }
        }
        suite.minimise().into_iter().map(|number| tests[number]).collect()
    }
}
