//! A report of several claims.

use super::{Claim, Evidence, Expectation, On, untestable};
use crate::report::{Compared, Comparison, Progress, Ranking, Report, Spread, Table};
use crate::results::Results;
use crate::statistics::Verdict;
use crate::technique::Count;

/// Makes a report: a table of the findings, then the comparison of each claim by subject, then mean ranks, coverage over executions and
/// box plots of the techniques that were run on all subjects.
///
/// `tested` has each claim with the outcomes of its two techniques, on the subjects for which it can matter.
#[must_use]
pub fn report(title: &str, about: &str, tested: &[(&Claim, Results)]) -> Report {
    let mut report = Report { title: title.to_owned(), about: about.to_owned(), sections: Vec::new() };
    report.sections.push(findings(tested).into());
    for (claim, results) in tested {
        let evidence = Evidence::of(claim, results, results.subjects());
        let comparison = Comparison::new(claim.technique.name(), claim.baseline.name());
        let note = format!("{}: {} ({}) Published: {}.", claim.name, claim.statement, claim.source, claim.figures);
        let mut compared = Compared::of(results, &comparison.with_note(note));
        compared.verdict = format!("{}. {}", capital(&evidence.finding.to_string()), compared.verdict);
        report.sections.push(compared.into());
    }
    let everywhere = everywhere(tested);
    let ranking = Ranking::of(&everywhere);
    if ranking.is_meaningful() {
        report.sections.push(ranking.into());
        report.sections.push(Progress::of(&everywhere, &everywhere.subjects()).into());
        report.sections.push(Spread::of(&everywhere, &everywhere.subjects()).into());
    }
    report
}

/// Makes the table of the findings, and of the claims that are not tested.
#[must_use]
pub fn findings(tested: &[(&Claim, Results)]) -> Table {
    let columns = ["claim", "source", "published", "subjects", "differ", "better", "worse", "A12", "95 %", "p", "finding"];
    let mut rows: Vec<Vec<String>> = Vec::new();
    for (claim, results) in tested {
        let evidence = Evidence::of(claim, results, results.subjects());
        let [better, worse] = [Verdict::Better, Verdict::Worse].map(|verdict| evidence.count(verdict).to_string());
        let published = if claim.expects == Expectation::Nothing && claim.source == "ours" { "-" } else { &claim.figures };
        rows.push(vec![
            format!("{}: {}", claim.name, claim.statement),
            claim.source.clone(),
            published.to_owned(),
            evidence.subjects.len().to_string(),
            evidence.differing().to_string(),
            better,
            worse,
            format!("{:.2}", evidence.a12),
            format!("{:.2} to {:.2}", evidence.interval.low, evidence.interval.high),
            if evidence.p < 0.001 { "< .001".to_owned() } else { format!("{:.3}", evidence.p) },
            evidence.finding.to_string(),
        ]);
    }
    for claim in untestable() {
        let mut row = vec![format!("{}: {}", claim.name, claim.statement), claim.source.to_owned()];
        row.resize(columns.len() - 1, "-".to_owned());
        row.push(format!("not testable here. {}", claim.reason));
        rows.push(row);
    }
    Table {
        heading: "Findings".to_owned(),
        note: "Subjects: those for which the claim can matter. Differ: on how many of them any two searches with the same seed differ. Better, worse: on how many of them the technique does better or worse, p < 0.05 \
               after Holm's correction. A12: the median over these subjects, above 0.5 if the technique does better, with its confidence \
               interval. p: of the signed-rank test over the subjects."
            .to_owned(),
        columns: columns.map(str::to_owned).into(),
        rows,
    }
}

/// Returns the outcomes of the techniques that were run on all subjects, for branches.
fn everywhere(tested: &[(&Claim, Results)]) -> Results {
    let for_branches =
        tested.iter().filter(|(claim, _)| claim.on == On::Subjects && claim.count == Count::default() && claim.matters.is_always());
    let mut all = Results::new();
    for (_, results) in for_branches {
        all.extend(results.iter().map(|(search, outcome)| (search.clone(), outcome.clone())));
    }
    all
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
