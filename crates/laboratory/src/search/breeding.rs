//! How tests are made of tests.

use super::Seeds;
use super::seeds::Pool;
use crate::inputs::{Random, Shape, Value};
use crate::subject::Test;
use crate::technique::Run;
use std::sync::Arc;

/// Makes tests: new ones, changes of one, and mixtures of two. All searches share it, so that they
/// differ in what they keep.
pub(super) struct Breeding<'s> {
    shape: &'s Shape,
    pool: Pool,
    fresh: f64,
    pub(super) random: Random,
}

impl<'s> Breeding<'s> {
    pub(super) fn new(run: &Run<'s>, seeds: Seeds, population: usize, fresh: f64) -> Self {
        let pool = Pool::new(seeds, run.subject(), population, &mut run.random("seeds"));
        Self { shape: run.shape(), pool, fresh, random: run.random("tests") }
    }

    /// Makes one of the first tests.
    pub(super) fn first(&mut self) -> Test {
        Arc::new(self.pool.first(self.shape, &mut self.random))
    }

    /// Makes a test of parents, which `parent` chooses. Without parents, makes one of the first
    /// tests.
    pub(super) fn child<'p>(
        &mut self,
        mut parent: impl FnMut(&mut Random) -> Option<&'p Test>,
    ) -> Test {
        let Some(first) = parent(&mut self.random) else { return self.first() };
        if self.random.unit() < self.fresh {
            return Arc::new(self.shape.make(&mut self.random));
        }
        let other = if self.random.chance(1, 4) { parent(&mut self.random) } else { None };
        let Some(other) = other else { return self.changed(first) };
        let crossed = self.shape.cross(first, other, &mut self.random);
        if self.random.chance(1, 2) { self.changed(&crossed) } else { Arc::new(crossed) }
    }

    /// Changes a test. Now and then a part of a seed takes the place of a part of the test first.
    pub(super) fn changed(&mut self, test: &Value) -> Test {
        let (shape, random) = (self.shape, &mut self.random);
        Arc::new(match self.pool.later(random) {
            Some(seed) => shape.change(&shape.cross(test, seed, random), random),
            None => shape.change(test, random),
        })
    }
}
