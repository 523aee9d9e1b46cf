//! Faults that were found, each with its id.

use sbst_laboratory::statistics::{SignTest, SignedRank, rank_sum};

fn assert_close(p: f64, expected: f64) {
    assert!((p - expected).abs() <= 1e-9 * expected, "{p} {expected}");
}

#[test]
fn od55_differences_that_are_equal_but_for_rounding_tie() {
    // Four of the sizes are 0.1, and share the rank 2.5.
    let test = SignedRank::of(&[(0.4, 0.3), (0.2, 0.3), (0.1, 0.2), (1.0, 1.1), (0.5, 0.0)]);
    assert_eq!((test.first, test.second, test.p), (7.5, 7.5, 1.0));
    let test = SignedRank::of(&[(1.1, 1.0), (0.0, 0.1), (0.3, 0.2), (0.1, 0.2), (9.0, 4.0)]);
    assert_eq!((test.first, test.second, test.p), (10.0, 5.0, 24.0 / 32.0));
    // The differences of these need more digits than nine.
    let small = SignedRank::about(&[0.5 + 1e-12, 0.5 - 3e-12], 0.5);
    assert_eq!((small.first, small.second), (1.0, 2.0));
}

#[test]
fn od55_differences_that_are_zero_but_for_rounding_do_not_count() {
    let pairs = [(0.1 + 0.2, 0.3), (0.3, 0.1 + 0.2), (2.0, 1.0)];
    let test = SignedRank::of(&pairs);
    assert_eq!((test.first, test.second, test.p), (1.0, 0.0, 1.0));
    assert_eq!(SignTest::of(&pairs), SignTest { first: 1, second: 0, p: 1.0 });
}

#[test]
fn od56_samples_of_unequal_sizes_are_counted_out() {
    // 2 of the 5456 choices of 3 among 33 values are as extreme.
    let values: Vec<u32> = (0..33).collect();
    assert_close(rank_sum(&values[..3], &values[3..]), 2.0 / 5456.0);
    assert_close(rank_sum(&values[3..], &values[..3]), 2.0 / 5456.0);
    // Of 2000 + 1 values, the first is the greatest.
    let many: Vec<u32> = (0..2001).collect();
    assert_close(rank_sum(&many[2000..], &many[..2000]), 2.0 / 2001.0);
}

#[test]
fn od56_more_than_fifty_pairs_are_counted_out() {
    // Of 60 pairs, all have the same sign.
    let pairs: Vec<(f64, f64)> = (1..=60).map(|size| (f64::from(size), 0.0)).collect();
    assert_close(SignedRank::of(&pairs).p, 2_f64.powi(-59));
}
