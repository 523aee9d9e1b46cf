//! Searches of a script that differ in which goal they sample next.

use super::Script;
use super::search::Test;
use crate::conditions;
use crate::experiment::sampling::{Tried, Variant, search};
use crate::experiment::statistics::Outcome;
use crate::random::Random;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::objective::branch_goals;
use std::error::Error;
use std::rc::Rc;

/// One search; `budget` is a number of executions, and the part of them that are new tests.
pub(crate) fn sample(
    script: &Script,
    variant: Variant,
    seed: u64,
    budget: (u64, f64),
) -> Result<Outcome, CampaignError> {
    let campaign = Campaign::builder().graph(script.graph().clone()).sampling(variant.sampling);
    let campaign = campaign.goals(|program, goals| goals.extend(branch_goals(program.graph())));
    let mut campaign = campaign.build_by_cost(Tried::<Test>::newest_first)?;
    // The engine needs a trace of its own.
    let trace = Rc::new(campaign.goals().trace(campaign.graph()));
    let [mut random, mut draws] = [Random(seed), Random(!seed)];
    let make = |parent: Option<&Test>| match parent {
        Some(parent) => parent.child(&mut random),
        None => Test::random(script, &mut random),
    };
    search(
        &mut campaign,
        variant,
        budget,
        || draws.unit(),
        make,
        |campaign, test| {
            trace.reset();
            test.test.run(script, &trace);
            campaign.offer(test, &trace).map(|outcome| !outcome.covered.is_empty())
        },
    )
}

/// One search for branches, and for the vectors of MC/DC if `mcdc` says so.
pub(crate) fn search_conditions(
    script: &Script,
    mcdc: bool,
    seed: u64,
    budget: u64,
) -> Result<(Outcome, usize), Box<dyn Error>> {
    let mut random = Random(seed);
    let make = |parent: Option<&Test>| match parent {
        Some(parent) => parent.child(&mut random),
        None => Test::random(script, &mut random),
    };
    conditions::search(script.graph(), mcdc, seed, budget, make, |trace, test| {
        test.run(script, trace);
    })
}
