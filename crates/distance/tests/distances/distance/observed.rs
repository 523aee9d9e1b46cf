//! Comparisons without relation or sign: never further than the relation that the program has, and
//! that of it in the end.

use proptest::prelude::*;
use sbst_distance::{Decision, ObservedComparison, Relation, Rules};

const SITES: [Relation; 6] = [
    Relation::Equal,
    Relation::NotEqual,
    Relation::Less,
    Relation::LessOrEqual,
    Relation::Greater,
    Relation::GreaterOrEqual,
];

/// What the program computes: a relation of words of a width, signed or not.
fn evaluate(relation: Relation, is_signed: bool, bits: u32, a: u64, b: u64) -> Decision {
    let value = |word: u64| {
        let modulus = 1_i128 << bits;
        let word = i128::from(word) % modulus;
        if is_signed && word >= modulus / 2 { word - modulus } else { word }
    };
    Rules::DEFAULT.compare(relation, value(a), value(b))
}

proptest! {
    #[test]
    fn it_narrows_down_to_the_relation(
        at in 0..6_usize,
        is_signed in any::<bool>(),
        bits in prop::sample::select(vec![1_u32, 8, 16, 32, 64]),
        words in prop::collection::vec((any::<u64>(), any::<u64>(), 0..4_u8), 1..30),
    ) {
        let relation = SITES[at];
        let mut site = ObservedComparison::new(bits);
        let mut count = site.relations().count();
        prop_assert_eq!(count, 12);
        for (a, b, form) in words {
            let (a, b) = match form {
                0 => (a, a),
                1 => (a, a.wrapping_add(1)),
                _ => (a, b),
            };
            let truth = evaluate(relation, is_signed, bits, a, b);
            let mut observed = site;
            let decision = site.see(&Rules::DEFAULT, a, b, truth.holds());
            prop_assert_eq!(
                observed.observe(a, b, truth.holds()),
                site.relations().count() < count
            );
            prop_assert_eq!(observed, site);
            prop_assert_eq!(decision.holds(), truth.holds());
            prop_assert!(decision.other_side() <= truth.other_side());
            let left: Vec<_> = site.relations().collect();
            prop_assert!(left.len() <= count);
            count = left.len();
            prop_assert!(left.contains(&(relation, is_signed)));
            if left.len() == 1 {
                prop_assert_eq!(decision, truth);
            }
        }
    }

    #[test]
    fn an_outcome_of_something_else_is_a_flag(word in any::<u64>()) {
        let mut site = ObservedComparison::new(64);
        let _ = site.see(&Rules::DEFAULT, word, word, true);
        let _ = site.see(&Rules::DEFAULT, word, word, false);
        prop_assert_eq!(site.relations().count(), 0);
        prop_assert_eq!(site.see(&Rules::DEFAULT, word, 3, true), Rules::DEFAULT.flag(true));
    }
}

#[test]
fn any_width_is_a_width() {
    for bits in [0, 1, 63, 64, 65, u32::MAX] {
        let mut site = ObservedComparison::new(bits);
        assert!(site.see(&Rules::DEFAULT, u64::MAX, 0, false).other_side().get() > 0.0);
    }
}
