//! Exact p values of SciPy's permutation test, over samples of all small sizes with many ties.

use sbst_laboratory::statistics::{Friedman, Number, SignedRank, rank_sum};

/// Written by `by_scipy.py`: a test, its p value, and the samples.
const SCIPY: &str = include_str!("scipy.csv");

#[test]
fn od56_larger_samples_are_those_of_scipy_without_ties() {
    // a = [k * 37 % 101 for k in range(1, 101)], x = a[:35],
    // y = [2 * v + 31 for v in a[35:75]], mannwhitneyu([2 * v for v in x], y, method="exact")
    let values = |range: std::ops::Range<usize>, factor, shift| -> Vec<usize> {
        range.map(|at| factor * (at * 37 % 101) + shift).collect()
    };
    let p = rank_sum(&values(1..36, 2, 0), &values(36..76, 2, 31));
    assert!((p - 0.065_174_295_285_546_73).abs() < 1e-12, "{p}");
    // wilcoxon([k if k * k % 7 < 3 else -k for k in range(1, 121)], method="exact")
    let signed = |at: i32| if at * at % 7 < 3 { at } else { -at };
    let pairs: Vec<(f64, f64)> = (1..=120).map(|at| (f64::from(signed(at)), 0.0)).collect();
    let p = SignedRank::of(&pairs).p;
    assert!((p - 1.775_754_379_917_948_7e-5).abs() < 1e-15, "{p}");
}

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
