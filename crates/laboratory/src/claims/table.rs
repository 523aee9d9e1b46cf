//! Statistics of claims as comma-separated values, for programs.

use super::{Evidence, Expectation};
use crate::statistics::{Interval, Verdict};

/// Returns the statistics of claims as comma-separated values: a header, and a row for each claim,
/// with a line feed after each.
///
/// Numbers that there are not are empty: an interval of fewer than 6 families, the corrected p
/// value of a claim that is not testable or is about closeness. `families` counts those that
/// differ. `sign_p` is the sign test over families. `magnitude` is that of the median of A12:
/// "negligible", "small", "medium" or "large". `stage` is "interim" or "final". Names that contain
/// a comma, a quote or a line break are quoted as in RFC 4180.
#[must_use]
pub fn claims_csv(evidence: &[Evidence]) -> String {
    let mut text = line(
        "claim,source,technique,baseline,measure,expects,subjects,families,differ,seeds,better,worse,a12,low,high,p,corrected_p,sign_p,magnitude,\
         finding,stage"
            .split(','),
    );
    for evidence in evidence {
        let claim = &evidence.claim;
        let mut cells = vec![claim.name.clone(), claim.source.clone()];
        cells.extend([claim.technique.name(), claim.baseline.name()].map(str::to_owned));
        cells.push(claim.measure.to_string());
        cells.push(expects(claim.expects).to_owned());
        cells.extend([
            evidence.subjects.len().to_string(),
            evidence.families.len().to_string(),
            evidence.differing().to_string(),
            evidence.seeds().to_string(),
        ]);
        cells.extend(
            [Verdict::Better, Verdict::Worse].map(|verdict| evidence.count(verdict).to_string()),
        );
        let known = |number: f64| {
            if evidence.families.is_empty() { String::new() } else { number.to_string() }
        };
        cells.push(known(evidence.a12));
        cells.extend(ends(evidence.interval));
        cells.push(known(evidence.p));
        cells.push(number(evidence.corrected));
        cells.push(known(evidence.signs().p));
        cells.push(if evidence.families.is_empty() {
            String::new()
        } else {
            evidence.magnitude().to_string()
        });
        cells.push(evidence.finding.to_string());
        cells.push(evidence.stage.name().to_owned());
        text += &line(cells);
    }
    text
}

/// Returns the statistics of claims on each subject as comma-separated values: a header, and a row
/// for each claim and subject, with a line feed after each.
///
/// Medians and means are those of the [measure](crate::results::Measure), which is greater for
/// better searches: shares are in 0..=1, effort is a negative number of executions. `corrected_p`
/// is corrected for the subjects of the claim. Only claims about success have an odds ratio.
#[must_use]
pub fn subjects_csv(evidence: &[Evidence]) -> String {
    let mut text = line(
        "claim,measure,subject,family,seeds,complete,baseline_complete,median,baseline_median,mean,baseline_mean,a12,low,high,odds_ratio,p,\
         corrected_p,verdict,differs"
            .split(','),
    );
    for evidence in evidence {
        for subject in &evidence.subjects {
            let row = &subject.row;
            let (technique, baseline, effect) = (&row.technique, &row.baseline, &row.effect);
            let mut cells = vec![evidence.claim.name.clone(), evidence.claim.measure.to_string()];
            cells.extend([row.subject.clone(), subject.family.clone()]);
            cells.extend(
                [row.seeds(), technique.complete, baseline.complete].map(|count| count.to_string()),
            );
            let values =
                [technique.median, baseline.median, technique.mean, baseline.mean, effect.a12];
            cells.extend(values.map(|number| number.to_string()));
            cells.extend(ends(Some(effect.interval)));
            cells.push(number(effect.odds_ratio));
            cells.extend([effect.p, subject.corrected].map(|number| number.to_string()));
            cells.push(subject.verdict.name().to_owned());
            cells.push(row.differs.to_string());
            text += &line(cells);
        }
    }
    text
}

fn expects(expects: Expectation) -> &'static str {
    match expects {
        Expectation::Better => "better",
        Expectation::Close => "close",
        Expectation::Nothing => "nothing",
    }
}

fn number(number: Option<f64>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

fn ends(interval: Option<Interval>) -> [String; 2] {
    [interval.map(|interval| interval.low), interval.map(|interval| interval.high)].map(number)
}

/// Returns a row with a line feed.
fn line(cells: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let quoted = |cell: &str| {
        if cell.contains([',', '"', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    };
    let cells: Vec<String> = cells.into_iter().map(|cell| quoted(cell.as_ref())).collect();
    cells.join(",") + "\n"
}
