//! Predicates made of predicates.

use proptest::prelude::*;
use proptest::{bool, num};
use sbst_distance::{Conjunction, Decision, Distance, all, any, eq, flag, ge, gt, le, lt};
use std::cell::Cell;

const FORMS: [Conjunction; 3] = [Conjunction::Sum, Conjunction::NormalisedSum, Conjunction::Max];
const INFINITE: f64 = f64::INFINITY;

fn of(holds: bool, other_side: f64) -> Decision {
    Decision::observed(holds, Distance::new(other_side).expect("a number"))
}

/// Decisions of any size, infinite ones included.
fn decision() -> impl Strategy<Value = Decision> {
    let distance = prop_oneof![
        2 => num::u64::ANY.prop_map(|bits| f64::from_bits(bits).abs()).prop_filter("a number", |x| !x.is_nan()),
        3 => (1..100_u32).prop_map(f64::from),
        1 => Just(INFINITE),
        1 => Just(f64::MAX),
    ];
    (bool::ANY, distance).prop_map(|(holds, x)| of(holds, x))
}

/// The sum as F2 has it: saturating, infinite iff a part is.
fn sum(parts: &[f64]) -> f64 {
    if parts.contains(&INFINITE) {
        INFINITE
    } else {
        parts.iter().fold(0.0_f64, |sum, part| (sum + part).min(f64::MAX))
    }
}

/// x / (1 + x), but what is infinite stays so.
fn scaled(x: f64) -> f64 {
    if x == INFINITE { x } else { Distance::new(x).expect("a number").norm() }
}

fn least(parts: &[f64]) -> f64 {
    parts.iter().copied().fold(INFINITE, f64::min)
}

fn greatest(parts: &[f64]) -> f64 {
    parts.iter().copied().fold(0.0, f64::max)
}

/// (outcome, to true, to false), the side not taken raised to where a side not taken may be.
fn expected(holds: bool, to_true: f64, to_false: f64) -> (bool, f64, f64) {
    match holds {
        true => (true, 0.0, to_false.max(f64::MIN_POSITIVE)),
        false => (false, to_true.max(f64::MIN_POSITIVE), 0.0),
    }
}

fn sides(d: Decision) -> (bool, f64, f64) {
    (d.holds(), d.to_true().get(), d.to_false().get())
}

proptest! {
    #[test]
    fn operators_are_those_of_the_table((a, b) in (decision(), decision())) {
        let ((x, at, af), (y, bt, bf)) = (sides(a), sides(b));
        prop_assert_eq!(sides(a & b), expected(x && y, sum(&[at, bt]), least(&[af, bf])));
        prop_assert_eq!(sides(a | b), expected(x || y, least(&[at, bt]), sum(&[af, bf])));
        prop_assert_eq!(sides(!a), (!x, af, at));
        prop_assert_eq!(a ^ b, (a & !b) | (!a & b));
        prop_assert_eq!((a ^ b).holds(), x ^ y);
        prop_assert_eq!((!a | b).holds(), !x || y);
    }

    #[test]
    fn laws_hold_exactly((a, b) in (decision(), decision())) {
        prop_assert_eq!(!!a, a);
        prop_assert_eq!(!(a & b), !a | !b);
        prop_assert_eq!(!(a | b), !a & !b);
        prop_assert_eq!(a & b, b & a);
        prop_assert_eq!(a | b, b | a);
        prop_assert_eq!(a ^ b, b ^ a);
        prop_assert_eq!(!a.and_then(|| b), (!a).or_else(|| !b));
        prop_assert_eq!(!a.or_else(|| b), (!a).and_then(|| !b));
    }

    #[test]
    fn n_ary_forms_are_those_of_the_table(parts in prop::collection::vec(decision(), 0..6)) {
        let (holds, fails) = (parts.iter().all(|d| d.holds()), parts.iter().all(|d| !d.holds()));
        let to_true: Vec<f64> = parts.iter().map(|d| d.to_true().get()).collect();
        let to_false: Vec<f64> = parts.iter().map(|d| d.to_false().get()).collect();
        for form in FORMS {
            let join = |parts: &[f64]| match form {
                Conjunction::Sum => sum(parts),
                Conjunction::NormalisedSum => {
                    sum(&parts.iter().copied().map(scaled).collect::<Vec<_>>())
                }
                _ => greatest(parts),
            };
            let other = |parts: &[f64]| match form {
                Conjunction::NormalisedSum => {
                    least(&parts.iter().copied().map(scaled).collect::<Vec<_>>())
                }
                _ => least(parts),
            };
            prop_assert_eq!(
                sides(form.all(parts.clone())),
                expected(holds, join(&to_true), other(&to_false))
            );
            prop_assert_eq!(
                sides(form.any(parts.clone())),
                expected(!fails, other(&to_true), join(&to_false))
            );
            let negated = || parts.iter().map(|&d| !d);
            prop_assert_eq!(!form.all(parts.clone()), form.any(negated()));
            prop_assert_eq!(!form.any(parts.clone()), form.all(negated()));
        }
        prop_assert_eq!(all(parts.clone()), Conjunction::Sum.all(parts.clone()));
        prop_assert_eq!(any(parts.clone()), Conjunction::Sum.any(parts.clone()));
    }

    #[test]
    fn n_ary_forms_do_not_care_for_order(
        parts in prop::collection::vec(decision(), 2..4),
        swap in 0..2_usize,
    ) {
        let mut other = parts.clone();
        other.swap(0, 1 + swap.min(parts.len() - 2));
        for form in FORMS {
            let (a, b) = (
                form.all(parts.clone()).other_side().get(),
                form.all(other.clone()).other_side().get(),
            );
            prop_assert!(a == b || (a - b).abs() <= 1e-15 * a);
        }
    }

    #[test]
    fn short_circuits_count_norms((a, b) in (decision(), decision())) {
        let ((x, at, af), (y, bt, bf)) = (sides(a), sides(b));
        let and = match x {
            true => expected(y, scaled(bt), least(&[scaled(af), scaled(bf)])),
            false => expected(false, sum(&[scaled(at), 1.0]), 0.0),
        };
        prop_assert_eq!(sides(a.and_then(|| b)), and);
        let or = match x {
            false => expected(y, least(&[scaled(at), scaled(bt)]), scaled(bf)),
            true => expected(true, 0.0, sum(&[scaled(af), 1.0])),
        };
        prop_assert_eq!(sides(a.or_else(|| b)), or);
    }

    #[test]
    fn the_second_operand_is_evaluated_only_if_the_first_does_not_decide(
        (a, b) in (decision(), decision()),
    ) {
        let evaluations = Cell::new(0);
        let second = || {
            evaluations.set(evaluations.get() + 1);
            b
        };
        let _ = a.and_then(second);
        prop_assert_eq!(evaluations.replace(0), u32::from(a.holds()));
        let _ = a.or_else(second);
        prop_assert_eq!(evaluations.get(), u32::from(!a.holds()));
    }

    #[test]
    fn getting_past_the_first_operand_is_progress(
        first in 1..1_000_000_u32,
        second in 1..1_000_000_u32,
    ) {
        let stuck = of(false, first.into()).and_then(|| unreachable!()).to_true();
        let past = of(true, first.into()).and_then(|| of(false, second.into())).to_true();
        prop_assert!(past < stuck);
    }
}

#[test]
fn truth_tables() {
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        let (x, y) = (flag(a), flag(b));
        assert_eq!((x & y).holds(), a && b);
        assert_eq!((x | y).holds(), a || b);
        assert_eq!((x ^ y).holds(), a ^ b);
        assert_eq!((!x | y).holds(), !a || b);
        assert_eq!(x.and_then(|| y).holds(), a && b);
        assert_eq!(x.or_else(|| y).holds(), a || b);
        for form in FORMS {
            assert_eq!((form.all([x, y]).holds(), form.any([x, y]).holds()), (a && b, a || b));
        }
    }
    // Both hold, so one must fail: the lesser change of the two.
    let (near, far) = (gt(3, 0), gt(9, 0));
    assert_eq!((near ^ far).to_true(), near.to_false());
    assert_eq!((!near | gt(0, 6)).to_true(), near.to_false());
}

#[test]
fn of_no_operands() {
    for form in FORMS {
        assert_eq!(sides(form.all([])), (true, 0.0, INFINITE));
        assert_eq!(sides(form.any([])), (false, INFINITE, 0.0));
    }
    assert_eq!((all([]), any([])), (Conjunction::Sum.all([]), Conjunction::Sum.any([])));
    assert_eq!(Conjunction::default(), Conjunction::Sum);
}

#[test]
fn infinite_parts_stay_infinite() {
    let (never, near) = (of(false, INFINITE), of(false, 2.0));
    assert_eq!((never & near).to_true(), Distance::INFINITE);
    assert_eq!((never | near).to_true().get(), 2.0);
    for form in FORMS {
        assert_eq!(form.all([near, never]).to_true(), Distance::INFINITE);
        assert!(form.any([near, never]).to_true() < Distance::INFINITE);
    }
    assert_eq!(never.and_then(|| near).to_true(), Distance::INFINITE);
    assert_eq!(of(true, 1.0).and_then(|| never).to_true(), Distance::INFINITE);
    assert_eq!(near.or_else(|| never).to_true().get(), 2.0 / 3.0);
    assert_eq!(of(true, INFINITE).or_else(|| near).to_false(), Distance::INFINITE);
}

#[test]
fn a_sum_is_associative_where_numbers_are_exact_and_the_others_as_documented() {
    let [a, b, c] = [3.0, 5.0, 9.0].map(|x| of(false, x));
    assert_eq!((a & b) & c, a & (b & c));
    assert_eq!(Conjunction::Sum.all([a, b, c]), a & b & c);
    assert_eq!(
        Conjunction::Max.all([Conjunction::Max.all([a, b]), c]),
        Conjunction::Max.all([a, b, c])
    );
    let form = Conjunction::NormalisedSum;
    assert_ne!(form.all([form.all([a, b]), c]), form.all([a, b, c]));
}

#[test]
fn n9_negation_swaps_the_sides_and_nothing_else() {
    // Wanted: !(a == 5) false, hence a == 5.
    let wanted = |a: i32| (!eq(a, 5)).to_false();
    assert_eq!(wanted(5), Distance::ZERO);
    assert!(wanted(5) < wanted(6) && wanted(6) < wanted(50));
    assert_eq!(wanted(50), eq(50, 5).to_true());
    assert_eq!((!eq(5, 5)).to_true().get(), 1.0);
}

#[test]
fn n10_all_holds_iff_every_operand_does() {
    let almost = of(false, 1.0 - 0.999_999_999_999_999_9);
    for form in FORMS {
        let conjunction = form.all([flag(true), flag(true), almost]);
        assert!(!conjunction.holds());
        assert!(conjunction.to_true() > Distance::ZERO);
        let vanishing = form.all([of(false, f64::MIN_POSITIVE), of(false, f64::MIN_POSITIVE)]);
        assert!(!vanishing.holds() && vanishing.to_true() > Distance::ZERO);
    }
    assert!(!flag(true).and_then(|| almost).holds());
    assert!(!(le(1, 2) & almost).holds());
}

#[test]
fn n11_false_or_true_is_true() {
    let (wrong, right) = (lt(9, 3), ge(9, 3));
    for either in [
        wrong | right,
        right | wrong,
        wrong.or_else(|| right),
        right.or_else(|| wrong),
        any([wrong, right]),
    ] {
        assert!(either.holds());
        assert_eq!(either.to_true(), Distance::ZERO);
    }
}
