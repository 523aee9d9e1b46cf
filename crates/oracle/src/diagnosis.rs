//! How well tests tell where a fault is: the definitions, pair by pair.

use std::collections::BTreeSet;

/// By test: the components that it covers, which are numbered from 0.
#[derive(Clone, Debug)]
pub struct Suite {
    pub tests: Vec<BTreeSet<usize>>,
    pub components: usize,
}

impl Suite {
    /// Some of the tests.
    pub fn of(&self, tests: impl IntoIterator<Item = usize>) -> Self {
        Self {
            tests: tests.into_iter().map(|test| self.tests[test].clone()).collect(),
            components: self.components,
        }
    }

    fn are_apart(&self, a: usize, b: usize) -> bool {
        self.tests.iter().any(|test| test.contains(&a) != test.contains(&b))
    }

    /// All that no test tells from a component, and the component.
    pub fn group(&self, component: usize) -> Vec<usize> {
        (0..self.components).filter(|&other| !self.are_apart(component, other)).collect()
    }

    /// By their first components.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        (0..self.components)
            .map(|component| self.group(component))
            .collect::<BTreeSet<_>>()
            .into_iter()
            .collect()
    }

    pub fn density(&self) -> f64 {
        let ones = self.tests.iter().map(BTreeSet::len).sum::<usize>();
        let all = self.tests.len() * self.components;
        if all == 0 { 0.0 } else { ones as f64 / all as f64 }
    }

    /// Of all ordered pairs of two tests, those that differ.
    pub fn diversity(&self) -> f64 {
        let (mut pairs, mut differ) = (0, 0);
        for (i, a) in self.tests.iter().enumerate() {
            for (j, b) in self.tests.iter().enumerate() {
                pairs += usize::from(i != j);
                differ += usize::from(i != j && a != b);
            }
        }
        if pairs == 0 { 0.0 } else { differ as f64 / pairs as f64 }
    }

    /// For each faulty component, each place at which it is found among those of its group.
    pub fn inspections(&self) -> f64 {
        let mean = |size: usize| (1..=size).sum::<usize>() as f64 / size as f64;
        let sum: f64 =
            (0..self.components).map(|component| mean(self.group(component).len())).sum();
        if self.components == 0 { 0.0 } else { sum / self.components as f64 }
    }

    /// Whether these tests cover what all tests cover, and tell apart what all tests tell apart.
    pub fn keeps(&self, tests: impl IntoIterator<Item = usize>) -> bool {
        let some = self.of(tests);
        let covered = |suite: &Self| suite.tests.iter().flatten().copied().collect::<BTreeSet<_>>();
        covered(&some) == covered(self) && some.groups() == self.groups()
    }

    /// The least number of tests that keep all, by trying every set of tests.
    pub fn fewest(&self) -> u32 {
        let members = |set: u32| (0..self.tests.len()).filter(move |test| set >> test & 1 == 1);
        let sets = (0..1_u32 << self.tests.len()).filter(|&set| self.keeps(members(set)));
        sets.map(u32::count_ones).min().expect("all tests keep all")
    }

    /// Always the test that tells most pairs of groups apart that are not yet; of equals the
    /// cheapest, then the first. Then the most expensive ones go that are not missed.
    pub fn greedy(&self, costs: &[usize]) -> Vec<usize> {
        // Component `components` is one that no test covers.
        let with_nothing = Self { tests: self.tests.clone(), components: self.components + 1 };
        let firsts: Vec<usize> = with_nothing.groups().iter().map(|group| group[0]).collect();
        let mut chosen: Vec<usize> = Vec::new();
        loop {
            let now = with_nothing.of(chosen.iter().copied());
            let gain = |test: &BTreeSet<usize>| {
                let left = |a: usize, b: usize| {
                    !now.are_apart(a, b) && test.contains(&a) != test.contains(&b)
                };
                firsts
                    .iter()
                    .flat_map(|&a| firsts.iter().map(move |&b| (a, b)))
                    .filter(|&(a, b)| a < b && left(a, b))
                    .count()
            };
            let best = (0..self.tests.len()).max_by_key(|&test| {
                (gain(&self.tests[test]), std::cmp::Reverse(costs[test]), std::cmp::Reverse(test))
            });
            match best {
                Some(best) if gain(&self.tests[best]) > 0 => chosen.push(best),
                _ => break,
            }
        }
        let mut by_cost = chosen.clone();
        by_cost.sort_by_key(|&test| std::cmp::Reverse((costs[test], test)));
        for test in by_cost {
            let others: Vec<usize> =
                chosen.iter().copied().filter(|&other| other != test).collect();
            if self.keeps(others.iter().copied()) {
                chosen = others;
            }
        }
        chosen.sort_unstable();
        chosen
    }
}
