//! MOSA: all goals that are not covered at once, by preference and by Pareto fronts.
//!
//! Source: Panichella, Kifetew, Tonella, "Reformulating Branch Coverage as a Many-Objective
//! Optimization Problem" (2015).

use crate::subjects::Test;
use crate::task::{Found, Task};
use sbst::campaign::CampaignError;
use sbst::objective::{Criterion, Roots};
use sbst::selection::{Ranker, keep};

/// Tests of a generation.
const SIZE: usize = 20;

pub(crate) fn search(task: &mut Task) -> Result<Found, CampaignError> {
    let mut campaign = task.campaign()?.criteria([Criterion::Branch]).roots(Roots::All).build()?;
    let (mut ranker, mut population) = (Ranker::new(), Vec::<Test>::new());
    while !campaign.frontier().active().is_empty() && campaign.runs() < task.budget {
        let parents = population.len();
        for _ in 0..SIZE {
            let inputs = task.child(&population[..parents]);
            let row = task.watch(&mut campaign, &inputs)?.row.to_vec();
            population.push(Test { inputs, row });
        }
        let best =
            ranker.select(&population, campaign.frontier().active(), SIZE, |_, a, b| b.cmp(&a)); // the newer one
        keep(&mut population, best);
    }
    Ok(Found::of(&campaign))
}
