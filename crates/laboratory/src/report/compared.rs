//! A technique against a baseline.

use super::format;
use crate::results::{Outcome, Results};
use crate::statistics::{Effect, SignedRank, Verdict, holm, median, verdicts};

/// The level of significance of reports.
pub(super) const ALPHA: f64 = 0.05;

/// Two techniques to compare, on all subjects for which both have outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Name of the technique.
    pub technique: String,
    /// Name of the technique that it is compared with.
    pub baseline: String,
    /// Remark, such as what a publication claims. It can be empty.
    pub note: String,
}

impl Comparison {
    /// Creates a comparison without a remark.
    #[must_use]
    pub fn new(technique: impl Into<String>, baseline: impl Into<String>) -> Self {
        Self { technique: technique.into(), baseline: baseline.into(), note: String::new() }
    }

    /// Returns the comparison with a remark.
    #[must_use]
    pub fn with_note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }
}

/// A technique compared with a baseline, subject by subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Compared {
    /// Name of the technique.
    pub technique: String,
    /// Name of the technique that it is compared with.
    pub baseline: String,
    /// Remark, such as what a publication claims. It can be empty.
    pub note: String,
    /// A row for each subject.
    pub rows: Vec<Row>,
    /// Verdict over all subjects, as text: see [`Compared::usual_verdict`].
    pub verdict: String,
}

/// A comparison on one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the subject.
    pub subject: String,
    /// The searches of the technique.
    pub technique: Summary,
    /// The searches of the baseline.
    pub baseline: Summary,
    /// Effect of the technique over the baseline.
    pub effect: Effect,
}

/// Key figures of a sample of searches for one subject.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of searches.
    pub searches: usize,
    /// Number of searches that covered all goals.
    pub complete: usize,
    /// Median of the number of covered goals: 0 without searches.
    pub goals: f64,
    /// Median of the execution that covered the last goal: 0 without searches.
    pub last: f64,
}

impl Summary {
    /// Summarises a sample.
    #[must_use]
    pub fn of(sample: &[&Outcome]) -> Self {
        let of =
            |number: fn(&Outcome) -> f64| median(&sample.iter().map(|outcome| number(outcome)).collect::<Vec<_>>()).unwrap_or(0.0);
        Self {
            searches: sample.len(),
            complete: sample.iter().filter(|outcome| outcome.is_complete()).count(),
            goals: of(|outcome| outcome.count() as f64),
            last: of(|outcome| outcome.last() as f64),
        }
    }
}

impl Compared {
    /// Compares two techniques on all subjects for which both have outcomes, in alphabetical order. The verdict is the usual one.
    #[must_use]
    pub fn of(results: &Results, comparison: &Comparison) -> Self {
        let Comparison { technique, baseline, note } = comparison;
        let row = |subject: &str| {
            let [of, over] = [technique, baseline].map(|name| results.sample(subject, name));
            let (technique, baseline) = (Summary::of(&of), Summary::of(&over));
            let known = technique.searches > 0 && baseline.searches > 0;
            known.then(|| Row { subject: subject.to_owned(), technique, baseline, effect: Effect::of(&of, &over) })
        };
        let rows = results.subjects().into_iter().filter_map(row).collect();
        let mut compared =
            Self { technique: technique.clone(), baseline: baseline.clone(), note: note.clone(), rows, verdict: String::new() };
        compared.verdict = compared.usual_verdict();
        compared
    }

    /// Returns the verdict of each row: significant at the level of 0.05 after Holm's correction for the number of rows.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        verdicts(&self.rows.iter().map(|row| row.effect).collect::<Vec<_>>(), ALPHA)
    }

    /// Returns the p value of each row, corrected by Holm for the number of rows.
    #[must_use]
    pub fn adjusted(&self) -> Vec<f64> {
        holm(&self.rows.iter().map(|row| row.effect.p).collect::<Vec<_>>())
    }

    /// Returns the number of rows with each verdict: better, worse, same.
    #[must_use]
    pub fn counts(&self) -> [usize; 3] {
        let verdicts = self.verdicts();
        [Verdict::Better, Verdict::Worse, Verdict::Same].map(|wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count())
    }

    /// Returns the verdict over all subjects in short: "better", "worse", "no difference", "it depends", or "no results".
    #[must_use]
    pub fn direction(&self) -> &'static str {
        match self.counts() {
            [0, 0, 0] => "no results",
            [0, 0, _] => "no difference",
            [_, 0, _] => "better",
            [0, _, _] => "worse",
            _ => "it depends",
        }
    }

    /// Returns a sentence with the number of subjects on which the technique does better, worse and the same; the median of A12; and the
    /// p value of the signed-rank test that A12 is symmetric around 0.5 over the subjects. If there are too few searches for any
    /// difference to be significant, it says so.
    #[must_use]
    pub fn usual_verdict(&self) -> String {
        let a12: Vec<f64> = self.rows.iter().map(|row| row.effect.a12).collect();
        let Some(middle) = median(&a12) else {
            return "No subject has outcomes of both techniques.".to_owned();
        };
        let [better, worse, same] = self.counts();
        let pairs: Vec<(f64, f64)> = a12.iter().map(|&a12| (a12, 0.5)).collect();
        let mut text = format!(
            "{} is better on {better}, worse on {worse} and the same on {same} of {} subjects. Over the subjects, A12 has the median \
             {middle:.2}; signed-rank test: p {}.",
            self.technique,
            self.rows.len(),
            equation(SignedRank::of(&pairs).p)
        );
        // Holm corrects the smallest p value for all rows. If even the clearest sample would not pass, nothing can.
        let least = self.rows.iter().map(|row| Effect::least_p([row.technique.searches, row.baseline.searches]));
        let least = least.fold(1.0, f64::min) * self.rows.len() as f64;
        if least >= ALPHA {
            text += " There are too few searches for any difference to be significant on as many subjects.";
        }
        text
    }
}

/// Returns the second half of an equation, such as `= 0.012` or `< 0.001`.
pub(super) fn equation(p: f64) -> String {
    let text = format::p(p);
    text.strip_prefix('<').map_or_else(|| format!("= {text}"), |bound| format!("< {bound}"))
}
