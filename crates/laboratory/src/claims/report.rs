//! A report of several claims.

use super::{Claim, Evidence, Expectation, On, Tested, Untestable};
use crate::report::format::{equation, p};
use crate::report::{
    Compared, Comparison, Forest, ForestRow, Progress, Ranking, Report, Spread, Table, clearest,
};
use crate::results::{Measure, Results};
use crate::statistics::{Interval, Verdict};
use crate::technique::Count;

/// Makes a report of claims with the evidence for each, in the same order.
///
/// It has a plot and a table of the findings, a table of what is claimed, and the comparison of
/// each claim by subject. Then follow mean ranks, coverage over executions and box plots of the
/// techniques that were run on all subjects, by coverage. Curves and box plots are drawn for at
/// most 12 subjects, those with the clearest differences.
///
/// [`Evidence::of_all`] judges claims together. A claim without evidence, or evidence without a
/// claim, is left out.
#[must_use]
pub fn report(title: &str, about: &str, tested: &[Tested<'_>], evidence: &[Evidence]) -> Report {
    let mut report =
        Report { title: title.to_owned(), about: about.to_owned(), sections: Vec::new() };
    report.sections.push(overview(evidence).into());
    report.sections.push(findings(evidence).into());
    report.sections.push(statements(evidence).into());
    let mut compared_everywhere = Vec::new();
    for (tested, evidence) in tested.iter().zip(evidence) {
        let compared = compared(tested, evidence);
        if is_everywhere(tested.claim) {
            compared_everywhere.push(compared.clone());
        }
        report.sections.push(compared.into());
    }
    let everywhere = everywhere(tested);
    let ranking = Ranking::of(&everywhere, Measure::Coverage);
    if ranking.is_meaningful() {
        let shown = clearest(&everywhere, &compared_everywhere);
        report.sections.push(ranking.into());
        report.sections.push(Progress::of(&everywhere, &shown).into());
        report.sections.push(Spread::of(&everywhere, &shown, Measure::Coverage).into());
    }
    report
}

/// Makes a forest plot with the median effect of each claim.
#[must_use]
pub fn overview(evidence: &[Evidence]) -> Forest {
    let row = |evidence: &Evidence| ForestRow {
        name: evidence.claim.name.clone(),
        a12: (!evidence.families.is_empty()).then_some(evidence.a12),
        interval: evidence.interval,
        verdict: evidence.direction(),
        finding: evidence.in_words(),
    };
    Forest {
        heading: "Claims at a glance".to_owned(),
        note: "Each claim has a mark at the median of A12 over the families of subjects that \
            differ, and a line for the confidence \
               interval at 95 %, if there are enough families for one. In the shaded band, \
               effects are negligible. A mark that points up \
               is a technique that does better than its baseline, one that points down a \
               technique that does worse, corrected for the \
               number of claims of its kind. A diamond is filled if a difference that matters is \
               excluded, and hollow if nothing is shown."
            .to_owned(),
        rows: evidence.iter().map(row).collect(),
    }
}

/// Makes the table of the findings, with a row for each claim.
#[must_use]
pub fn findings(evidence: &[Evidence]) -> Table {
    let columns = [
        "claim", "finding", "by", "subjects", "families", "differ", "seeds", "better", "worse",
        "A12", "95 %", "p", "Holm",
    ];
    let row = |evidence: &Evidence| {
        let mut row =
            [evidence.claim.name.clone(), evidence.in_words(), evidence.claim.measure.to_string()]
                .to_vec();
        row.extend(evidence.numbers());
        row
    };
    Table {
        heading: "Findings".to_owned(),
        note: "By: what a search is judged by. Subjects: those for which the claim can matter. \
            Families: the families that differ, to \
               which A12 and p refer; subjects of one crate are one family, and a family differs \
               if two searches with the same seed on \
               one of its subjects have unequal measures. Differ: subjects on which any two \
               searches with the same seed differ in what \
               the measure reads. Seeds: searches of each technique on each subject, at least. \
               Better, worse: subjects on which the \
               technique does better or worse, p < 0.05 after Holm's correction for the number of \
               subjects. A12: the median over families \
               of their mean, above 0.5 if the technique does better, with its confidence \
               interval. p: of the signed-rank test over \
               families. Holm: p after Holm's correction for the number of testable claims of \
               this kind, by which the finding is made. \
               Claims that a technique is better are one kind, and comparisons of which nothing \
               is claimed another. A difference is \
               negligible if A12 is between 0.44 and 0.56.\n\nOf comparisons of which nothing is \
               claimed, there is no difference if the interval lies between 0.44 and 0.56, and \
               no subjects are better while others are worse. A difference that is not \
               significant is otherwise not shown, and not excluded.\n\nThat two techniques \
               are close is judged by the subjects on which they differ, \
               and not by p: the interval must lie between 0.44 and 0.56, and less than 10 % of \
               the subjects may differ with p < 0.05, on \
               the mean over families. A claim whose searches differ on fewer than ten subjects \
               is not testable here."
            .to_owned(),
        columns: columns.map(str::to_owned).into(),
        rows: evidence.iter().map(row).collect(),
    }
}

/// Makes the table of what is claimed, and of the claims that are not tested.
#[must_use]
pub fn statements(evidence: &[Evidence]) -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for Evidence { claim, .. } in evidence {
        let is_ours = claim.expects == Expectation::Nothing && claim.source == "ours";
        let published = if is_ours { "-" } else { &claim.figures };
        rows.push(
            [&claim.name, &claim.statement, published, &claim.source].map(str::to_owned).to_vec(),
        );
    }
    for claim in Untestable::beside(evidence.iter().map(|evidence| &evidence.claim)) {
        let statement = format!("{} Not tested here: {}", claim.statement, claim.reason);
        rows.push(vec![claim.name.to_owned(), statement, "-".to_owned(), claim.source.to_owned()]);
    }
    Table {
        heading: "What is claimed".to_owned(),
        note: String::new(),
        columns: ["claim", "statement", "published figures", "source"].map(str::to_owned).into(),
        rows,
    }
}

impl Evidence {
    /// Returns the numbers as texts: subjects, families, differ, seeds, better, worse, A12, its
    /// interval, p, corrected p. Numbers that there are not become `-`.
    pub(crate) fn numbers(&self) -> [String; 10] {
        let none = || "-".to_owned();
        let counts = [
            self.subjects.len(),
            self.families.len(),
            self.differing(),
            self.seeds(),
            self.count(Verdict::Better),
            self.count(Verdict::Worse),
        ];
        let [subjects, families, differ, seeds, better, worse] =
            counts.map(|count| count.to_string());
        let is_empty = self.families.is_empty();
        let a12 = if is_empty { none() } else { format!("{:.2}", self.a12) };
        let interval = self
            .interval
            .map_or_else(none, |Interval { low, high }| format!("{low:.2} to {high:.2}"));
        let raw = if is_empty { none() } else { p(self.p) };
        [
            subjects,
            families,
            differ,
            seeds,
            better,
            worse,
            a12,
            interval,
            raw,
            self.corrected.map_or_else(none, p),
        ]
    }
}

/// Compares the techniques of a claim by subject. The finding and the verdict are those of the
/// evidence, which knows families and other claims.
fn compared(tested: &Tested<'_>, evidence: &Evidence) -> Compared {
    let claim = tested.claim;
    let note = format!(
        "{}: {} ({}) Published: {}.",
        claim.name, claim.statement, claim.source, claim.figures
    );
    let comparison = Comparison::new(claim.technique.name(), claim.baseline.name())
        .by(claim.measure)
        .with_note(note);
    let mut compared = Compared::of(&tested.results, &comparison);
    let [subjects, families, differ, seeds, better, worse, a12, interval, ..] = evidence.numbers();
    compared.finding = evidence.in_words();
    compared.verdict = format!(
        "By {}, {} is better on {better} and worse on {worse} of {subjects} subjects; the \
         searches differ on {differ}. There are at least {seeds} \
         seeds of each.",
        claim.measure,
        claim.technique.name(),
    );
    if !evidence.families.is_empty() {
        compared.verdict += &format!(
            " Over {families} families that differ, A12 has the median {a12} (95 %: {interval}); \
             signed-rank test: {}",
            equation(evidence.p)
        );
        if let Some(corrected) = evidence.corrected {
            compared.verdict +=
                &format!(", corrected for the number of claims: {}", equation(corrected));
        }
        compared.verdict.push('.');
    }
    if claim.expects == Expectation::Close {
        compared.verdict += &format!(
            " Of the subjects that differ, {:.0} % do so with p < 0.05, on the mean over families.",
            100.0 * evidence.share_with_effect()
        );
    }
    compared
}

/// Returns `true` if a claim is tested on all subjects, for branches.
fn is_everywhere(claim: &Claim) -> bool {
    claim.on == On::Subjects && claim.count == Count::default() && claim.matters.is_always()
}

/// Returns the outcomes of the techniques that were run on all subjects, for branches.
fn everywhere(tested: &[Tested<'_>]) -> Results {
    let mut all = Results::new();
    for Tested { results, .. } in tested.iter().filter(|tested| is_everywhere(tested.claim)) {
        all.extend(results.iter().map(|(search, outcome)| (search.clone(), outcome.clone())));
    }
    all
}
