//! Reproduction of crashes (Derakhshanfar et al. 2020 and 2022).

use super::{CALLS, USAGES, claim, sooner};
use crate::claims::{Claim, Expectation, Matters, On};
use crate::results::Measure;
use crate::search::{CrashFitness, Reproduction, Seeds};
use sbst_seeding::pool::Rates;

pub(super) fn crashes() -> Vec<Claim> {
    const BBC_TIME: &str = "Derakhshanfar et al. 2022, RQ 2.2";
    const BBC: &str = "Derakhshanfar et al. 2022, RQ 2.1";
    const SEED: &str = "Derakhshanfar et al. 2020, Table 4";
    const SEED_TIME: &str = "Derakhshanfar et al. 2020, Tables 5 and 7";
    let sum = || Reproduction::new("weighted sum", CrashFitness::WeightedSum);
    let calls = || Reproduction::new("STDistance", CrashFitness::StackDistance);
    let sum_blocks = || {
        Reproduction::new("weighted sum, blocks", CrashFitness::WeightedSum).with_block_coverage()
    };
    let calls_blocks = || {
        Reproduction::new("STDistance, blocks", CrashFitness::StackDistance).with_block_coverage()
    };
    // The population of the publication on seeds (5.2.3).
    let seeded = |name: &str, seeds| {
        Reproduction::new(name, CrashFitness::WeightedSum).with_population(100).starting_from(seeds)
    };
    let none = || seeded("weighted sum, population of 100", Seeds::Random);
    let model = || seeded("weighted sum, usage model", Seeds::Model(Rates::MODEL_SEEDING));
    let tests = || seeded("weighted sum, usages", Seeds::Usages(Rates::TEST_SEEDING));
    let claims = vec![
        more(claim(
            "crash weighted sum",
            BBC,
            "Block coverage as secondary objective of WeightedSum reproduces more crashes.",
            "74.8 % to 78.1 % of the searches; better on 4 of 124 crashes, worse on none",
            Expectation::Better,
            [sum_blocks(), sum()],
            Matters::ALWAYS,
        )),
        more(claim(
            "crash STDistance",
            BBC,
            "Block coverage as secondary objective of STDistance reproduces more crashes.",
            "70.5 % to 79.7 % of the searches; better on 10 of 124 crashes, worse on none",
            Expectation::Better,
            [calls_blocks(), calls()],
            Matters::ALWAYS,
        )),
        sooner(claim(
            "crash weighted sum sooner",
            BBC_TIME,
            "With block coverage as secondary objective, WeightedSum reproduces crashes sooner.",
            "significantly sooner on 54 of 124 crashes",
            Expectation::Better,
            [sum_blocks(), sum()],
            Matters::ALWAYS,
        )),
        sooner(claim(
            "crash STDistance sooner",
            BBC_TIME,
            "With block coverage as secondary objective, STDistance reproduces crashes sooner.",
            "significantly sooner on 56 of 124 crashes",
            Expectation::Better,
            [calls_blocks(), calls()],
            Matters::ALWAYS,
        )),
        sooner(claim(
            "crash fitness",
            "ours",
            "STDistance is compared with WeightedSum, both without a secondary objective.",
            "-",
            Expectation::Nothing,
            [calls(), sum()],
            Matters::ALWAYS,
        )),
        more(claim(
            "crash model seeding",
            SEED,
            "Walks through a model of usages, as first tests, reproduce more crashes.",
            "with the same rates (model s. 1.0) better on 4 of 124 crashes, worse on none",
            Expectation::Better,
            [model(), none()],
            CALLS,
        )),
        more(claim(
            "crash test seeding",
            SEED,
            "Existing tests, as first tests, help to reproduce crashes about as often as they harm.",
            "with the same rates (test s. 0.2) better on 1 of 59 crashes, worse on 4",
            Expectation::Nothing,
            [tests(), none()],
            USAGES,
        )),
        more(claim(
            "crash models and tests",
            "Derakhshanfar et al. 2020, 7.1",
            "Walks through a model of usages reproduce more crashes than the usages themselves.",
            "8 crashes that only some setting with models reproduced",
            Expectation::Better,
            [model(), tests()],
            CALLS,
        )),
        sooner(claim(
            "crash model seeding sooner",
            SEED_TIME,
            "Walks through a model of usages, as first tests, reproduce crashes sooner.",
            "with the same rates (model s. 1.0) 17 269 evaluations on average in place of 18 713; \
             medium or large effects on 5 of 124 crashes for it, on 1 against it",
            Expectation::Better,
            [model(), none()],
            CALLS,
        )),
        sooner(claim(
            "crash test seeding sooner",
            SEED_TIME,
            "Existing tests, as first tests, reproduce crashes later on average, and sooner about \
             as often as later.",
            "with the same rates (test s. 0.2) 14 089 evaluations on average in place of 10 467; \
             medium or large effects on 5 of 59 crashes for it, on 4 against it",
            Expectation::Nothing,
            [tests(), none()],
            USAGES,
        )),
    ];
    claims.into_iter().map(|claim| Claim { on: On::Crashes, ..claim }).collect()
}

/// A claim about how many searches reproduce a crash.
fn more(claim: Claim) -> Claim {
    Claim { measure: Measure::Success, ..claim }
}
