//! Minimisation of a suite for diagnosis: few tests that keep covered goals covered, and ambiguity
//! groups apart.
//!
//! This is a set cover. Its elements are the pairs of ambiguity groups; a test covers a pair if it
//! covers one group and not the other. A group that no test covers always takes part: telling a
//! group from it is covering the group, so covered goals need no elements of their own. The greedy
//! choice of [`minimise`](crate::selection::minimise()) applies.
//!
//! The pairs are too many to list, because n groups have n (n - 1) / 2 of them. Instead, the groups
//! are partitioned by the tests chosen so far: two groups are in one class if no chosen test tells
//! them apart. A test that covers k of the n groups of a class tells k (n - k) pairs of the class
//! apart.

use crate::id::GoalId;
use crate::selection::greedy;
use crate::sort::{sort, sort_by};
use crate::subsumption::CoverageMatrix;
use crate::subsumption::bits::ones;
use alloc::vec;
use alloc::vec::Vec;

impl CoverageMatrix {
    /// Picks few tests that cover the same goals, and tell the same goals apart, as all tests
    /// together; returns their numbers, ascending.
    ///
    /// The [ambiguity groups](super::Diagnosability::groups) of the picked tests are those of the
    /// whole suite, so uniqueness and ambiguity stay the same. Density, diversity and DDU may
    /// change. Every picked test is needed: without it, a goal or a difference would be lost.
    ///
    /// Finding the fewest tests is NP-hard. This function makes the greedy choice: pick the test
    /// that tells most of the pairs of groups apart that are not apart yet, among equals the
    /// cheapest, then the first. At the end, tests that later picks made superfluous are dropped,
    /// the most expensive first. For n groups, the result has at most 1 + 2 ln n times as many
    /// tests as necessary (Chvátal 1979, see [`minimise`](crate::selection::minimise())).
    ///
    /// O(s log s) steps, for the sum s of the covered goals over all tests, if gains change little
    /// and few tests become superfluous; s times the number of tests at worst.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::selection::minimise;
    /// use sbst::subsumption::CoverageMatrix;
    ///
    /// // Test 0 covers all goals, and tells none of them apart.
    /// let tests = [vec![0, 1, 2], vec![0], vec![1], vec![0, 1]]
    ///     .map(|test| test.into_iter().map(GoalId::new).collect::<Vec<_>>());
    /// let suite = CoverageMatrix::from_tests(3, tests.clone())?;
    /// assert_eq!(minimise(&tests.clone().map(|test| (1, test))), [0]);
    /// let kept = suite.keep_apart(|_| 1);
    /// assert_eq!(kept, [0, 1, 3]);
    /// let small =
    ///     CoverageMatrix::from_tests(3, kept.iter().map(|&test| tests[test].clone()))?;
    /// assert!(small.diagnosability().groups().eq(suite.diagnosability().groups()));
    /// # Ok::<(), sbst::subsumption::CoverageError>(())
    /// ```
    #[must_use]
    pub fn keep_apart<C: Ord>(&self, cost: impl Fn(usize) -> C) -> Vec<usize> {
        let costs: Vec<C> = (0..self.tests).map(cost).collect();
        // From here on a test is its rank by cost, so that "cheapest, then first" is "least rank":
        // the sort is stable.
        let mut by_cost: Vec<usize> = (0..self.tests).collect();
        sort_by(&mut by_cost, |&a, &b| costs[a].cmp(&costs[b]));
        let groups = Groups::of(self, &by_cost);
        let chosen = groups.greedy();
        let mut kept: Vec<usize> =
            groups.without_superfluous(chosen).into_iter().map(|rank| by_cost[rank]).collect();
        sort(&mut kept);
        kept
    }
}

/// Ambiguity groups and tests. A test is its rank by cost: the cheapest test has rank 0.
struct Groups {
    /// For each group, the ranks of the tests that cover it, ascending. The last group is covered
    /// by no test.
    tests: Vec<Vec<u32>>,
    /// For each test, by its rank, the groups that it covers, ascending.
    covers: Vec<Vec<u32>>,
}

impl Groups {
    /// Creates the groups of a matrix. `by_cost` lists the tests by their cost.
    fn of(matrix: &CoverageMatrix, by_cost: &[usize]) -> Self {
        let mut rank = vec![0_u32; by_cost.len()];
        for (place, &test) in by_cost.iter().enumerate() {
            rank[test] = place as u32;
        }
        let (mut tests, mut covers) = (Vec::new(), vec![Vec::new(); by_cost.len()]);
        let diagnosis = matrix.diagnosability();
        let firsts = diagnosis.groups().filter_map(|group| group.first());
        let row = |goal: &GoalId| matrix.row(goal.number());
        for row in firsts.map(row).filter(|row| !row.is_empty()) {
            let mut covering: Vec<u32> = ones(row).map(|test| rank[test]).collect();
            covering.sort_unstable();
            for &test in &covering {
                covers[test as usize].push(tests.len() as u32);
            }
            tests.push(covering);
        }
        // The group that no test covers, whether or not there is such a goal.
        tests.push(Vec::new());
        Self { tests, covers }
    }

    /// Returns the ranks of the tests of the greedy choice, ascending.
    fn greedy(&self) -> Vec<usize> {
        // At the start, all groups are in one class. Gains only fall: pairs that are apart stay apart.
        let mut partition = Partition::new(self.tests.len());
        let gain = |partition: &mut Partition, rank: usize| partition.gain(&self.covers[rank]);
        greedy(&mut partition, self.covers.len(), gain, |partition, rank| {
            partition.split(&self.covers[rank]);
        })
    }

    /// Drops the chosen tests that the other chosen tests make superfluous, the most expensive
    /// first. Returns the ranks that stay.
    ///
    /// A test is necessary exactly if two groups differ in this test only. Comparing all pairs of
    /// groups would be quadratic. Instead, each group gets a number: the exclusive or of the
    /// scattered numbers of its tests. Two groups that differ in test t only have numbers that
    /// differ by the number of t, so a search in the sorted numbers finds the other group. Groups
    /// with the right number are compared, so a collision costs time, and never changes the answer.
    fn without_superfluous(&self, chosen: Vec<usize>) -> Vec<usize> {
        let mut is_kept = vec![false; self.covers.len()];
        for &rank in &chosen {
            is_kept[rank] = true;
        }
        let mut number = vec![0_u64; self.tests.len()];
        for &rank in &chosen {
            for &group in &self.covers[rank] {
                number[group as usize] ^= scatter(rank);
            }
        }
        let index = |number: &[u64]| {
            let mut index: Vec<(u64, u32)> = number.iter().copied().zip(0..).collect();
            index.sort_unstable();
            index
        };
        let mut sorted = index(&number);
        // Invariant: `number` and `sorted` are about the kept tests.
        for &rank in chosen.iter().rev() {
            let is_needed = self.covers[rank].iter().any(|&group| {
                let other = number[group as usize] ^ scatter(rank);
                let start = sorted.partition_point(|entry| entry.0 < other);
                let same = sorted[start..].iter().take_while(|entry| entry.0 == other);
                same.into_iter()
                    .any(|&(_, other)| self.differ_only_in(rank, group, other, &is_kept))
            });
            if is_needed {
                continue;
            }
            is_kept[rank] = false;
            for &group in &self.covers[rank] {
                number[group as usize] ^= scatter(rank);
            }
            sorted = index(&number);
        }
        chosen.into_iter().filter(|&rank| is_kept[rank]).collect()
    }

    /// Returns `true` if the kept tests that cover `group` are those that cover `other` and the
    /// test `rank`.
    fn differ_only_in(&self, rank: usize, group: u32, other: u32, is_kept: &[bool]) -> bool {
        let kept = |group: u32| {
            self.tests[group as usize].iter().copied().filter(|&test| is_kept[test as usize])
        };
        kept(group).filter(|&test| test as usize != rank).eq(kept(other))
    }
}

/// Partition of the groups: two groups are in one class if no chosen test tells them apart.
struct Partition {
    /// For each group, its class.
    class: Vec<u32>,
    /// For each class, the number of its groups.
    size: Vec<u64>,
    /// For each class, the number of its groups that a test covers, while this test is counted; 0
    /// at all other times.
    hit: Vec<u64>,
    /// For each class, while it is split, the class to which its covered groups go.
    to: Vec<u32>,
}

impl Partition {
    /// Creates the partition with a single class of `groups` groups.
    fn new(groups: usize) -> Self {
        Self { class: vec![0; groups], size: vec![groups as u64], hit: vec![0], to: vec![0] }
    }

    /// Counts for each class how many of these groups it has.
    fn count(&mut self, groups: &[u32]) {
        for &group in groups {
            self.hit[self.class[group as usize] as usize] += 1;
        }
    }

    /// Returns the number of pairs of groups that the chosen tests do not tell apart, and a test
    /// with these groups does. Linear in the groups.
    fn gain(&mut self, groups: &[u32]) -> u64 {
        self.count(groups);
        let mut pairs = 0;
        for &group in groups {
            let class = self.class[group as usize] as usize;
            // A class counts once, where it is met first. Taking its count also clears it for the
            // next test.
            let hit = core::mem::take(&mut self.hit[class]);
            pairs += hit * (self.size[class] - hit);
        }
        pairs
    }

    /// Splits the classes by a test that covers these groups. Linear in the groups.
    fn split(&mut self, groups: &[u32]) {
        self.count(groups);
        for &group in groups {
            let class = self.class[group as usize] as usize;
            let hit = core::mem::take(&mut self.hit[class]);
            if hit > 0 {
                // The class is met first. Its covered groups get a new class, unless the test
                // covers all of the class.
                self.to[class] =
                    if hit == self.size[class] { class as u32 } else { self.size.len() as u32 };
                if hit < self.size[class] {
                    self.size[class] -= hit;
                    self.size.push(hit);
                    self.hit.push(0);
                    self.to.push(0);
                }
            }
            self.class[group as usize] = self.to[class];
        }
    }
}

/// Returns a number of 64 bits for a test. The numbers look random, and are the same on every
/// platform.
///
/// Source: the finaliser of SplitMix64, in Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators" (2014).
fn scatter(test: usize) -> u64 {
    let mut z = (test as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
