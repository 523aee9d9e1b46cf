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
    pub fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (&Search, &Outcome)> + ExactSizeIterator + Clone {
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
        let first =
            Search { subject: subject.to_owned(), technique: technique.to_owned(), seed: 0 };
        let own = self
            .0
            .range(first..)
            .take_while(|(search, _)| search.subject == subject && search.technique == technique);
        own.map(|(_, outcome)| outcome).collect()
    }

    /// Returns the outcomes of several techniques on a subject with the seeds that all of them
    /// have, by seed: a sample for each technique, in the order given, all of one size. An
    /// experiment that was interrupted has more seeds of one technique than of another.
    ///
    /// ```
    /// use sbst_laboratory::results::{Outcome, Results, Search};
    ///
    /// let search = |technique: &str, seed| Search {
    ///     subject: "leap".into(),
    ///     technique: technique.into(),
    ///     seed,
    /// };
    /// let done = [search("pairs", 0), search("pairs", 1), search("flags", 1)];
    /// let results: Results = done.map(|search| (search, Outcome::default())).into_iter().collect();
    /// let [pairs, flags] = results.common("leap", ["pairs", "flags"]);
    /// assert_eq!((pairs.len(), flags.len()), (1, 1));
    /// ```
    #[must_use]
    pub fn common<const N: usize>(
        &self,
        subject: &str,
        techniques: [&str; N],
    ) -> [Vec<&Outcome>; N] {
        let all = self.common_of(subject, &techniques);
        let mut all = all.into_iter();
        std::array::from_fn(|_| all.next().unwrap_or_default())
    }

    /// Does the same as [`common`](Self::common) for any number of techniques.
    pub(crate) fn common_of(&self, subject: &str, techniques: &[&str]) -> Vec<Vec<&Outcome>> {
        let of = |technique: &str| {
            let first =
                Search { subject: subject.to_owned(), technique: technique.to_owned(), seed: 0 };
            let name = technique.to_owned();
            let own = self.0.range(first..).take_while(move |(search, _)| {
                search.subject == subject && search.technique == name
            });
            own.map(|(search, outcome)| (search.seed, outcome)).collect::<BTreeMap<u64, &Outcome>>()
        };
        let all: Vec<_> = techniques.iter().map(|technique| of(technique)).collect();
        let is_common = |seed: &u64| all.iter().all(|own| own.contains_key(seed));
        let mut samples = Vec::new();
        for own in &all {
            samples.push(
                own.iter()
                    .filter(|(seed, _)| is_common(seed))
                    .map(|(_, &outcome)| outcome)
                    .collect(),
            );
        }
        samples
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
