//! Usage models and existing tests as seeds (Derakhshanfar et al. 2020), for branch coverage.

use super::{CALLS, USAGES, claim, default, sooner};
use crate::claims::{Claim, Expectation};
use crate::search::{Seeds, Standard};
use sbst_seeding::pool::Rates;

pub(super) fn seeding() -> Vec<Claim> {
    let tests =
        || Standard::new("usages as seeds").starting_from(Seeds::Usages(Rates::TEST_SEEDING));
    let model = || {
        Standard::new("walks through a usage model")
            .starting_from(Seeds::Model(Rates::MODEL_SEEDING))
    };
    vec![
        claim(
            "model seeding",
            "ours",
            "Walks through a model of usages, as first tests, help to cover branches.",
            "for crashes only, see there",
            Expectation::Nothing,
            [model(), default()],
            CALLS,
        ),
        claim(
            "test seeding",
            "ours",
            "Existing tests, as first tests, help to cover branches.",
            "for crashes only, see there",
            Expectation::Nothing,
            [tests(), default()],
            USAGES,
        ),
        sooner(claim(
            "model seeding sooner",
            "ours",
            "Walks through a model of usages, as first tests, cover branches sooner.",
            "for crashes only, see there",
            Expectation::Nothing,
            [model(), default()],
            CALLS,
        )),
        sooner(claim(
            "test seeding sooner",
            "ours",
            "Existing tests, as first tests, cover branches sooner.",
            "for crashes only, see there",
            Expectation::Nothing,
            [tests(), default()],
            USAGES,
        )),
        claim(
            "models against tests",
            "ours",
            "Walks through a model of usages help more than the usages themselves to cover \
             branches.",
            "for crashes only, see there",
            Expectation::Nothing,
            [model(), tests()],
            CALLS,
        ),
    ]
}
