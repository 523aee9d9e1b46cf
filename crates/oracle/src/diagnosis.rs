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
}
