//! Operands with one fault each; and those of the crate, which have none.

use num_bigint::BigInt;
use num_rational::Ratio;
use sbst::distance::{
    Distance, EqualityDistance, FloatMetric, Integer, OperandKind, OrderDistance, Published, Real,
    Rules, Whole,
};
use sbst_conformance::{Violation, equality, order};
use std::cell::Cell;
use std::time::Duration;

fn all_rules() -> [Rules; 5] {
    let ulps = Rules::DEFAULT.with_metric(FloatMetric::Ulps);
    [
        Rules::DEFAULT,
        Rules::TRACEY,
        Rules::KOREL,
        Rules::EVOSUITE.with_k(0.25).expect("positive"),
        ulps,
    ]
}

#[track_caller]
fn lawful<T: OrderDistance>(values: &[T]) {
    for rules in all_rules() {
        order(&rules, values).expect_none();
    }
}

#[test]
fn operands_of_the_crate_keep_the_laws() {
    lawful(&[
        i128::MIN,
        i128::MIN + 1,
        -7,
        -1,
        0,
        1,
        2,
        1 << 53,
        (1 << 53) + 1,
        i128::MAX - 1,
        i128::MAX,
    ]);
    lawful(&[0, 1, 2, u64::MAX - 1, u64::MAX]);
    lawful(&[i8::MIN, -1, 0, 1, i8::MAX]);
    lawful(&[
        Integer::from(i128::MIN),
        Integer::from(-1),
        Integer::from(0),
        Integer::from(u128::MAX),
    ]);
    lawful(&[Duration::ZERO, Duration::from_nanos(1), Duration::MAX]);
    lawful(&['\0', 'a', 'b', 'é', '\u{D7FF}', '\u{E000}', char::MAX]);
    lawful(&[false, true]);
    lawful(&["", "a", "b", "ab", "ba", "aab"]);
    lawful(&[vec![], vec![1], vec![2], vec![1, 2], vec![2, 1]]);
    lawful(&[(1, 'a'), (1, 'b'), (2, 'a')]);
    // NaN is in no order, and at any distance from itself.
    let floats = [
        f64::NEG_INFINITY,
        f64::MIN,
        -1.5,
        -5e-324,
        0.0,
        -0.0,
        5e-324,
        1.0,
        1.0_f64.next_up(),
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    lawful(&floats);
    lawful(&floats.map(|x| x as f32));
    for rules in all_rules() {
        equality(&rules, &[Some(3), Some(4), None]).expect_none();
        equality(&rules, &[Ok(3), Ok(4), Err("no"), Err("nothing")]).expect_none();
    }
}

#[test]
fn numbers_of_other_crates_keep_the_laws() {
    let big = [-300, -299, 0, 1, 52, 53, 54, 2_000]
        .map(|n: i64| BigInt::from(n.signum()) << n.unsigned_abs());
    lawful(&big.each_ref().map(Whole));
    let fractions = [
        Ratio::new(1_i64, 3),
        Ratio::new(1, 2),
        Ratio::new(2, 3),
        Ratio::from_integer(i64::MAX),
        Ratio::new(-1, i64::MAX),
    ];
    lawful(&fractions.each_ref().map(Real));
}

/// A number whose measure is a function of the test.
#[derive(Clone, Copy)]
struct Wrong(i32, fn(i32, i32) -> u32);

impl PartialEq for Wrong {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl PartialOrd for Wrong {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        self.0.partial_cmp(&other.0)
    }
}

impl EqualityDistance for Wrong {
    const KIND: OperandKind = OperandKind::Integer;
    fn apart(&self, other: &Self, _: &Rules) -> Distance {
        Distance::from((self.1)(self.0, other.0))
    }
}

impl OrderDistance for Wrong {}

fn found(measure: fn(i32, i32) -> u32, rules: &Rules) -> Vec<Violation> {
    order(rules, &[-2, 0, 0, 5].map(|n| Wrong(n, measure))).to_vec()
}

#[test]
fn each_fault_is_found() {
    let rules = Rules::new(Published::Korel, Published::Korel);
    assert_eq!(found(|a, b| a.abs_diff(b), &rules), []);
    let d = |n: u32| Distance::from(n);
    // Everything is together.
    let same = found(|_, _| 0, &rules);
    assert!(same.contains(&Violation::DifferentTogether { first: 0, second: 3 }));
    assert!(same.contains(&Violation::DifferentAtEquality { first: 0, second: 3 }));
    assert!(same.contains(&Violation::AtMostAtZero { first: 3, second: 0 }));
    // Equal values are apart.
    let apart = found(|a, b| a.abs_diff(b) + 1, &rules);
    assert!(apart.contains(&Violation::EqualApart { first: 1, second: 2, apart: d(1) }));
    // One way is longer.
    let one_way = found(|a, b| if a > b { 2 * a.abs_diff(b) } else { a.abs_diff(b) }, &rules);
    assert!(one_way.contains(&Violation::Asymmetric {
        first: 0,
        second: 3,
        apart: d(7),
        back: d(14)
    }));
    // A larger gap is nearer.
    let nearer = found(|a, b| if a == b { 0 } else { 100 - a.abs_diff(b) }, &rules);
    assert!(nearer.contains(&Violation::LargerGapNearer { from: 0, nearer: 3, further: 2 }));
    assert!(nearer.contains(&Violation::LargerGapNearer { from: 3, nearer: 0, further: 1 }));
}

/// A value that is measured differently each time, or that contradicts its own order.
struct Fickle(Cell<u32>);

impl PartialEq for Fickle {
    fn eq(&self, _: &Self) -> bool {
        false
    }
}

impl PartialOrd for Fickle {
    fn partial_cmp(&self, _: &Self) -> Option<std::cmp::Ordering> {
        Some(std::cmp::Ordering::Less)
    }
}

impl EqualityDistance for Fickle {
    fn apart(&self, _: &Self, _: &Rules) -> Distance {
        self.0.set(self.0.get() + 1);
        Distance::from(self.0.get())
    }
}

impl OrderDistance for Fickle {
    fn to_less(&self, _: &Self, _: &Rules) -> Distance {
        Distance::ZERO
    }
}

#[test]
fn what_changes_and_what_contradicts_itself_is_found() {
    let values = [Fickle(Cell::new(0)), Fickle(Cell::new(0))];
    let found = order(&Rules::DEFAULT, &values);
    assert!(found.iter().any(|violation| matches!(violation, Violation::ApartChanged { .. })));
    assert!(found.iter().any(|violation| matches!(violation, Violation::OrderContradicts { .. })));
    /// A number that is never further than it may be.
    #[derive(Clone, Copy, PartialEq, PartialOrd)]
    struct Strict(u8);
    impl EqualityDistance for Strict {
        fn apart(&self, other: &Self, _: &Rules) -> Distance {
            Distance::from(u32::from(self.0.abs_diff(other.0)))
        }
    }
    impl OrderDistance for Strict {
        fn to_less(&self, _: &Self, _: &Rules) -> Distance {
            Distance::ZERO
        }
    }
    let found = order(&Rules::DEFAULT, &[Strict(1), Strict(4)]);
    assert!(found.contains(&Violation::LessAtZero { first: 1, second: 0 }));
    let nearer = Violation::LessNearer {
        first: 1,
        second: 0,
        to_less: Distance::ZERO,
        to_at_most: Distance::from(3),
    };
    assert!(found.contains(&nearer));
}
