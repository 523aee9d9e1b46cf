//! Tests of a session: random calls, what other code does, or walks through a model of that.

use crate::subjects::Random;
use crate::subjects::evolution::{Evolution, Individual, Technique};
use crate::subjects::session::{self, Action};
use sbst::Campaign;
use sbst::objective::Criterion;
use sbst_seeding::behaviour::{Dissimilarity, select};
use sbst_seeding::pool::{Pool, Rates};
use sbst_seeding::usage::{Choice, UsageModel};
use std::error::Error;

/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;
/// Calls of a random test, at most.
const LONGEST: u64 = 12;

/// What a search starts from, and takes new objects from.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Seeding {
    Random,
    /// The usages as they are.
    Usages,
    /// Walks through their model that differ.
    Model,
}

pub(crate) fn model() -> UsageModel<Action> {
    let mut model = UsageModel::new();
    model.extend(session::usages());
    model
}

pub(crate) fn behaviours(model: &UsageModel<Action>, random: &mut Random) -> Vec<Vec<Action>> {
    let walk = || model.walk(Choice::Uniform, 30, || random.unit());
    select(model.independent_walks(), 50, walk, |a, b| {
        Dissimilarity::JACCARD.of_multisets().between(a, b)
    })
}

/// Calls with their arguments.
pub(crate) type Calls = Vec<(Action, i64)>;

/// A search for all branches.
pub(crate) fn search(
    seeding: Seeding,
    seed: u64,
    budget: u32,
) -> Result<Evolution<Calls>, Box<dyn Error>> {
    let campaign = Campaign::builder().graph(session::graph()?).criteria([Criterion::Branch]);
    let mut search = Evolution::towards(campaign, Technique::DEFAULT)?;
    let mut tests = Tests::new(seeding, seed);
    search.run(
        budget,
        POPULATION,
        |population, _| tests.child(population),
        |caller, calls| session::run(caller, calls),
    )?;
    Ok(search)
}

/// Where new tests come from.
struct Tests {
    pool: Pool<(), Calls>,
    random: Random,
}

impl Tests {
    fn new(seeding: Seeding, seed: u64) -> Self {
        let mut random = Random(seed);
        let behaviours = match seeding {
            Seeding::Random => Vec::new(),
            Seeding::Usages => session::usages().into(),
            Seeding::Model => behaviours(&model(), &mut random),
        };
        let mut pool = Pool::new();
        pool.fill((), &behaviours, 1, |actions| {
            Some(actions.iter().map(|&action| (action, argument(&mut random))).collect())
        });
        Self { pool, random }
    }

    /// A seed or random calls at first; later a test of the population, or a seed now and then,
    /// with some calls changed.
    fn child(&mut self, population: &[Individual<Calls>]) -> Calls {
        let Self { pool, random } = self;
        let first = population.is_empty();
        let chance = if first {
            Rates::MODEL_SEEDING.pick_initial
        } else {
            Rates::MODEL_SEEDING.pick_change
        };
        let seed = pool.pick(&(), chance, || random.unit()).cloned();
        let mut calls = match (seed, first) {
            (Some(seed), _) => seed,
            (None, true) => (0..=random.below(LONGEST)).map(|_| call(random)).collect(),
            (None, false) => {
                population[random.below(population.len() as u64) as usize].test.clone()
            }
        };
        while !first && random.below(2) == 0 {
            let at = random.below(calls.len() as u64 + 1) as usize;
            match random.below(4) {
                0 => calls.insert(at, call(random)),
                1 if at < calls.len() => drop(calls.remove(at)),
                _ if at < calls.len() => {
                    let step = 1 << random.below(10);
                    calls[at].1 = if random.below(4) == 0 {
                        argument(random)
                    } else {
                        calls[at].1 + if random.below(2) == 0 { step } else { -step }
                    };
                }
                _ => {}
            }
        }
        calls
    }
}

fn call(random: &mut Random) -> (Action, i64) {
    (Action::ALL[random.below(Action::ALL.len() as u64) as usize], argument(random))
}

fn argument(random: &mut Random) -> i64 {
    random.below(2_000) as i64 - 500
}
