//! Surveys of several subjects, and what they say of claims.

use crate::subjects;
use sbst::campaign::{CampaignBuilder, CampaignError};
use sbst::fitness::flag::FlagGradient;
use sbst_laboratory::claims::Finding;
use sbst_laboratory::inputs::Shape;
use sbst_laboratory::landscape::{
    AdaptiveWalks, ComparedFormulas, Formula, GoalLandscape, Landscape, LandscapeSettings,
    SubjectLandscapes, SurveyError, landscape_verdicts, survey, traits_of_plateaus,
};
use sbst_laboratory::subject::{Code, Instrumented, Subject, Suite};

fn settings() -> LandscapeSettings {
    let adaptive = AdaptiveWalks { walks: 2, ..AdaptiveWalks::default() };
    LandscapeSettings { seed: 3, walks: 2, steps: 200, lags: 1, adaptive }
}

fn formulas() -> [Formula; 2] {
    [Formula::new("without"), Formula::new("with").with_flags(FlagGradient::new())]
}

fn small() -> Suite {
    let mut suite = Suite::new();
    for subject in [subjects::slope(), subjects::open(), subjects::looped(), subjects::texts()] {
        suite.add(subject).expect("a name");
    }
    suite
}

fn of(suite: &Suite, threads: usize) -> Vec<SubjectLandscapes> {
    survey(suite, &formulas(), &settings(), threads, |_| {}).expect("landscapes")
}

#[test]
fn landscapes_do_not_depend_on_the_number_of_threads() {
    let suite = small();
    let one = of(&suite, 1);
    assert_eq!(
        [of(&suite, 0), of(&suite, 3), of(&suite, 50)],
        [one.clone(), one.clone(), one.clone()]
    );
    let names: Vec<&str> = one.iter().map(|subject| subject.subject.as_str()).collect();
    assert_eq!(names, ["slope", "open", "looped", "texts"]);
    for (subject, surveyed) in suite.iter().zip(&one) {
        let alone = formulas()
            .map(|formula| Landscape::of(subject, &formula, &settings()).expect("a landscape"));
        assert_eq!(surveyed.landscapes, alone);
        assert_eq!(surveyed.has_text, ["looped", "texts"].contains(&subject.name()));
    }
}

#[test]
fn progress_counts_landscapes() {
    let mut seen = Vec::new();
    survey(&small(), &formulas(), &settings(), 2, |progress| {
        seen.push((progress.done, progress.total));
    })
    .expect("landscapes");
    assert_eq!(seen, (1..=8).map(|done| (done, 8)).collect::<Vec<_>>());
}

#[test]
fn a_subject_without_functions_is_an_error() {
    /// A subject that nobody checks, so that it gets into a suite.
    struct Unchecked(Instrumented);

    impl Subject for Unchecked {
        fn name(&self) -> &str {
            self.0.name()
        }

        fn shape(&self) -> &Shape {
            self.0.shape()
        }

        fn campaign(&self) -> Result<CampaignBuilder, CampaignError> {
            self.0.campaign()
        }

        fn code(&self) -> Code<'_> {
            self.0.code()
        }
    }

    let mut suite = small();
    suite
        .add(Unchecked(Instrumented::new("nowhere", ["no::such::path"], |_: u8| ())))
        .expect("a name");
    for threads in [1, 4] {
        let error =
            survey(&suite, &formulas(), &settings(), threads, |_| {}).expect_err("no functions");
        assert!(
            matches!(&error, SurveyError::Subject { subject, .. } if subject == "nowhere"),
            "{error}"
        );
    }
}

fn is_graded(subject: &Instrumented, ends_with: &str) -> Option<bool> {
    let landscape = Landscape::of(subject, &formulas()[0], &settings()).expect("a landscape");
    let goal = |goal: &&GoalLandscape| goal.name.ends_with(ends_with);
    landscape.goals.iter().find(goal).expect("a branch").is_graded
}

#[test]
fn distances_at_a_decision_say_what_it_compares() {
    // An order has distances on both sides.
    assert_eq!(
        [is_graded(&subjects::slope(), "true"), is_graded(&subjects::slope(), "false")],
        [Some(true), Some(true)]
    );
    // An equality has distances on one side. Few numbers, so that some are equal.
    let asserted = subjects::asserted().with_shape(Shape::integers(70..=80));
    let mut sides = [is_graded(&asserted, "true"), is_graded(&asserted, "false")];
    sides.sort();
    assert_eq!(sides, [Some(false), Some(true)]);
    // A truth value has none. A decision that is never evaluated has no distances at all.
    assert_eq!(is_graded(&subjects::hidden(), "true"), Some(false));
    assert_eq!(is_graded(&subjects::unreached(), "true"), None);
}

/// Twelve subjects that ask for a needle, of as many families. The other branches are slopes.
fn needles() -> Suite {
    let mut suite = Suite::new();
    for number in 0..12 {
        let range = Shape::integers(-9_000 - number..=9_000 + number);
        suite
            .add(subjects::needles(&format!("needles {number}")).with_shape(range))
            .expect("a name");
    }
    suite
}

#[test]
fn needles_agree_with_what_is_claimed_of_flags() {
    let survey = of(&needles(), 2);
    let compared = ComparedFormulas { without_flags: "without", with_flags: "with" };
    let verdicts = landscape_verdicts(&survey, compared);
    let findings: Vec<Finding> = verdicts.iter().map(|verdict| verdict.finding).collect();
    assert_eq!(findings[1..], [Finding::Agrees; 3], "{verdicts:#?}");
    assert!(
        verdicts
            .iter()
            .all(|verdict| verdict.families == 12 && verdict.interval.contains(verdict.estimate))
    );
    let traits = traits_of_plateaus(&survey, "without");
    assert!(traits[0].a12 == 1.0 && traits[0].p < 0.05, "{:#?}", traits[0]);
    // Nothing is known of formulas that were not measured.
    let missing = ComparedFormulas { without_flags: "without", with_flags: "other" };
    let findings: Vec<Finding> =
        landscape_verdicts(&survey, missing).iter().map(|verdict| verdict.finding).collect();
    assert_eq!(findings[2..], [Finding::NotTestable; 2]);
}
