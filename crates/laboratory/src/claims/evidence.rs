//! What an experiment says of a claim.

use super::{Claim, Expectation};
use crate::results::Results;
use crate::statistics::{Effect, Interval, SignTest, SignedRank, Verdict, median, median_interval, verdicts};
use std::fmt;

/// Evidence of an experiment for or against a claim.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The subjects on which the claim can matter and whose searches are done, by name.
    pub subjects: Vec<OnSubject>,
    /// Median of A12 over the subjects: above 0.5 if the technique does better.
    pub a12: f64,
    /// Confidence interval of this median at 95 %, by order statistics.
    pub interval: Interval,
    /// The p value of the signed-rank test over the subjects: how probable so uneven values of A12 are if they are symmetrical about 0.5.
    pub p: f64,
    /// Agreement with the claim.
    pub finding: Finding,
}

/// The difference on one subject.
#[derive(Clone, Debug)]
pub struct OnSubject {
    /// Name of the subject.
    pub subject: String,
    /// How much better the technique does.
    pub effect: Effect,
    /// Whether the difference is significant at 0.05, corrected for the number of subjects.
    pub verdict: Verdict,
    /// `true` if a search of the technique covered other goals than that of the baseline with the same seed, or at other executions. If all
    /// searches are the same, the setting that tells the two apart had nothing to decide.
    pub differs: bool,
}

/// Agreement of an experiment with a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// There are fewer than [`Claim::LEAST`] subjects for which it can matter and on which the searches differ at all.
    NotTestable,
    /// What is claimed was found.
    Agrees,
    /// Neither what is claimed nor its contrary was found.
    NotShown,
    /// The contrary of what is claimed was found.
    Refuted,
    /// Nothing is claimed, and the technique does better over all subjects.
    Better,
    /// Nothing is claimed, and the technique does worse over all subjects.
    Worse,
    /// Nothing is claimed, and no difference was found.
    NoDifference,
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NotTestable => "not testable here",
            Self::Agrees => "agrees",
            Self::NotShown => "not shown",
            Self::Refuted => "refuted",
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoDifference => "no difference",
        })
    }
}

/// Effects within these bounds are negligible (Vargha, Delaney 2000).
const NEGLIGIBLE: (f64, f64) = (0.44, 0.56);

impl Evidence {
    /// Compares the two techniques of a claim on the subjects of these names.
    ///
    /// - A claim that the technique is better agrees if the signed-rank test over the subjects shows that at 0.05, and is refuted if the
    ///   test shows the contrary.
    /// - A claim that both are close agrees if the confidence interval of the median of A12 lies within \[0.44, 0.56\], where effects are
    ///   negligible. It is refuted if the interval lies outside.
    ///
    /// Subjects of which the results have no searches are left out.
    #[must_use]
    pub fn of<'s>(claim: &Claim, results: &Results, subjects: impl IntoIterator<Item = &'s str>) -> Self {
        let (mut names, mut effects, mut differ) = (Vec::new(), Vec::new(), Vec::new());
        for subject in subjects {
            let [technique, baseline] = [&claim.technique, &claim.baseline].map(|side| results.sample(subject, side.name()));
            if !technique.is_empty() && !baseline.is_empty() {
                names.push(subject.to_owned());
                effects.push(Effect::of(&technique, &baseline));
                differ.push(technique.iter().zip(&baseline).any(|(one, other)| one.covered != other.covered));
            }
        }
        let on_subject = |(((subject, effect), verdict), differs)| OnSubject { subject, effect, verdict, differs };
        let verdicts = verdicts(&effects, 0.05);
        let values: Vec<f64> = effects.iter().map(|effect| effect.a12).collect();
        let subjects: Vec<_> = names.into_iter().zip(effects).zip(verdicts).zip(differ).map(on_subject).collect();
        // In billionths: 0.7 - 0.5 and 0.5 - 0.3 are equal, but their floats are not.
        let pairs: Vec<(f64, f64)> = values.iter().map(|&a12| (((a12 - 0.5) * 1e9).round(), 0.0)).collect();
        let a12 = median(&values).unwrap_or(0.5);
        let interval = median_interval(&values, 0.95).unwrap_or(Interval { low: 0.0, high: 1.0 });
        let test = SignedRank::of(&pairs);
        let differing = subjects.iter().filter(|subject: &&OnSubject| subject.differs).count();
        let finding = finding(claim.expects, differing, &test, interval);
        Self { subjects, a12, interval, p: test.p, finding }
    }

    /// Returns the number of subjects on which the searches of the two techniques [differ](OnSubject::differs) at all.
    #[must_use]
    pub fn differing(&self) -> usize {
        self.subjects.iter().filter(|subject| subject.differs).count()
    }

    /// Returns the number of subjects with this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.subjects.iter().filter(|subject| subject.verdict == verdict).count()
    }

    /// Returns the p value of the sign test: of the subjects on which the technique is better in tendency, against those on which it is
    /// worse.
    #[must_use]
    pub fn sign_p(&self) -> f64 {
        let pairs: Vec<_> = self.subjects.iter().map(|subject| (subject.effect.a12, 0.5)).collect();
        SignTest::of(&pairs).p
    }
}

fn finding(expects: Expectation, subjects: usize, test: &SignedRank, interval: Interval) -> Finding {
    let is_better = test.p < 0.05 && test.first > test.second;
    let is_worse = test.p < 0.05 && test.first < test.second;
    match expects {
        _ if subjects < Claim::LEAST => Finding::NotTestable,
        Expectation::Better if is_better => Finding::Agrees,
        Expectation::Better if is_worse => Finding::Refuted,
        Expectation::Better => Finding::NotShown,
        Expectation::Close if interval.low >= NEGLIGIBLE.0 && interval.high <= NEGLIGIBLE.1 => Finding::Agrees,
        Expectation::Close if interval.low > NEGLIGIBLE.1 || interval.high < NEGLIGIBLE.0 => Finding::Refuted,
        Expectation::Close => Finding::NotShown,
        Expectation::Nothing if is_better => Finding::Better,
        Expectation::Nothing if is_worse => Finding::Worse,
        Expectation::Nothing => Finding::NoDifference,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::{Matters, published};
    use crate::results::{Covered, Outcome, Search};
    use std::collections::BTreeSet;

    /// Returns results on `subjects` subjects in which the technique covers all goals sooner, by the factor `factor`.
    fn results(claim: &Claim, subjects: usize, factor: f64) -> (Results, Vec<String>) {
        let names: Vec<String> = (0..subjects).map(|number| format!("subject {number}")).collect();
        let mut results = Results::new();
        for (number, subject) in names.iter().enumerate() {
            for seed in 0..10 {
                for (side, factor) in [(&claim.technique, 1.0), (&claim.baseline, factor)] {
                    let first = (1 + (seed * 7 + number as u64) % 10) as f64 * 1e4;
                    // Half of the subjects differ in the other direction if the factor is next to 1.
                    let factor = if number % 2 == 0 && factor < 1.01 && factor > 0.99 { 2.0 - factor } else { factor };
                    let execution = (first * factor) as u64;
                    let covered = vec![Covered { goal: 0, execution }];
                    let search = Search { subject: subject.clone(), technique: side.name().to_owned(), seed };
                    results.add(search, Outcome { goals: 1, covered, ..Outcome::default() });
                }
            }
        }
        (results, names)
    }

    fn evidence(expects: Expectation, subjects: usize, factor: f64) -> Evidence {
        let claim = Claim { expects, ..published().swap_remove(0) };
        let (results, names) = results(&claim, subjects, factor);
        Evidence::of(&claim, &results, names.iter().map(String::as_str))
    }

    #[test]
    fn findings_are_those_of_the_documentation() {
        let finding = |expects, subjects, factor| evidence(expects, subjects, factor).finding;
        assert_eq!(finding(Expectation::Better, 12, 3.0), Finding::Agrees);
        assert_eq!(finding(Expectation::Better, 12, 0.3), Finding::Refuted);
        assert_eq!(finding(Expectation::Better, 12, 1.0), Finding::NotTestable); // nothing differs
        assert_eq!(finding(Expectation::Better, 12, 1.001), Finding::NotShown);
        assert_eq!(finding(Expectation::Better, 9, 3.0), Finding::NotTestable);
        assert_eq!(finding(Expectation::Close, 12, 1.001), Finding::Agrees);
        assert_eq!(finding(Expectation::Close, 12, 3.0), Finding::Refuted);
        assert_eq!(finding(Expectation::Nothing, 12, 3.0), Finding::Better);
        assert_eq!(finding(Expectation::Nothing, 12, 0.3), Finding::Worse);
        assert_eq!(finding(Expectation::Nothing, 12, 1.001), Finding::NoDifference);
    }

    #[test]
    fn evidence_counts_subjects() {
        let evidence = evidence(Expectation::Better, 12, 10.0);
        assert_eq!((evidence.count(Verdict::Better), evidence.count(Verdict::Worse)), (12, 0));
        assert!(evidence.a12 > 0.9 && evidence.sign_p() < 0.001);
        let none = Evidence::of(&published()[0], &Results::new(), ["unknown"]);
        assert_eq!((none.subjects.len(), none.a12, none.finding), (0, 0.5, Finding::NotTestable));
    }

    #[test]
    fn names_tell_claims_and_techniques_apart() {
        let claims = published();
        let names: BTreeSet<_> = claims.iter().map(|claim| &claim.name).collect();
        assert_eq!(names.len(), claims.len());
        for claim in &claims {
            assert_ne!(claim.technique.name(), claim.baseline.name(), "{}", claim.name);
        }
        assert!((Matters::ALWAYS.holds)(&crate::subject::Features::default()));
    }
}
