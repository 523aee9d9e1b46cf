//! Searches for tests of each kind of subject, by any technique.

use super::evolution::{Evolution, Individual, Technique};
use super::mutated::Selected;
use super::{Mutated, Random, Subject};
use sbst::campaign::CampaignError;
use sbst::instrument::LinkedProgram;
use sbst::objective::Criterion;
use sbst::selection::Frontier;
use sbst::subsumption::smart::Smart;
use std::error::Error;
use std::ops::RangeInclusive;

/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

/// A search whose tests are rows of integers.
pub(crate) type Numbers = Evolution<Vec<i64>>;

/// For all branches of a subject.
pub(crate) fn branches(
    subject: &Subject,
    technique: Technique,
    seed: u64,
    budget: u32,
) -> Result<Numbers, Box<dyn Error>> {
    let campaign = subject.campaign()?.criteria([Criterion::Branch]);
    Ok(run(Evolution::towards(campaign, technique)?, subject, technique, seed, budget)?)
}

/// The same, with statements as goals beside the branches.
pub(crate) fn branches_and_statements(
    subject: &Subject,
    seed: u64,
    budget: u32,
) -> Result<Numbers, Box<dyn Error>> {
    let (graph, technique) = (subject.graph()?, Technique::DEFAULT);
    let branches = subject.branch_goals(&graph)?.len();
    let campaign = subject.campaign()?.criteria([Criterion::Branch, Criterion::Statement]);
    Ok(run(
        Evolution::towards(campaign, technique)?.until(branches),
        subject,
        technique,
        seed,
        budget,
    )?)
}

/// For the branches of the first function of a subject, which call others.
pub(crate) fn flags(
    subject: &Subject,
    technique: Technique,
    seed: u64,
    budget: u32,
) -> Result<Numbers, Box<dyn Error>> {
    let mut campaign = subject
        .campaign()?
        .only(subject.functions()?.first().copied())
        .criteria([Criterion::Branch]);
    if let Some(gradient) = technique.gradient() {
        campaign = campaign.flags(LinkedProgram::linked()?.flags().clone(), gradient);
    }
    Ok(run(Evolution::towards(campaign, technique)?, subject, technique, seed, budget)?)
}

/// For eight criteria, or for those of their goals that smart selection leaves.
pub(crate) fn criteria(
    mutated: &Mutated,
    smart: Option<Smart>,
    seed: u64,
    budget: u32,
) -> Result<(Numbers, Selected), Box<dyn Error>> {
    let for_dynamosa = |smart| Smart { keeps_branches: true, ..smart };
    let (campaign, selected) = mutated.campaign(smart.map(for_dynamosa))?;
    let search = Evolution::towards(campaign, Technique::DEFAULT)?;
    Ok((run(search, &mutated.subject, Technique::DEFAULT, seed, budget)?, selected))
}

fn run(
    search: Numbers,
    subject: &Subject,
    technique: Technique,
    seed: u64,
    budget: u32,
) -> Result<Numbers, CampaignError> {
    let (mut random, mut draws) = (Random(seed), Random(!seed));
    let mut search = search.with_draws(move || draws.unit());
    let child = |population: &[Individual<Vec<i64>>], frontier: &Frontier| {
        let parents = if technique.random { &[] } else { population };
        child(parents, frontier, &mut random, subject.inputs)
    };
    search.run_by(budget, POPULATION, child, |campaign, inputs, then| {
        subject.watch(campaign, inputs).map(then)
    })?;
    Ok(search)
}

/// The inputs of a test with one or more of them changed, half of the time those of one of the
/// best; at first random ones.
fn child(
    population: &[Individual<Vec<i64>>],
    frontier: &Frontier,
    random: &mut Random,
    ranges: &[RangeInclusive<i64>],
) -> Vec<i64> {
    if population.is_empty() {
        return random.inputs(ranges);
    }
    // Preferred tests come first, and there is at most one for each active goal.
    let preferred = random.draw(&(0..=1)) == 0;
    let last = if preferred {
        frontier.active().len().clamp(1, population.len())
    } else {
        population.len()
    };
    let parent = random.draw(&(0..=last as i64 - 1)) as usize;
    random.child(&population[parent].test, ranges)
}
