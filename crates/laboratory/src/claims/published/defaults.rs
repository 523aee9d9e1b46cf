//! What the crate `sbst` does by default, against what else it offers. A default that loses is
//! changed.

use super::{claim, default, sooner};
use crate::claims::{Claim, Expectation, Matters};
use crate::search::{Base, Engine, Standard};
use sbst::distance::Rules;
use sbst::selection::{Density, Sampling};

pub(super) fn defaults() -> Vec<Claim> {
    let sampled = |name: &str, sampling| {
        Standard::new(name).by(Engine::Sampled { sampling, base: Base::Goals })
    };
    let goals = || sampled("goals, default sampling", Sampling::default());
    let row = |name, statement, sides| {
        sooner(claim(name, "ours", statement, "-", Expectation::Nothing, sides, Matters::ALWAYS))
    };
    vec![
        row(
            "default rules",
            "The default rules of distances need fewer executions than those of EvoSuite.",
            [default(), Standard::new("default, rules of EvoSuite").with_rules(Rules::EVOSUITE)],
        ),
        row(
            "default density",
            "Fronts ordered by sub-vector dominance need fewer executions than by crowding \
             distance.",
            [default(), Standard::new("default, crowding").with_density(Density::Crowding)],
        ),
        row(
            "default sampling",
            "Goals that were sampled least since a test came nearer need fewer executions than \
             goals drawn uniformly.",
            [goals(), sampled("goals, uniform", Sampling::UNIFORM)],
        ),
        row(
            "default sampling against MIO",
            "The default sampling, which also samples goals that no test reached, needs fewer \
             executions than that of MIO.",
            [goals(), sampled("goals, MIO", Sampling::MIO)],
        ),
    ]
}
