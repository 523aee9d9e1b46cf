//! DynaMOSA: all goals within reach at once, by preference and by Pareto fronts; exceptions become
//! goals when they are first seen.
//!
//! Source: Panichella, Kifetew, Tonella, "Automated Test Case Generation as a Many-Objective
//! Optimisation Problem with Dynamic Selection of the Targets" (2018).

use crate::subjects::Test;
use crate::task::{Found, Task, size};
use sbst::campaign::CampaignError;
use sbst::objective::Criterion;
use sbst::selection::{Ranker, keep};

/// Tests of a generation.
const SIZE: usize = 20;

pub(crate) fn search(task: &mut Task) -> Result<Found, CampaignError> {
    let criteria = [Criterion::Branch, Criterion::Exception];
    let mut campaign = task.campaign()?.criteria(criteria).build_by_cost(size)?;
    let (mut ranker, mut population) = (Ranker::new(), Vec::<Test>::new());
    while !campaign.frontier().active().is_empty() && campaign.runs() < task.budget {
        let parents = population.len();
        for _ in 0..SIZE {
            let inputs = task.child(&population[..parents]);
            let row = task.watch(&mut campaign, &inputs)?.row.to_vec();
            population.push(Test { inputs, row });
        }
        let shorter =
            |_, a: usize, b: usize| size(&population[a].inputs).cmp(&size(&population[b].inputs));
        let best = ranker.select(&population, campaign.frontier().active(), SIZE, shorter);
        keep(&mut population, best);
    }
    Ok(Found::of(&campaign))
}
