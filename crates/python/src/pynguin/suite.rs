//! Observations of all tests of a suite.

use super::observation::Observation;
use super::pair::normalised;
use pyo3::prelude::*;

/// Observations of all tests of a suite.
pub(super) struct Merged {
    pub(super) entered: Vec<bool>,
    counts: Vec<u64>,
    sides: Vec<[f64; 2]>,
}

impl Merged {
    /// Creates the observations of a suite without tests.
    pub(super) fn new(code_objects: usize, predicates: usize) -> Self {
        Self {
            entered: vec![false; code_objects],
            counts: vec![0; predicates],
            sides: vec![[f64::INFINITY; 2]; predicates],
        }
    }

    /// Adds the observations of a test.
    pub(super) fn add(&mut self, observation: &PyRef<'_, Observation>) {
        for (all, &one) in self.entered.iter_mut().zip(&observation.entered) {
            *all |= one;
        }
        for seen in &observation.evaluated {
            self.counts[seen.at] = self.counts[seen.at].saturating_add(seen.count);
            for (all, one) in self.sides[seen.at].iter_mut().zip(seen.sides) {
                *all = all.min(one);
            }
        }
    }

    /// Returns the fitness of one side of a predicate: 0 if it was taken, 1 if the predicate was
    /// evaluated less than twice, else the normalised least distance.
    pub(super) fn fitness(&self, predicate: usize, side: usize) -> f64 {
        let distance = self.sides[predicate][side];
        match self.counts[predicate] {
            _ if distance == 0.0 => 0.0,
            0 | 1 => 1.0,
            _ => normalised(distance),
        }
    }

    /// Returns `true` if one side of a predicate was taken.
    pub(super) fn covers(&self, predicate: usize, side: usize) -> bool {
        self.sides[predicate][side] == 0.0
    }
}
