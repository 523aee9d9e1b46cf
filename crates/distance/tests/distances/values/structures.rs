//! Values made of values.

use super::oracle::{agrees, norm, rules};
use proptest::prelude::*;
use sbst_distance::structure::{OTHER_VARIANT, fields, same_variant};
use sbst_distance::{By, Decision, Distance, EqualityDistance, Relation, Rules, eq, gt, le, lt};
use std::fmt::Debug;

fn symmetric<T: EqualityDistance + PartialEq + Debug>(
    rules: Rules,
    a: &T,
    b: &T,
    apart: f64,
) -> Result<(), TestCaseError> {
    agrees(rules.eq(a, b), a == b, if a == b { rules.k() } else { apart })?;
    prop_assert_eq!(rules.eq(a, b), rules.eq(b, a));
    prop_assert_eq!(a.apart(b, &rules), b.apart(a, &rules));
    prop_assert_eq!(a.apart(b, &rules) == Distance::ZERO, a == b);
    Ok(())
}

proptest! {
    #[test]
    fn numbers_alone_are_compared_as_numbers(
        (a, b) in any::<(i64, i64)>(),
        (x, y) in any::<(f32, f32)>(),
        rules in rules(),
    ) {
        prop_assert_eq!(rules.eq(&a, &b), rules.eq(a, b));
        prop_assert_eq!(rules.eq(&x, &y), rules.eq(x, y));
        prop_assert_eq!(a.apart(&b, &rules), EqualityDistance::apart(&&a, &&b, &rules));
    }

    #[test]
    fn options_and_results(
        a in prop::option::of(0..9_u32),
        b in prop::option::of(0..9_u32),
        rules in rules(),
    ) {
        let payload = |a: u32, b: u32| norm(f64::from(a.abs_diff(b)));
        let apart = match (a, b) {
            (Some(a), Some(b)) => payload(a, b),
            _ => f64::from(a != b),
        };
        symmetric(rules, &a, &b, apart)?;
        symmetric(rules, &Some(a), &Some(b), norm(apart))?;
        symmetric(rules, &a.ok_or("none"), &b.ok_or("none"), apart)?;
        symmetric(rules, &Box::new(a), &Box::new(b), apart)?;
        symmetric(rules, &(a, 1), &(b, 4), norm(apart) + norm(3.0))?;
        symmetric(rules, &Err::<(), _>(a), &Err(b), norm(apart))?;
        symmetric(rules, &[a, a], &[b, a], norm(apart))?;
        symmetric(rules, &vec![a, b], &vec![b], norm(apart) + 1.0)?;
    }

    #[test]
    fn tuples_sum_their_fields(
        a in any::<(u8, char, bool, i16)>(),
        b in any::<(u8, char, bool, i16)>(),
        rules in rules(),
    ) {
        let gaps = [
            f64::from(a.0.abs_diff(b.0)),
            f64::from(u32::from(a.1).abs_diff(b.1.into())),
            f64::from(u8::from(a.2 != b.2)),
            f64::from(a.3.abs_diff(b.3)),
        ];
        symmetric(rules, &a, &b, gaps.into_iter().map(norm).sum())?;
    }

    #[test]
    fn text_as_a_part(a in "[ab]{0,3}", b in "[ab]{0,3}", rules in rules()) {
        let apart = sbst_distance::text::eq(&a, &b).to_true().get();
        symmetric(rules, &Some(a.clone()), &Some(b.clone()), norm(apart))?;
        symmetric(rules, &(a.as_str(), ()), &(b.as_str(), ()), norm(apart))?;
    }

    #[test]
    fn payloads_stay_below_another_variant(
        payload in any::<f64>().prop_filter_map("a distance", |x| Distance::new(x.abs()).ok()),
    ) {
        let distance = same_variant(payload);
        prop_assert!(distance < OTHER_VARIANT);
        prop_assert_eq!(distance == Distance::ZERO, payload == Distance::ZERO);
    }
}

#[test]
fn what_std_holds_values_in() {
    use std::borrow::Cow;
    use std::cmp::Ordering;
    use std::collections::{BTreeMap, BTreeSet, VecDeque};
    use std::rc::Rc;
    use std::sync::Arc;

    let to_equal = |decision: Decision| decision.to_true().get();
    assert_eq!(to_equal(eq(&Rc::new(3), &Rc::new(4))), 2.0); // as the number itself
    assert_eq!(to_equal(eq(&Arc::new(3), &Arc::new(4))), 2.0);
    assert_eq!(to_equal(eq(&Cow::Borrowed("ab"), &Cow::Owned("ac".into()))), 0.5);
    assert_eq!(to_equal(eq(&VecDeque::from([1, 2]), &VecDeque::from([1, 3, 4]))), 1.5);
    assert_eq!(to_equal(eq(&BTreeSet::from([1, 2]), &BTreeSet::from([2, 3, 4]))), 3.0);
    let (a, b) =
        (BTreeMap::from([("x", 1), ("y", 2)]), BTreeMap::from([("y", 4), ("z", 2), ("w", 0)]));
    assert_eq!(to_equal(eq(&a, &b)), 2.0 / 3.0 + 3.0);
    assert!(eq(&a, &a.clone()).holds());
    assert_eq!(to_equal(eq(&3.cmp(&4), &Ordering::Equal)), 1.0);
    assert_eq!(to_equal(eq(&a.get("y"), &Some(&3))), 0.5);
}

proptest! {
    #[test]
    fn od84_options_are_ordered_as_by_the_standard_library(
        (a, b) in any::<(Option<i8>, Option<i8>)>(),
        rules in rules(),
    ) {
        for (relation, outcome) in [
            (Relation::Less, a < b),
            (Relation::LessOrEqual, a <= b),
            (Relation::Greater, a > b),
            (Relation::GreaterOrEqual, a >= b),
        ] {
            let decision = rules.compare(relation, &a, &b);
            prop_assert_eq!(decision.holds(), outcome);
            // To the other side: by the payloads, or by another variant.
            let apart = if outcome { decision.to_false() } else { decision.to_true() };
            prop_assert!(apart > Distance::ZERO);
            match (a, b) {
                (Some(a), Some(b)) => {
                    let inner = rules.compare(relation, a, b);
                    let inner = if outcome { inner.to_false() } else { inner.to_true() };
                    prop_assert_eq!(apart, same_variant(inner));
                }
                _ => prop_assert_eq!(apart, OTHER_VARIANT),
            }
        }
    }
}

#[test]
fn od84_another_variant_is_farther_than_any_payload() {
    assert_eq!(lt(&Some(8), &Some(7)).to_true().get(), 2.0 / 3.0); // gap 1, and K
    assert!(gt(&Some(i64::MIN), &Some(i64::MAX)).to_true() < gt(&None, &Some(7)).to_true());
    assert_eq!(le(&Some(f64::NAN), &Some(1.0)).to_true().get(), 1.0_f64.next_down());
    assert_eq!(lt(&(Some(2), 'b'), &(Some(2), 'a')).to_true().get(), 2.0);
}

#[test]
fn infinitely_far_payloads_are_still_of_the_same_variant() {
    let decision = eq(&Some(f64::NAN), &Some(1.0));
    assert_eq!(decision.to_true().get(), 1.0_f64.next_down());
    assert!(decision.to_true() < eq(&None, &Some(1.0)).to_true());
    assert_eq!(eq(&(f64::NAN, 1), &(0.0, 2)).to_true().get(), 1.5);
    assert!(!eq(&Some(f64::NAN), &Some(f64::NAN)).holds());
}

#[test]
fn a_closure_measures_what_has_no_trait() {
    #[derive(PartialEq)]
    enum Token {
        Number(u32),
        Word(&'static str),
    }
    use Token::{Number, Word};
    let apart = |a: &Token, b: &Token| match (a, b) {
        (Number(a), Number(b)) => same_variant(Distance::from(a.abs_diff(*b))),
        (Word(a), Word(b)) => same_variant(a.apart(b, &Rules::DEFAULT)),
        _ => OTHER_VARIANT,
    };
    let eq = |a: Token, b: Token| Rules::DEFAULT.relation(a == b, || apart(&a, &b));
    assert_eq!(eq(Number(3), Number(4)).to_true().get(), 0.5);
    assert_eq!(eq(Number(3), Word("x")).to_true().get(), 1.0);
    assert_eq!(eq(Word("a"), Word("b")).to_true().get(), 1.0 / 3.0);
    assert_eq!(eq(Word("a"), Word("a")).to_false().get(), 1.0);
    // In a sequence, too.
    let [a, b] = [vec![Number(3), Word("a")], vec![Number(4)]]
        .map(|row| row.into_iter().map(|token| By(token, apart)).collect::<Vec<_>>());
    assert_eq!(Rules::DEFAULT.starts_with(&a, &b).to_true().get(), 1.0 / 3.0);
}

#[test]
fn no_fields_are_not_apart() {
    assert_eq!(fields([]), Distance::ZERO);
}
