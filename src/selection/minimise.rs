//! Minimisation of a suite: few tests that cover all covered goals.

use super::archive::Archive;
use crate::id::GoalId;
use crate::sort::{sort, sort_by};
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Picks few tests that together cover every goal that any test covers, and returns their
/// positions, ascending.
///
/// `tests` holds, for each test, its cost and the goals that it covers. Every picked test is
/// needed: without it, some goal would not be covered.
///
/// Finding the fewest tests is NP-hard. This function makes the greedy choice, which needs at most
/// H(g) times as many tests, for g the number of goals of the largest test and H(g) = 1 + 1/2 +
/// .. + 1/g. Greedy means: pick the test that covers most of the goals that are left, among equals
/// the cheapest, then the first. At the end, tests that later picks made superfluous are dropped,
/// the most expensive first.
///
/// O(s log s) for the sum s of the covered goals over all tests if gains change little; at most s
/// times the number of tests.
///
/// Source: Chvátal, "A Greedy Heuristic for the Set-Covering Problem" (1979).
///
/// ```
/// use sbst::id::GoalId;
/// use sbst::selection::minimise;
///
/// let goals =
///     |numbers: &[u32]| numbers.iter().copied().map(GoalId::new).collect::<Vec<_>>();
/// let tests = [
///     (3, goals(&[0, 1])),
///     (4, goals(&[2, 3])),
///     (5, goals(&[0, 1, 2])),
///     (9, goals(&[3])),
/// ];
/// assert_eq!(minimise(&tests), [1, 2]);
/// ```
#[must_use]
pub fn minimise<C: Ord>(tests: &[(C, Vec<GoalId>)]) -> Vec<usize> {
    let mut by_cost: Vec<usize> = (0..tests.len()).collect();
    // From here on a test is its rank by cost, so that "cheapest, then first" is "least rank": the
    // sort is stable.
    sort_by(&mut by_cost, |&a, &b| tests[a].0.cmp(&tests[b].0));
    let covers: Vec<&[GoalId]> = by_cost.iter().map(|&test| &tests[test].1[..]).collect();
    let mut kept: Vec<usize> = cover(&covers).into_iter().map(|rank| by_cost[rank]).collect();
    sort(&mut kept);
    kept
}

/// Returns the ranks of the picked tests. Rank 0 is the cheapest test.
fn cover(tests: &[&[GoalId]]) -> Vec<usize> {
    // Goals get dense numbers once, so that the loops below index arrays.
    let mut goals: Vec<GoalId> = tests.concat();
    goals.sort_unstable();
    goals.dedup();
    let mut covers: Vec<Vec<usize>> = Vec::with_capacity(tests.len());
    for test in tests {
        let mut numbers: Vec<usize> =
            test.iter().map(|goal| goals.partition_point(|other| other < goal)).collect();
        sort(&mut numbers);
        numbers.dedup();
        covers.push(numbers);
    }
    // By goal: number of picked tests that cover it. 0 means that the goal is left.
    let mut times = vec![0_u32; goals.len()];
    let chosen = greedy(&covers, &mut times);
    // Reverse deletion, from the most expensive test on. A picked test can have become superfluous,
    // because later picks cover its goals, too. One pass is enough: dropping a test only lowers
    // `times`, so a test that was needed stays needed.
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

/// The greedy step of Chvátal: picks tests, always the one that covers most goals that no picked
/// test covers, and of equal ones the one with the least number, until none covers such a goal.
/// Returns their numbers, ascending; `times` counts them by goal.
fn greedy(covers: &[Vec<usize>], times: &mut [u32]) -> Vec<usize> {
    let gain =
        |times: &[u32], test: usize| covers[test].iter().filter(|&&goal| times[goal] == 0).count();
    // Lazy gains: the heap holds, for each test, an upper bound of its gain. Gains only fall: other
    // picks cover goals, and nothing uncovers them. To update the gains of all tests after each
    // pick would cost as much as all tests together, each time.
    let mut heap: BinaryHeap<_> =
        (0..covers.len()).map(|test| (gain(times, test), Reverse(test))).collect();
    let mut chosen = Vec::new();
    while let Some((bound, Reverse(test))) = heap.pop() {
        // If the gain is still the same, no test gains more, and this one is picked.
        let now = gain(times, test);
        if now > 0 && now < bound {
            heap.push((now, Reverse(test)));
        } else if now > 0 {
            covers[test].iter().for_each(|&goal| times[goal] += 1);
            chosen.push(test);
        }
    }
    sort(&mut chosen);
    chosen
}

impl<T, C: Ord> Archive<T, C> {
    /// Picks few of the archived tests that together cover every goal of the archive, and returns
    /// them in the order of their costs: see [`minimise`].
    ///
    /// `covers` returns all goals that a test covers; it may return goals that the archive does not
    /// cover.
    ///
    /// Tests of equal cost count as one test if it covers the goals of both. `covers` is called at
    /// most once for each goal of the archive, and once for each test if no two tests have the same
    /// cost.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::Archive;
    ///
    /// /// A test is the list of goals that it covers.
    /// let tests = [vec![0, 1], vec![1, 2], vec![2, 0, 1]]
    ///     .map(|test| test.into_iter().map(GoalId::new).collect::<Vec<_>>());
    /// let mut archive = Archive::new();
    /// for (number, test) in tests.iter().enumerate() {
    ///     for &goal in test {
    ///         archive.offer(goal, (test.len(), number), || test.clone());
    ///     }
    /// }
    /// assert_eq!(archive.minimise(|test| test.iter().copied()), [&tests[0], &tests[1]]);
    /// ```
    pub fn minimise<'a, I: IntoIterator<Item = GoalId>>(
        &'a self,
        mut covers: impl FnMut(&'a T) -> I,
    ) -> Vec<&'a T> {
        let mut entries: Vec<_> = self.iter().collect();
        sort_by(&mut entries, |a, b| a.1.cmp(b.1));
        let (mut suite, mut tests): (Vec<(&C, Vec<GoalId>)>, Vec<&T>) = (Vec::new(), Vec::new());
        for (goal, cost, test) in entries {
            // A test that is archived for several goals comes several times. It has the same cost
            // each time, and its covered goals hold this goal; another test of this cost that
            // covers the goal serves as well.
            let known = suite.last().is_some_and(|(same, covered)| {
                *same == cost && covered.binary_search(&goal).is_ok()
            });
            if !known {
                let mut covered: Vec<GoalId> = covers(test)
                    .into_iter()
                    .filter(|&goal| self.is_covered(goal))
                    .chain([goal])
                    .collect();
                covered.sort_unstable();
                suite.push((cost, covered));
                tests.push(test);
            }
        }
        minimise(&suite).into_iter().map(|number| tests[number]).collect()
    }
}
