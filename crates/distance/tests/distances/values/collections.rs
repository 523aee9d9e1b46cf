//! Relations to collections of any kind.

use super::oracle::{agrees, rules};
use proptest::prelude::*;
use sbst_distance::collection::{self, SetMetric};
use sbst_distance::{By, Decision, Distance, all, any};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};

proptest! {
    #[test]
    fn membership_is_any_equality(
        members in prop::collection::vec(0..12_i32, 0..8),
        wanted in 0..12_i32,
        rules in rules(),
    ) {
        let decision = rules.contains(&members, &wanted);
        let each = any(members.iter().map(|member| rules.eq(*member, wanted)));
        prop_assert_eq!(decision.holds(), members.contains(&wanted));
        prop_assert_eq!(decision.to_true(), each.to_true());
        if decision.holds() {
            prop_assert_eq!(
                decision.to_false().get(),
                members.iter().filter(|member| **member == wanted).count() as f64
            );
        }
    }

    #[test]
    fn all_members_is_the_conjunction(
        a in prop::collection::vec(0..9_u8, 0..5),
        b in prop::collection::vec(0..9_u8, 0..5),
    ) {
        let decision = collection::contains_all(&b, &a);
        prop_assert_eq!(decision.holds(), a.iter().all(|x| b.contains(x)));
        prop_assert_eq!(decision, all(a.iter().map(|x| collection::contains(&b, x))));
        if let [x] = a[..] {
            prop_assert_eq!(decision, collection::contains(&b, &x));
        }
    }

    #[test]
    fn sets_differ_by_their_symmetric_difference(
        a in prop::collection::vec(0..9_u8, 0..7),
        b in prop::collection::vec(0..9_u8, 0..7),
        rules in rules(),
    ) {
        let (x, y) = (BTreeSet::from_iter(&a), BTreeSet::from_iter(&b));
        let (different, common, either) =
            (x.symmetric_difference(&y).count(), x.intersection(&y).count(), x.union(&y).count());
        let by = |metric| rules.set_eq(&a, &b, metric);
        agrees(
            by(SetMetric::SymmetricDifference),
            x == y,
            if x == y { rules.k() } else { different as f64 },
        )?;
        let jaccard = if either == 0 { 0.0 } else { 1.0 - common as f64 / either as f64 };
        agrees(by(SetMetric::Jaccard), x == y, if x == y { rules.k() } else { jaccard })?;
        for metric in [SetMetric::SymmetricDifference, SetMetric::Jaccard] {
            let swapped = rules.set_eq(
                &b.iter().collect::<HashSet<_>>(),
                &a.iter().collect::<Vec<_>>(),
                metric,
            );
            prop_assert_eq!(rules.set_eq(&x, &y, metric), swapped);
        }
    }

    #[test]
    fn multisets_count_every_element(
        a in prop::collection::vec(0..4_u8, 0..9),
        b in prop::collection::vec(0..4_u8, 0..9),
    ) {
        let mut left = b.clone();
        let only_first = a
            .iter()
            .filter(|x| match left.iter().position(|y| y == *x) {
                Some(at) => {
                    left.swap_remove(at);
                    false
                }
                None => true,
            })
            .count();
        let different = only_first + left.len();
        agrees(
            collection::multiset_eq(&a, &b),
            different == 0,
            if different == 0 { 1.0 } else { different as f64 },
        )?;
    }

    #[test]
    fn the_order_of_iteration_changes_nothing(
        members in prop::collection::vec(-1.0..1.0_f64, 0..6),
        mut elements in prop::collection::vec(-1e9..1e9_f64, 0..6),
        by in 0..6_usize,
    ) {
        let before = collection::contains_all(&members, &elements);
        if !elements.is_empty() {
            let by = by % elements.len();
            elements.rotate_left(by);
        }
        prop_assert_eq!(collection::contains_all(members.iter().rev(), &elements), before);
    }
}

#[test]
fn collections_of_every_kind() {
    let decision = |d: Decision| (d.holds(), d.other_side().get());
    assert_eq!(decision(collection::contains(&[4, 8], &7)), (false, 2.0));
    assert_eq!(decision(collection::contains(&vec![4, 8], &7)), (false, 2.0));
    assert_eq!(decision(collection::contains([4, 8], 7)), (false, 2.0));
    assert_eq!(decision(collection::contains(4..8, 7)), (true, 1.0));
    assert_eq!(decision(collection::contains(&VecDeque::from([4, 8]), &7)), (false, 2.0));
    assert_eq!(decision(collection::contains(&HashSet::from([4, 8]), &7)), (false, 2.0));
    assert_eq!(decision(collection::contains(&BTreeSet::from([4, 8]), &7)), (false, 2.0));
    assert_eq!(decision(collection::contains("mn".chars(), 'o')), (false, 2.0));
    assert_eq!(decision(collection::contains(&Some(4), &4)), (true, 1.0));
    assert_eq!(decision(collection::contains(&[Some(4), None], &Some(6))), (false, 2.0 / 3.0));
    let names = [String::from("bolt"), String::from("nut")];
    assert_eq!(
        decision(collection::contains(names.iter().map(String::as_str), "nuu")),
        (false, 0.5)
    );

    let map = BTreeMap::from([(1, 'a'), (5, 'c')]);
    assert_eq!(decision(collection::contains(map.keys(), &3)), (false, 3.0));
    assert_eq!(decision(collection::contains(map.values(), &'d')), (false, 2.0));
    assert_eq!(decision(collection::contains(&map, (&5, &'d'))), (false, 0.5));
    let map: HashMap<_, _> = map.into_iter().collect();
    assert_eq!(decision(collection::contains(&map, (&2, &'a'))), (false, 0.5));
    assert_eq!(decision(collection::is_empty(&map)), (false, 2.0));
    assert_eq!(decision(collection::is_empty([0; 0])), (true, 1.0));
}

#[test]
fn a_closure_measures_elements() {
    let circle = |a: &u32, b: &u32| Distance::from(a.abs_diff(*b).min(12 - a.abs_diff(*b)));
    let by = |hours: [u32; 2]| hours.map(|hour| By(hour, circle));
    assert_eq!(collection::contains(by([6, 1]), By(11, circle)).to_true().get(), 2.0);
    assert_eq!(collection::contains_all(by([6, 1]), by([11, 2])).to_true().get(), 2.0 + 1.0);
}
