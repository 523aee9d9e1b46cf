//! The exact test of Fisher, of successes of two samples.

use super::{Interval, success_interval};

/// Successes and failures of two samples, such as searches that reproduced a crash.
///
/// ```
/// use sbst_laboratory::statistics::Successes;
///
/// // 8 of 10 searches against 1 of 6.
/// let both = Successes::of([8, 10], [1, 6]);
/// assert_eq!(both.odds_ratio(), 20.0);
/// assert!((both.p() - 0.034_965_034_965).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Successes {
    /// Number of successes and of failures of the first sample.
    pub first: [u64; 2],
    /// Number of successes and of failures of the second sample.
    pub second: [u64; 2],
}

impl Successes {
    /// Creates the table of two samples, each given by its successes and its trials. More successes
    /// than trials count as all.
    #[must_use]
    pub fn of(first: [u64; 2], second: [u64; 2]) -> Self {
        let [first, second] = [first, second].map(|[successes, trials]| {
            let successes = successes.min(trials);
            [successes, trials - successes]
        });
        Self { first, second }
    }

    /// Returns the p value of the two-sided exact test (Fisher 1922; Freeman, Halton 1951): the
    /// probability of a table that is at most as probable as this one, if successes are as probable
    /// in both samples and their total is given. It is 1 if a sample is empty. Time O(n) for the n
    /// trials of the smaller sample.
    #[must_use]
    pub fn p(&self) -> f64 {
        let [first, second] =
            [self.first, self.second].map(|[successes, failures]| successes + failures);
        let total = self.first[0] + self.second[0];
        let (least, most) = (total.saturating_sub(second), total.min(first));
        // P(k + 1) / P(k) of the hypergeometric distribution.
        let ratio = |k: u64| {
            (first - k) as f64 * (total - k) as f64
                / ((k + 1) as f64 * (second + k + 1 - total) as f64)
        };
        // Weights relative to the first table grow to the mode and shrink beyond it. Relative to
        // the mode, none exceeds 1, so that none overflows.
        let mode = (least..most).find(|&k| ratio(k) <= 1.0).unwrap_or(most);
        let mut weights = vec![1.0; (most - least + 1) as usize];
        for k in mode..most {
            weights[(k + 1 - least) as usize] = weights[(k - least) as usize] * ratio(k);
        }
        for k in (least..mode).rev() {
            weights[(k - least) as usize] = weights[(k + 1 - least) as usize] / ratio(k);
        }
        // A little more, so that rounding does not leave out tables that are equally probable.
        let bound = weights[(self.first[0] - least) as usize] * (1.0 + 1e-7);
        let extreme: f64 = weights.iter().filter(|&&weight| weight <= bound).sum();
        (extreme / weights.iter().sum::<f64>()).min(1.0)
    }

    /// Returns the odds of success of the first sample divided by those of the second: above 1 if
    /// the first succeeds more often.
    ///
    /// If a cell of the table is 0, one half is added to every cell (Haldane 1956; Anscombe 1956).
    /// The result is therefore positive and finite, and 1 for equal counts of samples of one size.
    #[must_use]
    pub fn odds_ratio(&self) -> f64 {
        let cells = [self.first, self.second].concat();
        let added = if cells.contains(&0) { 0.5 } else { 0.0 };
        let [a, b, c, d] = [0, 1, 2, 3].map(|cell| cells[cell] as f64 + added);
        a * d / (b * c)
    }

    /// Returns the probability that a trial of the first sample succeeds and one of the second does
    /// not, ties counted half: the effect size [`a12`](super::a12()) of the successes. It is half
    /// the difference of the rates, plus 0.5, and 0.5 if a sample is empty.
    #[must_use]
    pub fn a12(&self) -> f64 {
        match [self.first, self.second]
            .map(|[successes, failures]| (successes, successes + failures))
        {
            [(_, 0), _] | [_, (_, 0)] => 0.5,
            [(a, n), (b, m)] => 0.5 + (a as f64 / n as f64 - b as f64 / m as f64) / 2.0,
        }
    }

    /// Returns a confidence interval of [`a12`](Self::a12), within 0..=1.
    ///
    /// It is the interval of the difference of two rates that combines their [`success_interval`]s:
    /// Newcombe, "Interval estimation for the difference between independent proportions" (1998),
    /// method 10. It is 0..=1 if a sample is empty.
    #[must_use]
    pub fn a12_interval(&self, confidence: f64) -> Interval {
        if self.first == [0, 0] || self.second == [0, 0] {
            return Interval { low: 0.0, high: 1.0 };
        }
        let rate = |[successes, failures]: [u64; 2]| {
            let trials = successes + failures;
            let own = success_interval(successes as usize, trials as usize, confidence);
            (successes as f64 / trials as f64, own)
        };
        let ((first, own), (second, other)) = (rate(self.first), rate(self.second));
        let low = first - second - (first - own.low).hypot(other.high - second);
        let high = first - second + (own.high - first).hypot(second - other.low);
        Interval { low: (0.5 + low / 2.0).max(0.0), high: (0.5 + high / 2.0).min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::a12;

    /// Returns the p value by the definition: binomial coefficients, which are exact for few
    /// trials.
    fn definition(table: Successes) -> f64 {
        let choose =
            |n: u64, k: u64| (0..k).fold(1.0, |ways, at| ways * (n - at) as f64 / (at + 1) as f64);
        let [n, m] = [table.first, table.second].map(|[successes, failures]| successes + failures);
        let total = table.first[0] + table.second[0];
        let ways = |k: u64| {
            if k <= n && k <= total && total - k <= m {
                choose(n, k) * choose(m, total - k)
            } else {
                0.0
            }
        };
        let extreme = (0..=n)
            .map(ways)
            .filter(|&count| count <= ways(table.first[0]) * 1.000_000_1)
            .sum::<f64>();
        extreme / choose(n + m, total)
    }

    #[test]
    fn the_definition_and_its_symmetries() {
        for (n, m) in [(0, 0), (0, 4), (1, 1), (5, 9), (12, 12), (7, 3)] {
            for (a, b) in (0..=n).flat_map(|a| (0..=m).map(move |b| (a, b))) {
                let table = Successes::of([a, n], [b, m]);
                assert!((table.p() - definition(table).min(1.0)).abs() < 1e-9, "{table:?}");
                let exchanged = Successes { first: table.second, second: table.first };
                assert!(
                    (table.p() - exchanged.p()).abs() < 1e-9
                        && (table.a12() + exchanged.a12() - 1.0).abs() < 1e-12
                );
                assert!((table.odds_ratio() * exchanged.odds_ratio() - 1.0).abs() < 1e-9);
                let sample = |[successes, failures]: [u64; 2]| {
                    [vec![1; successes as usize], vec![0; failures as usize]].concat()
                };
                assert!(
                    (table.a12() - a12(&sample(table.first), &sample(table.second))).abs() < 1e-12,
                    "{table:?}"
                );
                let interval = table.a12_interval(0.95);
                assert!(
                    interval.contains(table.a12()) && interval.low >= 0.0 && interval.high <= 1.0,
                    "{table:?} {interval:?}"
                );
            }
        }
    }

    #[test]
    fn values_of_scipy() {
        // fisher_exact([[a, n - a], [b, m - b]])
        for (first, second, p) in [
            ([8, 10], [1, 6], 0.034_965_034_965_034_975),
            ([3, 30], [12, 30], 0.015_331_621_697_389_91),
            ([30, 30], [20, 30], 0.000_797_013_131_410_138_9),
            ([0, 30], [0, 30], 1.0),
            ([10, 10], [0, 10], 1.082_508_822_446_903e-5),
            ([5, 10], [5, 10], 1.0),
            ([700, 1000], [500, 1000], 7.527_661_570_867_568e-20),
            ([7, 10], [4, 20], 0.014_691_921_438_548_122),
        ] {
            let computed = Successes::of(first, second).p();
            assert!((computed - p).abs() <= 1e-9 * p, "{first:?} {second:?} {computed}");
        }
        // Newcombe's interval of two Wilson intervals, binomtest(k, n).proportion_ci(0.95,
        // method="wilson")
        for (first, second, low, high) in SCIPY {
            let interval = Successes::of(first, second).a12_interval(0.95);
            assert!(
                (interval.low - low).abs() < 1e-9 && (interval.high - high).abs() < 1e-9,
                "{interval:?}"
            );
        }
    }

    const SCIPY: [([u64; 2], [u64; 2], f64, f64); 3] = [
        ([8, 10], [1, 6], 0.564_933_559_799_482_9, 0.915_665_654_801_206_1),
        ([3, 30], [12, 30], 0.255_747_492_461_618, 0.459_711_777_259_825_87),
        ([30, 30], [20, 30], 0.576_148_316_817_360_8, 0.756_099_741_777_280_8),
    ];

    #[test]
    fn odds_without_a_zero_are_those_of_the_sample() {
        assert!((Successes::of([7, 10], [4, 20]).odds_ratio() - 28.0 / 3.0).abs() < 1e-12);
        // Half a search is added to each cell: 3.5 * 2.5 / (0.5 * 1.5).
        assert!(
            (Successes::of([3, 3], [1, 3]).odds_ratio() - 3.5 * 2.5 / (0.5 * 1.5)).abs() < 1e-12
        );
        assert_eq!(Successes::of([0, 30], [0, 30]).odds_ratio(), 1.0);
        assert_eq!(Successes::of([9, 3], [0, 0]), Successes { first: [3, 0], second: [0, 0] });
    }
}
