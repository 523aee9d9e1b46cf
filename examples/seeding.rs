//! Searches for tests of an interface that must be used in order: from random calls, from what other code does, and from a model of that.
//!
//! `cargo run --release --example seeding`
//!
//! The subject (`examples/subjects/session.rs`) reports to a `Trace`. It uses integers and fixed seeds, so it prints the same everywhere.

mod subjects;

use sbst::seeding::behaviour::{Dissimilarity, select};
use sbst::seeding::pool::{Pool, Rates};
use sbst::seeding::usage::{Choice, UsageModel};
use std::error::Error;
use subjects::Random;
use subjects::evolution::{Evolution, Individual};
use subjects::session::{self, Action};

/// Executions after which a search ends.
const BUDGET: u32 = 10_000;
const SEEDS: u64 = 30;
/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;
/// Calls of a random test, at most.
const LONGEST: u64 = 12;

/// What a search starts from, and takes new objects from.
#[derive(Clone, Copy, PartialEq)]
enum Seeding {
    Random,
    /// The usages as they are.
    Usages,
    /// Walks through their model that differ.
    Model,
}

fn main() -> Result<(), Box<dyn Error>> {
    let goals = session::graph()?.all_branches().len();
    println!(
        "{SEEDS} searches for tests that cover {goals} branches of a session of nine methods, given up after {BUDGET} executions."
    );
    println!("They start from random calls, from five usages in other code, or from walks through a model of these.\n");
    println!("start     all covered   executions (median)   branches covered (mean)");
    for (name, seeding) in [("random", Seeding::Random), ("usages", Seeding::Usages), ("model", Seeding::Model)] {
        let mut spent = Vec::new();
        let (mut complete, mut covered) = (0, 0);
        for seed in 0..SEEDS {
            let mut search = Evolution::new(session::graph()?);
            let mut tests = Tests::new(seeding, seed);
            search.run(BUDGET, POPULATION, |population, _| tests.child(population), |trace, calls| session::run(trace, calls));
            search.trace.check()?;
            complete += u32::from(search.frontier.covered_count() == goals);
            covered += search.frontier.covered_count() as u64;
            spent.push(search.executions);
        }
        spent.sort_unstable();
        let mean = format!("{}.{}", covered / SEEDS, 10 * (covered % SEEDS) / SEEDS);
        println!("{name:8} {complete:12} {:21} {mean:>25}", spent[spent.len() / 2]);
    }
    let model = model();
    println!(
        "\nThe model has {} states and {} independent walks, so as many behaviours are drawn;",
        model.states().count(),
        model.independent_walks()
    );
    println!("in one search, these:");
    let mut random = Random(0);
    for behaviour in behaviours(&model, &mut random) {
        println!("  {}", behaviour.iter().map(|action| format!("{action:?}").to_lowercase()).collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

fn model() -> UsageModel<Action> {
    let mut model = UsageModel::new();
    model.extend(session::usages());
    model
}

fn behaviours(model: &UsageModel<Action>, random: &mut Random) -> Vec<Vec<Action>> {
    let walk = || model.walk(Choice::Uniform, 30, || random.unit());
    select(model.independent_walks(), 50, walk, |a, b| Dissimilarity::JACCARD.of_multisets().between(a, b))
}

/// Calls with their arguments.
type Test = Vec<(Action, i64)>;

/// Where new tests come from.
struct Tests {
    pool: Pool<(), Test>,
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
        pool.fill((), &behaviours, 1, |actions| Some(actions.iter().map(|&action| (action, argument(&mut random))).collect()));
        Self { pool, random }
    }

    /// A seed or random calls at first; later a test of the population, or a seed now and then, with some calls changed.
    fn child(&mut self, population: &[Individual<Test>]) -> Test {
        let Self { pool, random } = self;
        let first = population.is_empty();
        let chance = if first { Rates::PUBLISHED.pick_initial } else { Rates::PUBLISHED.pick_change };
        let seed = pool.pick(&(), chance, || random.unit()).cloned();
        let mut calls = match (seed, first) {
            (Some(seed), _) => seed,
            (None, true) => (0..=random.below(LONGEST)).map(|_| call(random)).collect(),
            (None, false) => population[random.below(population.len() as u64) as usize].test.clone(),
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
