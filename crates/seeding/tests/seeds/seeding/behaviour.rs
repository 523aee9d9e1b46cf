//! Distances of behaviours, against arithmetic on sets and counts.

use super::config;
use crate::definitions::seeding::common_and_all;
use proptest::collection::vec;
use proptest::prelude::*;
use sbst::distance::edit;
use sbst_oracle::matrix::edit_distance;
use sbst_seeding::behaviour::{Dissimilarity, WeightError, edits_by_length};
use std::collections::BTreeSet;

fn behaviour() -> impl Strategy<Value = Vec<u8>> {
    vec(0..5_u8, 0..7)
}

/// Weights of which halves, quarters and so on are exact; the last three are metrics with whole
/// weights.
const WEIGHTS: [f64; 6] = [0.25, 0.5, 0.75, 1.0, 2.0, 5.0];

fn measures() -> impl Strategy<Value = (Dissimilarity, f64, bool)> {
    (proptest::sample::select(&WEIGHTS[..]), any::<bool>()).prop_map(|(weight, multisets)| {
        let sets = Dissimilarity::with_weight(weight).expect("positive");
        (if multisets { sets.of_multisets() } else { sets }, weight, multisets)
    })
}

fn counted(behaviour: &[u8]) -> Vec<u8> {
    let mut sorted = behaviour.to_vec();
    sorted.sort_unstable();
    sorted
}

fn edits<A: Eq>(a: &[A], b: &[A]) -> f64 {
    edit::distance(a, b) as f64
}

proptest! {
    #![proptest_config(config(768))]

    #[test]
    fn the_distance_is_that_of_sets_or_of_counts(
        a in behaviour(),
        b in behaviour(),
        (measure, weight, multisets) in measures(),
    ) {
        let (common, all) = common_and_all(&a, &b, multisets);
        let (common, all) = (common as f64, all as f64);
        let expected =
            if all == 0.0 { 0.0 } else { 1.0 - common / (common + weight * (all - common)) };
        prop_assert!(
            (measure.between(&a, &b) - expected).abs() < 1e-15,
            "{} and not {}",
            measure.between(&a, &b),
            expected
        );
    }

    #[test]
    fn distances_lie_between_0_and_1_whichever_comes_first(
        a in behaviour(),
        b in behaviour(),
        (measure, _, _) in measures(),
    ) {
        let distance = measure.between(&a, &b);
        prop_assert!((0.0..=1.0).contains(&distance));
        prop_assert_eq!(distance, measure.between(&b, &a));
    }

    #[test]
    fn a_distance_of_0_says_that_the_same_is_done(
        a in behaviour(),
        b in behaviour(),
        (measure, _, multisets) in measures(),
    ) {
        let set = |of: &[u8]| of.iter().copied().collect::<BTreeSet<u8>>();
        let same = if multisets { counted(&a) == counted(&b) } else { set(&a) == set(&b) };
        prop_assert_eq!(measure.between(&a, &b) == 0.0, same);
        prop_assert_eq!(measure.between(&a, &counted(&a)), 0.0);
    }

    #[test]
    fn the_triangle_inequality_holds_from_a_weight_of_1_on(
        a in behaviour(),
        b in behaviour(),
        c in behaviour(),
        weight in 1.0..20.0_f64,
        multisets in any::<bool>(),
    ) {
        let measure = Dissimilarity::with_weight(weight).expect("positive");
        let measure = if multisets { measure.of_multisets() } else { measure };
        let around = measure.between(&a, &b) + measure.between(&b, &c);
        prop_assert!(measure.between(&a, &c) <= around + 1e-12);
    }

    #[test]
    fn u1_behaviours_that_share_no_action_are_at_distance_1_exactly(
        a in behaviour(),
        b in behaviour(),
        (measure, _, _) in measures(),
    ) {
        let b: Vec<u8> = b.iter().map(|action| action + 5).collect();
        prop_assert_eq!(
            measure.between(&a, &b),
            if a.is_empty() && b.is_empty() { 0.0 } else { 1.0 }
        );
    }

    #[test]
    fn any_weight_keeps_distances_in_range(
        a in behaviour(),
        b in behaviour(),
        bits in any::<u64>(),
        multisets in any::<bool>(),
    ) {
        let weight = f64::from_bits(bits);
        match Dissimilarity::with_weight(weight) {
            Ok(measure) => {
                prop_assert!(weight > 0.0 && weight.is_finite());
                let measure = if multisets { measure.of_multisets() } else { measure };
                prop_assert!((0.0..=1.0).contains(&measure.between(&a, &b)));
                prop_assert_eq!(measure.between(&a, &a), 0.0);
                let apart: Vec<u8> = a.iter().map(|action| action + 5).collect();
                prop_assert_eq!(measure.between(&a, &apart), if a.is_empty() { 0.0 } else { 1.0 });
            }
            Err(WeightError { weight: refused, .. }) => {
                prop_assert!(refused.to_bits() == bits && !(weight > 0.0 && weight.is_finite()));
            }
        }
    }

    #[test]
    fn edits_are_a_metric_and_count_what_the_whole_table_says(
        a in behaviour(),
        b in behaviour(),
        c in behaviour(),
    ) {
        prop_assert_eq!(edits(&a, &b), edit_distance(&a, &b) as f64);
        prop_assert_eq!(edits(&a, &b), edits(&b, &a));
        prop_assert_eq!(edits(&a, &b) == 0.0, a == b);
        prop_assert!(edits(&a, &c) <= edits(&a, &b) + edits(&b, &c));
    }

    #[test]
    fn edits_by_length_are_a_part_of_the_longer_one(a in behaviour(), b in behaviour()) {
        let longer = a.len().max(b.len());
        let expected = if longer == 0 { 0.0 } else { edit_distance(&a, &b) as f64 / longer as f64 };
        prop_assert_eq!(edits_by_length(&a, &b), expected);
        prop_assert!((0.0..=1.0).contains(&edits_by_length(&a, &b)));
    }
}

#[test]
fn the_named_weights_are_1_a_half_and_2() {
    for (named, weight) in
        [(Dissimilarity::JACCARD, 1.0), (Dissimilarity::DICE, 0.5), (Dissimilarity::ANTI_DICE, 2.0)]
    {
        assert_eq!(Dissimilarity::with_weight(weight), Ok(named));
        assert_ne!(named.of_multisets(), named);
        assert_eq!(named.of_multisets().of_multisets(), named.of_multisets());
    }
    assert_eq!(Dissimilarity::default(), Dissimilarity::JACCARD);
}

#[test]
fn u1_two_empty_behaviours_are_the_same_and_one_is_apart_from_all_others() {
    for measure in [Dissimilarity::JACCARD, Dissimilarity::DICE, Dissimilarity::ANTI_DICE] {
        for measure in [measure, measure.of_multisets()] {
            assert_eq!(measure.between::<u8>(&[], &[]), 0.0);
            assert_eq!(measure.between(&[], &[1]), 1.0);
            assert_eq!(measure.between(&[1], &[]), 1.0);
            // Beginning and ending alike is no action in common.
            assert_eq!(measure.between(&["add", "size"], &["remove", "clear"]), 1.0);
        }
    }
    assert_eq!(edits::<u8>(&[], &[]), 0.0);
    assert_eq!(edits_by_length::<u8>(&[], &[]), 0.0);
    assert_eq!((edits(&[], &[1, 2]), edits_by_length(&[], &[1, 2])), (2.0, 1.0));
}

#[test]
fn dice_is_no_metric() {
    // By 1/2 + 1/2 / 2: 1/3 + 1/3 < 1.
    let [a, b, both] = [vec![1], vec![2], vec![1, 2]];
    for dice in [Dissimilarity::DICE, Dissimilarity::DICE.of_multisets()] {
        assert!(dice.between(&a, &b) > dice.between(&a, &both) + dice.between(&both, &b));
    }
    for measure in [Dissimilarity::JACCARD, Dissimilarity::ANTI_DICE] {
        assert!(measure.between(&a, &b) <= measure.between(&a, &both) + measure.between(&both, &b));
    }
}

#[test]
fn edits_by_length_are_no_metric() {
    let [a, b, c] = [vec![0, 1], vec![0, 1, 0], vec![1, 0]];
    let direct = edits_by_length(&a, &c);
    let around = edits_by_length(&a, &b) + edits_by_length(&b, &c);
    assert!((direct - 1.0).abs() < 1e-12 && around < 0.7, "{direct} and {around}");
}

#[test]
fn weights_that_are_not_positive_and_finite_are_refused() {
    for weight in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert!(Dissimilarity::with_weight(weight).is_err());
    }
    for weight in [f64::MIN_POSITIVE, f64::MAX, 5e-324] {
        assert_eq!(
            Dissimilarity::with_weight(weight).map(|measure| measure.between(&[1], &[2])),
            Ok(1.0)
        );
    }
}

#[test]
fn behaviours_that_are_sorted_need_not_be_sorted_again() {
    let sorted = |behaviour: &[u8]| {
        let mut sorted = behaviour.to_vec();
        sorted.sort_unstable();
        sorted
    };
    for (a, b) in [(&[3, 1, 1, 2][..], &[2, 2, 5][..]), (&[], &[1]), (&[7, 7], &[7]), (&[], &[])] {
        for measure in
            [Dissimilarity::JACCARD, Dissimilarity::DICE, Dissimilarity::ANTI_DICE.of_multisets()]
        {
            assert_eq!(
                measure.between(&sorted(a), &sorted(b)),
                measure.between(a, b),
                "{a:?} {b:?}"
            );
        }
    }
    // However light, what is in one only counts.
    let light = Dissimilarity::with_weight(1e-300).expect("positive");
    assert!(light.between(&[1, 2], &[1, 3]) > 0.0 && light.between(&[1, 2], &[2, 1]) == 0.0);
    // One of two may be sorted.
    assert_eq!(Dissimilarity::JACCARD.between(&[3, 1, 3], &[1, 2, 3]), 1.0 / 3.0);
}
