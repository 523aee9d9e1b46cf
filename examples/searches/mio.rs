//! MIO: for each goal the tests that came nearest, of which one is mutated at a time.
//!
//! The goal is the one that was sampled least since a test came nearer to it than any before. Over
//! the first half of the budget the search narrows: ever fewer tests for each goal, ever fewer new
//! ones, ever more mutations of the same one.
//!
//! Source: Arcuri, "Many Independent Objective (MIO) Algorithm for Test Suite Generation" (2017).

use crate::task::{Found, Inputs, Task};
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::fitness::Fitness;
use sbst::id::GoalId;
use sbst::objective::{Criterion, Roots};
use sbst::selection::{Mio, MioPhase, Populations, Sampling};
use std::cmp::Reverse;

/// Returns one of the tests of the goal that is sampled, or `None` for a new test: half of the time
/// at first, in the end never.
fn parent(
    task: &mut Task,
    campaign: &mut Campaign<Inputs>,
    nearest: &Populations<Inputs, Reverse<u64>>,
    phase: MioPhase,
) -> Option<(GoalId, Fitness, Inputs)> {
    if task.unit() < phase.random {
        return None;
    }
    let goal = campaign.next_goal(task.unit())?;
    let last = nearest.of(goal).len().checked_sub(1)?;
    let at = task.below(last as u64 + 1) as usize;
    nearest.of(goal).nth(at).map(|kept| (goal, kept.fitness, kept.test.clone()))
}

pub(crate) fn search(task: &mut Task) -> Result<Found, CampaignError> {
    let campaign = task.campaign()?.criteria([Criterion::Branch]).roots(Roots::All);
    let mut campaign = campaign.sampling(Sampling::MIO).build()?;
    let (mut nearest, mut run) = (Populations::<Inputs, _>::new(Mio::PUBLISHED.tests), 0);
    while !campaign.frontier().active().is_empty() && campaign.runs() < task.budget {
        let phase = Mio::PUBLISHED.at(campaign.runs() as f64 / task.budget as f64);
        nearest.resize(phase.tests);
        let mut parent = parent(task, &mut campaign, &nearest, phase);
        let mutations = if parent.is_some() { phase.mutations } else { 1 };
        for _ in 0..mutations {
            let inputs =
                if let Some((_, _, test)) = &parent { task.mutant(test) } else { task.random() };
            let outcome = task.watch(&mut campaign, &inputs)?;
            run += 1;
            for &goal in outcome.active {
                nearest.offer(goal, outcome.row[goal.index()], Reverse(run), || inputs.clone()); // of equal ones, the newest
            }
            // A mutant that is not worse is mutated next.
            if let Some((goal, fitness, test)) = &mut parent
                && outcome.row[goal.index()] <= *fitness
            {
                (*fitness, *test) = (outcome.row[goal.index()], inputs);
            }
        }
    }
    Ok(Found::of(&campaign))
}
