//! Searches compared with each other.

use super::{claim, default};
use crate::claims::{Claim, Expectation, Matters};
use crate::search::{Engine, Standard};

pub(super) fn searches() -> Vec<Claim> {
    let random = || Standard::new("random tests").by(Engine::Random);
    let corpus = || Standard::new("corpus").by(Engine::CORPUS);
    let feedback = || Standard::new("feedback and corpus").by(Engine::FEEDBACK);
    let mosa = Standard::new("MOSA").by(Engine::Mosa);
    let suites = || Standard::new("whole suites").by(Engine::WholeSuites);
    let row = |name, source, statement, figures, expects, sides| {
        claim(name, source, statement, figures, expects, sides, Matters::ALWAYS)
    };
    vec![
        row(
            "search",
            "ours",
            "A search covers more than random tests.",
            "-",
            Expectation::Nothing,
            [default(), random()],
        ),
        row(
            "DynaMOSA against MOSA",
            "Panichella, Kifetew, Tonella 2018",
            "Pursuing only the goals within reach covers more than pursuing all.",
            "the paper is not among those at hand",
            Expectation::Better,
            [default(), mosa],
        ),
        row(
            "DynaMOSA against suites",
            "Panichella, Kifetew, Tonella 2018",
            "Many objectives cover more than whole suites.",
            "the paper is not among those at hand",
            Expectation::Better,
            [default(), suites()],
        ),
        row(
            "corpus",
            "ours",
            "DynaMOSA covers more than a corpus of all tests that covered something new.",
            "-",
            Expectation::Nothing,
            [default(), corpus()],
        ),
        row(
            "goals and corpus",
            "ours",
            "Sampling of goals beside a corpus covers more than the corpus alone.",
            "-",
            Expectation::Nothing,
            [feedback(), corpus()],
        ),
        row(
            "goals against DynaMOSA",
            "ours",
            "Sampling of goals beside a corpus is compared with DynaMOSA.",
            "-",
            Expectation::Nothing,
            [feedback(), default()],
        ),
    ]
}
