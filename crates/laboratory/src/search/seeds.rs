//! The first tests of a search, and tests from outside that are taken later.

use crate::inputs::{Random, Shape, Value};
use crate::subject::Subject;
use sbst_seeding::behaviour::{Dissimilarity, select};
use sbst_seeding::pool::Rates;
use sbst_seeding::usage::{Choice, UsageModel};

/// Source of the tests that are not changes of earlier ones.
///
/// Source: Derakhshanfar, Devroey, Perrouin, Zaidman, van Deursen 2020. The publication seeds
/// objects for the reproduction of crashes; here an input takes the place of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Seeds {
    /// All are random.
    Random,
    /// Some are [usages](Subject::usages) of the subject: test seeding (3.4).
    Usages(Rates),
    /// Some are walks through a model of the usages, with random arguments: model seeding (3.3).
    /// For subjects that are not sequences of calls, all are random.
    Model(Rates),
}

/// Tests from outside.
pub(super) struct Pool {
    seeds: Vec<Value>,
    rates: Rates,
}

/// Number of rounds of the selection of behaviours.
const ROUNDS: usize = 50;
/// Number of calls of a walk.
const LONGEST: usize = 30;

impl Pool {
    /// Makes the tests. Of walks through a model, as many behaviours are selected as a population
    /// has tests (Derakhshanfar et al. 2020, 5.2.3).
    pub(super) fn new(
        seeds: Seeds,
        subject: &dyn Subject,
        population: usize,
        random: &mut Random,
    ) -> Self {
        let shape = subject.shape();
        let usages = || subject.usages().iter().filter(|usage| shape.fits(usage));
        match seeds {
            Seeds::Random => Self {
                seeds: Vec::new(),
                rates: Rates { pick_initial: 0.0, pick_change: 0.0, clone_test: 0.0 },
            },
            Seeds::Usages(rates) => Self { seeds: usages().cloned().collect(), rates },
            Seeds::Model(rates) => {
                let mut model = UsageModel::new();
                for usage in usages() {
                    model.train(callees(usage));
                }
                let walk = || model.walk(Choice::Uniform, LONGEST, || random.unit());
                let distance =
                    |a: &Vec<usize>, b: &Vec<usize>| Dissimilarity::JACCARD.between(a, b);
                let behaviours = select(population, ROUNDS, walk, distance);
                let seeds = behaviours
                    .iter()
                    .filter_map(|behaviour| shape.make_calls(behaviour, random))
                    .collect();
                Self { seeds, rates }
            }
        }
    }

    /// Returns one of the first tests.
    pub(super) fn first(&self, shape: &Shape, random: &mut Random) -> Value {
        // Clones and objects are two ways to the same thing, where a test is one input.
        let rates = self.rates;
        let chance = 1.0 - (1.0 - rates.pick_initial) * (1.0 - rates.clone_test);
        match self.pick(chance, random) {
            Some(seed) => seed.clone(),
            None => shape.make(random),
        }
    }

    /// Returns a test of which a part becomes part of another one, now and then.
    pub(super) fn later(&self, random: &mut Random) -> Option<&Value> {
        self.pick(self.rates.pick_change, random)
    }

    fn pick(&self, chance: f64, random: &mut Random) -> Option<&Value> {
        // Without seeds nothing is drawn, so that searches without them all have the same random
        // numbers.
        if self.seeds.is_empty() || random.unit() >= chance {
            return None;
        }
        random.one_of(&self.seeds)
    }
}

/// Returns the callees of a sequence of calls.
fn callees(usage: &Value) -> Vec<usize> {
    let Value::List(calls) = usage else { return Vec::new() };
    let callee = |call: &Value| match call {
        Value::Call(callee, _) => Some(*callee),
        _ => None,
    };
    calls.iter().filter_map(callee).collect()
}
