//! What a search is judged by.

use super::Outcome;
use std::fmt;

/// What a search is judged by: a number, the greater the better.
///
/// ```
/// use sbst_laboratory::results::{Covered, Measure, Outcome, budget};
///
/// let covered = vec![Covered { goal: 0, execution: 30 }];
/// let half = Outcome { goals: 2, covered, executions: 100, ..Outcome::default() };
/// let measured = |measure: Measure| measure.of(&half, budget([&half]));
/// assert_eq!(measured(Measure::Coverage), 0.5);
/// assert_eq!(measured(Measure::Effort), -65.0); // the mean of 30 and 100
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// Share of the goals that were covered, in [0, 1]: the mean over the criteria that count and
    /// have goals. Goals that were discovered during the search do not count.
    #[default]
    Coverage,
    /// Number of goals that were discovered during the search: exceptions.
    Discoveries,
    /// Whether all goals were covered, 1 or 0: for searches with one goal, such as a crash.
    Success,
    /// Mean number of executions until a goal was covered, negated. A goal that was not covered
    /// counts as if the last execution had covered it. It is the area above the curve of coverage
    /// over executions.
    Effort,
}

impl Measure {
    /// Measures a search. `budget` is the number of executions that it was allowed: see [`budget`].
    #[must_use]
    pub fn of(self, outcome: &Outcome, budget: u64) -> f64 {
        let known = || outcome.covered.iter().filter(|covered| covered.goal < outcome.goals);
        match self {
            Self::Coverage => {
                let (mut sum, mut parts, mut start) = (0.0, 0, 0);
                for &size in if outcome.parts.is_empty() {
                    std::slice::from_ref(&outcome.goals)
                } else {
                    &outcome.parts
                } {
                    let covered = known()
                        .filter(|covered| (start..start + size).contains(&covered.goal))
                        .count();
                    start += size;
                    if size > 0 {
                        sum += covered as f64 / f64::from(size);
                        parts += 1;
                    }
                }
                sum / f64::from(parts.max(1))
            }
            Self::Discoveries => (outcome.covered.len() - known().count()) as f64,
            Self::Success => f64::from(u8::from(outcome.is_complete())),
            Self::Effort => {
                let missing = (outcome.goals as usize).saturating_sub(known().count()) as f64;
                let sum: f64 = known().map(|covered| covered.execution as f64).sum();
                -(sum + missing * budget as f64) / f64::from(outcome.goals.max(1))
            }
        }
    }
}

/// Returns the number of executions that searches for one subject were allowed, as far as their
/// outcomes tell: the greatest number that any of them had. It is exact if one of them did not
/// cover everything; if all did, [`Measure::Effort`] does not depend on it.
///
/// It is 0 without searches.
pub fn budget<'o>(searches: impl IntoIterator<Item = &'o Outcome>) -> u64 {
    searches.into_iter().map(|outcome| outcome.executions).max().unwrap_or(0)
}

impl fmt::Display for Measure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Coverage => "coverage",
            Self::Discoveries => "discoveries",
            Self::Success => "success",
            Self::Effort => "effort",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Covered;

    fn outcome() -> Outcome {
        let covered =
            [(0, 2), (3, 4), (5, 9)].map(|(goal, execution)| Covered { goal, execution }).into();
        Outcome { goals: 4, parts: vec![3, 0, 1], covered, executions: 10, ..Outcome::default() }
    }

    #[test]
    fn measures_are_those_of_their_definitions() {
        let measures = [Measure::Coverage, Measure::Discoveries, Measure::Success, Measure::Effort];
        let of = |outcome: &Outcome| measures.map(|measure| measure.of(outcome, 10));
        assert_eq!(
            of(&outcome()),
            [(1.0 / 3.0 + 1.0) / 2.0, 1.0, 0.0, -(2.0 + 4.0 + 10.0 + 10.0) / 4.0]
        );
        assert_eq!(of(&Outcome { parts: Vec::new(), ..outcome() })[0], 0.5);
        assert_eq!(of(&Outcome::default()), [0.0, 0.0, 1.0, 0.0]);
    }
}
