//! The least distances over many evaluations.

use proptest::prelude::*;
use sbst_distance::{Decision, Distance, Nearest};

fn decisions() -> impl Strategy<Value = Vec<Decision>> {
    let distance = prop_oneof![
        any::<u64>()
            .prop_map(|bits| f64::from_bits(bits).abs())
            .prop_filter("a number", |x| !x.is_nan()),
        (0..6_u32).prop_map(f64::from),
        Just(f64::INFINITY),
    ];
    let one = (any::<bool>(), distance)
        .prop_map(|(holds, x)| Decision::observed(holds, Distance::new(x).expect("a number")));
    prop::collection::vec(one, 0..6)
}

fn of(decisions: &[Decision]) -> Nearest {
    let mut nearest = Nearest::default();
    decisions.iter().for_each(|&decision| nearest.see(decision));
    nearest
}

fn merged(mut a: Nearest, b: Nearest) -> Nearest {
    a.merge(b);
    a
}

proptest! {
    #[test]
    fn it_keeps_the_least_of_each_side(decisions in decisions()) {
        let nearest = of(&decisions);
        prop_assert_eq!(nearest.to_true(), decisions.iter().map(|d| d.to_true()).min());
        prop_assert_eq!(nearest.to_false(), decisions.iter().map(|d| d.to_false()).min());
        prop_assert_eq!(
            [true, false].map(|outcome| nearest.to(outcome)),
            [nearest.to_true(), nearest.to_false()]
        );
    }

    #[test]
    fn merging_is_having_seen_both(a in decisions(), b in decisions(), c in decisions()) {
        let both: Vec<Decision> = a.iter().chain(&b).copied().collect();
        let (a, b, c) = (of(&a), of(&b), of(&c));
        prop_assert_eq!(merged(a, b), of(&both));
        prop_assert_eq!(merged(a, b), merged(b, a));
        prop_assert_eq!(merged(merged(a, b), c), merged(a, merged(b, c)));
        prop_assert_eq!(merged(a, a), a);
        prop_assert_eq!(merged(a, Nearest::default()), a);
    }
}

#[test]
fn nothing_seen_is_not_the_same_as_infinitely_far() {
    assert_eq!((Nearest::default().to_true(), Nearest::default().to_false()), (None, None));
    let nan = of(&[sbst_distance::eq(f64::NAN, 0.0)]);
    assert_eq!((nan.to_true(), nan.to_false()), (Some(Distance::INFINITE), Some(Distance::ZERO)));
}
