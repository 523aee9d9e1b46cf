//! Distances of the user's own: of texts by the rules, of values by the traits; also ones that lie.

use proptest::prelude::*;
use sbst_distance::structure::fields;
use sbst_distance::{
    By, Decision, Distance, EqualityDistance, OperandKind, OrderDistance, Relation, Rules,
    collection, edit, text,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

fn case_blind(a: &str, b: &str) -> Distance {
    Distance::count(edit::of_str(&a.to_lowercase(), &b.to_lowercase()))
}

/// Any distance at all, also 0 for unequal texts, and another one if they are swapped.
fn lying<const SEED: usize>(a: &str, b: &str) -> Distance {
    let mixed = a
        .bytes()
        .chain([b'/'])
        .chain(b.bytes())
        .fold(SEED, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
    [Distance::ZERO, Distance::SMALLEST, Distance::from(3), Distance::GREATEST, Distance::INFINITE]
        [mixed % 5]
}

fn rules() -> impl Strategy<Value = (Rules, fn(&str, &str) -> Distance)> {
    let all: [fn(&str, &str) -> Distance; 4] = [case_blind, lying::<0>, lying::<1>, lying::<2>];
    prop::sample::select(all.to_vec()).prop_map(|own| (Rules::TRACEY.with_texts("own", own), own))
}

/// An amount, with a distance that lies: it counts whole hundreds, and swaps signs.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
struct Money(i32);

impl EqualityDistance for Money {
    const KIND: OperandKind = OperandKind::Real;
    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        Distance::from(self.0.abs_diff(other.0) / 100)
    }
}
impl OrderDistance for Money {}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    name: String,
    price: Money,
}

impl EqualityDistance for Entry {
    fn apart(&self, other: &Self, rules: &Rules) -> Distance {
        fields([self.name.apart(&other.name, rules), self.price.apart(&other.price, rules)])
    }
}

/// The definition: of unequal texts what the function says, but not 0.
fn texts(own: fn(&str, &str) -> Distance, a: &str, b: &str) -> f64 {
    let positive = own(a, b).get().max(f64::MIN_POSITIVE);
    if a == b { 0.0 } else { positive }
}

fn norm(distance: f64) -> f64 {
    if distance == f64::INFINITY { 1.0 } else { Distance::new(distance).expect("valid").norm() }
}

/// Exactly one side is at 0: the one that the program took.
fn obeys(decision: Decision, outcome: bool) -> bool {
    let (to_true, to_false) = (decision.to_true(), decision.to_false());
    let (taken, other) = if outcome { (to_true, to_false) } else { (to_false, to_true) };
    decision.holds() == outcome && taken == Distance::ZERO && other > Distance::ZERO
}

fn word() -> impl Strategy<Value = String> {
    "[abAB]{0,4}"
}

fn entry() -> impl Strategy<Value = Entry> {
    (word(), -300..300_i32).prop_map(|(name, price)| Entry { name, price: Money(price) })
}

proptest! {
    #[test]
    fn od34_a_distance_of_texts_counts_wherever_texts_are_equal_or_not(
        (rules, own) in rules(),
        (a, b) in (word(), word()),
        words in prop::collection::vec(word(), 0..4),
    ) {
        let expected = texts(own, &a, &b);
        let to_equal = |decision: Decision| {
            assert!(obeys(decision, a == b));
            decision.to_true().get()
        };
        prop_assert_eq!(to_equal(rules.eq(a.as_str(), &b)), expected);
        prop_assert_eq!(to_equal(!rules.ne(&a, &b)), expected);
        prop_assert_eq!(to_equal(rules.eq(Cow::from(&a), Cow::from(&b))), expected);
        prop_assert_eq!(to_equal(rules.eq(Rc::<str>::from(&*a), Rc::from(&*b))), expected);
        prop_assert_eq!(to_equal(rules.compare(Relation::Equal, &a, &b)), expected);
        if a == b {
            prop_assert_eq!(rules.eq(&a, &b).to_false().get(), rules.k());
        }
        let nearest = words.iter().map(|word| texts(own, word, &a)).fold(f64::INFINITY, f64::min);
        let member = rules.contains(&words, &a);
        prop_assert!(obeys(member, words.contains(&a)));
        prop_assert_eq!(member.to_true().get(), nearest);
        // All other relations read characters.
        prop_assert_eq!(rules.lt(&a, &b), Rules::TRACEY.lt(&a, &b));
        prop_assert_eq!(rules.starts_with(&a, &b), Rules::TRACEY.starts_with(&a, &b));
        prop_assert_eq!(rules.contains_run(&a, &b), Rules::TRACEY.contains_run(&a, &b));
        prop_assert_eq!(rules.eq_by_edits(&a, &b), Rules::TRACEY.eq_by_edits(&a, &b));
    }

    #[test]
    fn od34_own_distances_count_inside_of_others(
        (rules, own) in rules(),
        (a, b) in (prop::collection::vec(entry(), 0..4), prop::collection::vec(entry(), 0..4)),
    ) {
        let between = |a: &Entry, b: &Entry| {
            norm(texts(own, &a.name, &b.name)) + norm(f64::from(a.price.0.abs_diff(b.price.0) / 100))
        };
        let pairwise: f64 = a.iter().zip(&b).map(|(a, b)| norm(between(a, b))).sum();
        let expected = pairwise + a.len().abs_diff(b.len()) as f64;
        let pairs = |row: &[Entry]| -> Vec<(String, Money)> {
            row.iter().map(|entry| (entry.name.clone(), entry.price)).collect()
        };
        for decision in [rules.eq(&a, &b), rules.eq(&pairs(&a), &pairs(&b))] {
            prop_assert!(obeys(decision, a == b));
            let error = decision.to_true().get() - expected;
            prop_assert!(a == b || error.abs() <= 1e-12, "{error}");
        }
        // As values of maps, and as payloads.
        let map = |row: &[Entry]| -> BTreeMap<usize, Option<Entry>> {
            row.iter().cloned().map(Some).enumerate().collect()
        };
        prop_assert!(obeys(rules.eq(&map(&a), &map(&b)), a == b));
        if let (Some(a), Some(b)) = (a.first(), b.first()) {
            let decision = rules.eq(Some(a), Some(b));
            prop_assert!(obeys(decision, a == b));
            let payload = norm(between(a, b)).min(1.0_f64.next_down()).max(f64::MIN_POSITIVE);
            prop_assert!(a == b || decision.to_true().get() == payload);
            // The order of prices, alone, in a pair and in an option; both sides.
            let (a, b) = (a.price, b.price);
            for relation in Relation::ALL {
                let outcome = relation.holds(a.partial_cmp(&b));
                prop_assert!(obeys(rules.compare(relation, a, b), outcome));
                prop_assert!(obeys(rules.compare(relation, (a, 1), (b, 1)), outcome));
                prop_assert!(obeys(rules.compare(relation, Some(a), Some(b)), outcome));
                prop_assert!(obeys(rules.compare(relation, &[a][..], &[b][..]), outcome));
            }
        }
    }
}

#[test]
fn od34_rules_with_a_distance_of_texts_stay_values() {
    const RULES: Rules = Rules::KOREL.with_texts("case-blind edits", case_blind);
    assert_eq!(RULES, Rules::KOREL.with_texts("case-blind edits", case_blind));
    assert_ne!(RULES, Rules::KOREL);
    assert_ne!(RULES, Rules::KOREL.with_texts("others", case_blind));
    assert_eq!(RULES.to_string(), "korel, texts by case-blind edits");
    assert!(format!("{RULES:?}").contains("\"case-blind edits\""));
    let halved = RULES.with_k(0.5).expect("positive");
    assert_eq!(halved.eq("flaw", "LAWN").to_true().get(), 2.0);
    assert_eq!(halved.eq("flaw", "flaw").to_false().get(), 0.5);
    // Unequal texts are never at 0.
    assert_eq!(RULES.eq("a", "A").to_true().get(), f64::MIN_POSITIVE);
    assert_eq!(text::eq("a", "b"), Rules::DEFAULT.eq("a", "b"));
    // A text under a closure has that closure's distance.
    let same_length = |a: &&str, b: &&str| a.len().abs_diff(b.len());
    assert_eq!(RULES.eq(By("ab", same_length), By("a", same_length)).to_true().get(), 1.0);
    assert_eq!(collection::contains(["ab"], "ac"), Rules::DEFAULT.contains(["ab"], "ac"));
}
