//! Verdicts as text.

use super::{LandscapeVerdict, TraitOfPlateaus};
use crate::report::format::{equation, p};
use std::fmt::Write as _;

/// Returns verdicts and traits as text for people.
#[must_use]
pub fn verdicts_as_text(verdicts: &[LandscapeVerdict], traits: &[TraitOfPlateaus]) -> String {
    let mut text = String::new();
    for verdict in verdicts {
        let LandscapeVerdict {
            name,
            statement,
            measure,
            branches,
            subjects,
            families,
            estimate,
            against,
            interval,
            ..
        } = verdict;
        let _ = writeln!(text, "{name}: {}\n  {statement}", verdict.finding);
        let _ = writeln!(
            text,
            "  {measure}: {estimate:.3} [{:.3}, {:.3}] against {against}, {}{}.",
            interval.low,
            interval.high,
            equation(verdict.p),
            verdict.corrected.map_or_else(String::new, |corrected| format!(
                ", corrected {}",
                equation(corrected)
            ))
        );
        let _ = writeln!(text, "  {branches} branches, {subjects} subjects, {families} families.");
        let _ = writeln!(text, "  {}\n", verdict.branches_in_words);
    }
    let _ = writeln!(
        text,
        "{:50} {:>14} {:>13} {:>9} {:>20} {:>7}",
        "trait of branches / contrary", "branches", "neutral", "families", "A12", "p"
    );
    for one in traits {
        let [with, without] = one
            .neutrality
            .map(|share| share.map_or_else(|| "-".to_owned(), |share| format!("{share:.2}")));
        let _ = writeln!(
            text,
            "{:50} {:>14} {:>13} {:>9} {:>20} {:>7}",
            one.name,
            format!("{} / {}", one.branches[0], one.branches[1]),
            format!("{with} / {without}"),
            one.families,
            format!("{:.2} [{:.2}, {:.2}]", one.a12, one.interval.low, one.interval.high),
            p(one.p)
        );
    }
    text += "\nFamilies are crates. Estimates are medians over families with their confidence \
        intervals; p values are of the signed-rank test\n\
             over families, corrected by Holm for the number of testable claims, or of traits. \
             A12 above 0.5: branches with the trait have more neutral steps than other\n\
             branches of the same subject. Texts: families are compared with other families.\n";
    text
}
