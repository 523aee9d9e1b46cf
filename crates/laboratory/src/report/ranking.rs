//! Mean ranks of techniques over subjects.

use super::compared::ALPHA;
use super::format::equation;
use crate::results::{Measure, Outcome, Results, budget};
use crate::statistics::{Friedman, Number, critical_difference, groups, is_significant};

/// Mean ranks of techniques over subjects, with the tests of Friedman and Nemenyi.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranking {
    /// Names of the techniques.
    pub techniques: Vec<String>,
    /// What searches are judged by.
    pub measure: Measure,
    /// The test, with a mean rank for each technique: 0 if there is no subject.
    pub test: Friedman,
}

impl Ranking {
    /// Ranks all techniques over the subjects for which all of them have outcomes with the same
    /// seed, by a measure.
    ///
    /// On a subject, the cost of a technique is the mean rank of its searches among the searches of
    /// all techniques. It says how probably a search of another technique is better, so it also
    /// tells techniques apart whose medians are equal. Only seeds that all techniques have count.
    /// Subjects are taken for independent.
    #[must_use]
    pub fn of(results: &Results, measure: Measure) -> Self {
        let techniques = results.techniques();
        let costs = |subject: &&str| {
            let samples = results.common_of(subject, &techniques);
            samples.iter().all(|sample| !sample.is_empty()).then(|| costs(&samples, measure))
        };
        let costs: Vec<Vec<f64>> = results.subjects().iter().filter_map(costs).collect();
        let mut test = Friedman::of(&costs);
        // Without rows, the test does not know how many techniques there are.
        test.mean_ranks.resize(techniques.len(), 0.0);
        Self { techniques: techniques.into_iter().map(str::to_owned).collect(), measure, test }
    }

    /// Returns `true` if there are at least two techniques and one subject.
    #[must_use]
    pub fn is_meaningful(&self) -> bool {
        self.test.subjects > 0 && self.test.mean_ranks.len() > 1
    }

    /// Returns the indices of the techniques by mean rank, the best first.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.test.mean_ranks.len()).collect();
        order.sort_by(|&a, &b| self.test.mean_ranks[a].total_cmp(&self.test.mean_ranks[b]));
        order
    }

    /// Returns the critical difference of Nemenyi at the level of 0.05.
    #[must_use]
    pub fn critical_difference(&self) -> f64 {
        critical_difference(self.test.mean_ranks.len(), self.test.subjects, ALPHA)
    }

    /// Returns the groups of techniques of which no difference is shown, see [`groups`].
    #[must_use]
    pub fn groups(&self) -> Vec<Vec<usize>> {
        groups(&self.test.mean_ranks, self.critical_difference())
    }

    /// Returns sentences about the tests.
    #[must_use]
    pub fn verdict(&self) -> String {
        if !self.is_meaningful() {
            return "There is no subject for which at least two techniques, and all of them, have \
                outcomes."
                .to_owned();
        }
        let Friedman { subjects, chi_square, f, p, .. } = self.test;
        let f = if f.is_finite() {
            format!("F of Iman and Davenport = {f:.2}")
        } else {
            "all subjects agree".to_owned()
        };
        let found = if is_significant(p, ALPHA) {
            "The techniques differ"
        } else {
            "No difference of the techniques is shown"
        };
        format!(
            "{found} over {subjects} subjects by {}. Friedman: chi-square = {chi_square:.2}, {f}, \
             {}. Nemenyi: mean \
             ranks that differ by at least {:.2} differ significantly (0.05).",
            self.measure,
            equation(p),
            self.critical_difference()
        )
    }

    /// Returns the name of a technique: empty if it has none.
    pub(super) fn name(&self, technique: usize) -> &str {
        self.techniques.get(technique).map_or("", String::as_str)
    }
}

/// Returns the mean rank of each sample among the outcomes of all. The best search has rank 1.
fn costs(samples: &[Vec<&Outcome>], measure: Measure) -> Vec<f64> {
    let budget = budget(samples.iter().flatten().copied());
    let mut all: Vec<(Number, usize)> = Vec::new();
    for (technique, sample) in samples.iter().enumerate() {
        all.extend(sample.iter().map(|outcome| (Number(measure.of(outcome, budget)), technique)));
    }
    all.sort_by(|(a, _), (b, _)| b.cmp(a));
    let (mut costs, mut before) = (vec![0.0; samples.len()], 0);
    for tied in all.chunk_by(|(a, _), (b, _)| a == b) {
        let rank = before as f64 + (tied.len() as f64 + 1.0) / 2.0;
        for &(_, technique) in tied {
            costs[technique] += rank;
        }
        before += tied.len();
    }
    for (cost, sample) in costs.iter_mut().zip(samples) {
        *cost /= sample.len() as f64;
    }
    costs
}
