//! A population of tests, ranked over goals: MOSA and DynaMOSA.

use super::breeding::Breeding;
use super::generated::count_generated;
use super::secondary::{Kept, Tie};
use super::{Engine, Standard};
use crate::inputs::Random;
use crate::subject::Test;
use crate::technique::{Run, SearchError};
use sbst::Campaign;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::objective::Roots;
use sbst::published::{Signals, Timings};
use sbst::selection::{Ranker, keep};
use std::sync::Arc;
use std::time::Duration;

/// A test, and how near it comes to each goal.
struct Individual {
    test: Test,
    row: Vec<Fitness>,
    /// With a secondary objective only.
    kept: Option<Kept>,
}

impl AsRef<[Fitness]> for Individual {
    fn as_ref(&self) -> &[Fitness] {
        &self.row
    }
}

/// Searches by a population.
pub(super) fn search(technique: &Standard, run: &mut Run<'_>) -> Result<(), SearchError> {
    let roots = if technique.engine == Engine::Mosa { Roots::All } else { Roots::Active };
    let mut campaign: Campaign<Test> = technique.parts.campaign(run)?.roots(roots).build()?;
    let lines = run.lines();
    let mut secondary = technique.secondary.as_ref().map(|make| make());
    let (mut draws, mut ranker, mut histories) =
        (run.random("gate"), Ranker::by(technique.density), Timings::new());
    let mut breeding = Breeding::new(run, technique.seeds, technique.population, technique.fresh);
    // The first ones are the preferred ones: each is the nearest to a goal.
    let (mut population, mut preferred): (Vec<Individual>, usize) = (Vec::new(), 0);
    while !run.is_over() {
        // Children first: of tests that are equally good, the first ones stay.
        let mut children: Vec<Individual> = Vec::new();
        while children.len() < technique.population && !run.is_over() {
            let test = breeding.child(|random| parent(&population, preferred, random));
            let outcome = run.execute(&mut campaign, &test)?;
            let mut row = outcome.row.to_vec();
            let kept =
                secondary.is_some().then(|| Kept::new(Arc::clone(&test), outcome.run.record()));
            technique.parts.judge(&mut row)?;
            if technique.gate.is_some() {
                histories.see(campaign.frontier().active(), &row, clock(run));
            }
            children.push(Individual { test, row, kept });
        }
        children.append(&mut population);
        population = children;
        let now = clock(run);
        let prefer = |goal: GoalId, a: usize, b: usize| {
            // Of the later generation, for children come before their parents: so the search drifts
            // over plateaus.
            let newer = a.cmp(&b);
            let Some(secondary) = &mut secondary else { return newer };
            let (Some(first), Some(second)) = (&population[a].kept, &population[b].kept) else {
                return newer;
            };
            let open = technique.gate.as_ref();
            let open = open.is_none_or(|gate| {
                gate.is_open(&histories.of(goal, now), Signals::NONE, now, draws.unit())
            });
            let (graph, goal) = (campaign.graph(), &campaign.goals().goal(goal));
            secondary.compare(&Tie { graph, lines: &lines, goal, first, second, open }).then(newer)
        };
        let survivors;
        (survivors, preferred) = ranker.select_all_preferred(
            &*population,
            campaign.frontier().active(),
            technique.population,
            prefer,
        );
        keep(&mut population, survivors);
    }
    count_generated(&mut campaign, run)?;
    for (name, count) in secondary.iter().flat_map(|secondary| secondary.counts()) {
        run.report(name, count);
    }
    Ok(())
}

/// Chooses a parent: half of the time one of the preferred tests, which come first.
fn parent<'p>(
    population: &'p [Individual],
    preferred: usize,
    random: &mut Random,
) -> Option<&'p Test> {
    if population.is_empty() {
        return None;
    }
    let among =
        if random.chance(1, 2) { preferred.clamp(1, population.len()) } else { population.len() };
    Some(&population[random.below(among)].test)
}

/// Returns the time of a search that takes ten minutes, as the published ones of block coverage do
/// (Derakhshanfar et al. 2022, 4.1.3).
fn clock(run: &Run<'_>) -> Duration {
    Duration::from_secs(600).mul_f64(run.progress())
}
