//! Exact p values of SciPy's permutation test, over samples of all small sizes with many ties.

use sbst_laboratory::statistics::{Friedman, Number, SignedRank, rank_sum};

/// Written by `by_scipy.py`: a test, its p value, and the samples.
const SCIPY: &str = include_str!("scipy.csv");

#[test]
fn p_values_are_those_of_scipy() {
    let mut counts = [0; 3];
    for line in SCIPY.lines() {
        let mut cells = line.split(',');
        let test = cells.next().unwrap();
        let expected: f64 = cells.next().unwrap().parse().unwrap();
        let samples: Vec<Vec<f64>> = cells
            .map(|sample| sample.split(' ').map(|value| value.parse().unwrap()).collect())
            .collect();
        let [first, second, ..] = &samples[..] else { panic!("{line}") };
        let (kind, p) = match test {
            "rank sum" => {
                let keys = |sample: &[f64]| sample.iter().copied().map(Number).collect::<Vec<_>>();
                (0, rank_sum(&keys(first), &keys(second)))
            }
            "signed rank" => {
                let pairs: Vec<_> = first.iter().copied().zip(second.iter().copied()).collect();
                (1, SignedRank::of(&pairs).p)
            }
            _ => {
                let costs = |at| samples.iter().map(|costs| costs[at]).collect::<Vec<f64>>();
                (2, Friedman::of(&(0..first.len()).map(costs).collect::<Vec<_>>()).p)
            }
        };
        counts[kind] += 1;
        assert!((p - expected).abs() < 1e-12, "{line}: {p}");
    }
    assert_eq!(counts, [62, 33, 16]);
}
