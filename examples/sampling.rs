//! Which goal a search should sample next, measured on the small subjects of the examples.
//!
//! `cargo run --release --features all --example sampling [-- --seeds N] [--budget N] [--fresh
//! PERCENT]`
//!
//! `experiment/sampling.rs` has the searches: they change the test nearest to the goal that the
//! campaign chooses, by one sampling or another, or any test that covered something new. It prints
//! the same everywhere.

#[allow(dead_code, reason = "other examples use the rest")]
#[path = "experiment/sampling.rs"]
mod sampling;
#[allow(dead_code, reason = "other examples use the rest")]
#[path = "experiment/statistics.rs"]
mod statistics;
mod subjects;

use sampling::{Tried, Variant, measure, of_subjects, search, variants};
use sbst::objective::Criterion;
use statistics::Outcome;
use std::error::Error;
use subjects::{Random, Subject};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut seeds, mut budget, mut fresh) = (30, 5_000, 10);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let number = words.next().ok_or_else(|| format!("{word} needs a number"))?.parse()?;
        match word.as_str() {
            "--seeds" => seeds = number,
            "--budget" => budget = number,
            "--fresh" => fresh = number,
            _ => return Err(format!("there is no option {word}").into()),
        }
    }
    let crashed = subjects::CRASHED.iter().map(|crashed| &crashed.subject);
    let mutated = subjects::MUTATED.iter().map(|mutated| &mutated.subject);
    let all: Vec<&Subject> = subjects::ALL
        .iter()
        .chain(&subjects::FLOATS)
        .chain(&subjects::FRAGILE)
        .chain(crashed)
        .chain(mutated)
        .chain(&subjects::FLAGGED)
        .collect();
    let variants = variants();
    let one = |subject: usize, variant, seed| {
        one(all[subject], variant, seed, budget, fresh as f64 / 100.0)
    };
    let samples = measure(all.len(), &variants, seeds, |subject, variant, seed| {
        one(subject, variant, seed).map_err(|error| error.to_string())
    })?;
    println!(
        "{seeds} searches each for the branches of {} functions, {budget} executions, {fresh} % \
         of them new tests.\n",
        all.len()
    );
    print!("{}", of_subjects(&variants, &samples));
    Ok(())
}

fn one(
    subject: &Subject,
    variant: Variant,
    seed: u64,
    budget: u64,
    fresh: f64,
) -> Result<Outcome, Box<dyn Error>> {
    let campaign = subject.campaign()?.criteria([Criterion::Branch]).sampling(variant.sampling);
    let mut campaign = campaign.build_by_cost(Tried::<Vec<i64>>::newest_first)?;
    let [mut random, mut draws] = [Random(seed), Random(!seed)];
    let make = |parent: Option<&Vec<i64>>| match parent {
        Some(parent) => random.child(parent, subject.inputs),
        None => random.inputs(subject.inputs),
    };
    Ok(search(
        &mut campaign,
        variant,
        (budget, fresh),
        || draws.unit(),
        make,
        |campaign, test| subject.watch(campaign, test).map(|outcome| !outcome.covered.is_empty()),
    )?)
}
