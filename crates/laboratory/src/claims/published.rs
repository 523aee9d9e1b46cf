//! The claims of the publications that the crate `sbst` implements.

use super::{Claim, Expectation, Matters};
use crate::search::{Engine, Seeds, Standard};
use crate::technique::Count;
use sbst::distance::{Aggregation, Normaliser, Rules};
use sbst::fitness::Gate;
use sbst::fitness::block_coverage::Form;
use sbst::fitness::flag::FlagGradient;
use sbst::objective::{Criterion, Forms};
use sbst::seeding::pool::Rates;
use sbst::subsumption::smart::Smart;
use std::sync::Arc;

const FLAGS: Matters = Matters { text: "with a branch that depends on the result of a call", holds: |features| features.flags > 0 };
const THROWS: Matters =
    Matters { text: "in which exceptions leave blocks of straight-line code", holds: |features| features.thrown_in_blocks > 0 };
const USAGES: Matters = Matters { text: "with at least three usages", holds: |features| features.usages >= 3 };
const CALLS: Matters = Matters {
    text: "whose inputs are sequences of calls, with at least three usages",
    holds: |features| features.callees > 1 && features.usages >= 3,
};

/// Returns the claims, with the settings of the publications where they can be had.
///
/// Settings that stay ours: searches are bounded by executions, not by time; the gate of block coverage counts 20 executions as a second;
/// populations have 20 tests.
#[must_use]
pub fn published() -> Vec<Claim> {
    [normalisers(), block_coverage(), flags(), smart_selection(), seeding(), searches()].concat()
}

/// A claim that the subjects of this package cannot test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Untestable {
    /// A short name.
    pub name: &'static str,
    /// The publication.
    pub source: &'static str,
    /// What is claimed, with the published figures.
    pub statement: &'static str,
    /// Why it is not tested.
    pub reason: &'static str,
}

/// Returns the claims of the same publications that are not tested, with the reasons.
#[must_use]
pub const fn untestable() -> &'static [Untestable] {
    &[Untestable {
        name: "construction templates",
        source: "Lin et al. 2021, Table 1",
        statement: "Tests that begin with templates of the objects that a branch needs cover more: 78.8 % of branches instead of 70.4 % \
                    after 100 s, by DynaMOSA.",
        reason: "Templates need a dependence graph with the fields that each instruction reads and writes. The attribute does not draw it: \
                 in Rust, an object is built by a constructor or a literal, and its private fields cannot be set one by one.",
    }]
}

fn claim(
    name: &str,
    source: &str,
    statement: &str,
    figures: &str,
    expects: Expectation,
    sides: [Standard; 2],
    matters: Matters,
) -> Claim {
    let [technique, baseline] = sides;
    Claim {
        name: name.to_owned(),
        source: source.to_owned(),
        statement: statement.to_owned(),
        figures: figures.to_owned(),
        expects,
        technique: Arc::new(technique),
        baseline: Arc::new(baseline),
        count: Count::default(),
        matters,
    }
}

fn default() -> Standard {
    Standard::new("default")
}

fn normalisers() -> Vec<Claim> {
    let rational = || Standard::new("x/(x+1)").with_normaliser(Normaliser::RATIONAL);
    let exponential = Standard::new("1-1.001^-x").with_normaliser(Normaliser::EXPONENTIAL);
    let logarithmic = Standard::new("log x/(1+x)").with_normaliser(Normaliser::LOGARITHMIC);
    vec![
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
                Standard::new("rules of EvoSuite, x/(x+1)").with_rules(Rules::EVOSUITE).with_normaliser(Normaliser::RATIONAL),
                Standard::new("rules of Tracey, x/(x+1)").with_rules(Rules::TRACEY).with_normaliser(Normaliser::RATIONAL),
            ],
            Matters::ALWAYS,
        ),
    ]
}

fn block_coverage() -> Vec<Claim> {
    const BBC: &str = "Derakhshanfar et al. 2022";
    let gated = || Standard::new("blocks, gated").with_block_coverage(Form::Published, Gate::PUBLISHED);
    let plain = || Standard::new("blocks").with_block_coverage(Form::Published, Gate::OPEN);
    let exact = || Standard::new("blocks, exact").with_block_coverage(Form::Exact, Gate::OPEN);
    let branches = "Block coverage as secondary objective of DynaMOSA, behind the gate of 60 s and 0.5, covers more branches.";
    let mut exceptions = claim(
        "blocks exceptions",
        &format!("{BBC}, RQ 1.2"),
        "Block coverage as secondary objective of DynaMOSA raises more implicit exceptions.",
        "75.1 % to 80.3 % of exceptions; large effects on 67 of 219 classes for it, on 8 against it",
        Expectation::Better,
        [gated(), default()],
        THROWS,
    );
    exceptions.count = Count::of([Criterion::Branch, Criterion::Exception]);
    vec![
        claim(
            "blocks gated",
            &format!("{BBC}, RQ 1.1"),
            branches,
            "74.5 % to 76.1 % of branches; large effects on 59 of 219 classes for it, on none against it",
            Expectation::Better,
            [gated(), default()],
            THROWS,
        ),
        claim(
            "blocks",
            "ours",
            "Block coverage at every tie, without a gate, covers more branches.",
            "-",
            Expectation::Nothing,
            [plain(), default()],
            THROWS,
        ),
        claim(
            "blocks exact",
            "ours",
            "The exact form of block coverage does as well as the published one.",
            "-",
            Expectation::Nothing,
            [exact(), plain()],
            THROWS,
        ),
        exceptions,
    ]
}

fn flags() -> Vec<Claim> {
    const FLAG: &str = "Lin et al. 2020";
    let none = || Standard::new("no flags").with_flags(None);
    let none_tracey = Standard::new("no flags, rules of Tracey").with_flags(None).with_rules(Rules::TRACEY);
    let printed = Standard::new("flags, as published").with_flags(Some(FlagGradient::published())).with_rules(Rules::TRACEY);
    let with = |name: &str, gradient: FlagGradient| Standard::new(name).with_flags(Some(gradient));
    let least = with("flags, least", FlagGradient::new().over_activations(Aggregation::Min));
    let mean = with("flags, mean", FlagGradient::new().over_activations(Aggregation::Mean));
    let pooled = with("flags, pooled", FlagGradient::published());
    vec![
        claim(
            "flags",
            &format!("{FLAG}, Fig. 5"),
            "Distances within called functions cover more branches.",
            "51.1 % of branches instead of 47.9 %; more coverage on 255 of 807 methods, less on 50",
            Expectation::Better,
            [printed, none_tracey],
            FLAGS,
        ),
        claim(
            "flags default",
            "ours",
            "Distances within called functions, in the default form, cover more branches.",
            "-",
            Expectation::Nothing,
            [default(), none()],
            FLAGS,
        ),
        claim(
            "flags harmonic",
            &format!("{FLAG}, Eq. 3"),
            "Several calls count by the harmonic mean of their distances.",
            "chosen there, not compared",
            Expectation::Nothing,
            [default(), least],
            FLAGS,
        ),
        claim(
            "flags mean",
            "ours",
            "The harmonic mean of several calls is compared with the arithmetic mean.",
            "-",
            Expectation::Nothing,
            [default(), mean],
            FLAGS,
        ),
        claim(
            "flags pooled",
            &format!("{FLAG}, Algorithm 1"),
            "All iterations of a loop count together.",
            "chosen there, not compared",
            Expectation::Nothing,
            [pooled, default()],
            FLAGS,
        ),
    ]
}

fn smart_selection() -> Vec<Claim> {
    const SMART: &str = "Zhou et al. 2024";
    let rows = [
        (
            "smart suites",
            "4.2 (RQ 1)",
            "With whole suites, smart selection covers more goals of eight criteria.",
            "better on 121 of 400 classes, worse on 20",
            Expectation::Better,
            Engine::WholeSuites,
        ),
        (
            "smart MOSA",
            "4.3 (RQ 2)",
            "With MOSA, smart selection covers more goals of eight criteria.",
            "better on 78 of 400 classes, worse on 42",
            Expectation::Better,
            Engine::Mosa,
        ),
        (
            "smart DynaMOSA",
            "4.4 (RQ 3)",
            "With DynaMOSA, smart selection covers about as many goals of eight criteria.",
            "better on 32 of 400 classes, worse on 40",
            Expectation::Close,
            Engine::DynaMosa,
        ),
    ];
    let build = |(name, section, statement, figures, expects, engine): (&str, &str, _, _, _, Engine)| {
        let all = Standard::new(format!("{name}: all criteria")).by(engine).in_forms(Forms::PUBLISHED);
        // With DynaMOSA branches stay, since other goals wait for them (4.4).
        let smart = Smart { keeps_branches: engine == Engine::DynaMosa, ..Smart::published() };
        let kept = Standard::new(format!("{name}: selected")).by(engine).in_forms(Forms::PUBLISHED).with_smart(smart);
        let mut claim = claim(name, &format!("{SMART}, {section}"), statement, figures, expects, [kept, all], Matters::ALWAYS);
        claim.count = Count::of(Criterion::SMART);
        claim
    };
    rows.map(build).into()
}

fn seeding() -> Vec<Claim> {
    const SEED: &str = "Derakhshanfar et al. 2020";
    let tests = || Standard::new("usages as seeds").with_seeds(Seeds::Usages(Rates::TEST_SEEDING));
    let model = || Standard::new("walks through a usage model").with_seeds(Seeds::Model(Rates::MODEL_SEEDING));
    vec![
        claim(
            "model seeding",
            &format!("{SEED}, Table 4"),
            "Walks through a model of usages, as first tests, help a search. Published for the reproduction of crashes; here it is branch \
             coverage.",
            "crash reproduction: better on 4 of 124 crashes, worse on 1",
            Expectation::Better,
            [model(), default()],
            CALLS,
        ),
        claim(
            "test seeding",
            &format!("{SEED}, Table 4"),
            "Existing tests, as first tests, help a search about as often as they harm. Published for the reproduction of crashes; here it is \
             branch coverage.",
            "crash reproduction: better on 1 or 2 of 124 crashes, worse on 4 or 5",
            Expectation::Nothing,
            [tests(), default()],
            USAGES,
        ),
        claim(
            "models against tests",
            &format!("{SEED}, Table 4"),
            "Walks through a model of usages help more than the usages themselves. Published for the reproduction of crashes; here it is \
             branch coverage.",
            "crash reproduction: 8 more crashes",
            Expectation::Better,
            [model(), tests()],
            CALLS,
        ),
    ]
}

fn searches() -> Vec<Claim> {
    let random = || Standard::new("random tests").by(Engine::Random);
    let corpus = || Standard::new("corpus").by(Engine::CORPUS);
    let feedback = || Standard::new("feedback and corpus").by(Engine::FEEDBACK);
    let mosa = Standard::new("MOSA").by(Engine::Mosa);
    let suites = || Standard::new("whole suites").by(Engine::WholeSuites);
    let row =
        |name, source, statement, figures, expects, sides| claim(name, source, statement, figures, expects, sides, Matters::ALWAYS);
    vec![
        row("search", "ours", "A search covers more than random tests.", "-", Expectation::Nothing, [default(), random()]),
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
