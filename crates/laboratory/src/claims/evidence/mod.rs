//! What an experiment says of a claim.

mod close;

use super::{Claim, Expectation, Finding, Tested};
use crate::report::Row;
use crate::statistics::{
    Effect, Interval, Magnitude, SignTest, SignedRank, Verdict, holm, is_significant, median,
    median_interval, verdicts,
};
use std::collections::BTreeMap;

/// Evidence of an experiment for or against a claim.
///
/// - On each subject, the searches of both techniques are compared by the [measure](Claim::measure)
///   of the claim, and by nothing else. Only seeds that both techniques have count, so that an
///   experiment can be judged before it is done.
/// - Subjects of one [family](crate::subject::Subject::family) are no independent evidence. The
///   effect A12 of a family is the mean over its subjects; median, interval and tests are over
///   families.
/// - A family counts if the two techniques have [unequal measures](Row::has_unequal_measures) on
///   one of its subjects. The signed-rank test has no use for other families, whose A12 is 0.5. If
///   the median had them, a difference could be significant at a median of 0.5.
/// - A claim that two techniques are close is judged only by the subjects on which their searches
///   [differ](Row::differs). On all others the setting that tells them apart had nothing to decide,
///   and any two techniques would be close.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The claim.
    pub claim: Claim,
    /// The subjects on which the claim can matter and of which both techniques have searches, by
    /// name.
    pub subjects: Vec<OnSubject>,
    /// The families that count, with the mean of A12 over their subjects, by name.
    pub families: Vec<(String, f64)>,
    /// Median of A12 over the families: above 0.5 if the technique does better. It is 0.5 without
    /// families.
    pub a12: f64,
    /// Confidence interval of this median at 95 %, by order statistics. `None` for fewer than 6
    /// families.
    pub interval: Option<Interval>,
    /// The p value of the signed-rank test over the families: how probable so uneven values of A12
    /// are if they are symmetrical about 0.5.
    pub p: f64,
    /// The p value by which the finding is made, corrected by [`holm`] for the number of claims of
    /// this kind: see [`of_all`](Self::of_all). `None` if the claim is not testable, or is that two
    /// techniques are close.
    pub corrected: Option<f64>,
    /// Agreement with the claim.
    pub finding: Finding,
    /// Whether the finding can still change: see [`interim`](Self::interim).
    pub stage: Stage,
}

/// The difference on one subject.
#[derive(Clone, Debug)]
pub struct OnSubject {
    /// The family of the subject.
    pub family: String,
    /// The searches of both techniques, and how much better the technique does.
    pub row: Row,
    /// The p value of the effect, corrected by [`holm`] for the number of subjects.
    pub corrected: f64,
    /// Whether the difference is significant at 0.05 by this value.
    pub verdict: Verdict,
}

/// Whether a finding can still change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Stage {
    /// The outcomes of further searches of the experiments are not known yet.
    Interim,
    /// All outcomes are known, or nothing is known of further searches.
    #[default]
    Final,
}

impl Stage {
    /// Returns the name: "interim" or "final".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Interim => "interim",
            Self::Final => "final",
        }
    }
}

/// The level of significance.
const ALPHA: f64 = 0.05;

impl Evidence {
    /// Judges one claim by itself. Its p value needs no correction.
    ///
    /// - A claim is not testable if the searches differ on fewer than [`Claim::least`] subjects.
    /// - A claim that the technique is better agrees if the signed-rank test over the families
    ///   shows that at 0.05, and is refuted if the test shows the contrary.
    /// - A claim that both are close agrees if two conditions hold. The confidence interval of the
    ///   median of A12 lies between 0.44 and 0.56, exclusively, where effects are
    ///   [negligible](Magnitude::Negligible). And effects on single subjects do not cancel: the
    ///   [share of subjects with an effect](Self::share_with_effect) is below 10 %. The claim is
    ///   refuted if the interval lies where effects are not negligible, and all on one side.
    ///   Otherwise it is not shown.
    /// - If nothing is claimed, the technique is better or worse if the test shows that. There is
    ///   no difference if the interval of the median lies between 0.44 and 0.56, exclusively, and
    ///   no subjects are significantly better while others are significantly worse: opposite
    ///   effects cancel in the median. Otherwise nothing is shown, as without an interval.
    #[must_use]
    pub fn of(tested: &Tested<'_>) -> Self {
        let mut evidence = Self::measured(tested);
        if evidence.is_testable() {
            evidence.judge(evidence.p);
        }
        evidence
    }

    /// Judges several claims together, such as the claims of a report: the findings are those of
    /// [`of`](Self::of), but with p values that are corrected for the number of claims of one kind.
    ///
    /// | claims | are corrected |
    /// |---|---|
    /// | that the technique is [better](Expectation::Better) | for their number |
    /// | that [nothing](Expectation::Nothing) is expected of, such as comparisons of ours | for their number, apart from the others |
    /// | that both are [close](Expectation::Close) | not at all: their findings follow from the interval |
    ///
    /// If no technique were better or worse, the probability that any finding of one kind says
    /// otherwise would be below 0.05. Comparisons that explore are a kind of their own: otherwise
    /// each further one would make it harder to confirm what is published. Claims that are not
    /// testable do not count, because nothing can be found of them. The bar for that is the number
    /// of subjects that differ, which does not depend on the direction of the differences.
    #[must_use]
    pub fn of_all(tested: &[Tested<'_>]) -> Vec<Self> {
        let mut all: Vec<Self> = tested.iter().map(Self::measured).collect();
        for kind in [Expectation::Better, Expectation::Nothing, Expectation::Close] {
            let is_judged =
                |evidence: &&mut Self| evidence.claim.expects == kind && evidence.is_testable();
            let mut judged: Vec<&mut Self> = all.iter_mut().filter(is_judged).collect();
            let corrected = holm(&judged.iter().map(|evidence| evidence.p).collect::<Vec<_>>());
            for (evidence, corrected) in judged.iter_mut().zip(corrected) {
                evidence.judge(corrected);
            }
        }
        all
    }

    /// Returns the evidence, marked as that of an experiment that is not done. All claims that are
    /// judged together are interim until the searches for all of them are done, because p values
    /// are corrected together.
    #[must_use]
    pub fn interim(self) -> Self {
        Self { stage: Stage::Interim, ..self }
    }

    /// Compares the two techniques of a claim, without a finding.
    fn measured(tested: &Tested<'_>) -> Self {
        let Tested { claim, results, .. } = tested;
        let names = [claim.technique.name(), claim.baseline.name()];
        let row = |subject: &str| Row::of(results, claim.measure, subject, names);
        let rows: Vec<Row> = results.subjects().into_iter().filter_map(row).collect();
        let effects: Vec<Effect> = rows.iter().map(|row| row.effect).collect();
        let corrected = holm(&effects.iter().map(|effect| effect.p).collect::<Vec<_>>());
        let on_subject = |((row, verdict), corrected): ((Row, Verdict), f64)| OnSubject {
            family: tested.family(&row.subject).to_owned(),
            row,
            corrected,
            verdict,
        };
        let subjects: Vec<_> = rows
            .into_iter()
            .zip(verdicts(&effects, ALPHA))
            .zip(corrected)
            .map(on_subject)
            .collect();
        let mean =
            |rows: &[&Row]| rows.iter().map(|row| row.effect.a12).sum::<f64>() / rows.len() as f64;
        let families: Vec<(String, f64)> = families(&subjects, claim.expects)
            .into_iter()
            .map(|(family, rows)| (family.to_owned(), mean(&rows)))
            .collect();
        let values: Vec<f64> = families.iter().map(|(_, a12)| *a12).collect();
        Self {
            claim: (*claim).clone(),
            subjects,
            families,
            a12: median(&values).unwrap_or(0.5),
            interval: median_interval(&values, 0.95),
            p: SignedRank::about(&values, 0.5).p,
            corrected: None,
            finding: Finding::NotTestable,
            stage: Stage::Final,
        }
    }

    /// Sets the finding of a testable claim that follows from this p value.
    fn judge(&mut self, p: f64) {
        if self.claim.expects == Expectation::Close {
            self.finding = self.closeness();
            return;
        }
        self.corrected = Some(p);
        let test = SignedRank::about(&self.values(), 0.5);
        let is_better = is_significant(p, ALPHA) && test.first > test.second;
        let is_worse = is_significant(p, ALPHA) && test.first < test.second;
        self.finding = match (self.claim.expects == Expectation::Better, is_better, is_worse) {
            (true, true, _) => Finding::Agrees,
            (true, _, true) => Finding::Refuted,
            (false, true, _) => Finding::Better,
            (false, _, true) => Finding::Worse,
            (false, ..) if self.excludes_difference() => Finding::NoDifference,
            _ => Finding::NotShown,
        };
    }

    /// Returns `true` if the median over families is negligible, and no opposite effects cancel.
    fn excludes_difference(&self) -> bool {
        let are_opposite = self.count(Verdict::Better) > 0 && self.count(Verdict::Worse) > 0;
        self.interval.is_some_and(Magnitude::is_negligible) && !are_opposite
    }

    /// Returns `true` if the searches differ on at least [`Claim::least`] subjects.
    #[must_use]
    pub fn is_testable(&self) -> bool {
        self.differing() >= self.claim.least
    }

    /// Returns the number of subjects on which the searches of the two techniques
    /// [differ](Row::differs).
    #[must_use]
    pub fn differing(&self) -> usize {
        self.subjects.iter().filter(|subject| subject.row.differs).count()
    }

    /// Returns the number of seeds that both techniques have on each subject: the least over the
    /// subjects, 0 without subjects.
    #[must_use]
    pub fn seeds(&self) -> usize {
        self.subjects.iter().map(|subject| subject.row.seeds()).min().unwrap_or(0)
    }

    /// Returns the number of subjects with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.subjects.iter().filter(|subject| subject.verdict == verdict).count()
    }

    /// Returns the sign test: of the families in which the technique is better in tendency, against
    /// those in which it is worse.
    #[must_use]
    pub fn signs(&self) -> SignTest {
        SignTest::about(&self.values(), 0.5)
    }

    /// Returns the magnitude of the median of A12.
    #[must_use]
    pub fn magnitude(&self) -> Magnitude {
        Magnitude::of(self.a12)
    }

    /// Returns the direction that was found: worse if a claim that the technique is better is
    /// refuted, no difference if both are found to be close, not shown if nothing was found.
    #[must_use]
    pub fn direction(&self) -> Verdict {
        match (self.finding, self.claim.expects) {
            (Finding::Better, _) | (Finding::Agrees, Expectation::Better) => Verdict::Better,
            (Finding::Worse, _) | (Finding::Refuted, Expectation::Better) => Verdict::Worse,
            (Finding::Refuted, Expectation::Close) if self.a12 > 0.5 => Verdict::Better,
            (Finding::Refuted, Expectation::Close) => Verdict::Worse,
            (Finding::NoDifference, _) | (Finding::Agrees, Expectation::Close) => {
                Verdict::NoDifference
            }
            _ => Verdict::NotShown,
        }
    }

    /// Returns the finding in words, such as "agrees", "better, negligible" or "not shown
    /// (interim)".
    ///
    /// A difference is called negligible if it was found and its median is
    /// [negligible](Magnitude::Negligible): it is hardly chance, and hardly matters.
    #[must_use]
    pub fn in_words(&self) -> String {
        let mut words = self.finding.to_string();
        let is_found = matches!(self.direction(), Verdict::Better | Verdict::Worse);
        if is_found && self.magnitude() == Magnitude::Negligible {
            words += ", negligible";
        }
        if self.stage == Stage::Interim {
            words += " (interim)";
        }
        words
    }

    /// Returns A12 of each family that counts.
    fn values(&self) -> Vec<f64> {
        self.families.iter().map(|(_, a12)| *a12).collect()
    }
}

/// Returns the families that count for a claim, with their subjects that count, by name.
fn families(subjects: &[OnSubject], expects: Expectation) -> BTreeMap<&str, Vec<&Row>> {
    let mut families: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for subject in subjects {
        if expects != Expectation::Close || subject.row.differs {
            families.entry(&subject.family).or_default().push(&subject.row);
        }
    }
    families.retain(|_, rows| {
        expects == Expectation::Close || rows.iter().any(|row| row.has_unequal_measures)
    });
    families
}

#[cfg(test)]
mod shown_tests;
#[cfg(test)]
mod tests;
