//! Whole suites: an individual is a suite, and its fitness one number, the sum over all goals of
//! how near its nearest test came.
//!
//! Each test of a new suite is executed and counts, also where an old suite has the same one: so a
//! suite costs more than a test of the other searches.
//!
//! Source: Fraser, Arcuri, "Whole Test Suite Generation" (2013).

use crate::task::{Found, Inputs, Task};
use sbst::campaign::CampaignError;
use sbst::objective::suite::SuiteRow;
use sbst::objective::{Criterion, Roots};

/// Suites of a generation.
const SIZE: usize = 10;

pub(crate) fn search(task: &mut Task) -> Result<Found, CampaignError> {
    let mut campaign = task.campaign()?.criteria([Criterion::Branch]).roots(Roots::All).build()?;
    let mut population: Vec<(f64, Vec<Inputs>)> = vec![(f64::INFINITY, Vec::new()); SIZE];
    while !campaign.frontier().active().is_empty() && campaign.runs() < task.budget {
        for parent in 0..SIZE {
            let other = task.below(SIZE as u64) as usize;
            let (suite, mut nearest) =
                (task.suite([&population[parent].1, &population[other].1]), SuiteRow::new());
            for inputs in &suite {
                nearest.add(task.watch(&mut campaign, inputs)?.row);
            }
            population.push((nearest.sum(campaign.goals(), campaign.goals().ids()), suite));
        }
        population.sort_by(|a, b| a.0.total_cmp(&b.0));
        population.truncate(SIZE);
    }
    let tests = campaign.tests().suite().into_iter().cloned().collect(); // few tests that cover all
    Ok(Found { tests, ..Found::of(&campaign) })
}
