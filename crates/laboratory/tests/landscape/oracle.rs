//! The measures, as their definitions are written: slow and obvious.

use sbst_laboratory::inputs::Value;

/// The parts in which two values differ, and their gaps. Floats are left out.
pub(crate) fn difference(one: &Value, other: &Value) -> (u64, u128) {
    match (one, other) {
        _ if one == other => (0, 0),
        (Value::Integer(one), Value::Integer(other)) => (1, one.abs_diff(*other)),
        (Value::Text(one), Value::Text(other)) => {
            let [one, other] = [one, other].map(|text| {
                text.chars().map(|c| Value::Integer(i128::from(u32::from(c)))).collect()
            });
            difference(&Value::List(one), &Value::List(other))
        }
        (Value::List(one), Value::List(other)) => {
            let (mut one, mut other) = (one.clone(), other.clone());
            while !one.is_empty() && !other.is_empty() && one[0] == other[0] {
                one.remove(0);
                other.remove(0);
            }
            while !one.is_empty()
                && !other.is_empty()
                && one[one.len() - 1] == other[other.len() - 1]
            {
                one.pop();
                other.pop();
            }
            if one.len() != other.len() {
                return (
                    1 + one.iter().chain(&other).map(|value| value.size() as u64).sum::<u64>(),
                    0,
                );
            }
            let differences = one.iter().zip(&other).map(|(one, other)| difference(one, other));
            differences.fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1))
        }
        (Value::Call(one, argument), Value::Call(other, other_argument)) if one == other => {
            difference(argument, other_argument)
        }
        _ => ((one.size() + other.size()) as u64, 0),
    }
}

/// The symbols of the steps, by ε.
pub(crate) fn symbols(series: &[f64], epsilon: f64) -> Vec<i8> {
    let mut symbols = Vec::new();
    for at in 1..series.len() {
        let step = series[at] - series[at - 1];
        symbols.push(if step < -epsilon {
            -1
        } else if step.abs() <= epsilon {
            0
        } else {
            1
        });
    }
    symbols
}

/// P[pq]: the share of p followed by q.
fn share(symbols: &[i8], p: i8, q: i8) -> f64 {
    if symbols.len() < 2 {
        return 0.0;
    }
    let times =
        (0..symbols.len() - 1).filter(|&at| symbols[at] == p && symbols[at + 1] == q).count();
    times as f64 / (symbols.len() - 1) as f64
}

/// - Σ P log P in this base, over pairs of symbols that `counts` selects.
fn entropy(symbols: &[i8], base: f64, counts: fn(i8, i8) -> bool) -> f64 {
    let mut sum = 0.0;
    for p in [-1, 0, 1] {
        for q in [-1, 0, 1] {
            let share = share(symbols, p, q);
            if counts(p, q) && share > 0.0 {
                sum -= share * share.log(base);
            }
        }
    }
    sum
}

/// H(ε).
pub(crate) fn information_content(series: &[f64], epsilon: f64) -> f64 {
    entropy(&symbols(series, epsilon), 6.0, |p, q| p != q)
}

/// The greatest H(ε) at 0, s/128, s/64, .., s.
pub(crate) fn ruggedness(series: &[f64]) -> f64 {
    let stability = information_stability(series);
    let parts = [
        0.0,
        1.0 / 128.0,
        1.0 / 64.0,
        1.0 / 32.0,
        1.0 / 16.0,
        1.0 / 8.0,
        1.0 / 4.0,
        1.0 / 2.0,
        1.0,
    ];
    parts.into_iter().map(|part| information_content(series, part * stability)).fold(0.0, f64::max)
}

/// h(ε).
pub(crate) fn density_basin_information(series: &[f64], epsilon: f64) -> f64 {
    entropy(&symbols(series, epsilon), 3.0, |p, q| p == q)
}

/// M(ε), by the recursive function of the paper: symbols are counted from 1, and j = 0 means that
/// there was no slope yet.
pub(crate) fn partial_information_content(series: &[f64], epsilon: f64) -> f64 {
    fn phi(symbols: &[i8], i: usize, j: usize, k: usize) -> usize {
        let at = |number: usize| symbols[number - 1];
        if i > symbols.len() {
            k
        } else if j == 0 && at(i) != 0 || j > 0 && at(i) != 0 && at(i) != at(j) {
            phi(symbols, i + 1, i, k + 1)
        } else {
            phi(symbols, i + 1, j, k)
        }
    }
    let symbols = symbols(series, epsilon);
    if symbols.is_empty() { 0.0 } else { phi(&symbols, 1, 0, 0) as f64 / symbols.len() as f64 }
}

/// The least ε of some candidates for which all symbols are 0. Only heights of steps, and 0, can be
/// the least.
pub(crate) fn information_stability(series: &[f64]) -> f64 {
    let mut candidates: Vec<f64> =
        series.windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect();
    candidates.push(0.0);
    candidates.sort_by(f64::total_cmp);
    let is_flat = |epsilon: &f64| symbols(series, *epsilon).iter().all(|&symbol| symbol == 0);
    candidates.into_iter().find(is_flat).expect("the greatest step")
}

/// ρ(k), with the mean of the whole series.
pub(crate) fn autocorrelation(series: &[f64], lag: usize) -> Option<f64> {
    let n = series.len();
    if lag >= n || series.iter().all(|&number| number == series[0]) {
        return None;
    }
    let mean = series.iter().sum::<f64>() / n as f64;
    let mut covariance = 0.0;
    for t in 0..n - lag {
        covariance += (series[t] - mean) * (series[t + lag] - mean);
    }
    let mut variance = 0.0;
    for number in series {
        variance += (number - mean) * (number - mean);
    }
    Some(covariance / variance)
}

/// The share of steps that change nothing.
pub(crate) fn neutrality(series: &[f64]) -> Option<f64> {
    let steps = series.len().checked_sub(1)?;
    let neutral = (0..steps).filter(|&at| series[at] == series[at + 1]).count();
    if steps == 0 { None } else { Some(neutral as f64 / steps as f64) }
}

/// The steps from the start until the value changes.
pub(crate) fn neutrality_distance(series: &[f64]) -> usize {
    let mut distance = 0;
    while distance < series.len() && series[distance] == series[0] {
        distance += 1;
    }
    distance
}

/// The lengths of areas of equal values.
pub(crate) fn areas(series: &[f64]) -> Vec<usize> {
    let mut lengths: Vec<usize> = Vec::new();
    for (at, value) in series.iter().enumerate() {
        if at > 0 && series[at - 1] == *value {
            *lengths.last_mut().expect("an area") += 1;
        } else {
            lengths.push(1);
        }
    }
    lengths
}
