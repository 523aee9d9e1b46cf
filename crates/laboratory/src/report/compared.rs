//! A technique against a baseline.

use super::Row;
use super::format::equation;
use crate::results::{Measure, Results};
use crate::statistics::{Effect, SignedRank, Verdict, holm, is_significant, median, verdicts};

/// The level of significance of reports.
pub(super) const ALPHA: f64 = 0.05;

/// Two techniques to compare, on all subjects for which both have outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Name of the technique.
    pub technique: String,
    /// Name of the technique that it is compared with.
    pub baseline: String,
    /// What searches are judged by.
    pub measure: Measure,
    /// Remark, such as what a publication claims. It can be empty.
    pub note: String,
}

impl Comparison {
    /// Creates a comparison by [`Measure::Coverage`], without a remark.
    #[must_use]
    pub fn new(technique: impl Into<String>, baseline: impl Into<String>) -> Self {
        Self { technique: technique.into(), baseline: baseline.into(), ..Self::default() }
    }

    /// Returns the comparison with another measure.
    #[must_use]
    pub fn by(self, measure: Measure) -> Self {
        Self { measure, ..self }
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
    /// What searches are judged by.
    pub measure: Measure,
    /// Remark, such as what a publication claims. It can be empty.
    pub note: String,
    /// A row for each subject.
    pub rows: Vec<Row>,
    /// What was found over all subjects, in few words: see [`Compared::direction`].
    pub finding: String,
    /// What was found over all subjects, in sentences: see [`Compared::usual_verdict`].
    pub verdict: String,
}

impl Compared {
    /// Compares two techniques on all subjects for which both have outcomes with the same seed, in
    /// alphabetical order, by the measure of the comparison. The finding and the verdict are the
    /// usual ones.
    #[must_use]
    pub fn of(results: &Results, comparison: &Comparison) -> Self {
        let Comparison { technique, baseline, measure, note } = comparison.clone();
        let row = |subject: &str| Row::of(results, measure, subject, [&technique, &baseline]);
        let rows = results.subjects().into_iter().filter_map(row).collect();
        let compared = Self { technique, baseline, measure, note, rows, ..Self::default() };
        Self {
            finding: compared.direction().to_owned(),
            verdict: compared.usual_verdict(),
            ..compared
        }
    }

    /// Returns the verdict of each row: significant at the level of 0.05 after Holm's correction
    /// for the number of rows.
    #[must_use]
    pub fn verdicts(&self) -> Vec<Verdict> {
        verdicts(&self.rows.iter().map(|row| row.effect).collect::<Vec<_>>(), ALPHA)
    }

    /// Returns the p value of each row, corrected by Holm for the number of rows.
    #[must_use]
    pub fn adjusted(&self) -> Vec<f64> {
        holm(&self.rows.iter().map(|row| row.effect.p).collect::<Vec<_>>())
    }

    /// Returns the number of rows with each verdict: better, worse, no difference, not shown.
    #[must_use]
    pub fn counts(&self) -> [usize; 4] {
        let verdicts = self.verdicts();
        [Verdict::Better, Verdict::Worse, Verdict::NoDifference, Verdict::NotShown]
            .map(|wanted| verdicts.iter().filter(|&&verdict| verdict == wanted).count())
    }

    /// Returns the verdict over all subjects in short: "better" or "worse" if it is so on any
    /// subject, "it depends" if both are, "no difference" if there is none on any subject, "not
    /// shown" otherwise, and "no results" without subjects.
    #[must_use]
    pub fn direction(&self) -> &'static str {
        match self.counts() {
            [0, 0, 0, 0] => "no results",
            [0, 0, _, 0] => "no difference",
            [0, 0, ..] => "not shown",
            [_, 0, ..] => "better",
            [0, ..] => "worse",
            _ => "it depends",
        }
    }

    /// Returns sentences with the number of subjects with each verdict; the median of A12; and the
    /// p value of the signed-rank test that A12 is symmetric around 0.5 over the subjects, which
    /// are taken for independent. If there are too few searches for any difference to be
    /// significant, they say so.
    #[must_use]
    pub fn usual_verdict(&self) -> String {
        let a12: Vec<f64> = self.rows.iter().map(|row| row.effect.a12).collect();
        let Some(middle) = median(&a12) else {
            return "No subject has outcomes of both techniques.".to_owned();
        };
        let [better, worse, none, not_shown] = self.counts();
        let mut text = format!(
            "By {}, {} is better on {better} and worse on {worse} of {} subjects; on {none} there \
             is no difference, and on {not_shown} none is shown. Over the subjects, A12 has the \
             median {middle:.2}; signed-rank test: {}.",
            self.measure,
            self.technique,
            self.rows.len(),
            equation(SignedRank::about(&a12, 0.5).p)
        );
        // Holm corrects the smallest p value for all rows. If even the clearest sample would not
        // pass, nothing can.
        let least = self.rows.iter().map(|row| Effect::least_p([row.seeds(); 2]));
        let least = least.fold(1.0, f64::min) * self.rows.len() as f64;
        if !is_significant(least, ALPHA) {
            text += " There are too few searches for any difference to be significant on as many \
                subjects.";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Covered, Outcome, Search};

    #[test]
    fn equal_effects_in_opposite_directions_tie() {
        // On four subjects, 7 of 10 searches of the technique are better than all of the baseline,
        // and on one 3 of 10.
        let mut results = Results::new();
        for (subject, better) in [("a", 7), ("b", 7), ("c", 7), ("d", 7), ("e", 3)] {
            for seed in 0..10 {
                for (technique, execution) in
                    [("guided", if seed < better { 1 } else { 9 }), ("random", 5)]
                {
                    let search = Search {
                        subject: subject.to_owned(),
                        technique: technique.to_owned(),
                        seed,
                    };
                    let covered = vec![Covered { goal: 0, execution }];
                    results.add(
                        search,
                        Outcome { goals: 1, covered, executions: 9, ..Outcome::default() },
                    );
                }
            }
        }
        let compared =
            Compared::of(&results, &Comparison::new("guided", "random").by(Measure::Effort));
        // With five equal ranks, 6 of 32 choices of signs have at most one on one side: p is 2 * 6
        // / 32.
        assert!(
            compared.verdict.contains("median 0.70; signed-rank test: p = 0.375."),
            "{}",
            compared.verdict
        );
    }
}
