//! Partitions of values: membership and distance as their definition says, written slowly.

use proptest::prelude::*;
use proptest::sample::select;
use sbst::distance::{Distance, Integer};
use sbst::execution::{Domain, Partition, Value};
use std::collections::BTreeSet;

use Partition::{
    Digit, Empty, False, Letter, Negative, NonEmpty, NonNull, Null, OtherChar, Positive, True, Zero,
};

const NUMBERS: [Partition; 3] = [Negative, Zero, Positive];
const CHARS: [Partition; 3] = [Letter, Digit, OtherChar];
const TWO_128: f64 = 340_282_366_920_938_463_463_374_607_431_768_211_456.0;

fn distance(partition: Partition, value: impl Into<Value>) -> f64 {
    partition.distance(value.into()).get()
}

fn holds(partition: Partition, c: char) -> bool {
    match partition {
        Letter => c.is_ascii_alphabetic(),
        Digit => c.is_ascii_digit(),
        _ => !c.is_ascii_alphanumeric(),
    }
}

/// By trying all chars: the nearest one of a class is ASCII, or the char itself.
fn to_char(partition: Partition, c: char) -> f64 {
    let members = ('\0'..='\x7f').chain([c]).filter(|&member| holds(partition, member));
    members
        .map(|member| u32::from(member).abs_diff(u32::from(c)))
        .min()
        .map_or(f64::INFINITY, f64::from)
}

fn classified(c: char) -> Result<(), TestCaseError> {
    for partition in CHARS {
        prop_assert_eq!(distance(partition, c), to_char(partition, c), "{:?} to {}", c, partition);
        prop_assert_eq!(distance(partition, c) == 0.0, holds(partition, c));
    }
    prop_assert_eq!(CHARS.iter().filter(|&&partition| distance(partition, c) == 0.0).count(), 1);
    Ok(())
}

#[test]
fn every_ascii_char_is_as_far_as_its_nearest_member() -> Result<(), TestCaseError> {
    let edges = ['\u{80}', '\u{e9}', '\u{661}', '\u{d7ff}', '\u{e000}', '\u{ff21}', char::MAX];
    ('\0'..='\x7f').chain(edges).try_for_each(classified)
}

/// Of what is written as (is below zero, magnitude): the gap alone to zero, the gap and 1 beyond
/// it.
fn to_number(partition: Partition, below: bool, magnitude: u128) -> f64 {
    match partition {
        Zero => magnitude as f64,
        Negative if below => 0.0,
        Positive if !below && magnitude > 0 => 0.0,
        _ => magnitude.checked_add(1).map_or(TWO_128, |sum| sum as f64),
    }
}

#[test]
fn every_small_integer_is_as_far_as_its_nearest_member() {
    let members = |partition: Partition| {
        (-300..=300).filter(move |n: &i32| match partition {
            Negative => *n < 0,
            Zero => *n == 0,
            _ => *n > 0,
        })
    };
    for n in -128..=255_i32 {
        let values = [
            i8::try_from(n).map(Value::from),
            u8::try_from(n).map(Value::from),
            Ok(Value::from(n)),
        ];
        for value in values.into_iter().flatten() {
            for partition in NUMBERS {
                let nearest = members(partition)
                    .map(|member| member.abs_diff(n))
                    .min()
                    .expect("each class has members");
                assert_eq!(
                    distance(partition, value),
                    f64::from(nearest),
                    "{value:?} to {partition}"
                );
            }
        }
    }
}

#[test]
fn wide_integers_are_rounded_once() {
    let next_to_2_53 = (1_i64 << 53) + 1;
    assert_eq!(distance(Negative, next_to_2_53), 9_007_199_254_740_994.0); // not 2^53, and 1 more
    assert_eq!(distance(Positive, -next_to_2_53), 9_007_199_254_740_994.0);
    assert_eq!(distance(Zero, next_to_2_53), 9_007_199_254_740_992.0);
    assert_eq!(distance(Negative, u128::MAX), TWO_128);
    assert_eq!(
        NUMBERS.map(|partition| distance(partition, i128::MIN)),
        [0.0, TWO_128 / 2.0, TWO_128 / 2.0]
    );
    assert_eq!(
        NUMBERS.map(|partition| distance(partition, u64::MAX)),
        [TWO_128.sqrt(), TWO_128.sqrt(), 0.0]
    );
    assert_eq!(
        NUMBERS.map(|partition| distance(partition, i64::MIN)),
        [0.0, TWO_128.sqrt() / 2.0, TWO_128.sqrt() / 2.0]
    );
}

/// In f64: beyond its greatest number a sum stays there, and as everywhere a gap is at least the
/// least normal number.
fn to_float(partition: Partition, x: f64) -> f64 {
    match partition {
        Zero if x == 0.0 => 0.0,
        Zero if x.is_finite() => x.abs().max(f64::MIN_POSITIVE),
        Negative if x < 0.0 => 0.0,
        Positive if x > 0.0 => 0.0,
        Negative | Positive if x.is_finite() => x.abs() + 1.0,
        _ => f64::INFINITY,
    }
}

#[test]
fn floats_at_their_ends() {
    let least = 5e-324;
    let expected = [
        (0.0, [1.0, 0.0, 1.0]),
        (-0.0, [1.0, 0.0, 1.0]),
        (least, [1.0, f64::MIN_POSITIVE, 0.0]),
        (-least, [0.0, f64::MIN_POSITIVE, 1.0]),
        (0.5, [1.5, 0.5, 0.0]),
        (f64::MAX, [f64::MAX, f64::MAX, 0.0]),
        (f64::MIN, [0.0, f64::MAX, f64::MAX]),
        (f64::INFINITY, [f64::INFINITY, f64::INFINITY, 0.0]),
        (f64::NEG_INFINITY, [0.0, f64::INFINITY, f64::INFINITY]),
        (f64::NAN, [f64::INFINITY; 3]),
    ];
    for (x, distances) in expected {
        assert_eq!(NUMBERS.map(|partition| distance(partition, x)), distances, "{x:e}");
        assert_eq!(NUMBERS.map(|partition| to_float(partition, x)), distances, "{x:e}");
    }
    // A narrower float is the same number, also where it is subnormal.
    assert_eq!(Value::from(1e-45_f32), Value::Float(f64::from(f32::from_bits(1))));
    assert_eq!(distance(Negative, f32::MAX), f64::from(f32::MAX) + 1.0);
}

proptest! {
    #[test]
    fn chars_are_as_far_as_their_nearest_member(c in any::<char>()) {
        classified(c)?;
    }

    #[test]
    fn integers_are_measured_exactly(bits in any::<u128>(), shift in 0..128_u32) {
        let (n, unsigned) = (bits as i128 >> shift, bits >> shift);
        for partition in NUMBERS {
            prop_assert_eq!(
                distance(partition, n),
                to_number(partition, n < 0, n.unsigned_abs()),
                "{} to {}",
                n,
                partition
            );
            prop_assert_eq!(
                distance(partition, unsigned),
                to_number(partition, false, unsigned),
                "{} to {}",
                unsigned,
                partition
            );
        }
        for value in [Value::from(n), Value::from(unsigned)] {
            prop_assert_eq!(
                NUMBERS.iter().filter(|&&partition| distance(partition, value) == 0.0).count(),
                1
            );
        }
    }

    #[test]
    fn floats_are_measured_in_f64(x in any::<f64>()) {
        for partition in NUMBERS {
            prop_assert_eq!(
                distance(partition, x),
                to_float(partition, x),
                "{:e} to {}",
                x,
                partition
            );
        }
        let classes = NUMBERS.iter().filter(|&&partition| distance(partition, x) == 0.0).count();
        prop_assert_eq!(classes, usize::from(!x.is_nan()));
    }

    /// A domain parts its type: every value that is not null is in exactly one of its classes, and
    /// at a finite distance from each.
    #[test]
    fn a_domain_parts_its_type(
        flag in any::<bool>(),
        c in any::<char>(),
        n in any::<i64>(),
        x in -1e300..1e300,
        size in any::<usize>(),
    ) {
        let typed = [
            (Domain::BOOL, Value::from(flag)),
            (Domain::CHAR, Value::from(c)),
            (Domain::SIGNED, Value::from(n)),
            (Domain::SIGNED, Value::from(x)),
            (Domain::UNSIGNED, Value::from(size)),
            (Domain::COLLECTION, Value::Size(size % 5)),
            (Domain::OBJECT, Value::Object),
        ];
        for (domain, value) in typed {
            prop_assert_eq!(
                domain.partitions().filter(|partition| distance(*partition, value) == 0.0).count(),
                1
            );
            prop_assert!(
                domain.partitions().all(|partition| distance(partition, value).is_finite())
            );
            prop_assert_eq!((distance(Null, value), distance(NonNull, value)), (1.0, 0.0));
        }
    }

    #[test]
    fn a_domain_lists_its_partitions_in_order(
        mut members in prop::collection::vec(select(&Partition::ALL), 0..30),
    ) {
        let domain = Domain::of(&members);
        members.reverse();
        prop_assert_eq!(Domain::of(&members), domain);
        let sorted: BTreeSet<_> = members.into_iter().collect();
        prop_assert!(domain.partitions().eq(sorted.iter().copied()));
        let with_null: BTreeSet<_> = sorted.into_iter().chain([Null]).collect();
        prop_assert!(domain.or_null().partitions().eq(with_null));
        prop_assert_eq!(domain.or_null().or_null(), domain.or_null());
    }
}

/// The distances to all partitions in the order of [`Partition::ALL`]; -1 stands for infinity, so
/// that the table can be read.
#[test]
fn a_value_is_infinitely_far_from_classes_of_other_types() {
    let table = [
        (Value::Nothing, [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1]),
        (Value::Null, [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1]),
        (Value::Object, [-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0]),
        (Value::Bool(true), [0, 1, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0]),
        (Value::Bool(false), [1, 0, -1, -1, -1, -1, -1, -1, -1, -1, 1, 0]),
        (Value::Char('/'), [-1, -1, 18, 1, 0, -1, -1, -1, -1, -1, 1, 0]),
        (Value::Char('z'), [-1, -1, 0, 65, 1, -1, -1, -1, -1, -1, 1, 0]),
        (Value::from(7), [-1, -1, -1, -1, -1, 8, 7, 0, -1, -1, 1, 0]),
        (Value::from(-2.0), [-1, -1, -1, -1, -1, 0, 2, 3, -1, -1, 1, 0]),
        (Value::Size(0), [-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 1, 0]),
        (Value::Size(6), [-1, -1, -1, -1, -1, -1, -1, -1, 6, 0, 1, 0]),
    ];
    for (value, row) in table {
        let expected =
            row.map(|n: i32| u32::try_from(n).map_or(Distance::INFINITE, Distance::from));
        assert_eq!(
            Partition::ALL.map(|partition| partition.distance(value)),
            expected,
            "{value:?}"
        );
    }
    assert_eq!(distance(Empty, Value::Size(usize::MAX)), usize::MAX as f64);
}

#[test]
fn domains_are_those_published() {
    const MIXED: Domain = Domain::of(&[Digit, True]); // usable in constants
    let lists: [(Domain, &[Partition], &str); 9] = [
        (Domain::default(), &[], "{}"),
        (Domain::BOOL, &[True, False], "{True, False}"),
        (Domain::CHAR, &[Letter, Digit, OtherChar], "{Letter, Digit, OtherChar}"),
        (Domain::SIGNED, &[Negative, Zero, Positive], "{Negative, Zero, Positive}"),
        (Domain::UNSIGNED, &[Zero, Positive], "{Zero, Positive}"),
        (Domain::COLLECTION, &[Empty, NonEmpty], "{Empty, NonEmpty}"),
        (Domain::OBJECT, &[NonNull], "{NonNull}"),
        (Domain::OBJECT.or_null(), &[Null, NonNull], "{Null, NonNull}"),
        (MIXED, &[True, Digit], "{True, Digit}"),
    ];
    for (domain, partitions, debug) in lists {
        assert!(domain.partitions().eq(partitions.iter().copied()), "{domain:?}");
        assert_eq!(format!("{domain:?}"), debug);
    }
    assert_eq!(Domain::default(), Domain::default());
    assert!(Partition::ALL.is_sorted_by(|a, b| a < b));
}

#[test]
fn values_come_from_what_programs_return() {
    macro_rules! integers {
        ($($type:ty),*) => { $(
            for n in [<$type>::MIN, 0, 1, <$type>::MAX] {
                assert_eq!(Value::from(n), Value::Integer(Integer::from(n)));
                assert_eq!(NUMBERS.map(|partition| distance(partition, n) == 0.0), [n < 0, n == 0, n > 0], "{n}");
            }
        )* };
    }
    #[allow(unused_comparisons, reason = "the same test for types without a sign")]
    {
        integers!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
    }
    assert_eq!(Value::from(Integer::from(-3)), Value::from(-3_i8));
    assert_ne!(Value::from(u8::MAX), Value::from(-1_i8));
    assert_eq!(
        (Value::from(()), Value::from(true), Value::from('x')),
        (Value::Nothing, Value::Bool(true), Value::Char('x'))
    );
    assert_eq!((Value::from(2.5), Value::from(2.5_f32)), (Value::Float(2.5), Value::Float(2.5)));

    let sizes = [
        (Value::from("\u{e9}"), 1), // in chars, as everywhere
        (Value::from(""), 0),
        (Value::from(&String::from("abc")), 3),
        (Value::from(&[1, 2][..]), 2),
        (Value::from(&vec!['a'; 5]), 5),
        (Value::from(&[(); 4]), 4),
    ];
    for (value, size) in sizes {
        assert_eq!(value, Value::Size(size));
    }
    assert_eq!((Value::from(Some(4_u8)), Value::from(None::<u8>)), (Value::from(4), Value::Null));
    assert_eq!((Value::from(Some(())), Value::from(None::<()>)), (Value::Object, Value::Null));
    assert_eq!(
        (Value::from(Some(None::<&str>)), Value::from(Some(Some("ab")))),
        (Value::Null, Value::Size(2))
    );
}

#[test]
fn partitions_are_written_in_words() {
    let names = "true, false, letter, digit, other char, negative, zero, positive, empty, \
        non-empty, null, non-null";
    assert_eq!(Partition::ALL.map(|partition| partition.to_string()).join(", "), names);
    assert_eq!(format!("{Zero:>6}|{Null:-<6}"), "  zero|null--");
}
