//! A hill climber: towards one goal at a time, from the test that is nearest to it.

use crate::task::{Found, Task};
use sbst::campaign::CampaignError;
use sbst::objective::Criterion;
use sbst::selection::Sampling;

pub(crate) fn search(task: &mut Task) -> Result<Found, CampaignError> {
    let campaign = task.campaign()?.criteria([Criterion::Branch]);
    let mut campaign = campaign.sampling(Sampling::UNIFORM).build()?;
    while campaign.runs() < task.budget
        && let Some(goal) = campaign.next_goal(task.unit())
    {
        let near = campaign.nearest(goal).cloned().unwrap_or_else(|| task.random());
        for test in task.neighbours(&near) {
            task.watch(&mut campaign, &test)?;
        }
    }
    Ok(Found::of(&campaign))
}
