//! Infection distances: relations cell by cell and by brute force, all other operators by their
//! results on every small operand.

mod samples;

use proptest::prelude::*;
use sbst_distance::Relation;
use sbst_distance::infection::{
    Arithmetic, Bitwise, Number, Overflow, Shift, Unary, relation, values,
};
use sbst_distance::{Bits, Distance, OrderDistance, Rules};
use std::cmp::Ordering;

use Relation::{Equal, False, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual, True};

fn arithmetic<T: Number>(
    a: T,
    b: T,
    original: Arithmetic,
    mutant: Arithmetic,
    overflow: Overflow,
) -> Distance {
    values(original.of(a, b, overflow), mutant.of(a, b, overflow))
}

fn bitwise<T: Bits>(a: T, b: T, original: Bitwise, mutant: Bitwise) -> Distance {
    values(Some(original.of(a, b)), Some(mutant.of(a, b)))
}

fn shift<T: Bits>(x: T, amount: u32, original: Shift, mutant: Shift) -> Distance {
    values(Some(original.of(x, amount)), Some(mutant.of(x, amount)))
}

fn inserted<T: Number>(x: T, operator: Unary, overflow: Overflow) -> Distance {
    values(Some(x), operator.of(x, overflow))
}

/// A call that a mutant deletes, or a field that it deletes, which never throws.
fn deleted<T: Default + PartialEq>(result: Option<T>) -> f64 {
    values(result, Some(T::default())).get()
}

const RELATIONS: [Relation; 8] =
    [Less, LessOrEqual, Greater, GreaterOrEqual, Equal, NotEqual, True, False];

/// By the operators of the language.
fn real<T: PartialOrd>(relation: Relation, a: T, b: T) -> bool {
    match relation {
        Less => a < b,
        LessOrEqual => a <= b,
        Greater => a > b,
        GreaterOrEqual => a >= b,
        Equal => a == b,
        NotEqual => a != b,
        True => true,
        False => false,
    }
}

/// The table as published, made exact; rows are the original, columns the mutant, in the order of
/// the first six relations.
fn table(original: Relation, mutant: Relation, v: i64) -> Option<i64> {
    let distance = v.abs();
    let at_zero = i64::from(v == 0);
    let below = v.max(0); // to v <= 0
    let strictly_below = if v >= 0 { v + 1 } else { 0 };
    let above = if v < 0 { v.abs() } else { 0 }; // to v >= 0
    let strictly_above = if v <= 0 { v.abs() + 1 } else { 0 };
    Some(match (original, mutant) {
        (Less, LessOrEqual)
        | (LessOrEqual, Less)
        | (Greater, GreaterOrEqual)
        | (GreaterOrEqual, Greater) => distance,
        (Less, Greater)
        | (Greater, Less)
        | (LessOrEqual, GreaterOrEqual)
        | (GreaterOrEqual, LessOrEqual) => at_zero,
        (Less, GreaterOrEqual)
        | (GreaterOrEqual, Less)
        | (LessOrEqual, Greater)
        | (Greater, LessOrEqual) => 0,
        (Equal, NotEqual) | (NotEqual, Equal) => 0,
        (Less, Equal) | (Equal, Less) | (GreaterOrEqual, NotEqual) | (NotEqual, GreaterOrEqual) => {
            below
        }
        (Less, NotEqual) | (NotEqual, Less) | (GreaterOrEqual, Equal) | (Equal, GreaterOrEqual) => {
            strictly_above
        }
        (LessOrEqual, Equal) | (Equal, LessOrEqual) | (Greater, NotEqual) | (NotEqual, Greater) => {
            strictly_below
        }
        (LessOrEqual, NotEqual) | (NotEqual, LessOrEqual) | (Greater, Equal) | (Equal, Greater) => {
            above
        }
        _ => return None,
    })
}

/// The least change of v after which the two differ, among all small changes.
fn nearest(original: Relation, mutant: Relation, v: i64) -> Option<i64> {
    (-600..=600)
        .filter(|change| real(original, v + change, 0) != real(mutant, v + change, 0))
        .map(i64::abs)
        .min()
}

#[test]
fn relations_cell_by_cell_and_by_brute_force() {
    for original in RELATIONS {
        for mutant in RELATIONS {
            for v in -260..=260_i64 {
                let expected = nearest(original, mutant, v);
                if let Some(cell) = table(original, mutant, v) {
                    assert_eq!(Some(cell), expected, "{original:?} {mutant:?} {v}");
                }
                let found = relation(v + 7, 7, original, mutant);
                assert_eq!(
                    found.get(),
                    expected.map_or(f64::INFINITY, |d| d as f64),
                    "{original:?} {mutant:?} {v}"
                );
                assert_eq!(
                    relation(7, 7 + v, mutant, original),
                    relation(7, 7 + v, original, mutant)
                );
            }
        }
    }
}

fn infected_where_they_differ<T: OrderDistance + Copy + std::fmt::Debug>(
    a: T,
    b: T,
) -> Result<(), TestCaseError> {
    for original in RELATIONS {
        for mutant in RELATIONS {
            let distance = relation(a, b, original, mutant);
            prop_assert_eq!(
                distance == Distance::ZERO,
                real(original, a, b) != real(mutant, a, b),
                "{:?} {:?}",
                original,
                mutant
            );
            prop_assert_eq!(original.holds(a.partial_cmp(&b)), real(original, a, b));
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn zero_iff_the_relations_differ(
        a in any::<i128>(),
        b in any::<i128>(),
        x in any::<f64>(),
        y in any::<f64>(),
        c in any::<u64>(),
    ) {
        infected_where_they_differ(a, b)?;
        infected_where_they_differ(a, a)?;
        infected_where_they_differ(c, c.wrapping_add(1))?;
        infected_where_they_differ(x, y)?;
        infected_where_they_differ(x, x)?;
        infected_where_they_differ(x, f64::NAN)?;
        infected_where_they_differ(f64::INFINITY, y)?;
        infected_where_they_differ(x as f32, y as f32)?;
    }

    #[test]
    fn distances_are_the_exact_gap(a in any::<i64>(), b in any::<i64>()) {
        let gap = i128::from(a) - i128::from(b);
        let (below, above) = (gap.max(0), (-gap).max(0));
        prop_assert_eq!(relation(a, b, Less, LessOrEqual).get(), gap.unsigned_abs() as f64);
        prop_assert_eq!(relation(a, b, Less, Equal).get(), below as f64);
        prop_assert_eq!(relation(a, b, LessOrEqual, NotEqual).get(), above as f64);
        prop_assert_eq!(
            relation(a, b, LessOrEqual, Equal).get(),
            if gap >= 0 { (gap + 1) as f64 } else { 0.0 }
        );
    }
}

#[test]
fn floats_nan_and_infinity() {
    assert_eq!(relation(f64::MAX, f64::MIN, Less, LessOrEqual).get(), f64::MAX); // finite
    assert_eq!(relation(5e-324, 0.0, Less, LessOrEqual).get(), 5e-324); // never 0 for different operands
    assert_eq!(relation(0.5, 0.0, LessOrEqual, Equal).get(), 1.5);
    assert_eq!(relation(f64::INFINITY, 0.0, Less, LessOrEqual), Distance::INFINITE);
    assert_eq!(relation(f64::INFINITY, f64::INFINITY, Less, LessOrEqual), Distance::ZERO);
    // NaN: only `!=` and `true` hold.
    for original in RELATIONS {
        for mutant in RELATIONS {
            let differ = matches!(original, NotEqual | True) != matches!(mutant, NotEqual | True);
            let expected = if differ { Distance::ZERO } else { Distance::INFINITE };
            assert_eq!(
                relation(f64::NAN, 1.0, original, mutant),
                expected,
                "{original:?} {mutant:?}"
            );
        }
    }
    assert!(!Equal.holds(None) && LessOrEqual.holds(Some(Ordering::Equal)));
}

const ARITHMETIC: [Arithmetic; 5] = [
    Arithmetic::Add,
    Arithmetic::Subtract,
    Arithmetic::Multiply,
    Arithmetic::Divide,
    Arithmetic::Remainder,
];

/// The exact result, before it has to fit a type.
fn exact(operator: Arithmetic, a: i32, b: i32) -> Option<i32> {
    match operator {
        Arithmetic::Add => Some(a + b),
        Arithmetic::Subtract => Some(a - b),
        Arithmetic::Multiply => Some(a * b),
        Arithmetic::Divide => a.checked_div(b),
        Arithmetic::Remainder => a.checked_rem(b),
    }
}

#[test]
fn arithmetic_on_all_bytes() {
    let zero_iff = |distance: Distance, differ: bool| {
        assert_eq!(distance.get(), if differ { 0.0 } else { 1.0 });
    };
    for a in i8::MIN..=i8::MAX {
        for b in i8::MIN..=i8::MAX {
            let (wide_a, wide_b) = (i32::from(a), i32::from(b));
            for original in ARITHMETIC {
                let wraps = |operator| exact(operator, wide_a, wide_b).map(|x| x as i8);
                // MIN % -1 overflows like the division that it goes with.
                let throws = |operator| match operator {
                    Arithmetic::Remainder if (a, b) == (i8::MIN, -1) => None,
                    _ => exact(operator, wide_a, wide_b).filter(|x| i8::try_from(*x).is_ok()),
                };
                assert_eq!(original.of(a, b, Overflow::Wraps), wraps(original));
                assert_eq!(original.of(a, b, Overflow::Throws).map(i32::from), throws(original));
                for mutant in ARITHMETIC {
                    zero_iff(
                        arithmetic(a, b, original, mutant, Overflow::Wraps),
                        wraps(original) != wraps(mutant),
                    );
                    zero_iff(
                        arithmetic(a, b, original, mutant, Overflow::Throws),
                        throws(original) != throws(mutant),
                    );
                }
            }
        }
    }
}

#[test]
fn bits_and_shifts_on_all_bytes() {
    let bit = |x: u8, i: u32| x >> i & 1 == 1;
    let of_bits =
        |bits: &dyn Fn(u32) -> bool| (0..8).filter(|i| bits(*i)).map(|i| 1 << i).sum::<u8>();
    for a in 0..=u8::MAX {
        for b in 0..=u8::MAX {
            assert_eq!(Bitwise::And.of(a, b), of_bits(&|i| bit(a, i) && bit(b, i)));
            assert_eq!(Bitwise::Or.of(a, b), of_bits(&|i| bit(a, i) || bit(b, i)));
            assert_eq!(
                Bitwise::Xor.of(a as i8, b as i8),
                of_bits(&|i| bit(a, i) != bit(b, i)) as i8
            );
            assert_eq!(bitwise(a, b, Bitwise::Or, Bitwise::Xor) == Distance::ZERO, a & b != 0);
        }
        for amount in 0..40 {
            let by = amount % 8;
            let signed = a as i8;
            let left = of_bits(&|i| i >= by && bit(a, i - by));
            let zeros = of_bits(&|i| i + by < 8 && bit(a, i + by));
            let signs = of_bits(&|i| if i + by < 8 { bit(a, i + by) } else { bit(a, 7) });
            assert_eq!(Shift::Left.of(signed, amount), left as i8);
            assert_eq!(Shift::UnsignedRight.of(signed, amount), zeros as i8);
            assert_eq!(Shift::Right.of(signed, amount), signs as i8);
            assert_eq!(
                (Shift::Right.of(a, amount), Shift::UnsignedRight.of(a, amount)),
                (zeros, zeros)
            );
            assert_eq!(
                shift(signed, amount, Shift::Right, Shift::UnsignedRight) == Distance::ZERO,
                zeros != signs
            );
        }
    }
}

#[test]
fn inserted_operators_on_all_bytes() {
    for x in i8::MIN..=i8::MAX {
        let infected = |operator, overflow| inserted(x, operator, overflow) == Distance::ZERO;
        assert_eq!(infected(Unary::Negate, Overflow::Wraps), x != 0 && x != i8::MIN);
        assert_eq!(infected(Unary::Negate, Overflow::Throws), x != 0);
        assert!(
            infected(Unary::Increment, Overflow::Wraps)
                && infected(Unary::Decrement, Overflow::Throws)
        );
        assert_eq!(Unary::Negate.of(x, Overflow::Throws), x.checked_neg());
        assert_eq!(Unary::Decrement.of(x, Overflow::Wraps), Some(x.wrapping_sub(1)));
    }
    assert_eq!(
        Unary::Negate.of(0.0, Overflow::Throws).map(f64::to_bits),
        Some((-0.0_f64).to_bits())
    );
    assert_eq!(inserted(0.0, Unary::Negate, Overflow::Throws).get(), 1.0); // 0.0 == -0.0
    assert_eq!(inserted(1e300, Unary::Increment, Overflow::Throws).get(), 1.0); // too small a step
}

#[test]
fn results_are_compared_as_values() {
    assert_eq!(values(Some(f64::NAN), Some(1.0)).get(), 0.0);
    assert_eq!(values(Some("a"), Some("a")).get(), 1.0);
    assert_eq!(values::<u8>(None, None).get(), 1.0); // both throw
    assert_eq!(
        arithmetic(0.0, 0.0, Arithmetic::Divide, Arithmetic::Remainder, Overflow::Wraps).get(),
        1.0
    ); // both NaN
    let half = Rules::DEFAULT.with_k(0.5).unwrap();
    assert_eq!(half.infection(Some(1), Some(1)).get(), 0.5);
    assert_eq!(half.infection(Some(0), Unary::Negate.of(0, Overflow::Wraps)).get(), 0.5);
    assert_eq!(half.infection(Some(Bitwise::And.of(1, 1)), Some(Bitwise::Or.of(1, 1))).get(), 0.5);
    assert_eq!(half.infection(Some(Shift::Left.of(1, 1)), Some(Shift::Right.of(1, 1))).get(), 0.0);
}

#[test]
fn g7_operands_that_tell_the_mutant_are_infected_and_others_not() {
    for x in 1..100 {
        assert_eq!(
            arithmetic(x, 0, Arithmetic::Add, Arithmetic::Multiply, Overflow::Wraps),
            Distance::ZERO
        ); // x against 0
    }
    assert_eq!(arithmetic(0, 0, Arithmetic::Add, Arithmetic::Multiply, Overflow::Wraps).get(), 1.0);
    for amount in [0, 32, 64] {
        assert_eq!(shift(-5_i32, amount, Shift::Right, Shift::UnsignedRight).get(), 1.0); // by 0
    }
    assert_eq!(shift(-5_i32, 33, Shift::Right, Shift::UnsignedRight), Distance::ZERO);
}

/// BBC 4.1.4, F8: 0 iff the value differs from the default of its type, else K.
#[test]
fn deleted_calls_and_fields_leave_the_default() {
    let k = |infected: bool| if infected { 0.0 } else { 1.0 };
    for x in i8::MIN..=i8::MAX {
        assert_eq!(deleted(Some(x)), k(x != 0));
    }
    for (x, infected) in [
        (0.0, false),
        (-0.0, false),
        (f64::MIN_POSITIVE, true),
        (f64::NAN, true),
        (f64::NEG_INFINITY, true),
    ] {
        assert_eq!(deleted(Some(x)), k(infected), "{x}");
    }
    assert_eq!([false, true].map(|x| deleted(Some(x))), [1.0, 0.0]);
    assert_eq!(["", "a"].map(|x| deleted(Some(x))), [1.0, 0.0]);
    assert_eq!([vec![], vec![0]].map(|x| deleted(Some(x))), [1.0, 0.0]);
    assert_eq!(['\0', '0'].map(|x| deleted(Some(x))), [1.0, 0.0]);
    // References: null, and one to what is empty.
    assert_eq!([None, Some("")].map(|x| deleted(Some(x))), [1.0, 0.0]);
    // A call that throws, which the mutant does not; one without a result.
    assert_eq!((deleted(None::<i32>), deleted(None::<()>), deleted(Some(()))), (0.0, 0.0, 1.0));
}
