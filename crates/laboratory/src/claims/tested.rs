//! A claim with the outcomes of its experiment.

use super::Claim;
use crate::results::Results;
use crate::subject::Suite;
use std::collections::BTreeMap;

/// A claim with the outcomes of its two techniques, on the subjects for which it can matter.
#[derive(Clone, Debug)]
pub struct Tested<'c> {
    /// The claim.
    pub claim: &'c Claim,
    /// The outcomes.
    pub results: Results,
    /// The family of each subject, by its name. A subject without an entry is a family of its own.
    pub families: BTreeMap<String, String>,
}

impl<'c> Tested<'c> {
    /// Creates a tested claim, in which each subject is a family of its own.
    #[must_use]
    pub const fn new(claim: &'c Claim, results: Results) -> Self {
        Self { claim, results, families: BTreeMap::new() }
    }

    /// Sets the families of the subjects to those of a suite: see
    /// [`Subject::family`](crate::subject::Subject::family).
    #[must_use]
    pub fn within(self, suite: &Suite) -> Self {
        let families = suite
            .iter()
            .map(|subject| (subject.name().to_owned(), subject.family().to_owned()))
            .collect();
        Self { families, ..self }
    }

    /// Returns the family of a subject.
    #[must_use]
    pub fn family<'s>(&'s self, subject: &'s str) -> &'s str {
        self.families.get(subject).map_or(subject, String::as_str)
    }
}
