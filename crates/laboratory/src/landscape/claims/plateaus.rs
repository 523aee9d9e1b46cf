//! The claim that plateaus dominate.

use super::{BySubject, FamilyTest, LandscapeVerdict, Measured, open};
use crate::statistics::{Rounded, median, quantile};

/// Tests whether most steps towards a branch change nothing. A subject's number is the median over
/// its branches.
pub(super) fn verdict(measured: &[Measured<'_>]) -> LandscapeVerdict {
    let (mut subjects, mut all) = (BySubject::default(), Vec::new());
    for one in measured {
        let shares: Vec<f64> = one.landscape.goals.iter().filter_map(open).collect();
        if let Some(median) = median(&shares) {
            subjects.add(&one.subject.family, median);
        }
        all.extend(shares);
    }
    let tested = FamilyTest::of(&subjects.by_family(), 0.5, [0.0, 1.0]);
    let share =
        |belongs: fn(&&f64) -> bool| 100 * all.iter().filter(belongs).count() / all.len().max(1);
    let [low, middle, high] = [0.25, 0.5, 0.75].map(|share| quantile(&all, share).unwrap_or(0.5));
    let words = format!(
        "Of the branches, {} % have a share above 0.5, and {} % a share above 0.9; the quartiles \
         are {low:.2}, {middle:.2} and {high:.2}.",
        share(|&&share| Rounded::of(0.5).is_below(share)),
        share(|&&share| Rounded::of(0.9).is_below(share)),
    );
    let texts = [
        "plateaus dominate",
        "Most steps from an input that does not cover a branch do not change its distance.",
        "median share of neutral steps",
    ];
    tested.verdict(texts, all.len(), subjects.0.len(), words)
}
