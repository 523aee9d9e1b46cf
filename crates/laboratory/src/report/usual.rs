//! The usual report of an experiment.

use super::format::percent;
use super::{Compared, Comparison, Progress, Ranking, Report, Spread, Table, Text};
use crate::results::{Measure, Results};
use crate::statistics::success_interval;

/// Greatest number of subjects with panels of their own.
const PANELS: usize = 12;

impl Report {
    /// Makes the usual report: the extent of the experiment, a table of techniques, each
    /// comparison, the ranking of all techniques, coverage over executions, and box plots.
    ///
    /// [`about`](Report::about) is empty, for the caller to fill in. A comparison covers the
    /// subjects for which both of its techniques have outcomes. Panels are shown for at most 12
    /// subjects: those with the clearest difference in any of the comparisons.
    ///
    /// The ranking and the box plots are by the measure of the comparisons if they have one in
    /// common, else by [`Measure::Coverage`]. There are no box plots of [`Measure::Success`], which
    /// is 0 or 1.
    #[must_use]
    pub fn of(title: impl Into<String>, results: &Results, comparisons: &[Comparison]) -> Self {
        let mut report = Self { title: title.into(), ..Self::default() };
        report.sections.push(extent(results).into());
        if results.is_empty() {
            return report;
        }
        let measure = measure(comparisons);
        report.sections.push(techniques(results, measure).into());
        let compared: Vec<Compared> =
            comparisons.iter().map(|comparison| Compared::of(results, comparison)).collect();
        let shown = clearest(results, &compared);
        report.sections.extend(compared.into_iter().map(Into::into));
        if results.techniques().len() > 1 {
            report.sections.push(Ranking::of(results, measure).into());
        }
        report.sections.push(Progress::of(results, &shown).into());
        if measure != Measure::Success {
            report.sections.push(Spread::of(results, &shown, measure).into());
        }
        report
    }
}

/// Returns the measure that all comparisons have in common.
fn measure(comparisons: &[Comparison]) -> Measure {
    let first = comparisons.first().map_or(Measure::Coverage, |comparison| comparison.measure);
    if comparisons.iter().all(|comparison| comparison.measure == first) {
        first
    } else {
        Measure::Coverage
    }
}

/// Describes how many searches there are.
fn extent(results: &Results) -> Text {
    let heading = "Experiment".to_owned();
    if results.is_empty() {
        return Text {
            heading,
            text: "There are no results: no search has an outcome.".to_owned(),
        };
    }
    let count = |count: usize, one: &str, more: &str| {
        format!("{count} {}", if count == 1 { one } else { more })
    };
    let (subjects, techniques) = (results.subjects(), results.techniques());
    let executions = results.iter().map(|(_, outcome)| outcome.executions).max().unwrap_or(0);
    let mut samples = Vec::new();
    for subject in &subjects {
        samples.extend(techniques.iter().map(|technique| results.sample(subject, technique).len()));
    }
    let (least, most) =
        (samples.iter().min().copied().unwrap_or(0), samples.iter().max().copied().unwrap_or(0));
    let seeds = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let text = format!(
        "{} for {} with {}: {seeds} of each technique for each subject, with up to {executions} \
         executions.",
        count(results.len(), "search", "searches"),
        count(subjects.len(), "subject", "subjects"),
        count(techniques.len(), "technique", "techniques"),
    );
    Text { heading, text }
}

/// Lists the techniques with their rates of success.
fn techniques(results: &Results, measure: Measure) -> Table {
    let ranking = Ranking::of(results, measure);
    let mut rows = Vec::new();
    for (technique, rank) in results.techniques().into_iter().zip(&ranking.test.mean_ranks) {
        let own = || results.iter().filter(move |(search, _)| search.technique == technique);
        let (searches, complete) =
            (own().count(), own().filter(|(_, outcome)| outcome.is_complete()).count());
        let goals: usize = own().map(|(_, outcome)| outcome.count()).sum();
        let rate = success_interval(complete, searches, 0.95);
        rows.push(vec![
            technique.to_owned(),
            searches.to_string(),
            percent(complete, searches),
            format!("{:.0} to {:.0}", 100.0 * rate.low, 100.0 * rate.high),
            format!("{:.1}", goals as f64 / searches as f64),
            if ranking.is_meaningful() { format!("{rank:.2}") } else { "-".to_owned() },
        ]);
    }
    let columns =
        ["technique", "searches", "success %", "95 % interval", "goals (mean)", "mean rank"];
    Table {
        heading: "Techniques".to_owned(),
        note: format!(
            "A search succeeds if it covers all goals that are known beforehand. Interval: \
             Wilson. Ranks are by {measure}; rank 1 is the \
             best."
        ),
        columns: columns.map(str::to_owned).to_vec(),
        rows,
    }
}

/// Returns the subjects that get panels, in alphabetical order: all if they are few, else those
/// with the smallest p values.
pub(crate) fn clearest<'a>(results: &'a Results, compared: &[Compared]) -> Vec<&'a str> {
    let mut subjects: Vec<(&str, f64)> =
        results.subjects().into_iter().map(|subject| (subject, 1.0)).collect();
    for row in compared.iter().flat_map(|compared| &compared.rows) {
        if let Ok(at) = subjects.binary_search_by(|(subject, _)| subject.cmp(&row.subject.as_str()))
        {
            subjects[at].1 = row.effect.p.min(subjects[at].1);
        }
    }
    // The sort is stable: subjects with equal p values stay in alphabetical order.
    subjects.sort_by(|a, b| a.1.total_cmp(&b.1));
    subjects.truncate(PANELS);
    let mut names: Vec<&str> = subjects.into_iter().map(|(subject, _)| subject).collect();
    names.sort_unstable();
    names
}
