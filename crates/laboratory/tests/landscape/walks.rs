//! What landscapes of small functions look like.

use crate::subjects;
use sbst::distance::{Normaliser, Rules};
use sbst::fitness::flag::FlagGradient;
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::landscape::{
    Acceptance, AdaptiveWalks, Formula, GoalLandscape, Landscape, LandscapeSettings,
};
use sbst_laboratory::subject::{Instrumented, Subject};

fn settings() -> LandscapeSettings {
    let adaptive = AdaptiveWalks { walks: 5, ..AdaptiveWalks::default() };
    LandscapeSettings { seed: 4, walks: 4, steps: 300, lags: 3, adaptive }
}

fn plain() -> Formula {
    Formula::new("plain")
}

fn of(subject: &Instrumented, formula: &Formula) -> Landscape {
    Landscape::of(subject, formula, &settings()).expect("a landscape")
}

/// The branch on `true` of the decision that is hardest to satisfy.
fn on_true(landscape: &Landscape) -> &GoalLandscape {
    let mut goals = landscape.goals.iter().filter(|goal| goal.name.ends_with("on true"));
    goals.next().expect("a branch on true")
}

fn neutrality(goal: &GoalLandscape) -> f64 {
    goal.measures.as_ref().expect("it is measured").neutrality
}

#[test]
fn a_needle_is_a_plateau() {
    let landscape = of(&subjects::hidden(), &plain());
    let needle = on_true(&landscape);
    let measures = needle.measures.as_ref().expect("it is measured");
    assert!(measures.neutrality > 0.98, "{measures:?}");
    assert!(measures.information_content < 0.1, "{measures:?}");
    assert!(measures.open_neutrality > Some(0.98), "{measures:?}");
    assert!(needle.measured == 1.0 && needle.covered < 0.02);
    // Wherever a walk begins, it ends there.
    assert_eq!(
        (needle.adaptive.successes, needle.adaptive.optima, needle.adaptive.moves),
        (0, 1, 0)
    );
    assert_eq!(needle.adaptive.optimal_inputs, 5);
    assert!(!needle.features.is_flag, "nothing is declared of code that is not instrumented");
}

#[test]
fn a_slope_leads_down() {
    let landscape = of(&subjects::slope(), &plain());
    let small = on_true(&landscape);
    let measures = small.measures.as_ref().expect("it is measured");
    assert_eq!(small.adaptive.success(), Some(1.0));
    assert_eq!((small.features.is_in_loop, small.features.nesting), (false, 0));
    assert!((0.1..0.98).contains(&measures.neutrality), "{measures:?}");
    assert!(
        measures.open_neutrality < Some(0.2),
        "only inputs that cover the branch are a plateau: {measures:?}"
    );
    assert!(measures.autocorrelation[0] > Some(0.5), "{measures:?}");
    assert!(measures.correlation_length > Some(1.0), "{measures:?}");
}

#[test]
fn a_gradient_makes_a_flag_less_neutral() {
    let subject = subjects::open();
    let without = of(&subject, &plain());
    let with = of(&subject, &Formula::new("flags").with_flags(FlagGradient::new()));
    let [flat, steep] = [&without, &with].map(on_true);
    assert!(flat.features.is_flag && steep.features.is_flag);
    assert_eq!(flat.name, steep.name);
    assert!(neutrality(flat) > 0.98 && neutrality(steep) < 0.2, "{flat:?} {steep:?}");
    assert!(flat.adaptive.successes < steep.adaptive.successes, "{flat:?} {steep:?}");
    // Both walked over the same inputs.
    assert_eq!(flat.covered, steep.covered);
    let flags = without.summary(|goal| goal.features.is_flag);
    // The other branch is trivial: every input takes it.
    assert_eq!((flags.goals, flags.measured, without.trivial), (1, 1, 1));
    assert!(without.summary(|goal| !goal.features.is_flag).neutrality.is_none());
}

#[test]
fn an_assertion_has_a_landscape() {
    let landscape = of(&subjects::asserted(), &plain());
    // The branch to the fault is not covered by chance often, but there is a way to it.
    let fault = landscape
        .goals
        .iter()
        .min_by(|one, other| one.covered.total_cmp(&other.covered))
        .expect("a branch");
    assert!(fault.covered < 0.5 && fault.adaptive.success() == Some(1.0), "{fault:?}");
    assert!(neutrality(fault) < 0.5);
}

#[test]
fn a_loop_and_what_is_nested_in_it() {
    let landscape = of(&subjects::looped(), &plain());
    let nesting: Vec<u32> = landscape.goals.iter().map(|goal| goal.features.nesting).collect();
    assert!(landscape.goals.iter().all(|goal| goal.features.is_in_loop));
    assert!(nesting.contains(&0) && nesting.contains(&1) && nesting.contains(&2), "{nesting:?}");
    assert!(landscape.goals.iter().all(|goal| !goal.features.is_flag));
}

#[test]
fn a_goal_that_is_never_reached_is_no_plateau() {
    let landscape = of(&subjects::unreached(), &plain());
    assert_eq!(landscape.goals.len(), 2);
    for goal in &landscape.goals {
        assert_eq!((goal.measured_walks, goal.measured, &goal.measures), (0, 0.0, &None));
        assert_eq!((goal.adaptive.unmeasured, goal.adaptive.optima), (5, 0));
    }
    let summary = landscape.summary(|_| true);
    assert_eq!(
        (summary.goals, summary.measured, summary.neutrality, summary.open_neutrality),
        (2, 0, None, None)
    );
}

#[test]
fn a_goal_that_is_rarely_reached_is_measured() {
    let landscape = of(&subjects::rarely(), &plain());
    for goal in &landscape.goals {
        assert!(goal.measured_walks == 4 && (0.01..0.6).contains(&goal.measured), "{goal:?}");
        assert!(neutrality(goal) > 0.2);
    }
}

#[test]
fn equal_seeds_give_equal_results() {
    for subject in [subjects::open(), subjects::looped()] {
        let formula = Formula::new("flags")
            .with_flags(FlagGradient::new())
            .with_normaliser(Normaliser::RATIONAL);
        let first = of(&subject, &formula);
        assert_eq!(first, of(&subject, &formula));
        let other = Landscape::of(&subject, &formula, &LandscapeSettings { seed: 5, ..settings() })
            .expect("a landscape");
        assert_ne!(first.goals, other.goals);
    }
}

#[test]
fn formulas_differ_in_what_they_see() {
    let subject = subjects::slope();
    // A normaliser that rounds to tenths makes plateaus.
    let coarse = |distance: sbst::distance::Distance| (distance.norm() * 10.0).floor() / 10.0;
    let [exact, rough] = [plain(), Formula::new("coarse").with_normaliser(coarse)]
        .map(|formula| of(&subject, &formula));
    assert!(neutrality(on_true(&rough)) > neutrality(on_true(&exact)));
    let [default, evosuite] = [plain(), plain().with_rules(Rules::EVOSUITE)]
        .map(|formula| of(&subjects::asserted(), &formula));
    assert_ne!(default.goals, evosuite.goals);
}

#[test]
fn numbers_round_and_pairs_do_not() {
    let subject = subjects::wide();
    let [exact, rounded] = [plain(), plain().with_normaliser(Normaliser::RATIONAL)]
        .map(|formula| of(&subject, &formula));
    // Only clamping at the ends of the range, and gaps beyond 2^53, leave steps neutral.
    assert!(neutrality(on_true(&exact)) < 0.6, "{exact}");
    assert_eq!(neutrality(on_true(&rounded)), 1.0, "{rounded}");
}

#[test]
fn patience_starts_anew_with_each_improvement() {
    let adaptive =
        AdaptiveWalks { walks: 4, patience: 12, executions: 1_000, acceptance: Acceptance::Better };
    let settings = LandscapeSettings { walks: 1, adaptive, ..settings() };
    let subject = subjects::wide().with_shape(Shape::integers(-(1 << 40)..=1 << 40));
    let landscape = Landscape::of(&subject, &plain(), &settings).expect("a landscape");
    let ends = &on_true(&landscape).adaptive;
    assert!(ends.executions - 4 - ends.moves > 4 * 12, "{ends:?}");
}

#[test]
fn drifting_walks_move_on_plateaus() {
    let adaptive = AdaptiveWalks { acceptance: Acceptance::NotWorse, ..settings().adaptive };
    let settings = LandscapeSettings { adaptive, ..settings() };
    let landscape = Landscape::of(&subjects::hidden(), &plain(), &settings).expect("a landscape");
    let ends = &on_true(&landscape).adaptive;
    assert!(ends.moves > 0);
    assert_eq!(
        ends.executions,
        5 * 101,
        "each walk ends after 100 neighbours that were not better"
    );
}

#[test]
fn no_walks_and_no_steps_are_defined() {
    let none = AdaptiveWalks { walks: 0, ..AdaptiveWalks::default() };
    let settings = LandscapeSettings { walks: 0, adaptive: none, ..settings() };
    let landscape = Landscape::of(&subjects::slope(), &plain(), &settings).expect("a landscape");
    assert_eq!((landscape.goals.len(), landscape.trivial), (2, 0));
    assert!(
        landscape
            .goals
            .iter()
            .all(|goal| goal.measures.is_none() && goal.adaptive.success().is_none())
    );
    let settings = LandscapeSettings { walks: 3, steps: 0, ..settings };
    let landscape = Landscape::of(&subjects::slope(), &plain(), &settings).expect("a landscape");
    for goal in &landscape.goals {
        let measures = goal.measures.as_ref().expect("it is measured");
        assert_eq!(
            (measures.neutrality, measures.neutral_areas, measures.correlation_length),
            (1.0, 1.0, None)
        );
    }
}

#[test]
fn tables_and_rows() {
    let landscape = of(&subjects::open(), &plain());
    let csv = landscape.to_csv();
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(columns, [31, 31], "{csv}");
    let table = landscape.to_string();
    assert!(
        table.contains("0 flag") && table.contains("median of 1 goals that are flags"),
        "{table}"
    );
    let text = serde_json::to_string(&landscape).expect("it is plain data");
    assert_eq!(serde_json::from_str::<Landscape>(&text).expect("it was written"), landscape);
    assert_eq!(subjects::open().name(), landscape.subject);
}

/// Numbers that users compare across versions and machines.
#[test]
fn a_landscape_is_pinned() {
    let adaptive = AdaptiveWalks { walks: 3, ..AdaptiveWalks::default() };
    let settings = LandscapeSettings { seed: 1, walks: 2, steps: 50, lags: 1, adaptive };
    let landscape = Landscape::of(&subjects::slope(), &plain(), &settings).expect("a landscape");
    let rows: Vec<_> = landscape
        .to_csv()
        .lines()
        .skip(1)
        .map(|line| line.split(',').skip(4).collect::<Vec<_>>().join(","))
        .collect();
    let expected = [
        "0,0,0,1,2,1,0.5588235294117647,0.44,0,2.5,29,0.522437758346428,0.5827407412030792,0.39,0.687279819079842,0.9998889135747612,\
         1.326957415497056,0.4639888725814515,3,3,0,0,0,2,7",
        "0,0,0,1,2,1,0.4411764705882353,0.33,0,1,34.5,0.5718039374145403,0.580399278863255,0.43,0.6655860846035893,0.9999091074350118,\
         1.353420052982404,0.4725954350835084,3,3,0,0,0,2,8",
    ];
    assert_eq!(rows, expected);
}

fn shared<T: Send + Sync>() {}

#[test]
fn public_types_can_be_shared() {
    shared::<(Formula, Landscape, LandscapeSettings, AdaptiveWalks, GoalLandscape)>();
    shared::<(
        sbst_laboratory::landscape::Boundary,
        sbst_laboratory::landscape::Series,
        sbst_laboratory::landscape::LandscapeSummary,
    )>();
}
