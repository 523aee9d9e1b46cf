//! What an experiment says of a claim.

use super::{Claim, Expectation, Finding, Tested};
use crate::report::Row;
use crate::statistics::{Effect, Interval, SignTest, SignedRank, Verdict, holm, median, median_interval, verdicts};
use std::collections::BTreeMap;

/// Evidence of an experiment for or against a claim.
///
/// - On each subject, the searches of both techniques are compared by the [measure](Claim::measure) of the claim, and by nothing else. Only
///   seeds that both techniques have count, so that an experiment can be judged before it is done.
/// - Subjects of one [family](crate::subject::Subject::family) are no independent evidence. The effect A12 of a family is the mean over its
///   subjects; median, interval and tests are over families.
/// - A claim that two techniques are close is judged only by the subjects on which their searches [differ](Row::differs). On all others
///   the setting that tells them apart had nothing to decide, and any two techniques would be close.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The claim.
    pub claim: Claim,
    /// The subjects on which the claim can matter and of which both techniques have searches, by name.
    pub subjects: Vec<OnSubject>,
    /// The families of the subjects that count, with the mean of A12 over their subjects, by name.
    pub families: Vec<(String, f64)>,
    /// Median of A12 over the families: above 0.5 if the technique does better. It is 0.5 without families.
    pub a12: f64,
    /// Confidence interval of this median at 95 %, by order statistics. `None` for fewer than 6 families.
    pub interval: Option<Interval>,
    /// The p value of the signed-rank test over the families: how probable so uneven values of A12 are if they are symmetrical about 0.5.
    pub p: f64,
    /// The p value, corrected by [`holm`] for the number of claims that were judged together and are testable. `None` if the claim is not.
    pub corrected: Option<f64>,
    /// Agreement with the claim.
    pub finding: Finding,
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

/// The level of significance.
const ALPHA: f64 = 0.05;
/// Effects within these bounds are negligible (Vargha, Delaney 2000).
const NEGLIGIBLE: (f64, f64) = (0.44, 0.56);

impl Evidence {
    /// Judges one claim by itself. Its p value needs no correction.
    ///
    /// - A claim is not testable if the searches differ on fewer than [`Claim::LEAST`] subjects.
    /// - A claim that the technique is better agrees if the signed-rank test over the families shows that at 0.05, and is refuted if the
    ///   test shows the contrary.
    /// - A claim that both are close agrees if the confidence interval of the median of A12 lies within \[0.44, 0.56\], where effects are
    ///   negligible. It is refuted if the interval lies outside.
    #[must_use]
    pub fn of(tested: &Tested<'_>) -> Self {
        let mut evidence = Self::measured(tested);
        evidence.judge(Some(evidence.p));
        evidence
    }

    /// Judges several claims together, such as the claims of a report: the findings are those of [`of`](Self::of), but with p values that are
    /// corrected for the number of claims.
    ///
    /// If nothing that is claimed were true, the probability that any finding says otherwise would be below 0.05. Claims that are not
    /// testable do not count, because nothing can be found of them. The bar for that is the number of subjects that differ, which does
    /// not depend on the direction of the differences. Findings about closeness follow from the interval, which is not corrected.
    #[must_use]
    pub fn of_all(tested: &[Tested<'_>]) -> Vec<Self> {
        let mut all: Vec<Self> = tested.iter().map(Self::measured).collect();
        let p: Vec<f64> = all.iter().filter(|evidence| evidence.is_testable()).map(|evidence| evidence.p).collect();
        let mut corrected = holm(&p).into_iter();
        for evidence in &mut all {
            let own = if evidence.is_testable() { corrected.next() } else { None };
            evidence.judge(own);
        }
        all
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
        let subjects: Vec<_> = rows.into_iter().zip(verdicts(&effects, ALPHA)).zip(corrected).map(on_subject).collect();
        let counts = |subject: &&OnSubject| claim.expects != Expectation::Close || subject.row.differs;
        let families = families(subjects.iter().filter(counts));
        let values: Vec<f64> = families.iter().map(|(_, a12)| *a12).collect();
        Self {
            claim: (*claim).clone(),
            subjects,
            a12: median(&values).unwrap_or(0.5),
            interval: median_interval(&values, 0.95),
            p: SignedRank::of(&differences(&families)).p,
            families,
            corrected: None,
            finding: Finding::NotTestable,
        }
    }

    /// Sets the finding that follows from this p value.
    fn judge(&mut self, corrected: Option<f64>) {
        self.corrected = corrected.filter(|_| self.is_testable());
        let Some(p) = self.corrected else { return };
        let test = SignedRank::of(&differences(&self.families));
        let is_better = p < ALPHA && test.first > test.second;
        let is_worse = p < ALPHA && test.first < test.second;
        // Without an interval nothing is known: it may be anywhere.
        let Interval { low, high } = self.interval.unwrap_or(Interval { low: 0.0, high: 1.0 });
        self.finding = match self.claim.expects {
            Expectation::Better if is_better => Finding::Agrees,
            Expectation::Better if is_worse => Finding::Refuted,
            Expectation::Better => Finding::NotShown,
            Expectation::Close if low >= NEGLIGIBLE.0 && high <= NEGLIGIBLE.1 => Finding::Agrees,
            Expectation::Close if low > NEGLIGIBLE.1 || high < NEGLIGIBLE.0 => Finding::Refuted,
            Expectation::Close => Finding::NotShown,
            Expectation::Nothing if is_better => Finding::Better,
            Expectation::Nothing if is_worse => Finding::Worse,
            Expectation::Nothing => Finding::NoDifference,
        };
    }

    /// Returns `true` if the searches differ on at least [`Claim::LEAST`] subjects.
    #[must_use]
    pub fn is_testable(&self) -> bool {
        self.differing() >= Claim::LEAST
    }

    /// Returns the number of subjects on which the searches of the two techniques [differ](Row::differs).
    #[must_use]
    pub fn differing(&self) -> usize {
        self.subjects.iter().filter(|subject| subject.row.differs).count()
    }

    /// Returns the number of seeds that both techniques have on each subject: the least over the subjects, 0 without subjects.
    #[must_use]
    pub fn seeds(&self) -> usize {
        self.subjects.iter().map(|subject| subject.row.seeds()).min().unwrap_or(0)
    }

    /// Returns the number of subjects with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.subjects.iter().filter(|subject| subject.verdict == verdict).count()
    }

    /// Returns the sign test: of the families in which the technique is better in tendency, against those in which it is worse.
    #[must_use]
    pub fn signs(&self) -> SignTest {
        SignTest::of(&differences(&self.families))
    }

    /// Returns the direction that was found: worse if a claim that the technique is better is refuted, the same if both are close.
    #[must_use]
    pub fn direction(&self) -> Verdict {
        match (self.finding, self.claim.expects) {
            (Finding::Better, _) | (Finding::Agrees, Expectation::Better) => Verdict::Better,
            (Finding::Worse, _) | (Finding::Refuted, Expectation::Better) => Verdict::Worse,
            (Finding::Refuted, Expectation::Close) if self.a12 > 0.5 => Verdict::Better,
            (Finding::Refuted, Expectation::Close) => Verdict::Worse,
            _ => Verdict::Same,
        }
    }
}

/// Returns the families of subjects with the mean of A12 over their subjects, by name.
fn families<'s>(subjects: impl Iterator<Item = &'s OnSubject>) -> Vec<(String, f64)> {
    let mut effects: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for subject in subjects {
        effects.entry(&subject.family).or_default().push(subject.row.effect.a12);
    }
    let mean = |(family, effects): (&str, Vec<f64>)| (family.to_owned(), effects.iter().sum::<f64>() / effects.len() as f64);
    effects.into_iter().map(mean).collect()
}

/// Returns the distance of each family from 0.5, paired with 0.
fn differences(families: &[(String, f64)]) -> Vec<(f64, f64)> {
    // In billionths: 0.7 - 0.5 and 0.5 - 0.3 are equal, but their floats are not.
    families.iter().map(|(_, a12)| (((a12 - 0.5) * 1e9).round(), 0.0)).collect()
}

#[cfg(test)]
mod tests;
