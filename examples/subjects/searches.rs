//! Searches for tests of each kind of subject, by any technique.

use super::evolution::{Evolution, Individual, Technique};
use super::mutated::Selected;
use super::{Flagged, Mutated, Random, Subject};
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::execution::Trace;
use sbst::id::Function;
use sbst::objective::{Criterion, Goal, Objective, branch_goals};
use sbst::selection::Frontier;
use sbst::subsumption::smart::Smart;
use std::error::Error;
use std::ops::RangeInclusive;

/// Tests that survive a generation, and children that they have.
const POPULATION: usize = 20;

/// A search whose tests are rows of integers.
pub(crate) type Numbers = Evolution<Vec<i64>>;

/// For all branches of a subject.
pub(crate) fn branches(subject: &Subject, technique: Technique, seed: u64, budget: u32) -> Result<Numbers, Box<dyn Error>> {
    let campaign = Campaign::builder().graph(subject.graph()?).criteria([Criterion::Branch]);
    Ok(run(Evolution::towards(campaign, technique)?, subject, technique, seed, budget)?)
}

/// The same, with statements as goals beside the branches.
pub(crate) fn branches_and_statements(subject: &Subject, seed: u64, budget: u32) -> Result<Numbers, Box<dyn Error>> {
    let (graph, technique) = (subject.graph()?, Technique::DEFAULT);
    let branches = branch_goals(&graph).count();
    let campaign = Campaign::builder().graph(graph).criteria([Criterion::Branch, Criterion::Statement]);
    Ok(run(Evolution::towards(campaign, technique)?.until(branches), subject, technique, seed, budget)?)
}

/// For the branches of the first function of a subject, which call others.
pub(crate) fn flags(flagged: &Flagged, technique: Technique, seed: u64, budget: u32) -> Result<Numbers, Box<dyn Error>> {
    let graph = flagged.subject.graph()?;
    let flags = flagged.flags(&graph)?;
    let mut campaign = Campaign::builder().graph(graph).goals(|program, goals| {
        let graph = program.graph();
        let own =
            |goal: Goal| matches!(goal, Goal::Branch(branch) if graph.function_of(graph.edge(branch).source) == Function::new(0));
        goals.extend(branch_goals(graph).filter(|branch| own(Objective::<Trace>::goal(branch))));
    });
    if let Some(gradient) = technique.gradient() {
        campaign = campaign.flags(flags, gradient);
    }
    Ok(run(Evolution::towards(campaign, technique)?, &flagged.subject, technique, seed, budget)?)
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

fn run(search: Numbers, subject: &Subject, technique: Technique, seed: u64, budget: u32) -> Result<Numbers, CampaignError> {
    let (mut random, mut draws) = (Random(seed), Random(!seed));
    let mut search = search.with_draws(move || draws.unit());
    let child = |population: &[Individual<Vec<i64>>], frontier: &Frontier| {
        let parents = if technique.random { &[] } else { population };
        child(parents, frontier, &mut random, subject.inputs)
    };
    search.run(budget, POPULATION, child, |caller, inputs| (subject.run)(caller, inputs))?;
    Ok(search)
}

/// The inputs of a test with one or more of them changed, half of the time those of one of the best; at first random ones.
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
    let last = if preferred { frontier.active().len().clamp(1, population.len()) } else { population.len() };
    let parent = random.draw(&(0..=last as i64 - 1)) as usize;
    random.child(&population[parent].test, ranges)
}
