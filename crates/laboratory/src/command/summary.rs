//! What the searches say of the claims: as a table for the terminal, and as files.

use super::arguments::Settings;
use crate::claims::{Evidence, Tested, claims_csv, overview, report, subjects_csv};
use crate::experiment::Store;
use std::error::Error;
use std::fmt::Display;
use std::fs;

/// Names and widths of the columns, the first of which is wider if a name of a claim is. Texts are
/// aligned to the left, numbers to the right.
const COLUMNS: [(&str, usize); 13] = [
    ("claim", 24),
    ("measure", 11),
    ("subjects", 8),
    ("families", 8),
    ("differ", 6),
    ("seeds", 5),
    ("better", 6),
    ("worse", 5),
    ("A12", 5),
    ("95 %", 12),
    ("p", 6),
    ("Holm", 6),
    ("finding", 16),
];

/// The number of searches of the experiments, and how many of them have outcomes.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    pub(super) total: usize,
    pub(super) known: usize,
}

impl Extent {
    fn is_complete(self) -> bool {
        self.known >= self.total
    }

    /// Returns sentences about the searches.
    fn about(self, planned: &impl Display) -> String {
        let Self { total, known } = self;
        if self.is_complete() {
            format!("All {total} searches are known. {planned}")
        } else {
            format!(
                "Interim: {known} of {total} searches are known, and all findings can still \
                 change. Planned: {planned}"
            )
        }
    }
}

/// Returns the findings as text, and writes the files that were asked for. Findings are marked as
/// interim until all searches are known.
pub(super) fn summary(
    settings: &Settings,
    store: &Store,
    tested: &[Tested<'_>],
    extent: Extent,
) -> Result<String, Box<dyn Error>> {
    let mut evidence = Evidence::of_all(tested);
    if !extent.is_complete() {
        evidence = evidence.into_iter().map(Evidence::interim).collect();
    }
    let about = extent.about(settings);
    if let Some(path) = &settings.json {
        fs::write(path, serde_json::to_string_pretty(&store.to_json())?)?;
    }
    if let Some(path) = &settings.html {
        fs::write(
            path,
            report("What is claimed, and what was found", &about, tested, &evidence).render_html(),
        )?;
    }
    if let (Some(path), Some(by_subject)) = (&settings.statistics, settings.statistics_by_subject())
    {
        fs::write(path, claims_csv(&evidence))?;
        fs::write(by_subject, subjects_csv(&evidence))?;
    }
    if let Some(path) = &settings.plot {
        fs::write(path, overview(&evidence).render_svg())?;
    }
    Ok(format!("{about}\n\n{}", table(&evidence)))
}

/// Returns a line for each claim, and a legend.
fn table(evidence: &[Evidence]) -> String {
    let widest =
        evidence.iter().map(|evidence| evidence.claim.name.chars().count()).max().unwrap_or(0);
    let mut text = line(widest, COLUMNS.map(|(name, _)| name.to_owned()));
    for evidence in evidence {
        let [subjects, families, differ, seeds, better, worse, a12, interval, p, corrected] =
            evidence.numbers();
        let (claim, measure) = (evidence.claim.name.clone(), evidence.claim.measure.to_string());
        let finding = evidence.in_words();
        text += &line(
            widest,
            [
                claim, measure, subjects, families, differ, seeds, better, worse, a12, interval, p,
                corrected, finding,
            ],
        );
    }
    text + "\nFamilies: those that differ, to which A12 and p refer. A12: median, above 0.5 if \
        the technique does better, negligible between \
            0.44 and 0.56.\np: signed-rank test. Holm: p corrected for the number of testable \
            claims of this kind, by which the finding is \
            made; closeness, and that there is no difference, are\njudged by the interval. \
            Not testable here: the searches differ on too few subjects, usually fewer\nthan 10.\n"
}

/// Returns the cells in their columns, the first of which has at least this width, with a line
/// feed.
fn line(widest: usize, cells: [String; 13]) -> String {
    let mut text = String::new();
    for (cell, (name, width)) in cells.into_iter().zip(COLUMNS) {
        let width = if name == "claim" { width.max(widest) } else { width };
        let is_text = ["claim", "measure", "finding"].contains(&name);
        text += &if is_text { format!("{cell:width$}  ") } else { format!("{cell:>width$}  ") };
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::published;
    use crate::results::Results;

    #[test]
    fn columns_are_aligned() {
        let mut claims = published();
        claims[0].name = "a name of more than twenty-four characters".to_owned();
        let tested: Vec<_> =
            claims.iter().map(|claim| Tested::new(claim, Results::new())).collect();
        let text = table(&Evidence::of_all(&tested));
        let lines: Vec<&str> = text.lines().take(1 + claims.len()).collect();
        let at = lines[0].find("finding").expect("a column");
        assert_eq!(text.lines().count(), claims.len() + 6);
        for line in &lines[1..] {
            assert_eq!(line.get(at..), Some("not testable here"), "{line}");
        }
    }
}
