//! Tests that nothing is called equal of which only no difference was shown.

use super::*;
use crate::claims::{claims_csv, findings, published, report, subjects_csv};
use crate::results::{Covered, Measure, Outcome, Results, Search};

/// Number of searches of each technique on each subject.
const SEEDS: u64 = 30;

/// Returns evidence of a comparison of which nothing is expected, by effort, on a subject for each
/// A12 in hundredths.
fn with_evidence<T>(hundredths: &[u64], look: impl FnOnce(&Tested<'_>, &Evidence) -> T) -> T {
    let claim = Claim {
        expects: Expectation::Nothing,
        measure: Measure::Effort,
        ..published().swap_remove(0)
    };
    let mut results = Results::new();
    for (at, &hundredths) in hundredths.iter().enumerate() {
        // The searches of the baseline need 1000, 1010, .. executions. The first ones of the
        // technique are better than all of them.
        let wins = hundredths * SEEDS * SEEDS / 100;
        for seed in 0..SEEDS {
            let won = wins.saturating_sub(SEEDS * seed).min(SEEDS);
            let own = 1_000 + 10 * (SEEDS - won) - 5;
            for (side, execution) in [(&claim.technique, own), (&claim.baseline, 1_000 + 10 * seed)]
            {
                let subject = format!("subject {at:02}");
                let search = Search { subject, technique: side.name().to_owned(), seed };
                let covered = vec![Covered { goal: 0, execution }];
                let outcome =
                    Outcome { goals: 1, covered, executions: 2_000, ..Outcome::default() };
                results.add(search, outcome);
            }
        }
    }
    let tested = Tested::new(&claim, results);
    look(&tested, &Evidence::of(&tested))
}

#[test]
fn od54_not_significant_is_not_called_no_difference() {
    let values = [2, 4, 7, 9, 11, 15, 20, 23, 26, 40, 45, 50, 52, 56, 60, 90, 95];
    with_evidence(&values, |tested, evidence| {
        let interval = evidence.interval.expect("17 families");
        assert_eq!((evidence.a12, interval.low, interval.high), (0.26, 0.11, 0.52));
        assert_eq!((evidence.count(Verdict::Better), evidence.count(Verdict::Worse)), (2, 9));
        assert!(evidence.p > 0.05, "{}", evidence.p);
        assert_eq!(evidence.in_words(), "not shown");
        let alone = std::slice::from_ref(evidence);
        let report = report("Title", "About", std::slice::from_ref(tested), alone);
        let compared = report.comparisons().next().expect("a comparison");
        assert_eq!((compared.finding.as_str(), compared.counts()), ("not shown", [2, 9, 0, 6]));
        assert_eq!((evidence.direction(), compared.direction()), (Verdict::NotShown, "it depends"));
        assert_eq!(findings(alone).rows[0][1], "not shown");
        assert!(claims_csv(alone).contains(",not shown,final"));
        let subjects = subjects_csv(alone);
        assert_eq!(subjects.matches(",not shown,true\n").count(), 6, "{subjects}");
        let [text, page] = [report.render_text(), report.render_html()];
        assert!(!text.contains("same\n") && !page.contains(" same<"), "{text}");
        assert!(
            page.contains(">○ not shown<") && page.contains("0.26, from 0.11 to 0.52, not shown")
        );
    });
}

#[test]
fn od54_no_difference_is_found_where_the_interval_is_negligible() {
    let words = |values: &[u64]| with_evidence(values, |_, evidence| evidence.in_words());
    let around = [47, 48, 49, 50, 51, 52, 53, 47, 48, 49, 51, 52, 53];
    assert_eq!(words(&around), "no difference");
    with_evidence(&around, |_, evidence| {
        assert_eq!(evidence.direction(), Verdict::NoDifference);
        // 30 searches tell so little of one subject that a difference cannot be excluded.
        assert_eq!(evidence.count(Verdict::NotShown), 13);
    });
    // The interval of the median reaches beyond 0.56.
    assert_eq!(words(&[40, 44, 45, 46, 47, 50, 57, 58, 59, 60, 61, 48]), "not shown");
    // On some subjects the technique is better, on others worse; in the median, that cancels.
    let opposite = [1, 2, 49, 50, 50, 51, 49, 50, 51, 49, 51, 98, 99];
    with_evidence(&opposite, |_, evidence| {
        assert!(evidence.interval.is_some_and(Magnitude::is_negligible), "{evidence:?}");
        assert_eq!(evidence.in_words(), "not shown");
    });
    // Four families have no interval.
    let few = with_evidence(&around, |tested, _| {
        let family = |at: usize| (format!("subject {at:02}"), (at % 4).to_string());
        let families = (0..13).map(family).collect();
        Evidence::of(&Tested { families, ..tested.clone() })
    });
    assert_eq!((few.interval, few.in_words().as_str()), (None, "not shown"));
}
