//! Relations between slices.

use super::oracle::{self, agrees, rules};
use proptest::prelude::*;
use sbst_distance::{
    By, Decision, Distance, OrderDistance, Relation, Rules, collection, edit, eq, ge, gt, le, lt,
};
use std::borrow::Cow;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

/// All relations on two slices of operands.
fn all_relations<T: OrderDistance + Copy + Debug>(
    rules: Rules,
    a: &[T],
    b: &[T],
) -> Result<(), TestCaseError> {
    let gap = |x: &T, y: &T| x.apart(y, &rules).get();
    let k = rules.k();
    let affix = |holds: bool, to_true: f64| match (b.is_empty(), holds) {
        (true, _) => f64::INFINITY,
        (false, true) => k,
        (false, false) => to_true,
    };

    agrees(rules.eq(a, b), a == b, if a == b { k } else { oracle::aligned(a, b, gap) })?;
    prop_assert_eq!(rules.ne(a, b), !rules.eq(a, b));
    let folded = rules.eq_folded(a == b, a, b, |x| Some(*x));
    prop_assert_eq!(folded, rules.eq(a, b));
    agrees(
        rules.starts_with(a, b),
        a.starts_with(b),
        affix(a.starts_with(b), oracle::beginning(a, b, gap)),
    )?;
    agrees(rules.ends_with(a, b), a.ends_with(b), affix(a.ends_with(b), oracle::end(a, b, gap)))?;
    let inside = (0..=a.len()).any(|at| a[at..].starts_with(b));
    agrees(rules.contains_run(a, b), inside, affix(inside, oracle::window(a, b, gap)))?;

    // What did not come out can be reached by the relation; what did, by its complement.
    let strictly = |x: &T, y: &T, less: bool| {
        if less { rules.lt(*x, *y).to_true().get() } else { rules.gt(*x, *y).to_true().get() }
    };
    let loosely = |x: &T, y: &T, less: bool| {
        if less { rules.le(*x, *y).to_true().get() } else { rules.ge(*x, *y).to_true().get() }
    };
    let order = |less: bool, strict: bool| match strict {
        true => oracle::order(a, b, true, k, |x, y| strictly(x, y, less)),
        false => oracle::order(a, b, false, k, |x, y| loosely(x, y, less)),
    };
    agrees(rules.lt(a, b), a < b, if a < b { order(false, false) } else { order(true, true) })?;
    agrees(rules.le(a, b), a <= b, if a <= b { order(false, true) } else { order(true, false) })?;
    agrees(rules.gt(a, b), a > b, if a > b { order(true, false) } else { order(false, true) })?;
    agrees(rules.ge(a, b), a >= b, if a >= b { order(true, true) } else { order(false, false) })?;
    Ok(())
}

/// Two slices that often share a beginning, an end, or a part.
fn pairs<T: Clone + Debug>(
    element: impl Strategy<Value = T> + Clone,
) -> impl Strategy<Value = (Vec<T>, Vec<T>)> {
    let piece = move |most: usize| prop::collection::vec(element.clone(), 0..most);
    (piece(5), piece(5), piece(5), piece(3), 0..6).prop_map(
        |(before, middle, after, other, form)| match form {
            0 => ([before, middle.clone(), after].concat(), middle),
            1 => ([middle.clone(), after].concat(), middle),
            2 => ([before, middle.clone()].concat(), [other, middle].concat()),
            3 => (middle.clone(), [before, middle, after].concat()),
            4 => ([middle.clone(), before].concat(), [middle, other].concat()),
            _ => (before, after),
        },
    )
}

proptest! {
    #[test]
    fn of_bytes((a, b) in pairs(0..4_u8), rules in rules()) {
        all_relations(rules, &a, &b)?;
    }

    #[test]
    fn of_wide_integers(
        (a, b) in pairs(prop::sample::select(vec![i128::MIN, -1, 0, 1, 1 << 53, i128::MAX])),
        rules in rules(),
    ) {
        all_relations(rules, &a, &b)?;
    }

    #[test]
    fn of_floats(
        (a, b) in pairs(prop::sample::select(vec![f64::NAN, f64::INFINITY, -0.0, 0.0, 5e-324, 1.5, f64::MAX, f64::MIN])),
        rules in rules(),
    ) {
        all_relations(rules, &a, &b)?;
    }

    #[test]
    fn of_bools_and_chars(
        (a, b) in pairs(any::<bool>()),
        (c, d) in pairs(prop::sample::select(vec!['a', 'b', 'é', '\u{10FFFF}'])),
        rules in rules(),
    ) {
        all_relations(rules, &a, &b)?;
        all_relations(rules, &c, &d)?;
    }

    #[test]
    fn of_structured_elements((a, b) in pairs(prop::option::of(0..3_i32))) {
        let gap = |x: &Option<i32>, y: &Option<i32>| match (x, y) {
            (Some(x), Some(y)) => oracle::norm(f64::from(x.abs_diff(*y))),
            _ => f64::from(x != y),
        };
        agrees(eq(&a, &b), a == b, if a == b { 1.0 } else { oracle::aligned(&a, &b, gap) })?;
        if !b.is_empty() && !a.starts_with(&b) {
            agrees(Rules::DEFAULT.starts_with(&a, &b), false, oracle::beginning(&a, &b, gap))?;
        }
    }

    #[test]
    fn of_elements_by_a_closure((a, b) in pairs(0..20_u32), rules in rules()) {
        // A quarter of the gap, asked of references.
        let quarter =
            |x: &u32, y: &u32| Distance::new(f64::from(x.abs_diff(*y)) / 4.0).expect("positive");
        let [x, y] = [&a, &b].map(|row| row.iter().map(|n| By(*n, quarter)).collect::<Vec<_>>());
        let gap = |x: &u32, y: &u32| quarter(x, y).get();
        let k = rules.k();
        agrees(rules.eq(&x, &y), a == b, if a == b { k } else { oracle::aligned(&a, &b, gap) })?;
        if !b.is_empty() {
            let inside = (0..=a.len()).any(|at| a[at..].starts_with(&b));
            agrees(
                rules.contains_run(&x, &y),
                inside,
                if inside { k } else { oracle::window(&a, &b, gap) },
            )?;
            agrees(
                rules.ends_with(&x, &y),
                a.ends_with(&b),
                if a.ends_with(&b) { k } else { oracle::end(&a, &b, gap) },
            )?;
        }
        let to_less = oracle::order(&a, &b, true, k, |x, y| gap(x, y) + k);
        if a >= b {
            agrees(rules.compare(Relation::Less, &x, &y), false, to_less)?;
            prop_assert_eq!(
                rules.compare(Relation::GreaterOrEqual, &x, &y),
                !rules.compare(Relation::Less, &x, &y)
            );
        }
    }

    #[test]
    fn by_edits((a, b) in pairs(0..3_u8), rules in rules()) {
        let decision = rules.eq_by_edits(&a, &b);
        agrees(decision, a == b, if a == b { rules.k() } else { edit::distance(&a, &b) as f64 })?;
        prop_assert!(decision.to_true() >= Distance::from(a.len().abs_diff(b.len()) as u32));
    }

    #[test]
    fn equality_is_symmetric_and_complements_are_complements(
        (a, b) in pairs(prop::sample::select(vec![0.0, 1.0, f64::NAN])),
    ) {
        prop_assert_eq!(eq(&a, &b), eq(&b, &a));
        prop_assert_eq!(lt(&a, &b), gt(&b, &a));
        prop_assert_eq!(le(&a, &b), ge(&b, &a));
        if a.partial_cmp(&b).is_some() {
            prop_assert_eq!(lt(&a, &b), !ge(&a, &b));
            prop_assert_eq!(le(&a, &b), !gt(&a, &b));
        }
    }

    #[test]
    fn a_nearer_element_is_nearer(
        mut a in prop::collection::vec(0..1000_i64, 1..9),
        at in any::<prop::sample::Index>(),
        by in 1..999_i64,
    ) {
        let wanted = a.clone();
        let at = at.index(a.len());
        let rules = Rules::DEFAULT;
        let distance = |a: &[i64]| {
            let decisions = [
                rules.eq(a, &wanted),
                rules.starts_with(a, &wanted),
                rules.ends_with(a, &wanted),
                rules.contains_run(a, &wanted),
            ];
            decisions.map(Decision::to_true)
        };
        a[at] = wanted[at] + by;
        let near = distance(&a);
        a[at] = wanted[at] + by + 1;
        for (near, far) in near.into_iter().zip(distance(&a)) {
            prop_assert!(near < far);
        }
    }

    #[test]
    fn emptiness_is_the_length(a in prop::collection::vec(any::<u8>(), 0..9), rules in rules()) {
        agrees(
            rules.is_empty(&a),
            a.is_empty(),
            if a.is_empty() { rules.k() } else { a.len() as f64 },
        )?;
        prop_assert_eq!(collection::is_empty(&a), Rules::DEFAULT.is_empty(&a));
    }
}

#[test]
fn what_differs_is_never_at_distance_zero() {
    // A closure that cannot tell two elements from each other does not change the outcome.
    let blind = |byte: u8| [By(byte, |_: &u8, _: &u8| Distance::ZERO)];
    let (a, b, rules) = (&blind(b'a'), &blind(b'b'), Rules::DEFAULT);
    for decision in [
        rules.eq(a, b),
        rules.starts_with(a, b),
        rules.contains_run(a, b),
        rules.compare(Relation::Less, b, a),
    ] {
        assert!(!decision.holds() && decision.to_true().get() > 0.0);
    }
}

#[test]
fn long_sequences_are_compared_in_little_time_and_stack() {
    let (a, b) = (vec![1_u8; 1_000_000], vec![2_u8; 999_990]);
    assert_eq!(eq(&a, &b).to_true().get(), 999_990.0 / 2.0 + 10.0);
    assert_eq!(Rules::DEFAULT.contains_run(&a, &[2, 2, 2]).to_true().get(), 1.5);
    assert_eq!(Rules::DEFAULT.ends_with(&b[..5], &a).to_true().get(), 2.5 + 999_995.0);
}

#[test]
fn closures_are_asked_in_order() {
    let rising = |a: &u8, b: &u8| {
        Distance::from(if a == b {
            0
        } else if a < b {
            1
        } else {
            99
        })
    };
    let by = |bytes: &[u8]| bytes.iter().map(|byte| By(*byte, rising)).collect::<Vec<_>>();
    let rules = Rules::DEFAULT;
    let to_true = |decision: Decision| decision.to_true().get();
    assert_eq!(to_true(rules.eq(by(&[1]), by(&[2]))), 0.5);
    assert_eq!(to_true(rules.starts_with(&by(&[1, 9]), &by(&[2]))), 0.5);
    assert_eq!(to_true(rules.ends_with(&by(&[9, 1]), &by(&[2]))), 0.5);
    assert_eq!(to_true(rules.contains_run(&by(&[1, 9]), &by(&[2]))), 0.5);
    assert_eq!(to_true(rules.contains_run(&by(&[1]), &by(&[2, 2]))), 1.5); // the part is longer
}

#[test]
fn bytes_ignoring_case() {
    let rules = Rules::DEFAULT;
    let decision = rules.eq_ignore_ascii_case(b"GET /", b"get ?");
    assert_eq!((decision.holds(), decision.to_true().get()), (false, 16.0 / 17.0));
    assert!(rules.eq_ignore_ascii_case(b"\xFFz", b"\xFFZ").holds());
    assert_eq!(rules.eq_ignore_ascii_case(b"Host".as_slice(), &b"HOST".to_vec()), rules.flag(true));
    assert_eq!(rules.eq_ignore_ascii_case("Host".bytes(), "HOSU".bytes()).to_true().get(), 0.5);
}

#[test]
fn parts_that_are_longer_are_no_parts_in_little_time() {
    // Compared at every place, these would take 10^12 / 2 comparisons.
    let (a, b) = (vec![1_u8; 1_000_000], vec![1_u8; 1_000_001]);
    assert_eq!(Rules::DEFAULT.contains_run(&a, &b).to_true().get(), 1.0);
}

#[test]
fn pointers_and_iterators_are_the_sequences_that_they_lead_to() {
    let rules = Rules::DEFAULT;
    let (array, vec) = ([3_u8, 7], vec![3_u8, 7]);
    let expected = rules.starts_with(&array, &[4]);

    let (boxed, boxed_vec, nested): (Box<[u8]>, _, _) =
        (array.into(), Box::new(vec.clone()), Rc::new(Box::new(&vec)));
    assert_eq!(
        [rules.starts_with(&boxed, &[4]), rules.starts_with(&boxed_vec, &[4])],
        [expected; 2]
    );
    let (rc, arc): (Rc<[u8]>, Arc<[u8]>) = (array.into(), array.into());
    assert_eq!(
        [
            rules.starts_with(&rc, &[4]),
            rules.starts_with(&arc, &[4]),
            rules.starts_with(&nested, &[4])
        ],
        [expected; 3]
    );
    let cow: Cow<'_, [u8]> = Cow::Borrowed(&array);
    assert_eq!(rules.starts_with(&cow, &[4]), expected);
    assert!([&array].iter().all(|xs| rules.starts_with(xs, &[4]) == expected)); // references to references
    assert!([&array[..]].iter().all(|xs| rules.starts_with(xs, &[4]) == expected));
    assert!([&vec].iter().all(|xs| [xs].iter().all(|xs| rules.starts_with(xs, &[4]) == expected)));

    let four = || [4].into_iter().map(|byte: u8| byte);
    assert_eq!(
        [rules.starts_with(array.iter(), &[4]), rules.starts_with(array.iter().copied(), four())],
        [expected; 2]
    );
    assert_eq!(
        [
            rules.starts_with(vec.iter().cloned(), four()),
            rules.starts_with([7, 3].iter().rev(), &[4])
        ],
        [expected; 2]
    );
    let odd = array.iter().filter(|byte| *byte % 2 == 1);
    assert_eq!(
        [rules.starts_with("\x03\x07".bytes(), four()), rules.starts_with(odd, &[4])],
        [expected; 2]
    );
}
