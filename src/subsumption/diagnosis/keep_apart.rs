//! Few tests that keep covered goals covered, and ambiguity groups apart.
//!
//! Telling two groups apart is a goal: a test covers it that covers one group and not the other. A group that no test covers is added if
//! there is none; covering a goal is telling it from this group. So all that has to be kept is a set of pairs of groups, and the greedy
//! choice of [`minimise`](crate::selection::minimise()) applies.
//!
//! The pairs are too many to list: n groups have n (n - 1) / 2. The partition of the groups by the chosen tests says which pairs are left.
//! A test that covers k of the n groups of a class tells k (n - k) of its pairs apart.

use crate::id::GoalId;
use crate::sort::sort_by;
use crate::subsumption::CoverageMatrix;
use crate::subsumption::bits::ones;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;

impl CoverageMatrix {
    /// Picks few tests that together cover every goal that any test covers, and that tell all goals apart that the whole suite tells apart;
    /// returns their numbers, ascending. The [ambiguity groups](super::Diagnosability::groups) stay as they are, and with them uniqueness; density, diversity and DDU may change. No test is picked in
    /// vain: without any one of them a goal or a difference is lost.
    ///
    /// To find the fewest is NP-hard. This is the greedy choice: always the test that tells most pairs of groups apart that are not apart
    /// yet, among equals the one of the least cost, then the first. In the end the tests go that later ones have made superfluous, the most
    /// expensive first. For n groups it needs at most 1 + 2 ln n times as many tests as necessary (Chvátal 1979, see
    /// [`minimise`](crate::selection::minimise())).
    ///
    /// O(s log s) steps for the sum s of what the tests cover, if gains change little and few tests become superfluous; s times tests at
    /// worst.
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
        let mut by_cost: Vec<usize> = (0..self.tests).collect();
        sort_by(&mut by_cost, |&a, &b| costs[a].cmp(&costs[b]));
        let groups = Groups::of(self, &by_cost);
        let chosen = groups.greedy();
        let mut kept: Vec<usize> = groups.without_superfluous(chosen).into_iter().map(|rank| by_cost[rank]).collect();
        kept.sort_unstable();
        kept
    }
}

/// The ambiguity groups, with tests by their ranks, the cheapest of which is 0.
struct Groups {
    /// By group: the tests that cover it, ascending. The last group is the one that no test covers.
    tests: Vec<Vec<u32>>,
    /// By test: the groups that it covers, ascending.
    covers: Vec<Vec<u32>>,
}

impl Groups {
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
        tests.push(Vec::new());
        Self { tests, covers }
    }

    /// Returns the greedy choice, ascending.
    fn greedy(&self) -> Vec<usize> {
        let mut partition = Partition::new(self.tests.len());
        let mut heap: BinaryHeap<(u64, Reverse<usize>)> = BinaryHeap::with_capacity(self.covers.len());
        for (rank, groups) in self.covers.iter().enumerate() {
            heap.push((partition.gain(groups), Reverse(rank)));
        }
        let mut chosen = Vec::new();
        while let Some((gain, Reverse(rank))) = heap.pop() {
            // It can only have become less: pairs that are apart stay apart.
            let now = partition.gain(&self.covers[rank]);
            if now == 0 {
                continue;
            }
            if now < gain {
                heap.push((now, Reverse(rank)));
                continue;
            }
            partition.split(&self.covers[rank]);
            chosen.push(rank);
        }
        chosen.sort_unstable();
        chosen
    }

    /// Drops the tests that the others make superfluous, the most expensive first.
    ///
    /// A test is necessary iff two groups differ in this test only. To look for them among all groups, each has a number: the exclusive
    /// or of the numbers of its tests. Groups with equal numbers are compared, so that chance decides about time only.
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
        for &rank in chosen.iter().rev() {
            let is_needed = self.covers[rank].iter().any(|&group| {
                let other = number[group as usize] ^ scatter(rank);
                let start = sorted.partition_point(|entry| entry.0 < other);
                let same = sorted[start..].iter().take_while(|entry| entry.0 == other);
                same.into_iter().any(|&(_, other)| self.differ_only_in(rank, group, other, &is_kept))
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

    /// Returns `true` if a test that covers `group`, alone among those that are kept, does not cover `other`.
    fn differ_only_in(&self, rank: usize, group: u32, other: u32, is_kept: &[bool]) -> bool {
        let kept = |group: u32| self.tests[group as usize].iter().copied().filter(|&test| is_kept[test as usize]);
        kept(group).filter(|&test| test as usize != rank).eq(kept(other))
    }
}

/// The groups by what the chosen tests tell apart.
struct Partition {
    /// By group.
    class: Vec<u32>,
    /// By class: how many groups there are.
    size: Vec<u64>,
    /// By class: how many groups of it a test covers, while it is counted; 0 otherwise.
    hit: Vec<u64>,
    /// By class, while it is split: the class of those that are covered.
    to: Vec<u32>,
}

impl Partition {
    fn new(groups: usize) -> Self {
        Self { class: vec![0; groups], size: vec![groups as u64], hit: vec![0], to: vec![0] }
    }

    fn count(&mut self, groups: &[u32]) {
        for &group in groups {
            self.hit[self.class[group as usize] as usize] += 1;
        }
    }

    /// Returns the number of pairs that a test tells apart, and that are not apart yet. Linear in the groups that it covers.
    fn gain(&mut self, groups: &[u32]) -> u64 {
        self.count(groups);
        let mut pairs = 0;
        for &group in groups {
            let class = self.class[group as usize] as usize;
            // Each class counts where it is met first.
            let hit = core::mem::take(&mut self.hit[class]);
            pairs += hit * (self.size[class] - hit);
        }
        pairs
    }

    /// Chooses a test. Linear in the groups that it covers.
    fn split(&mut self, groups: &[u32]) {
        self.count(groups);
        for &group in groups {
            let class = self.class[group as usize] as usize;
            let hit = core::mem::take(&mut self.hit[class]);
            if hit > 0 {
                // Met first. A class that is covered as a whole stays as it is.
                self.to[class] = if hit == self.size[class] { class as u32 } else { self.size.len() as u32 };
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

/// Returns a number for each test that looks random (the finaliser of SplitMix64: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number
/// Generators", 2014).
fn scatter(test: usize) -> u64 {
    let mut z = (test as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
