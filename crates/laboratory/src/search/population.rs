//! A population of tests, ranked over goals: MOSA and DynaMOSA.

use super::secondary::{Kept, Tie};
use super::seeds::Pool;
use super::{Engine, Standard};
use crate::inputs::Random;
use crate::subject::Test;
use crate::technique::{Run, SearchError};
use sbst::Campaign;
use sbst::fitness::{Fitness, Histories, Signals};
use sbst::id::GoalId;
use sbst::objective::Roots;
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
    let mut secondary = technique.secondary.as_ref().map(|make| make());
    let (mut random, mut draws, mut ranker, mut histories) =
        (run.random("tests"), run.random("gate"), Ranker::new(), Histories::new());
    let pool = Pool::new(technique.seeds, run.subject(), &mut run.random("seeds"));
    let mut population: Vec<Individual> = Vec::new();
    while !run.is_over() {
        // Children first: of tests that are equally good, the first ones stay.
        let mut children: Vec<Individual> = Vec::new();
        while children.len() < technique.population && !run.is_over() {
            let test = child(technique, run, &population, campaign.frontier().active().len(), &pool, &mut random);
            let outcome = run.execute(&mut campaign, &test)?;
            let mut row = outcome.row.to_vec();
            let kept = secondary.is_some().then(|| Kept::new(Arc::clone(&test), outcome.run.record()));
            technique.parts.judge(&mut row)?;
            if technique.gate.is_some() {
                histories.see(campaign.frontier().active(), &row, clock(run.executions()));
            }
            children.push(Individual { test, row, kept });
        }
        children.append(&mut population);
        population = children;
        let now = clock(run.executions());
        let prefer = |goal: GoalId, a: usize, b: usize| {
            // Of the later generation, for children come before their parents: so the search drifts over plateaus.
            let newer = a.cmp(&b);
            let Some(secondary) = &mut secondary else { return newer };
            let (Some(first), Some(second)) = (&population[a].kept, &population[b].kept) else { return newer };
            let open = technique.gate.as_ref();
            let open = open.is_none_or(|gate| gate.is_open(&histories.of(goal, now), Signals::NONE, now, draws.unit()));
            let identity = campaign.goals().goal(goal);
            secondary.compare(&Tie { graph: campaign.graph(), goal: &identity, first, second, open }).then(newer)
        };
        let survivors = ranker.select(&*population, campaign.frontier().active(), technique.population, prefer);
        keep(&mut population, survivors);
    }
    for (name, count) in secondary.iter().flat_map(|secondary| secondary.counts()) {
        run.report(name, count);
    }
    Ok(())
}

/// Makes a test: a new one, or a change of one or two of the population.
fn child(technique: &Standard, run: &Run<'_>, population: &[Individual], active: usize, pool: &Pool, random: &mut Random) -> Test {
    let shape = run.shape();
    if population.is_empty() {
        return Arc::new(pool.first(shape, random));
    }
    if let Some(seed) = pool.later(random) {
        return Arc::new(shape.change(&seed, random));
    }
    if random.unit() < technique.fresh {
        return Arc::new(shape.make(random));
    }
    // Preferred tests come first, and there is at most one for each active goal.
    let preferred = if random.chance(1, 2) { active.clamp(1, population.len()) } else { population.len() };
    let parent = &population[random.below(preferred)].test;
    if random.chance(1, 4) {
        let other = &population[random.below(population.len())].test;
        let crossed = shape.cross(parent, other, random);
        return Arc::new(if random.chance(1, 2) { shape.change(&crossed, random) } else { crossed });
    }
    Arc::new(shape.change(parent, random))
}

/// Returns the time of a search that makes 20 executions a second.
fn clock(executions: u64) -> Duration {
    Duration::from_millis(50) * u32::try_from(executions).unwrap_or(u32::MAX)
}
