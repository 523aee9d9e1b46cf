//! Box plots of searches.

use super::format::shown;
use crate::results::{Measure, Outcome, Results, budget};
use crate::statistics::quantile;

/// Box plots of the searches for each subject.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// Names of the techniques, which boxes refer to.
    pub techniques: Vec<String>,
    /// What the axes show: shares in percent, effort as a number of executions.
    pub measure: Measure,
    /// A panel for each subject that is shown.
    pub subjects: Vec<SpreadPanel>,
    /// Number of subjects that are not shown.
    pub omitted: usize,
}

/// Box plots of one subject.
#[derive(Clone, Debug, PartialEq)]
pub struct SpreadPanel {
    /// Name of the subject.
    pub name: String,
    /// A box for each technique that has outcomes.
    pub boxes: Vec<Boxed>,
}

/// A box plot of one sample, as Tukey defines it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boxed {
    /// Index of the technique.
    pub technique: usize,
    /// Lower whisker, first quartile, median, third quartile, upper whisker. Whiskers end at the
    /// outermost values within 1.5 times the distance of the quartiles from the box.
    pub marks: [f64; 5],
    /// Values beyond the whiskers, in ascending order, each once.
    pub outliers: Vec<f64>,
}

impl Spread {
    /// Computes the boxes of all techniques for the listed subjects, by a measure.
    #[must_use]
    pub fn of(results: &Results, subjects: &[&str], measure: Measure) -> Self {
        let names = results.techniques();
        let panel = |&subject: &&str| {
            let samples: Vec<_> =
                names.iter().map(|technique| results.sample(subject, technique)).collect();
            panel(subject, &samples, measure)
        };
        Self {
            techniques: names.iter().map(|&name| name.to_owned()).collect(),
            measure,
            subjects: subjects.iter().map(panel).collect(),
            omitted: results.subjects().iter().filter(|name| !subjects.contains(name)).count(),
        }
    }
}

/// Returns the boxes of one subject.
fn panel(subject: &str, samples: &[Vec<&Outcome>], measure: Measure) -> SpreadPanel {
    let budget = budget(samples.iter().flatten().copied());
    let value = |outcome: &&Outcome| shown(measure, measure.of(outcome, budget));
    let mut boxes = Vec::new();
    for (technique, sample) in samples.iter().enumerate() {
        boxes.extend(boxed(technique, &sample.iter().map(value).collect::<Vec<_>>()));
    }
    SpreadPanel { name: subject.to_owned(), boxes }
}

/// Returns the box of finite values: `None` for no values.
fn boxed(technique: usize, values: &[f64]) -> Option<Boxed> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let [first, middle, third] =
        [quantile(values, 0.25)?, quantile(values, 0.5)?, quantile(values, 0.75)?];
    let reach = 1.5 * (third - first);
    let inside = |&&value: &&f64| first - reach <= value && value <= third + reach;
    // Quartiles lie between values, so some value can be on the inner side of its quartile: the
    // whisker then ends at the box.
    let low = sorted.iter().find(inside).map_or(first, |&value| value.min(first));
    let high = sorted.iter().rev().find(inside).map_or(third, |&value| value.max(third));
    let mut outliers: Vec<f64> =
        sorted.into_iter().filter(|&value| value < low || value > high).collect();
    outliers.dedup();
    Some(Boxed { technique, marks: [low, first, middle, third, high], outliers })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_end_at_values() {
        let plot = boxed(3, &[1.0, 2.0, 3.0, 4.0, 5.0, 30.0, 30.0, -20.0]).unwrap();
        assert_eq!(plot.marks, [1.0, 1.75, 3.5, 11.25, 11.25]);
        assert_eq!(plot.outliers, [-20.0, 30.0]);
        assert_eq!(boxed(0, &[7.0]).unwrap().marks, [7.0; 5]);
        assert_eq!(boxed(0, &[]), None);
    }
}
