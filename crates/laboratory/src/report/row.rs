//! Two techniques on one subject.

use crate::results::{Measure, Outcome, Results, budget};
use crate::statistics::{Effect, median};
use std::collections::BTreeSet;

/// A comparison of two techniques on one subject, by the seeds that both have.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Name of the subject.
    pub subject: String,
    /// The searches of the technique.
    pub technique: Summary,
    /// The searches of the baseline: as many, with the same seeds.
    pub baseline: Summary,
    /// Effect of the technique over the baseline.
    pub effect: Effect,
    /// `true` if two searches with the same seed differ in what the measure reads. If no searches
    /// do, the setting that tells the two techniques apart had nothing to decide that the measure
    /// could show.
    ///
    /// | measure | reads |
    /// |---|---|
    /// | coverage, success | which of the goals that are known beforehand were covered |
    /// | effort | which of them were covered, each by which execution |
    /// | discoveries | how many goals were discovered, since numbers of discovered goals mean nothing in another search |
    pub differs: bool,
    /// `true` if two searches with the same seed have different measures. Searches that cover as
    /// many goals, but others, differ and have equal measures.
    pub has_unequal_measures: bool,
}

/// Key figures of a sample of searches for one subject.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// Number of searches.
    pub searches: usize,
    /// Number of searches that covered all goals.
    pub complete: usize,
    /// Median of the measure: 0 without searches.
    pub median: f64,
    /// Mean of the measure: 0 without searches.
    pub mean: f64,
}

impl Summary {
    /// Summarises a sample, whose searches had the same budget: see [`budget`].
    #[must_use]
    pub fn of(sample: &[&Outcome], measure: Measure, budget: u64) -> Self {
        let values: Vec<f64> = sample.iter().map(|outcome| measure.of(outcome, budget)).collect();
        Self {
            searches: sample.len(),
            complete: sample.iter().filter(|outcome| outcome.is_complete()).count(),
            median: median(&values).unwrap_or(0.0),
            mean: values.iter().sum::<f64>() / values.len().max(1) as f64,
        }
    }
}

impl Row {
    /// Compares two techniques on a subject by a measure. Returns `None` if no seed has outcomes of
    /// both.
    ///
    /// Seeds of which only one technique has an outcome do not count: an experiment that was
    /// stopped has such seeds.
    #[must_use]
    pub fn of(
        results: &Results,
        measure: Measure,
        subject: &str,
        [technique, baseline]: [&str; 2],
    ) -> Option<Self> {
        let [technique, baseline] = results.common(subject, [technique, baseline]);
        if technique.is_empty() {
            return None;
        }
        let budget = budget(technique.iter().chain(&baseline).copied());
        let any = |differ: &dyn Fn(&Outcome, &Outcome) -> bool| {
            technique.iter().zip(&baseline).any(|(one, other)| differ(one, other))
        };
        let has_unequal_measures =
            any(&|one, other| measure.of(one, budget) != measure.of(other, budget));
        Some(Self {
            subject: subject.to_owned(),
            technique: Summary::of(&technique, measure, budget),
            baseline: Summary::of(&baseline, measure, budget),
            effect: Effect::by(measure, &technique, &baseline),
            differs: has_unequal_measures
                || any(&|one, other| read(one, measure) != read(other, measure)),
            has_unequal_measures,
        })
    }

    /// Returns the number of searches of each technique, which have the same seeds.
    #[must_use]
    pub fn seeds(&self) -> usize {
        self.technique.searches
    }
}

/// Returns the goals that a measure reads, each with its execution if the measure reads that.
fn read(outcome: &Outcome, measure: Measure) -> BTreeSet<(u32, Option<u64>)> {
    let known = outcome.covered.iter().filter(|covered| covered.goal < outcome.goals);
    match measure {
        Measure::Coverage | Measure::Success => known.map(|covered| (covered.goal, None)).collect(),
        Measure::Effort => known.map(|covered| (covered.goal, Some(covered.execution))).collect(),
        // Their number is the measure.
        Measure::Discoveries => BTreeSet::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::{Covered, Search};

    /// A technique, a seed, and goals with the executions that covered them.
    type Made<'m> = (&'m str, u64, &'m [(u32, u64)]);

    fn results(searches: &[Made<'_>]) -> Results {
        let one = |&(technique, seed, covered): &Made<'_>| {
            let covered =
                covered.iter().map(|&(goal, execution)| Covered { goal, execution }).collect();
            let search = Search { subject: "leap".into(), technique: technique.into(), seed };
            (search, Outcome { goals: 2, covered, executions: 100, ..Outcome::default() })
        };
        searches.iter().map(one).collect()
    }

    fn row(results: &Results, measure: Measure) -> Row {
        Row::of(results, measure, "leap", ["guided", "random"]).expect("common seeds")
    }

    #[test]
    fn only_common_seeds_count() {
        let results = results(&[
            ("guided", 0, &[]),
            ("guided", 1, &[(0, 9)]),
            ("guided", 2, &[(0, 9), (1, 9)]),
            ("random", 1, &[]),
        ]);
        let row = row(&results, Measure::Coverage);
        assert_eq!((row.seeds(), row.baseline.searches, row.technique.mean), (1, 1, 0.5));
        assert_eq!(Row::of(&results, Measure::Coverage, "leap", ["guided", "third"]), None);
        assert_eq!(Row::of(&results, Measure::Coverage, "other", ["guided", "random"]), None);
    }

    #[test]
    fn searches_differ_in_what_their_measure_reads() {
        // Of coverage, success, effort and discoveries, in this order.
        let differ = |guided: &[(u32, u64)], random: &[(u32, u64)]| {
            let results = results(&[("guided", 0, guided), ("random", 0, random)]);
            let all = [Measure::Coverage, Measure::Success, Measure::Effort, Measure::Discoveries];
            all.map(|measure| row(&results, measure).differs)
        };
        assert_eq!(differ(&[(0, 9)], &[(0, 8)]), [false, false, true, false]);
        assert_eq!(differ(&[(0, 9)], &[(1, 9)]), [true, true, true, false]);
        assert_eq!(differ(&[(0, 8), (1, 9)], &[(1, 8), (0, 9)]), [false, false, true, false]);
        // Goals 2 and 3 are discovered ones, which only discoveries count.
        assert_eq!(differ(&[(0, 9), (2, 9)], &[(0, 9)]), [false, false, false, true]);
        assert_eq!(differ(&[(0, 9), (2, 9)], &[(0, 9), (3, 4)]), [false; 4]);
        // The order in which two goals are covered by one execution is no difference.
        assert_eq!(differ(&[(0, 9), (1, 9)], &[(1, 9), (0, 9)]), [false; 4]);
    }

    #[test]
    fn other_goals_can_have_equal_measures() {
        let unequal = |random: &[(u32, u64)], measure| {
            let row = row(&results(&[("guided", 0, &[(0, 9)]), ("random", 0, random)]), measure);
            (row.differs, row.has_unequal_measures)
        };
        assert_eq!(unequal(&[(1, 9)], Measure::Coverage), (true, false));
        assert_eq!(unequal(&[(1, 9)], Measure::Effort), (true, false));
        assert_eq!(unequal(&[(0, 9), (1, 9)], Measure::Coverage), (true, true));
        assert_eq!(unequal(&[(0, 9)], Measure::Coverage), (false, false));
    }

    #[test]
    fn the_budget_is_that_of_both_sides() {
        let mut results = results(&[("guided", 0, &[(0, 10)]), ("random", 0, &[(0, 10)])]);
        let search = Search { subject: "leap".into(), technique: "guided".into(), seed: 0 };
        let fewer = Outcome { executions: 50, ..results.get(&search).expect("an outcome").clone() };
        results.add(search, fewer);
        let row = row(&results, Measure::Effort);
        assert_eq!((row.technique.median, row.baseline.median, row.differs), (-55.0, -55.0, false));
    }
}
