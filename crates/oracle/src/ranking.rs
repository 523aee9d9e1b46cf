//! All that F13 says about ranking: dominance, fronts, preference, density, selection; and minimal
//! suites. Every sentence of the definition is a loop; nothing is sorted that the definition does
//! not sort.

use sbst::distance::Distance;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::selection::{Density, ObjectiveValue};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fmt::Debug;

/// A value whose order and number are stated once more.
pub trait Value: ObjectiveValue + Debug {
    /// Less is better.
    fn order(self, other: Self) -> Ordering;

    /// What crowding distances add up.
    fn number(self) -> f64;
}

impl Value for f64 {
    /// NaN is worst, and equal to itself.
    fn order(self, other: Self) -> Ordering {
        self.partial_cmp(&other).unwrap_or_else(|| self.is_nan().cmp(&other.is_nan()))
    }
    fn number(self) -> f64 {
        if self.is_nan() { f64::INFINITY } else { self }
    }
}

impl Value for Distance {
    fn order(self, other: Self) -> Ordering {
        self.get().order(other.get())
    }
    fn number(self) -> f64 {
        self.get().number()
    }
}

impl Value for Fitness {
    fn order(self, other: Self) -> Ordering {
        self.level.cmp(&other.level).then_with(|| self.distance.order(other.distance))
    }
    fn number(self) -> f64 {
        match self {
            Self::NEVER => f64::INFINITY,
            _ if self.distance == Distance::INFINITE => f64::from(self.level) + 1.0,
            _ => self.scalar(),
        }
    }
}

impl Value for u8 {
    fn order(self, other: Self) -> Ordering {
        self.cmp(&other)
    }
    fn number(self) -> f64 {
        f64::from(self)
    }
}

/// Rows, and the goals that count.
#[derive(Clone, Copy)]
pub struct Ranked<'a, V> {
    pub rows: &'a [Vec<V>],
    pub goals: &'a [GoalId],
}

/// Which of two rows is preferred for a goal.
pub type Preference<'a> = &'a dyn Fn(GoalId, usize, usize) -> Ordering;

impl<V: Value> Ranked<'_, V> {
    fn value(&self, row: usize, goal: GoalId) -> Option<V> {
        self.rows.get(row)?.get(goal.index()).copied()
    }

    /// What is missing is worst, and equal to what is missing.
    pub fn order(&self, a: usize, b: usize, goal: GoalId) -> Ordering {
        match (self.value(a, goal), self.value(b, goal)) {
            (Some(a), Some(b)) => a.order(b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        }
    }

    /// No worse for all goals, better for one.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        self.goals.iter().all(|&goal| self.order(a, b, goal).is_le())
            && self.goals.iter().any(|&goal| self.order(a, b, goal).is_lt())
    }

    /// The rows that no other one dominates are a front; so are, without them, those that then no
    /// other one dominates; and so on.
    pub fn fronts(&self, mut left: Vec<usize>) -> Vec<Vec<usize>> {
        let dominated_by = |row: &usize| {
            left.iter().copied().filter(|&other| self.dominates(other, *row)).collect::<Vec<_>>()
        };
        let dominators: Vec<(usize, Vec<usize>)> =
            left.iter().map(|row| (*row, dominated_by(row))).collect();
        let mut fronts = Vec::new();
        while !left.is_empty() {
            let free = dominators.iter().filter(|(row, others)| {
                left.contains(row) && !others.iter().any(|other| left.contains(other))
            });
            let front: Vec<usize> = free.map(|&(row, _)| row).collect();
            left.retain(|row| !front.contains(row));
            fronts.push(front);
        }
        fronts
    }

    pub fn all_fronts(&self) -> Vec<Vec<usize>> {
        self.fronts((0..self.rows.len()).collect())
    }

    /// The rows that have the least value for a goal.
    pub fn least(&self, goal: GoalId) -> Vec<usize> {
        let all = 0..self.rows.len();
        all.clone()
            .filter(|&row| all.clone().all(|other| self.order(row, other, goal).is_le()))
            .collect()
    }

    /// By goal: of the rows with the least value the first, unless a later one is preferred to the
    /// best so far.
    pub fn preferred(&self, prefer: Preference<'_>) -> Vec<usize> {
        let best = |&goal: &GoalId| {
            let challenge = |best, challenger| {
                if prefer(goal, challenger, best).is_lt() { challenger } else { best }
            };
            self.least(goal).into_iter().reduce(challenge)
        };
        self.goals.iter().filter_map(best).collect()
    }

    pub fn preference_fronts(&self, prefer: Preference<'_>) -> Vec<Vec<usize>> {
        let preferred: BTreeSet<usize> = self.preferred(prefer).into_iter().collect();
        let rest = (0..self.rows.len()).filter(|row| !preferred.contains(row)).collect();
        [vec![preferred.into_iter().collect()], self.fronts(rest)].concat()
    }

    /// For each row of the front: the most goals for which one of the front is better.
    pub fn sub_vector_dominances(&self, front: &[usize]) -> Vec<u32> {
        let wins = |j: usize, i: usize| {
            self.goals.iter().filter(|&&goal| self.order(j, i, goal).is_lt()).count() as u32
        };
        front.iter().map(|&i| front.iter().map(|&j| wins(j, i)).max().unwrap_or(0)).collect()
    }

    /// For each row of the front: the gaps between its neighbours, each as a part of the range of
    /// its goal.
    pub fn crowding_distances(&self, front: &[usize]) -> Vec<f64> {
        let mut sums = vec![0.0; front.len()];
        let mut goals = self.goals.to_vec();
        goals.sort();
        for goal in goals {
            // What is infinite, or was not measured, is as far beyond the finite numbers as they
            // are apart.
            let raw =
                |place: usize| self.value(front[place], goal).map_or(f64::INFINITY, Value::number);
            let finite = || (0..front.len()).map(raw).filter(|number| number.is_finite());
            let (least, most) = (
                finite().min_by(f64::total_cmp).unwrap_or(0.0),
                finite().max_by(f64::total_cmp).unwrap_or(0.0),
            );
            let apart = if least == most { 1.0 } else { most - least };
            let number = |place: usize| match raw(place) {
                f64::INFINITY => (most + apart).min(f64::MAX),
                f64::NEG_INFINITY => (least - apart).max(f64::MIN),
                number => number,
            };
            let mut places: Vec<usize> = (0..front.len()).collect();
            // A stable sort: equal ones stay in the order of the front.
            places.sort_by(|&a, &b| raw(a).partial_cmp(&raw(b)).expect("a number"));
            let (Some(&first), Some(&last)) = (places.first(), places.last()) else { break };
            let (least, most) = (number(first), number(last));
            if least == most {
                continue;
            }
            sums[first] = f64::INFINITY;
            sums[last] = f64::INFINITY;
            for near in places.windows(3) {
                let (before, after) = (number(near[0]), number(near[2]));
                let finite = (most - least).is_finite();
                let part = if finite {
                    (after - before) / (most - least)
                } else {
                    (after / 2.0 - before / 2.0) / (most / 2.0 - least / 2.0)
                };
                sums[near[1]] += part;
            }
        }
        sums
    }

    /// All rows of such fronts, the best first.
    pub fn order_of(&self, fronts: Vec<Vec<usize>>, density: Density) -> Vec<usize> {
        let sorted = |front: Vec<usize>| {
            let keys = match density {
                Density::Crowding => {
                    self.crowding_distances(&front).into_iter().map(|distance| -distance).collect()
                }
                _ => self
                    .sub_vector_dominances(&front)
                    .into_iter()
                    .map(f64::from)
                    .collect::<Vec<_>>(),
            };
            let mut keyed: Vec<(f64, usize)> = keys.into_iter().zip(front).collect();
            keyed.sort_by(|a, b| a.partial_cmp(b).expect("never NaN"));
            keyed.into_iter().map(|(_, row)| row).collect::<Vec<_>>()
        };
        fronts.into_iter().flat_map(sorted).collect()
    }
}

/// What a test costs and covers.
pub type Covering<C> = (C, BTreeSet<GoalId>);

pub fn union<'a, C: 'a>(tests: impl IntoIterator<Item = &'a Covering<C>>) -> BTreeSet<GoalId> {
    tests.into_iter().flat_map(|(_, goals)| goals.iter().copied()).collect()
}

/// Greedy: most new goals, then cheapest, then first; in the end without those that the others make
/// superfluous, the most expensive (and last) first.
pub fn greedy<C: Ord>(tests: &[Covering<C>]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let covered = union(chosen.iter().map(|&test| &tests[test]));
        let gain = |test: usize| tests[test].1.difference(&covered).count();
        let mut best = None;
        for test in (0..tests.len()).filter(|&test| gain(test) > 0) {
            let better = |best: usize| {
                gain(test) > gain(best)
                    || (gain(test) == gain(best) && tests[test].0 < tests[best].0)
            };
            if best.is_none_or(better) {
                best = Some(test);
            }
        }
        let Some(best) = best else { break };
        chosen.push(best);
    }
    chosen.sort_by(|&a, &b| tests[b].0.cmp(&tests[a].0).then(b.cmp(&a)));
    let all = union(tests);
    for test in chosen.clone() {
        let others = chosen.iter().filter(|&&other| other != test);
        if union(others.map(|&other| &tests[other])) == all {
            chosen.retain(|&other| other != test);
        }
    }
    chosen.sort_unstable();
    chosen
}

/// The size of the smallest suite, by trying all.
pub fn fewest<C>(tests: &[Covering<C>]) -> u32 {
    let all = union(tests);
    let chosen = |set: u32| {
        (0..tests.len()).filter(move |test| set >> test & 1 == 1).map(|test| &tests[test])
    };
    let suites = (0..1_u32 << tests.len()).filter(|&set| union(chosen(set)) == all);
    suites.map(u32::count_ones).min().expect("all tests together")
}
