//! MIO: for each goal the tests that came nearest, of which one is mutated at a time.
//!
//! The goal is the one that was sampled least since a test came nearer to it than any before. Over the first half of the budget the
//! search narrows: ever fewer tests for each goal, ever fewer new ones, ever more mutations of the same one.
//!
//! Source: Arcuri, "Many Independent Objective (MIO) Algorithm for Test Suite Generation" (2017).

use crate::task::{Found, Inputs, Task};
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::objective::{Criterion, Roots};
use sbst::selection::Populations;
use std::cmp::Reverse;

pub(crate) fn search(task: &mut Task) -> Result<Found, CampaignError> {
    let mut campaign = Campaign::builder().graph(task.graph()?).criteria([Criterion::Branch]).roots(Roots::All).build()?;
    let (mut nearest, mut sampled, mut run) = (Populations::<Inputs, _>::new(10), vec![0; campaign.goals().len()], 0);
    while !campaign.frontier().active().is_empty() && campaign.runs() < task.budget {
        let focus = task.budget.min(2 * campaign.runs()); // from 0 to the budget
        nearest.resize(10 - (9 * focus / task.budget) as usize);
        // Of the goals that have tests, the one sampled least.
        let known = campaign.frontier().active().iter().copied().filter(|&goal| nearest.of(goal).len() > 0);
        let goal = known.min_by_key(|goal| sampled[goal.index()]);
        let (mut parent, mut mutations) = (None, 1);
        // A new test half of the time at first, in the end never.
        if let Some(goal) = goal
            && task.below(2 * task.budget) >= task.budget - focus
        {
            let at = task.below(nearest.of(goal).len() as u64) as usize;
            parent = nearest.of(goal).nth(at).map(|kept| (goal, kept.fitness, kept.test.clone()));
            mutations += 9 * focus / task.budget;
            sampled[goal.index()] += 1;
        }
        for _ in 0..mutations {
            let inputs = if let Some((_, _, test)) = &parent { task.mutant(test) } else { task.random() };
            let outcome = campaign.run(&inputs, |caller, inputs| task.run(caller, inputs))?;
            for goal in outcome.nearer {
                sampled[goal.index()] = 0;
            }
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
