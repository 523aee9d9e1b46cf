//! Reports: pages are well-formed, complete and small enough; texts are pinned.

mod plots;
mod sample;

use roxmltree::{Document, ParsingOptions};
use sbst_laboratory::report::{
    Comparison, Forest, ForestRow, Progress, Report, Section, Table, Text,
};
use sbst_laboratory::results::{Covered, Measure, Outcome, Results, Search};
use sbst_laboratory::statistics::Verdict;

/// Parses a page. It fails unless the page is well-formed.
fn parse(page: &str) -> Document<'_> {
    Document::parse_with_options(
        page,
        ParsingOptions { allow_dtd: true, ..ParsingOptions::default() },
    )
    .unwrap()
}

/// Makes the usual report of generated results.
fn usual(subjects: usize, techniques: usize, seeds: u64) -> Report {
    by(Measure::Effort, subjects, techniques, seeds)
}

/// Makes the usual report of generated results by a measure.
fn by(measure: Measure, subjects: usize, techniques: usize, seeds: u64) -> Report {
    let names = &sample::TECHNIQUES[..techniques];
    let comparisons: Vec<_> =
        names.windows(2).map(|pair| Comparison::new(pair[1], pair[0]).by(measure)).collect();
    Report::of("Generated", &sample::results(subjects, techniques, seeds), &comparisons)
}

/// Checks what holds of each page: it is well-formed, its drawings have finite coordinates, scale,
/// and have a label, and it refers to nothing outside.
fn check(page: &str) {
    let document = parse(page);
    for node in document.descendants().filter(|node| node.is_element()) {
        for attribute in node.attributes() {
            let drawn = ["d", "x", "y", "cx", "cy", "width", "height", "viewBox"]
                .contains(&attribute.name());
            if drawn && node.tag_name().name() != "meta" {
                let value = attribute.value();
                assert!(
                    !value.contains("NaN") && !value.contains("inf") && !value.is_empty(),
                    "{value}"
                );
            }
            assert!(
                !["href", "src", "style", "onclick"].contains(&attribute.name()),
                "{attribute:?}"
            );
        }
        if node.tag_name().name() == "svg" {
            assert!(node.has_attribute("viewBox") && !node.has_attribute("width"));
            assert!(node.has_attribute("aria-label") || node.has_attribute("aria-hidden"));
        }
        assert!(!["script", "link", "img", "iframe"].contains(&node.tag_name().name()));
    }
    assert!(!page.contains("url(") && !page.contains("@import") && !page.contains("NaN"));
}

/// Returns all texts of a page, joined.
fn texts(document: &Document<'_>) -> String {
    document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect()
}

#[test]
fn pages_are_complete() {
    let page = usual(12, 5, 30).render_html();
    check(&page);
    let document = parse(&page);
    let words = texts(&document);
    for subject in 0..12 {
        assert!(words.contains(&format!("subject_{subject:03}")));
    }
    for technique in sample::TECHNIQUES {
        assert!(words.contains(technique), "{technique}");
    }
    assert!(page.contains("archive &amp; &lt;frontier&gt;") && !page.contains("<frontier>"));
    // A curve of each technique over all subjects and on each, besides the lines of the legend.
    let dashed =
        document.descendants().filter(|node| node.has_attribute("stroke-dasharray")).count();
    assert_eq!(dashed, 13 * 5 + 5);
    let boxes =
        document.descendants().filter(|node| node.attribute("class") == Some("box")).count();
    assert_eq!(boxes, 12 * 5);
}

#[test]
fn reports_say_by_which_measure() {
    for (measure, quantity, has_boxes) in [
        (Measure::Coverage, "coverage, % (median)", true),
        (Measure::Discoveries, "discovered goals (median)", true),
        (Measure::Success, "odds ratio", false),
        (Measure::Effort, "executions to a goal (median)", true),
    ] {
        let report = by(measure, 4, 3, 10);
        let page = report.render_html();
        check(&page);
        let name = measure.to_string();
        for words in [texts(&parse(&page)), report.render_text()] {
            assert!(
                words.to_lowercase().contains(&format!("by {name}, a search is better if")),
                "{words}"
            );
            assert!(
                words.contains(&format!("over 4 subjects by {name}"))
                    && words.contains(&format!("By {name}, one goal is")),
                "{words}"
            );
        }
        assert!(page.contains(quantity), "{quantity}");
        assert_eq!(
            report.sections.iter().any(|section| matches!(section, Section::Spread(_))),
            has_boxes
        );
    }
    // Without a common measure, techniques are ranked by coverage.
    let comparisons = [
        Comparison::new("one goal", "random").by(Measure::Effort),
        Comparison::new("all goals", "random"),
    ];
    let text = Report::of("Both", &sample::results(4, 3, 10), &comparisons).render_text();
    assert!(
        text.contains("over 4 subjects by coverage") && text.contains("By effort, one goal is"),
        "{text}"
    );
}

#[test]
fn strange_names_are_escaped() {
    let name = "</td>\"'&amp;\u{0}\u{1b}<script>alert(1)</script>]]>\u{ffff}--";
    let mut results = Results::new();
    for technique in [name, "other"] {
        for seed in 0..3 {
            let outcome = Outcome {
                goals: 1,
                covered: vec![Covered { goal: 0, execution: seed + 1 }],
                ..Outcome::default()
            };
            results.add(
                Search { subject: name.to_owned(), technique: technique.to_owned(), seed },
                outcome,
            );
        }
    }
    let mut report = Report::of(name, &results, &[Comparison::new(name, "other").with_note(name)]);
    report.about = name.to_owned();
    report.sections.push(Text { heading: name.to_owned(), text: name.to_owned() }.into());
    let row = ForestRow {
        name: name.to_owned(),
        a12: Some(0.7),
        interval: None,
        verdict: Verdict::Better,
        finding: name.to_owned(),
    };
    let forest = Forest { heading: name.to_owned(), note: name.to_owned(), rows: vec![row] };
    parse(&forest.render_svg());
    report.sections.push(forest.into());
    report.sections.push(
        Table {
            heading: name.to_owned(),
            note: name.to_owned(),
            columns: vec![name.to_owned()],
            rows: vec![vec![name.to_owned()]],
        }
        .into(),
    );
    let page = report.render_html();
    check(&page);
    let shown: String =
        name.chars()
            .map(|character| {
                if character.is_control() || character == '\u{ffff}' {
                    '\u{fffd}'
                } else {
                    character
                }
            })
            .collect();
    assert!(texts(&parse(&page)).matches(&shown).count() > 10);
    assert!(!report.render_text().contains(['\u{0}', '\u{1b}']));
}

#[test]
fn empty_results_say_so() {
    for comparisons in [vec![], vec![Comparison::new("guided", "random")]] {
        let report = Report::of("Nothing", &Results::new(), &comparisons);
        check(&report.render_html());
        for rendered in [report.render_html(), report.render_text()] {
            assert!(
                rendered.contains("Nothing") && rendered.contains("There are no results"),
                "{rendered}"
            );
        }
    }
    let report = Report::default();
    check(&report.render_html());
    assert!(
        report.render_html().contains("The report is empty.")
            && report.render_text().contains("The report is empty.")
    );
}

#[test]
fn searches_without_goals() {
    let mut results = Results::new();
    for (technique, seeds) in [("guided", 2), ("random", 1), ("third", 0)] {
        for seed in 0..seeds {
            results.add(
                Search { subject: "nothing".into(), technique: technique.into(), seed },
                Outcome::default(),
            );
        }
    }
    let comparisons = [
        Comparison::new("guided", "random"),
        Comparison::new("third", "random"),
        Comparison::new("guided", "guided"),
    ];
    let report = Report::of("Without goals", &results, &comparisons);
    check(&report.render_html());
    assert!(report.render_text().contains("No subject has outcomes of both techniques."));
    assert!(Progress::of(&results, &["nothing"]).overall.is_none());
}

#[test]
fn techniques_without_a_common_subject() {
    let mut results = Results::new();
    for (subject, technique) in [("first", "guided"), ("second", "random")] {
        results.add(
            Search { subject: subject.into(), technique: technique.into(), seed: 0 },
            Outcome::default(),
        );
    }
    let report = Report::of("Apart", &results, &[Comparison::new("guided", "random")]);
    check(&report.render_html());
    let text = report.render_text();
    assert!(text.contains("There is no subject for which at least two techniques"), "{text}");
    assert!(text.contains("0 to 1 of each technique"), "{text}");
    // Both are listed all the same.
    assert!(
        text.lines().any(|line| line.starts_with("guided "))
            && text.lines().any(|line| line.starts_with("random "))
    );
}

#[test]
fn one_technique_and_one_search() {
    let report = usual(1, 1, 1);
    check(&report.render_html());
    assert!(!report.sections.iter().any(|section| matches!(section, Section::Ranking(_))));
    check(&usual(2, 2, 1).render_html());
}

#[test]
fn curves_are_thinned_and_ascend() {
    let results = sample::results(12, 3, 30);
    let progress = Progress::of(&results, &results.subjects());
    for panel in progress.subjects.iter().chain(&progress.overall) {
        assert_eq!(panel.curves.len(), 3);
        for curve in &panel.curves {
            assert!(curve.points.len() <= 200);
            assert!(
                curve.points.is_sorted_by(|a, b| a.execution < b.execution && a.middle <= b.middle)
            );
            assert!(curve.points.iter().all(|point| point.low <= point.middle
                && point.middle <= point.high
                && point.high <= panel.greatest));
        }
    }
    // At the end, the curve of a subject is the median of what its searches covered.
    let counts: Vec<f64> = results
        .sample("subject_003", "random")
        .iter()
        .map(|outcome| outcome.count() as f64)
        .collect();
    let panel = progress.subjects.iter().find(|panel| panel.name == "subject_003").unwrap();
    let curve =
        panel.curves.iter().find(|curve| progress.techniques[curve.technique] == "random").unwrap();
    assert_eq!(
        Some(curve.points.last().unwrap().middle),
        sbst_laboratory::statistics::median(&counts)
    );
}

#[test]
fn few_seeds_are_called_few() {
    let text = usual(12, 2, 3).render_text();
    assert!(text.contains("too few searches"), "{text}");
    assert!(!usual(12, 2, 30).render_text().contains("too few searches"));
}

#[test]
fn verdicts_of_a_comparison() {
    let report = usual(6, 2, 30);
    let compared = report.comparisons().next().unwrap();
    let verdicts = compared.verdicts();
    assert_eq!(compared.counts().iter().sum::<usize>(), 6);
    for ((row, adjusted), verdict) in compared.rows.iter().zip(compared.adjusted()).zip(verdicts) {
        assert!(adjusted >= row.effect.p);
        let is_found = matches!(verdict, Verdict::Better | Verdict::Worse);
        assert_eq!(is_found, adjusted < 0.05);
        assert!(row.effect.interval.contains(row.effect.a12));
    }
}

#[test]
fn texts_have_at_most_120_columns() {
    let mut report = usual(60, 5, 10);
    for (at, section) in report.sections.iter_mut().enumerate() {
        if let Section::Compared(compared) = section {
            compared.note = "word ".repeat(30 * at);
            compared.rows[0].subject = "a::very::long::path::".repeat(9);
            compared.rows[0].technique.median = 1e12;
        }
    }
    let text = report.render_text();
    assert!(
        text.lines().all(|line| line.chars().count() <= 120 && line.trim_end() == line),
        "{text}"
    );
}

#[test]
fn large_results_are_rendered_soon_enough() {
    let report = usual(1000, 3, 5);
    let page = report.render_html();
    assert!(page.len() < 8_000_000, "{}", page.len());
    assert!(page.contains("<details>") && page.contains("988 further subjects"));
    check(&page);
}

#[test]
fn pinned_text() {
    let report = usual(3, 2, 10);
    let expected = include_str!("expected.txt");
    let text = report.render_text();
    assert_eq!(text, expected, "\n{text}");
}
