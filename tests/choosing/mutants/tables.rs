//! The tables of relations, arithmetic and operators on bits, against the enumeration of the
//! definition on real types.

use super::enumeration::Tried;
use super::operands::{FLOATS, Integers, pairs, samples};
use super::sets::{BranchGoals, minimal_arithmetic, minimal_bitwise, minimal_relations};
use sbst::distance::Relation;
use sbst::distance::infection::{Arithmetic, Bitwise, Number, Overflow};
use sbst::subsumption::mutants::{Change, Model, Orders};
use std::cmp::Ordering::{self, Equal, Greater, Less};

/// The relation between all mutants of all originals, and the minimal ones, are those that were
/// enumerated.
pub(crate) fn assert_table<O: Copy + PartialEq + std::fmt::Debug>(
    name: &str,
    operators: &[O],
    tried: &Tried,
    change: impl Fn(O, O) -> Change,
    minimal: impl Fn(O) -> Vec<O>,
) {
    for (o, &original) in operators.iter().enumerate() {
        for (a, &one) in operators.iter().enumerate() {
            let this = change(original, one);
            assert_eq!(this.is_equivalent(), !tried.is_infected(o, a), "{name}: {this:?}");
            for (b, &other) in operators.iter().enumerate() {
                let that = change(original, other);
                assert_eq!(
                    this.subsumes(that),
                    tried.subsumes(o, a, b),
                    "{name}: {this:?}, {that:?}"
                );
                // Mutants of different originals do not stand in one expression.
                for &elsewhere in operators.iter().filter(|&&elsewhere| elsewhere != original) {
                    assert!(
                        !this.subsumes(change(elsewhere, other)),
                        "{name}: {this:?}, {elsewhere:?}"
                    );
                }
            }
        }
        let expected: Vec<O> = tried.minimal(o).into_iter().map(|place| operators[place]).collect();
        assert_eq!(minimal(original), expected, "{name}: {original:?}");
    }
}

/// The same for operands of which the library knows less than there is: what it says holds, and the
/// minimal mutants are the same.
fn assert_sound<O: Copy + PartialEq + std::fmt::Debug>(
    name: &str,
    operators: &[O],
    tried: &Tried,
    change: impl Fn(O, O) -> Change,
    minimal: impl Fn(O) -> Vec<O>,
) {
    for (o, &original) in operators.iter().enumerate() {
        for (a, &one) in operators.iter().enumerate() {
            let this = change(original, one);
            assert_eq!(this.is_equivalent(), !tried.is_infected(o, a), "{name}: {this:?}");
            for (b, &other) in operators.iter().enumerate() {
                let says = this.subsumes(change(original, other));
                assert!(!says || tried.subsumes(o, a, b), "{name}: {this:?}, {other:?}");
            }
        }
        let expected: Vec<O> = tried.minimal(o).into_iter().map(|place| operators[place]).collect();
        assert_eq!(minimal(original), expected, "{name}: {original:?}");
    }
}

pub(crate) fn relations(orders: impl IntoIterator<Item = Option<Ordering>>) -> Tried {
    Tried::on(&Relation::ALL, orders, |relation, &order| Some(relation.holds(order)))
}

pub(crate) fn of_operands<T: PartialOrd + Copy>(
    operands: impl IntoIterator<Item = (T, T)>,
) -> Tried {
    relations(operands.into_iter().map(|(a, b)| a.partial_cmp(&b)))
}

fn assert_relations(name: &str, orders: Orders, tried: &Tried) {
    let change = |original, mutant| Change::Relation { original, mutant, orders };
    let minimal = |original| minimal_relations(original, orders, BranchGoals::Absent);
    assert_table(name, &Relation::ALL, tried, change, minimal);
}

#[test]
fn relations_of_floats_are_as_enumerated() {
    assert_relations("f32", Orders::Any, &of_operands(pairs(&FLOATS)));
    assert_relations("f64", Orders::Any, &of_operands(pairs(&FLOATS.map(f64::from))));
    assert_relations(
        "x and NaN",
        Orders::Any,
        &of_operands([(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (f64::NAN, 0.0)]),
    );
}

#[test]
fn relations_of_a_number_with_the_least_or_the_greatest_one_are_as_enumerated() {
    assert_relations("u8 >= 0", Orders::NeverLess, &of_operands((0..=u8::MAX).map(|x| (x, 0))));
    assert_relations(
        "u32 >= 0",
        Orders::NeverLess,
        &of_operands(samples::<u32>(32).into_iter().map(|x| (x, 0))),
    );
    assert_relations(
        "i8 >= MIN",
        Orders::NeverLess,
        &of_operands((i8::MIN..=i8::MAX).map(|x| (x, i8::MIN))),
    );
    assert_relations(
        "bool >= false",
        Orders::NeverLess,
        &of_operands([(false, false), (true, false)]),
    );
    assert_relations(
        "i8 <= MAX",
        Orders::NeverGreater,
        &of_operands((i8::MIN..=i8::MAX).map(|x| (x, i8::MAX))),
    );
    assert_relations(
        "u8 <= MAX",
        Orders::NeverGreater,
        &of_operands((0..=u8::MAX).map(|x| (x, u8::MAX))),
    );
}

#[test]
fn relations_of_integers_have_the_minimal_mutants_of_floats() {
    let check = |name: &str, tried: &Tried| {
        let change = |original, mutant| Change::Relation { original, mutant, orders: Orders::Any };
        let minimal = |original| minimal_relations(original, Orders::Any, BranchGoals::Absent);
        assert_sound(name, &Relation::ALL, tried, change, minimal);
        // Without NaN, all pairs are told.
        assert_relations(name, Orders::Total, tried);
    };
    check("i8", &of_operands(pairs(&(i8::MIN..=i8::MAX).collect::<Vec<_>>())));
    check("u8", &of_operands(pairs(&(0..=u8::MAX).collect::<Vec<_>>())));
    check("4 bits", &of_operands(pairs(&Integers::signed(4).all())));
    check("bool", &of_operands(pairs(&[false, true])));
    check("i16", &of_operands(pairs(&samples::<i16>(16))));
    check("i32", &of_operands(pairs(&samples::<i32>(32))));
    check("i64", &of_operands(pairs(&samples::<i64>(64))));
    check("u32", &of_operands(pairs(&samples::<u32>(32))));
    check("no NaN", &relations([Some(Less), Some(Equal), Some(Greater)]));
}

#[test]
fn of_nan_more_relations_say_nothing_of_one_another() {
    // Where x < y and x != y differ, x is greater, so x > y differs, too; but NaN is unequal, and
    // neither less nor greater.
    let (less, greater, not_equal) =
        (Relation::Less as usize, Relation::Greater as usize, Relation::NotEqual as usize);
    let integers = relations([Some(Less), Some(Equal), Some(Greater)]);
    let floats = relations([Some(Less), Some(Equal), Some(Greater), None]);
    assert!(
        integers.subsumes(less, not_equal, greater) && !floats.subsumes(less, not_equal, greater)
    );
    assert!(!relations([Some(Equal), Some(Greater)]).agrees_with(&integers));
}

fn arithmetic<T: Number>(operands: impl IntoIterator<Item = (T, T)>, overflow: Overflow) -> Tried {
    Tried::on(&Arithmetic::ALL, operands, |operator, &(a, b)| operator.of(a, b, overflow))
}

fn assert_arithmetic(name: &str, model: Model, tried: &Tried) {
    let change = |original, mutant| Change::Arithmetic { original, mutant, model };
    assert_table(name, &Arithmetic::ALL, tried, change, |original| {
        minimal_arithmetic(original, model)
    });
}

fn assert_positive_unsigned(name: &str, tried: &Tried) {
    let change =
        |original, mutant| Change::Arithmetic { original, mutant, model: Model::CheckedUnsigned };
    assert_sound(name, &Arithmetic::ALL, tried, change, |original| {
        minimal_arithmetic(original, Model::CheckedUnsigned)
    });
}

fn is_positive<T: Default + PartialOrd>((a, b): &(T, T)) -> bool {
    *a > T::default() && *b > T::default()
}

#[test]
fn arithmetic_of_all_bytes_is_as_enumerated() {
    let signed: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    let unsigned: Vec<u8> = (0..=u8::MAX).collect();
    assert_arithmetic("i8 wraps", Model::Wrapping, &arithmetic(pairs(&signed), Overflow::Wraps));
    assert_arithmetic("u8 wraps", Model::Wrapping, &arithmetic(pairs(&unsigned), Overflow::Wraps));
    assert_arithmetic(
        "i8 throws",
        Model::CheckedSigned,
        &arithmetic(pairs(&signed), Overflow::Throws),
    );
    assert_arithmetic(
        "u8 throws",
        Model::CheckedUnsigned,
        &arithmetic(pairs(&unsigned), Overflow::Throws),
    );
    let positive = |overflow| arithmetic(pairs(&signed).filter(is_positive), overflow);
    assert_arithmetic("positive i8 throws", Model::Positive, &positive(Overflow::Throws));
    // Differences below 0 throw also if the operands are positive.
    assert_positive_unsigned(
        "positive u8 throws",
        &arithmetic(pairs(&unsigned).filter(is_positive), Overflow::Throws),
    );
}

#[test]
fn arithmetic_of_wide_integers_is_as_enumerated() {
    fn assert_signed<T: Number + Ord + Default + TryFrom<i128>>(width: u32) {
        let all = samples::<T>(width);
        let name = |model| format!("i{width} {model}");
        assert_arithmetic(
            &name("wraps"),
            Model::Wrapping,
            &arithmetic(pairs(&all), Overflow::Wraps),
        );
        assert_arithmetic(
            &name("throws"),
            Model::CheckedSigned,
            &arithmetic(pairs(&all), Overflow::Throws),
        );
        let positive = arithmetic(pairs(&all).filter(is_positive), Overflow::Throws);
        assert_arithmetic(&name("positive"), Model::Positive, &positive);
    }
    assert_signed::<i16>(16);
    assert_signed::<i32>(32);
    assert_signed::<i64>(64);
    let all = samples::<u32>(32);
    assert_arithmetic("u32 wraps", Model::Wrapping, &arithmetic(pairs(&all), Overflow::Wraps));
    assert_arithmetic(
        "u32 throws",
        Model::CheckedUnsigned,
        &arithmetic(pairs(&all), Overflow::Throws),
    );
    assert_positive_unsigned(
        "positive u32 throws",
        &arithmetic(pairs(&all).filter(is_positive), Overflow::Throws),
    );
}

#[test]
fn arithmetic_of_floats_is_as_enumerated() {
    assert_arithmetic("f32", Model::Float, &arithmetic(pairs(&FLOATS), Overflow::Wraps));
    assert_arithmetic(
        "f64",
        Model::Float,
        &arithmetic(pairs(&FLOATS.map(f64::from)), Overflow::Throws),
    );
    // Products and quotients of these overflow and vanish.
    let finite: Vec<f64> = FLOATS
        .into_iter()
        .filter(|x| x.is_finite())
        .map(f64::from)
        .chain([1e-200, 1e200])
        .collect();
    assert_arithmetic("finite f64", Model::Float, &arithmetic(pairs(&finite), Overflow::Wraps));
}

/// Of emulated integers; those below the first one are left out.
fn emulated(integers: Integers, first: i64, overflow: Overflow) -> Tried {
    let all: Vec<i64> = integers.all().into_iter().filter(|&x| x >= first).collect();
    Tried::on(&Arithmetic::ALL, pairs(&all), |operator, &(a, b)| {
        integers.arithmetic(operator, a, b, overflow)
    })
}

#[test]
fn arithmetic_of_few_bits_is_as_enumerated() {
    for width in [6, 7] {
        let (signed, unsigned) = (Integers::signed(width), Integers::unsigned(width));
        assert_arithmetic("wraps", Model::Wrapping, &emulated(signed, i64::MIN, Overflow::Wraps));
        assert_arithmetic("u wraps", Model::Wrapping, &emulated(unsigned, 0, Overflow::Wraps));
        assert_arithmetic(
            "throws",
            Model::CheckedSigned,
            &emulated(signed, i64::MIN, Overflow::Throws),
        );
        assert_arithmetic(
            "u throws",
            Model::CheckedUnsigned,
            &emulated(unsigned, 0, Overflow::Throws),
        );
        assert_arithmetic(
            "positive throws",
            Model::Positive,
            &emulated(signed, 1, Overflow::Throws),
        );
        assert_positive_unsigned("positive u throws", &emulated(unsigned, 1, Overflow::Throws));
    }
    // Without bounds.
    let unbounded = |least, greatest| {
        let all: Vec<i64> = (least..=greatest).collect();
        Tried::on(&Arithmetic::ALL, pairs(&all), |operator, &(a, b)| {
            super::operands::exact(operator, a, b)
        })
    };
    assert_arithmetic("unbounded", Model::CheckedSigned, &unbounded(-40, 40));
    assert_arithmetic("unbounded positive", Model::Positive, &unbounded(1, 100));
}

#[test]
fn positive_numbers_of_4_bits_have_coincidences_that_6_bits_have_not() {
    let positive = |width| emulated(Integers::signed(width), 1, Overflow::Throws);
    assert!(!positive(4).agrees_with(&positive(6)));
    assert!(positive(6).agrees_with(&positive(8)));
}

#[test]
fn operators_on_bits_are_as_enumerated() {
    let check = |name: &str, tried: &Tried| {
        assert_table(
            name,
            &Bitwise::ALL,
            tried,
            |original, mutant| Change::Bitwise { original, mutant },
            minimal_bitwise,
        );
    };
    let four = Integers::unsigned(4).all();
    check(
        "4 bits",
        &Tried::on(&Bitwise::ALL, pairs(&four), |operator, &(a, b)| Some(operator.of(a, b))),
    );
    check(
        "one bit",
        &Tried::on(&Bitwise::ALL, pairs(&[0_u8, 1]), |operator, &(a, b)| Some(operator.of(a, b))),
    );
    let bytes: Vec<i8> = (i8::MIN..=i8::MAX).collect();
    check(
        "i8",
        &Tried::on(&Bitwise::ALL, pairs(&bytes), |operator, &(a, b)| Some(operator.of(a, b))),
    );
    check(
        "u32",
        &Tried::on(&Bitwise::ALL, pairs(&samples::<u32>(32)), |operator, &(a, b)| {
            Some(operator.of(a, b))
        }),
    );
    check(
        "i64",
        &Tried::on(&Bitwise::ALL, pairs(&samples::<i64>(64)), |operator, &(a, b)| {
            Some(operator.of(a, b))
        }),
    );
}
