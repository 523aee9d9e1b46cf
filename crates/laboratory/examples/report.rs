//! Prints a report of generated results: a page, or a text with `--text`. With a number, there are
//! as many subjects.

#[path = "../tests/report/sample.rs"]
mod sample;

use sbst_laboratory::report::{Comparison, Report};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let subjects = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(12);
    let results = sample::results(subjects, sample::TECHNIQUES.len(), 30);
    let [random, one, all, seeded, archive] = sample::TECHNIQUES;
    let comparisons = [
        Comparison::new(one, random).with_note("Better, says a publication that does not exist."),
        Comparison::new(all, one),
        Comparison::new(seeded, all).with_note("About as good."),
        Comparison::new(archive, random),
    ];
    let mut report = Report::of("Generated results", &results, &comparisons);
    report.about = "Nobody searched for these results: a generator drew them, to show what a \
        report looks like."
        .to_owned();
    if arguments.iter().any(|argument| argument == "--text") {
        print!("{}", report.render_text());
    } else {
        print!("{}", report.render_html());
    }
}
