//! Decisions of comparisons: the outcome, and the distance to the other outcome.

use crate::shapes::Random;
use crate::steady;
use sbst::distance::{Decision, eq, ge, lt, text};
use std::hint::black_box;

/// Compares 500 pairs of integers, of floats and of texts.
pub(crate) fn comparisons() {
    let mut random = Random(3);
    let integers: Vec<[i32; 2]> =
        (0..500).map(|_| [(); 2].map(|()| random.below(100) as i32 - 50)).collect();
    let floats: Vec<[f64; 2]> =
        (0..500).map(|_| [(); 2].map(|()| random.below(1 << 20) as f64 / 256.0)).collect();
    let mut letters = |count| -> String {
        (0..count).map(|_| char::from(b'a' + random.below(26) as u8)).collect()
    };
    let texts: Vec<[String; 2]> = (0..500).map(|n| [letters(n % 20), letters(1 + n % 7)]).collect();

    let sums = steady(|| {
        let mut sums = [0.0; 6];
        for &[a, b] in black_box(&integers) {
            sums[0] += sides(lt(a, b));
            sums[1] += sides(eq(a, b));
        }
        for &[a, b] in black_box(&floats) {
            sums[2] += sides(ge(a, b));
            sums[3] += sides(eq(a, b));
        }
        for [a, b] in black_box(&texts) {
            sums[4] += sides(text::eq(a, b));
            sums[5] += sides(text::starts_with(a, b));
        }
        sums
    });

    // The table at `Rules`: Tracey's column for integers, Korel's for floats, K = 1.
    let mut expected = [0.0; 6];
    for &[a, b] in &integers {
        let apart = f64::from(a.abs_diff(b));
        expected[0] += apart + 1.0;
        expected[1] += if a == b { 1.0 } else { apart + 1.0 };
    }
    for &[a, b] in &floats {
        expected[2] += if a >= b { a - b + 1.0 } else { b - a };
        expected[3] += if a == b { 1.0 } else { (a - b).abs() };
    }
    // A missing character costs 1, another one x / (1 + x).
    let characters = |a: &str, b: &str| -> f64 {
        let apart = |(a, b): (u8, u8)| f64::from(a.abs_diff(b));
        a.bytes().zip(b.bytes()).map(|pair| apart(pair) / (1.0 + apart(pair))).sum()
    };
    for [a, b] in &texts {
        let missing = a.len().abs_diff(b.len()) as f64;
        expected[4] += if a == b { 1.0 } else { characters(a, b) + missing };
        let missing = b.len().saturating_sub(a.len()) as f64;
        expected[5] += if a.starts_with(b) { 1.0 } else { characters(a, b) + missing };
    }
    for (sum, expected) in sums.into_iter().zip(expected) {
        assert!((sum - expected).abs() <= 1e-9 * expected, "{sums:?} instead of {expected:?}");
    }
}

/// Returns the distance to the outcome that the decision does not have; the other one is 0.
fn sides(decision: Decision) -> f64 {
    decision.to_true().get() + decision.to_false().get()
}
