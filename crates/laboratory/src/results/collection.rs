//! Outcomes of many searches.

use super::Outcome;
use std::collections::BTreeMap;

/// Identity of a search: the subject, the technique and the seed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Search {
    /// Name of the subject.
    pub subject: String,
    /// Name of the technique.
    pub technique: String,
    /// Seed of the random numbers.
    pub seed: u64,
}

/// Outcomes of many searches, by subject, technique and seed.
///
/// ```
/// use sbst_laboratory::results::{Covered, Outcome, Results, Search};
///
/// let search = |seed| Search { subject: "leap".into(), technique: "pairs".into(), seed };
/// let outcome = |execution| Outcome {
///     goals: 2,
///     covered: vec![Covered { goal: 0, execution }],
///     ..Outcome::default()
/// };
/// let results: Results = [(search(1), outcome(20)), (search(0), outcome(10))].into_iter().collect();
/// let sample = results.sample("leap", "pairs");
/// assert_eq!(sample.iter().map(|outcome| outcome.last()).collect::<Vec<_>>(), [10, 20]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results(BTreeMap<Search, Outcome>);

impl Results {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the outcome of a search. It replaces the outcome of the same search.
    pub fn add(&mut self, search: Search, outcome: Outcome) {
        self.0.insert(search, outcome);
    }

    /// Returns the outcome of a search, if it is known.
    #[must_use]
    pub fn get(&self, search: &Search) -> Option<&Outcome> {
        self.0.get(search)
    }

    /// Returns all searches with their outcomes, by subject, technique and seed.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&Search, &Outcome)> + ExactSizeIterator + Clone {
        self.0.iter()
    }

    /// Returns the number of searches.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there are no searches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the outcomes of a technique on a subject, by seed.
    #[must_use]
    pub fn sample(&self, subject: &str, technique: &str) -> Vec<&Outcome> {
        let first = Search { subject: subject.to_owned(), technique: technique.to_owned(), seed: 0 };
        let own = self.0.range(first..).take_while(|(search, _)| search.subject == subject && search.technique == technique);
        own.map(|(_, outcome)| outcome).collect()
    }

    /// Returns the names of all subjects, in alphabetical order.
    #[must_use]
    pub fn subjects(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.0.keys().map(|search| search.subject.as_str()).collect();
        names.dedup();
        names
    }

    /// Returns the names of all techniques, in alphabetical order.
    #[must_use]
    pub fn techniques(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.0.keys().map(|search| search.technique.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl FromIterator<(Search, Outcome)> for Results {
    fn from_iter<I: IntoIterator<Item = (Search, Outcome)>>(searches: I) -> Self {
        Self(searches.into_iter().collect())
    }
}

impl Extend<(Search, Outcome)> for Results {
    fn extend<I: IntoIterator<Item = (Search, Outcome)>>(&mut self, searches: I) {
        self.0.extend(searches);
    }
}
