//! Two samples compared by ranks: effect size and significance.

/// A comparison of two samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Comparison {
    /// Probability that a value of the first sample is smaller than one of the second; ties count
    /// half.
    pub(crate) a12: f64,
    /// Two-sided p value of the rank-sum test: normal approximation, corrected for ties and
    /// continuity.
    pub(crate) p: f64,
}

/// Compares two samples. `None` if one is empty.
pub(crate) fn compare(first: &[u64], second: &[u64]) -> Option<Comparison> {
    let (m, n) = (first.len() as f64, second.len() as f64);
    if first.is_empty() || second.is_empty() {
        return None;
    }
    // Pairs of which the first value is smaller: the statistic U.
    let mut smaller = 0.0;
    for a in first {
        for b in second {
            smaller += if a < b { 1.0 } else { f64::from(u8::from(a == b)) / 2.0 };
        }
    }
    let mut all: Vec<_> = first.iter().chain(second).copied().collect();
    all.sort_unstable();
    let ties: f64 = all
        .chunk_by(|a, b| a == b)
        .map(|tied| (tied.len() as f64).powi(3) - tied.len() as f64)
        .sum();
    let total = m + n;
    let variance = m * n / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    let distance = ((smaller - m * n / 2.0).abs() - 0.5).max(0.0);
    // All values are equal: nothing speaks for a difference.
    let p = if variance > 0.0 { libm::erfc(distance / (2.0 * variance).sqrt()) } else { 1.0 };
    Some(Comparison { a12: smaller / (m * n), p })
}

/// Returns the median. 0 if there is none.
pub(crate) fn median(values: &[u64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_unstable();
    let at = |place: usize| values.get(place).map_or(0.0, |value| *value as f64);
    if values.len() % 2 == 1 {
        at(values.len() / 2)
    } else {
        f64::midpoint(at((values.len() / 2).saturating_sub(1)), at(values.len() / 2))
    }
}

#[cfg(test)]
mod tests {
    //! Values of the formula, computed by hand.

    use super::*;

    #[test]
    fn samples_that_do_not_overlap() {
        let Comparison { a12, p } =
            compare(&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10]).expect("not empty");
        assert!((a12 - 1.0).abs() < 1e-12 && (p - 0.012_185_8).abs() < 1e-6, "{p}");
    }

    #[test]
    fn ties_count_half() {
        let Comparison { a12, p } = compare(&[1, 2, 2, 3], &[2, 2, 4, 5]).expect("not empty");
        // U = 12 against 8 expected, variance 16 / 12 * (9 - 60 / 56): 1.0765 deviations.
        assert!((a12 - 12.0 / 16.0).abs() < 1e-12 && (p - 0.281_7).abs() < 1e-4, "{p}");
        assert_eq!(compare(&[7, 7], &[7, 7]), Some(Comparison { a12: 0.5, p: 1.0 }));
        assert_eq!(compare(&[], &[1]), None);
    }

    #[test]
    fn medians() {
        assert_eq!([median(&[3, 1, 2]), median(&[4, 1, 2, 3]), median(&[])], [2.0, 2.5, 0.0]);
    }
}
