//! How two samples of searches compare.

use super::a12::{share, wins};
use super::rank_sum::of_wins;
use super::ranks::Ranks;
use super::{Interval, Magnitude, a12_interval, holm};
use crate::results::Outcome;
use std::cmp::Ordering;

/// The difference of two samples of searches for one subject: how much better a technique is than a baseline, and whether that may be
/// chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Probability that a search of the technique is better than one of the baseline, ties counted half: see [`a12`](super::a12()).
    pub a12: f64,
    /// Confidence interval of `a12` at 95 %, see [`a12_interval`].
    pub interval: Interval,
    /// The p value of the two-sided rank-sum test, not corrected for the number of subjects: see [`rank_sum`](super::rank_sum()).
    pub p: f64,
}

/// A search in the order of [`Outcome::better`], the greater the better.
struct Better<'a>(&'a Outcome);

impl Ord for Better<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.better(self.0)
    }
}

impl PartialOrd for Better<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Better<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Better<'_> {}

impl Effect {
    /// Compares the searches of a technique with those of a baseline by [`Outcome::better`]. If either sample is empty, there is no
    /// difference: `a12` is 0.5 and `p` is 1. Time O(n log n).
    ///
    /// ```
    /// use sbst_laboratory::results::{Covered, Outcome};
    /// use sbst_laboratory::statistics::{Effect, Magnitude};
    ///
    /// let outcome = |execution| Outcome {
    ///     goals: 1,
    ///     covered: vec![Covered { goal: 0, execution }],
    ///     ..Outcome::default()
    /// };
    /// let [soon, late] = [[3, 5, 9], [8, 12, 20]].map(|executions| executions.map(outcome));
    /// let effect = Effect::of(&soon.each_ref(), &late.each_ref());
    /// assert_eq!(effect.a12, 8.0 / 9.0);
    /// assert_eq!(effect.magnitude(), Magnitude::Large);
    /// assert!(effect.p > 0.05); // Three searches of each show little.
    /// ```
    #[must_use]
    pub fn of(technique: &[&Outcome], baseline: &[&Outcome]) -> Self {
        let [technique, baseline] =
            [technique, baseline].map(|sample| sample.iter().map(|&outcome| Better(outcome)).collect::<Vec<_>>());
        let sizes = [technique.len(), baseline.len()];
        let ranks = Ranks::of_both(&technique, &baseline);
        let wins = wins(&technique, &ranks);
        let a12 = share(wins, sizes);
        Self { a12, interval: a12_interval(a12, sizes, 0.95), p: of_wins(wins, sizes, ranks.ties) }
    }

    /// Returns the magnitude of the difference, in either direction.
    #[must_use]
    pub fn magnitude(&self) -> Magnitude {
        Magnitude::of(self.a12)
    }

    /// Returns the smallest p value that samples of the given sizes can have: that of samples of which one beats the other completely.
    /// If it is not below the level of significance, the experiment has too few seeds to show anything.
    ///
    /// ```
    /// use sbst_laboratory::statistics::Effect;
    ///
    /// assert!(Effect::least_p([3, 3]) > 0.05);
    /// assert!(Effect::least_p([10, 10]) < 0.05 / 1000.0);
    /// ```
    #[must_use]
    pub fn least_p(sizes: [usize; 2]) -> f64 {
        of_wins(sizes[0] as f64 * sizes[1] as f64, sizes, 0.0)
    }
}

/// The significant direction of an [`Effect`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A significant difference in favour of the technique.
    Better,
    /// A significant difference in favour of the baseline.
    Worse,
    /// No significant difference. Too few searches give this verdict, too.
    Same,
}

impl Verdict {
    /// Returns the name: "better", "worse" or "same".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::Same => "same",
        }
    }
}

/// Returns the verdict of each effect, in the order given, at the level `alpha` (usual: 0.05): an effect is significant if its p value,
/// corrected for the number of effects by [`holm`](super::holm()), is below the level.
///
/// ```
/// use sbst_laboratory::statistics::{Effect, Interval, Verdict, verdicts};
///
/// let effect = |a12, p| Effect { a12, interval: Interval { low: a12, high: a12 }, p };
/// let effects = [effect(0.7, 0.03), effect(0.8, 0.01), effect(0.2, 0.016)];
/// assert_eq!(verdicts(&effects, 0.05), [Verdict::Better, Verdict::Better, Verdict::Worse]);
/// // Twice 0.03 is too much.
/// assert_eq!(verdicts(&effects[..2], 0.05), [Verdict::Better, Verdict::Better]);
/// assert_eq!(verdicts(&[effects[0]; 2], 0.05), [Verdict::Same; 2]);
/// ```
#[must_use]
pub fn verdicts(effects: &[Effect], alpha: f64) -> Vec<Verdict> {
    let adjusted = holm(&effects.iter().map(|effect| effect.p).collect::<Vec<_>>());
    let verdict = |(effect, p): (&Effect, f64)| match effect.a12.total_cmp(&0.5) {
        Ordering::Greater if p < alpha => Verdict::Better,
        Ordering::Less if p < alpha => Verdict::Worse,
        _ => Verdict::Same,
    };
    effects.iter().zip(adjusted).map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::Covered;

    /// Returns a search that covered a goal at each of these executions.
    fn outcome(executions: &[u64]) -> Outcome {
        let covered = (0..).zip(executions).map(|(goal, &execution)| Covered { goal, execution }).collect();
        Outcome { goals: 2, covered, ..Outcome::default() }
    }

    #[test]
    fn goals_count_before_executions() {
        let (all, one) = (outcome(&[1, 900]), outcome(&[10]));
        let effects = [Effect::of(&[&all; 20], &[&one; 20]), Effect::of(&[&one; 20], &[&all; 20])];
        assert_eq!((effects[0].a12, effects[1].a12), (1.0, 0.0));
        assert_eq!(verdicts(&effects, 0.05), [Verdict::Better, Verdict::Worse]);
    }

    #[test]
    fn ties_count_half_and_are_corrected_for() {
        let [technique, baseline] = [[1, 2, 3, 4], [3, 4, 5, 6]].map(|sample| sample.map(|at| outcome(&[at])));
        let [technique, baseline] = [technique.each_ref(), baseline.each_ref()];
        let effect = Effect::of(&technique, &baseline);
        // mannwhitneyu([6, 5, 4, 3], [4, 3, 2, 1]) of SciPy
        assert!((effect.a12 - 0.875).abs() < 1e-12 && (effect.p - 0.108_063_372_938).abs() < 1e-9, "{effect:?}");
        assert_eq!(effect.p, Effect::of(&baseline, &technique).p);
        assert!(effect.interval.contains(0.875));
        assert_eq!(verdicts(&[effect], 0.05), [Verdict::Same]);
    }

    #[test]
    fn equal_and_empty_samples_do_not_differ() {
        let one = outcome(&[7]);
        let same = Effect::of(&[&one; 30], &[&one; 30]);
        assert_eq!((same.a12, same.p, same.magnitude()), (0.5, 1.0, Magnitude::Negligible));
        let empty = Effect::of(&[], &[&one]);
        assert_eq!((empty.a12, empty.p, empty.interval), (0.5, 1.0, Interval { low: 0.0, high: 1.0 }));
        assert_eq!(verdicts(&[], 0.05), []);
    }

    #[test]
    fn few_searches_show_little() {
        assert!((Effect::least_p([5, 5]) - 2.0 / 252.0).abs() < 1e-12);
        assert_eq!([Effect::least_p([0, 0]), Effect::least_p([1, 1])], [1.0; 2]);
    }

    #[test]
    fn a_wrong_effect_has_no_verdict() {
        let effect = Effect { a12: 0.5, interval: Interval { low: 0.0, high: 1.0 }, p: 0.0 };
        assert_eq!(verdicts(&[effect], 0.05), [Verdict::Same]);
    }
}
