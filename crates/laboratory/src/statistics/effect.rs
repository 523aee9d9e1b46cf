//! How two samples of searches compare.

use super::a12::{share, wins};
use super::rank_sum::{of_ranks, of_separated};
use super::ranks::Ranks;
use super::{Interval, Magnitude, Number, Successes, a12_interval, holm, is_significant};
use crate::results::{Measure, Outcome, budget};
use std::cmp::Ordering;

/// The difference of two samples of searches for one subject: how much better a technique is than a
/// baseline, and whether that may be chance.
///
/// # Searches with the same seed
///
/// Two searches of one subject with the same seed begin with the same tests, so their numbers are
/// correlated in most cases. The tests and intervals here take the samples for independent. If
/// neither technique is better, and a search of one and a search of the other with the same seed
/// have the rank correlation ρ (of Spearman), then the variance of the rank sum is about 1 - ρ
/// times the variance that the test assumes. For positive ρ, the test is therefore conservative: it
/// finds a difference where there is none in fewer than 5 % of the cases at the level of 0.05 (of
/// 30 searches each, in 2.6 % for ρ = 0.3, and in 0.5 % for ρ = 0.6), and it misses some that a
/// test of pairs would find. For negative ρ it would find too many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Probability that a search of the technique is better than one of the baseline, ties counted
    /// half: see [`a12`](super::a12()).
    pub a12: f64,
    /// Confidence interval of `a12` at 95 %, see [`a12_interval`] and [`Successes::a12_interval`].
    pub interval: Interval,
    /// The p value of the two-sided test, not corrected for the number of subjects: see
    /// [`rank_sum`](super::rank_sum()) and [`Successes::p`].
    pub p: f64,
    /// Odds of success of the technique divided by the odds of the baseline, if the measure is
    /// [`Measure::Success`]: see [`Successes::odds_ratio`], which adds one half to each cell if one
    /// is 0.
    pub odds_ratio: Option<f64>,
}

impl Effect {
    /// Compares the searches of a technique with the searches of a baseline for the same subject,
    /// by what `measure` makes of each.
    ///
    /// [`Measure::Success`] is tested by Fisher's exact test of [`Successes`], all other measures
    /// by the rank-sum test. The budget of all searches is taken for the greatest number of
    /// executions that one of them had. If either sample is empty, nothing is known: `a12` is 0.5,
    /// its interval is 0..=1, and `p` is 1. Time as for [`rank_sum`](super::rank_sum()).
    ///
    /// ```
    /// use sbst_laboratory::results::{Covered, Measure, Outcome};
    /// use sbst_laboratory::statistics::{Effect, Magnitude};
    ///
    /// let outcome = |execution| Outcome {
    ///     goals: 1,
    ///     covered: vec![Covered { goal: 0, execution }],
    ///     ..Outcome::default()
    /// };
    /// let [soon, late] = [[3, 5, 9], [8, 12, 20]].map(|executions| executions.map(outcome));
    /// let by = |measure| Effect::by(measure, &soon.each_ref(), &late.each_ref());
    /// assert_eq!(by(Measure::Coverage).a12, 0.5); // All of them cover the goal,
    /// let effect = by(Measure::Effort); // but some sooner.
    /// assert_eq!(effect.a12, 8.0 / 9.0);
    /// assert_eq!(effect.magnitude(), Magnitude::Large);
    /// assert!(effect.p > 0.05); // Three searches of each show little.
    /// ```
    #[must_use]
    pub fn by(measure: Measure, technique: &[&Outcome], baseline: &[&Outcome]) -> Self {
        let samples = [technique, baseline];
        if measure == Measure::Success {
            let counts = samples.map(|sample| {
                let complete = sample.iter().filter(|outcome| outcome.is_complete()).count();
                [complete as u64, sample.len() as u64]
            });
            return Self::of_successes(Successes::of(counts[0], counts[1]));
        }
        let budget = budget(samples.into_iter().flatten().copied());
        let numbers = samples.map(|sample| {
            sample.iter().map(|outcome| Number(measure.of(outcome, budget))).collect::<Vec<_>>()
        });
        Self::of(&numbers[0], &numbers[1])
    }

    /// Compares two samples of numbers, the greater the better, by the rank-sum test.
    /// Floating-point numbers need [`Number`].
    #[must_use]
    pub fn of<K: Ord>(technique: &[K], baseline: &[K]) -> Self {
        let sizes = [technique.len(), baseline.len()];
        let ranks = Ranks::of_both(technique, baseline);
        let a12 = share(wins(technique.len(), &ranks), sizes);
        let interval = a12_interval(a12, sizes, 0.95);
        Self { a12, interval, p: of_ranks(&ranks, sizes), odds_ratio: None }
    }

    /// Compares the successes of two samples by Fisher's exact test.
    #[must_use]
    pub fn of_successes(both: Successes) -> Self {
        Self {
            a12: both.a12(),
            interval: both.a12_interval(0.95),
            p: both.p(),
            odds_ratio: Some(both.odds_ratio()),
        }
    }

    /// Returns the magnitude of the difference, in either direction.
    #[must_use]
    pub fn magnitude(&self) -> Magnitude {
        Magnitude::of(self.a12)
    }

    /// Returns the smallest p value that samples of the given sizes can have: that of samples of
    /// which one beats the other completely. If it is not below the level of significance, the
    /// experiment has too few seeds to show anything.
    ///
    /// ```
    /// use sbst_laboratory::statistics::Effect;
    ///
    /// assert!(Effect::least_p([3, 3]) > 0.05);
    /// assert!(Effect::least_p([10, 10]) < 0.05 / 1000.0);
    /// ```
    #[must_use]
    pub fn least_p(sizes: [usize; 2]) -> f64 {
        of_separated(sizes)
    }
}

/// The direction of an [`Effect`], as far as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// A significant difference in favour of the technique.
    Better,
    /// A significant difference in favour of the baseline.
    Worse,
    /// No significant difference, and none that matters is plausible: the confidence interval of
    /// A12 lies where effects are [negligible](Magnitude::Negligible), between 0.44 and 0.56. Some
    /// 200 searches of each technique are needed for that.
    NoDifference,
    /// No significant difference, and none can be excluded either.
    NotShown,
}

impl Verdict {
    /// Returns the name: "better", "worse", "no difference" or "not shown".
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Better => "better",
            Self::Worse => "worse",
            Self::NoDifference => "no difference",
            Self::NotShown => "not shown",
        }
    }
}

/// Returns the verdict of each effect, in the order given, at the level `alpha` (usual: 0.05): an
/// effect is significant if its p value, corrected for the number of effects by
/// [`holm`](super::holm()), is below the level. Of effects that are not significant, the interval
/// tells whether a difference is excluded or just not shown.
///
/// ```
/// use sbst_laboratory::statistics::{Effect, Interval, Verdict, verdicts};
///
/// let interval = Interval { low: 0.0, high: 1.0 };
/// let effect = |a12, p| Effect { a12, interval, p, odds_ratio: None };
/// let effects = [effect(0.7, 0.03), effect(0.8, 0.01), effect(0.2, 0.016)];
/// assert_eq!(verdicts(&effects, 0.05), [Verdict::Better, Verdict::Better, Verdict::Worse]);
/// // Twice 0.03 is too much.
/// assert_eq!(verdicts(&effects[..2], 0.05), [Verdict::Better, Verdict::Better]);
/// assert_eq!(verdicts(&[effects[0]; 2], 0.05), [Verdict::NotShown; 2]);
/// let narrow = Effect { interval: Interval { low: 0.49, high: 0.55 }, ..effect(0.52, 0.3) };
/// assert_eq!(verdicts(&[narrow], 0.05), [Verdict::NoDifference]);
/// ```
#[must_use]
pub fn verdicts(effects: &[Effect], alpha: f64) -> Vec<Verdict> {
    let adjusted = holm(&effects.iter().map(|effect| effect.p).collect::<Vec<_>>());
    let verdict = |(effect, p): (&Effect, f64)| match effect.a12.total_cmp(&0.5) {
        Ordering::Greater if is_significant(p, alpha) => Verdict::Better,
        Ordering::Less if is_significant(p, alpha) => Verdict::Worse,
        _ if Magnitude::is_negligible(effect.interval) => Verdict::NoDifference,
        _ => Verdict::NotShown,
    };
    effects.iter().zip(adjusted).map(verdict).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Random;
    use crate::results::Covered;

    /// Returns a search that covered a goal at each of these executions.
    fn outcome(executions: &[u64]) -> Outcome {
        let covered =
            (0..).zip(executions).map(|(goal, &execution)| Covered { goal, execution }).collect();
        Outcome { goals: 2, covered, executions: 1000, ..Outcome::default() }
    }

    #[test]
    fn only_the_measure_counts() {
        let (all, one) = (outcome(&[400, 900]), outcome(&[10]));
        let by = |measure| Effect::by(measure, &[&all; 20], &[&one; 20]);
        assert_eq!(
            [Measure::Coverage, Measure::Success, Measure::Discoveries]
                .map(|measure| by(measure).a12),
            [1.0, 1.0, 0.5]
        );
        // 650 executions for a goal on the mean, and 505.
        assert_eq!(by(Measure::Effort).a12, 0.0);
        let later = outcome(&[401, 901]);
        assert_eq!(Effect::by(Measure::Coverage, &[&all; 20], &[&later; 20]).p, 1.0);
        assert!(Effect::by(Measure::Effort, &[&all; 20], &[&later; 20]).p < 1e-6);
        assert_eq!(
            verdicts(&[by(Measure::Coverage), by(Measure::Effort)], 0.05),
            [Verdict::Better, Verdict::Worse]
        );
    }

    #[test]
    fn ties_count_half_and_are_corrected_for() {
        let effect = Effect::of(&[6, 5, 4, 3], &[4, 3, 2, 1]);
        // mannwhitneyu([6, 5, 4, 3], [4, 3, 2, 1], method=PermutationMethod(n_resamples=math.inf))
        // of SciPy
        assert!(
            (effect.a12 - 0.875).abs() < 1e-12 && (effect.p - 0.142_857_142_857).abs() < 1e-9,
            "{effect:?}"
        );
        assert_eq!(effect.p, Effect::of(&[4, 3, 2, 1], &[6, 5, 4, 3]).p);
        assert!(effect.interval.contains(0.875) && effect.odds_ratio.is_none());
        assert_eq!(verdicts(&[effect], 0.05), [Verdict::NotShown]);
    }

    #[test]
    fn successes_are_tested_exactly() {
        let (all, one) = (outcome(&[1, 2]), outcome(&[1]));
        let [technique, baseline] = [[8, 2], [1, 5]]
            .map(|[all_of, one_of]| [vec![&all; all_of], vec![&one; one_of]].concat());
        let effect = Effect::by(Measure::Success, &technique, &baseline);
        assert_eq!(effect, Effect::of_successes(Successes::of([8, 10], [1, 6])));
        assert_eq!(effect.odds_ratio, Some(20.0));
        // fisher_exact([[8, 2], [1, 5]]) of SciPy
        assert!((effect.p - 0.034_965_034_965_035).abs() < 1e-12);
    }

    #[test]
    fn of_equal_and_empty_samples_nothing_is_shown() {
        let one = outcome(&[7]);
        for measure in [Measure::Coverage, Measure::Discoveries, Measure::Success, Measure::Effort]
        {
            let same = Effect::by(measure, &[&one; 30], &[&one; 30]);
            assert_eq!((same.a12, same.p, same.magnitude()), (0.5, 1.0, Magnitude::Negligible));
            let empty = Effect::by(measure, &[], &[&one]);
            assert_eq!(
                (empty.a12, empty.p, empty.interval),
                (0.5, 1.0, Interval { low: 0.0, high: 1.0 })
            );
        }
        assert_eq!(verdicts(&[], 0.05), []);
    }

    #[test]
    fn od54_no_difference_needs_an_interval_without_one() {
        let verdict = |a12, low, high, p| {
            let interval = Interval { low, high };
            verdicts(&[Effect { a12, interval, p, odds_ratio: None }], 0.05)[0].name()
        };
        assert_eq!(verdict(0.26, 0.11, 0.52, 0.222), "not shown");
        assert_eq!(verdict(0.5, 0.45, 0.55, 0.9), "no difference");
        assert_eq!(verdict(0.5, 0.44, 0.55, 0.9), "not shown");
        assert_eq!(verdict(0.5, 0.45, 0.56, 0.9), "not shown");
        assert_eq!(verdict(0.5, 0.36, 0.64, 1.0), "not shown");
        assert_eq!(verdict(0.5, f64::NAN, f64::NAN, 1.0), "not shown");
        assert_eq!(verdict(0.55, 0.53, 0.555, 0.001), "better");
        // 30 equal searches of each do not exclude a difference, 300 do.
        let of = |count| verdicts(&[Effect::of(&vec![7; count], &vec![7; count])], 0.05)[0];
        assert_eq!(
            [of(0), of(30), of(300)].map(Verdict::name),
            ["not shown", "not shown", "no difference"]
        );
    }

    #[test]
    fn a_p_value_that_equals_the_level_is_not_significant() {
        // 7 * 2 / 280 is 0.05, and a little less as a floating-point number.
        let interval = Interval { low: 0.6, high: 1.0 };
        let effect = Effect { a12: 1.0, interval, p: 2.0 / 280.0, odds_ratio: None };
        assert!(holm(&[effect.p; 7])[0] < 0.05);
        assert_eq!(verdicts(&[effect; 7], 0.05), [Verdict::NotShown; 7]);
    }

    #[test]
    fn common_seeds_make_the_test_conservative() {
        // Pairs share a part of their numbers, so that ρ is about `shared`. The numbers of nine
        // draws are almost normal.
        let mut random = Random::new(0);
        let mut draw = || (0..9).map(|_| random.below(1 << 20) as f64).sum::<f64>();
        let mut found = |shared: f64| {
            let trials = 600;
            let significant = (0..trials).filter(|_| {
                let pairs: Vec<[f64; 2]> = (0..20)
                    .map(|_| {
                        let common = shared.sqrt() * draw();
                        [draw(), draw()].map(|own| common + (1.0 - shared).sqrt() * own)
                    })
                    .collect();
                let side =
                    |at: usize| pairs.iter().map(|pair| Number(pair[at])).collect::<Vec<_>>();
                Effect::of(&side(0), &side(1)).p < 0.05
            });
            significant.count() as f64 / f64::from(trials)
        };
        let [independent, little, much] = [0.0, 0.3, 0.6].map(&mut found);
        assert!((0.02..0.08).contains(&independent), "{independent}");
        assert!(little < 0.04 && much < 0.015, "{little} {much}");
    }

    #[test]
    fn few_searches_show_little() {
        assert!((Effect::least_p([5, 5]) - 2.0 / 252.0).abs() < 1e-12);
        assert_eq!([Effect::least_p([0, 0]), Effect::least_p([1, 1])], [1.0; 2]);
    }

    #[test]
    fn a_wrong_effect_has_no_verdict() {
        let effect = Effect {
            a12: 0.5,
            interval: Interval { low: 0.0, high: 1.0 },
            p: 0.0,
            odds_ratio: None,
        };
        assert_eq!(verdicts(&[effect], 0.05), [Verdict::NotShown]);
    }
}
