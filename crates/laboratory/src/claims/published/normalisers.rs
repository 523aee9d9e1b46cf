//! Normalisers and rules.

use super::{claim, default};
use crate::claims::{Claim, Expectation, Matters};
use crate::results::Measure;
use crate::search::{Engine, Standard};
use sbst::distance::{Normaliser, Rules};

pub(super) fn normalisers() -> Vec<Claim> {
    let rational = || Standard::new("x/(x+1)").with_normaliser(Normaliser::RATIONAL);
    let exponential = Standard::new("1-1.001^-x").with_normaliser(Normaliser::EXPONENTIAL);
    // In sums over goals the size of the numbers counts, and not only their order.
    let suites = |name: &str, normaliser| {
        Standard::new(name).by(Engine::WholeSuites).with_normaliser(normaliser)
    };
    let suites_rational = || suites("whole suites, x/(x+1)", Normaliser::RATIONAL);
    let suites_exponential = suites("whole suites, 1-1.001^-x", Normaliser::EXPONENTIAL);
    let suites_logarithmic = suites("whole suites, log x/(1+x)", Normaliser::LOGARITHMIC);
    let logarithmic = Standard::new("log x/(1+x)").with_normaliser(Normaliser::LOGARITHMIC);
    let claims = vec![
        claim(
            "normaliser",
            "Arcuri 2013",
            "Distances normalised by x/(x+1) need fewer executions than by 1 - 1.001^-x.",
            "significantly better on many of the problems; the paper is not among those at hand",
            Expectation::Better,
            [rational(), exponential],
            Matters::ALWAYS,
        ),
        claim(
            "logarithm",
            "ours",
            "The logarithm keeps more of large distances apart.",
            "-",
            Expectation::Nothing,
            [logarithmic, rational()],
            Matters::ALWAYS,
        ),
        claim(
            "normaliser suites",
            "Arcuri 2013",
            "With whole suites, distances normalised by x/(x+1) need fewer executions than by 1 - \
             1.001^-x.",
            "significantly better on many of the problems; the paper is not among those at hand",
            Expectation::Better,
            [suites_rational(), suites_exponential],
            Matters::ALWAYS,
        ),
        claim(
            "logarithm suites",
            "ours",
            "With whole suites, the logarithm needs fewer executions than x/(x+1).",
            "-",
            Expectation::Nothing,
            [suites_logarithmic, suites_rational()],
            Matters::ALWAYS,
        ),
        claim(
            "pairs",
            "ours",
            "Level and distance compared one after the other lose nothing to rounding.",
            "-",
            Expectation::Nothing,
            [default(), rational()],
            Matters::ALWAYS,
        ),
        claim(
            "rules",
            "ours",
            "The rules of EvoSuite and those of Tracey order the distances of one branch alike.",
            "-",
            Expectation::Close,
            [
                Standard::new("rules of EvoSuite, x/(x+1)")
                    .with_rules(Rules::EVOSUITE)
                    .with_normaliser(Normaliser::RATIONAL),
                Standard::new("rules of Tracey, x/(x+1)")
                    .with_rules(Rules::TRACEY)
                    .with_normaliser(Normaliser::RATIONAL),
            ],
            Matters::ALWAYS,
        ),
    ];
    claims.into_iter().map(|claim| Claim { measure: Measure::Effort, ..claim }).collect()
}
