//! Integers, chars and bools.

use super::oracle::*;
use crate::effort::config;
use proptest::prelude::*;
use sbst_distance::{Integer, Rules, eq, ge, le, lt, ne};
use std::collections::HashSet;

macro_rules! every_rule {
    ($($name:ident)*) => { $(
        proptest! {
            #![proptest_config(config(48))]
            #[test]
            fn $name((a, b) in bits()) {
                all_rules(a as $name, b as $name)?;
            }
        }
    )* };
}
every_rule! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

fn scalar(bits: u128) -> char {
    char::from_u32((bits % 0x11_0000) as u32).unwrap_or('\u{fffd}')
}

proptest! {
    #![proptest_config(config(48))]

    #[test]
    fn chars((a, b) in bits()) {
        all_rules(scalar(a), scalar(b))?;
    }

    #[test]
    fn integers_of_mixed_types((a, b) in bits(), (left, right) in (0..12_usize, 0..12_usize)) {
        let ((a, value_a), (b, value_b)) = (of_any_type(a, left), of_any_type(b, right));
        for (column, k) in COLUMNS.into_iter().flat_map(|column| KS.map(|k| (column, k))) {
            let measured = Measured::new(&value_a, &value_b, Default::default(), k);
            let rules = Rules::new(column, column).with_k(k.0).expect("positive and finite");
            for relation in RELATIONS {
                let holds = relation.of_values(&value_a, &value_b);
                prop_assert_eq!(relation.real(a, b), holds);
                let wanted = if holds { relation.complement() } else { relation };
                agrees(relation.decision(&rules, a, b), holds, measured.to_reach(wanted, column))?;
            }
        }
        prop_assert_eq!(Some(a.cmp(&b)), value_a.order(&value_b));
        prop_assert_eq!(HashSet::from([a, b]).len() == 1, a == b);
    }

    #[test]
    fn a_relation_and_its_complement_are_negations((a, b) in bits()) {
        for column in COLUMNS {
            let rules = Rules::new(column, column);
            for relation in RELATIONS {
                prop_assert_eq!(
                    !relation.decision(&rules, a, b),
                    relation.complement().decision(&rules, a, b)
                );
                let (a, b) = (a as i16, b as i16);
                prop_assert_eq!(
                    !relation.decision(&rules, a, b),
                    relation.complement().decision(&rules, a, b)
                );
            }
        }
    }

    #[test]
    fn equality_is_symmetric_and_order_mirrors((a, b) in bits()) {
        for column in COLUMNS {
            let rules = Rules::new(column, column);
            prop_assert_eq!(rules.eq(a, b), rules.eq(b, a));
            prop_assert_eq!(rules.ne(a as i64, b as i64), rules.ne(b as i64, a as i64));
            prop_assert_eq!(rules.lt(a as i128, b as i128), rules.gt(b as i128, a as i128));
            prop_assert_eq!(rules.le(a as u8, b as u8), rules.ge(b as u8, a as u8));
        }
    }

    #[test]
    fn distances_grow_strictly_with_the_gap(gap in 0..(1_u64 << 53) - 1, base in any::<u64>()) {
        let base = i128::from(base);
        let at = |gap: u64| base + i128::from(gap);
        for rules in [Rules::DEFAULT, Rules::TRACEY, Rules::KOREL, Rules::EVOSUITE] {
            prop_assert!(rules.eq(at(gap), base).to_true() < rules.eq(at(gap + 1), base).to_true());
            prop_assert!(rules.lt(at(gap), base).to_true() < rules.lt(at(gap + 1), base).to_true());
            prop_assert!(
                rules.le(base, at(gap)).to_false() < rules.le(base, at(gap + 1)).to_false()
            );
        }
    }

    #[test]
    fn a_distance_never_falls_as_the_gap_grows(gap in any::<u128>(), k in 0..KS.len()) {
        let rules = Rules::DEFAULT.with_k(KS[k].0).expect("positive and finite");
        prop_assume!(gap < u128::MAX);
        prop_assert!(rules.eq(0, gap).to_true() <= rules.eq(0, gap + 1).to_true());
    }
}

#[test]
fn bools_are_equal_or_k_apart_and_ordered_as_0_and_1() {
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        all_rules(a, b).expect("as defined");
    }
    let half = Rules::TRACEY.with_k(0.5).expect("positive and finite");
    assert_eq!(half.eq(true, false).to_true().get(), 0.5);
    assert_eq!(half.lt(true, false).to_true().get(), 1.5);
    for holds in [false, true] {
        assert_eq!(half.flag(holds).holds(), holds);
        assert_eq!(half.flag(holds).other_side().get(), 0.5);
        assert_eq!(sbst_distance::flag(holds), Rules::DEFAULT.flag(holds));
    }
}

#[test]
fn widest_gaps() {
    let (least, most) = (Integer::from(i128::MIN), Integer::from(u128::MAX));
    let gap = Natural::parse("510423550381407695195061911147652317183"); // 2^128 + 2^127 - 1
    assert_eq!(Rules::KOREL.eq(least, most).to_true().get(), gap.rounded());
    assert_eq!(eq(least, most).to_true().get(), gap.plus(&Natural::parse("1")).rounded());
    // A tie that K, added before rounding, decides.
    let odd_half = Integer::from((1_u128 << 127) + (1 << 74));
    assert_eq!(Rules::KOREL.eq(odd_half, Integer::from(0)).to_true().get(), 2_f64.powi(127));
    assert_eq!(
        eq(odd_half, Integer::from(0)).to_true().get(),
        2_f64.powi(127) * (1.0 + f64::EPSILON)
    );
    // The last of 129 bits decides.
    let (below, above) = (Integer::from(i128::MIN), Integer::from((1_u128 << 127) + (1 << 75)));
    assert_eq!(Rules::KOREL.eq(below, above).to_true().get(), 2_f64.powi(128));
    let above = Integer::from((1_u128 << 127) + (1 << 75) + 1);
    assert_eq!(
        Rules::KOREL.eq(below, above).to_true().get(),
        2_f64.powi(128) * (1.0 + f64::EPSILON)
    );
    // From K = 2^53 on the gap is rounded first, and the sum once more.
    let (gap, two_53) = ((1_u64 << 55) - (1 << 53) + 5, 2_f64.powi(53));
    let rules = Rules::TRACEY.with_k(two_53).expect("positive and finite");
    assert_eq!(rules.eq(0, gap).to_true().get(), 2_f64.powi(55));
    let rules = Rules::TRACEY.with_k(two_53 - 1.0).expect("positive and finite");
    assert_eq!(rules.eq(0, gap + 1).to_true().get(), 2_f64.powi(55) + 8.0);
}

#[test]
fn n1_integers_are_compared_before_they_are_rounded() {
    let two_53 = 1_i64 << 53;
    let smaller = le(two_53 + 1, two_53);
    assert!(!smaller.holds());
    assert_eq!((smaller.to_true().get(), smaller.to_false().get()), (2.0, 0.0));
    let equal = eq(two_53 as u64 + 1, two_53 as u64);
    assert_eq!((equal.to_true().get(), equal.to_false().get()), (2.0, 0.0));
}

#[test]
fn n2_observing_never_changes_an_outcome() {
    let around = [1_u64 << 53, (1 << 53) + 1, (1 << 53) + 2, u64::MAX - 1, u64::MAX, 0, 1];
    for (a, b) in around.iter().flat_map(|&a| around.map(|b| (a, b))) {
        for relation in RELATIONS {
            let signed = (a as i64, b as i64);
            assert_eq!(relation.decision(&Rules::DEFAULT, a, b).holds(), relation.real(a, b));
            assert_eq!(
                relation.decision(&Rules::DEFAULT, signed.0, signed.1).holds(),
                relation.real(signed.0, signed.1)
            );
        }
    }
}

#[test]
fn n3_no_gap_is_flat_and_equality_is_symmetric() {
    let distances: Vec<f64> =
        [45_999, 46_000, 46_001, 46_002, 1 << 40, (1 << 53) - 2, (1 << 53) - 1]
            .map(|gap: i64| eq(0, gap).to_true().get())
            .into();
    assert!(distances.windows(2).all(|pair| pair[0] < pair[1]), "{distances:?}");
    assert_eq!(eq(1_i64, 0), eq(0_i64, 1));
}

#[test]
fn n6_mixed_types_keep_their_values() {
    let negative = eq(Integer::from(-1_i32), Integer::from(1_u64));
    assert_eq!((negative.holds(), negative.to_true().get()), (false, 3.0)); // 2 + K
    let wide = eq(Integer::from((1_u128 << 64) + 1), Integer::from(1_u8));
    assert_eq!((wide.holds(), wide.to_true().get()), (false, 2_f64.powi(64))); // 2^64 + 1, rounded once
    assert!(lt(Integer::from(-1_i8), Integer::from(u128::MAX)).holds());
    assert!(ne(Integer::from(-1_i64), Integer::from(u64::MAX)).holds());
    assert!(ge(Integer::from(0_i8), Integer::from(0_u128)).holds());
}

#[test]
fn n7_distance_to_a_range_does_not_overflow() {
    let k = Rules::DEFAULT.k();
    assert_eq!(Rules::DEFAULT.to_range(i32::MIN, i32::MAX..=i32::MAX).get(), 4_294_967_295.0 + k);
    assert_eq!(Rules::DEFAULT.to_range(i64::MAX, i64::MIN..=i64::MIN + 5).get(), 2_f64.powi(64));
    assert_eq!(Rules::DEFAULT.to_range(i32::MIN, i32::MIN..=i32::MAX).get(), 0.0);
    #[expect(
        clippy::reversed_empty_ranges,
        reason = "a range without values is the case under test"
    )]
    let empty = Rules::DEFAULT.to_range(5, 9..=3);
    assert!(empty.get().is_infinite());
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn to_range_is_the_distance_of_the_bound_that_fails(
        value in any::<i8>(),
        (start, end) in (any::<i8>(), any::<i8>()),
    ) {
        for rules in [Rules::DEFAULT, Rules::KOREL, Rules::EVOSUITE] {
            let expected = match (start..=end).contains(&value) {
                _ if start > end => f64::INFINITY,
                true => 0.0,
                false if start == end => rules.eq(value, start).to_true().get(),
                false if value < start => rules.ge(value, start).to_true().get(),
                false => rules.le(value, end).to_true().get(),
            };
            prop_assert_eq!(rules.to_range(value, start..=end).get(), expected);
        }
    }
}
