//! Coverage over executions.

use crate::results::{Outcome, Results};
use crate::statistics::quantile;
use std::collections::BTreeSet;

/// Greatest number of points of a curve.
const POINTS: usize = 200;

/// Coverage over executions: one panel over all subjects, and one for each subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Names of the techniques, which curves refer to.
    pub techniques: Vec<String>,
    /// Mean share of the goals over all subjects, in percent, if there are any.
    pub overall: Option<Panel>,
    /// A panel for each subject that is shown: covered goals.
    pub subjects: Vec<Panel>,
    /// Number of subjects that are not shown.
    pub omitted: usize,
}

/// Curves in common axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panel {
    /// Name of the panel, such as the name of a subject.
    pub name: String,
    /// Number of executions at which the axis ends, at least 1.
    pub executions: u64,
    /// Value at which the axis ends.
    pub greatest: f64,
    /// A curve for each technique that has outcomes.
    pub curves: Vec<Curve>,
}

/// A curve of one technique: a step function of executions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Index of the technique.
    pub technique: usize,
    /// Points in ascending order of executions. A value holds until the next point. Equal values in
    /// succession are left out.
    pub points: Vec<Point>,
}

/// The values of a curve from an execution on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Number of executions.
    pub execution: u64,
    /// Lower end of the band: the first quartile of the searches.
    pub low: f64,
    /// Value of the line: the median of the searches.
    pub middle: f64,
    /// Upper end of the band: the third quartile of the searches.
    pub high: f64,
}

impl Progress {
    /// Computes the curves of all techniques: over all subjects, and for those that are listed.
    ///
    /// - A curve of a subject is the median of the covered goals, with quartiles, at no more than
    ///   200 numbers of executions in geometric progression.
    /// - The curve over all subjects is the mean, over subjects and searches, of the share of
    ///   covered goals in the goals that any search for the subject covered. Goals that are
    ///   discovered during a search do not count here; subjects none of whose goals was covered do
    ///   not, either. Its band is the curve itself.
    ///
    /// Searches that ended early keep what they covered. Time O(c + p s log s) for c covered goals
    /// in total and s searches for each of the p points.
    #[must_use]
    pub fn of(results: &Results, subjects: &[&str]) -> Self {
        let names = results.techniques();
        let all = results.subjects();
        let panel = |&subject: &&str| {
            let samples: Vec<_> =
                names.iter().map(|technique| results.sample(subject, technique)).collect();
            panel(subject, &samples)
        };
        Self {
            techniques: names.iter().map(|&name| name.to_owned()).collect(),
            overall: overall(results, &names, &all),
            subjects: subjects.iter().map(panel).collect(),
            omitted: all.iter().filter(|name| !subjects.contains(name)).count(),
        }
    }
}

/// Returns the curves of one subject.
fn panel(subject: &str, samples: &[Vec<&Outcome>]) -> Panel {
    let end = samples.iter().flatten().map(|outcome| end(outcome)).max().unwrap_or(1);
    let grid = grid(end);
    let mut curves = Vec::new();
    for (technique, sample) in samples.iter().enumerate() {
        if !sample.is_empty() {
            let point = |&execution: &u64| {
                let counts: Vec<f64> =
                    sample.iter().map(|outcome| outcome.count_after(execution) as f64).collect();
                let [low, middle, high] =
                    [0.25, 0.5, 0.75].map(|share| quantile(&counts, share).unwrap_or(0.0));
                Point { execution, low, middle, high }
            };
            curves.push(Curve { technique, points: thin(grid.iter().map(point)) });
        }
    }
    let greatest = samples.iter().flatten().map(|outcome| outcome.count()).max().unwrap_or(0);
    Panel { name: subject.to_owned(), executions: end, greatest: greatest as f64, curves }
}

/// Returns the mean shares over all subjects.
fn overall(results: &Results, techniques: &[&str], subjects: &[&str]) -> Option<Panel> {
    let end = results.iter().map(|(_, outcome)| end(outcome)).max()?;
    let grid = grid(end);
    // For each technique: what each point adds to the sum of the shares, and of how many subjects.
    let mut gains = vec![(vec![0.0; grid.len()], 0_u32); techniques.len()];
    for subject in subjects {
        let samples: Vec<_> =
            techniques.iter().map(|technique| results.sample(subject, technique)).collect();
        let known = |outcome: &&Outcome| {
            outcome
                .covered
                .iter()
                .filter(|covered| covered.goal < outcome.goals)
                .copied()
                .collect::<Vec<_>>()
        };
        let goals: BTreeSet<u32> =
            samples.iter().flatten().flat_map(known).map(|covered| covered.goal).collect();
        if goals.is_empty() {
            continue;
        }
        for (sample, (gain, count)) in samples.iter().zip(&mut gains) {
            if sample.is_empty() {
                continue;
            }
            *count += 1;
            let weight = 1.0 / (goals.len() * sample.len()) as f64;
            for covered in sample.iter().flat_map(known) {
                // The first point at which the goal counts: the grid ends after all of them.
                gain[grid.partition_point(|&at| at < covered.execution)] += weight;
            }
        }
    }
    let mut curves = Vec::new();
    for (technique, (gain, count)) in gains.into_iter().enumerate() {
        if count > 0 {
            let mut sum = 0.0;
            let point = |(&execution, gain): (&u64, f64)| {
                sum += gain;
                // Rounding can exceed 100 by a little.
                let middle = (100.0 * sum / f64::from(count)).min(100.0);
                Point { execution, low: middle, middle, high: middle }
            };
            curves.push(Curve { technique, points: thin(grid.iter().zip(gain).map(point)) });
        }
    }
    (!curves.is_empty()).then(|| Panel {
        name: "All subjects".to_owned(),
        executions: end,
        greatest: 100.0,
        curves,
    })
}

/// Returns the number of executions of a search, at least 1 and at least the last that covered a
/// goal.
fn end(outcome: &Outcome) -> u64 {
    outcome.executions.max(outcome.last()).max(1)
}

/// Returns numbers of executions from 1 to `end` in geometric progression, each once.
fn grid(end: u64) -> Vec<u64> {
    let ratio = (end as f64).ln() / (POINTS - 1) as f64;
    let mut grid: Vec<u64> =
        (0..POINTS).map(|at| ((at as f64 * ratio).exp().round() as u64).clamp(1, end)).collect();
    // Rounding must not lose the end.
    grid[POINTS - 1] = end;
    grid.dedup();
    grid
}

/// Returns the points without those that repeat the values before them.
fn thin(points: impl Iterator<Item = Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        let values = |point: &Point| [point.low, point.middle, point.high];
        if kept.last().is_none_or(|last| values(last) != values(&point)) {
            kept.push(point);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_are_short_and_ascend() {
        for last in [1, 2, 150, 201, 1_000_000, u64::MAX] {
            let grid = grid(last);
            assert!(grid.len() <= POINTS && grid.is_sorted_by(|a, b| a < b), "{last}");
            assert_eq!((grid[0], *grid.last().unwrap()), (1, last));
        }
    }
}
