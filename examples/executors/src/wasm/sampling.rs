//! Searches of a module that differ in which goal they sample next.

use super::module::Module;
use super::search::{Maker, Test, execute};
use crate::conditions;
use crate::experiment::sampling::{Tried, Variant, search};
use crate::experiment::statistics::Outcome;
use crate::random::Random;
use sbst::Campaign;
use sbst::campaign::CampaignError;
use sbst::objective::branch_goals;
use std::error::Error;

/// One search; `budget` is a number of executions, and the part of them that are new tests.
pub(crate) fn sample(
    module: &Module,
    variant: Variant,
    seed: u64,
    budget: (u64, f64),
) -> Result<Outcome, CampaignError> {
    let campaign = Campaign::builder().graph(module.graph().clone()).sampling(variant.sampling);
    let campaign = campaign.goals(|program, goals| goals.extend(branch_goals(program.graph())));
    let mut campaign = campaign.build_by_cost(Tried::<Test>::newest_first)?;
    let trace = campaign.goals().trace(campaign.graph());
    let (mut maker, mut draws) =
        (Maker { exports: module.exports(), random: Random(seed) }, Random(!seed));
    let make = |parent: Option<&Test>| match parent {
        Some(parent) => maker.child(parent),
        None => maker.random(&[]),
    };
    search(
        &mut campaign,
        variant,
        budget,
        || draws.unit(),
        make,
        |campaign, test| {
            trace.reset();
            execute(module, &trace, &test.test);
            campaign.offer(test, &trace).map(|outcome| !outcome.covered.is_empty())
        },
    )
}

/// One search for branches, and for the vectors of MC/DC if `mcdc` says so.
pub(crate) fn search_conditions(
    module: &Module,
    mcdc: bool,
    seed: u64,
    budget: u64,
) -> Result<(Outcome, usize), Box<dyn Error>> {
    let mut maker = Maker { exports: module.exports(), random: Random(seed) };
    let make = |parent: Option<&Test>| match parent {
        Some(parent) => maker.child(parent),
        None => maker.random(&[]),
    };
    conditions::search(module.graph(), mcdc, seed, budget, make, |trace, test| {
        _ = execute(module, trace, test);
    })
}
