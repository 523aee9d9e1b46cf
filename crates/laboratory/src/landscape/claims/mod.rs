//! Claims of publications about landscapes, and what a survey says of them.
//!
//! The claims are documented at [`landscape_verdicts`].
//!
//! Branches of one subject are no independent evidence, and neither are subjects of one
//! [family](crate::subject::Subject::family). Each family has one number. Intervals and p values
//! are over families.

mod flags;
mod gradient;
mod plateaus;
mod text;
mod traits;

pub use text::verdicts_as_text;
pub use traits::{TraitOfPlateaus, traits_of_plateaus};

use super::{GoalLandscape, Landscape, SubjectLandscapes};
use crate::claims::{Claim, Finding};
use crate::statistics::{Interval, SignedRank, holm, is_significant, median, median_interval};
use std::collections::BTreeMap;

/// The level of significance.
const ALPHA: f64 = 0.05;

/// A claim about landscapes, with what a survey says of it.
#[derive(Clone, Debug, PartialEq)]
pub struct LandscapeVerdict {
    /// A short name.
    pub name: &'static str,
    /// What is claimed, in one sentence.
    pub statement: &'static str,
    /// What the numbers of families are, in a few words.
    pub measure: &'static str,
    /// Number of branches that were measured for the claim.
    pub branches: usize,
    /// Number of subjects of these branches on which the claim can matter.
    pub subjects: usize,
    /// Number of families of these subjects.
    pub families: usize,
    /// Median of the measure over families. If there are none, it is what the measure is compared
    /// with.
    pub estimate: f64,
    /// Number that the measure is compared with.
    pub against: f64,
    /// Confidence interval of the median at 95 %.
    pub interval: Interval,
    /// The p value of the signed-rank test over families: how probable so uneven numbers are if
    /// they are symmetrical about `against`.
    pub p: f64,
    /// The p value by which the finding is made, corrected by [`holm`] for the number of testable
    /// claims. `None` if the claim is not testable.
    pub corrected: Option<f64>,
    /// Other numbers of branches, as a sentence.
    pub branches_in_words: String,
    /// Agreement with the claim.
    pub finding: Finding,
}

/// Names of the two formulas that the claims compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ComparedFormulas<'n> {
    /// Name of the formula without distances within called functions.
    pub without_flags: &'n str,
    /// Name of the formula with them, and otherwise equal.
    pub with_flags: &'n str,
}

/// Returns what a survey says of each claim.
///
/// | claim | evidence |
/// |---|---|
/// | plateaus dominate | of the steps from inputs that do not cover a branch, the share that changes nothing: its median over branches |
/// | flags cause plateaus | the same share: branches that depend on the result of a call against other branches of the same subject |
/// | distances within calls remove plateaus | the same share of the same flags, with and without these distances |
/// | distances within calls guide | the share of adaptive walks that end at their flag, likewise |
///
/// The first two are claims of Sahin, Zhang and Arcuri (2025), "Causes and effects of fitness
/// landscapes in system test generation: a replication study", and before them of Albunian, Fraser
/// and Sudholt (2020), "Causes and effects of fitness landscapes in unit test generation". The
/// others are the purpose of distances within called functions. Flags are the branches that the
/// subject [declares](crate::subject::Subject::flags); a test of a call of code that is not
/// instrumented is an other branch.
///
/// A subject's number is the median over its branches, the effect size A12, or the mean over its
/// flags. A family's number is the median over its subjects, because they share code and are no
/// independent evidence. Intervals and p values are over families.
///
/// A claim agrees if the signed-rank test over families shows that the measure is greater than what
/// it is compared with, at 0.05 after [Holm's correction](holm) for the number of testable claims.
/// It is refuted if the test shows the contrary. It is not testable if it can matter on fewer than
/// [`Claim::LEAST`] subjects. Subjects without a landscape under a formula that a claim needs are
/// left out.
///
/// ```
/// use sbst::fitness::flag::FlagGradient;
/// use sbst_laboratory::claims::Finding;
/// use sbst_laboratory::landscape::{
///     ComparedFormulas, Formula, LandscapeSettings, landscape_verdicts, survey, traits_of_plateaus,
///     verdicts_as_text,
/// };
/// use sbst_laboratory::subject::Suite;
///
/// let subjects = Suite::new(); // yours
/// let formulas = [Formula::new("plain"), Formula::new("flags").with_flags(FlagGradient::new())];
/// let survey = survey(&subjects, &formulas, &LandscapeSettings::default(), 2, |_| {})?;
/// let compared = ComparedFormulas { without_flags: "plain", with_flags: "flags" };
/// let verdicts = landscape_verdicts(&survey, compared);
/// assert_eq!(verdicts[0].finding, Finding::NotTestable); // there are no subjects
/// println!("{}", verdicts_as_text(&verdicts, &traits_of_plateaus(&survey, "plain")));
/// # Ok::<(), sbst_laboratory::landscape::SurveyError>(())
/// ```
#[must_use]
pub fn landscape_verdicts(
    survey: &[SubjectLandscapes],
    formulas: ComparedFormulas<'_>,
) -> Vec<LandscapeVerdict> {
    let (pairs, plain): (Vec<_>, Vec<_>) =
        (pairs_of(survey, formulas), of_formula(survey, formulas.without_flags));
    let [neutral, success] = gradient::verdicts(&pairs);
    let mut verdicts = vec![plateaus::verdict(&plain), flags::verdict(&plain), neutral, success];
    correct(&mut verdicts);
    verdicts
}

/// Corrects the p values for the number of testable claims. Findings that are no longer significant
/// become not shown.
fn correct(verdicts: &mut [LandscapeVerdict]) {
    let mut testable: Vec<_> =
        verdicts.iter_mut().filter(|verdict| verdict.finding != Finding::NotTestable).collect();
    let corrected = holm(&testable.iter().map(|verdict| verdict.p).collect::<Vec<_>>());
    for (verdict, corrected) in testable.iter_mut().zip(corrected) {
        verdict.corrected = Some(corrected);
        if !is_significant(corrected, ALPHA) {
            verdict.finding = Finding::NotShown;
        }
    }
}

/// The landscape of a subject under one formula.
#[derive(Clone, Copy)]
struct Measured<'s> {
    subject: &'s SubjectLandscapes,
    landscape: &'s Landscape,
}

/// Returns the landscapes under a formula.
fn of_formula<'s>(survey: &'s [SubjectLandscapes], formula: &str) -> Vec<Measured<'s>> {
    let of_subject = |subject: &'s SubjectLandscapes| {
        let landscape = subject.landscapes.iter().find(|landscape| landscape.formula == formula)?;
        Some(Measured { subject, landscape })
    };
    survey.iter().filter_map(of_subject).collect()
}

/// Returns the landscapes of subjects under both formulas: without distances within called
/// functions first.
fn pairs_of<'s>(
    survey: &'s [SubjectLandscapes],
    formulas: ComparedFormulas<'_>,
) -> Vec<(Measured<'s>, &'s Landscape)> {
    let mut pairs = Vec::new();
    for without in of_formula(survey, formulas.without_flags) {
        if let Some(with) = without
            .subject
            .landscapes
            .iter()
            .find(|landscape| landscape.formula == formulas.with_flags)
        {
            pairs.push((without, with));
        }
    }
    pairs
}

/// Returns the share of steps from inputs that do not cover the branch which change nothing.
/// Returns `None` if there are no such steps.
fn open(goal: &GoalLandscape) -> Option<f64> {
    goal.measures.as_ref()?.open_neutrality
}

/// One number for each subject, with its family.
#[derive(Default)]
struct BySubject<'s>(Vec<(&'s str, f64)>);

impl<'s> BySubject<'s> {
    fn add(&mut self, family: &'s str, number: f64) {
        self.0.push((family, number));
    }

    /// Returns the median of each family, by name of the family.
    fn by_family(&self) -> Vec<f64> {
        let mut families: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for &(family, number) in &self.0 {
            families.entry(family).or_default().push(number);
        }
        families.values().filter_map(|numbers| median(numbers)).collect()
    }
}

/// A sample of numbers, one for each family, in comparison with a number.
struct FamilyTest {
    families: usize,
    estimate: f64,
    against: f64,
    interval: Interval,
    p: f64,
    /// `true` if the sum of the ranks of greater numbers is the greater one.
    is_greater: bool,
}

impl FamilyTest {
    /// Tests whether numbers of families, within `least..=greatest`, are symmetrical about
    /// `against`.
    fn of(families: &[f64], against: f64, [least, greatest]: [f64; 2]) -> Self {
        // Numbers are shares or differences of shares, so they are rounded like numbers near 1.
        let pairs: Vec<_> = families.iter().map(|number| (1.0 + number, 1.0 + against)).collect();
        let test = SignedRank::of(&pairs);
        Self {
            families: families.len(),
            estimate: median(families).unwrap_or(against),
            against,
            interval: median_interval(families, 0.95)
                .unwrap_or(Interval { low: least, high: greatest }),
            p: test.p,
            is_greater: test.first > test.second,
        }
    }

    /// Returns the verdict on a claim before Holm's correction. `branches` and `subjects` are the
    /// numbers of those that were measured.
    fn verdict(
        &self,
        [name, statement, measure]: [&'static str; 3],
        branches: usize,
        subjects: usize,
        words: String,
    ) -> LandscapeVerdict {
        let Self { families, estimate, against, interval, p, .. } = *self;
        let (corrected, finding) = (None, self.finding(subjects));
        LandscapeVerdict {
            name,
            statement,
            measure,
            branches,
            subjects,
            families,
            estimate,
            against,
            interval,
            p,
            corrected,
            branches_in_words: words,
            finding,
        }
    }

    /// Returns what the test says of the claim that the numbers are greater, without correction.
    fn finding(&self, subjects: usize) -> Finding {
        match (is_significant(self.p, ALPHA), self.is_greater) {
            _ if subjects < Claim::LEAST => Finding::NotTestable,
            (false, _) => Finding::NotShown,
            (true, true) => Finding::Agrees,
            (true, false) => Finding::Refuted,
        }
    }
}

#[cfg(test)]
mod tests;
