//! The fewest tests that keep all covered goals.

use super::archive::Archive;
use crate::id::GoalId;
use crate::sort::sort_by;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Picks few tests that together cover every goal that any test covers, and returns their places, ascending. `tests` holds for each test its
/// cost and the goals that it covers. No test is picked in vain: without any one of them some goal is lost.
///
/// To find the fewest is NP-hard. This is the greedy choice, which needs at most H(g) times as many, for g the goals of the
/// largest test and H(g) = 1 + 1/2 + .. + 1/g (Chvátal, "A Greedy Heuristic for the Set-Covering Problem", 1979): always the test that
/// covers most of what is left, among equals the cheapest, then the first; in the end those that later ones have made superfluous go,
/// the most expensive first. O(s log s) for the sum s of what the tests cover, if values change little; at most s times tests.
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::minimise;
///
/// let goals = |numbers: &[u32]| numbers.iter().copied().map(GoalId::new).collect::<Vec<_>>();
/// let tests = [(3, goals(&[0, 1])), (4, goals(&[2, 3])), (5, goals(&[0, 1, 2])), (9, goals(&[3]))];
/// assert_eq!(minimise(&tests), [1, 2]);
/// ```
#[must_use]
pub fn minimise<C: Ord>(tests: &[(C, Vec<GoalId>)]) -> Vec<usize> {
    let mut by_cost: Vec<usize> = (0..tests.len()).collect();
    sort_by(&mut by_cost, |&a, &b| tests[a].0.cmp(&tests[b].0));
    let covers: Vec<&[GoalId]> = by_cost.iter().map(|&test| &tests[test].1[..]).collect();
    let mut kept: Vec<usize> = cover(&covers).into_iter().map(|rank| by_cost[rank]).collect();
    kept.sort_unstable();
    kept
}

/// The tests that are kept, by their ranks, the cheapest of which is 0.
fn cover(tests: &[&[GoalId]]) -> Vec<usize> {
    // Goals become dense numbers once.
    let mut goals: Vec<GoalId> = tests.concat();
    goals.sort_unstable();
    goals.dedup();
    let mut covers: Vec<Vec<usize>> = Vec::with_capacity(tests.len());
    for test in tests {
        let mut numbers: Vec<usize> = test.iter().map(|goal| goals.partition_point(|other| other < goal)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        covers.push(numbers);
    }
    // By goal: how many of the chosen tests cover it.
    let mut times = vec![0_u32; goals.len()];
    let mut heap: BinaryHeap<_> = covers.iter().enumerate().map(|(rank, goals)| (goals.len(), Reverse(rank))).collect();
    let mut chosen = Vec::new();
    while let Some((gain, Reverse(rank))) = heap.pop() {
        // It can only have become less.
        let now = covers[rank].iter().filter(|&&goal| times[goal] == 0).count();
        if now == 0 {
            continue;
        }
        if now < gain {
            heap.push((now, Reverse(rank)));
            continue;
        }
        for &goal in &covers[rank] {
            times[goal] += 1;
        }
        chosen.push(rank);
    }
    chosen.sort_unstable();
    let mut kept = Vec::new();
    for rank in chosen.into_iter().rev() {
        if covers[rank].iter().all(|&goal| times[goal] > 1) {
            for &goal in &covers[rank] {
                times[goal] -= 1;
            }
        } else {
            kept.push(rank);
        }
    }
    kept
}

impl<T, C: Ord> Archive<T, C> {
    /// Few of the archived tests that together cover every goal of the archive, in the order of their costs: see [`minimise`].
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
        let (mut suite, mut tests): (Vec<(&C, Vec<GoalId>)>, Vec<&T>) = (Vec::new(), Vec::new());
        for (goal, cost, test) in entries {
            // Archived for several goals, a test comes several times: its cost tells, or another test of this cost will do as well.
            let known = suite.last().is_some_and(|(same, covered)| *same == cost && covered.binary_search(&goal).is_ok());
            if !known {
                let mut covered: Vec<GoalId> =
                    covers(test).into_iter().filter(|&goal| self.is_covered(goal)).chain([goal]).collect();
                covered.sort_unstable();
                suite.push((cost, covered));
                tests.push(test);
            }
        }
        minimise(&suite).into_iter().map(|number| tests[number]).collect()
    }
}
