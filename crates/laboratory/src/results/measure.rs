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
                let whole = std::slice::from_ref(&outcome.goals);
                let parts = if outcome.parts.is_empty() { whole } else { &outcome.parts };
                let (mut shares, mut start) = (Vec::new(), 0);
                for &size in parts {
                    let own = start..start + size;
                    let covered = known().filter(|covered| own.contains(&covered.goal)).count();
                    shares.push((covered as u128, u128::from(size)));
                    start += size;
                }
                shares.retain(|&(_, size)| size > 0);
                mean(&shares)
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

/// Returns the mean of shares: 0 without shares.
///
/// Fractions are added, so that equal means are equal numbers: one tenth and two tenths are three
/// tenths, and 0.1 + 0.2 is not 0.3. If their common denominator is too great, numbers are added.
fn mean(shares: &[(u128, u128)]) -> f64 {
    let count = shares.len().max(1) as f64;
    let mut common = 1_u128;
    for &(_, size) in shares {
        let (mut divisor, mut rest) = (common, size);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        common = common / divisor * size;
        if common > 1 << 90 {
            return shares.iter().map(|&(part, all)| part as f64 / all as f64).sum::<f64>() / count;
        }
    }
    let sum: u128 = shares.iter().map(|&(part, size)| part * (common / size)).sum();
    sum as f64 / (common as f64 * count)
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

    #[test]
    fn od55_equal_coverage_is_equal_however_it_is_divided() {
        // One and two of ten goals, or three of ten and none: 15 %.
        let of = |goals: &[u32]| {
            let covered = goals.iter().map(|&goal| Covered { goal, execution: 1 }).collect();
            let parts = vec![10, 10, 0];
            Measure::Coverage.of(&Outcome { goals: 20, parts, covered, ..Outcome::default() }, 1)
        };
        assert_eq!(of(&[0, 10, 11]), of(&[0, 1, 2]));
        assert_eq!(of(&[0, 10, 11]), 0.15);
    }

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
