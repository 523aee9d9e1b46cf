//! How two samples of searches compare.
//!
//! This is the part of the statistics of the package `sbst-laboratory` that examples need. Examples
//! are published with the library, which cannot depend on that package. A test of
//! `crates/laboratory-subjects` checks that both agree: p values here are approximations, which
//! differ by less than 0.01 for more than ten searches of each.

use std::cmp::{Ordering, Reverse};
use std::fmt;

/// What one search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) covered: usize,
    pub(crate) goals: usize,
    /// Executions until the last goal was covered that was.
    pub(crate) newest: u32,
    /// All executions: the budget if not all goals were covered.
    pub(crate) spent: u32,
}

impl Outcome {
    pub(crate) fn succeeded(&self) -> bool {
        self.covered == self.goals
    }

    /// The less, the better: more goals first, then fewer executions. Where all searches succeed,
    /// these decide alone; where none does, the goals still tell the searches apart.
    fn key(&self) -> (Reverse<usize>, u32) {
        (Reverse(self.covered), self.newest)
    }
}

/// How much better one sample is than another one, and whether that may be chance.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effect {
    /// The probability that a search of the first sample is better than one of the second, ties
    /// counted half: Vargha, Delaney, "A Critique and Improvement of the CL Common Language Effect
    /// Size Statistics of McGraw and Wong" (2000), Eq. 14.
    pub(crate) a12: f64,
    /// Of the two-sided rank-sum test (Wilcoxon 1945; Mann, Whitney 1947) by the normal
    /// approximation, corrected for ties and continuity: how probable so great a difference is if
    /// there is none. For clear differences of few searches, it can be several times too great.
    pub(crate) p: f64,
}

/// What a sample is compared with another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Better,
    Worse,
    /// No difference is shown, and none is excluded.
    NotShown,
}

impl Effect {
    /// Of `technique` over `baseline`; nothing is shown if either is empty.
    pub(crate) fn of(technique: &[Outcome], baseline: &[Outcome]) -> Self {
        let [of, over] =
            [technique, baseline].map(|sample| sample.iter().map(Outcome::key).collect::<Vec<_>>());
        let (n, m) = (of.len() as f64, over.len() as f64);
        // Mann and Whitney's U: pairs in which the technique does better, ties counted half.
        let u: f64 = of.iter().flat_map(|a| over.iter().map(|b| better(a.cmp(b)))).sum();
        let mut all: Vec<_> = of.iter().chain(&over).collect();
        all.sort_unstable();
        let ties: f64 = all
            .chunk_by(|a, b| a == b)
            .map(|tied| (tied.len() as f64).powi(3) - tied.len() as f64)
            .sum();
        let total = n + m;
        let variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
        if variance > 0.0 {
            let z = ((u - n * m / 2.0).abs() - 0.5).max(0.0) / variance.sqrt();
            Self { a12: u / (n * m), p: libm::erfc(z / std::f64::consts::SQRT_2) }
        } else {
            Self { a12: 0.5, p: 1.0 }
        }
    }

    /// By the thresholds of Vargha and Delaney.
    pub(crate) fn magnitude(&self) -> &'static str {
        match 0.5 + (self.a12 - 0.5).abs() {
            a if a >= 0.71 => "large",
            a if a >= 0.64 => "medium",
            a if a >= 0.56 => "small",
            _ => "negligible",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let p = if self.p < 0.001 { "<0.001".to_owned() } else { format!("{:.3}", self.p) };
        write!(out, "{:.2} {:10} {p:>7}", self.a12, self.magnitude())
    }
}

/// Which of several effects are there at the level of 0.05, corrected for their number: Holm, "A
/// Simple Sequentially Rejective Multiple Test Procedure" (1979).
pub(crate) fn verdicts(effects: &[Effect]) -> Vec<Verdict> {
    let mut order: Vec<usize> = (0..effects.len()).collect();
    order.sort_by(|&a, &b| effects[a].p.total_cmp(&effects[b].p));
    let mut verdicts = vec![Verdict::NotShown; effects.len()];
    for (rank, at) in order.into_iter().enumerate() {
        if effects[at].p * (effects.len() - rank) as f64 >= 0.05 {
            break;
        }
        verdicts[at] = if effects[at].a12 > 0.5 { Verdict::Better } else { Verdict::Worse };
    }
    verdicts
}

/// The share of a pair in which the keys compare so.
fn better(keys: Ordering) -> f64 {
    match keys {
        Ordering::Less => 1.0,
        Ordering::Equal => 0.5,
        Ordering::Greater => 0.0,
    }
}

/// The middle one of the executions, or the upper one of two.
pub(crate) fn median(sample: &[Outcome]) -> u32 {
    let mut spent: Vec<_> = sample.iter().map(|outcome| outcome.spent).collect();
    spent.sort_unstable();
    spent.get(spent.len() / 2).copied().unwrap_or(0)
}

/// How many searches of a hundred succeed.
pub(crate) fn success_rate(sample: &[Outcome]) -> usize {
    // Rounded down: 100 means all.
    100 * sample.iter().filter(|outcome| outcome.succeeded()).count() / sample.len().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Searches that covered all after so many executions.
    fn succeeded(executions: &[u32]) -> Vec<Outcome> {
        executions
            .iter()
            .map(|&spent| Outcome { covered: 2, goals: 2, newest: spent, spent })
            .collect()
    }

    #[test]
    fn a12_is_the_probability_of_being_better() {
        let (technique, baseline) = (succeeded(&[1, 2, 3, 4]), succeeded(&[3, 4, 5, 6]));
        // Of 16 pairs: 13 better, 2 equal, 1 worse.
        assert_eq!(Effect::of(&technique, &baseline).a12, 14.0 / 16.0);
        assert_eq!(Effect::of(&baseline, &technique).a12, 2.0 / 16.0);
    }

    #[test]
    fn p_is_two_sided_and_corrected_for_ties() {
        let (technique, baseline) = (succeeded(&[1, 2, 3, 4]), succeeded(&[3, 4, 5, 6]));
        // U = 14, mean 8, two ties of 2: variance 16 / 12 * (9 - 12 / 56) = 11.714; z = (14 - 8 -
        // 0.5) / 3.4226 = 1.6070.
        let effect = Effect::of(&technique, &baseline);
        assert!((effect.p - 0.10806).abs() < 1e-4, "{}", effect.p);
        assert_eq!(effect.p, Effect::of(&baseline, &technique).p);
        assert_eq!(verdicts(&[effect]), [Verdict::NotShown]);
        assert_eq!(effect.magnitude(), "large");
    }

    #[test]
    fn of_equal_samples_no_difference_is_shown() {
        let sample = succeeded(&[7; 30]);
        let effect = Effect::of(&sample, &sample);
        assert_eq!((effect.a12, effect.p, effect.magnitude()), (0.5, 1.0, "negligible"));
        assert_eq!(Effect::of(&[], &sample).p, 1.0);
    }

    #[test]
    fn goals_count_before_executions() {
        let all = Outcome { covered: 2, goals: 2, newest: 900, spent: 900 };
        let one = Outcome { covered: 1, goals: 2, newest: 10, spent: 1000 };
        let effects = [Effect::of(&[all; 20], &[one; 20]), Effect::of(&[one; 20], &[all; 20])];
        assert_eq!(
            (effects[0].a12, verdicts(&effects)),
            (1.0, vec![Verdict::Better, Verdict::Worse])
        );
        assert_eq!((median(&[all, one, one]), success_rate(&[all, one, one])), (1000, 33));
    }

    #[test]
    fn many_effects_must_be_clearer_than_one() {
        let effect = |a12, p| Effect { a12, p };
        // In ascending order: 4 * 0.01, 3 * 0.016, 2 * 0.03 is too much, and so is all that
        // follows.
        let effects = [effect(0.7, 0.03), effect(0.8, 0.01), effect(0.7, 0.04), effect(0.2, 0.016)];
        assert_eq!(
            verdicts(&effects),
            [Verdict::NotShown, Verdict::Better, Verdict::NotShown, Verdict::Worse]
        );
        assert_eq!(verdicts(&effects[..1]), [Verdict::Better]);
    }
}
