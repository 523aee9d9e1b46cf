use super::*;
use crate::landscape::{AdaptiveEnds, Features, LandscapeSettings, Measures};

const FORMULAS: ComparedFormulas<'_> =
    ComparedFormulas { without_flags: "without", with_flags: "with" };

/// A branch with a share of neutral steps, and this many successes of ten walks.
fn goal(number: u32, is_flag: bool, share: f64, successes: u32) -> GoalLandscape {
    GoalLandscape {
        goal: number,
        name: String::new(),
        decision: number / 2,
        features: Features { is_flag, is_in_loop: false, nesting: u32::from(is_flag) },
        measured_walks: 1,
        measured: 1.0,
        covered: 0.5,
        is_graded: Some(!is_flag),
        measures: Some(Measures { open_neutrality: Some(share), ..Measures::default() }),
        adaptive: AdaptiveEnds { walks: 10, successes, ..AdaptiveEnds::default() },
    }
}

/// A subject with four flags and four other branches: shares of neutral steps of the flags without
/// and with distances within called functions, and of the others.
fn subject(number: usize, family: usize, [flags, gradient, others]: [f64; 3]) -> SubjectLandscapes {
    // A little different for each subject, as measurements are.
    let noise = number as f64 / 1e4;
    let landscape = |formula: &str, flags: f64, successes| {
        let goals = (0..8).map(|at| {
            if at < 4 {
                goal(at, true, flags, successes)
            } else {
                goal(at, false, others + noise, 5)
            }
        });
        Landscape {
            subject: format!("subject {number}"),
            formula: formula.to_owned(),
            settings: LandscapeSettings::default(),
            goals: goals.collect(),
            trivial: 0,
        }
    };
    let landscapes = vec![
        landscape("without", flags + noise, 5),
        landscape(
            "with",
            gradient + 2.0 * noise,
            if gradient < flags {
                9
            } else if gradient > flags {
                2
            } else {
                5
            },
        ),
    ];
    SubjectLandscapes {
        subject: format!("subject {number}"),
        family: format!("family {family}"),
        has_text: number & 1 == 0,
        landscapes,
    }
}

fn findings(count: usize, family: impl Fn(usize) -> usize, shares: [f64; 3]) -> Vec<Finding> {
    let survey: Vec<_> = (0..count).map(|number| subject(number, family(number), shares)).collect();
    landscape_verdicts(&survey, FORMULAS).into_iter().map(|verdict| verdict.finding).collect()
}

#[test]
fn findings_follow_the_families() {
    use Finding::{Agrees, NotShown, NotTestable, Refuted};
    let own = |number| number;
    assert_eq!(findings(12, own, [0.9, 0.2, 0.7]), [Agrees, Agrees, Agrees, Agrees]);
    assert_eq!(findings(12, own, [0.2, 0.4, 0.3]), [Refuted; 4]);
    assert_eq!(findings(9, own, [0.9, 0.2, 0.7]), [NotTestable; 4]);
    // Twelve subjects of two families are two numbers, which can show nothing.
    assert_eq!(findings(12, |number| number % 2, [0.9, 0.2, 0.7]), [NotShown; 4]);
    assert_eq!(findings(0, own, [0.0; 3]), [NotTestable; 4]);
}

#[test]
fn claims_are_corrected_together() {
    let shares = |number| match number {
        0 => [0.1, 0.05, 0.12], // few plateaus, and fewer for flags
        1 => [0.6, 0.2, 0.7],   // fewer for flags
        _ => [0.9, 0.2, 0.7],
    };
    let survey: Vec<_> = (0..12).map(|number| subject(number, number, shares(number))).collect();
    let verdicts = landscape_verdicts(&survey, FORMULAS);
    let of = |number: fn(&LandscapeVerdict) -> f64| verdicts.iter().map(number).collect::<Vec<_>>();
    // Of 4096 choices of signs: the rank 12 alone or less, in 2 * 70; two of twelve equal ranks or
    // less, in 2 * 79; none, in 2.
    let p = of(|verdict| verdict.p * 4096.0);
    assert!(
        p.iter().zip([140.0, 158.0, 2.0, 2.0]).all(|(p, expected)| (p - expected).abs() < 1e-9),
        "{p:?}"
    );
    let corrected = of(|verdict| verdict.corrected.expect("testable") * 4096.0);
    assert!(
        corrected
            .iter()
            .zip([280.0, 280.0, 8.0, 8.0])
            .all(|(p, expected)| (p - expected).abs() < 1e-9),
        "{corrected:?}"
    );
    let findings: Vec<Finding> = verdicts.iter().map(|verdict| verdict.finding).collect();
    assert_eq!(findings, [Finding::NotShown, Finding::NotShown, Finding::Agrees, Finding::Agrees]);
    let text = verdicts_as_text(&verdicts, &[]);
    assert!(
        text.contains("p = 0.034, corrected p = 0.068")
            && text.contains("plateaus dominate: not shown"),
        "{text}"
    );
}

#[test]
fn claims_that_are_not_testable_do_not_count() {
    let mut survey: Vec<_> =
        (0..12).map(|number| subject(number, number, [0.9, 0.2, 0.7])).collect();
    for subject in &mut survey {
        subject.landscapes[1].goals = subject.landscapes[0].goals.clone();
    }
    let verdicts = landscape_verdicts(&survey, FORMULAS);
    let corrected: Vec<_> =
        verdicts.iter().map(|verdict| verdict.corrected.map(|p| p * 4096.0)).collect();
    assert_eq!(corrected, [Some(4.0), Some(4.0), None, None]);
}

#[test]
fn numbers_are_those_of_the_branches() {
    let survey: Vec<_> = (0..11).map(|number| subject(number, number, [0.9, 0.2, 0.6])).collect();
    let verdicts = landscape_verdicts(&survey, FORMULAS);
    let [plateaus, flags, neutral, success] = verdicts.as_slice() else { panic!("four claims") };
    assert_eq!((plateaus.branches, plateaus.subjects, plateaus.families), (88, 11, 11));
    assert!((plateaus.estimate - 0.7505).abs() < 1e-9, "{plateaus:?}"); // subject 5: the mean of 0.9005 and 0.6005
    assert_eq!(
        (flags.branches, flags.estimate, flags.interval),
        (88, 1.0, Interval { low: 1.0, high: 1.0 })
    );
    assert!(
        flags.p < 0.01
            && flags.branches_in_words.contains("0.90 for 44 flags and 0.60 for 44 other"),
        "{flags:?}"
    );
    assert_eq!((neutral.branches, neutral.subjects), (44, 11));
    assert!((neutral.estimate - 0.6995).abs() < 1e-9, "{neutral:?}");
    assert!(
        (success.estimate - 0.4).abs() < 1e-9
            && success.branches_in_words.contains("44 flags do better"),
        "{success:?}"
    );
}

#[test]
fn equal_landscapes_cannot_be_told_apart() {
    let mut survey: Vec<_> =
        (0..12).map(|number| subject(number, number, [0.9, 0.9, 0.6])).collect();
    for subject in &mut survey {
        subject.landscapes[1].goals = subject.landscapes[0].goals.clone();
    }
    let verdicts = landscape_verdicts(&survey, FORMULAS);
    assert_eq!(
        (verdicts[2].subjects, verdicts[2].finding, verdicts[3].finding),
        (0, Finding::NotTestable, Finding::NotTestable)
    );
}

#[test]
fn traits_are_compared_within_subjects() {
    let survey: Vec<_> = (0..12).map(|number| subject(number, number, [0.9, 0.2, 0.6])).collect();
    let traits = traits_of_plateaus(&survey, "without");
    let of = |name: &str| traits.iter().find(|one| one.name.starts_with(name)).expect("a trait");
    let flag = of("flag");
    assert_eq!((flag.branches, flag.families, flag.a12), ([48, 48], 12, 1.0));
    assert!(flag.p < 0.05 && flag.neutrality[0] > Some(0.9) && flag.neutrality[1] < Some(0.61));
    assert_eq!(of("one distance").a12, 1.0);
    // No subject has branches of both kinds.
    let looped = of("in a loop");
    assert_eq!(
        (looped.branches, looped.neutrality, looped.a12, looped.p),
        ([0, 0], [None, None], 0.5, 1.0)
    );
    assert_eq!(of("inputs with texts").families, 12);
    // Both sides have several distances: orders, and no equality to compare with.
    assert_eq!(of("equality").branches, [0, 0]);
    assert!(traits_of_plateaus(&survey, "another").iter().all(|one| one.p == 1.0));
    let text = verdicts_as_text(&landscape_verdicts(&survey, FORMULAS), &traits);
    assert!(
        text.contains("plateaus dominate: agrees") && text.contains("equality / order"),
        "{text}"
    );
}
