use super::*;
use crate::claims::{
    claims_csv, findings, overview, published, report, statements, subjects_csv, untestable,
};
use crate::inputs::Random;
use crate::results::{Covered, Measure, Outcome, Results, Search};
use crate::statistics::{Interval, Magnitude};
use std::collections::BTreeSet;

/// Budget of all searches, and number of goals of all subjects.
const BUDGET: u64 = 1_000_000;
const GOALS: u32 = 10;

/// Returns a search that covers a number of goals, the last of them at an execution.
fn outcome(goals: u32, execution: u64) -> Outcome {
    let covered = (0..goals).map(|goal| Covered { goal, execution }).collect();
    Outcome { goals: GOALS, covered, executions: BUDGET, ..Outcome::default() }
}

fn claim(expects: Expectation, measure: Measure) -> Claim {
    Claim { expects, measure, ..published().swap_remove(0) }
}

/// Makes results: `make` says what the search of a side, the technique or the baseline, does on a
/// subject with a seed.
fn results(
    claim: &Claim,
    subjects: usize,
    seeds: u64,
    make: impl Fn(bool, usize, u64) -> Outcome,
) -> Results {
    let mut results = Results::new();
    for subject in 0..subjects {
        for seed in 0..seeds {
            for (side, is_technique) in [(&claim.technique, true), (&claim.baseline, false)] {
                let search = Search {
                    subject: format!("subject {subject:02}"),
                    technique: side.name().to_owned(),
                    seed,
                };
                results.add(search, make(is_technique, subject, seed));
            }
        }
    }
    results
}

/// Returns evidence by effort, on `subjects` subjects on which the technique needs fewer executions
/// by the factor `factor`. If that is next to 1, it needs more on half of the subjects.
fn evidence(expects: Expectation, subjects: usize, factor: f64) -> Evidence {
    let claim = claim(expects, Measure::Effort);
    let results = results(&claim, subjects, 10, |is_technique, subject, seed| {
        let first = (1 + (seed * 7 + subject as u64) % 10) as f64 * 1e4;
        let factor =
            if subject % 2 == 0 && (0.99..1.01).contains(&factor) { 2.0 - factor } else { factor };
        outcome(GOALS, (first * if is_technique { 1.0 } else { factor }) as u64)
    });
    Evidence::of(&Tested::new(&claim, results))
}

#[test]
fn findings_are_those_of_the_documentation() {
    let finding = |expects, subjects, factor| evidence(expects, subjects, factor).finding;
    assert_eq!(finding(Expectation::Better, 12, 3.0), Finding::Agrees);
    assert_eq!(finding(Expectation::Better, 12, 0.3), Finding::Refuted);
    assert_eq!(finding(Expectation::Better, 12, 1.0), Finding::NotTestable); // nothing differs
    assert_eq!(finding(Expectation::Better, 12, 1.001), Finding::NotShown);
    assert_eq!(finding(Expectation::Better, 9, 3.0), Finding::NotTestable);
    assert_eq!(finding(Expectation::Close, 12, 1.001), Finding::Agrees);
    assert_eq!(finding(Expectation::Close, 12, 3.0), Finding::Refuted);
    assert_eq!(finding(Expectation::Nothing, 12, 3.0), Finding::Better);
    assert_eq!(finding(Expectation::Nothing, 12, 0.3), Finding::Worse);
    assert_eq!(finding(Expectation::Nothing, 12, 1.001), Finding::NoDifference);
}

#[test]
fn directions_are_those_of_the_techniques() {
    let direction = |expects, factor| evidence(expects, 12, factor).direction();
    for (expects, near) in [
        (Expectation::Better, Verdict::NotShown),
        (Expectation::Close, Verdict::NoDifference),
        (Expectation::Nothing, Verdict::NoDifference),
    ] {
        assert_eq!(
            [3.0, 0.3, 1.001].map(|factor| direction(expects, factor)),
            [Verdict::Better, Verdict::Worse, near]
        );
    }
}

#[test]
fn evidence_counts_subjects() {
    let evidence = evidence(Expectation::Better, 12, 10.0);
    assert_eq!((evidence.count(Verdict::Better), evidence.count(Verdict::Worse)), (12, 0));
    assert_eq!((evidence.differing(), evidence.families.len(), evidence.seeds()), (12, 12, 10));
    assert!(evidence.a12 > 0.9 && evidence.signs().p < 0.001);
    assert_eq!(evidence.corrected, Some(evidence.p));
    let claim = claim(Expectation::Better, Measure::Coverage);
    let none = Evidence::of(&Tested::new(&claim, Results::new()));
    assert_eq!(
        (none.subjects.len(), none.a12, none.finding, none.seeds()),
        (0, 0.5, Finding::NotTestable, 0)
    );
}

#[test]
fn only_the_measure_of_the_claim_counts() {
    // The technique covers more goals, but later.
    let of = |measure| {
        let claim = claim(Expectation::Better, measure);
        let results = results(&claim, 12, 10, |is_technique, _, _| {
            if is_technique { outcome(GOALS, 900_000) } else { outcome(9, 1) }
        });
        Evidence::of(&Tested::new(&claim, results))
    };
    let [coverage, success, effort] =
        [Measure::Coverage, Measure::Success, Measure::Effort].map(of);
    assert_eq!(
        [coverage.finding, success.finding, effort.finding],
        [Finding::Agrees, Finding::Agrees, Finding::Refuted]
    );
    // 10 of 10 against 0 of 10: fisher_exact([[10, 0], [0, 10]]) of SciPy, odds of 10.5 / 0.5 in
    // both directions.
    let effect = success.subjects[0].row.effect;
    assert!(
        (effect.p - 1.082_508_822_446_903e-5).abs() < 1e-15 && effect.odds_ratio == Some(441.0),
        "{effect:?}"
    );
    assert_eq!(coverage.subjects[0].row.effect.odds_ratio, None);
}

#[test]
fn a_family_counts_once() {
    // The technique is better on the subjects of one family, and worse on all others.
    let claim = claim(Expectation::Nothing, Measure::Effort);
    let results = results(&claim, 40, 10, |is_technique, subject, seed| {
        outcome(GOALS, if is_technique == (subject < 30) { 10 + seed } else { 1_000 + seed })
    });
    let alone = Evidence::of(&Tested::new(&claim, results.clone()));
    assert_eq!((alone.families.len(), alone.a12, alone.finding), (40, 1.0, Finding::Better));
    let family =
        |subject: usize| if subject < 30 { "large".to_owned() } else { format!("small {subject}") };
    let families =
        (0..40).map(|subject| (format!("subject {subject:02}"), family(subject))).collect();
    let together = Evidence::of(&Tested { claim: &claim, results, families });
    assert_eq!(
        (together.families.len(), together.a12, together.finding),
        (11, 0.0, Finding::Worse)
    );
    assert_eq!(
        (together.differing(), together.families[0].clone()),
        (40, ("large".to_owned(), 1.0))
    );
    assert_eq!((together.signs().first, together.signs().second), (1, 10));
    assert_eq!((together.count(Verdict::Better), together.count(Verdict::Worse)), (30, 10));
}

#[test]
fn the_effect_of_a_family_is_the_mean() {
    let claim = claim(Expectation::Nothing, Measure::Coverage);
    // A12 is 1 on one subject, and 0.5 on three.
    let results = results(&claim, 4, 10, |is_technique, subject, _| {
        outcome(5 + u32::from(is_technique && subject == 0), 1)
    });
    let families =
        (0..4).map(|subject| (format!("subject {subject:02}"), "one".to_owned())).collect();
    let evidence = Evidence::of(&Tested { claim: &claim, results, families });
    assert_eq!(evidence.families, [("one".to_owned(), 0.625)]);
    assert_eq!((evidence.a12, evidence.interval, evidence.p), (0.625, None, 1.0));
}

#[test]
fn closeness_is_judged_where_searches_differ() {
    // The technique is better on 12 subjects; on 40 further ones, it is the same.
    let of = |expects| {
        let claim = claim(expects, Measure::Effort);
        let results = results(&claim, 52, 10, |is_technique, subject, seed| {
            outcome(GOALS, if is_technique && subject < 12 { 10 + seed } else { 1_000 + seed })
        });
        Evidence::of(&Tested::new(&claim, results))
    };
    let (close, better) = (of(Expectation::Close), of(Expectation::Better));
    assert_eq!((close.a12, close.families.len(), close.finding), (1.0, 12, Finding::Refuted));
    assert_eq!((better.a12, better.families.len(), better.finding), (1.0, 12, Finding::Agrees));
    assert_eq!([close.differing(), better.differing()], [12, 12]);
    assert_eq!([close.subjects.len(), better.subjects.len()], [52, 52]);
}

#[test]
fn families_without_a_difference_drop_out_of_test_and_median() {
    // On 12 families the technique is better. On 3 it covers another goal, so that measures are
    // equal. On 25 nothing differs.
    let claim = claim(Expectation::Better, Measure::Coverage);
    let results =
        results(&claim, 40, 10, |is_technique, subject, _| match (subject, is_technique) {
            (0..12, true) => outcome(6, 1),
            (12..15, true) => Outcome {
                covered: (1..6).map(|goal| Covered { goal, execution: 1 }).collect(),
                ..outcome(0, 1)
            },
            _ => outcome(5, 1),
        });
    let evidence = Evidence::of(&Tested::new(&claim, results));
    assert_eq!(
        (evidence.subjects.len(), evidence.differing(), evidence.families.len()),
        (40, 15, 12)
    );
    assert_eq!((evidence.a12, evidence.interval), (1.0, Some(Interval { low: 1.0, high: 1.0 })));
    assert_eq!((evidence.in_words().as_str(), evidence.numbers()[1].as_str()), ("agrees", "12"));
}

/// Returns evidence on 12 subjects, by effort with 10 seeds. On each, the technique wins `won` of
/// 100 pairs, or loses as many if `is_reversed`. The number is exact from 50 to 56; greater ones
/// give greater effects. Two subjects each are of one of `families` families.
fn evidence_of_pairs(
    expects: Expectation,
    won: u64,
    families: usize,
    is_reversed: fn(usize) -> bool,
) -> Evidence {
    let claim = claim(expects, Measure::Effort);
    let results = results(&claim, 12, 10, |is_technique, subject, seed| {
        // A search that is better by 1 wins a tie, and one that is better by 10 more wins a pair
        // more and half of another tie.
        let wins = won - 50;
        let (ties, steps) = (wins.min(5), wins.saturating_sub(5));
        let own =
            u64::from(2 * ties > seed) + 10 * (steps / 10 + u64::from(seed >= 10 - steps % 10));
        let is_better = is_technique != is_reversed(subject);
        outcome(GOALS, 1_000 + 10 * seed - if is_better { own } else { 0 })
    });
    let family = |subject: usize| format!("family {:02}", (subject / 2) % families);
    let families =
        (0..12).map(|subject| (format!("subject {subject:02}"), family(subject))).collect();
    Evidence::of(&Tested { claim: &claim, results, families })
}

#[test]
fn significant_differences_can_be_negligible() {
    let words =
        |expects, won, is_reversed| evidence_of_pairs(expects, won, 6, is_reversed).in_words();
    let alone = |subject: usize| subject > 99;
    for (won, suffix) in [(55, ", negligible"), (56, "")] {
        assert_eq!(words(Expectation::Better, won, alone), format!("agrees{suffix}"));
        assert_eq!(words(Expectation::Better, won, |_| true), format!("refuted{suffix}"));
        assert_eq!(words(Expectation::Nothing, won, alone), format!("better{suffix}"));
        assert_eq!(words(Expectation::Nothing, won, |_| true), format!("worse{suffix}"));
    }
    // What is not shown, or close, has no magnitude.
    assert_eq!(words(Expectation::Better, 55, |subject| subject % 2 == 0), "not shown");
    assert_eq!(words(Expectation::Close, 55, alone), "agrees");
}

#[test]
fn thresholds_are_not_negligible() {
    let of = |won, is_reversed| {
        let evidence = evidence_of_pairs(Expectation::Close, won, 6, is_reversed);
        (evidence.a12, evidence.finding)
    };
    assert_eq!(of(55, |_| false), (0.55, Finding::Agrees));
    assert_eq!(of(56, |_| false), (0.56, Finding::Refuted));
    assert_eq!(of(55, |_| true), (0.45, Finding::Agrees));
    assert_eq!(of(56, |_| true), (0.44, Finding::Refuted));
}

#[test]
fn opposite_effects_are_not_close() {
    // Of the two subjects of each family, the technique is better on one, and worse on the other.
    let alternate = |subject: usize| subject.is_multiple_of(2);
    let clear = evidence_of_pairs(Expectation::Close, 100, 6, alternate);
    assert_eq!((clear.a12, clear.interval), (0.5, Some(Interval { low: 0.5, high: 0.5 })));
    assert_eq!((clear.share_with_effect(), clear.finding), (1.0, Finding::NotShown));
    // The same effects are not seen on any single subject after correction for their number.
    let unclear = evidence_of_pairs(Expectation::Close, 80, 6, alternate);
    assert_eq!((unclear.count(Verdict::Better), unclear.count(Verdict::Worse)), (0, 0));
    assert_eq!(
        (unclear.a12, unclear.share_with_effect(), unclear.finding),
        (0.5, 1.0, Finding::NotShown)
    );
    // Small ones are close.
    let small = evidence_of_pairs(Expectation::Close, 54, 6, alternate);
    assert_eq!((small.a12, small.share_with_effect(), small.finding), (0.5, 0.0, Finding::Agrees));
}

#[test]
fn few_subjects_with_an_effect_are_allowed() {
    // On the first subjects of as many families the technique is better and worse in turn, on the
    // others it makes a small difference.
    let of = |count: usize| {
        let claim = claim(Expectation::Close, Measure::Effort);
        let results = results(&claim, 30, 10, |is_technique, subject, seed| {
            let shift = if subject < count { 1_000 } else { 1 };
            outcome(
                GOALS,
                5_000 + 10 * seed + if is_technique == (subject % 2 == 0) { shift } else { 0 },
            )
        });
        let evidence = Evidence::of(&Tested::new(&claim, results));
        (evidence.share_with_effect(), evidence.finding)
    };
    assert_eq!(of(2), (2.0 / 30.0, Finding::Agrees));
    assert_eq!(of(3), (0.1, Finding::NotShown));
}

#[test]
fn families_count_once_for_their_share() {
    // Of 20 subjects of one family none has an effect, and both of another family.
    let claim = claim(Expectation::Close, Measure::Effort);
    let results = results(&claim, 22, 10, |is_technique, subject, seed| {
        let shift = if subject >= 20 { 1_000 } else { 1 };
        outcome(
            GOALS,
            5_000 + 10 * seed + if is_technique == (subject % 2 == 0) { shift } else { 0 },
        )
    });
    let families = (0..22)
        .map(|subject| (format!("subject {subject:02}"), (subject / 20).to_string()))
        .collect();
    assert_eq!(Evidence::of(&Tested { claim: &claim, results, families }).share_with_effect(), 0.5);
}

#[test]
fn equal_techniques_are_close_whatever_chance_does() {
    // Both are the same, with independent random numbers: on many subjects, A12 is not negligible.
    let claim = claim(Expectation::Close, Measure::Effort);
    let results = results(&claim, 80, 30, |is_technique, subject, seed| {
        let mut random = Random::new(seed * 1_000 + 2 * subject as u64 + u64::from(is_technique));
        outcome(GOALS, 1 + random.below(100_000) as u64)
    });
    let evidence = Evidence::of(&Tested::new(&claim, results));
    let small = evidence
        .families
        .iter()
        .filter(|(_, a12)| Magnitude::of(*a12) != Magnitude::Negligible)
        .count();
    assert!(small > 25, "{small}");
    assert_eq!(
        evidence.finding,
        Finding::Agrees,
        "{} {:?}",
        evidence.share_with_effect(),
        evidence.interval
    );
}

#[test]
fn too_few_seeds_do_not_show_closeness() {
    let of = |seeds| {
        let claim = claim(Expectation::Close, Measure::Effort);
        let results = results(&claim, 12, seeds, |is_technique, subject, seed| {
            outcome(
                GOALS,
                if is_technique == (subject + seed as usize).is_multiple_of(2) { 10 } else { 11 },
            )
        });
        let evidence = Evidence::of(&Tested::new(&claim, results));
        (evidence.interval, evidence.finding)
    };
    let half = Some(Interval { low: 0.5, high: 0.5 });
    // Of 2 searches of each, no difference would be significant.
    assert_eq!([of(2), of(4)], [(half, Finding::NotShown), (half, Finding::Agrees)]);
}

#[test]
fn few_families_have_no_interval_and_are_not_close() {
    let claim = claim(Expectation::Close, Measure::Effort);
    let results = results(&claim, 15, 10, |is_technique, subject, seed| {
        outcome(GOALS, 1_000 + 10 * seed + u64::from(is_technique == (subject % 2 == 0)))
    });
    let families = |count: usize| {
        (0..15)
            .map(|subject| (format!("subject {subject:02}"), (subject % count).to_string()))
            .collect()
    };
    let few =
        Evidence::of(&Tested { claim: &claim, results: results.clone(), families: families(5) });
    assert_eq!(
        (few.interval, few.finding, few.numbers()[7].as_str()),
        (None, Finding::NotShown, "-")
    );
    let enough = Evidence::of(&Tested { claim: &claim, results, families: families(6) });
    assert!(enough.interval.is_some() && enough.finding == Finding::Agrees, "{enough:?}");
}

#[test]
fn an_experiment_that_was_stopped_compares_common_seeds() {
    let claim = claim(Expectation::Better, Measure::Effort);
    let done = results(&claim, 12, 10, |is_technique, _, seed| {
        outcome(GOALS, if is_technique { 10 } else { 1_000 } + seed)
    });
    let technique = claim.technique.name();
    let is_done = |search: &Search| match (search.subject.as_str(), search.technique == technique) {
        ("subject 00", false) => search.seed < 4,
        ("subject 01", true) => search.seed >= 7,
        ("subject 02", is_technique) => is_technique,
        _ => true,
    };
    let stopped = done
        .iter()
        .filter(|(search, _)| is_done(search))
        .map(|(search, outcome)| (search.clone(), outcome.clone()));
    let evidence = Evidence::of(&Tested::new(&claim, stopped.collect()));
    assert_eq!(
        (evidence.subjects.len(), evidence.seeds(), evidence.finding),
        (11, 3, Finding::Agrees)
    );
    for subject in &evidence.subjects {
        assert_eq!(subject.row.technique.searches, subject.row.baseline.searches);
    }
    // The numbers are those of the common seeds alone.
    let first = Row::of(&done, Measure::Effort, "subject 00", [technique, claim.baseline.name()])
        .expect("searches");
    assert_eq!((evidence.subjects[0].row.seeds(), first.seeds()), (4, 10));
}

/// Returns a claim for each number in `better`, tested on 12 subjects: on that number of them the
/// technique is better, on the others worse.
fn several(better: &[usize]) -> Vec<(Claim, Results)> {
    let one = |&better: &usize| {
        let claim = claim(Expectation::Better, Measure::Effort);
        let results = results(&claim, 12, 10, |is_technique, subject, seed| {
            // The later subjects have the greater effects: their ranks differ.
            let shift = 1 + subject as u64;
            outcome(
                GOALS,
                1_000
                    + 10 * seed
                    + if is_technique == (subject >= 12 - better) { 0 } else { 10 * shift },
            )
        });
        (claim, results)
    };
    better.iter().map(one).collect()
}

#[test]
fn several_claims_are_corrected_together() {
    let several = several(&[8, 9, 8, 12, 8]);
    let mut tested: Vec<_> =
        several.iter().map(|(claim, results)| Tested::new(claim, results.clone())).collect();
    let alone: Vec<f64> = tested.iter().map(|tested| Evidence::of(tested).p).collect();
    // A claim that is not testable does not count.
    let (claim, none) = (&several[0].0, Results::new());
    tested.insert(2, Tested::new(claim, none));
    let together = Evidence::of_all(&tested);
    assert_eq!((together[2].corrected, together[2].finding), (None, Finding::NotTestable));
    let judged: Vec<&Evidence> =
        together.iter().filter(|evidence| evidence.is_testable()).collect();
    assert_eq!(judged.iter().map(|evidence| evidence.p).collect::<Vec<_>>(), alone);
    assert_eq!(
        judged.iter().map(|evidence| evidence.corrected.expect("a value")).collect::<Vec<_>>(),
        holm(&alone)
    );
    for (evidence, tested) in judged.iter().zip(&alone) {
        assert_eq!(
            evidence.finding == Finding::Agrees,
            evidence.corrected.expect("a value") < 0.05,
            "{tested}"
        );
    }
    // Some claim would agree by itself, and does not among five.
    let found = |p: &[f64]| p.iter().filter(|&&p| p < 0.05).count();
    assert!(found(&alone) > found(&holm(&alone)) && found(&holm(&alone)) > 0, "{alone:?}");
}

#[test]
fn kinds_of_claims_are_corrected_apart() {
    let mut several = several(&[8, 9, 8, 12, 8]);
    several[1].0.expects = Expectation::Nothing;
    several[3].0.expects = Expectation::Nothing;
    several[4].0.expects = Expectation::Close;
    let tested: Vec<_> =
        several.iter().map(|(claim, results)| Tested::new(claim, results.clone())).collect();
    let p: Vec<f64> = tested.iter().map(|tested| Evidence::of(tested).p).collect();
    let together = Evidence::of_all(&tested);
    let corrected: Vec<_> = together.iter().map(|evidence| evidence.corrected).collect();
    let [published, ours] = [holm(&[p[0], p[2]]), holm(&[p[1], p[3]])];
    assert_eq!(
        corrected,
        [Some(published[0]), Some(ours[0]), Some(published[1]), Some(ours[1]), None]
    );
    assert_eq!((together[4].numbers()[9].as_str(), together[4].finding), ("-", Finding::NotShown));
    assert_eq!(Evidence::of(&tested[4]).corrected, None);
}

#[test]
fn interim_findings_say_so() {
    let several = several(&[12, 0]);
    let tested: Vec<_> =
        several.iter().map(|(claim, results)| Tested::new(claim, results.clone())).collect();
    let evidence: Vec<Evidence> =
        Evidence::of_all(&tested).into_iter().map(Evidence::interim).collect();
    assert_eq!(overview(&evidence).rows[0].finding, "agrees (interim)");
    assert_eq!(findings(&evidence).rows[1][1], "refuted (interim)");
    let report = report("Title", "About", &tested, &evidence);
    assert_eq!(
        report.comparisons().map(|compared| compared.finding.as_str()).collect::<Vec<_>>(),
        ["agrees (interim)", "refuted (interim)"]
    );
    assert!(
        claims_csv(&evidence)
            .lines()
            .nth(1)
            .is_some_and(|line| line.ends_with(",large,agrees,interim")),
        "{}",
        claims_csv(&evidence)
    );
}

#[test]
fn statistics_have_a_row_for_each_claim_and_subject() {
    let several = several(&[12, 6]);
    let tested: Vec<_> =
        several.iter().map(|(claim, results)| Tested::new(claim, results.clone())).collect();
    let mut evidence = Evidence::of_all(&tested);
    evidence[1].claim.name = "a \"name\", quoted".to_owned();
    let read = |text: &str| {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let columns = reader.headers().expect("a header").clone();
        let rows: Vec<csv::StringRecord> =
            reader.records().map(|row| row.expect("as many cells as columns")).collect();
        (columns.iter().map(str::to_owned).collect::<Vec<_>>(), rows)
    };
    let (columns, rows) = read(&claims_csv(&evidence));
    let cell = |row: usize, column: &str| {
        &rows[row][columns.iter().position(|name| name == column).expect("a column")]
    };
    assert_eq!(
        (rows.len(), cell(0, "finding"), cell(1, "claim")),
        (2, "agrees", "a \"name\", quoted")
    );
    assert_eq!((cell(0, "magnitude"), cell(0, "stage")), ("large", "final"));
    assert_eq!(cell(0, "corrected_p").parse(), Ok(evidence[0].corrected.expect("a value")));
    assert_eq!(
        (cell(0, "differ"), cell(0, "families"), cell(0, "seeds"), cell(0, "measure")),
        ("12", "12", "10", "effort")
    );
    let (columns, rows) = read(&subjects_csv(&evidence));
    let cell = |row: usize, column: &str| {
        &rows[row][columns.iter().position(|name| name == column).expect("a column")]
    };
    assert_eq!(
        (rows.len(), cell(3, "subject"), cell(3, "family")),
        (24, "subject 03", "subject 03")
    );
    let row = &evidence[0].subjects[3].row;
    assert_eq!(cell(3, "median").parse(), Ok(row.technique.median));
    assert_eq!(cell(3, "baseline_mean").parse(), Ok(row.baseline.mean));
    assert_eq!(
        (cell(3, "a12").parse(), cell(3, "p").parse()),
        (Ok(row.effect.a12), Ok(row.effect.p))
    );
    assert_eq!((cell(3, "odds_ratio"), cell(3, "differs")), ("", "true"));
}

#[test]
fn reports_begin_with_all_claims() {
    let several = several(&[12, 0]);
    let tested: Vec<_> =
        several.iter().map(|(claim, results)| Tested::new(claim, results.clone())).collect();
    let evidence = Evidence::of_all(&tested);
    let plot = overview(&evidence);
    assert_eq!(
        plot.rows.iter().map(|row| row.verdict).collect::<Vec<_>>(),
        [Verdict::Better, Verdict::Worse]
    );
    let (table, claimed) = (findings(&evidence), statements(&evidence));
    assert!(
        [&table, &claimed]
            .iter()
            .all(|table| table.rows.iter().all(|row| row.len() == table.columns.len()))
    );
    assert_eq!((table.rows.len(), claimed.rows.len()), (2, 2 + untestable().len()));
    let report = report("Title", "About", &tested, &evidence);
    assert_eq!(report.sections[..3], [plot.into(), table.into(), claimed.into()]);
    let compared: Vec<_> = report.comparisons().collect();
    assert!(
        compared
            .iter()
            .all(|compared| compared.measure == Measure::Effort && compared.rows.len() == 12)
    );
    assert_eq!(
        compared.iter().map(|compared| compared.finding.as_str()).collect::<Vec<_>>(),
        ["agrees", "refuted"]
    );
    let verdict = &compared[1].verdict;
    assert!(
        verdict.starts_with("By effort")
            && verdict.contains("Over 12 families that differ, A12 has the median"),
        "{verdict}"
    );
    assert!(
        verdict.ends_with("p < 0.001, corrected for the number of claims: p < 0.001."),
        "{verdict}"
    );
}

#[test]
fn names_tell_claims_and_techniques_apart() {
    let claims = published();
    let names: BTreeSet<_> = claims.iter().map(|claim| &claim.name).collect();
    assert_eq!(names.len(), claims.len());
    for claim in &claims {
        assert_ne!(claim.technique.name(), claim.baseline.name(), "{}", claim.name);
    }
}
