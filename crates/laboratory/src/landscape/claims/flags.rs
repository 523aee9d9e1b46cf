//! The claim that flags cause plateaus.

use super::{BySubject, FamilyTest, LandscapeVerdict, Measured, open};
use crate::statistics::{a12, by_place, median};

/// Least number of branches with a trait, and of branches without it, with which a subject is
/// compared.
pub(super) const LEAST: usize = 3;

/// Branches with a trait and branches without it, compared within subjects.
#[derive(Default)]
pub(super) struct Contrast<'s> {
    /// Shares of neutral steps of all branches with the trait, and of all without it, in the
    /// subjects that have enough of both.
    pub(super) shares: [Vec<f64>; 2],
    /// For each subject the probability that a branch with the trait has the greater share, ties
    /// counted half.
    pub(super) subjects: BySubject<'s>,
}

impl<'s> Contrast<'s> {
    /// Takes in a subject: the shares of its branches with the trait, and of those without it.
    pub(super) fn add(&mut self, family: &'s str, shares: [Vec<f64>; 2]) {
        if shares.iter().any(|shares| shares.len() < LEAST) {
            return;
        }
        let [with, without] = by_place(shares.each_ref().map(Vec::as_slice));
        self.subjects.add(family, a12(&with, &without));
        for (all, shares) in self.shares.iter_mut().zip(shares) {
            all.extend(shares);
        }
    }

    /// Tests the subjects by family.
    pub(super) fn test(&self) -> FamilyTest {
        FamilyTest::of(&self.subjects.by_family(), 0.5, [0.0, 1.0])
    }
}

/// Tests whether branches that depend on the result of a call are flatter than other branches of
/// the same subject.
pub(super) fn verdict(measured: &[Measured<'_>]) -> LandscapeVerdict {
    let mut contrast = Contrast::default();
    for one in measured {
        let shares = |is_flag| {
            let goals = one.landscape.goals.iter().filter(|goal| goal.features.is_flag == is_flag);
            goals.filter_map(open).collect()
        };
        contrast.add(&one.subject.family, [shares(true), shares(false)]);
    }
    let tested = contrast.test();
    let [flags, others] = &contrast.shares;
    let [of_flags, of_others] = [flags, others].map(|shares| median(shares).unwrap_or(0.5));
    let words = format!(
        "The median share is {of_flags:.2} for {} flags and {of_others:.2} for {} other branches.",
        flags.len(),
        others.len()
    );
    let texts = [
        "flags cause plateaus",
        "Branches that depend on the result of a call have more neutral steps than other branches \
         of the same subject.",
        "A12 of the shares of neutral steps",
    ];
    tested.verdict(texts, flags.len() + others.len(), contrast.subjects.0.len(), words)
}
