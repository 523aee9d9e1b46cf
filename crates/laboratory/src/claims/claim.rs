//! One claim.

use crate::experiment::Experiment;
use crate::results::Measure;
use crate::subject::Features;
use crate::technique::{Count, Technique};
use std::fmt;
use std::sync::Arc;

/// A claim: what a publication says of a technique in comparison with a baseline.
#[derive(Clone)]
pub struct Claim {
    /// A short name, by which the claim is selected.
    pub name: String,
    /// The publication, with the section or table.
    pub source: String,
    /// What is claimed, in one sentence.
    pub statement: String,
    /// The published figures.
    pub figures: String,
    /// What the experiment should show if the claim holds here.
    pub expects: Expectation,
    /// The technique.
    pub technique: Arc<dyn Technique>,
    /// The baseline.
    pub baseline: Arc<dyn Technique>,
    /// The goals that count.
    pub count: Count,
    /// What a search is judged by. Evidence compares searches by this number alone.
    pub measure: Measure,
    /// Whether it is tested on subjects or on their crashes.
    pub on: On,
    /// The subjects on which it can matter.
    pub matters: Matters,
    /// The least number of subjects on which the searches must differ for a finding. Usual:
    /// [`LEAST`](Self::LEAST).
    pub least: usize,
}

/// The kind of subject on which a claim is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    /// Subjects, whose goals are to be covered.
    Subjects,
    /// Crashes of subjects, which are to be reproduced: see
    /// [`CrashedSubject`](crate::subject::CrashedSubject).
    Crashes,
}

/// Result that an experiment should show if a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The technique does better than the baseline.
    Better,
    /// The technique does about as well as the baseline, on the subjects on which their searches
    /// differ.
    Close,
    /// Nothing: the publication chooses the technique and does not compare it, or the comparison is
    /// ours.
    Nothing,
}

/// The subjects on which a claim can matter.
#[derive(Clone, Copy)]
pub struct Matters {
    /// Description, which completes the sentence "It can matter for subjects ..".
    pub text: &'static str,
    /// Returns `true` if it can matter for a subject with these features.
    pub holds: fn(&Features) -> bool,
}

impl Matters {
    /// Condition that holds for all subjects.
    pub const ALWAYS: Self = Self { text: "of any kind", holds: |_| true };

    /// Returns `true` if the text is that of [`ALWAYS`](Self::ALWAYS).
    #[must_use]
    pub fn is_always(&self) -> bool {
        self.text == Self::ALWAYS.text
    }
}

impl Claim {
    /// The usual least number of subjects on which the searches differ that a finding needs.
    pub const LEAST: usize = 10;

    /// Creates a claim of your own: nothing is expected, branch coverage counts, and it can matter
    /// for all subjects. Set the other fields as you need them.
    ///
    /// ```
    /// use sbst_laboratory::claims::{Claim, Expectation};
    /// use sbst_laboratory::results::Measure;
    /// use sbst_laboratory::search::{Engine, Standard};
    ///
    /// let claim = Claim {
    ///     statement: "A search needs fewer executions than random tests.".to_owned(),
    ///     expects: Expectation::Better,
    ///     measure: Measure::Effort,
    ///     ..Claim::new("search", Standard::new("search"), Standard::new("random").by(Engine::Random))
    /// };
    /// assert_eq!(claim.least, 10);
    /// ```
    #[must_use]
    pub fn new(
        name: impl Into<String>,
        technique: impl Technique + 'static,
        baseline: impl Technique + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            source: "ours".to_owned(),
            statement: String::new(),
            figures: "-".to_owned(),
            expects: Expectation::Nothing,
            technique: Arc::new(technique),
            baseline: Arc::new(baseline),
            count: Count::default(),
            measure: Measure::Coverage,
            on: On::Subjects,
            matters: Matters::ALWAYS,
            least: Self::LEAST,
        }
    }

    /// Returns the experiment: both techniques, with the default seeds and budget.
    #[must_use]
    pub fn experiment(&self) -> Experiment {
        let experiment = Experiment::new().counting(self.count.clone());
        experiment.with_shared(Arc::clone(&self.technique)).with_shared(Arc::clone(&self.baseline))
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (technique, baseline) = (self.technique.name(), self.baseline.name());
        let mut text = formatter.debug_struct("Claim");
        text.field("name", &self.name)
            .field("technique", &technique)
            .field("baseline", &baseline)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Matters {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Matters").field(&self.text).finish()
    }
}
