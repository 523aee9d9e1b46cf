//! What plots show, on small cases by hand.

use super::{parse, usual};
use sbst_laboratory::report::{
    Comparison, Forest, ForestRow, Progress, Ranking, Report, Section, Spread,
};
use sbst_laboratory::results::{Covered, Measure, Outcome, Results, Search};
use sbst_laboratory::statistics::{Interval, Verdict};

/// Adds a search that covered a goal at each of these executions.
fn add(results: &mut Results, subject: &str, technique: &str, seed: u64, executions: &[u64]) {
    let covered =
        (0..).zip(executions).map(|(goal, &execution)| Covered { goal, execution }).collect();
    let search = Search { subject: subject.to_owned(), technique: technique.to_owned(), seed };
    results.add(search, Outcome { goals: 4, covered, executions: 100, ..Outcome::default() });
}

/// Makes results of two techniques on two subjects: the second subject is harder.
fn two_by_two() -> Results {
    let mut results = Results::new();
    for seed in 0..10 {
        add(&mut results, "easy", "guided", seed, &[1, 5 + seed]);
        add(&mut results, "easy", "random", seed, &[1, 50 + seed]);
        add(&mut results, "hard", "guided", seed, &[10, 20, 30, 40][..3 + (seed % 2) as usize]);
        add(&mut results, "hard", "random", seed, &[10]);
    }
    results
}

#[test]
fn curves_of_a_subject() {
    let progress = Progress::of(&two_by_two(), &["hard"]);
    let [panel] = &progress.subjects[..] else { panic!("{progress:?}") };
    assert_eq!(
        (panel.name.as_str(), panel.executions, panel.greatest, progress.omitted),
        ("hard", 100, 4.0, 1)
    );
    // Half of the searches of the guided technique cover a fourth goal.
    let steps = |technique: usize| {
        panel.curves[technique]
            .points
            .iter()
            .map(|at| [at.execution as f64, at.low, at.middle, at.high])
    };
    let expected = [
        [1.0, 0.0, 0.0, 0.0],
        [10.0, 1.0, 1.0, 1.0],
        [20.0, 2.0, 2.0, 2.0],
        [30.0, 3.0, 3.0, 3.0],
        [40.0, 3.0, 3.5, 4.0],
    ];
    for (step, expected) in steps(0).zip(expected) {
        assert_eq!(step[1..], expected[1..]);
        // The points are in geometric progression: they come a little late, but never early.
        assert!(step[0] >= expected[0] && step[0] <= expected[0] * 1.05, "{step:?}");
    }
    assert_eq!((steps(0).count(), steps(1).count()), (5, 2));
}

#[test]
fn mean_shares_over_subjects() {
    let progress = Progress::of(&two_by_two(), &[]);
    let overall = progress.overall.unwrap();
    let last: Vec<f64> =
        overall.curves.iter().map(|curve| curve.points.last().unwrap().middle).collect();
    // Guided: all of 2, and 3.5 of 4 on the mean. Random: all of 2, and 1 of 4.
    assert!((last[0] - 93.75).abs() < 1e-9 && (last[1] - 62.5).abs() < 1e-9, "{last:?}");
    let first: Vec<f64> = overall.curves.iter().map(|curve| curve.points[0].middle).collect();
    assert!(first.iter().all(|share| (share - 25.0).abs() < 1e-9), "{first:?}");
    assert_eq!((progress.omitted, progress.subjects.len()), (2, 0));
}

#[test]
fn boxes_show_the_measure() {
    let spread = |measure| Spread::of(&two_by_two(), &["easy", "hard"], measure);
    let coverage = spread(Measure::Coverage);
    let [easy, hard] = &coverage.subjects[..] else { panic!("{coverage:?}") };
    // In percent: half of the searches of the guided technique cover all of 4 goals, the others 3.
    assert_eq!((easy.boxes[0].marks, hard.boxes[1].marks), ([50.0; 5], [25.0; 5]));
    assert_eq!(hard.boxes[0].marks, [75.0, 75.0, 87.5, 100.0, 100.0]);
    // Two goals at once and after 50 to 59 executions, and two that count as if the last of 100
    // executions had covered them.
    let effort = spread(Measure::Effort);
    assert_eq!(effort.subjects[0].boxes[1].marks[0], (1.0 + 50.0 + 200.0) / 4.0);
    assert_eq!(effort.subjects[0].boxes[1].marks[4], (1.0 + 59.0 + 200.0) / 4.0);
}

#[test]
fn forests_are_drawn_to_scale() {
    let row = |name: &str, a12: Option<f64>, ends: Option<[f64; 2]>, verdict| ForestRow {
        name: name.to_owned(),
        a12,
        interval: ends.map(|[low, high]| Interval { low, high }),
        verdict,
        finding: "found".to_owned(),
    };
    let rows = vec![
        row("better", Some(0.8), Some([0.65, 0.95]), Verdict::Better),
        row("open", Some(0.5), Some([0.35, 0.65]), Verdict::NotShown),
        row("without an interval", Some(0.5), None, Verdict::NoDifference),
        row("without anything", None, None, Verdict::NotShown),
    ];
    let forest = Forest { rows, ..Forest::default() };
    let svg = forest.render_svg();
    let document = parse(&svg);
    let paths = |class: &str| {
        let of_class = document.descendants().filter(|node| node.attribute("class") == Some(class));
        of_class.filter_map(|node| node.attribute("d")).map(str::to_owned).collect::<Vec<_>>()
    };
    let count = |class: &str| paths(class).len();
    assert_eq!([count("dot"), count("hollow"), count("whisker")], [2, 1, 2 * 3]);
    // The axis goes from 0 to 1, and the intervals are as long as each other.
    let x = |path: &str| {
        path[1..].split([' ', 'L']).step_by(2).map(|x| x.parse().unwrap()).collect::<Vec<f64>>()
    };
    let [first, second] = [0, 3].map(|at| x(&paths("whisker")[at]));
    assert!((first[1] - first[0] - (second[1] - second[0])).abs() < 0.2);
    let centre = x(&paths("axis")[0])[0];
    assert!(
        (second[0] + second[1] - 2.0 * centre).abs() < 0.2
            && (x(&paths("hollow")[0])[0] - centre).abs() < 0.2
    );
    // The band ends at 0.44 and 0.56, whose distance is 0.12: the interval is 0.3 wide.
    let band = document.descendants().find(|node| node.attribute("class") == Some("zone")).unwrap();
    let width: f64 = band.attribute("width").unwrap().parse().unwrap();
    assert!((width / 0.12 - (first[1] - first[0]) / 0.3).abs() < 2.0);
    assert!(!svg.contains("var(") && svg.starts_with("<svg"));
    let report = Report { sections: vec![forest.into()], ..Report::default() };
    assert!(
        parse(&report.render_html())
            .descendants()
            .any(|node| node.attribute("class") == Some("zone"))
    );
}

#[test]
fn panels_are_those_with_the_clearest_differences() {
    let mut results = Results::new();
    for subject in 0..40 {
        for seed in 0..10 {
            let name = format!("{subject:02}");
            add(&mut results, &name, "guided", seed, &[seed + 1]);
            // The techniques differ on odd subjects.
            add(&mut results, &name, "random", seed, &[seed + 1 + 50 * (subject % 2)]);
        }
    }
    let report =
        Report::of("Many", &results, &[Comparison::new("guided", "random").by(Measure::Effort)]);
    let progress = report.sections.iter().find_map(|section| match section {
        Section::Progress(progress) => Some(progress),
        _ => None,
    });
    let shown: Vec<usize> =
        progress.unwrap().subjects.iter().map(|panel| panel.name.parse().unwrap()).collect();
    assert_eq!((shown.len(), progress.unwrap().omitted), (12, 28));
    assert!(shown.is_sorted() && shown.iter().all(|subject| subject % 2 == 1), "{shown:?}");
}

#[test]
fn the_overview_counts_subjects() {
    let report = usual(12, 2, 30);
    let counts = report.comparisons().next().unwrap().counts();
    let page = report.render_html();
    let document = parse(&page);
    let overview = document.descendants().filter(|node| node.has_tag_name("tbody")).nth(1).unwrap();
    let cells: Vec<&str> = overview
        .descendants()
        .filter(|node| node.attribute("class") == Some("number"))
        .filter_map(|node| node.text())
        .collect();
    assert_eq!(cells, counts.map(|count| count.to_string()));
    // Each subject has a mark in the overview and one in its row; their forms tell the verdict.
    let marks = |class: &str| {
        document.descendants().filter(|node| node.attribute("class") == Some(class)).count()
    };
    // And both techniques in the ranking.
    assert_eq!(marks("dot"), 2 * (counts[0] + counts[1] + counts[2]) + 2);
}

#[test]
fn ranks_are_drawn_to_scale() {
    let report = usual(12, 5, 30);
    let ranking = report.sections.iter().find_map(|section| match section {
        Section::Ranking(ranking) => Some(ranking),
        _ => None,
    });
    let ranking: &Ranking = ranking.unwrap();
    let page = report.render_html();
    let document = parse(&page);
    let drawing = document
        .descendants()
        .find(|node| {
            node.attribute("aria-label").is_some_and(|label| label.starts_with("Mean ranks"))
        })
        .unwrap();
    let centres: Vec<f64> = drawing
        .descendants()
        .filter_map(|node| node.attribute("cx"))
        .map(|x| x.parse().unwrap())
        .collect();
    let ranks: Vec<f64> =
        ranking.order().into_iter().map(|at| ranking.test.mean_ranks[at]).collect();
    let unit = (centres[4] - centres[0]) / (ranks[4] - ranks[0]);
    assert!(unit > 10.0 && centres.len() == 5);
    for (centre, rank) in centres.iter().zip(&ranks) {
        assert!((centre - centres[0] - (rank - ranks[0]) * unit).abs() < 0.2, "{centres:?}");
    }
}
