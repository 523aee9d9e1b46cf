//! What plots show, on small cases by hand.

use super::{parse, usual};
use sbst_laboratory::report::{Comparison, Progress, Quantity, Ranking, Report, Section, Spread};
use sbst_laboratory::results::{Covered, Outcome, Results, Search};

/// Adds a search that covered a goal at each of these executions.
fn add(results: &mut Results, subject: &str, technique: &str, seed: u64, executions: &[u64]) {
    let covered = (0..).zip(executions).map(|(goal, &execution)| Covered { goal, execution }).collect();
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
    assert_eq!((panel.name.as_str(), panel.executions, panel.greatest, progress.omitted), ("hard", 100, 4.0, 1));
    // Half of the searches of the guided technique cover a fourth goal.
    let steps =
        |technique: usize| panel.curves[technique].points.iter().map(|at| [at.execution as f64, at.low, at.middle, at.high]);
    let expected =
        [[1.0, 0.0, 0.0, 0.0], [10.0, 1.0, 1.0, 1.0], [20.0, 2.0, 2.0, 2.0], [30.0, 3.0, 3.0, 3.0], [40.0, 3.0, 3.5, 4.0]];
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
    let last: Vec<f64> = overall.curves.iter().map(|curve| curve.points.last().unwrap().middle).collect();
    // Guided: all of 2, and 3.5 of 4 on the mean. Random: all of 2, and 1 of 4.
    assert!((last[0] - 93.75).abs() < 1e-9 && (last[1] - 62.5).abs() < 1e-9, "{last:?}");
    let first: Vec<f64> = overall.curves.iter().map(|curve| curve.points[0].middle).collect();
    assert!(first.iter().all(|share| (share - 25.0).abs() < 1e-9), "{first:?}");
    assert_eq!((progress.omitted, progress.subjects.len()), (2, 0));
}

#[test]
fn boxes_show_goals_if_they_differ() {
    let spread = Spread::of(&two_by_two(), &["easy", "hard"]);
    let [easy, hard] = &spread.subjects[..] else { panic!("{spread:?}") };
    assert_eq!((easy.quantity, hard.quantity), (Quantity::Last, Quantity::Goals));
    assert_eq!(easy.boxes[0].marks, [5.0, 7.25, 9.5, 11.75, 14.0]);
    assert_eq!(hard.boxes[1].marks, [1.0; 5]);
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
    let report = Report::of("Many", &results, &[Comparison::new("guided", "random")]);
    let progress = report.sections.iter().find_map(|section| match section {
        Section::Progress(progress) => Some(progress),
        _ => None,
    });
    let shown: Vec<usize> = progress.unwrap().subjects.iter().map(|panel| panel.name.parse().unwrap()).collect();
    assert_eq!((shown.len(), progress.unwrap().omitted), (24, 16));
    assert!(shown.is_sorted() && (0..40).filter(|subject| subject % 2 == 1).all(|subject| shown.contains(&subject)), "{shown:?}");
}

#[test]
fn the_overview_counts_subjects() {
    let report = usual(12, 2, 30);
    let counts = report.comparisons().next().unwrap().counts();
    let page = report.render_html();
    let document = parse(&page);
    let overview = document.descendants().filter(|node| node.has_tag_name("tbody")).nth(1).unwrap();
    let cells: Vec<&str> =
        overview.descendants().filter(|node| node.attribute("class") == Some("number")).filter_map(|node| node.text()).collect();
    assert_eq!(cells, counts.map(|count| count.to_string()));
    // Each subject has a mark in the overview and one in its row; their forms tell the verdict.
    let marks = |class: &str| document.descendants().filter(|node| node.attribute("class") == Some(class)).count();
    assert_eq!(marks("dot"), 2 * (counts[0] + counts[1]) + 2); // and both techniques in the ranking
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
        .find(|node| node.attribute("aria-label").is_some_and(|label| label.starts_with("Mean ranks")))
        .unwrap();
    let centres: Vec<f64> = drawing.descendants().filter_map(|node| node.attribute("cx")).map(|x| x.parse().unwrap()).collect();
    let ranks: Vec<f64> = ranking.order().into_iter().map(|at| ranking.test.mean_ranks[at]).collect();
    let unit = (centres[4] - centres[0]) / (ranks[4] - ranks[0]);
    assert!(unit > 10.0 && centres.len() == 5);
    for (centre, rank) in centres.iter().zip(&ranks) {
        assert!((centre - centres[0] - (rank - ranks[0]) * unit).abs() < 0.2, "{centres:?}");
    }
}
